"""Scores as readable lines in Chinese, English and Japanese. Words only: nothing is worked out here."""

from __future__ import annotations

from scorer.fans import Dropped, Match
from scorer.score import NotAWin, Score
from scorer.words import Words

UNITS = {
    "fan": Words("番", "fan", "翻"),
    "han": Words("翻", "han", "飜"),
    "tai": Words("台", "tai", "台"),
    "points": Words("分", "points", "点"),
}


def unit(score: Score, lang: str) -> str:
    """What the rule set counts in."""
    return UNITS[score.rules.unit].to(lang)


def why_dropped(dropped: Dropped, lang: str) -> str:
    """Why a pattern that is there does not count."""
    by = dropped.by.priced.name(lang)
    if dropped.joined:
        words = Words(
            f"这些牌组已由{by}组合，每副只可再组合一次",
            f"these sets are already combined by {by}; each combines only once more",
            f"これらの面子は{by}で既に組み合わせ済み",
        )
    else:
        words = Words(f"已含于{by}", f"included in {by}", f"{by}に含まれる")
    return words.to(lang)


def merged(matches: tuple[Match, ...]) -> list[tuple[Match, int, int]]:
    """Matches of one fan together: the first, how often it counts, and all its blocks."""
    order: dict[str, tuple[Match, int, int]] = {}
    for m in matches:
        first, n, blocks = order.get(m.priced.id, (m, 0, 0))
        order[m.priced.id] = (first, n + 1, blocks | m.blocks)
    return list(order.values())


def lines(answer: Score | NotAWin, lang: str) -> list[str]:
    """The whole answer, a line a thing."""
    if isinstance(answer, NotAWin):
        waits = " ".join(t.name(lang) for t in answer.waits)
        out = [answer.reason.to(lang)]
        if answer.distance:
            out.append(
                Words(
                    f"向听数 {answer.distance}", f"{answer.distance} from ready", f"{answer.distance} 向聴"
                ).to(lang)
            )
        if waits:
            out.append(Words(f"听 {waits}", f"waiting for {waits}", f"待ち {waits}").to(lang))
        return out
    out = [" ".join(answer.arrangement.texts())]
    for m, n, blocks in merged(answer.counted.matches):
        times = f" ×{n}" if n > 1 else ""
        whole = blocks == (1 << len(answer.arrangement.blocks)) - 1
        on = "" if whole else " ".join(block_texts(answer, blocks))
        out.append(
            f"{m.priced.value * n:>4} {unit(answer, lang)}  {m.priced.name(lang)}{times}  {on}".rstrip()
        )
    for d in answer.counted.dropped:
        out.append(f"   –  {d.match.priced.name(lang)}: {why_dropped(d, lang)}")
    out.append(f"= {answer.value.total} {unit(answer, lang)}")
    if answer.short:
        out.append(answer.short.to(lang))
    for t in answer.transfers or ():
        out.append(f"{t.payer.name} → {t.payee.name}  {t.points}  {t.reason.to(lang)}")
    return out


def block_texts(score: Score, blocks: int) -> list[str]:
    """The blocks of a match as notation."""
    return [str(b) for i, b in enumerate(score.arrangement.blocks) if blocks >> i & 1]
