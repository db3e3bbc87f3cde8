"""A copy of the working tree, in which changes harm nobody."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LARGE = 1_000_000  # bytes: a larger file is linked, since no change touches it


@contextmanager
def copied(root: Path) -> Iterator[Path]:
    """The files that git has or would take, in a temporary folder that ends with the block."""
    ask = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(ask, cwd=root, capture_output=True, text=True, check=True).stdout.split("\0")
    with tempfile.TemporaryDirectory(prefix="paiyan-mutants-") as folder:
        tree = Path(folder) / "tree"
        for name in filter(None, names):
            file, copy = root / name, tree / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            if file.is_symlink():
                copy.symlink_to(file.readlink())
            elif not file.is_file():
                continue
            elif file.stat().st_size > LARGE:
                copy.symlink_to(file)
            else:
                shutil.copy(file, copy)
        yield tree
