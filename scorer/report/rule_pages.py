"""The page of each rule set, written from the rule set itself and from the hands of its tests.

``python -m paiyan.scorer.report.rule_pages tests/hands docs/rules`` writes them all, and without
these folders it prints the divergences (``make docs``). A page says nothing that
the code does not, so it can only be wrong if the scorer is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from paiyan.scorer.errors import HandError
from paiyan.scorer.fans.counting import resolve
from paiyan.scorer.fans.fan import Priced
from paiyan.scorer.hand.hand import By, Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.messages.game_terms import named
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.report.build import merged, unit_name
from paiyan.scorer.report.rule_set_json import docstrings_of
from paiyan.scorer.rules.hand_text import hand_from_text
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import Divergence, cited
from paiyan.scorer.rules.texts import rule_text
from paiyan.scorer.rules.tile_set import TileSet
from paiyan.scorer.rulesets import rule_sets
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.score import score
from paiyan.scorer.settling.settlement import settle_score
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import RED, TILES

DIVERGENCES: tuple[Divergence, ...] = tuple(d for rules in rule_sets() for d in rules.divergences)


def as_markdown() -> str:
    """Return the list of divergences as a page, rule set by rule set."""
    parts = [
        "# Divergences\n",
        "Where the documents, other programs and Paiyan do not say the same, and what was chosen."
        " Written from `[[divergences]]` in the words of the rule sets, `scorer/rulesets/*.toml`.\n",
    ]
    for rules, some in groupby(DIVERGENCES, lambda d: d.rules):
        parts.append(f"## {rules}\n")
        for d in some:
            parts.append(f"### {d.about}\n")
            parts.append(f"- {d.kind.value.capitalize()}: {d.says}")
            parts.append(f"- Chosen: {d.chosen}")
            parts.append(f"- Sources: {d.citation}.")
            if d.lines:
                parts.append(f"- Differs: {', '.join(d.lines)}.")
            parts.append("")
    return linked("\n".join(parts))


def linked(text: str) -> str:
    """Return a page of Markdown in which each document that has an address is a link to it."""
    text = text.rstrip() + "\n"
    links = [d for d in cited(text) if d.address]
    for document in links:
        text = text.replace(document.title, f"[{document.title}]")
    definitions = "".join(f"[{d.title}]: {d.address}\n" for d in links)
    return f"{text}\n{definitions}" if links else text


FORMS = {
    Form.STANDARD: Words("面子加一对将", "sets and a pair"),
    Form.SEVEN_PAIRS: Words("七对，四张相同可作两对", "seven pairs; four equal tiles are two of them"),
    Form.DISTINCT_PAIRS: Words("七个不同的对子", "seven pairs, all different"),
    Form.PAIRS_AND_TRIPLET: Words("七个对子加一副刻子", "seven pairs and a triplet"),
    Form.EIGHT_PAIRS: Words("八个对子加一张单牌", "eight pairs and a single tile"),
    Form.THREE_WILDS: Words("三张混牌，其余不论", "three wild tiles, whatever the others are"),
    Form.THIRTEEN_ORPHANS: Words("十三幺", "thirteen orphans"),
    Form.KNITTED_STRAIGHT: Words("组合龙加一副面子和一对将", "a knitted straight, one more set and a pair"),
    Form.KNITTED_HONOURS: Words("全不靠", "knitted tiles and honours, all single"),
    Form.SCATTERED: Words(
        "十三不靠：全是单张，同花色的至少隔两个数字",
        "single tiles, of which no two of a suit are less than three apart",
    ),
    Form.LOOSE_HONOURS: Words("全是字牌，不必成副", "honours alone, in no sets"),
    Form.HONOUR_RUNS: Words(
        "四副一对，三张不同的风牌或箭牌也是一副",
        "sets and a pair, three different winds or dragons being a set too",
    ),
    Form.FIFTEENS: Words(
        "四副一对：同门三张相加十五，或三张相同的字牌、花牌；将为字牌、花牌",
        "sets and a pair: three of a suit that add up to fifteen, or three equal honours;"
        " the pair is honours",
    ),
    Form.LOOSE_258: Words("全是二、五、八，不必成副", "twos, fives and eights alone, in no sets"),
    Form.NONE: Words("花胡", "flowers, whatever the tiles are"),
}
_NOTATION = (
    "Example hands are in the notation of [tests/hands](../../tests/hands): `[…]` a meld claimed from the"
    " left `<`, from across `^` or from the right `>`, `(…)` a concealed kong, `+` the winning tile, then how"
    " it came; the player sits east and is the dealer unless the line says otherwise."
)


class Example(NamedTuple):
    """A winning hand of the tests, as its line, and its score."""

    text: str
    score: Score
    optional: bool  # whether the line chooses options
    paid: bool  # whether the line says what is paid


def examples(rules: RuleSet, hands: str) -> list[Example]:
    """Return the winning hands of a file of hands, the plainest first."""
    found: list[Example] = []
    for line in hands.splitlines():
        left, arrow, right = line.partition("#")[0].partition("=>")
        if not arrow or right.strip().startswith(("error", "no win", "waits")):
            continue
        json_ = hand_from_text(rules, left)
        options: dict[str, Any] = json_.pop("options")
        try:
            result = score(rules.with_options(options), parse_hand(json_))
        except HandError:
            continue  # a line at odds with the scorer fails in the tests of the hands
        if isinstance(result, Score):
            found.append(Example(" ".join(left.split()), result, bool(options), "|" in right))
    return sorted(found, key=lambda e: (e.optional, len(e.score.counted.matches), len(e.text), e.text))


def page(rules: RuleSet, hands: str) -> str:
    """Return the page of a rule set; `hands` is the text of its file of hands."""
    some = examples(rules, hands)
    parts = (
        *_head(rules),
        *_forms(rules),
        *_fans(rules, some),
        *_settings("Options 选项", rules.agreed_on.options, "What a table agrees on: `--option name=value`."),
        *_settings("The table 牌桌", rules.agreed_on.table, "What a deal needs told: `--table name=value`."),
        *_payments(rules, some),
        *_notes(rules),
        *_divergences(rules),
    )
    return linked("\n".join(parts))


def _head(rules: RuleSet) -> Iterator[str]:
    names = " · ".join(dict.fromkeys(name for name in rules.words if name))
    yield f"# {names}\n"
    yield f"`paiyan score … --rules {rules.id}`. Written by `make docs` from the rule set; do not edit.\n"
    yield "## Sources 出处\n"
    yield from (f"- {source}" for source in rules.sources)
    yield "\n## Tiles 用牌\n"
    size = rules.played_with.hand_size
    yield f"{_tiles(rules.played_with.tiles)} A hand has {size} tiles and wins with one more.\n"
    mixed = f" ({rules.played_with.mixed})" if rules.played_with.mixed else ""
    yield (
        "Melds: "
        + ", ".join(_both(named(m)) for m in MeldType if m in rules.played_with.melds)
        + f"{mixed}.\n"
    )


def _tiles(tiles: TileSet) -> str:
    kinds = notation(sorted(tiles.kinds))
    four = notation(k for k in sorted(tiles.flowers) if tiles.copies(k) == 4)
    one = notation(k for k in sorted(tiles.flowers) if tiles.copies(k) == 1)
    flowers = (f", and as flowers four each of `{four}`" if four else "") + (
        f", and the flowers `{one}`" if one else ""
    )
    reds = ", ".join(f"{n} `{TILES[RED + i].notation}`" for i, n in enumerate(tiles.reds) if n)
    red = f" Of the fives {reds} are red." if reds else ""
    return f"{tiles.size} tiles: four each of `{kinds}`{flowers}.{red}"


def _forms(rules: RuleSet) -> Iterator[str]:
    yield "## What wins 和牌\n"
    yield from (f"- {_both(FORMS[form])}" for form in rules.won_by.forms)
    for fan in rules.counted_by.fans:
        if fan.id in rules.won_by.instant:
            yield f"- {fan.zh} {fan.fan.en}: by itself, whatever the tiles are"
    if rules.played_with.wild and (fixed := rules.played_with.wild.kinds(Hand(()))):
        yield f"- Wild tiles 混: `{notation(sorted(fixed))}` in every deal."
    elif rules.played_with.wild:
        yield "- Wild tiles 混: the hand names them (`--wild`), or the turned tile does (`--indicator`)."
    yield ""
    if rules.won_by.minimum:
        unit = unit_name(rules.counted_by.unit).en
        outside = [p.zh for p in rules.counted_by.fans if p.id in rules.won_by.outside_minimum]
        but = f" Not counted for it: {' '.join(outside)}." if outside else ""
        yield f"At least {rules.won_by.minimum} {unit} 起和.{but}\n"
    if rules.won_by.required or rules.won_by.visible_requirement:
        yield "Whatever the tiles are, a hand does not win where:\n"
        yield from (
            f"- {_both(c.words)}" for c in (*rules.won_by.required, *rules.won_by.visible_requirement)
        )
        yield ""
    if rules.won_by.valid_hand:
        yield "Refused, since it cannot be:\n"
        yield from (f"- {_both(c.words)}" for c in rules.won_by.valid_hand)
        yield ""


def _fans(rules: RuleSet, examples: Sequence[Example]) -> Iterator[str]:
    usual = list(rules.counted_by.every)
    known = {p.id for p in usual}
    optional: dict[str, Priced] = {}
    for example in examples:
        for p in example.score.rules.counted_by.fans:
            if p.id not in known:
                optional.setdefault(p.id, p)
    yield f"## Fans 番种: {len(usual)}\n"
    yield from _paragraphs(
        *(() if rules.counted_by.counting is resolve else (rules.counted_by.counting,)),
        rules.counted_by.value,
    )
    if rules.counted_by.fallback:
        yield f"{rules.counted_by.fallback.zh} counts if nothing else does.\n"
    if any(p.joins for p in usual):
        yield "Fans marked ∞ combine sets; a set that was combined combines only once more 套算一次.\n"
    yield f"{_NOTATION}\n"
    yield from _fan_table(usual, examples)
    if optional:
        yield f"\nOnly with options: {len(optional)}.\n"
        yield from _fan_table(list(optional.values()), examples)


def _paragraphs(*functions: Any) -> Iterator[str]:
    """Yield the docstrings of a rule set's functions as paragraphs."""
    return (text + "\n" for text in docstrings_of(*functions))


