"""Labelled sets as files: read in other people's forms and class names, and written in ours.

In come YOLO, COCO and VOC files; out go `labelled.Labelled` pictures under the codes of
`paiyan.scorer.tiles`. Knows no other room; `open_set` reads all forms and tells them apart.
"""
