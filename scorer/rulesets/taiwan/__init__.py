"""台湾十六张, Taiwanese mahjong of sixteen tiles: 台, payments, penalties.

Comes in: the catalogue's patterns, hands and deals. Goes out: `rules.TAIWAN`. Touch ``rules`` for a fan,
``payments`` for who pays and what a fault costs.
"""
