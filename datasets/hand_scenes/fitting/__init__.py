"""What readings rest on, fitted: a detector's uncertainty, and how far a hand may be relied on.

In come detections whose truth is known; out go ``detector_noise.json``, ``vision/calibration.json`` and the
figures of `paiyan.datasets.customs.detector_errors`. The benchmark's seed fits nothing.
"""
