"""The scorer as the page carries it: packed, with the standard library alone, under a house file."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from paiyan.scorer.report.answer import answer
from paiyan.service import browser_engine

HOUSE = 'id = "my-club"\nname = "Club"\nbase = "hongkong"\n[fans]\nhalf_flush = 4\n[points]\ncap = 8\n'
HAND = {"house": HOUSE, "concealed": "111222333m444z5z", "win": {"tile": "5z", "from": "S"}}
RUN = (
    "import json, sys; own = [p for p in sys.path if 'site-packages' not in p];"
    "sys.path = [sys.argv[1], *own];"
    "from paiyan.scorer.report.answer import answer; print(json.dumps(answer(json.loads(sys.argv[2]))))"
)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="the standard library reads TOML from 3.11 on")
def test_it_scores_under_a_house_file(tmp_path: Path) -> None:
    packed = tmp_path / "scorer.zip"
    browser_engine._pack(packed)
    told = [sys.executable, "-I", "-c", RUN, str(packed), json.dumps(HAND)]
    there = json.loads(subprocess.run(told, capture_output=True, text=True, check=True, timeout=120).stdout)
    assert there == json.loads(json.dumps(answer(HAND)))
    assert (there["rules"], there["total"]) == ("my-club", 8)
