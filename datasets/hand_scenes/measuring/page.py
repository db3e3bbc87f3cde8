"""The tables of ``docs/reading.md``, out of ``datasets/hand_scenes/results.json``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paiyan.datasets.evaluation.report.summary import table

Figures = Mapping[str, Any]
_ROWS = {
    "exact_as_read": "exact structured hand, as read",
    "exact_decoded": "… the likeliest legal hand",
    "exact_known_won": "… and, of hands said to have won, the likeliest that wins",
    "multiset_as_read": "exact tiles however grouped, as read",
    "multiset_known_won": "… decoded, known to have won",
    "won_and_alternatives_hold_the_truth": "won, structure and claims right, the truth among the "
    "alternatives: exact",
    "of_them_misread": "… of those, where the hand as read is not the truth",
    "reliable": "said to be reliable",
    "exact_of_reliable": "of those, exact (decoded, known to have won)",
}
_HITS = ("", "hits", "share")


def of_scenes(f: Figures) -> list[str]:
    """How drawn hands are read, how far what is said of them holds, and each kind of scene."""
    rows = [(text, _hits(f[name]), _share(f[name])) for name, text in _ROWS.items()]
    rows += [
        ("wrong tiles a hand, as read", "", f"{f['edits_as_read']}"),
        ("wrong tiles a hand, decoded, known to have won", "", f"{f['edits_known_won']}"),
        ("right readings for which decoding proposes a wrong one", f"{f['right_made_wrong']}", ""),
        ("… where the hand is known to have won", f"{f['right_made_wrong_known_won']}", ""),
    ]
    sure = ((level, _hits(s), _share(s)) for level, s in f["said_sure"].items())
    kinds = (
        (kind, *(f"{k[key]}" for key in ("scenes", "as_read", "decoded", "known_won")))
        for kind, k in f["by_kind"].items()
    )
    return [
        *table(_HITS, rows), "",
        "Of hands said to be right with at least this probability, so many are:", "",
        *table(("probability", "hits", "share"), sure), "",
        *table(("kind", "scenes", "as read", "decoded", "known to have won"), kinds),
    ]  # fmt: skip


def of_several(f: Figures) -> list[str]:
    """Several hands in one picture, on true boxes and through the detector."""
    seen = (f["true_boxes"], f["detector"])
    rows = [
        (f"{text} exact", *(f"{_hits(one[key])}, {_share(one[key])}" for one in seen))
        for key, text in (("hands", "hands"), ("tables", "tables"), ("tables_seated", "tables, seats too"))
    ]
    rows.append(("hands that are none", *(f"{one['extra']}" for one in seen)))
    return table(("", "true boxes and names", "through the detector"), rows)


def of_photos(f: Figures) -> list[str]:
    """Real photos whose hands are known."""
    rows = [
        ("exact as read", _hits(f["exact_as_read"]), _share(f["exact_as_read"])),
        ("exact, the likeliest legal hand", _hits(f["exact_decoded"]), _share(f["exact_decoded"])),
        ("right readings for which decoding proposes a wrong one", f"{f['right_made_wrong']}", ""),
        ("said to be reliable", _hits(f["reliable"]), _share(f["reliable"])),
        ("of those, exact", _hits(f["exact_of_reliable"]), _share(f["exact_of_reliable"])),
    ]
    sure = ((f"said {level} sure: exact", _hits(s), _share(s)) for level, s in f["said_sure"].items())
    return table(_HITS, (*rows, *sure))


def of_reliability(curves: Mapping[str, Sequence[Figures]]) -> list[str]:
    """How many hands would be relied on from each probability, and how many of those are wrong."""
    rows = (
        (
            f"{p['from']}", f"{p['relied_on']} of {p['of']}", f"{p['wrong']}",
            f"{s['relied_on']} of {s['of']}", f"{s['wrong']}",
        )
        for p, s in zip(curves["photos"], curves["scenes"], strict=True)
    )  # fmt: skip
    head = ("from", "photos relied on", "of them wrong", "scenes relied on", "of them wrong")
    return table(head, rows, texts=())


def _hits(s: Figures) -> str:
    return f"{s['hits']} of {s['of']}"


def _share(s: Figures) -> str:
    if s["share"] is None:
        return "–"
    low, high = (f"{100 * v:.1f}" for v in s["wilson_95"])
    return f"{100 * s['share']:.1f}% [{low}–{high}]"
