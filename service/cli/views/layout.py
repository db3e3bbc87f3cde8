"""Lines, tables and headings, laid out for the width of a terminal and written to it in its colours.

The layout is that of rich, whose import and work would take a quarter of a command's time; rich measures and
cuts the text here too, and tests compare each layout with its own.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TextIO, cast

import click
from rich.cells import cell_len, chop_cells, set_cell_size

from paiyan.scorer.messages.languages import Renderer, Text, Words
from paiyan.scorer.report.values import Won

Paint = Callable[[str, str], str]
"""What writes a text in a style, like "bold" or "bold green"; in none where that is empty."""

_WORD = re.compile(r"\s*\S+\s*")
_UNSEEN = dict.fromkeys(map(ord, "\a\b\v\f\r"))  # what would move the cursor about


class Line:
    """A text in a style, behind a label in its own; broken into as many lines as it needs."""

    def __init__(
        self, text: str = "", style: str = "", *, label: str = "", label_style: str = "", wraps: bool = True
    ) -> None:
        self.text = label + text
        self.style = style
        self.label = len(label)
        self.label_style = label_style
        self.wraps = wraps

    def drawn(self, width: int, paint: Paint) -> Iterator[str]:
        """Yield the lines, without trailing spaces for which there is no room."""
        if not self.wraps:
            yield from (paint(text, self.style) for text in _seen(self.text).split("\n"))
            return
        label = self.label
        for text in _wrapped(self.text, width):
            yield paint(text[:label], self.label_style) + paint(text[label:], self.style)
            label = max(0, label - len(text))


@dataclass
class Column:
    """The layout of a column: `right` aligns its cells to the right; a cell too wide `wraps`, within long
    words too, since Chinese and Japanese have no spaces, or ends in ``…``."""

    heading: str = ""
    style: str = ""
    wraps: bool = True
    right: bool = False


class Table:
    """Rows of cells without lines between them, `gap` cells apart; with headings where they have a style."""

    def __init__(self, *columns: Column, gap: int, heading_style: str = "") -> None:
        self.columns = list(columns)
        self.gap = gap
        self.heading_style = heading_style
        self.rows: list[list[Line]] = []

    def add_row(self, *cells: str | Line, style: str = "") -> None:
        """One more row; a style of it, or of a cell, goes before that of the column."""
        self.rows.append([one if isinstance(one, Line) else Line(one, style) for one in cells])

    def drawn(self, width: int, paint: Paint) -> Iterator[str]:
        """Yield the lines, for a terminal of `width` cells; headings only if they have a style."""
        widths = self._widths(width)
        if self.heading_style:
            headings = [Line(column.heading, self.heading_style) for column in self.columns]
            yield from self._row(headings, widths, paint, low=True)
        for row in self.rows:
            yield from self._row(row, widths, paint)

    def _widths(self, room: int) -> list[int]:
        """Return the width of each column, with the gap after it."""
        wanted: list[int] = []
        for at, column in enumerate(self.columns):
            texts = [column.heading] * bool(self.heading_style) + [row[at].text for row in self.rows]
            longest = max((cell_len(line) for text in texts for line in _seen(text).splitlines()), default=0)
            wanted.append(min(longest + self._gap(at), room) or 1)
        return narrowed(wanted, [column.wraps for column in self.columns], room)

    def _gap(self, index: int) -> int:
        return self.gap if index < len(self.columns) - 1 else 0

    def _row(
        self, row: Sequence[Line], widths: Sequence[int], paint: Paint, *, low: bool = False
    ) -> Iterator[str]:
        """Yield the lines of a row; its cells are aligned at the top, or at the bottom if `low`."""
        columns: list[list[str]] = []
        for at, (cell, column, width) in enumerate(zip(row, self.columns, widths, strict=True)):
            room = width - self._gap(at)
            style = cell.style or column.style
            lines = [""] if room < 1 else _wrapped(cell.text, room, wraps=column.wraps)
            columns.append([_padded(text, room, width, column, paint, style) for text in lines])
        if low:
            height = max(map(len, columns))
            columns = [[""] * (height - len(lines)) + lines for lines in columns]
        for lines in zip_longest(*columns, fillvalue=""):
            yield "".join(line or " " * width for line, width in zip(lines, widths, strict=True))


def _padded(text: str, room: int, width: int, column: Column, paint: Paint, style: str) -> str:
    """Pad a line of a cell to the width of its column."""
    if column.right:
        text = text.rstrip()
        text = " " * (room - cell_len(text)) + text
    return paint(text, style) + " " * (width - cell_len(text))


View = list[Line | Table]
"""What is shown, from top to bottom."""


def drawn(view: View, width: int, paint: Paint) -> Iterator[str]:
    """Yield the lines of all parts, for a terminal of `width` cells."""
    for part in view:
        yield from part.drawn(width, paint)


def narrowed(widths: Sequence[int], may_wrap: Sequence[bool], room: int) -> list[int]:
    """Widths of columns that fit together: the widest of those that wrap give way first, then all alike."""
    found = list(widths)
    while (over := sum(found) - room) > 0:
        wrapping = [width for width, wraps in zip(found, may_wrap, strict=True) if wraps and width]
        if not wrapping:
            _cut(found, [at for at, width in enumerate(found) if width], over, most=over)
            break
        widest = max(wrapping)
        next_ = max((width for width in wrapping if width < widest), default=0)
        these = [at for at, wraps in enumerate(may_wrap) if wraps and found[at] == widest]
        _cut(found, these, over, most=widest - next_)
    return found


def _cut(widths: list[int], these: Sequence[int], over: int, *, most: int) -> None:
    """Take `over` cells off these columns, from each its share and at most `most`."""
    for left, at in zip(range(len(these), 0, -1), these, strict=True):
        share = min(most, widths[at], round(over / left))
        widths[at] -= share
        over -= share


def _seen(text: str) -> str:
    return text.translate(_UNSEEN).expandtabs()


def _wrapped(text: str, width: int, *, wraps: bool = True) -> list[str]:
    """The lines of a text, none wider than that."""
    lines = _seen(text).split("\n")
    if wraps:
        lines = [part for line in lines for part in _broken(line, width)]
    return [_truncated(line, width, "" if wraps else "…") for line in lines]


def _truncated(line: str, width: int, end: str) -> str:
    """Cut a line to what fits; a sign at its end says that more than spaces is left out."""
    if cell_len(line) <= width:
        return line
    fits = cell_len(line.rstrip()) <= width
    return line.rstrip() if fits else set_cell_size(line, width - len(end)) + end


def _broken(line: str, width: int) -> Iterator[str]:
    """A line broken between words, and within any that is wider than that."""
    begun = ""
    for word in _WORD.findall(line) or [line]:
        wide = cell_len(word.rstrip())
        if cell_len(begun) + wide <= width:
            begun += word
            continue
        if begun:
            yield begun
        if wide > width:
            *full, word = chop_cells(word, width)
            yield from full
        begun = word
    yield begun


_CODES = {"bold": 1, "dim": 2, "red": 31, "green": 32, "yellow": 33, "cyan": 36}
_WIDTH = 80  # where there is no terminal


def write(view: View, *, to: TextIO | None = None) -> None:
    """Write a view, by default to standard output; the environment may force or forbid colours."""
    stream = to or sys.stdout
    codes = _codes(stream)

    def paint(text: str, style: str) -> str:
        numbers = ";".join(str(codes[word]) for word in style.split() if word in codes)
        return f"\x1b[{numbers}m{text}\x1b[0m" if numbers and text else text

    lines = drawn(view, _width(), paint)
    click.echo("".join(f"{line}\n" for line in lines), file=stream, nl=False, color=bool(codes))


def _codes(stream: TextIO) -> dict[str, int]:
    """The styles that are to be seen, as those variables say that are common to programs of a terminal."""
    variable = os.environ.get
    forced = {"0": False, "1": True}.get(variable("TTY_COMPATIBLE", ""))
    if forced is None and "FORCE_COLOR" in os.environ:
        forced = bool(variable("FORCE_COLOR"))
    if not (stream.isatty() if forced is None else forced) or variable("TERM", "").lower() in (
        "dumb",
        "unknown",
    ):
        return {}
    return {style: code for style, code in _CODES.items() if code < 30 or not variable("NO_COLOR")}


def _width() -> int:
    """The cells of a line: as told, or of the terminal that any of the standard streams is."""
    if (columns := os.environ.get("COLUMNS", "")).isdecimal() and int(columns):
        return int(columns)
    for stream in range(3):
        with suppress(OSError):
            return os.get_terminal_size(stream).columns or _WIDTH
    return _WIDTH


_WORDS = {
    "hands": Words("例手", "hands", "手の例"),
    "no_mistake": Words("没有发现问题", "no mistake found", "問題は見つかりません"),
    "deals": Words("例局", "deals", "局の例"),
    "sentences": Words("原文各句", "sentences kept", "原文の文"),
    "note": Words("另记", "note", "備考"),
    "seed": Words("文献", "seed", "文献"),
    "public": Words("公开规则", "public", "公開規則"),
    "house default": Words("自定", "house default", "独自"),
    "hand": Words("手牌", "hand", "手牌"),
    "winning": Words("和牌张", "winning tile", "和了牌"),
    "meld": Words("副露", "meld", "副露"),
    "flower": Words("花牌", "flowers", "花牌"),
    "discard": Words("牌河", "discards", "河"),
    "indicator": Words("指示牌", "indicator", "表示牌"),
    "wall": Words("牌墙", "wall", "牌山"),
    "other": Words("其他", "other tiles", "その他"),
    "tiles": Words("牌", "tiles", "牌"),
    "arrangement": Words("牌型", "arrangement", "構成"),
    "fan": Words("番种", "fan", "役"),
    "value": Words("番值", "value", "値"),
    "blocks": Words("组成", "made of", "内訳"),
    "total": Words("合计", "total", "合計"),
    "not_counted": Words("不计", "not counted", "数えない"),
    "payments": Words("收付", "payments", "収支"),
    "seat": Words("座位", "seat", "席"),
    "points": Words("点数", "points", "点数"),
    "why": Words("缘由", "why", "理由"),
    "no_win": Words("未和", "no win", "和了ではない"),
    "below": Words("未达起和", "below the minimum", "最低点に満たない"),
    "waits": Words("听牌", "waits for", "待ち"),
    "none": Words("不听牌", "waits for nothing", "不聴"),
    "left": Words("余张", "left", "残り"),
    "discard_win": Words("点和", "on a discard", "ロン"),
    "self_draw": Words("自摸", "self-drawn", "ツモ"),
    "shanten": Words("向听数", "distance (shanten)", "向聴数"),
    "doubt": Words("存疑", "in doubt", "不確か"),
    "or": Words("或", "or", "または"),
    "likelier": Words("更可能", "likelier", "より確からしい"),
    "question": Words("请回答", "please say", "お答えください"),
    "warning": Words("注意", "note", "注意"),
    "rules": Words("规则", "rules", "ルール"),
    "name": Words("名称", "name", "名称"),
    "id": Words("编号", "id", "ID"),
    "where": Words("出处", "source", "出典"),
    "options": Words("选项", "option", "選択"),
    "table": Words("牌桌", "table", "卓"),
    "wild_as": Words("百搭当作", "wild tiles stand for", "ワイルド牌の見立て"),
    "refused": Words("不适用", "refused", "不可"),
    "drawn": Words("流局，无人和牌", "a draw: nobody won", "流局"),
    "next_dealer": Words("下一盘庄家", "deals next", "次の親"),
    "tell": Words("怎么说明", "how to tell", "書き方"),
    "missed": Words("差一点", "nearly there", "惜しい役"),
    "differs": Words("不同", "differs", "相違"),
    "was": Words("原为", "was", "元"),
    "is": Words("现为", "is", "今"),
    "unshown": Words("没有例手显示", "no example shows", "例が示していない"),
    "choice": Words("打出", "throw", "打牌"),
    "chance": Words("和牌机会", "chance to win", "和了率"),
    "aim": Words("目标", "aims at", "狙い"),
    "helpful": Words("进张", "helpful tiles", "有効牌"),
    "keeps": Words("不吃不碰", "as it is", "鳴かない場合"),
    "no_claim": Words("没有值得吃碰的牌", "no claim is worth more", "鳴く価値のある牌はありません"),
    "wins": Words("现在和牌可得", "a win now pays", "今和了すれば"),
    "explained": Words("说明", "explained", "説明"),
    "moving": Words("画面在动", "moving", "動いています"),
    "joining": Words("识别中", "reading", "読み取り中"),
    "steady": Words("已认准", "steady", "読み取れました"),
    "frozen": Words("已定格", "frozen", "静止中"),
    "file": Words("文件", "file", "ファイル"),
    "tables": Words("牌桌", "tables", "卓"),
    "events": Words("记录", "events", "記録"),
    "deleted": Words("已删除的牌桌", "deleted", "削除した卓"),
    "profile": Words("牌面档案", "profile", "プロファイル"),
    "photos": Words("照片", "photos", "写真"),
}
_SEATS = {
    "E": Words("东", "east", "東"),
    "S": Words("南", "south", "南"),
    "W": Words("西", "west", "西"),
    "N": Words("北", "north", "北"),
}


class Voice(Renderer):
    """Render sentences, headings and amounts for a terminal in one language."""

    def all(self, texts: Iterable[Text]) -> list[str]:
        return [self(text) for text in texts]

    def word(self, key: str) -> str:
        """Return a heading of `_WORDS`. Raises `KeyError`."""
        return self(_WORDS[key])

    def seat(self, seat: str) -> str:
        """Return a seat as its letter and its word: ``E east``."""
        return f"{seat} {self(_SEATS[seat])}"

    def unit(self, name: str) -> str:
        """Return what a rule set counts in."""
        from paiyan.scorer.report.build import unit_name  # only here: a list of rule sets settles nothing

        return self(unit_name(name))

    def worth(self, won: Won) -> str:
        """Return what a hand is worth: its fans, or its han and fu."""
        if not won.fu:
            return f"{won.total} {self.unit(won.unit)}"
        return f"{won.han} {self.unit('han')} {won.fu} {self.unit('fu')}"

    def note(self, key: str, text: Text) -> Line:
        """Return a line with a heading of `_WORDS` in yellow before the text."""
        return Line(self(text), label=f"{self.word(key)}: ", label_style="yellow")


def labelled_line(label: str, text: str) -> Line:
    """Return a text after a label in the colour of labels."""
    return Line(text, label=label, label_style="cyan")


def labelled() -> Table:
    """Rows of a label and what it says."""
    return Table(Column(style="cyan", wraps=False), Column(), gap=2)


def headed(*headings: str) -> Table:
    """Return an empty table with these headings."""
    return Table(*map(Column, headings), gap=3, heading_style="cyan")


def figures(answer: Mapping[str, object], say: Voice) -> View:
    """Lay out named figures, one a line, under their names in the language."""
    rows = labelled()
    for name, value in answer.items():
        rows.add_row(say.word(name) if name in _WORDS else name, str(value))
    return [rows]


def listed(answer: Mapping[str, Any], say: Voice) -> View:
    """Lay out named figures, one a line; nested ones in one line, long lists left to JSON."""
    del say
    rows = labelled()
    for name, value in answer.items():
        if name == "rows":
            continue
        inner = cast("Mapping[str, object]", value) if isinstance(value, Mapping) else None
        rows.add_row(name, "  ".join(f"{k} {v}" for k, v in inner.items()) if inner else f"{value}")
    return [rows]
