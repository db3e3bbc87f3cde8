"""The front door: read a photo, score a hand, list its waits, settle a deal.

Nothing is computed here: each function asks what the command line and the HTTP service ask, and returns its
values before they become JSON. Errors are `PaiyanError`, each with one sentence (`to("zh")` for Chinese).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, cast, overload

from paiyan.photo import read
from paiyan.scorer.advice.advise import Advice
from paiyan.scorer.advice.advise import advise as advised
from paiyan.scorer.hand.hand import Deal, Hand
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages import deal as refusal
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.messages.rules import RULES_AND_HOUSE
from paiyan.scorer.report.advising import others_of, with_drawn
from paiyan.scorer.report.answer import solve
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.scoring.results import NotAWin, Score, Wait
from paiyan.scorer.scoring.score import waits as scored_waits
from paiyan.scorer.settling.settlement import Settlement, settle_hand
from paiyan.scorer.settling.settlement import settle as settle_deal
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import Tile
from paiyan.service.answers import rule_catalogue
from paiyan.service.answers.scoring import hand_of, taken
from paiyan.service.answers.situation import DEFAULT_RULES, HandObject, merged, with_reading
from paiyan.service.cli.parsing import hand_text, meld
from paiyan.service.errors import BadHand, PaiyanError, WrongUse, as_service_errors
from paiyan.service.messages.requests import DEAL_WAITS, WON_WAITS

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from paiyan.vision.decoding.hand import Hand as HandRead
    from paiyan.vision.decoding.proposal import Change
    from paiyan.vision.reading import Reading

    HandLike = Reading | HandRead | Hand | Mapping[str, Any] | str  # HandRead: `hand` of a reading

_PICTURE = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif")
_IS_PICTURE = Words(
    "{text!r} 是图片文件名，不是牌：请先用 paiyan.read 读出来",
    "{text!r} is the name of a picture, not tiles: read it first with paiyan.read",
    "{text!r} は画像のファイル名で、牌ではありません：先に paiyan.read で読み取ってください",
)
_NO_HAND = Words(
    "手牌要是 Reading、Hand、JSON 对象或牌的文字，不能是 {type}",
    "a hand is a Reading, a Hand, an object or a text of tiles, not {type}",
    "手牌は Reading、Hand、オブジェクト、または牌の文字列です：{type} は使えません",
)
_TOLD_ALREADY = Words(
    "Hand 已经说明了情况，不能再给 {names}：请用 paiyan.hand 重新建立",
    "a Hand tells its situation itself: give {names} to paiyan.hand, which makes another",
    "Hand は状況を自分で持っています：{names} は paiyan.hand に渡して作り直してください",
)
_NO_WIN = Words(
    "没有和的那张牌：请给 win（如 win='7s'），或用 paiyan.waits 看听什么",
    "no winning tile: name it as win='7s', or ask paiyan.waits what the hand waits for",
    "和了牌がありません：win='7s' のように指定するか、paiyan.waits で待ちを調べてください",
)
_NO_DEAL = Words(
    "一盘要有 hands（各家的手牌）：一手牌请用 paiyan.score",
    'a deal has "hands", one for each seat that is known: paiyan.score takes one hand',
    "局には hands（各家の手牌）が必要です：手牌一つは paiyan.score に渡してください",
)
_UNKNOWN = Words(
    "没有 {name!r} 这个参数；有：{names}",
    "there is no argument {name!r}: there are {names}",
    "{name!r} という引数はありません：{names} があります",
)


class DoesNotWin(BadHand):
    """A hand that does not win, or may not be declared: `result` is the scorer's answer."""

    result: NotAWin | Score


