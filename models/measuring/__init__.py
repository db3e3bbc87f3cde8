"""Measure the shipped weights, and the alternatives that were tried.

Input: the weights of the index and the photo sets. Output: the files of ``models/results``. Nothing is tuned
here.
"""
