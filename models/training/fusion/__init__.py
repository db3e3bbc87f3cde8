"""Fit how the names of the detector and of the namer are combined, on pictures of known truth.

Input: both stages and labelled sets. Output: the numbers that the index keeps with the namer (`fit`). Run it
again whenever one of the two changes.
"""
