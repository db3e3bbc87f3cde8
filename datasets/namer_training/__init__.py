"""Crops to train the namer: single tiles from photos and scenes, and objects on tables that are not tiles.

Input: photos, scenes and a `crop_sets.CropPlan`. Output: `crops.Crops`: fixed ones, which `crop_source` keeps
in files, and streams of others that processes draw without end. A new kind of crop is a file here and a field
of `crop_sets.CropPart`.
"""
