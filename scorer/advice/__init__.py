"""Advice 打牌建议: which tile to throw, what to wait for, which claim is worth making.

In: a rule set, a hand, and the tiles that lie open. Out: `Advice`, each discard with its distance to a win,
the tiles that help, and what the hand can expect. `position` holds the tiles, `goals` what a hand may aim at,
`search` what it is worth, `discards` weighs them, and `advise` puts all together. Every figure is of one
model, which `search` states; where it is sampled, it has its standard error.
"""
