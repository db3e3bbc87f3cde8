"""Write the tables of docs/reading.md, docs/benchmark.md and docs/advice.md.

How hands are read, drawn and in public photos; and the measurements of the advice by `bench.selfplay` and
`bench advise`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from paiyan.datasets.evaluation.report import table
from paiyan.scorer.advice.search import errors_apart, mean_with_error

Figures = Mapping[str, Any]
_ROWS = {
    "exact_as_read": "exact structured hand, as read",
    "exact_decoded": "… the likeliest legal hand",
    "exact_known_won": "… and, of hands known to have won, the likeliest that wins",
    "multiset_as_read": "exact tiles however grouped, as read",
    "multiset_known_won": "… decoded, known to have won",
    "won_and_alternatives_hold_the_truth": "won, structure and claims right, the truth among the "
    "alternatives: exact",
    "of_them_misread": "… of those, where the hand as read is not the truth",
    "reliable": "called reliable",
    "exact_of_reliable": "of those, exact (decoded, known to have won)",
}
_HITS = ("", "hits", "share")


def of_scenes(f: Figures) -> list[str]:
    """Show how drawn hands are read, how true their probabilities are, and each kind of scene."""
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
        "Hands with at least this probability of being right, and the share that is right:", "",
        *table(("probability", "hits", "share"), sure), "",
        *table(("kind", "scenes", "as read", "decoded", "known to have won"), kinds),
    ]  # fmt: skip


def of_several(f: Figures) -> list[str]:
    """Write the results of several hands in one picture, on true boxes and through the detector."""
    seen = (f["true_boxes"], f["detector"])
    rows = [
        (f"{text} exact", *(f"{_hits(one[key])}, {_share(one[key])}" for one in seen))
        for key, text in (("hands", "hands"), ("tables", "tables"), ("tables_seated", "tables, seats too"))
    ]
    rows.append(("hands that are none", *(f"{one['extra']}" for one in seen)))
    return table(("", "true boxes and names", "through the detector"), rows)


def of_photos(f: Figures) -> list[str]:
    """Write the results of real photos whose hands are known."""
    rows = [
        ("exact as read", _hits(f["exact_as_read"]), _share(f["exact_as_read"])),
        ("exact, the likeliest legal hand", _hits(f["exact_decoded"]), _share(f["exact_decoded"])),
        ("right readings for which decoding proposes a wrong one", f"{f['right_made_wrong']}", ""),
        ("called reliable", _hits(f["reliable"]), _share(f["reliable"])),
        ("of those, exact", _hits(f["exact_of_reliable"]), _share(f["exact_of_reliable"])),
    ]
    sure = ((f"said {level} sure: exact", _hits(s), _share(s)) for level, s in f["said_sure"].items())
    return table(_HITS, (*rows, *sure))


def of_reliability(curves: Mapping[str, Sequence[Figures]]) -> list[str]:
    """Write how many hands would be reliable above each probability, and how many of those are wrong."""
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


def of_benchmark(entries: Sequence[Mapping[str, Any]]) -> list[str]:
    """Write a column for each entry, the oldest first; then what went wrong in the newest."""
    head = ("", *(f"{'' if number else 'first: '}{one['measured']}" for number, one in enumerate(entries)))
    columns = [_column(one) for one in entries]
    rows = ((name, *(column[name] for column in columns)) for name in columns[0])
    return [*table(head, rows, texts=range(len(head))), "", *_failed(entries[-1])]


def _column(entry: Mapping[str, Any]) -> dict[str, str]:
    """Return the cells of an entry by the names of their rows."""
    hands, sure, faces, shown = entry["hands"], entry["reliable"], entry["faces"], entry["flowers"]
    weights = entry["weights"]
    return {
        "by": entry["by"],
        "weights": f"`{weights['model_sha256'][:8]}`, `{weights['namer_sha256'][:8]}`",
        "exact hands": _interval(entry["exact"], hands, entry["exact_95"]),
        "exact with the winning tile": _describe(entry, "exact_winning", hands),
        "same tiles, however grouped": f"{entry['multiset']} of {hands}",
        "called reliable": f"{sure} of {hands}",
        "of these wrong": _interval(entry["confident_wrong"], sure, entry["confident_wrong_95"]),
        "of these lacking a tile": f"{entry['confident_lacks']}",
        "reliable without a hand": _describe(entry, "reliable_none", entry["photos"] - hands),
        "taps a hand": f"{entry['taps']:.2f}",
        "right after one tap or none": _interval(entry["one_tap"], hands, entry["one_tap_95"]),
        "photos with every tile right": _interval(faces["all_right"], faces["photos"], faces["all_right_95"]),
        "tiles: recall, precision, F1": ", ".join(f"{faces[k]:.3f}" for k in ("recall", "precision", "f1")),
        "flowers found": _interval(shown["found"], shown["shown"], shown["found_95"]),
        "flowers named right": _interval(shown["named"], shown["shown"], shown["named_95"]),
        "median time of a photo": f"{entry['ms']['all']:.0f} ms, {entry['machine']}",
    }


def _describe(entry: Mapping[str, Any], name: str, total: int) -> str:
    """Show a count with its interval; the oldest entries have none."""
    if name not in entry:
        return ""
    interval = entry.get(f"{name}_95")
    return _interval(entry[name], total, interval) if interval else f"{entry[name]} of {total}"


def _failed(entry: Mapping[str, Any]) -> list[str]:
    """Write the wrong hands of the newest entry, and the first stage at which each went wrong."""
    wrong = (row for row in entry["rows"] if row["stage"])
    rows = (
        (row["photo"], row["stage"], f"{row['taps']}", "yes" if row["reliable"] else "")
        for row in sorted(wrong, key=lambda row: (-row["taps"], row["photo"]))
    )
    head = ("hand not right", "went wrong first at", "taps", "called reliable")
    return [f"What went wrong on {entry['measured']}:", "", *table(head, rows, texts=(0, 1, 3))]


def _interval(hits: int, total: int, interval: Sequence[float]) -> str:
    low, high = (f"{100 * value:.0f}" for value in interval)
    return f"{hits} of {total} [{low}–{high}%]"


_ORDER = ("riichi", "guobiao", "hongkong", "sichuan", "taiwan")
_WITHIN = 2.0  # standard errors


def of_self_play(content: Mapping[str, Any]) -> list[str]:
    """Write the gain of the advice against players who only come nearer to a win, in Markdown."""
    head = (
        "rules",
        "seeds",
        "deals",
        "points a deal and player, 95%",
        "deals won, to the others'",
        "wins fed",
    )
    return table(head, (_gain(name, content[name]) for name in _ordered(content)))


def _gain(name: str, row: Mapping[str, Any]) -> Sequence[str]:
    gains: list[float] = row["gains"]
    mean, error = mean_with_error(gains)
    places = 0 if abs(mean) >= 100 else 1 if abs(mean) >= 1 else 2
    (won, lost), (fed, others) = row["wins"], row["fed"]
    return (
        name,
        f"{min(row['seeds'])}–{max(row['seeds'])}",
        f"{2 * len(gains):,}",
        f"{mean:+.{places}f} ± {1.96 * error:.{places}f}",
        f"{won:,} to {lost:,}",
        f"{fed:,} to {others:,}",
    )


def of_expectations(content: Mapping[str, Any]) -> list[str]:
    """Write how many hands agree with a long simulation of the model, by rule set and search."""
    hands: list[Mapping[str, Any]] = content["hands"]
    kinds = ((True, "exact"), (False, "sampled"))
    rows = [
        _borne_out(name, words, some)
        for exact, words in kinds
        for name in dict.fromkeys(hand["rules"] for hand in hands)
        if (some := [h for h in hands if h["rules"] == name and bool(h["exact"]) is exact])
    ]
    for exact, words in kinds:
        rows.append(_borne_out("all", words, [h for h in hands if bool(h["exact"]) is exact]))
    head = (
        "rules",
        "searched",
        "hands",
        "plays of each",
        "chance to win within",
        "points within",
        "furthest off",
    )
    return table(head, rows, texts=(0, 1))


def _borne_out(name: str, words: str, hands: Sequence[Mapping[str, Any]]) -> Sequence[str]:
    wins, points = (
        [errors_apart((h[a], h[f"{a}_error"]), (h[b], h[f"{b}_error"])) for h in hands]
        for a, b in (("win", "won"), ("points", "gained"))
    )
    return (
        name,
        words,
        str(len(hands)),
        f"{min(h['plays'] for h in hands):,}",
        str(sum(off <= _WITHIN for off in wins)),
        str(sum(off <= _WITHIN for off in points)),
        f"{max((*wins, *points)):.1f}",
    )


def of_agreement(content: Mapping[str, Any]) -> list[str]:
    """Write how often the first discard is one that most tiles help, by another program's count."""
    rows: list[Sequence[str]] = []
    for library, found in sorted(content.items()):
        by_distance: Mapping[str, Sequence[int]] = found["by_distance"]
        rows += [(library, away, f"{n:,} of {of:,}") for away, (n, of) in by_distance.items()]
        same, every = (sum(pair[at] for pair in by_distance.values()) for at in (0, 1))
        rows.append((f"{library} {found['version']}", "all", f"{same:,} of {every:,} ({same / every:.1%})"))
    return table(("library", "shanten number after the best discard", "the same"), rows)