class Situation(TypedDict, total=False):
    """What the tiles do not show: how the hand was won, its melds, the seats, the table.

    Names and values are those of the command line and of the JSON; `discarder` is its ``from``.
    """

    win: str
    """The winning tile, ``"7s"``; of a photo, the one that lies apart."""
    by: str
    """How it came: ``"discard"`` (default), ``"self_draw"``, ``"robbed_kong"`` or ``"robbed_flower"``."""
    discarder: str
    """Who discarded it, or whose kong was robbed: ``"S"``. If unknown, nothing is settled."""
    flags: Sequence[str]
    """Circumstances of the win: ``"last_tile"``, ``"kong_replacement"``, …"""
    melds: Sequence[str | Mapping[str, Any]]
    """Sets on the table: ``"789s:chow:left"``, ``"1111z:concealed_kong"``, or their JSON objects."""
    flowers: str
    seat: str
    """The winner's seat, ``"E"`` by default; so are `round` and `dealer`."""
    round: str
    dealer: str
    wild: str
    indicator: str
    table: Mapping[str, Any]
    """What the rule set asks of the table: ``{"honba": 1}``."""


def hand(tiles: Reading | HandRead | Mapping[str, Any] | str, **situation: Unpack[Situation]) -> Hand:
    """Make a hand of a reading, a JSON object, or a text of its concealed tiles.

    >>> won = hand("123m456p11z77s", melds=["789s:chow:left"], win="7s", discarder="S")
    >>> won.win.tile, won.melds[0].tiles
    (Tile(7s), (Tile(7s), Tile(8s), Tile(9s)))
    """
    fields, _ = _hand_object(tiles, _fields_of(situation), as_read=True)
    with as_service_errors():
        return parse_hand(fields)


def score(
    hand: HandLike,
    *,
    rules: str | RuleSet | None = None,
    options: Mapping[str, Any] | None = None,
    as_read: bool = False,
    **situation: Unpack[Situation],
) -> Settlement:
    """Score a won hand and settle it: its fans, its total, what each seat pays.

    `rules` is a rule set, its id or a house file (``"my-club.toml"``); the national rules by default. If the
    tiles of a reading make no winning hand and its most probable legal hand does, that one is scored, and
    `warnings` says so; not with `as_read`. Raises `DoesNotWin` if the hand does not win.

    >>> result = score("123m456p789s11z77s", win="7s", by="self_draw", rules="guobiao")
    >>> result.total, [fan.name("en") for fan in result.fans]
    (14, ['Mixed Straight', 'Fully Concealed Hand', 'Tile Hog'])
    >>> result.balances
    {E: 66, S: -22, W: -22, N: -22}
    >>> score("123m456p789s11z77s", win="5s")
    Traceback (most recent call last):
    paiyan.api.DoesNotWin: E does not win: the tiles do not make a winning hand
    """
    if isinstance(hand, Hand):
        _only_a_hand(situation)
        chosen = _chosen(rules, options)
        if hand.win is None:
            raise BadHand(_NO_WIN)
        with as_service_errors():
            return _settled(settle_hand(chosen, hand))
    fields, changes = _hand_object(hand, _fields_of(situation), as_read=as_read)
    chosen, fields = _under(fields, rules, options)
    if "hands" not in fields and not fields.get("win"):
        raise BadHand(_NO_WIN)
    with as_service_errors():
        result, messages = solve(chosen, fields)
    return _settled(result, (*messages, *((taken(changes),) if changes else ())))


def waits(
    hand: HandLike,
    *,
    rules: str | RuleSet | None = None,
    options: Mapping[str, Any] | None = None,
    **situation: Unpack[Situation],
) -> tuple[Wait, ...]:
    """List the winning tiles of a waiting hand, with what each would score.

    >>> [(wait.tile, wait.left, wait.discard.total) for wait in waits("123m456p11z77s", melds=["789s"])]
    [(Tile(7s), 1, 10), (Tile(1z), 2, 12)]
    """
    if isinstance(hand, Hand):
        _only_a_hand(situation)
        chosen, won = _chosen(rules, options), hand.win
        with as_service_errors():
            if won is not None:
                raise BadHand(WON_WAITS)
            return scored_waits(chosen, hand)
    fields, _ = _hand_object(hand, _fields_of(situation), as_read=False)
    chosen, fields = _under(fields, rules, options)
    if "hands" in fields:
        raise BadHand(DEAL_WAITS)
    if fields.get("win"):
        raise BadHand(WON_WAITS)
    with as_service_errors():
        result, _ = solve(chosen, fields)
    return cast("tuple[Wait, ...]", result)


