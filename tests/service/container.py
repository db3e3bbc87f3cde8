"""What the Containerfile installs, made and tried without a daemon: ``make container``.

The steps of its build stage are carried out in a temporary folder, with this Python in place of the image's.
What came out is weighed, looked through for torch, and reads the sample. What the image adds is the base.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.service.test_container import ROOT, instructions

MOST = 600
BASE = 130  # of python:3.12.12-slim-bookworm, which needs a registry; Debian's own with Python weighs as much
UNWANTED = ("torch", "torchvision", "ultralytics", "nvidia", "triton", "openvino", "ray", "pip", "matplotlib")


def made(folder: Path) -> Path:
    """The tree that the build stage leaves for the image."""
    tree, source = folder / "app", folder / "src"
    stage = instructions()
    _, last = (place for place, (word, _) in enumerate(stage) if word == "FROM")
    stage = stage[:last]
    source.mkdir()
    for word, rest in stage:
        *names, _ = rest.split()
        for name in names if word == "COPY" else ():
            path = ROOT / name
            skip = shutil.ignore_patterns("__pycache__")
            shutil.copytree(
                path, source / name, symlinks=True, ignore=skip
            ) if path.is_dir() else shutil.copy(path, source)
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    steps = [rest.replace("/app", str(tree)) for word, rest in stage if word == "RUN"]
    for step in steps:
        script = step.replace("python -m", f"{sys.executable} -m").replace("python3.12", version)
        subprocess.run(["sh", "-ec", script], cwd=source, check=True, stdout=sys.stderr)
    return tree


def megabytes(tree: Path) -> float:
    """What a tree takes, each file by its length."""
    return sum(p.lstat().st_size for p in tree.rglob("*")) / 1e6


def main() -> int:
    """Make the tree, look through it, and read the sample with it."""
    with tempfile.TemporaryDirectory() as folder:
        tree = made(Path(folder))
        (packages,) = tree.glob("lib/python3*/site-packages")
        found = [name for name in UNWANTED if (packages / name).exists()]
        size = megabytes(tree)
        sample = packages / "paiyan" / "service" / "samples" / "hand.jpg"
        command = [tree / "bin" / "paiyan", "read", sample, "--json"]
        parts = json.loads((tree / "sbom.cdx.json").read_text(encoding="utf-8"))["components"]
        read = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    print(f"/app: {size:.0f} MB; the image, with a base of {BASE} MB: {size + BASE:.0f} of {MOST} MB")
    print(f"reads the sample: {json.loads(read.stdout)['hand'] if read.returncode == 0 else read.stderr}")
    print(f"its bill of materials names {len(parts)} packages")
    if found:
        print(f"not wanted in it: {', '.join(found)}")
    return int(bool(found) or read.returncode != 0 or size + BASE > MOST)


if __name__ == "__main__":
    sys.exit(main())