def _fan_table(fans: Sequence[Priced], examples: Sequence[Example]) -> Iterator[str]:
    names = {p.id: p.zh for p in fans}
    yield "| value | fan | rule | keeps out 不计 | source | example |"
    yield "|---:|---|---|---|---|---|"
    for p in fans:
        rule = rule_text(p.fan)
        example = next(
            (e.text for e in examples if any(m.priced.id == p.id for m in e.score.counted.matches)), ""
        )
        yield _row(
            _price(p),
            f"{p.zh}{' ∞' if p.joins else ''} {p.fan.en}",
            f"{rule.zh}; {rule.en}",
            _keeps_out(p, names),
            p.source,
            f"`{example}`" if example else "",
        )


def _price(p: Priced) -> str:
    if p.claimed is None:
        return str(p.value)
    return f"{p.value}, claimed {p.claimed}" if p.claimed else f"{p.value}, only unclaimed"


def _keeps_out(p: Priced, names: dict[str, str]) -> str:
    """Return the fans it keeps out in the whole hand, inside its own blocks, and once."""
    groups = (("", p.excludes), (" on its sets", p.covers), (" once", p.implies))
    texts = (
        " ".join(name for id_, name in names.items() if id_ in ids) + where for where, ids in groups if ids
    )
    return "; ".join(texts)


