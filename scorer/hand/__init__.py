"""A hand and a deal as they are told: tiles, melds, how the win came, seats, what else happened.

In: JSON objects. Out: frozen `Hand` and `Deal` values, which everything behind trusts. What contradicts
itself under any rules is refused here; what one rule set forbids is not.
"""
