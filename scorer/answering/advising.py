"""Advice on one hand, as the command line and the service are asked for it, and the answer in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from paiyan.scorer.advice.advise import Advice, Choice, advise
from paiyan.scorer.advice.search import Expectation
from paiyan.scorer.answering.answer import chosen_rules
from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.json_fields import as_tiles, field_or
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.hand.win import By, Win
from paiyan.scorer.messages import advice as words
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import KINDS

Json = dict[str, Any]

MOST_SAMPLES = 2000  # ways drawn for a discard: seconds of work
MOST_TURNS = 40


def advise_on(given: Mapping[str, Any], *, lang: str = "en", rules: str | None = None) -> Json:
    """Return the advice for a hand in JSON, with the tiles `seen` on the table, `turns` and `samples`.

    The hand has no `win`, and its concealed tiles are those of a waiting hand, or one more, the last of which
    was drawn. Raises `HandError`, `RulesError`, `HouseError`.
    """
    chosen = chosen_rules(given, rules)
    own = {name: value for name, value in given.items() if name not in ("seen", "turns", "samples")}
    hand = with_drawn(chosen, parse_hand(own))
    return advice_json(
        advise(
            chosen,
            hand,
            seen=as_tiles(field_or(given, "seen", ""), "seen"),
            turns=_number(given, "turns", 0, MOST_TURNS),
            samples=_number(given, "samples", 2, MOST_SAMPLES),
        ),
        lang=lang,
    )


def with_drawn(rules: RuleSet, hand: Hand) -> Hand:
    """Return the hand with its tile to spare, if it has one, as drawn. Raises `HandError` if it was won."""
    if hand.win is not None:
        raise HandError(words.ADVICE_WITHOUT_WIN)
    size = rules.played_with.hand_size - 3 * len(hand.melds)
    if len(hand.concealed) != size + 1:
        return hand
    *rest, drawn = hand.concealed
    if drawn.kind >= KINDS:  # a flower that is wild: it is never the tile that completes a hand
        *rest, drawn = sorted(hand.concealed, key=lambda t: -t.kind)
    return replace(hand, concealed=tuple(rest), win=Win(drawn, By.SELF_DRAW))


def _number(given: Mapping[str, Any], field: str, least: int, most: int) -> int | None:
    value = given.get(field)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise HandError(words.A_NUMBER, field=field, least=least, most=most, value=value)
    return value


def advice_json(advice: Advice, *, lang: str = "en") -> Json:
    """Return advice in the form of the interface."""
    drawn = advice.keeps is None
    return {
        "rules": advice.rules.id,
        "distance": advice.distance,
        "turns": advice.position.turns,
        "unseen": sum(n for n in advice.position.unseen.values()),
        "wins": advice.wins,
        "keeps": None if advice.keeps is None else _choice(advice.keeps, lang),
        ("discards" if drawn else "claims"): [_choice(c, lang) for c in advice.choices],
        "model": words.MODEL.to(lang),
    }


def _choice(choice: Choice, lang: str) -> Json:
    meld = choice.meld
    claim = (
        {}
        if meld is None
        else {
            "meld": {
                "type": meld.type.value,
                "tiles": notation(meld.tiles),
                "claimed": str(meld.claimed),
            }
        }
    )
    return {
        **claim,
        "discard": None if choice.discard is None else choice.discard.notation,
        "distance": choice.distance,
        "helpful": [
            {"tile": w.tile.notation, "left": w.left}
            | (
                {}
                if w.drawn is None and w.claimed is None
                else {"self_draw": w.drawn, "discard": _rounded(w.claimed)}
            )
            for w in choice.wanted
        ],
        "left": choice.left,
        "goal": {"id": choice.goal.id, "name": choice.goal.words.to(lang)},
        "reasons": [{"code": r.code, "text": r.to(lang), "source": str(r.source)} for r in choice.reasons],
        "expects": None if choice.expects is None else _expects(choice.expects),
    }


def _expects(expects: Expectation) -> Json:
    return {
        "win": round(expects.win, 4),
        "points": round(expects.points, 2),
        "win_error": round(expects.win_error, 4),
        "points_error": round(expects.points_error, 2),
        "exact": expects.samples == 0,
    }


def _rounded(points: float | None) -> float | None:
    return None if points is None else round(points, 2)
