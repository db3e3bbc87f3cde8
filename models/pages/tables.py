"""Write the tables of docs/reading.md, docs/benchmark.md and docs/advice.md.

How hands are read, drawn and in public photos; and the measurements of the advice by `bench.selfplay` and
`bench advise`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

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


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, texts: Sequence[int] = (0,)) -> list[str]:
    """Return the lines of a table; none without rows. Columns are figures except those numbered in
    `texts`."""
    lines = [f"| {' | '.join(cells)} |" for cells in rows]
    rule = "|".join("---" if column in texts else "--:" for column in range(len(head)))
    return [f"| {' | '.join(head)} |", f"|{rule}|", *lines] if lines else []


def table_by(
    head: str, line: str, entries: Iterable[Mapping[str, Any]], *, texts: Sequence[int] = (0,)
) -> list[str]:
    """Return the lines of a table with a row for each entry; `line` has places for `str.format`.

    >>> table_by("set | recall", "`{set}` | {recall:.3f}", [{"set": "zh_clean", "recall": 0.98765}])
    ['| set | recall |', '|---|--:|', '| `zh_clean` | 0.988 |']
    """
    return table(head.split(" | "), ([line.format_map(entry)] for entry in entries), texts=texts)


def of_scenes(f: Figures) -> list[str]:
    """Show how drawn hands are read, how true their probabilities are, and each kind of scene."""
    rows = [(text, *_hits(f[name])) for name, text in _ROWS.items()]
    rows += [
        ("wrong tiles a hand, as read", "", f"{f['edits_as_read']}"),
        ("wrong tiles a hand, decoded, known to have won", "", f"{f['edits_known_won']}"),
        ("right readings for which decoding proposes a wrong one", f"{f['right_made_wrong']}", ""),
        ("… where the hand is known to have won", f"{f['right_made_wrong_known_won']}", ""),
    ]
    kinds = table_by(
        "kind | scenes | as read | decoded | known to have won",
        "{kind} | {scenes} | {as_read} | {decoded} | {known_won}",
        ({"kind": kind, **of} for kind, of in f["by_kind"].items()),
    )
    return [
        *table(_HITS, rows), "",
        "Hands with at least this probability of being right, and the share that is right:", "",
        *table(("probability", "hits", "share"), ((p, *_hits(s)) for p, s in f["said_sure"].items())), "",
        *kinds,
    ]  # fmt: skip


def of_several(f: Figures) -> list[str]:
    """Write the results of several hands in one picture, on true boxes and through the detector."""
    seen = (f["true_boxes"], f["detector"])
    rows = [
        (f"{text} exact", *(", ".join(_hits(one[key])) for one in seen))
        for key, text in (("hands", "hands"), ("tables", "tables"), ("tables_seated", "tables, seats too"))
    ]
    rows.append(("hands that are none", *(f"{one['extra']}" for one in seen)))
    return table(("", "true boxes and names", "through the detector"), rows)


def of_photos(f: Figures) -> list[str]:
    """Write the results of real photos whose hands are known."""
    rows = [
        ("exact as read", *_hits(f["exact_as_read"])),
        ("exact, the likeliest legal hand", *_hits(f["exact_decoded"])),
        ("right readings for which decoding proposes a wrong one", f"{f['right_made_wrong']}", ""),
        ("called reliable", *_hits(f["reliable"])),
        ("of those, exact", *_hits(f["exact_of_reliable"])),
    ]
    sure = ((f"said {level} sure: exact", *_hits(s)) for level, s in f["said_sure"].items())
    return table(_HITS, (*rows, *sure))


def of_reliability(curves: Mapping[str, Sequence[Figures]]) -> list[str]:
    """Write how many hands would be reliable above each probability, and how many of those are wrong."""
    return table_by(
        "from | photos relied on | of them wrong | scenes relied on | of them wrong",
        "{p[from]} | {p[relied_on]} of {p[of]} | {p[wrong]} | {s[relied_on]} of {s[of]} | {s[wrong]}",
        ({"p": p, "s": s} for p, s in zip(curves["photos"], curves["scenes"], strict=True)),
        texts=(),
    )


def _hits(s: Figures) -> tuple[str, str]:
    """Return the hits of all, and their share with its interval."""
    low, high = (f"{100 * v:.1f}" for v in s["wilson_95"])
    share = "–" if s["share"] is None else f"{100 * s['share']:.1f}% [{low}–{high}]"
    return f"{s['hits']} of {s['of']}", share


def of_benchmark(entries: Sequence[Figures]) -> list[str]:
    """Write a column for each entry, the oldest first; then what went wrong in the newest."""
    head = ("", *(f"{'' if number else 'first: '}{one['measured']}" for number, one in enumerate(entries)))
    columns = [_column(one) for one in entries]
    rows = ((name, *(column[name] for column in columns)) for name in columns[0])
    return [*table(head, rows, texts=range(len(head))), "", *_failed(entries[-1])]


def _column(entry: Figures) -> dict[str, str]:
    """Return the cells of an entry by the names of their rows."""
    hands, sure, faces, shown = entry["hands"], entry["reliable"], entry["faces"], entry["flowers"]
    return {
        "by": entry["by"],
        "weights": "`{model_sha256:.8}`, `{namer_sha256:.8}`".format_map(entry["weights"]),
        "exact hands": _interval(entry, "exact", hands),
        "exact with the winning tile": _interval(entry, "exact_winning", hands),
        "same tiles, however grouped": f"{entry['multiset']} of {hands}",
        "called reliable": f"{sure} of {hands}",
        "of these wrong": _interval(entry, "confident_wrong", sure),
        "of these lacking a tile": f"{entry['confident_lacks']}",
        "reliable without a hand": _interval(entry, "reliable_none", entry["photos"] - hands),
        "taps a hand": f"{entry['taps']:.2f}",
        "right after one tap or none": _interval(entry, "one_tap", hands),
        "photos with every tile right": _interval(faces, "all_right", faces["photos"]),
        "tiles: recall, precision, F1": "{recall:.3f}, {precision:.3f}, {f1:.3f}".format_map(faces),
        "flowers found": _interval(shown, "found", shown["shown"]),
        "flowers named right": _interval(shown, "named", shown["shown"]),
        "median time of a photo": f"{entry['ms']['all']:.0f} ms, {entry['machine']}",
    }


def _interval(entry: Figures, name: str, total: int) -> str:
    """Show a count with its interval; the oldest entries lack some, or their intervals."""
    if name not in entry:
        return ""
    interval = "–".join(f"{100 * value:.0f}" for value in entry.get(f"{name}_95", ()))
    return f"{entry[name]} of {total}" + (f" [{interval}%]" if interval else "")


def _failed(entry: Figures) -> list[str]:
    """Write the wrong hands of the newest entry, and the first stage at which each went wrong."""
    wrong = sorted(
        (row for row in entry["rows"] if row["stage"]), key=lambda row: (-row["taps"], row["photo"])
    )
    lines = table_by(
        "hand not right | went wrong first at | taps | called reliable",
        "{photo} | {stage} | {taps} | {sure}",
        ({**row, "sure": "yes" if row["reliable"] else ""} for row in wrong),
        texts=(0, 1, 3),
    )
    return [f"What went wrong on {entry['measured']}:", "", *lines]


_ORDER = ("riichi", "guobiao", "hongkong", "sichuan", "taiwan")
_WITHIN = 2.0  # standard errors


def of_self_play(content: Figures) -> list[str]:
    """Write the gain of the advice against players who only come nearer to a win, in Markdown."""
    return table_by(
        "rules | seeds | deals | points a deal and player, 95% | deals won, to the others' | wins fed",
        "{rules} | {first}–{last} | {deals:,} | {gain} | {wins[0]:,} to {wins[1]:,} "
        "| {fed[0]:,} to {fed[1]:,}",
        (
            {
                **row, "gain": _gain(row["gains"]), "deals": 2 * len(row["gains"]),
                "first": min(row["seeds"]), "last": max(row["seeds"]),
            }
            for row in _ordered(content)
        ),
    )  # fmt: skip


def _gain(gains: list[float]) -> str:
    mean, error = mean_with_error(gains)
    places = 0 if abs(mean) >= 100 else 1 if abs(mean) >= 1 else 2
    return f"{mean:+.{places}f} ± {1.96 * error:.{places}f}"


def of_expectations(content: Figures) -> list[str]:
    """Write how many hands agree with a long simulation of the model, by rule set and search."""
    hands: list[Figures] = content["hands"]
    by_search = {
        words: [h for h in hands if bool(h["exact"]) is exact]
        for words, exact in (("exact", True), ("sampled", False))
    }
    rows = [
        _borne_out(name, words, some)
        for words, of in by_search.items()
        for name in dict.fromkeys(hand["rules"] for hand in hands)
        if (some := [h for h in of if h["rules"] == name])
    ]
    rows += [_borne_out("all", words, of) for words, of in by_search.items()]
    head = "rules | searched | hands | plays of each | chance to win within | points within | furthest off"
    return table(head.split(" | "), rows, texts=(0, 1))


def _borne_out(name: str, words: str, hands: Sequence[Figures]) -> Sequence[str]:
    wins, points = (
        [errors_apart((h[a], h[f"{a}_error"]), (h[b], h[f"{b}_error"])) for h in hands]
        for a, b in (("win", "won"), ("points", "gained"))
    )
    within = (str(sum(off <= _WITHIN for off in some)) for some in (wins, points))
    plays, furthest = f"{min(h['plays'] for h in hands):,}", f"{max((*wins, *points)):.1f}"
    return name, words, str(len(hands)), plays, *within, furthest


def of_agreement(content: Figures) -> list[str]:
    """Write how often the first discard is one that most tiles help, by another program's count."""
    rows: list[Sequence[str]] = []
    for library, found in sorted(content.items()):
        by_distance: Mapping[str, Sequence[int]] = found["by_distance"]
        rows += [(library, away, f"{n:,} of {of:,}") for away, (n, of) in by_distance.items()]
        same, every = (sum(pair[at] for pair in by_distance.values()) for at in (0, 1))
        rows.append((f"{library} {found['version']}", "all", f"{same:,} of {every:,} ({same / every:.1%})"))
    return table(("library", "shanten number after the best discard", "the same"), rows)


