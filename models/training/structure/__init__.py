"""The network that reads layouts, in plain torch: what it is, how it learns, how it becomes ONNX."""
