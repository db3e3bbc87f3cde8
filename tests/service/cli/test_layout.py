"""Lines and tables on a terminal, held against rich, which lays the same out."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich import box as boxes
from rich.console import Console, Group
from rich.table import Table as RichTable
from rich.text import Text

from paiyan.service.cli.views.layout import Line, Table, Voice, drawn, headed, labelled, narrowed, write

# Where a space follows a wide character, rich may cut off that character.
TEXTS = (st.text("ab1,— \n", max_size=40) | st.text("b一张🀇1,（\n", max_size=40)).map(str.strip)
WIDTHS = st.integers(24, 60)
NO_BOX: boxes.Box | None = None


def plain(text: str, style: str) -> str:
    return text


def by_rich(width: int, *parts: Text | RichTable) -> list[str]:
    """The lines as rich lays them out, without the spaces to their right."""
    stream = io.StringIO()
    console = Console(file=stream, width=width, highlight=False, emoji=False, markup=False)
    console.print(Group(*parts), crop=False)
    return [line.rstrip() for line in stream.getvalue().split("\n")[:-1]]


EN = Voice("en")


def ours(width: int, *parts: Line | Table) -> list[str]:
    return [line.rstrip() for line in drawn([*parts], width, plain)]


@settings(max_examples=40)
@given(TEXTS, WIDTHS)
def test_a_line_is_broken_where_rich_breaks_it(text: str, width: int) -> None:
    assert ours(width, EN.note("note", text)) == by_rich(width, Text(f"note: {text}"))
    assert ours(width, Line(text, wraps=False)) == by_rich(width, Text(text, no_wrap=True, overflow="ignore"))


@settings(max_examples=40)
@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=4), WIDTHS, st.booleans(), st.booleans())
def test_a_table_with_headings_is_laid_out_as_by_rich(
    rows: list[tuple[str, str, str]], width: int, right: bool, wraps: bool
) -> None:
    table = headed("a", "名称", "what it is")
    table.columns[0].wraps, table.columns[1].right = wraps, right
    told = RichTable("a", "名称", "what it is", box=NO_BOX, pad_edge=False, padding=(0, 3, 0, 0))
    told.columns[0].no_wrap, told.columns[1].justify = not wraps, "right" if right else "left"
    for column in told.columns[0 if wraps else 1 :]:
        column.overflow = "fold"
    for row in rows:
        table.add_row(*row)
        told.add_row(*row)
    assert ours(width, table) == by_rich(width, told)


@settings(max_examples=40)
@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4), WIDTHS)
def test_labelled_rows_are_laid_out_as_by_rich(rows: list[tuple[str, str]], width: int) -> None:
    table, told = labelled(), RichTable.grid(padding=(0, 2))
    told.add_column(no_wrap=True)
    told.add_column(overflow="fold")
    for row in rows:
        table.add_row(*row)
        told.add_row(*row)
    assert ours(width, table) == by_rich(width, told)


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(1, 40), st.booleans()), min_size=1, max_size=6), st.integers(1, 80))
def test_narrowed_columns_fit_and_none_gives_way_that_need_not(
    columns: list[tuple[int, bool]], room: int
) -> None:
    widths, wraps = zip(*columns, strict=True)
    found = narrowed(widths, wraps, room)
    if sum(width for width, may in columns if not may) <= room:
        assert sum(found) == min(sum(widths), room)
        assert all(now == was for now, (was, may) in zip(found, columns, strict=True) if not may)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


VIEW = [Line("won", "bold"), EN.note("note", "one"), headed("a")]
COLOURED = "\x1b[1mwon\x1b[0m\n\x1b[33mnote: \x1b[0mone\n\x1b[36ma\x1b[0m\n"
WITHOUT = "won\nnote: one\na\n"


@pytest.mark.parametrize(
    ("stream", "told", "written"),
    [
        (Terminal, {}, COLOURED),
        (io.StringIO, {}, WITHOUT),
        (io.StringIO, {"FORCE_COLOR": "1"}, COLOURED),
        (Terminal, {"FORCE_COLOR": ""}, WITHOUT),
        (Terminal, {"TTY_COMPATIBLE": "0"}, WITHOUT),
        (io.StringIO, {"TTY_COMPATIBLE": "1"}, COLOURED),
        (Terminal, {"TERM": "dumb"}, WITHOUT),
        (Terminal, {"NO_COLOR": "1"}, "\x1b[1mwon\x1b[0m\nnote: one\na\n"),
    ],
)
def test_colours_are_written_where_a_terminal_takes_them(
    stream: type[io.StringIO], told: dict[str, str], written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TERM": "xterm", "COLUMNS": "80", **told}.items():
        monkeypatch.setenv(name, value)
    to = stream()
    write([*VIEW], to=to)
    assert to.getvalue() == written


def test_a_cell_may_have_its_own_style() -> None:
    rows = labelled()
    rows.add_row(Line("3", "red"), "wrong")
    rows.add_row("4", "dim", style="dim")
    assert list(drawn([rows], 80, lambda text, style: f"<{style}:{text}>")) == [
        "<red:3>  <:wrong>",
        "<dim:4>  <dim:dim>  ",
    ]


def test_brackets_are_text_and_no_markup() -> None:
    rows = labelled()
    rows.add_row("[red]name[/blue]", "[bold]")
    assert ours(80, rows) == ["[red]name[/blue]  [bold]"]


def test_a_wide_character_before_a_space_is_not_cut_off() -> None:
    table = headed("", "")
    table.add_row("中国 麻将", "b")
    assert ours(8, table) == ["", "中国   b", "麻将"]


def test_wide_as_told_or_as_none_of_the_streams_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "10")
    to = io.StringIO()
    write([Line("one two three")], to=to)
    assert to.getvalue() == "one two \nthree\n"


def test_columns_that_are_no_number_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "²")
    to = io.StringIO()
    write([Line("one")], to=to)
    assert to.getvalue() == "one\n"
