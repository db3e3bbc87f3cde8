"""A hand as a person reads it in a terminal: what a photo shows, its score, its waits, a whole deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf
from typing import Any

from paiyan.scorer.tiles.notation import parse, tile
from paiyan.service.cli.views.comparison import compared
from paiyan.service.cli.views.explanation import explained
from paiyan.service.cli.views.layout import Line, Table, View
from paiyan.service.cli.views.text_tables import headed, labelled, note, seat_name, unit, words

Answer = Mapping[str, Any]
_MINE = ("hand", "winning", "meld", "flower")


def reading(answer: Answer, *, lang: str) -> View:
    """What a photo shows: each player's hand where all are asked for, else the one and the other tiles."""
    if "hands" not in answer:
        return _one_hand(answer, lang)
    views: View = [Line(str(answer["photo"] or ""), style="bold")]
    for one in answer["hands"]:
        parts = zip(answer["tiles"], one["roles"], strict=True)
        own = [{**t, "role": role} for t, role in parts if role in _MINE]
        views += [_seat(one["seat"], lang), *_one_hand({**one, "photo": "", "tiles": own}, lang)]
    return views


def _one_hand(answer: Answer, lang: str) -> View:
    """A hand as it lies, the other tiles, then what is in doubt."""
    rows = labelled()
    for role, tiles in _by_role(answer).items():
        rows.add_row(words(role, lang), _named(tiles, lang))
    lines: View = [Line(str(answer["photo"]), style="bold")] if answer["photo"] else []
    lines.append(rows)
    lines += [note(words("doubt", lang), _doubt(d, lang)) for d in answer.get("doubts", ())]
    if proposal := answer.get("proposal"):
        lines += [note(words("likelier", lang), f"{c['tile']}: {c['reason']}") for c in proposal["changes"]]
    if asked := answer.get("question"):
        lines.append(note(words("question", lang), asked["ask"]))
    lines += [note(words("warning", lang), problem) for problem in answer.get("problems", ())]
    return [*lines, *(Line(text, style="dim") for text in _trace(answer.get("trace")))]


def _trace(trace: Answer | None) -> list[str]:
    """The views of a reading, and the boxes that it dropped, one a line; nothing where no trace was asked."""
    views = [
        f"view {one['reason']}: {'kept' if one['taken'] else 'not kept'}, tiles {one['tiles'][0]} -> "
        f"{one['tiles'][1]}, "
        + (" ".join(f"{c['before'] or '-'}>{c['after'] or '-'}" for c in one["changes"]) or "no change")
        for one in (trace or {}).get("views", ())
    ]
    return views + [
        f"dropped {one['tile']} at {', '.join(f'{v:.0f}' for v in one['box'])}: {one['stage']}, "
        f"{one['value']:.3f} against {one['threshold']:.3f}"
        for one in (trace or {}).get("dropped", ())
    ]


def _by_role(answer: Answer) -> dict[str, list[str]]:
    """Notation of the tiles by role: the hand's in its order, melds apart, then all that is not the hand."""
    hand = answer["hand"]
    found = {
        "hand": [t.notation for t in parse(hand["concealed"])],
        "winning": [hand["winning"]] if hand["winning"] else [],
        "meld": [text for m in hand["melds"] for text in ("", *(t.notation for t in parse(m["tiles"])))][1:],
        "flower": [t.notation for t in parse(hand["flowers"])],
    }
    others: dict[str, list[str]] = {}
    for t in sorted(answer["tiles"], key=_across):
        if t["role"] not in found:
            others.setdefault(t["role"], []).append(t["tile"])
    return {role: tiles for role, tiles in {**found, **others}.items() if tiles}


def _across(shown: Answer) -> float:
    """How far to the right a tile lies; one that was added without a box stands last."""
    return shown["box"][0] if shown["box"] else inf


def _named(tiles: Iterable[str], lang: str) -> str:
    if lang == "zh":
        return " ".join(tile(t).name("zh") if t else "·" for t in tiles)
    return " ".join(t or "·" for t in tiles)


def _doubt(doubt: Answer, lang: str) -> str:
    text = f" {words('or', lang)} ".join((doubt["read"], *doubt["instead"]))
    return f"{text}: {doubt['effect']}" if doubt.get("effect") else text


def hand(answer: Answer, *, lang: str) -> View:
    """The answer to a hand, its score or its waits, below the reading of its photo; or that to a deal."""
    if "winners" in answer:
        return _deal(answer, lang)
    if "compare" in answer:
        view = compared(answer["compare"], lang=lang)
    else:
        view = _score(answer, lang) if "win" in answer else _waits(answer, lang)
    if "missed" in answer:
        view += [Line(), *explained(answer, lang=lang)]
    return [*reading(answer["read"], lang=lang), Line(), *view] if "read" in answer else view


