"""Pixels become boxes: whether each shows a tile, and how probable each of the 46 codes is.

In: upright BGR pixels. Out: `paiyan.vision.detections.Detections`. `open_detector` in `loading` is the way
in. To touch: a new runtime goes into `runtimes/`, a new sign that a box is a tile into `context/`.
"""
