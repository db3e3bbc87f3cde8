"""Fit the parameters of readings: a detector's uncertainty, and when a hand is reliable.

Input: detections with a known truth. Output: ``detector_noise.json``, ``vision/calibration.json`` and the
figures of `paiyan.datasets.layout_styles.detector_errors`. The benchmark's seed is never used to fit.
"""
