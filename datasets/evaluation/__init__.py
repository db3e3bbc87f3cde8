"""Evaluate detections and readings on labelled sets: counts, mAP, confidence intervals, reports.

Input: a detector or a reader and a labelled set. Output: figures as values (`boxes`, `hands`), written by
`report`. `matching` pairs detections with the truth for all of them; figures are computed nowhere else.
"""
