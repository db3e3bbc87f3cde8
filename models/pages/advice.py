"""Write the tables of ``docs/advice.md``: the measurements of the advice by `bench.selfplay` and `bench
advise`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from paiyan.datasets.evaluation.report import table
from paiyan.scorer.advice.search import errors_apart, mean_with_error

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
