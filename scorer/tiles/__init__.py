"""Tiles: their codes, names and notation, and the groups of tiles that the game has names for.

In: a text like ``123m44z``. Out: `Tile` values, kinds as small numbers, blocks. Searches nothing and knows no
rule set.
"""
