"""Scoring: the way to count a won hand that is worth most, and what a waiting hand waits for.

In: a rule set and a hand. Out: `Score`, `NotAWin` or `Wait`s. Payments are for `paiyan.scorer.settling`.
"""
