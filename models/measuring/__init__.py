"""The figures of the shipped weights, and of what was tried beside them.

In come the weights of the index and the photo sets; out go the files of ``models/results``. Nothing is tuned
here.
"""
