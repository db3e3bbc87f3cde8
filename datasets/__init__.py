"""Labelled pictures of tiles: read from files, drawn by code, made into training sets, measured on.

In come folders of photos and seeds; out go `formats.labelled.Labelled` pictures, training sets on disk and
figures. No torch, and no network but in `benchmark.fetch`; of the project only `paiyan.scorer.tiles` and
`vision`.
"""
