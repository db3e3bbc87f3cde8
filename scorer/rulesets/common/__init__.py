"""Parts that rule sets of several regions share: payments of a win, conditions, the end of the wall.

Comes in: hands, counted fans and options. Goes out: values, conditions and settings for a rule set.
Touch it where a second region needs what one has; it knows of no region.
"""
