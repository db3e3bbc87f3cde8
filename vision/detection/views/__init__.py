"""Views: parts of a picture shown to the detector again, larger, smaller, turned or in another tone.

In: pixels and what was found in the whole picture. Out: one box a tile, pooled from all views; which views
were taken, why, and what each changed. `looking` holds the ways to look again, each a generator of requests.
To touch: a new way to look is a function that lays views and a line in `looking`; sizes stand in
`thresholds`.
"""
