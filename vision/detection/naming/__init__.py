"""The second stage: each box is cut out at the photo's own resolution and named by a second network.

In: pixels and boxes. Out: probabilities (n, 47) of the 46 tile codes and of no tile.
To touch: `tile_profile` adapts the namer to a player's own set of tiles without any training;
`paiyan.vision.laid_out_set` makes the profile.
"""
