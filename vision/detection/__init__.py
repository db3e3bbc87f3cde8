"""From pixels to boxes: how probably each shows a tile, and each of the 46 codes.

In: upright BGR pixels. Out: `paiyan.vision.detections.Detections`. `open_detector` in `loading` is the way
in. To touch: a new runtime goes into `runtimes/`, a new sign that a box is a tile into `context/`.
"""
