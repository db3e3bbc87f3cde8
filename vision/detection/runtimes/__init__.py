"""What runs a network's weights: ONNX Runtime, OpenVINO, ultralytics; all with the same input and output.

In: pixels, one picture or several. Out: boxes with class probabilities, one box a tile.
To touch: add a runtime beside the others; `network_io` is what they share, and has to stay the same for all.
"""
