"""Train by a recipe: the detector, the namer, how they are combined, and the structure network.

Input: a file of ``models/recipes``, photos and start weights. Output: files of ``models/weights``. Only
`namer`, `crop_variety`, `structure`, `checkpoints`, `detector_weights` and `box_refinement` import torch;
none imports ultralytics (`vision` does in one file).
"""
