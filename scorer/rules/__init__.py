"""What a rule set says, as values: `RuleSet` and the parts that it is made of.

In: what the files of `paiyan.scorer.rulesets` say. Out: a checked rule set, which refuses hands that its
tiles and claims cannot make. Nothing here or below asks which rule set it works for.
"""
