"""The weights, how they were trained, and their results: see CARD.md and COMPARISON.md.

Only ``weights`` and `registry` are needed to run; ``recipes`` and ``sets`` describe the input of `training`,
``results`` holds the output of `measuring`, and `pages` puts that into the documents.
"""
