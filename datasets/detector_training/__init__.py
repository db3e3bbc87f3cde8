"""Training sets for the detector, drawn from photos and a seed: whole photos and composites of many tiles.

In come labelled photos and a `prepare.Plan`; out goes a YOLO set on disk. What a plan draws is part of a
recipe's sha256: whoever changes a draw here changes every set that was trained on.
"""
