"""An author's mistakes are told as such: `paiyan rules --check FILE` names each with its file and line.

The file is that of ``docs/adding-a-rule-set.md``, changed in one place.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from paiyan.scorer import rulesets
from paiyan.scorer.authoring import hand_tests
from paiyan.scorer.authoring.check import check, check_types
from paiyan.scorer.authoring.loading import load
from paiyan.scorer.report import answer
from paiyan.service.cli.program import run
from tests.scorer.authoring.recipe import CODE, DEALS, HANDS, WORDS

# What is written instead of what, words of the sentence, and a text on the line where it is told.
MISTAKES = {
    "an unknown fan is kept out": (
        "at(3, source=str(HOUSE)),",
        "at(3, source=str(HOUSE), excludes=(triplets.MELDED_KONG,)),",
        "seven_pairs keeps out melded_kong, which has no price here",
        "excludes=(triplets.MELDED_KONG,)",
    ),
    "a constant of the catalogue that is not there": (
        "suits.FULL_FLUSH.at",
        "suits.FULL_FLUHS.at",
        "has no FULL_FLUHS; did you mean FULL_FLUSH?",
        "suits.FULL_FLUHS",
    ),
    "the rule set is called otherwise than its id": (
        "MY_TABLE = RuleSet",
        "MY_TABEL = RuleSet",
        "is to be MY_TABLE, its id in capitals, and is MY_TABEL",
        "MY_TABEL = RuleSet",
    ),
    "an option asked for by another name": (
        'd.options["kong"]',
        'd.options["kongs"]',
        "has no option 'kongs'; did you mean kong?",
        'd.options["kongs"]',
    ),
    "a field of the table that nobody declared": (
        "s.value.points * (2",
        's.table["honba"] + s.value.points * (2',
        "has no field of the table 'honba'; there are: none",
        's.table["honba"]',
    ),
    "a default that is none of the choices": (
        'TEXT.setting("self_draw", "twice"',
        'TEXT.setting("self_draw", "twise"',
        "its default 'twise' is not one of its choices twice, once",
        'TEXT.setting("self_draw"',
    ),
    "an option without words": (
        'TEXT.setting("kong"',
        'TEXT.setting("kongs"',
        'my_table.toml has no zh in [settings.kongs]: write zh = "…"',
        'TEXT.setting("kongs"',
    ),
    "a field that a rule set has not": (
        "    fans=highest(",
        "    fan=highest(",
        "CountedBy has no fan; did you mean fans?",
        "counted_by=CountedBy(",
    ),
    "a field that it must have": ("pay=_pay, ", "", "PaidBy needs", "paid_by=PaidBy("),
    "a text where words are wanted": (
        '**TEXT.about("my-table"),',
        'id="my-table", words="My table",',
        "words is 'My table' and takes Words",
        'words="My table"',
    ),
    "a number where a tuple is wanted": (
        "sources=(HOUSE,)",
        "sources=(HOUSE)",
        "sources is Source and takes a tuple of Source: a tuple of one ends in a comma",
        "sources=(HOUSE)",
    ),
    "a price in quotes": (
        "FULL_FLUSH.at(4,",
        'FULL_FLUSH.at("4",',
        "value is '4' and takes a whole number",
        "counted_by=CountedBy(",
    ),
    "a fan kept out by its id": (
        "at(3, source=str(HOUSE)),",
        'at(3, source=str(HOUSE), excludes=("all_pungs",)),',
        "excludes[0] is 'all_pungs' and takes Fan",
        'excludes=("all_pungs",)',
    ),
    "a price without a source": (
        "whole_hand.SEVEN_PAIRS.at(3, source=str(HOUSE))",
        "whole_hand.SEVEN_PAIRS.at(3)",
        "seven_pairs has no source",
        "whole_hand.SEVEN_PAIRS.at(3)",
    ),
    "an import that is not there": (
        "Transfer, losers",
        "Transfer, loosers",
        "has no loosers; did you mean losers?",
        "loosers",
    ),
    "a name that is not there": (
        "pay=_pay,",
        "pay=_payy,",
        "there is no _payy; did you mean _pay?",
        "_payy",
    ),
    "no Python": ("def _pay(s: Settling) ->", "def _pay(s: Settling ->", "this is not Python", "def _pay("),
    "an id that another has": (
        'TEXT.about("my-table")',
        'TEXT.about("hebei")',
        "is to be HEBEI, its id in capitals",
        "MY_TABLE = RuleSet",
    ),
    "a payment that breaks off": (
        "s.value.points * (2",
        "s.hand.points * (2",
        "Hand has no points",
        "s.hand.points",
    ),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the hands and the deals of the recipe, in which rule sets are added for one test."""
    monkeypatch.setattr(rulesets, "_ADDED", {})
    answer._with_options.cache_clear()  # all of them have the same id
    for kind, name, text in (("hands", "my-table.txt", HANDS), ("deals", "my-table.json", DEALS)):
        (tmp_path / "tests" / kind).mkdir(parents=True)
        (tmp_path / "tests" / kind / name).write_text(text, "utf-8")
    return tmp_path


