"""The second stage: boxes are cut out at the photo's own resolution and named by a network of its own.

In: pixels and boxes. Out: probabilities (n, 47) of the 46 tile codes and of no tile.
To touch: when a box is named surely enough without it goes with the first stage's weights (`sure_names`). A
player's own set of tiles is taken in by `tile_profile`, without any training.
"""
