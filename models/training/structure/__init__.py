"""The network that reads layouts, in plain torch: who owns which tile, and which lie together.

In come drawn scenes of `datasets.customs`; out goes ``models/weights/paiyan-structure.onnx``. `network` is
what it is, `learning` how it learns, `export` how it becomes ONNX; ``python -m models.training.structure``
does all.
"""