def written(folder: Path, code: str) -> Path:
    file = folder / "my_table.py"
    file.write_text(code, "utf-8")
    file.with_suffix(".toml").write_text(WORDS, "utf-8")
    return file


def test_the_recipe_has_none(folder: Path) -> None:
    found = check(written(folder, CODE))
    assert found.mistakes == []
    assert found.rules is not None
    assert (found.hands >= 12, found.deals) == (True, 2)


@pytest.mark.parametrize("about", MISTAKES)
def test_a_mistake_is_told_where_it_is(about: str, folder: Path) -> None:
    old, new, said, place = MISTAKES[about]
    assert CODE.count(old) == 1, "the recipe has changed"
    file = written(folder, CODE.replace(old, new))
    (mistake,) = check(file).mistakes[:1]
    assert said in mistake.message
    assert mistake.file == file
    assert place in file.read_text("utf-8").splitlines()[(mistake.line or 0) - 1]
    assert "\n" not in str(mistake)


def test_a_mistake_of_the_code_that_every_hand_meets_is_named_once(folder: Path) -> None:
    file = written(folder, CODE.replace("for seat in losers(", "for seat in loosers("))
    assert [m.message.partition("; ")[0] for m in check(file).mistakes if "loosers" in m.message] == [
        "there is no loosers"
    ]


def test_an_error_outside_the_file_that_hands_and_deals_meet_is_named_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> list[str]:
        raise RuntimeError("nothing counts")

    monkeypatch.setattr(hand_tests, "check", failing)
    monkeypatch.setattr(hand_tests, "check_deal", failing)
    (mistake,) = check(written(folder, CODE)).mistakes
    assert "nothing counts" in mistake.message


def test_words_that_nothing_asks_for_are_told_at_their_line(folder: Path) -> None:
    """As those of a fan that is no longer there."""
    file = written(folder, CODE)
    words = file.with_suffix(".toml")
    words.write_text(f'{WORDS}\n[fans.gone]\nzh = "无"\nen = "Gone"\n', "utf-8")
    (mistake,) = check(file).mistakes
    assert mistake.file == words
    assert mistake.message == "nothing asks for [fans.gone]: use it, or take it out"
    assert words.read_text("utf-8").splitlines()[(mistake.line or 0) - 1] == "[fans.gone]"


def test_a_file_of_words_that_is_not_there_is_told(folder: Path) -> None:
    file = written(folder, CODE)
    file.with_suffix(".toml").unlink()
    (mistake,) = check(file).mistakes
    assert "my_table.toml: write the words of the rule set in it" in mistake.message


def test_missing_hands_and_deals_are_told(folder: Path) -> None:
    (folder / "tests" / "hands" / "my-table.txt").unlink()
    (folder / "tests" / "deals" / "my-table.json").unlink()
    hands, deals = check(written(folder, CODE)).mistakes
    assert hands.file == folder / "tests" / "hands" / "my-table.txt"
    assert "it is not there: write at least 12 hands" in hands.message
    assert deals.file == folder / "tests" / "deals" / "my-table.json"
    assert "it is not there: write at least 2 deals" in deals.message


def test_a_hand_that_is_answered_otherwise_is_told_at_its_line(folder: Path) -> None:
    hands = folder / "tests" / "hands" / "my-table.txt"
    lines = HANDS.splitlines()
    at = next(n for n, line in enumerate(lines) if "=> 4 清一色" in line)
    hands.write_text("\n".join(lines).replace("=> 4 清一色", "=> 5 清一色"), "utf-8")
    mistake, *_ = check(written(folder, CODE)).mistakes
    assert (mistake.file, mistake.line, mistake.message) == (hands, at + 1, "total is 4, not 5")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("=> no win: 牌型", "=> no win 牌型", "'no win 牌型' lacks its colon: write no win: 牌型"),
        ("=> error: chow", "=> error chow", "'error chow' lacks its colon: write error: chow"),
        ("=> waits 5p", "=> wait 5p", "it has no winning tile: write one (+5p), or => waits 5p"),
        (" draw self_draw", " drawn self_draw", "drawn is neither tiles nor a situation: did you mean draw?"),
    ],
)
def test_a_line_that_is_written_otherwise_is_refused(folder: Path, old: str, new: str, message: str) -> None:
    hands = folder / "tests" / "hands" / "my-table.txt"
    assert HANDS.count(old) == 1, "the recipe has changed"
    hands.write_text(HANDS.replace(old, new), "utf-8")
    (mistake,) = check(written(folder, CODE)).mistakes
    assert (mistake.file, mistake.message) == (hands, message)
    assert new in hands.read_text("utf-8").splitlines()[(mistake.line or 0) - 1]