def advise(
    hand: HandLike,
    *,
    rules: str | RuleSet | None = None,
    options: Mapping[str, Any] | None = None,
    seen: str = "",
    others: Mapping[str, Any] | None = None,
    turns: int | None = None,
    samples: int | None = None,
    **situation: Unpack[Situation],
) -> Advice:
    """Advise what to throw from a hand with a tile to spare, or what a waiting hand may claim.

    The last tile is the one that was drawn. `seen` are tiles that lie open besides the hand's own, `others`
    what shows of other players, as in the JSON (``{"discards": {"S": "9m1z"}, "riichi": ["S"]}``), `turns`
    how many tiles the player will still draw, and `samples` how many ways are drawn for a discard that is far
    from a win: more make the standard errors smaller. `paiyan.scorer.advice.search` states what the figures
    assume.

    >>> best = advise("123m456p11s678s23p5z", rules="hongkong").choices[0]
    >>> best.discard, best.distance, [(wanted.tile, wanted.left) for wanted in best.wanted]
    (Tile(5z), 0, [(Tile(1p), 4), (Tile(4p), 3), (Tile(7p), 4)])
    """
    if isinstance(hand, Hand):
        _only_a_hand(situation)
        chosen, parsed = _chosen(rules, options), hand
    else:
        fields, _ = _hand_object(hand, _fields_of(situation), as_read=True)
        chosen, fields = _under(fields, rules, options)
        with as_service_errors():
            parsed = parse_hand(fields)
    with as_service_errors():
        whole = with_drawn(chosen, parsed)
        shown = others_of(others or {})
        return advised(chosen, whole, open_tiles=parse(seen), others=shown, turns=turns, samples=samples)


def settle(
    deal: Deal | Mapping[str, Any] | str,
    *,
    rules: str | RuleSet | None = None,
    options: Mapping[str, Any] | None = None,
) -> Settlement:
    """Settle a whole deal: its winners, kongs, fines, and who deals next.

    >>> drawn = settle({"hands": [
    ...     {"seat": "S", "concealed": "123m345m222p99p66p", "win": {"tile": "6p", "from": "E"}},
    ...     {"seat": "N", "melds": [{"type": "concealed_kong", "tiles": "1111s"}]},
    ... ]}, rules="sichuan")
    >>> drawn.balances
    {E: -3, S: -1, W: -2, N: 6}
    """
    if isinstance(deal, Deal):
        with as_service_errors():
            return settle_deal(_chosen(rules, options), deal)
    chosen, fields = _under(_hand_object(deal, {}, as_read=False)[0], rules, options)
    if "hands" not in fields:
        raise BadHand(_NO_DEAL)
    with as_service_errors():
        result, messages = solve(chosen, fields)
    return _settled(result, messages)


@overload
def rules() -> tuple[RuleSet, ...]: ...
@overload
def rules(name: str | os.PathLike[str]) -> RuleSet: ...
def rules(name: str | os.PathLike[str] | None = None) -> RuleSet | tuple[RuleSet, ...]:
    """Return a rule set by its id or house file; without a name, all of them.

    >>> rules("guobiao").words.zh, rules("guobiao") in rules()
    ('国标麻将', True)
    >>> rules("richi")
    Traceback (most recent call last):
    paiyan.service.errors.UnknownRules: no rule set 'richi'; did you mean riichi?
    """
    return rule_catalogue.all_rules() if name is None else rule_catalogue.named(os.fspath(name))


def _rule_set(rules: str | RuleSet) -> RuleSet:
    return rules if isinstance(rules, RuleSet) else rule_catalogue.named(rules)


