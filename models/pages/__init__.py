"""Fill the documents that show figures from the committed results: `make figures`.

Input: ``models/results`` and the benchmarks' results. Output: README, card, comparison and docs. A figure
between two markers is never written by hand, and outside of them no figure is stated.
"""
