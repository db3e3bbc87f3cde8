"""The tables of docs/benchmark.md, out of what was measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paiyan.datasets.evaluation.report.summary import table


def tables(entries: Sequence[Mapping[str, Any]]) -> list[str]:
    """A column for each entry, the oldest first; then what went wrong in the newest."""
    head = ("", *(f"{'' if number else 'first: '}{one['measured']}" for number, one in enumerate(entries)))
    columns = [_column(one) for one in entries]
    rows = ((name, *(column[name] for column in columns)) for name in columns[0])
    return [*table(head, rows, texts=range(len(head))), "", *_failed(entries[-1])]


def _column(one: Mapping[str, Any]) -> dict[str, str]:
    """The cells of an entry by the names of their rows."""
    hands, sure, faces, shown = one["hands"], one["reliable"], one["faces"], one["flowers"]
    weights = one["weights"]
    return {
        "by": one["by"],
        "weights": f"`{weights['model_sha256'][:8]}`, `{weights['namer_sha256'][:8]}`",
        "exact hands": _hits(one["exact"], hands, one["exact_95"]),
        "exact with the winning tile": _describe(one, "exact_winning", hands),
        "same tiles, however grouped": f"{one['multiset']} of {hands}",
        "called reliable": f"{sure} of {hands}",
        "of these wrong": _hits(one["confident_wrong"], sure, one["confident_wrong_95"]),
        "of these lacking a tile": f"{one['confident_lacks']}",
        "reliable without a hand": _describe(one, "reliable_none", one["photos"] - hands),
        "taps a hand": f"{one['taps']:.2f}",
        "right after one tap or none": _hits(one["one_tap"], hands, one["one_tap_95"]),
        "photos with every tile right": _hits(faces["all_right"], faces["photos"], faces["all_right_95"]),
        "tiles: recall, precision, F1": ", ".join(f"{faces[k]:.3f}" for k in ("recall", "precision", "f1")),
        "flowers found": _hits(shown["found"], shown["shown"], shown["found_95"]),
        "flowers named right": _hits(shown["named"], shown["shown"], shown["named_95"]),
        "median time of a photo": f"{one['ms']['all']:.0f} ms, {one['machine']}",
    }


def _describe(entry: Mapping[str, Any], name: str, total: int) -> str:
    """A count with its interval, where an entry has one: the oldest were taken before it was asked for."""
    if name not in entry:
        return ""
    interval = entry.get(f"{name}_95")
    return _hits(entry[name], total, interval) if interval else f"{entry[name]} of {total}"


def _failed(entry: Mapping[str, Any]) -> list[str]:
    """The hands of the newest entry that are not right, and at which stage each went wrong first."""
    wrong = (row for row in entry["rows"] if row["stage"])
    rows = (
        (row["photo"], row["stage"], f"{row['taps']}", "yes" if row["reliable"] else "")
        for row in sorted(wrong, key=lambda row: (-row["taps"], row["photo"]))
    )
    head = ("hand not right", "went wrong first at", "taps", "called reliable")
    return [f"What went wrong on {entry['measured']}:", "", *table(head, rows, texts=(0, 1, 3))]


def _hits(hits: int, total: int, interval: Sequence[float]) -> str:
    low, high = (f"{100 * value:.0f}" for value in interval)
    return f"{hits} of {total} [{low}–{high}%]"
