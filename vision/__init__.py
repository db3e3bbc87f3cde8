"""From a picture to a reading.

ONNX Runtime, as it is shipped from 1.29 on, reports its use to its maker unless it is told not to.
"""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # it looks once, when it is imported, which only happens below us
