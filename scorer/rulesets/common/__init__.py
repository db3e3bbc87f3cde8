"""What several regions' rule sets share: payments of a win, conditions, the end of the wall, what fans are.

Comes in: hands, counted fans and options. Goes out: values, conditions, settings and texts for a rule set.
Touch it where a second region needs what one has; it knows of no region.
"""
