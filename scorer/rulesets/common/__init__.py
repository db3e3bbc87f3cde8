"""Parts that several rule sets share: payments of a win, the end of the wall, the north-eastern family.

Comes in: hands, counted fans and options. Goes out: values, conditions and settings for a rule set.
Touch it where a second rule set needs what one has; it imports none of them.
"""