def _deal(answer: Answer, lang: str) -> View:
    """A settled deal: each winner's hand, then all payments."""
    won = [part for w in answer["winners"] for part in (_seat(w["seat"], lang), *_score(w, lang), Line())]
    drawn = [Line(words("drawn", lang))] if answer["drawn"] else []
    said = [note(words("warning", lang), w) for w in answer["warnings"]]
    next_ = answer["next_dealer"]
    after = [note(words("next_dealer", lang), seat_name(next_, lang))] if next_ else []
    paid = (
        [Line(words("payments", lang), style="bold"), _payments(answer, lang)] if answer["payments"] else []
    )
    return [*won, *drawn, *paid, *after, *said]


def _seat(seat: str, lang: str) -> Line:
    return Line(seat_name(seat, lang), style="bold")


def _score(answer: Answer, lang: str) -> View:
    """A scored hand: arrangement, fans, what was not counted and what each seat pays."""
    if not answer["win"]:
        return _no_win(answer, lang)
    lines: View = [_arrangement(answer, lang), Line(), _fans(answer, lang)]
    for dropped in answer.get("not_counted", ()):
        lines.append(
            Line(f"  {words('not_counted', lang)}: {dropped['name']} ({dropped['why']})", style="dim")
        )
    if not answer["legal"]:
        lines.append(note(words("below", lang), str(answer.get("reason") or "")))
    lines += [note(words("warning", lang), w) for w in answer.get("warnings", ())]
    return [*lines, Line(), _payments(answer, lang)] if answer["payments"] else lines


def _no_win(answer: Answer, lang: str) -> View:
    lines: View = [note(words("no_win", lang), str(answer.get("reason") or ""))]
    if answer.get("distance"):
        lines.append(Line(f"  {words('shanten', lang)}: {answer['distance']}"))
    if answer.get("waits"):
        lines.append(Line(f"  {words('waits', lang)}: {' '.join(answer['waits'])}"))
    lines += [note(words("warning", lang), w) for w in answer.get("warnings", ())]
    return lines


def _arrangement(answer: Answer, lang: str) -> Table:
    rows = labelled()
    rows.add_row(words("arrangement", lang), "  ".join(answer["arrangement"]))
    if wild := answer.get("wild_as"):
        text = "  ".join(f"{t} → {' '.join(stands)}" for t, stands in wild.items())
        rows.add_row(words("wild_as", lang), text)
    return rows


def _fans(answer: Answer, lang: str) -> Table:
    table = headed(words("fan", lang), words("value", lang), words("blocks", lang))
    table.columns[1].right = True
    for fan in answer["fans"]:
        times = f" ×{fan['count']}" if fan.get("count", 1) > 1 else ""
        table.add_row(str(fan["name"]), f"{fan['value']}{times}", " ".join(fan.get("blocks", ())))
    total = f"{answer['total']} {unit(answer['unit'], lang)}"
    if answer.get("fu"):
        total = f"{answer['han']} han {answer['fu']} fu"
    table.add_row(words("total", lang), total, str(answer.get("limit") or ""), style="bold")
    for part in answer.get("fu_parts", ()):
        table.add_row(part["reason"], f"{part['fu']} fu", "", style="dim")
    return table


def _payments(answer: Answer, lang: str) -> Table:
    table = headed(words("seat", lang), words("points", lang), words("why", lang))
    table.columns[1].right = True
    reasons: dict[str, list[str]] = {}
    for move in answer.get("transfers", ()):
        reasons.setdefault(move["from"], []).append(str(move["reason"]))
    for seat, points in answer["payments"].items():
        why = "; ".join(reasons.get(seat, ()))
        table.add_row(seat_name(seat, lang), f"{points:+d}", why)
    return table


def _waits(answer: Answer, lang: str) -> View:
    """The winning tiles of a waiting hand and what each is worth."""
    said = [note(words("warning", lang), w) for w in answer.get("warnings", ())]
    if not answer["waits"]:
        return [Line(words("none", lang)), *said]
    table = headed(*(words(k, lang) for k in ("waits", "left", "discard_win", "self_draw")))
    for wait in answer["waits"]:
        worth = [_worth(wait[how], lang) for how in ("discard", "self_draw")]
        table.add_row(f"{wait['tile']} {tile(wait['tile']).name(lang)}", str(wait["left"]), *worth)
    return [table, *said]


def _worth(answer: Answer | None, lang: str) -> str:
    if not answer or not answer["win"]:
        return "–"
    names = ", ".join(f["name"] for f in answer["fans"])
    below = "" if answer["legal"] else f" ({words('below', lang)})"
    return f"{answer['total']} {unit(answer['unit'], lang)}{below}: {names}"