def test_words_without_japanese_are_named_if_the_name_has_it(folder: Path) -> None:
    file = written(folder, CODE)
    words = file.with_suffix(".toml")
    words.write_text(WORDS.replace('en = "My table"', 'en = "My table"\nja = "うちの卓"', 1), "utf-8")
    mistakes = check(file).mistakes
    assert [m.message.partition(" ")[0] for m in mistakes] == [
        *("settings.kong", "settings.self_draw"),
        *("settings.self_draw.choices.twice", "settings.self_draw.choices.once", "notes.0"),
    ]
    lines = words.read_text("utf-8").splitlines()
    assert all("zh = " in lines[(m.line or 0) - 1] for m in mistakes)


def test_deals_that_are_no_json(folder: Path) -> None:
    deals = folder / "tests" / "deals" / "my-table.json"
    deals.write_text(DEALS.replace('"about":', '"about"', 1), "utf-8")
    (mistake,) = check(written(folder, CODE)).mistakes
    assert mistake.message.startswith("it is not JSON: Expecting ':' delimiter: line ")


def test_a_fan_that_no_hand_shows_is_told(folder: Path) -> None:
    hands = folder / "tests" / "hands" / "my-table.txt"
    kept = [line.partition(" # ")[0] for line in HANDS.splitlines() if "七对" not in line]
    hands.write_text("\n".join([*kept, *kept[:3]]), "utf-8")
    assert any(
        "(seven_pairs) counts in none of the hands" in m.message
        for m in check(written(folder, CODE)).mistakes
    )


def with_adapt(body: str) -> str:
    """Return the recipe's file with an option `self_draw` that changes the rule set."""
    code = CODE.replace(
        "MY_TABLE = RuleSet(", f"def _apply_options(rules, options):\n{body}\n\n\nMY_TABLE = RuleSet("
    )
    return code.replace(
        'choices=("twice", "once")),\n        )\n',
        'choices=("twice", "once")),\n        ),\n        apply_options=_apply_options,\n',
    )


def test_a_fan_that_only_an_option_brings_wants_a_hand_a_source_and_a_text(folder: Path) -> None:
    body = (
        '    more = triplets.MELDED_KONG.at(1, source="")\n'
        '    return rules.but(fans=(more,)) if options["self_draw"] == "once" else rules'
    )
    told = [m.message for m in check(written(folder, with_adapt(body))).mistakes]
    assert any("(melded_kong) counts in none of the hands" in said for said in told), told
    assert any("melded_kong has no source" in said for said in told), told


def test_a_choice_with_which_the_rule_set_cannot_be_made_is_told(folder: Path) -> None:
    body = '    return rules.but(fan=()) if options["self_draw"] == "once" else rules'
    (mistake,) = check(written(folder, with_adapt(body))).mistakes
    assert "(in self_draw=once)" in mistake.message
    line = (folder / "my_table.py").read_text("utf-8").splitlines()[(mistake.line or 0) - 1]
    assert "rules.but(fan=())" in line


def test_a_deal_that_is_settled_otherwise_is_told_by_its_number(folder: Path) -> None:
    deals = folder / "tests" / "deals" / "my-table.json"
    deals.write_text(DEALS.replace('"S": 8', '"S": 9'), "utf-8")
    (mistake,) = check(written(folder, CODE)).mistakes
    assert mistake.file == deals
    assert mistake.message.startswith("deal 1: balances: ")


def test_the_command_tells_them_a_line_each(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(folder, CODE.replace("suits.FULL_FLUSH.at", "suits.FULL_FLUHS.at"))
    assert run(["rules", "--check", str(file)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert any(line.startswith(f"{file}:") and "did you mean FULL_FLUSH?" in line for line in told), told
    assert run(["rules", "--check", str(file), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["mistakes"][0]["file"] == str(file)
    assert run(["rules", "--check", str(written(folder, CODE))]) == 0


def test_an_id_that_is_taken(folder: Path) -> None:
    code = CODE.replace('TEXT.about("my-table")', 'TEXT.about("hebei")').replace(
        "MY_TABLE = RuleSet", "HEBEI = RuleSet"
    )
    assert (
        "there is a rule set 'hebei' already, in rulesets/hebei.py"
        in check(written(folder, code)).mistakes[0].message
    )


def test_what_is_no_file(tmp_path: Path) -> None:
    assert "no such file" in check(tmp_path / "nothing.py").mistakes[0].message
    (tmp_path / "bytes.py").write_bytes(b"\xff\xfe")
    assert "not UTF-8" in check(tmp_path / "bytes.py").mistakes[0].message


@pytest.mark.parametrize("id_", rulesets.IDS)
def test_the_rule_sets_of_the_list_have_none(id_: str) -> None:
    """Their hands and deals are run by tests of their own."""
    folder = Path(rulesets.__file__).parent / rulesets.module_of(id_)
    loaded = load(folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py"))
    assert not isinstance(loaded, list), loaded
    assert check_types(loaded)[1] == []
