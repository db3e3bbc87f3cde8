"""港式麻将, Hong Kong: fans up to a cap, a printed table of payments.

Comes in: the catalogue's patterns. Goes out: `rules.HONGKONG`. Touch ``rules`` for fans and payments.
"""
