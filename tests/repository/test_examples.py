"""Hypothesis tries the same examples in every run, whichever tests ran before in the same process."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st


def examples() -> list[object]:
    found: list[object] = []

    @given(st.lists(st.integers(), max_size=20), st.text())
    def note(numbers: list[int], text: str) -> None:
        found.append((numbers, text))

    note()
    return found


def test_a_module_that_is_loaded_meanwhile_changes_no_example(tmp_path: Path) -> None:
    before = examples()
    module = tmp_path / "constants.py"
    module.write_text(
        "CONSTANTS = [" + ", ".join(f"{100_003 * n}, 'constant {n}'" for n in range(1, 200)) + "]\n"
    )
    spec = importlib.util.spec_from_file_location("constants_of_this_test", module)
    assert spec is not None
    assert spec.loader is not None
    constants = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, spec.name, constants)
        spec.loader.exec_module(constants)
        assert examples() == before
