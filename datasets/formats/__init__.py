"""Read labelled sets in other projects' forms and class names, and write them in this project's.

Input: YOLO, COCO and VOC files. Output: `labelled.Labelled` pictures under the codes of
`paiyan.scorer.tiles`. Imports no other folder of `datasets`; `open_set` reads all forms and detects which it
is.
"""
