"""The page of the benchmark, ``docs/reading.md``, out of its figures."""

from __future__ import annotations

import hashlib
from typing import Any

from models import registry

_PARTS = {
    "true_boxes": ("True boxes and names", "the structure alone: nothing is misread"),
    "true_boxes_noisy": (
        "True boxes with a detector's uncertainty",
        "3 in 100 tiles misread, with the probabilities that a detector gives; edges a little off",
    ),
    "detector": ("Through the detector", "drawn, found and named by the project's own weights"),
}
_LINES = {
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
_HEAD = """# Readings of structured scenes 读牌评测

`make bench-reading` lays out hands in every way people do: rows, melds right, above and left of them, apart
or touching, straight or with the claimed tile across, added kongs piled up, concealed kongs shown in five
ways, flowers, the winning tile apart, above, turned, on top or at the end; sixteen tiles; any roll and steep
views; tables with discards, walls, indicators and other players' melds; several hands; two photos of one
hand. The scenes come from a seed that trained nothing and fitted nothing. A hand is exact when its winning
tile, its concealed tiles, its flowers and each meld with its type and the side it was claimed from are all
right. The brackets are 95% Wilson intervals. Decoding proposes; what is read is never changed by itself.
"""
_RELIANCE = """## Relied on

`reliable: true` promises that 98 hands in 100 are exactly right. The probability of a hand is a logistic
regression over the share of its structure and of its names among all that are likely, over what the network
says of its own reading and over how sure the least sure tile is. It, and the least probability that is relied
on, {0}, are fitted by `python -m datasets.hand_scenes rely` on {1} development photos of tables that no
training photo shows, and on drawn scenes with more of a detector's mistakes than photos have. Among those
against which nothing else speaks, so many would be relied on from each probability, and so many are wrong:

| from | photos relied on | of them wrong | scenes relied on | of them wrong |
|--:|--:|--:|--:|--:|
"""
_EARLIER = " These are earlier weights than the ones that are shipped now."


def page(results: dict[str, Any]) -> str:
    """The page in Markdown. It says so where the weights were others than those that are shipped."""
    parts = [_HEAD]
    if model := results.get("model"):
        told = f"Weights: `{model['name']}`, sha256 `{model['sha256']}`. Seed: {results['seed']}."
        parts.append(told + ("" if model["sha256"] in _shipped() else _EARLIER) + "\n")
    for name, (title, about) in _PARTS.items():
        if name in results:
            parts.append(_part(title, about, results[name]))
    if several := results.get("several"):
        parts.append(_several(several))
    if photos := results.get("photos"):
        parts.append(_photos(photos))
    if reliance := results.get("reliance"):
        parts.append(_reliance(reliance))
    return "\n".join(parts)


def _shipped() -> set[str]:
    """What a detector on the shipped weights gives as its checksum: ONNX, or OpenVINO's two files."""
    model = registry.default()
    of_files = hashlib.sha256()
    for path in (model.int8, model.int8.with_suffix(".bin")) if model.int8 else ():
        of_files.update(path.read_bytes())
    return {model.onnx_sha256, of_files.hexdigest()}


def _reliance(f: dict[str, Any]) -> str:
    """The part about what is relied on: coverage against error."""
    curves = f["curves"]
    lines = [
        f"| {p['from']} | {p['relied_on']} of {p['of']} | {p['wrong']} | {s['relied_on']} of {s['of']} | "
        f"{s['wrong']} |"
        for p, s in zip(curves["photos"], curves["scenes"], strict=True)
    ]
    return _RELIANCE.format(f["threshold"], curves["photos"][0]["of"]) + "\n".join(lines) + "\n"


def _several(f: dict[str, Any]) -> str:
    """The part about several hands in one picture."""
    names = [name for name in ("true_boxes", "detector") if name in f]
    lines = [
        "## Several hands in one picture",
        "",
        "Two to four players' hands about a table with discards, all read at once (`--seat all`): each hand, "
        "all of a table with nothing taken for one more, and all of them under their own seats.",
        "",
        "| | " + " | ".join(_PARTS[name][0].lower() for name in names) + " |",
        "|---|" + "--:|" * len(names),
    ]
    for key, text in (("hands", "hands"), ("tables", "tables"), ("tables_seated", "tables, seats too")):
        cells = [f"{_hits(f[name][key])}, {_share(f[name][key])}" for name in names]
        lines.append(f"| {text} exact | " + " | ".join(cells) + " |")
    lines.append("| hands that are none | " + " | ".join(str(f[name]["extra"]) for name in names) + " |")
    return "\n".join(lines) + "\n"


def _photos(f: dict[str, Any]) -> str:
    """The part about real photos."""
    lines = [
        "## Real photos",
        "",
        f"{f['photos']} photos whose hands are known (`tests/data/hands_real.jsonl`); nobody knows which of "
        "them won. Exact is here held tiles, melds and flowers.",
        "",
        "| | hits | share |",
        "|---|--:|--:|",
        f"| exact as read | {_hits(f['exact_as_read'])} | {_share(f['exact_as_read'])} |",
        f"| exact, the likeliest legal hand | {_hits(f['exact_decoded'])} | {_share(f['exact_decoded'])} |",
        f"| right readings for which decoding proposes a wrong one | {f['right_made_wrong']} | |",
        f"| said to be reliable | {_hits(f['reliable'])} | {_share(f['reliable'])} |",
        f"| of those, exact | {_hits(f['exact_of_reliable'])} | {_share(f['exact_of_reliable'])} |",
    ]
    lines += [
        f"| said {level} sure: exact | {_hits(s)} | {_share(s)} |" for level, s in f["said_sure"].items()
    ]
    return "\n".join(lines) + "\n"


def _part(title: str, about: str, f: dict[str, Any]) -> str:
    lines = [f"## {title}", "", f"{f['scenes']} scenes; {about}.", "", "| | hits | share |", "|---|--:|--:|"]
    lines += [f"| {text} | {_hits(f[name])} | {_share(f[name])} |" for name, text in _LINES.items()]
    lines += [
        f"| wrong tiles a hand, as read | | {f['edits_as_read']} |",
        f"| wrong tiles a hand, decoded, known to have won | | {f['edits_known_won']} |",
        f"| right readings for which decoding proposes a wrong one | {f['right_made_wrong']} | |",
        f"| … where the hand is known to have won | {f['right_made_wrong_known_won']} | |",
        "",
        "Of hands said to be right with at least this probability, so many are:",
        "",
        "| probability | hits | share |",
        "|---|--:|--:|",
    ]
    lines += [f"| {level} | {_hits(s)} | {_share(s)} |" for level, s in f["said_sure"].items()]
    lines += ["", "| kind | scenes | as read | decoded | known to have won |", "|---|--:|--:|--:|--:|"]
    lines += [
        f"| {kind} | {k['scenes']} | {k['as_read']} | {k['decoded']} | {k['known_won']} |"
        for kind, k in f["by_kind"].items()
    ]
    return "\n".join(lines) + "\n"


def _hits(s: dict[str, Any]) -> str:
    return f"{s['hits']} of {s['of']}"


def _share(s: dict[str, Any]) -> str:
    if s["share"] is None:
        return "–"
    low, high = (f"{100 * v:.1f}" for v in s["wilson_95"])
    return f"{100 * s['share']:.1f}% [{low}–{high}]"
