"""Parse a deal from its JSON object; what cannot have happened is refused with one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, cast

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import By, Deal, Flag, Hand, Kong, Win, added_to, kongs_of
from paiyan.scorer.hand.json_fields import as_object, as_objects, as_seat, field_or
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages import deal as refusal
from paiyan.scorer.messages.game_terms import named
from paiyan.scorer.messages.hand import DEAL_HAS_HANDS
from paiyan.scorer.messages.languages import Message
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import FACES, FLOWER, TILES, copies_of

_FIELDS = ("rules", "options", "hands", "dealer", "round", "wild", "indicator", "table", "events", "house")

_SHARED = ("dealer", "round", "wild", "indicator")


def parse_deal(fields: Mapping[str, Any]) -> Deal:
    """Parse a deal from its JSON object. Raises `HandError` for the first mistake in it."""
    if "deal" in fields:
        raise HandError(DEAL_HAS_HANDS)
    if unknown := sorted(set(fields) - set(_FIELDS)):
        raise HandError(refusal.NO_FIELD, field=unknown[0], fields=_FIELDS)
    shared = {name: fields[name] for name in _SHARED if name in fields}
    table = as_object(field_or(fields, "table", {}), "table")
    hands = tuple(_hand(h, shared, table) for h in as_objects(fields.get("hands"), "hands"))
    common = parse_hand(shared)  # the deal's own fields, which a draw has even without hands
    seats = Counter(h.seat for h in hands)
    if (twice := next((s for s, n in seats.items() if n > 1), None)) is not None:
        raise HandError(refusal.SEAT_TWICE, seat=twice.name)
    if (events := fields.get("events")) is None:
        waves, kongs = _events_of_hands(hands)
    else:
        waves, kongs = _ordered_events(hands, as_objects(events, "events"))
        last = {kong.seat: kong.meld for kong in kongs}
        hands = tuple(replace(h, stated_kong=last.get(h.seat)) for h in hands)
    hands = tuple(sorted(hands, key=lambda h: h.seat))
    deal = Deal(
        hands, waves, kongs, common.dealer, common.round, {**_own_tables(hands), **table}, frozenset(table)
    )
    check(deal)
    return deal


def check(deal: Deal) -> None:
    """Refuse a deal that contradicts itself under any rules. Raises `HandError`."""
    for wave in deal.waves:
        _check_wave(deal, wave)
    for kong in deal.kongs:
        if kong.giver is not None and kong.giver in kong.out:
            raise HandError(refusal.HAD_WON_KONG, giver=kong.giver.name, kong=_the(kong))
    held = Counter(t.kind for t in as_tiles(deal))
    if (kind := next((k for k, n in held.items() if n > 4 and k < FLOWER), None)) is not None:
        raise HandError(refusal.FIVE_EQUAL, tile=TILES[kind], n=held[kind])
    flowers = Counter(t.kind for h in deal.hands for t in h.all_flowers)
    flowers += Counter({k: n for k, n in held.items() if k >= FLOWER})  # wild ones 花混
    if (kind := next((k for k, n in flowers.items() if n > copies_of(k)), None)) is not None:
        words = refusal.FLOWER_TWICE if kind >= FLOWER else refusal.FLOWER_FIVE_TIMES
        raise HandError(words, tile=FACES[kind])


def _hand(own: Mapping[str, Any], shared: Mapping[str, Any], table: Mapping[str, Any]) -> Hand:
    """Parse one hand with the deal's own fields and table."""
    if "seat" not in own:
        raise HandError(refusal.NO_SEAT)
    if wrong := next((f for f in ("rules", "house", "options", *_SHARED) if f in own), None):
        raise HandError(refusal.OF_THE_DEAL, field=wrong)
    own_table = as_object(field_or(own, "table", {}), "table")
    if both := next((f for f in own_table if f in table and own_table[f] != table[f]), None):
        raise HandError(refusal.TOLD_TWICE, seat=own["seat"], field=both)
    return parse_hand({**shared, **own, "table": {**table, **own_table}})


def _own_tables(hands: Sequence[Hand]) -> dict[str, Any]:
    """Return the fields of the table that the hands give without contradicting each other."""
    merged: dict[str, Any] = {}
    for hand in hands:
        merged.update(hand.table)
    return {f: v for f, v in merged.items() if all(h.table.get(f, v) == v for h in hands)}


Events = tuple[tuple[tuple[Seat, ...], ...], tuple[Kong, ...]]


def _events_of_hands(hands: Sequence[Hand]) -> Events:
    """Return the events of a deal that lists none: all kongs, from the dealer on, then the wins."""
    order = sorted(hands, key=lambda h: (h.seat - h.dealer) % 4)
    won = [h for h in order if h.win]
    if any(_way_of_winning(h) != _way_of_winning(won[0]) for h in won):
        raise HandError(refusal.NOT_ONE_DISCARD, told=[_won_on(h.seat, cast(Win, h.win)) for h in won])
    waves = (_wave(won),) if won else ()
    return waves, tuple(k for h in order for k in kongs_of(h))


