"""Labelled pictures of tiles: read them, draw them, build training sets and evaluate on them.

Input: folders of photos and seeds. Output: `formats.labelled.Labelled` pictures, training sets on disk and
figures. No torch, and no network except in `benchmark.fetch`; of the project only `paiyan.scorer.tiles` and
`vision` are imported.
"""