def _chosen(rules: str | RuleSet | None, options: Mapping[str, Any] | None) -> RuleSet:
    """Return the rule set with its options chosen."""
    with as_service_errors():
        return _rule_set(rules or DEFAULT_RULES).with_options(options or {})


def _under(
    fields: HandObject, rules: str | RuleSet | None, options: Mapping[str, Any] | None
) -> tuple[RuleSet, HandObject]:
    """Return the rule set of a hand object, and the object; arguments win over what it names."""
    if rules is not None and fields.get("house") is not None:
        raise BadHand(RULES_AND_HOUSE)
    fields = merged(fields, {"options": dict(options)} if options else {})
    with as_service_errors():
        base = rule_catalogue.rules_of(fields) if rules is None else _rule_set(rules)
        return base.with_options(fields.get("options") or {}), fields


def _fields_of(situation: Situation) -> HandObject:
    """Return the situation as a hand object. Raises `WrongUse` for a name that is not one of its fields."""
    names = Situation.__annotations__
    if unknown := next((name for name in situation if name not in names), None):
        raise WrongUse(_UNKNOWN, name=unknown, names=list(names))
    fields = {name: value for name, value in cast(HandObject, situation).items() if value is not None}
    win = {"tile": "win", "by": "by", "from": "discarder", "flags": "flags"}
    won = {field: fields.pop(name) for field, name in win.items() if name in fields}
    if isinstance(melds := fields.get("melds"), Sequence) and not isinstance(melds, str):
        fields["melds"] = [meld(one) if isinstance(one, str) else one for one in cast("Sequence[Any]", melds)]
    return {**fields, "win": won} if won else fields


def _hand_object(hand: object, fields: HandObject, *, as_read: bool) -> tuple[HandObject, Sequence[Change]]:
    """Return the object of a hand in its situation, and the tiles of a reading that were changed for it.

    Raises `WrongUse` for what is no hand.
    """
    if isinstance(hand, (str, Path)) and str(hand).lower().endswith(_PICTURE):
        raise WrongUse(_IS_PICTURE, text=str(hand)[-60:])
    if isinstance(hand, str):
        return merged(hand_text(hand), fields), ()
    if isinstance(hand, Mapping):
        return merged(cast("Mapping[str, Any]", hand), fields), ()
    if "paiyan.vision.reading" in sys.modules:  # there is no reading before, and typed hands load no numpy
        from paiyan.vision.reading import Hand as HandRead
        from paiyan.vision.reading import Reading

        if isinstance(hand, Reading):
            return hand_of(hand, fields, as_read=as_read)
        if isinstance(hand, HandRead):
            return with_reading(hand, fields), ()
    raise WrongUse(_NO_HAND, type=type(hand).__name__)


def _only_a_hand(situation: Situation) -> None:
    if situation:
        raise WrongUse(_TOLD_ALREADY, names=list(situation))


def _settled(result: object, messages: Sequence[Sentence] = ()) -> Settlement:
    """Return the settlement with its further warnings. Raises `DoesNotWin` if there is none."""
    if isinstance(result, Settlement):
        return replace(result, warnings=(*result.warnings, *messages)) if messages else result
    result = cast("NotAWin | Score", result)
    reason = result.reason if isinstance(result, NotAWin) else result.short
    words = refusal.DOES_NOT_WIN if isinstance(result, NotAWin) else refusal.WIN_WRONG
    wrong = DoesNotWin(words, seat=result.hand.seat.name, reason=reason)
    wrong.result = result
    raise wrong


__all__ = [
    "Advice", "Deal", "DoesNotWin", "Hand", "PaiyanError", "RuleSet", "Score", "Seat", "Settlement",
    "Situation", "Tile", "Wait", "advise", "hand", "read", "rules", "score", "settle", "waits",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Load `Reading`, and OpenCV with it, on first use."""
    if name != "Reading":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from paiyan.vision.reading import Reading

    return Reading
