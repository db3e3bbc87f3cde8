"""How people lay their tiles 摆牌: a catalogue of customs, and scenes of boxes drawn from it.

In come a custom of `catalogue` and a seed; out go boxes with the truth (`scene`), as `detector_errors` has a
detector see them, in `scene`. No picture is drawn. New ways to lay tiles go into `catalogue` and `laying`.
"""
