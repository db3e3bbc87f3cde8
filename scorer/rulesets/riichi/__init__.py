"""日本麻将, Japanese riichi mahjong: yaku, fu, points, payments, and what follows a deal.

Comes in: the catalogue's patterns, hands and deals. Goes out: `rules.RIICHI`. Touch ``yaku`` for a pattern,
``points`` for what it is worth, ``payments`` for who pays, ``rules`` for what tables choose.
"""
