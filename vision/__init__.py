"""From a picture to a reading: `picture` → `detection` → `structure` → `decoding` → `reading`.

In: files, bytes or pixels. Out: a `Reading`: tiles, hand, doubts, and how sure it is; `pipeline` makes it.
To touch: a room at a time; imports run one way, and each room says what comes in and what goes out.
"""

import os

# ONNX Runtime reports its use to its maker, from 1.29 on, unless it is told not to before it is imported.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
