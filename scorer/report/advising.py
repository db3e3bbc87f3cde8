"""Advise on the JSON object of a hand, and report the advice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from paiyan.scorer.advice.advise import Advice, Choice, Wanted, advise
from paiyan.scorer.advice.safety import Others, Safety
from paiyan.scorer.advice.search import Expectation
from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.hand.json_fields import as_list, as_object, as_seat, as_tiles, field_or
from paiyan.scorer.hand.parse_hand import HAND_FIELDS, parse_hand, written_out
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages import advice as words
from paiyan.scorer.messages import rules as refusal
from paiyan.scorer.messages.as_json import optional
from paiyan.scorer.messages.hand import NO_FIELD
from paiyan.scorer.messages.languages import Message, Text
from paiyan.scorer.report.answer import chosen_rules
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import KINDS, Tile

MOST_SAMPLES = 2000  # ways drawn for a discard: seconds of work
MOST_TURNS = 40
FIELDS = ("seen", "discards", "passed", "riichi", "void", "turns", "samples")
"""Fields of the advice besides those of the hand."""


@dataclass(frozen=True, kw_only=True)
class WantedReport:
    """A tile that helps and how many are unseen; for a waiting hand, what a win with it pays."""

    tile: str
    left: int
    self_draw: int | None = optional()
    discard: float | None = optional()


@dataclass(frozen=True, kw_only=True)
class ExpectsReport:
    """The chance to win and the points to expect, with standard errors (0 if `exact`)."""

    win: float
    points: float
    win_error: float
    points_error: float
    exact: bool


@dataclass(frozen=True, kw_only=True)
class GoalReport:
    """The goal of a hand."""

    id: str
    name: Text


@dataclass(frozen=True, kw_only=True)
class ReasonReport:
    """Why a discard is advised or not, and where that is written."""

    code: str
    text: Text
    source: str


@dataclass(frozen=True, kw_only=True)
class SafetyReport:
    """The safety of a discard from a seat (null: from everybody); `chance` holds if that seat waits."""

    seat: str | None
    code: str
    text: Text
    certain: bool
    chance: float
    source: str


@dataclass(frozen=True, kw_only=True)
class ClaimReport:
    """A set that a discard of another player would make."""

    type: str
    tiles: str
    claimed: str


@dataclass(frozen=True, kw_only=True)
class AdvisedChoice:
    """A hand after a discard, or a claim and a discard; `expects` is null if it was not searched."""

    meld: ClaimReport | None = optional()
    discard: str | None
    distance: int
    helpful: tuple[WantedReport, ...]
    left: int
    goal: GoalReport
    reasons: tuple[ReasonReport, ...]
    expects: ExpectsReport | None
    safety: tuple[SafetyReport, ...]
    risk: float | None = optional()


@dataclass(frozen=True, kw_only=True)
class AdviceReport:
    """Discards, the best first; or for a hand that waits, what it is worth and which claims gain.

    `wins` is what declaring the hand as it is pays, null if it is not a win.
    """

    rules: str
    distance: int
    turns: int
    unseen: int
    wins: int | None
    keeps: AdvisedChoice | None
    discards: tuple[AdvisedChoice, ...] | None = optional()
    claims: tuple[AdvisedChoice, ...] | None = optional()
    model: Text


def advise_on(request: Mapping[str, Any], *, rules: str | None = None) -> AdviceReport:
    """Advise on a hand object, with `FIELDS` besides its own, under its rule set (`rules` if it names none).

    The hand has no `win`, and its concealed tiles are those of a waiting hand, or one more, the last of which
    was drawn. Raises `HandError`, `RulesError`, `HouseError`.
    """
    chosen = chosen_rules(request, rules)
    request = written_out(request)
    own = {name: value for name, value in request.items() if name not in FIELDS}
    if unknown := sorted(own.keys() - HAND_FIELDS):
        fields = tuple(name for name in (*HAND_FIELDS, *FIELDS) if name != "win")
        raise HandError(NO_FIELD, field=unknown[0], fields=fields)
    hand = with_drawn(chosen, parse_hand(own))
    seen, others = as_tiles(field_or(request, "seen", ""), "seen"), others_of(request)
    _check_open_tiles(chosen, (*seen, *others.tiles()))
    return advice_report(
        advise(
            chosen,
            hand,
            open_tiles=seen,
            others=others,
            turns=_number(request, "turns", 0, MOST_TURNS),
            samples=_number(request, "samples", 2, MOST_SAMPLES),
        )
    )


def _check_open_tiles(rules: RuleSet, open_tiles: Iterable[Tile]) -> None:
    """Refuse an open tile that the rule set is played without. Raises `HandError`."""
    played = rules.played_with
    for tile in open_tiles:
        if not played.has(tile.kind) and tile.code not in played.tiles.flowers:
            raise HandError(refusal.PLAYED_WITHOUT, rules=rules.words, tile=tile)


def others_of(request: Mapping[str, Any]) -> Others:
    """Return the other players as far as they show. Raises `HandError`."""
    declared = as_list(field_or(request, "riichi", ()), "riichi")
    return Others(
        discards=_by_seat(request, "discards"),
        passed=_by_seat(request, "passed"),
        riichi=frozenset(as_seat(seat, "riichi") for seat in declared),
        void=_void(request),
    )


def _void(request: Mapping[str, Any]) -> dict[Seat, str]:
    found: dict[Seat, str] = {}
    for seat, suit in as_object(field_or(request, "void", {}), "void").items():
        if suit not in ("m", "p", "s"):
            raise HandError(words.A_SUIT, value=suit)
        found[as_seat(seat, "void")] = suit
    return found


def _by_seat(request: Mapping[str, Any], field: str) -> dict[Seat, tuple[Tile, ...]]:
    by_seat = as_object(field_or(request, field, {}), field)
    return {as_seat(seat, field): as_tiles(tiles, f"{field}.{seat}") for seat, tiles in by_seat.items()}


def with_drawn(rules: RuleSet, hand: Hand) -> Hand:
    """Return the hand with its tile to spare, if it has one, as drawn. Raises `HandError` if it was won."""
    if hand.win is not None:
        raise HandError(words.ADVICE_WITHOUT_WIN)
    size = rules.played_with.hand_size - 3 * len(hand.melds)
    _check_size(rules, hand, size)
    if len(hand.concealed) != size + 1:
        return hand
    *rest, drawn = hand.concealed
    if drawn.kind >= KINDS:  # a flower that is wild: it is never the tile that completes a hand
        *rest, drawn = sorted(hand.concealed, key=lambda t: -t.kind)
    return replace(hand, concealed=tuple(rest), win=Win(drawn, By.SELF_DRAW))


def _check_size(rules: RuleSet, hand: Hand, size: int) -> None:
    """Refuse a hand of neither `size` tiles nor one more; flowers among them are checked later.

    Raises `HandError`.
    """
    n, melds = len(hand.concealed), len(hand.melds)
    if n in (size, size + 1) or size < 1 or rules.played_with.flowers_as is not None:
        return
    melds_text = Message(refusal.SO_MANY_MELDS, {"n": melds}) if melds > 1 else refusal.ONE_MELD
    sentence = words.WRONG_SIZE_BESIDE if melds else words.WRONG_SIZE
    raise HandError(sentence, n=n, melds=melds_text, rules=rules.words, waiting=size, spare=size + 1)


def _number(request: Mapping[str, Any], field: str, least: int, most: int) -> int | None:
    value = request.get(field)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise HandError(words.A_NUMBER, field=field, least=least, most=most, value=value)
    return value


def advice_report(advice: Advice) -> AdviceReport:
    """Return the report of advice."""
    choices = tuple(map(_choice, advice.choices))
    return AdviceReport(
        rules=advice.rules.id,
        distance=advice.distance,
        turns=advice.position.turns,
        unseen=sum(advice.position.unseen.values()),
        wins=advice.wins,
        keeps=None if advice.keeps is None else _choice(advice.keeps),
        discards=choices if advice.keeps is None else None,
        claims=None if advice.keeps is None else choices,
        model=words.MODEL,
    )


def _choice(choice: Choice) -> AdvisedChoice:
    meld = choice.meld
    return AdvisedChoice(
        meld=None
        if meld is None
        else ClaimReport(type=meld.type.value, tiles=notation(meld.tiles), claimed=str(meld.claimed)),
        discard=None if choice.discard is None else choice.discard.notation,
        distance=choice.distance,
        helpful=tuple(map(_wanted, choice.wanted)),
        left=choice.left,
        goal=GoalReport(id=choice.goal.id, name=choice.goal.words),
        reasons=tuple(ReasonReport(code=r.code, text=r, source=str(r.source)) for r in choice.reasons),
        expects=None if choice.expects is None else _expects(choice.expects),
        safety=tuple(map(_safety, choice.safety)),
        risk=round(choice.risk, 2) if choice.risk else None,
    )


def _safety(safety: Safety) -> SafetyReport:
    return SafetyReport(
        seat=None if safety.seat is None else safety.seat.name,
        code=safety.code,
        text=safety.words,
        certain=safety.certain,
        chance=round(safety.chance, 4),
        source=str(safety.source),
    )


def _wanted(wanted: Wanted) -> WantedReport:
    claimed = None if wanted.claimed is None else round(wanted.claimed, 2)
    return WantedReport(tile=wanted.tile.notation, left=wanted.left, self_draw=wanted.drawn, discard=claimed)


def _expects(expects: Expectation) -> ExpectsReport:
    return ExpectsReport(
        win=round(expects.win, 4),
        points=round(expects.points, 2),
        win_error=round(expects.win_error, 4),
        points_error=round(expects.points_error, 2),
        exact=expects.samples == 0,
    )
