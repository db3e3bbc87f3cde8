"""What benches measured: its file, its table, and what stays of older runs."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from bench.__main__ import notes, table
from bench.benches import Measured, machine, processor, versions, with_run
from paiyan.models.pages.speed import (
    SECTIONS,
    Bench,
    Line,
    Run,
    Unit,
    from_json,
    in_short,
    of_bench,
    of_other_processors,
    of_runs,
    to_json,
)

PREDICT = Line("a photo", 20.0, Unit.MS, "ONNX Runtime", "predict", 30.0, "+5.0 points")
INT8 = Line("a photo", 10.0, Unit.MS, "int8", "predict", 30.0)
RATE = Line("hands", 1234.0, Unit.RATE)


def run(day: str, processor: str = "x86_64 with AVX2", **lines: list[Line]) -> Run:
    return Run(day, processor, "2 cores, which do nothing else", {"Python": "3.11"}, lines)


OLD = Bench([run("2026-01-01", detect=[PREDICT, INT8], score=[RATE])], {"load": {"clients": 64}})


def test_what_is_written_is_read_again() -> None:
    assert from_json(json.loads(json.dumps(to_json(OLD)))) == OLD


def test_a_line_says_only_what_it_has() -> None:
    line = to_json(OLD)["runs"][0]["lines"]["score"][0]
    assert line == {"what": "hands", "value": 1234.0, "unit": "a second"}


@pytest.mark.parametrize("told", [{}, {"runs": [{"day": "x"}], "details": {}}, {"runs": 3, "details": {}}])
def test_a_file_of_another_form_is_refused(told: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError)):
        from_json(told)


def test_a_unit_that_is_unknown_is_refused() -> None:
    told = to_json(OLD)
    told["runs"][0]["lines"]["score"][0]["unit"] = "furlongs"
    with pytest.raises(ValueError, match="furlongs"):
        from_json(told)


@pytest.mark.parametrize(("unit", "ratio"), [
    (Unit.MS, 0.5), (Unit.MIB, 0.5), (Unit.CORE, 0.5), (Unit.RATE, 2.0),
])  # fmt: skip
def test_a_ratio_above_one_is_better_whatever_is_counted(unit: Unit, ratio: float) -> None:
    assert Line("x", 20.0, unit, "", "other", 10.0).ratio == ratio


def test_without_something_beside_it_a_line_has_no_ratio() -> None:
    assert RATE.ratio is None
    assert RATE.cells() == ("hands", "", "1,234 a second", "", "", "", "")
    assert Line("x", 0.0, Unit.MS, "", "other", 10.0).ratio is None


def test_a_new_line_takes_the_place_of_the_older() -> None:
    faster = Line("a photo", 5.0, Unit.MS, "int8", "predict", 30.0)
    told = with_run(OLD, run("2026-02-02"), {"detect": Measured([faster])})
    assert told.of("detect") == [(faster, "2026-02-02")]
    assert told.of("score") == [(RATE, "2026-01-01")], "a bench that did not run keeps its lines"
    assert told.details == OLD.details


@pytest.mark.parametrize(("left_out", "stay"), [("int8", [INT8]), ("predict", [PREDICT, INT8])])
def test_a_line_that_was_left_out_keeps_its_day(left_out: str, stay: list[Line]) -> None:
    """Also where the same was measured without what it is compared with: that would tell less."""
    alone = Line("a photo", 21.0, Unit.MS, "ONNX Runtime")
    told = with_run(OLD, run("2026-02-02"), {"detect": Measured([alone], {left_out: "it is not installed"})})
    older = [line for line, day in told.of("detect") if day == "2026-01-01"]
    assert older == stay
    assert ((alone, "2026-02-02") in told.of("detect")) is (PREDICT not in stay)


def test_lines_of_another_form_of_the_program_stay() -> None:
    plain, compiled = (
        Line("hands", 9.0, Unit.RATE, f"7 wild tiles, {form}") for form in ("plain", "compiled")
    )
    told = with_run(Bench(), run("2026-01-01"), {"score": Measured([plain], {"compiled": "it is not"})})
    told = with_run(told, run("2026-02-02"), {"score": Measured([compiled], {"plain": "it is compiled"})})
    assert told.of("score") == [(compiled, "2026-02-02"), (plain, "2026-01-01")]


def test_figures_of_one_kind_of_processor_never_take_the_place_of_anothers() -> None:
    wide = "x86_64 with AVX-512"
    faster = replace(PREDICT, value=10.0)
    told = with_run(OLD, run("2026-02-02", wide), {"detect": Measured([faster])})
    assert told.processors == [wide, "x86_64 with AVX2"]
    assert told.of("detect") == [(faster, "2026-02-02")]
    assert told.of("detect", "x86_64 with AVX2") == OLD.of("detect")
    assert told.of("score") == [], "what was not measured there is not told of it"
    again = with_run(told, run("2026-03-03"), {"detect": Measured([INT8])})
    assert again.processors == ["x86_64 with AVX2", wide]
    assert again.of("detect", wide) == [(faster, "2026-02-02")]


def test_a_run_of_which_nothing_is_left_goes() -> None:
    told = with_run(OLD, run("2026-02-02"), {"detect": Measured([INT8]), "score": Measured([RATE])})
    assert [one.day for one in told.runs] == ["2026-02-02"]


def test_details_of_a_new_run_take_the_place_of_the_older() -> None:
    told = with_run(OLD, run("2026-02-02"), {"load": Measured(details={"load": {"clients": 8}})})
    assert told.details == {"load": {"clients": 8}}
    assert len(told.runs) == 1, "a run without lines is none"


def test_the_table_shows_every_line_under_its_title() -> None:
    page = StringIO()
    Console(file=page, width=160).print(table(OLD))
    text = page.getvalue()
    for words in (SECTIONS["detect"], SECTIONS["score"], "ONNX Runtime", "20.0 ms", "1.50", "+5.0 points"):
        assert words in text
    assert SECTIONS["photo"] not in text, "of which there is no line"


def test_a_narrow_terminal_loses_no_figure() -> None:
    page = StringIO()
    Console(file=page, width=80).print(table(OLD))
    assert "20.0 ms" in page.getvalue()
    assert "1,234 a second" in page.getvalue()


def test_what_is_left_out_and_what_is_wrong_is_said() -> None:
    told = {"score": Measured(left_out={"mahjong": "it is not installed"}, wrong=["memory grows"])}
    assert list(notes(told)) == ["score: left out mahjong: it is not installed", "score: memory grows"]


def test_the_page_has_the_lines_and_where_they_were_measured() -> None:
    rows = of_bench(to_json(OLD), "detect")
    assert rows[2] == (
        "| a photo | ONNX Runtime | 20.0 ms | predict | 30.0 ms | 1.50 | +5.0 points | 2026-01-01 |"
    )
    assert of_runs(to_json(OLD))[2:] == [
        "| 2026-01-01 | detect, score | x86_64 with AVX2 | 2 cores, which do nothing else | Python 3.11 |"
    ]


def test_headlines_stand_in_the_order_of_the_benches() -> None:
    short = Line("hands", 50.0, Unit.RATE, "", "mahjong", 25.0, headline=True)
    told = Bench([run("2026-01-01", score=[RATE, short], detect=[PREDICT, replace(INT8, headline=True)])])
    rows = in_short(to_json(told))
    assert [row.split(" | ")[0] for row in rows[2:]] == ["| a photo", "| hands"]
    assert rows[3] == "| hands |  | 50.0 a second | mahjong | 25.0 a second | 2.00 |  |"


def test_other_processors_have_their_ratios_and_their_tables() -> None:
    short = replace(PREDICT, headline=True)
    told = with_run(OLD, run("2026-02-02", "aarch64"), {"detect": Measured([replace(short, value=10.0)])})
    head, _, row = in_short(to_json(told))
    assert head.endswith("| accuracy | ratio: x86_64 with AVX2 |")
    assert row.endswith("| 3.00 | +5.0 points | 1.50 |")
    others = of_other_processors(to_json(told))
    assert others[0] == "### x86_64 with AVX2"
    assert len(others) == 2 + 2 + 3, "its title, the head of the table, three lines"
    assert of_other_processors(to_json(OLD)) == []


def test_the_machine_is_told_without_its_name() -> None:
    told = machine("which does nothing else")
    assert told.endswith(", which does nothing else")
    assert "cores, " in told
    assert processor()
    assert processor() not in told
    assert "load " in machine()
    assert versions().keys() >= {"Python", "onnxruntime"}
