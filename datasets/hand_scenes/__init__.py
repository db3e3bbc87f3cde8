"""Drawn hands 读牌评测: laid out in every way people do, photographed, read, and held against the truth.

In come `scenes` of known structure, seen by a detector (`detections`); out go figures (`readings`) and what
readings rest on (`fitting`): ``python -m paiyan.datasets.hand_scenes``. The benchmark's seed fits and trains
nothing.
"""