def _ordered_events(hands: Sequence[Hand], events: Sequence[Mapping[str, Any]]) -> Events:
    """Parse the events in order: ``{"seat": "S", "kong": "2p"}`` and ``{"seat": "W", "win": "5m"}``."""
    by_seat = {h.seat: h for h in hands}
    rest = {(h.seat, k.meld.block.kind): k for h in hands for k in kongs_of(h)}
    left = {h.seat for h in hands if h.win}
    waves: list[tuple[Seat, ...]] = []
    kongs: list[Kong] = []
    for what, group in groupby(events, key=lambda e: _key(e, by_seat)):
        out = frozenset(s for wave in waves for s in wave)
        some = list(group)
        if what is None:
            made = [rest.pop((_seat(e), _kind(e["kong"])), None) for e in some]
            if None in made:
                raise HandError(refusal.NO_KONG_SHOWN, have=_event(some[made.index(None)]))
            kongs += [k._replace(out=out) for k in made if k]
        else:
            seats = [_seat(e) for e in some]
            again = next((s for s in seats if s not in left or seats.count(s) > 1), None)
            if again is not None:
                raise HandError(refusal.WINS_AGAIN, seat=again.name)
            left -= set(seats)
            waves.append(_wave([by_seat[s] for s in seats]))
    if rest or left:
        lost = [_the(k) for k in rest.values()]
        lost += [Message(refusal.THE_WIN, {"seat": s.name}) for s in sorted(left)]
        raise HandError(refusal.EVENT_LOST, lost=lost[0])
    return tuple(waves), tuple(kongs)


def _key(event: Mapping[str, Any], hands: Mapping[Seat, Hand]) -> tuple[Any, ...] | None:
    """Return None for a kong, and for a win how it came, so that wins on one discard are one wave."""
    if set(event) == {"seat", "kong"}:
        return None
    if set(event) != {"seat", "win"}:
        raise HandError(refusal.NO_EVENT)
    hand = hands.get(_seat(event))
    if hand is None or hand.win is None or hand.win.tile.kind != _kind(event["win"]):
        raise HandError(refusal.NO_WIN_SHOWN, have=_event(event))
    return _way_of_winning(hand)


def _way_of_winning(hand: Hand) -> tuple[Any, ...]:
    """Return what winners on one discard have in common."""
    win = cast(Win, hand.win)
    return (win.by, win.tile.kind, win.discarder, hand.seat if win.self_drawn else None)


def _won_on(seat: Seat, win: Win) -> Message:
    about = {"seat": seat.name, "tile": win.tile, "by": named(win.by)}
    if win.discarder is None:
        return Message(refusal.WON_ON, about)
    return Message(refusal.WON_ON_OF, {**about, "giver": win.discarder.name})


def _wave(won: Sequence[Hand]) -> tuple[Seat, ...]:
    """Return the winners on one discard, the next to play after the discarder first."""
    win = cast(Win, won[0].win)
    first = won[0].seat if win.discarder is None else win.discarder
    return tuple(sorted((h.seat for h in won), key=lambda s: (s - first) % 4))


def _check_wave(deal: Deal, wave: Sequence[Seat]) -> None:
    win = cast(Win, cast(Hand, deal.hand(wave[0])).win)
    if win.self_drawn:
        return
    giver = win.discarder
    if giver is None:
        return  # nothing is settled, and a warning asks
    if giver in deal.out(wave[0]):
        raise HandError(refusal.HAD_WON, giver=giver.name, seat=wave[0].name, tile=win.tile)
    wins = [cast(Win, cast(Hand, deal.hand(seat)).win) for seat in wave]
    for flag in (Flag.KONG_REPLACEMENT, Flag.LAST_TILE):
        if len({flag in w.flags for w in wins}) > 1:
            raise HandError(refusal.FLAG_OF_ALL, flag=named(flag), tile=win.tile)
    giver_hand = deal.hand(giver)
    if giver_hand is None:
        return
    if Flag.KONG_REPLACEMENT in win.flags and not any(kongs_of(giver_hand)):
        raise HandError(refusal.GIVER_NO_KONG, giver=giver.name)
    if win.by is not By.ROBBED_KONG:
        return
    if not _robbable(giver_hand, win.tile.kind):
        raise HandError(refusal.ROBBED_PUNG, seat=wave[0].name, tile=win.tile, giver=giver.name)


def _robbable(hand: Hand, kind: int) -> bool:
    """True if this hand could lay a tile of this kind to make, or extend, a kong."""
    return added_to(hand, kind) is not None or sum(t.kind == kind for t in hand.concealed) == 3


def as_tiles(deal: Deal) -> Iterable[Any]:
    """Yield every tile of the deal once: a discard that several won on is one tile."""
    for hand in deal.hands:
        yield from hand.concealed
        for meld in hand.melds:
            yield from meld.tiles
    for wave in deal.waves:
        hand = cast(Hand, deal.hand(wave[0]))
        if not hand.on_flower:
            yield cast(Win, hand.win).tile


def _the(kong: Kong) -> Message:
    return Message(refusal.THE_KONG, {"tiles": kong.meld.block, "seat": kong.seat.name})


def _event(event: Mapping[str, Any]) -> Message:
    return Message(refusal.EVENTS_HAVE, {"event": [f"{k} {v}" for k, v in event.items()]})


def _seat(event: Mapping[str, Any]) -> Seat:
    value: Any = event["seat"]
    try:
        return as_seat(value, "seat")
    except HandError:
        raise HandError(refusal.EVENT_SEAT, value=value) from None


def _kind(value: Any) -> int:
    try:
        (one,) = parse(value)
    except (TypeError, ValueError):
        raise HandError(refusal.EVENT_TILE, value=value) from None
    return one.kind
