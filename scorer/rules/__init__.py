"""Rule sets as values: `RuleSet` and the parts that it is made of.

In: the values of `paiyan.scorer.rulesets`. Out: a checked rule set, which refuses hands that its tiles and
claims cannot make. Nothing here depends on a particular rule set.
"""
