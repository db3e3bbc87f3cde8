"""Find which boxes are held and which are melds: the likeliest legal structures, best first.

In: scores of boxes and pairs. Out: structures with their share of the probability, each with its layout. To
touch: costs in natural logarithms are in `paiyan.vision.decoding.costs`.
"""
