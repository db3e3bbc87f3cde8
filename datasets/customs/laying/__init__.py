"""Lay a hand on a table by a custom and photograph it: poses in space, then boxes.

Input: a `catalogue.Custom` and a random generator. Output: a `table.Table` of tiles and a
`camera.Photograph`. No picture is drawn. The same seed must always give the same scene, since networks were
trained on it.
"""
