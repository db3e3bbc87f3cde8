"""Hands and deals as values: tiles, melds, how the win came, seats and circumstances.

In: JSON objects. Out: frozen `Hand` and `Deal` values, which all other code trusts. Hands that
contradict themselves under any rules are refused here; what one rule set forbids is not.
"""
