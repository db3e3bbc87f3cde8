"""Scores in words, in Chinese, English and Japanese. Words only: nothing is worked out here."""

from __future__ import annotations

from paiyan.scorer.fans.counting import Dropped, Match
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.tiles.notation import notation

_UNITS = {
    "fan": Words("番", "fan", "翻"),
    "han": Words("翻", "han", "飜"),
    "tai": Words("台", "tai", "台"),
    "hu": Words("胡", "hu", "胡"),
    "points": Words("分", "points", "点"),
}


def unit_name(unit: str) -> Words:
    """What a rule set counts in, as it is said; a unit that is not among these is called by its own word."""
    return _UNITS.get(unit) or Words(unit, unit)


def why_dropped(dropped: Dropped) -> Words:
    """Return why a pattern that is there does not count."""
    by = dropped.by.priced.words
    if dropped.joined:
        return Words(
            f"这些牌组已由{by.zh}组合，每副只可再组合一次",
            f"these sets are already combined by {by.en}; each combines only once more",
            f"これらの面子は{by.ja}で既に組み合わせ済み",
        )
    if dropped.alone:
        return Words(f"不与{by.zh}同计", f"not counted beside {by.en}", f"{by.ja}とは複合しない")
    return Words(f"已含于{by.zh}", f"included in {by.en}", f"{by.ja}に含まれる")


def merged(matches: tuple[Match, ...]) -> list[tuple[Match, int, int]]:
    """Matches of one fan together: the first, how often it counts, and all its blocks."""
    order: dict[str, tuple[Match, int, int]] = {}
    for m in matches:
        first, n, blocks = order.get(m.priced.id, (m, 0, 0))
        order[m.priced.id] = (first, n + 1, blocks | m.blocks)
    return list(order.values())


def block_texts(score: Score) -> list[str]:
    """Each block as notation; flowers that stand as tiles of one kind 头牌 as the flowers that they are."""
    flowers = iter(score.hand.stood)
    return [
        notation(next(flowers) for _ in b.tiles) if b.kind == score.rules.played_with.flowers_as else str(b)
        for b in score.arrangement.blocks
    ]


def arrangement_texts(score: Score) -> list[str]:
    """All blocks as notation; tiles that stand alone are joined into one text."""
    if score.hand.stood:  # sets and a pair
        return block_texts(score)
    return list(score.arrangement.texts())


def kept_out(score: Score, fan: str) -> list[Dropped]:
    """The matches that do not count because of this fan, one of each pattern."""
    by: dict[str, Dropped] = {}
    for d in score.counted.dropped:
        if d.by.priced.id == fan:
            by.setdefault(d.match.priced.id, d)
    return list(by.values())