def _settings(heading: str, settings: Sequence[Setting], intro: str) -> Iterator[str]:
    if not settings:
        return
    yield f"\n## {heading}\n"
    yield f"{intro}\n"
    yield "| name | default | takes | what | source |"
    yield "|---|---|---|---|---|"
    for s in settings:
        default = s.schema()["default"]
        shown = str(default).lower() if isinstance(default, bool) else str(default)
        yield _row(
            f"`{s.id}`",
            f"`{shown}`" if shown else "",
            _takes(s),
            _both(s.words) + (f" ({_both(s.when)})" if s.when else ""),
            s.source,
        )


def _takes(setting: Setting) -> str:
    """Return the values that a setting takes."""
    if isinstance(setting.default, bool):
        return "true, false"
    if isinstance(setting.default, int):
        return f"whole numbers from {setting.least}"
    return "tiles" if isinstance(setting.default, tuple) else ", ".join(setting.choices)


def _payments(rules: RuleSet, examples: Sequence[Example]) -> Iterator[str]:
    yield "\n## Payments 收付\n"
    yield from _paragraphs(rules.paid_by.pay, rules.paid_by.side, rules.carried_on.next_dealer)
    settled = [e for e in examples if e.score.legal and settle_score(e.score).transfers]
    for by in (By.DISCARD, By.SELF_DRAW):
        of_it = (e for e in settled if e.score.hand.win and e.score.hand.win.by is by)
        # The example that shows best who pays.
        best = max(
            of_it,
            key=lambda e: (len({t.payer for t in settle_score(e.score).transfers}), e.paid),
            default=None,
        )
        if best:
            yield from _paid(best)


