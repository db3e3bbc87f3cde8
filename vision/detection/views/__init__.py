"""Views: parts of a picture shown to the detector again, larger, smaller, turned or in another tone.

In: pixels and the detections of the whole picture. Out: one box per tile, pooled from all views; which
views were taken, why, and what each changed. `looking` holds the ways to look again, each a generator of
requests. To touch: a new way to look is a function that lays views and a line in `looking`; sizes are in
`thresholds`.
"""
