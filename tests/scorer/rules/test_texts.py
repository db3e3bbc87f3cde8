"""The words of the rule sets, which stand in files beside them."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from paiyan.scorer.authoring.check import every_fan
from paiyan.scorer.house.fans import catalogue
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.messages.word_files import read
from paiyan.scorer.report.rule_set_json import payment_rules
from paiyan.scorer.rules import texts as module
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, Kind
from paiyan.scorer.rules.texts import Texts
from paiyan.scorer.rulesets import rule_sets

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = Path(module.__file__).parents[1] / "rulesets"
FILES = sorted(FOLDER.rglob("*.toml"))
EVERY = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)

WRITTEN = """# My table

[name]
zh = "桌规"
en = "My table"

[fans.pairs]
zh = "对"
en = "Pairs"
ja = "対"
text.zh = "全是对子"
text.en = "nothing but \\"pairs\\""

[conditions.open]
zh = "须开门"
en = "one must open"

[settings.base]
zh = "底"
en = "base"
source = "Our club §2"
when.zh = "和牌时"
when.en = "in a win"

[settings.way]
zh = "付法"
en = "who pays"
choices.all.zh = "三家"
choices.all.en = "all three"

[settings.laid_of]
zh = "{of} 家"
en = "laid by {of}"

[[notes]]
zh = "甲"
en = "A"
source = "Our club §1"

[[notes]]
zh = "乙"
en = "B"
source = "Our club §3"

[[divergences]]
kind = "silence"
about = "a"
says = "b"
chosen = "c"
source = "d"
lines = "x-1 x-2"
"""


@pytest.fixture
def mine(tmp_path: Path) -> Texts:
    (tmp_path / "mine.toml").write_text(WRITTEN, "utf-8")
    return Texts(tmp_path / "mine.toml")


def flat(table: Any, before: str = "") -> dict[str, str]:
    """The strings of a parsed file by their dotted keys."""
    if isinstance(table, str):
        return {before.rstrip("."): table}
    of = enumerate(table) if isinstance(table, list) else table.items()
    return {key: text for name, value in of for key, text in flat(value, f"{before}{name}.").items()}


@EVERY
def test_a_file_is_read_as_toml_is(file: Path) -> None:
    text = file.read_text("utf-8")
    assert read(text) == flat(tomllib.loads(text))


def test_so_is_one_with_escapes() -> None:
    assert read(WRITTEN) == flat(tomllib.loads(WRITTEN))


@EVERY
def test_nothing_in_it_is_without_use(file: Path) -> None:
    """A name without a fan, words of an option or a condition, or of a pattern, that is gone."""
    for rules in rule_sets():
        for priced in every_fan(rules):
            module.rule_text(replace(priced.fan, text=None))
        assert list(payment_rules(rules))
    for fan in catalogue().values():  # some of which only house files take
        module.rule_text(fan)
    where = file.relative_to(FOLDER).with_suffix("").as_posix()
    assert module.texts(where).unused() == []


@EVERY
def test_what_has_words_has_them_in_english_and_chinese(file: Path) -> None:
    tables = {key.rpartition(".")[0] for key in read(file.read_text("utf-8")) if key.endswith((".zh", ".ja"))}
    strings = read(file.read_text("utf-8"))
    assert [t for t in sorted(tables) if not (strings.get(f"{t}.zh") and strings.get(f"{t}.en"))] == []


def test_what_is_there_is_given(mine: Texts) -> None:
    pairs = mine.fan("pairs", lambda _: ())
    assert (pairs.zh, pairs.en, pairs.ja) == ("对", "Pairs", "対")
    assert pairs.text == Words("全是对子", 'nothing but "pairs"')
    base = mine.setting("base", 1)
    assert (base.words, base.source, base.when) == (
        Words("底", "base"),
        "Our club §2",
        Words("和牌时", "in a win"),
    )
    way = mine.setting("way", "all", choices=("all", "one"))
    assert (way.name("all"), way.source) == (Words("三家", "all three"), HOUSE_DEFAULT)
    assert [(s.id, s.words.en) for s in mine.for_seats("laid", 0)][1:3] == [
        ("laid_S", "laid by S"),
        ("laid_W", "laid by W"),
    ]
    about = mine.about("mine")
    assert (about["id"], about["words"]) == ("mine", Words("桌规", "My table"))
    assert [(n.words.en, n.source) for n in about["notes"]] == [("A", "Our club §1"), ("B", "Our club §3")]
    (differs,) = about["divergences"]
    assert (differs.rules, differs.kind, differs.lines) == ("mine", Kind.SILENCE, ("x-1", "x-2"))


def test_what_nothing_asked_for_is_named(mine: Texts) -> None:
    assert mine.unused()[:3] == ["conditions.open", "divergences.0", "fans.pairs"]
    mine.condition("open", lambda _: True)
    mine.fan("pairs", lambda _: ())
    assert "conditions.open" not in mine.unused()
    assert not [table for table in mine.unused() if table.startswith("fans.")]


def test_what_is_not_there_is_refused_with_what_to_write(mine: Texts) -> None:
    with pytest.raises(ValueError, match=r'mine.toml has no zh in \[fans.kong\]: write zh = "…"'):
        mine.fan("kong", lambda _: ())
