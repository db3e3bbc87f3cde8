"""Training crops for the namer: single tiles out of photos and scenes, and what lies on tables and is none.

In come photos, scenes and a `crop_sets.CropPlan`; out go `crops.Crops`: fixed ones, which `crop_source` keeps
in files, and streams of others that processes draw for ever. A new kind of crop is a file here and a field of
`crop_sets.CropPart`.
"""
