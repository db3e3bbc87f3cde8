"""Apply the lines of a house file to a rule set; one module for each part of it.

Comes in: a `draft.Draft` with checked values. Goes out: functions from rule set to rule set, and
the mistakes that only the base shows. Touch the file named as the part of the rule set.
"""