def of_others(content: Figures) -> list[str]:
    """Write what is lost by discards that another program would not make."""
    return table_by(
        "library | step back | helped by fewer tiles | tiles | in place of",
        "{library} | {steps_back} | {fewer} | {tiles} | {most}",
        ({**found, "library": library} for library, found in sorted(content.items())),
    )


def of_distances(content: Figures) -> list[str]:
    """Write how many hands have the same distance as in other programs."""
    return table_by(
        "library | rules | hands | equal | but for a fifth tile of a kind | otherwise different",
        "{library} {version} | {rules} | {hands:,} | {equal:,} | {fifth:,} | {others}",
        ({**row, "rules": name, "others": len(row["wrong"])} for name, row in content.items()),
        texts=(0, 1),
    )


def of_calibration(content: Figures) -> list[str]:
    """Write the expected and the actual share of wins, by distance."""
    return table_by(
        "rules | distance | hands | expected to win | won | standard error",
        "{rules} | {of[0]} | {of[4]} | {of[1]:.3f} | {of[2]:.3f} | {of[3]:.3f}",
        ({**row, "of": of} for row in _ordered(content) for of in row["rows"] if of[4] >= _FEW),
    )


_FEW = 30  # hands of a distance: fewer mean nothing


def of_steps(content: Figures) -> list[str]:
    """Write how much likelier a step was than the number of useful tiles suggests."""
    line = "{rules} | {deals} | {step:.2f} | {looks:,}"
    return table_by("rules | deals | likelier by | steps", line, _ordered(content))


def of_times(content: Figures) -> list[str]:
    """Write the slowest answer of each rule set, the slowest first."""
    by_size: Mapping[str, Mapping[str, int]] = content["details"].get("advise", {})
    rows = [(name, size, f"{ms}") for size in by_size for name, ms in by_size[size].items()]
    return table(("rules", "tiles", "slowest answer, ms"), sorted(rows, key=lambda row: -int(row[2])))


def _ordered(content: Figures) -> Iterator[Figures]:
    """Yield the rows of the rule sets that were measured, the usual ones first, each with its name."""
    for name in dict.fromkeys((*_ORDER, *content)):
        if name in content:
            yield {**content[name], "rules": name}