def _paid(example: Example) -> Iterator[str]:
    s = example.score
    fans = " ".join(f"{m.priced.zh}{f'×{n}' if n > 1 else ''}" for m, n, _ in merged(s.counted.matches))
    worth = f"{s.value.han}/{s.value.fu}" if s.value.fu else str(s.value.total)
    yield f"`{example.text}`: {worth} {unit_name(s.rules.counted_by.unit).en}, {fans}.\n"
    yield "| from | to | points | reason |"
    yield "|---|---|---:|---|"
    for t in settle_score(s).transfers:
        yield _row(t.payer.name, t.payee.name, str(t.points), _both(t.reason))
    yield ""


def _notes(rules: RuleSet) -> Iterator[str]:
    if rules.notes:
        yield "## Rules of play that no score shows\n"
        yield from (f"- {_both(n.words)} ({n.source})" for n in rules.notes)
        yield ""


def _divergences(rules: RuleSet) -> Iterator[str]:
    own = [d for d in DIVERGENCES if d.rules == rules.id]
    if own:
        yield "## Divergences\n"
        yield "Where the documents, other programs and Paiyan differ; the [whole list](../divergences.md).\n"
        yield from (f"- {_flat(d.about)} ({d.kind.value}): {_flat(d.chosen)}" for d in own)


def _both(words: Words) -> str:
    return f"{words.zh}; {words.en}" if words.zh != words.en else words.zh


def _row(*cells: str) -> str:
    return "| " + " | ".join(_flat(cell).replace("|", "\\|") for cell in cells) + " |"


def _flat(text: str) -> str:
    return " ".join(text.split())


def pages(hands: Path) -> Iterator[tuple[str, str]]:
    """Yield the id of each rule set and its page, with examples from ``<id>.txt`` in that folder."""
    for rules in rule_sets():
        file = hands / f"{rules.id}.txt"
        yield rules.id, page(rules, file.read_text("utf-8") if file.exists() else "")


def main(arguments: Sequence[str]) -> None:
    """Write every page, given the folders of the hands and of the pages; without them print divergences."""
    if not arguments:
        print(as_markdown(), end="")
        return
    hands, out = map(Path, arguments)
    out.mkdir(parents=True, exist_ok=True)
    for id_, text in pages(hands):
        (out / f"{id_}.md").write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
