"""Settling: who pays whom for a win, for kongs, horses and liability, and who deals next.

In: a rule set and a deal, or one hand of it. Out: a `Settlement`, whose payments sum to zero. The parts that
rule sets choose from stand here too.
"""
