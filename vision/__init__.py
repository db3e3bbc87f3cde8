"""From a picture to a reading: `picture` → `detection` → `structure` → `decoding` → `reading`.

In: files, bytes or pixels. Out: a `Reading`: tiles, hand, doubts, and how sure it is; `pipeline` makes it.
To touch: one folder at a time; imports run one way, and each folder says what comes in and what goes out.
"""

import os

# ONNX Runtime reports its use to its maker, from 1.29 on, unless this is set before it is imported.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
