"""Whole hands: a list of photos with the hands that they show, each read and held against the truth.

In come a reader and a list (`lists`); out go a row a photo and the counts (`evaluate`). What counts as the
same hand is decided in `compare` alone.
"""
