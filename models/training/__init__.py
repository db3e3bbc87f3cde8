"""From photos, start weights and a recipe to weights in the index: detector, namer, their fusion, the
structure network.

In comes a file of ``models/recipes``; out go files of ``models/weights``. torch is let in by `namer` and
`structure` alone, ultralytics not at all (`vision` has it in one file).
"""
