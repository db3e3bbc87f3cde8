"""四川麻将: who pays in `payments`, the rule set in `rules`.

Comes in: a hand or a deal. Goes out: the rule set, found by its id.
Touch it where the rules of this game differ.
"""
