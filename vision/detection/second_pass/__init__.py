"""Tiles too small to be told in the whole picture are looked at again, larger; too large ones, smaller.

In: pixels and what was found in the whole picture. Out: one box a tile, merged from all that was looked at.
To touch: `second_pass` decides when; sizes and limits of all steps stand side by side in `thresholds`.
"""
