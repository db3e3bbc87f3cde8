"""Training by a recipe: the detector, the namer, how they are weighed, and the structure network.

In come a file of ``models/recipes``, photos and start weights; out go files of ``models/weights``. torch is
let in by `namer`, `crop_variety`, `structure`, `checkpoints`, `detector_weights` and
`box_refinement` only, ultralytics not at all (`vision` has it in one file).
"""
