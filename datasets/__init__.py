"""Labelled pictures of tiles: read from other people's formats, drawn by code, turned into training sets,
measured on.

In come folders of photos and seeds; out go `formats.labelled.Labelled` pictures, training sets on disk,
figures and reports. No torch and no network anywhere (but `benchmark.fetch`); of the project these rooms know
`scorer.tiles.tile` and `vision`.
"""
