"""Arrange tiles into blocks: every arrangement, with and without wild tiles, and the shanten number.

In: counts of the 34 kinds, forms, melds. Out: `Arrangement`s, waits, shanten numbers. Works only on small
numbers and caches results; knows no fan and no price. Hands with wild tiles have a folder, `wild`.
"""
