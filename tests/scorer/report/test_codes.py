"""Every sentence that an answer or a refusal says has a code, which is the same in each language."""

from __future__ import annotations

import json
import sys
import threading
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from paiyan.scorer.errors import HandError, TranslatedError
from paiyan.scorer.messages.as_json import UNNAMED, JsonRenderer
from paiyan.scorer.messages.deal import UNTOLD
from paiyan.scorer.messages.languages import Message, Words
from paiyan.scorer.report.answer import answer

DEALS = sorted((Path(__file__).parents[2] / "deals").glob("*.json"))
LANGS = ("zh", "en", "ja")
ENGLISH = JsonRenderer("en")
NAMELESS = Words("没有名字", "without a name", "名前なし")


def test_a_code_is_the_name_of_its_constant_and_the_values_are_plain() -> None:
    said = Message(UNTOLD, {"seats": ["S", "W"], "what": NAMELESS})
    assert JsonRenderer("zh").code(said) == ("untold", {"seats": ["S", "W"], "what": "没有名字"})
    assert ENGLISH.code(TranslatedError(said)) == ("untold", {"seats": ["S", "W"], "what": "without a name"})
    assert ENGLISH.code(NAMELESS) == (UNNAMED, {})
    assert ENGLISH.code(TranslatedError("plain")) == (UNNAMED, {})


def _said(deal: dict[str, Any], lang: str) -> list[tuple[str, str]]:
    try:
        found = answer(deal, lang=lang)
    except HandError as wrong:
        return [(ENGLISH.code(wrong).code, wrong.to(lang))]
    codes = [one["code"] for one in found["warning_codes"]]
    assert len(codes) == len(found["warnings"])
    return list(zip(codes, found["warnings"], strict=True))


@pytest.mark.parametrize("file", DEALS, ids=lambda file: file.stem)
def test_codes_are_the_same_in_each_language(file: Path) -> None:
    for told in json.loads(file.read_text("utf-8"))[:12]:
        deal = {"rules": file.stem, **told["deal"]}
        zh, en, ja = ([code for code, _ in _said(deal, lang)] for lang in LANGS)
        assert zh == en == ja


def test_a_code_is_found_while_others_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence's module is looked for among modules that other threads add, and half imported ones."""
    (tmp_path / "slow.py").write_text(
        "import threading\n"
        "from paiyan.scorer.messages.languages import Words\n"
        "EARLY = Words('早', 'early')\n"
        "started, go_on = threading.Event(), threading.Event()\n"
        "started.set()\n"
        "go_on.wait()\n"
        "LATE = Words('迟', 'late')\n"
    )
    spec = spec_from_file_location("paiyan.slow_to_import", tmp_path / "slow.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec._initializing = True  # type: ignore[attr-defined] # as `import` does until the module is whole
    monkeypatch.setitem(sys.modules, spec.name, module)
    importing = threading.Thread(target=spec.loader.exec_module, args=(module,), daemon=True)
    importing.start()
    while not hasattr(module, "started"):
        importing.join(0.001)
    module.started.wait()
    over = threading.Event()

    def add() -> None:
        for number in count():
            if over.is_set():
                return
            sys.modules[f"paiyan.added_{number % 5000}"] = ModuleType("added")
            sys.modules.pop(f"paiyan.added_{(number + 2500) % 5000}", None)

    adding = threading.Thread(target=add)
    adding.start()
    try:
        for number in range(300):
            assert ENGLISH.code(Words(f"没有 {number}", f"nobody's {number}")).code == UNNAMED
    finally:
        over.set()
        adding.join()
        for name in [name for name in sys.modules if name.startswith("paiyan.added_")]:
            del sys.modules[name]
    module.go_on.set()
    importing.join()
    spec._initializing = False  # type: ignore[attr-defined]
    assert ENGLISH.code(module.EARLY).code == "early"
    assert ENGLISH.code(module.LATE).code == "late"