def of_others(content: Mapping[str, Any]) -> list[str]:
    """Write what is lost by discards that another program would not make."""
    rows = [
        (library, str(found["steps_back"]), str(found["fewer"]), f"{found['tiles']}", f"{found['most']}")
        for library, found in sorted(content.items())
    ]
    return table(("library", "step back", "helped by fewer tiles", "tiles", "in place of"), rows)


def of_distances(content: Mapping[str, Any]) -> list[str]:
    """Write how many hands have the same distance as in other programs."""
    rows = (
        (
            f"{row['library']} {row['version']}",
            name,
            *(f"{row[field]:,}" for field in ("hands", "equal", "fifth")),
            f"{len(row['wrong'])}",
        )
        for name, row in content.items()
    )
    head = ("library", "rules", "hands", "equal", "but for a fifth tile of a kind", "otherwise different")
    return table(head, rows, texts=(0, 1))


def of_calibration(content: Mapping[str, Any]) -> list[str]:
    """Write the expected and the actual share of wins, by distance."""
    return table(
        ("rules", "distance", "hands", "expected to win", "won", "standard error"),
        (
            (name, str(away), str(n), f"{expected:.3f}", f"{played:.3f}", f"{error:.3f}")
            for name in _ordered(content)
            for away, expected, played, error, n in content[name]["rows"]
            if n >= _FEW
        ),
    )


_FEW = 30  # hands of a distance: fewer mean nothing


def of_steps(content: Mapping[str, Any]) -> list[str]:
    """Write how much likelier a step was than the number of useful tiles suggests."""
    rows = (
        (name, str(content[name]["deals"]), f"{content[name]['step']:.2f}", f"{content[name]['looks']:,}")
        for name in _ordered(content)
    )
    return table(("rules", "deals", "likelier by", "steps"), rows)


def of_times(content: Mapping[str, Any]) -> list[str]:
    """Write the slowest answer of each rule set, the slowest first."""
    by_size: Mapping[str, Mapping[str, int]] = content["details"].get("advise", {})
    rows = [(name, size, f"{ms}") for size in by_size for name, ms in by_size[size].items()]
    return table(("rules", "tiles", "slowest answer, ms"), sorted(rows, key=lambda row: -int(row[2])))


def _ordered(content: Mapping[str, Any]) -> Iterator[str]:
    """Yield the rule sets that were measured, the usual ones first."""
    yield from (name for name in _ORDER if name in content)
    yield from (name for name in content if name not in _ORDER)
