"""Train the network that reads layouts, in plain torch: who owns which tile, and which belong together.

Input: drawn scenes of `paiyan.datasets.customs`. Output: ``models/weights/paiyan-structure.onnx``. `network`
defines it, `learning` trains and exports it; ``python -m paiyan.models.training.structure`` does all.
"""
