"""What readings rest on, fitted: a detector's uncertainty, how sharp its numbers are, how far a hand may be
relied on.

In come detections whose truth is known; out go ``detector_noise.json`` and
``vision/decoding/calibration.json``. The seeds are others than those that the benchmark measures on.
"""
