"""Ways in which people lay their tiles 摆牌: a catalogue of customs, and scenes of boxes drawn from it.

Input: a custom of `catalogue` and a seed. Output: boxes with the truth (`scene`), with the errors that a
detector makes (`detector_errors`). No picture is drawn. New ways to lay tiles go into `catalogue` and
`laying`.
"""
