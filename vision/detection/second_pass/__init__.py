"""Tiles too small to be told in the whole picture are looked at again, larger.

In: pixels and what the first look found. Out: all looks merged to one box a tile.
To touch: when to look again stands at the head of each module; what several looks make together is `merging`.
"""
