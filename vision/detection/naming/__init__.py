"""The second stage: each box is cut out at the photo's own resolution and named by a network of its own.

In: pixels and boxes. Out: probabilities (n, 47) of the 46 tile codes and of no tile.
To touch: a player's own set of tiles is taken in by `tile_profile`, without any training.
"""
