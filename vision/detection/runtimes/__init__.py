"""Run a network's weights with ONNX Runtime, OpenVINO or ultralytics: the same input, the same output.

In: pixels, one picture or several. Out: boxes with class probabilities, one box per tile.
To touch: add a runtime next to the others; they share `network_io`, which has to stay the same for all.
"""
