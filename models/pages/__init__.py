"""The documents that show figures, filled from the committed results: ``python -m paiyan.models.pages``.

In come ``models/results`` and the benchmarks' results; out go README, card, comparison and docs. A figure
between two markers is never written by hand, and one outside of them never stated.
"""
