"""Advice 打牌建议: which tile to throw, what to wait for, which claim is worth making.

In: a rule set, a hand, and the tiles that lie open. Out: `Advice`, each discard with its distance to a win,
the tiles that help, and what the hand can expect. `position` holds the tiles, `goals` what a hand may aim at,
`search` what it is worth, `discards` weighs the discards, and `advise` puts all together. Every figure comes
from the model that `search` states; a sampled figure has its standard error.
"""
