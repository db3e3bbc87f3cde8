"""The network that reads layouts, in plain torch: who owns which tile, and which lie together.

In come drawn scenes of `paiyan.datasets.customs`; out goes ``models/weights/paiyan-structure.onnx``.
`network` is what it is, `learning` how it learns, `export` how it becomes ONNX; ``python -m
paiyan.models.training.structure`` does all.
"""
