"""Ways in which people lay their tiles 摆牌: a catalogue of layout styles, and scenes of boxes drawn from it.

Input: a layout style of `catalogue` and a seed. Output: boxes with the truth (`scene`), with the errors that
a detector makes (`detector_errors`). No picture is drawn. A way to lay tiles is an entry of `catalogue`, and
where it needs new poses, code in `hand`, `clutter` or `table`. The same seed must always give the same scene,
since networks were trained on it.
"""
