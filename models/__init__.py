"""The weights, how they were trained, and what they reach: see CARD.md and COMPARISON.md.

``weights`` and `registry` are all that runs; ``recipes`` and ``sets`` say what `training` learns from,
``results`` what `measuring` found, and `pages` puts that into the documents.
"""
