"""Correct a box by the other boxes of its picture: neighbours, gaps, blank faces, flowers that occur once.

In: boxes with probabilities, for `blank_tiles` the pixels too. Out: the same boxes, probabilities corrected.
To touch: models here are small and fitted by `paiyan.models.training.fusion`; refit them after a change.
"""
