"""Evaluate whole hands: read each photo of a list and compare the result with the truth.

Input: a reader and a list (`lists`). Output: a row for each photo and the counts (`evaluate`). Only `compare`
decides which hands count as the same.
"""
