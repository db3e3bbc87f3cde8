"""Train by a recipe: the detector, the namer, how they are combined, and the structure network.

Input: a file of ``models/recipes``, photos and start weights. Output: files of ``models/weights``. Only
`namer`, `crop_variety`, `structure`, `structure_network`, `checkpoints`, `box_refinement`
and `ultralytics_runs` import torch, and only the last imports ultralytics.
"""
