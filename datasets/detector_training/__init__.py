"""Build training sets for the detector from photos and a seed: whole photos and composites of many tiles.

Input: labelled photos and a `prepare.Plan`. Output: a YOLO set on disk. The draws of a plan are part of a
recipe's sha256: a change to any draw here changes every set that was trained on.
"""
