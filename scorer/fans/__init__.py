"""Fans 番种: patterns, their prices, and which of the fans found in a hand count.

In: one arrangement in its situation (`ArrangedHand`). Out: the matches that count, those that do not and why,
and what they are worth. The patterns that rule sets share are in `catalogue`; none knows a price.
"""
