"""Readings of drawn scenes and of photos, held against the truth, and the page that shows the figures.

In come detections with their scenes; out go counts and ``docs/reading.md``. Nothing is fitted here.
"""
