"""A hand laid on a table as a custom has it, and photographed: poses in space, then boxes.

In come a `catalogue.Custom` and a random generator; out go a `table.Table` of tiles and a
`camera.Photograph`. No picture is drawn; the same seed gives the same scene for ever, since networks learned
from it.
"""
