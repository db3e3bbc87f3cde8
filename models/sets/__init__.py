"""Lists of photos: which are kept from training, where tiles lie unboxed, and what was boxed after the fact.

In come the photo sets; out go the development sets linked with what their labels leave open (`development`).
The JSON files are written by `training.pseudo_labels` and looked through by eye; recipes name them.
"""
