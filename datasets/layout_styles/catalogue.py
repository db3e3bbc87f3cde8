"""The catalogue of layout styles 摆法: one entry for each way of laying tiles that a player would recognise.

Every choice maps the possible values to how often each occurs, relative to the others of that entry; the
values are explained below the field. A new layout style is a new `LayoutStyle` in `CATALOGUE`, nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Choice = Mapping[Any, float]
Range = tuple[float, float]

WORDS: Mapping[str, tuple[str, ...]] = {
    "state": ("won", "waiting", "playing", "staged", "bare"),
    "chow_order": ("claimed first", "rising", "claimed in the middle", "any"),
    "added": ("beside", "stacked", "on top", "far end"),
    "hidden": ("outer", "inner", "three", "first", "all"),
    "melds_at": ("right", "left", "corner", "behind", "touching", "front", "joined", "split"),
    "flowers_at": ("with melds", "left", "right", "behind", "front", "in the row", "corner"),
    "shape": ("row", "groups", "two rows", "three rows", "loose", "apart"),
    "order": ("sorted", "sets", "unsorted"),
    "winning": (
        "none",
        "gap",
        "sideways",
        "tilted",
        "above",
        "on top",
        "below",
        "left",
        "far",
        "left sideways",
    ),
}
"""The values allowed for each field of `LayoutStyle`."""


@dataclass(frozen=True, kw_only=True)
class LayoutStyle:
    """One way of laying tiles. Lengths are in widths of a tile, angles in degrees."""

    name: str
    """A few words that a player understands."""
    chinese: str
    share: float
    """How often it is drawn, relative to the other layout styles."""

    blocks: Choice = field(default_factory=lambda: {4: 1})
    """Sets of a whole hand besides its pair: 4 for hands of 13 and 14 tiles, 5 for 16 and 17."""
    state: Choice = field(default_factory=lambda: {"won": 5, "waiting": 2, "playing": 3})
    """``won`` a winning hand; ``waiting`` one tile short of it; ``playing`` any tiles that a hand may hold;
    ``staged`` any number of tiles, chosen to be shown; ``bare`` melds without the concealed tiles."""
    melds: Choice = field(default_factory=lambda: {0: 4, 1: 3, 2: 2, 3: 1, 4: 0.3})
    kongs: float = 0.15
    """Share of melds that are kongs 杠."""
    sideways: float = 0.0
    """Share of tables where a claimed tile lies sideways and shows who discarded it."""
    chow_order: Choice = field(default_factory=lambda: {"claimed first": 1})
    """``claimed first``, ``rising``, ``claimed in the middle`` or ``any``."""
    added: Choice = field(default_factory=lambda: {"beside": 1})
    """Where the tile lies that made a pung a kong 加杠: ``stacked`` beyond the sideways one, ``beside`` the
    others, ``on top``, or at the ``far end`` of the row."""
    hidden: Choice = field(
        default_factory=lambda: {"outer": 3, "inner": 1, "all": 1, "three": 0.7, "first": 0.7}
    )
    """Which tiles of a concealed kong 暗杠 lie face down: `DOWN` in `datasets/synth/scenes/arranging.py`."""
    melds_at: Choice = field(default_factory=lambda: {"right": 3, "left": 1})
    """``right`` or ``left`` of the hand, ``corner`` the right corner, each beyond the one before, ``behind``
    the hand with a space, ``touching`` in one row behind it that touches it, in ``front`` of it; ``joined``:
    some in the hand's own row, touching it, the others in a row behind; ``split``: one in front of the hand,
    the others behind or next to it."""
    meld_gap: Range = (0.2, 0.7)
    """Space between two melds; below 0.05 they touch."""
    stray_gaps: float = 0.0
    """Share of rows of melds whose gaps do not fall between melds."""
    flowers: Choice = field(default_factory=lambda: {0: 1})
    flowers_at: Choice = field(default_factory=lambda: {"with melds": 1})
    """``with melds``: in their row, before or between them; ``left``, ``right``, ``behind``, ``front`` of the
    hand; ``in the row``: at an end of the hand, or amid it, touching it; ``corner`` of the table."""

    shape: Choice = field(default_factory=lambda: {"row": 1})
    """The concealed tiles lie in one ``row``, in ``groups`` with gaps, in ``two rows`` or ``three rows``, in
    a ``loose`` row with gaps of any width, or ``apart``: in two groups, the second farther away and a little
    askew."""
    order: Choice = field(default_factory=lambda: {"sorted": 8, "sets": 1, "unsorted": 1})
    winning: Choice = field(default_factory=lambda: {"none": 1})
    """Where the winning tile lies: in the row (``none``), after a ``gap``, ``sideways`` at the end and
    touching it, ``tilted`` at the end, ``above`` the row, ``on top`` of it, ``below`` it, before its ``left``
    end, ``left sideways`` at that end and touching it, ``far`` away."""
    lean: Choice = field(default_factory=lambda: {90: 1})
    """How far a hand leans back: 90 lies flat, 0 stands upright."""
    rail: float = 0.0
    """Share of tables with a rack or a rail before the hand, which hides its lower edge."""
    untidy: Range = (0.005, 0.05)
    upside_down: float = 0.02
    """Share of tiles that lie upside down."""

    around: Mapping[str, float] = field(default_factory=dict[str, float])
    """What else may lie on the table, each with its probability: see `clutter.THINGS`."""

    pitch: Range = (0.0, 55.0)
    """Angle of the camera from straight above, in degrees."""
    fill: Range = (0.55, 1.0)
    """Share of the picture that the hand takes."""
    whole_table: float = 0.1
    """Share of pictures of everything that lies there, not of the hand."""
    roll: float = 9.0
    """Degrees by which other pictures are turned, as a standard deviation."""
    any_way_up: float = 0.1
    """Share of pictures turned by any angle."""
    askew: float = 0.12
    """Share of pictures turned by any angle up to half a quarter turn, so that the player's side remains the
    lowest one."""
    other_side: float = 0.02
    """Share of pictures taken from another player's place and turned to this one's, as in somebody else's
    picture of the hand."""
    squashed: float = 0.15
    """Share of pictures whose sides were stretched."""
    letterboxed: float = 0.12
    """Share of pictures with bars above and below, as frames of a video have."""

    def __post_init__(self) -> None:
        for field_, words in WORDS.items():
            unknown = set(getattr(self, field_)) - set(words)
            if unknown:
                raise ValueError(f"{self.name}: {field_} knows no {sorted(unknown)}, only {', '.join(words)}")


_STREAM = {"wall ahead": 0.6, "others' tiles": 0.5, "discards": 0.15, "clutter": 0.4, "writing": 0.2}
_PARLOUR = {"dora wall": 0.5, "discards in sixes": 0.7, "others' discards": 0.5, "wall ahead": 0.25,
            "others' hands": 0.3, "others' melds": 0.2, "face-down heap": 0.1, "clutter": 0.3}  # fmt: skip
_JAPANESE = {"sorted": 9, "sets": 1, "unsorted": 1.5}

CATALOGUE: tuple[LayoutStyle, ...] = (
    LayoutStyle(
        name="Japanese parlour, hand laid open", chinese="日麻·和牌亮牌", share=12,
        state={"won": 8, "waiting": 3, "playing": 2}, melds={0: 5, 1: 3, 2: 2, 3: 1, 4: 0.4}, kongs=0.2,
        sideways=0.97, chow_order={"claimed first": 8, "any": 1}, added={"stacked": 5, "beside": 1},
        hidden={"outer": 9, "inner": 1}, melds_at={"right": 5, "corner": 2, "left": 0.3},
        meld_gap=(0.0, 0.6), order=_JAPANESE,
        winning={"gap": 3, "sideways": 3, "tilted": 2, "above": 2, "far": 1, "none": 3, "on top": 0.5},
        lean={90: 1}, around=_PARLOUR, pitch=(0, 60), askew=0.4, any_way_up=0.15,
    ),
    LayoutStyle(
        name="Japanese parlour, melds stacked in the right corner", chinese="日麻·副露靠右角", share=5,
        state={"won": 4, "waiting": 4, "playing": 3}, melds={1: 3, 2: 3, 3: 2, 4: 2}, kongs=0.4,
        sideways=0.97, added={"stacked": 5, "beside": 1}, hidden={"outer": 9, "inner": 1},
        melds_at={"corner": 1}, meld_gap=(0.0, 0.35), order=_JAPANESE,
        winning={"none": 3, "gap": 2, "sideways": 1, "tilted": 1, "above": 1, "far": 1},
        around=_PARLOUR, pitch=(0, 60), askew=0.3, whole_table=0.35,
    ),
    LayoutStyle(
        name="Japanese parlour, hand standing as seen by its player", chinese="日麻·立牌", share=3,
        state={"playing": 5, "waiting": 3, "won": 2}, melds={0: 6, 1: 2, 2: 1}, sideways=0.97,
        added={"stacked": 1}, hidden={"outer": 1}, melds_at={"corner": 2, "right": 2},
        order={"sorted": 7, "unsorted": 3}, winning={"none": 4, "gap": 4, "sideways": 1, "on top": 1},
        lean={0: 1, 8: 2, 20: 1}, around=_PARLOUR, pitch=(48, 78), whole_table=0.4,
    ),
    LayoutStyle(
        name="won hand spread in groups with gaps", chinese="和牌分组摊开", share=8,
        blocks={4: 8, 5: 2}, state={"won": 9, "waiting": 1}, melds={0: 5, 1: 3, 2: 1}, kongs=0.3,
        sideways=0.95, added={"stacked": 2, "beside": 1},
        hidden={"outer": 4, "inner": 1, "all": 1, "three": 0.5, "first": 0.5},
        melds_at={"right": 4, "corner": 1, "left": 1, "behind": 0.5}, flowers={0: 6, 1: 1, 2: 1},
        flowers_at={"left": 1, "behind": 1, "right": 1}, shape={"groups": 1}, order={"sets": 1},
        winning={"none": 4, "gap": 3, "above": 2, "sideways": 1, "far": 0.6, "below": 0.3},
        around=_PARLOUR, pitch=(0, 60), askew=0.25,
    ),
    LayoutStyle(
        name="Hong Kong table, one row of flowers and melds touching the hand",
        chinese="港式·花和副露紧贴手牌后一排", share=13, state={"won": 3, "waiting": 3, "playing": 5},
        melds={0: 2.5, 1: 4, 2: 4, 3: 3, 4: 1},
        kongs=0.25, chow_order={"any": 3, "rising": 2, "claimed first": 1},
        added={"beside": 3, "far end": 1, "on top": 0.5},
        hidden={"all": 3, "outer": 2, "inner": 1, "three": 1},
        melds_at={"touching": 1}, meld_gap=(0.0, 0.3), stray_gaps=0.35,
        flowers={0: 2, 1: 4, 2: 4, 3: 2, 4: 1},
        flowers_at={"with melds": 8, "left": 0.5, "behind": 2.5},
        order={"sorted": 7, "sets": 1, "unsorted": 2},
        winning={"none": 5, "gap": 2, "sideways": 2, "tilted": 1.5, "on top": 0.3},
        lean={90: 4, 60: 1, 30: 1, 10: 2}, rail=0.4, upside_down=0.15, around=_STREAM,
        pitch=(20, 72), fill=(0.5, 1.0), whole_table=0.05, letterboxed=0.4,
    ),
    LayoutStyle(
        name="Taiwan table, sixteen tiles, melds and flowers behind", chinese="台湾十六张·副露花牌在后",
        share=9,
        blocks={5: 1}, state={"won": 3, "waiting": 3, "playing": 5},
        melds={0: 2, 1: 4, 2: 4, 3: 3, 4: 1, 5: 0.4},
        kongs=0.2, chow_order={"claimed in the middle": 4, "any": 2, "rising": 2},
        added={"beside": 3, "on top": 1, "far end": 0.5}, hidden={"all": 5, "outer": 1, "three": 1},
        melds_at={"touching": 3, "behind": 3, "right": 1, "left": 1}, meld_gap=(0.0, 0.4), stray_gaps=0.2,
        flowers={0: 2, 1: 4, 2: 3, 3: 2, 4: 1, 6: 0.3, 8: 0.2},
        flowers_at={"with melds": 5, "behind": 3, "right": 1, "left": 1},
        winning={"none": 5, "gap": 3, "sideways": 1, "tilted": 1, "above": 0.5},
        lean={90: 4, 10: 2, 30: 1}, rail=0.25, upside_down=0.1, around=_STREAM, pitch=(10, 72),
        letterboxed=0.4,
    ),
    LayoutStyle(
        name="home table, melds and flowers in a row of their own", chinese="家常牌桌·副露花牌另排", share=13,
        blocks={4: 7, 5: 3}, melds={0: 2, 1: 3, 2: 3, 3: 2, 4: 1.5}, kongs=0.2, sideways=0.1,
        chow_order={"rising": 3, "any": 2, "claimed first": 1},
        hidden={"outer": 3, "all": 3, "inner": 1, "first": 0.5},
        melds_at={"behind": 4, "front": 1, "right": 3, "left": 3}, stray_gaps=0.1,
        flowers={0: 3, 1: 3, 2: 3, 3: 2, 4: 1, 5: 0.4, 8: 0.3},
        flowers_at={"with melds": 3, "behind": 3, "left": 2, "right": 2, "front": 1, "corner": 0.7},
        winning={"none": 4, "gap": 3, "sideways": 1, "above": 1, "below": 0.5, "tilted": 1, "left": 0.7},
        lean={90: 6, 10: 1}, rail=0.15, upside_down=0.08,
        around={"wall ahead": 0.3, "discards": 0.4, "heap": 0.2, "others' tiles": 0.3, "clutter": 0.3},
        pitch=(0, 65),
    ),
    LayoutStyle(
        name="mainland automatic table", chinese="自动麻将机", share=8,
        melds={0: 3, 1: 3, 2: 3, 3: 2, 4: 2}, kongs=0.35, sideways=0.15, chow_order={"rising": 1, "any": 1},
        added={"beside": 3, "on top": 2, "stacked": 0.5},
        hidden={"all": 3, "outer": 2, "three": 2, "first": 1},
        melds_at={"right": 4, "left": 4, "behind": 1, "front": 1, "corner": 1}, meld_gap=(0.0, 0.6),
        flowers={0: 6, 1: 1, 2: 1, 4: 0.5}, flowers_at={"right": 2, "left": 2, "corner": 1, "behind": 1},
        winning={"none": 4, "gap": 3, "tilted": 2, "above": 1, "far": 0.5, "on top": 1},
        lean={90: 4, 5: 2, 15: 1}, rail=0.2,
        around={"wall ahead": 0.7, "discards": 0.5, "heap": 0.4, "others' hands": 0.4, "others' melds": 0.3,
                "others' tiles": 0.4, "clutter": 0.4},
        pitch=(10, 72), whole_table=0.3,
    ),
    LayoutStyle(
        name="club play, everything in its place", chinese="国标竞技", share=4,
        melds={0: 4, 1: 3, 2: 2, 3: 1, 4: 0.3}, sideways=0.8, added={"beside": 2, "on top": 1, "stacked": 1},
        hidden={"outer": 2, "all": 3}, melds_at={"right": 2, "left": 5, "corner": 1},
        flowers={0: 3, 1: 2, 2: 2, 3: 1, 4: 1}, flowers_at={"corner": 2, "left": 1, "right": 2, "behind": 1},
        winning={"none": 2, "gap": 4, "sideways": 1, "above": 1},
        lean={90: 4, 5: 1}, untidy=(0.003, 0.02),
        around={"discards in sixes": 0.8, "others' discards": 0.5, "wall ahead": 0.5, "others' hands": 0.4,
                "others' melds": 0.3, "clutter": 0.2},
        pitch=(0, 65), whole_table=0.25,
    ),
    LayoutStyle(
        name="a lone row on a desk", chinese="桌上单独一排", share=9,
        blocks={4: 5, 5: 5}, state={"won": 6, "playing": 2, "waiting": 2, "staged": 3}, melds={0: 9, 1: 1},
        sideways=0.4, flowers={0: 5, 1: 1, 2: 1, 3: 1.5, 4: 0.5},
        flowers_at={"behind": 5, "left": 1, "right": 1, "in the row": 1.5, "front": 0.5},
        shape={"row": 8, "loose": 1.5}, order={"sets": 5, "sorted": 4, "unsorted": 2},
        winning={"none": 6, "gap": 1, "sideways": 0.7, "above": 0.4},
        untidy=(0.005, 0.07), upside_down=0.06,
        around={"clutter": 0.3, "others' tiles": 0.08, "heap": 0.08, "wall ahead": 0.12, "walls": 0.05},
        pitch=(0, 72), fill=(0.4, 1.0), any_way_up=0.12,
    ),
    LayoutStyle(
        name="one row along the rail, flowers at its end", chinese="靠边一排·花在头上", share=9,
        blocks={4: 6, 5: 4}, state={"won": 4, "playing": 4, "waiting": 3, "staged": 2},
        melds={0: 12, 1: 1, 2: 0.7, 3: 0.3}, melds_at={"left": 2, "right": 1},
        chow_order={"rising": 2, "any": 1},
        flowers={0: 3, 1: 4, 2: 4, 3: 3, 4: 1, 5: 0.5}, flowers_at={"in the row": 9, "left": 2, "right": 0.5},
        order={"sorted": 4, "sets": 5, "unsorted": 2}, winning={"none": 8, "gap": 1, "left": 0.3},
        rail=0.3, upside_down=0.05,
        around={"heap": 0.4, "wall ahead": 0.35, "walls": 0.1, "others' tiles": 0.3, "discards": 0.2,
                "clutter": 0.3, "writing": 0.15},
        pitch=(0, 60), fill=(0.4, 1.0), whole_table=0.15,
    ),
    LayoutStyle(
        name="picture of a magazine, backs strewn about it", chinese="杂志配图·散放牌背", share=3,
        blocks={4: 7, 5: 3}, state={"won": 8, "playing": 2}, melds={0: 7, 1: 1, 2: 1, 3: 1},
        chow_order={"rising": 1}, melds_at={"behind": 3, "right": 1}, meld_gap=(0.1, 0.8),
        flowers={0: 2, 1: 4, 2: 3, 3: 2, 8: 0.5}, flowers_at={"behind": 5, "left": 1, "in the row": 0.5},
        shape={"row": 6, "groups": 2, "two rows": 1}, order={"sets": 7, "sorted": 3},
        winning={"none": 5, "left": 2, "gap": 1, "above": 0.5},
        around={"strewn backs": 0.8, "clutter": 0.7, "wall ahead": 0.3, "walls": 0.2, "heap": 0.15},
        pitch=(0, 45), fill=(0.5, 1.0), letterboxed=0.4,
    ),
    LayoutStyle(
        name="some tiles shown, not a hand", chinese="摆拍若干张", share=5,
        state={"staged": 1}, melds={0: 1}, flowers={0: 7, 1: 1.5, 2: 1},
        flowers_at={"in the row": 4, "behind": 1},
        shape={"row": 4, "loose": 3, "two rows": 1}, order={"sorted": 6, "unsorted": 4},
        untidy=(0.005, 0.12), upside_down=0.15, around={"clutter": 0.3}, fill=(0.4, 1.0), any_way_up=0.15,
    ),
    LayoutStyle(
        name="a hand in two or three rows", chinese="手牌分行摆", share=7,
        blocks={4: 7, 5: 3}, state={"won": 8, "waiting": 1, "playing": 2, "staged": 2},
        melds={0: 5, 1: 2, 2: 1}, sideways=0.3, shape={"two rows": 6, "three rows": 2},
        order={"sets": 6, "sorted": 3},
        melds_at={"right": 1, "behind": 1}, kongs=0.25, flowers={0: 3, 1: 1, 2: 2},
        flowers_at={"behind": 1, "in the row": 3, "right": 1},
        winning={"none": 4, "gap": 1, "above": 0.3, "sideways": 0.5, "left": 0.6}, upside_down=0.05,
        around={"clutter": 0.3, "others' tiles": 0.1, "wall ahead": 0.15}, any_way_up=0.08,
    ),
    LayoutStyle(
        name="kongs in the rows of the hand", chinese="杠子与手牌同行", share=3,
        blocks={4: 7, 5: 3}, state={"won": 7, "waiting": 2, "playing": 1}, melds={1: 2, 2: 2, 3: 2, 4: 3},
        kongs=1.0, melds_at={"joined": 5, "touching": 1, "behind": 1}, meld_gap=(0.0, 0.1),
        order={"sets": 6, "sorted": 3}, shape={"row": 5, "groups": 1, "two rows": 1},
        winning={"none": 5, "gap": 1, "left": 1}, flowers={0: 5, 1: 1, 2: 1},
        flowers_at={"in the row": 2, "left": 1, "with melds": 1, "behind": 1},
        around={"clutter": 0.3, "wall ahead": 0.15}, any_way_up=0.08,
    ),
    LayoutStyle(
        name="rack or rail before the tiles", chinese="牌架牌尺挡住下缘", share=4,
        blocks={4: 6, 5: 4}, state={"playing": 5, "waiting": 3, "won": 3}, melds={0: 4, 1: 3, 2: 2},
        kongs=0.2, hidden={"all": 2, "outer": 2}, chow_order={"any": 1, "rising": 1},
        melds_at={"touching": 2, "behind": 3, "right": 1, "left": 1, "front": 2}, stray_gaps=0.15,
        flowers={0: 2, 1: 2, 2: 2, 3: 1}, flowers_at={"with melds": 3, "behind": 2, "front": 2},
        winning={"none": 6, "gap": 3, "on top": 0.6, "sideways": 0.6}, lean={5: 2, 15: 2, 30: 2, 60: 1},
        rail=0.9,
        upside_down=0.1, around=_STREAM, pitch=(35, 78), letterboxed=0.4,
    ),
    LayoutStyle(
        name="streamed table, hand standing, melds lying behind it", chinese="直播牌桌·立牌后放副露",
        share=11,
        blocks={4: 5, 5: 6}, state={"playing": 5, "waiting": 3, "won": 3},
        melds={0: 3, 1: 4, 2: 4, 3: 3, 4: 1}, kongs=0.2,
        chow_order={"any": 2, "rising": 2, "claimed in the middle": 1},
        added={"beside": 3, "far end": 0.5}, hidden={"all": 3, "outer": 1, "three": 1},
        melds_at={"behind": 5, "touching": 3}, meld_gap=(0.0, 0.3), stray_gaps=0.15,
        flowers={0: 4, 1: 3, 2: 2, 3: 1}, flowers_at={"with melds": 6, "behind": 2},
        winning={"none": 6, "gap": 3, "on top": 0.4, "sideways": 0.6}, lean={0: 2, 8: 4, 20: 3, 40: 1},
        rail=0.6, upside_down=0.12, around=_STREAM, pitch=(42, 72), fill=(0.6, 1.0), whole_table=0.0,
        letterboxed=0.6,
    ),
    LayoutStyle(
        name="hands at four sides of a table", chinese="四家牌面", share=16,
        melds={0: 4, 1: 3, 2: 2, 3: 1}, sideways=0.6, kongs=0.2, added={"beside": 1, "stacked": 2},
        hidden={"outer": 3, "all": 1}, melds_at={"right": 4, "behind": 2, "corner": 1, "left": 2},
        winning={"none": 4, "gap": 3, "above": 2, "sideways": 1, "tilted": 1}, flowers={0: 6, 1: 2, 2: 1},
        flowers_at={"left": 2, "behind": 2, "right": 1},
        around={"open hands": 1.0, "discards": 0.3, "discards in sixes": 0.3, "others' discards": 0.3},
        pitch=(0, 50), whole_table=0.9, any_way_up=0.0, askew=0.4, other_side=0.35, roll=10,
    ),
    LayoutStyle(
        name="whole table in play", chinese="整桌牌局", share=5,
        state={"playing": 6, "waiting": 3, "won": 3}, melds={0: 4, 1: 3, 2: 2, 3: 1, 4: 0.5}, kongs=0.25,
        sideways=0.75, added={"stacked": 2, "beside": 1}, hidden={"outer": 3, "all": 1},
        melds_at={"right": 3, "corner": 3, "left": 1}, winning={"none": 5, "gap": 3, "above": 1, "far": 1},
        flowers={0: 7, 1: 1, 2: 1}, flowers_at={"left": 1, "corner": 1, "right": 1}, lean={90: 5, 5: 2},
        around={"discards in sixes": 0.8, "others' discards": 0.9, "wall ahead": 0.5, "dora wall": 0.5,
                "others' hands": 0.9, "others' melds": 0.75, "walls": 0.5, "clutter": 0.3},
        pitch=(0, 65), whole_table=0.9, any_way_up=0.25, askew=0.2, other_side=0.12,
    ),
    LayoutStyle(
        name="melds in the near corner, one tile left", chinese="副露堆在近角·单骑", share=9,
        blocks={4: 8, 5: 2}, state={"waiting": 5, "won": 3, "playing": 2, "bare": 1.5},
        melds={2: 1, 3: 3, 4: 7, 5: 1}, kongs=0.25, sideways=0.8,
        chow_order={"claimed first": 3, "rising": 1},
        added={"stacked": 3, "beside": 1}, hidden={"outer": 5, "all": 1, "inner": 1},
        melds_at={"corner": 5, "right": 3, "left": 1, "behind": 1}, meld_gap=(0.0, 0.5),
        winning={"none": 3, "gap": 3, "sideways": 1, "above": 1, "far": 1}, lean={90: 4, 0: 1, 10: 1},
        around={"row at the corner": 0.5, "open hands": 0.35, "others' hands": 0.3, "others' melds": 0.5,
                "discards in sixes": 0.4, "others' discards": 0.4, "touching wall": 0.2, "wall ahead": 0.3},
        pitch=(0, 65), whole_table=0.5, any_way_up=0.4, askew=0.3,
    ),
    LayoutStyle(
        name="a meld lying in front of the hand", chinese="副露放在手牌前", share=6,
        blocks={4: 7, 5: 3}, melds={1: 5, 2: 3, 3: 2}, kongs=0.2, sideways=0.4,
        chow_order={"rising": 2, "claimed first": 2, "any": 1}, hidden={"outer": 3, "all": 2, "inner": 1},
        melds_at={"front": 4, "split": 3}, meld_gap=(0.0, 0.6),
        flowers={0: 6, 1: 1, 2: 1}, flowers_at={"front": 1, "with melds": 1, "right": 1},
        winning={"none": 5, "gap": 3, "above": 1, "below": 1}, lean={90: 4, 0: 2, 10: 2, 25: 1},
        around={"touching wall": 0.3, "wall ahead": 0.2, "discards": 0.3, "heap": 0.2, "others' tiles": 0.3,
                "clutter": 0.2},
        pitch=(5, 72), whole_table=0.15, any_way_up=0.3, askew=0.25,
    ),
    LayoutStyle(
        name="a wall touching the back of the hand", chinese="牌墙紧贴手牌", share=7,
        blocks={4: 7, 5: 3}, melds={0: 6, 1: 2, 2: 2, 3: 1}, kongs=0.25, sideways=0.4,
        hidden={"outer": 3, "all": 3, "inner": 1, "three": 1},
        melds_at={"right": 3, "left": 2, "corner": 1, "front": 1, "behind": 1},
        flowers={0: 5, 1: 1, 2: 1}, flowers_at={"right": 1, "left": 1, "front": 1},
        winning={"none": 6, "gap": 3, "sideways": 1, "left sideways": 1}, lean={90: 4, 0: 2, 10: 2, 25: 1},
        around={"touching wall": 1.0, "discards": 0.25, "discards in sixes": 0.25, "others' hands": 0.25,
                "others' tiles": 0.2, "clutter": 0.2},
        pitch=(5, 74), whole_table=0.3, any_way_up=0.3, askew=0.25,
    ),
    LayoutStyle(
        name="two hands meeting at a corner", chinese="两家手牌在角上相接", share=7,
        blocks={4: 7, 5: 3}, melds={0: 6, 1: 2, 2: 2, 3: 1, 4: 1}, kongs=0.2, sideways=0.5,
        melds_at={"right": 4, "left": 1, "corner": 2, "behind": 1}, shape={"row": 8, "apart": 1},
        flowers={0: 6, 1: 1}, flowers_at={"left": 1, "behind": 1},
        winning={"none": 5, "gap": 3, "above": 1, "sideways": 1, "left sideways": 1}, lean={90: 6, 5: 1},
        around={"row at the corner": 1.0, "discards": 0.3, "discards in sixes": 0.3, "touching wall": 0.15,
                "others' hands": 0.2},
        pitch=(0, 62), whole_table=0.25, any_way_up=0.3, askew=0.3,
    ),
    LayoutStyle(
        name="a hand in two groups apart", chinese="手牌分两堆", share=4,
        blocks={4: 7, 5: 3}, state={"won": 5, "waiting": 3, "playing": 4}, melds={0: 6, 1: 2, 2: 1},
        kongs=0.2, sideways=0.3, melds_at={"right": 2, "left": 1, "behind": 1, "corner": 1},
        shape={"apart": 1}, order={"sorted": 5, "sets": 3, "unsorted": 1}, flowers={0: 6, 1: 1, 2: 1},
        flowers_at={"behind": 1, "left": 1, "right": 1}, winning={"none": 6, "gap": 1, "above": 1},
        lean={90: 4, 0: 1, 10: 1},
        around={"wall ahead": 0.3, "touching wall": 0.15, "discards": 0.3, "others' tiles": 0.2,
                "clutter": 0.3},
        pitch=(0, 68), any_way_up=0.3, askew=0.25,
    ),
)  # fmt: skip


def find(name: str) -> LayoutStyle:
    """Return the layout style of that name. Raises `ValueError` that lists the names."""
    for layout_style in CATALOGUE:
        if layout_style.name == name:
            return layout_style
    raise ValueError(
        f"there is no layout style {name!r}: choose one of {'; '.join(c.name for c in CATALOGUE)}"
    )
