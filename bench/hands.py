"""Deal random winning hands for the benches, and convert them to the forms of other programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import RED, TILES


def deal(random: Random, *, kinds: Sequence[int] = range(34), melds: int = 3) -> Hand:
    """Deal a winning hand: four sets and a pair of these kinds, with at most `melds` of the sets claimed."""
    while True:
        sets = [_set(random, kinds) for _ in range(4)]
        pair = (random.choice(kinds),) * 2
        if max(Counter(k for s in (*sets, pair) for k in s).values()) <= 4:
            break
    claimed = random.randint(0, melds)
    laid = tuple(_meld(s) for s in sets[:claimed])
    concealed = [k for s in (*sets[claimed:], pair) for k in s]
    won = concealed.pop(random.randrange(len(concealed)))
    seat = Seat(random.randrange(4))
    drawn = random.random() < 0.5
    win = Win(TILES[won], By.SELF_DRAW if drawn else By.DISCARD, None if drawn else seat.others[1])
    tiles = tuple(TILES[k] for k in sorted(concealed))
    return Hand(tiles, laid, win=win, seat=seat, round=Seat(random.randrange(2)))


def hand_json(hand: Hand) -> dict[str, Any]:
    """Return a hand in the form of a request, under the national rules."""
    assert hand.win
    win = {"tile": hand.win.tile.notation, "by": hand.win.by.value}
    melds = [{"type": m.type.value, "tiles": notation(m.tiles)} for m in hand.melds]
    fields = {"concealed": notation(hand.concealed), "melds": melds, "win": win, "seat": hand.seat.name}
    return {"rules": "guobiao", **fields}


def _set(random: Random, kinds: Sequence[int]) -> tuple[int, ...]:
    kind = random.choice(kinds)
    run = (kind, kind + 1, kind + 2)
    if kind < 27 and kind % 9 < 7 and set(run) <= set(kinds) and random.random() < 0.7:
        return run
    return (kind,) * 3


def _meld(kinds: tuple[int, ...]) -> Meld:
    type_ = MeldType.PUNG if kinds[0] == kinds[1] else MeldType.CHOW
    return Meld(type_, tuple(TILES[k] for k in kinds))


def declared(hands: Iterable[Hand]) -> list[Hand]:
    """Adapt hands to riichi: one five of each suit is red, and a hand that claims nothing has declared
    riichi, so that it has a yaku."""
    return [replace(with_reds(h), table={"riichi": "none" if h.melds else "riichi"}) for h in hands]


def with_reds(hand: Hand) -> Hand:
    """Make the first five of each suit red, melds before concealed tiles."""
    left = {4: TILES[RED], 13: TILES[RED + 1], 22: TILES[RED + 2]}
    melds = tuple(replace(m, tiles=tuple(left.pop(t.kind, t) for t in m.tiles)) for m in hand.melds)
    concealed = tuple(left.pop(t.kind, t) for t in hand.concealed)
    assert hand.win
    win = replace(hand.win, tile=left.pop(hand.win.tile.kind, hand.win.tile))
    return replace(hand, melds=melds, concealed=concealed, win=win)


def with_wilds(random: Random, wilds: int) -> Hand:
    """Deal a winning Tianjin hand with `wilds` wild tiles: 5p is turned, so 5p and 6p are wild."""
    five, six = 13, 14
    hand = deal(random, kinds=[k for k in range(34) if k not in (five, six)], melds=0)
    assert hand.win
    rest = random.sample(hand.concealed, 13 - wilds)
    jokers = [TILES[five]] * min(3, wilds) + [TILES[six]] * max(0, wilds - 3)
    win = Win(hand.win.tile, By.SELF_DRAW)
    return replace(hand, concealed=(*rest, *jokers), indicator=TILES[five], win=win)


Task = Callable[[], object]


class Contestant(NamedTuple):
    """A program and its tasks, one per hand."""

    name: str
    tasks: list[Task]


class PyMahjongGB:
    """The national rules in C++. It raises an exception for a hand that does not win."""

    name = "PyMahjongGB"

    def __init__(self) -> None:
        self.calculate: Callable[..., object] = import_module("MahjongGB").MahjongFanCalculator

    def scored(self, hands: Iterable[Hand]) -> Contestant:
        """Return a task for each hand that scores it as it was won."""
        return Contestant(self.name, [partial(self.calculate, *self._call(h)) for h in hands])

    def waiting(self, hands: Iterable[Hand]) -> Contestant:
        """Return a task for each hand that tries all 34 kinds, by discard and, if one wins, drawn."""
        return Contestant(self.name, [partial(self._try_all, self._call(h)) for h in hands])

    def _try_all(self, call: tuple[Any, ...]) -> None:
        packs, tiles, _, flowers, _, *rest = call
        for face in GB_NAMES:
            try:
                self.calculate(packs, tiles, face, flowers, False, *rest)
            except TypeError:
                continue
            self.calculate(packs, tiles, face, flowers, True, *rest)

    def _call(self, hand: Hand) -> tuple[Any, ...]:
        assert hand.win
        packs = tuple(_gb_pack(m) for m in hand.melds)
        tiles = tuple(GB_NAMES[t.kind] for t in hand.concealed)
        won = GB_NAMES[hand.win.tile.kind]
        circumstances = (False, False, False, int(hand.seat), int(hand.round), True)
        return (packs, tiles, won, 0, hand.win.self_drawn, *circumstances)


GB_NAMES = (
    *(f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)),
    *("F1", "F2", "F3", "F4", "J3", "J2", "J1"),
)


def _gb_pack(meld: Meld) -> tuple[str, str, int]:
    if meld.type is MeldType.CHOW:
        return ("CHI", GB_NAMES[meld.tiles[1].kind], 1)
    return ("PENG", GB_NAMES[meld.tiles[0].kind], 1)


class Mahjong:
    """The ``mahjong`` package: riichi in Python."""

    name = "mahjong"

    def __init__(self) -> None:
        from mahjong.agari import Agari
        from mahjong.hand_calculating.hand import HandCalculator

        self.calculate: Callable[..., object] = HandCalculator().estimate_hand_value
        self.wins: Callable[[Sequence[int]], bool] = Agari().is_agari

    def scored(self, hands: Iterable[Hand]) -> Contestant:
        """Return a task for each hand that scores it as it was won."""
        return Contestant(self.name, [self._task(h) for h in hands])

    def waiting(self, hands: Iterable[Hand]) -> Contestant:
        """Return a task for each hand that scores the kinds that complete it, by discard and drawn."""
        return Contestant(self.name, [self._waiting(h) for h in hands])

    def _task(self, hand: Hand) -> Task:
        tiles = self._tiles(hand)
        config = self._config(hand, drawn=bool(hand.win and hand.win.self_drawn))
        return partial(self.calculate, tiles, tiles[-1], melds=self._melds(hand), config=config)

    def _waiting(self, hand: Hand) -> Task:
        configs = [self._config(hand, drawn=drawn) for drawn in (False, True)]
        return partial(self._try_all, self._tiles(hand)[:-1], self._melds(hand), configs)

    def _try_all(self, tiles: list[int], melds: list[Any], configs: list[Any]) -> None:
        counts = [0] * 34
        for t in tiles:
            counts[t // 4] += 1
        for kind in range(34):
            if counts[kind] == 4:
                continue
            counts[kind] += 1
            if self.wins(counts):
                last = next(i for i in range(4 * kind, 4 * kind + 4) if i not in tiles)
                for config in configs:
                    self.calculate([*tiles, last], last, melds=melds, config=config)
            counts[kind] -= 1

    @staticmethod
    def _tiles(hand: Hand) -> list[int]:
        """Return all tiles by their numbers 0–135, melds first, the winning one last.

        The first of each kind has the lowest number, which makes the first five of a suit red there too.
        """
        assert hand.win
        seen: Counter[int] = Counter()
        numbers: list[int] = []
        for t in (*(t for m in hand.melds for t in m.tiles), *hand.concealed, hand.win.tile):
            numbers.append(4 * t.kind + seen[t.kind])
            seen[t.kind] += 1
        return numbers

    def _melds(self, hand: Hand) -> list[Any]:
        from mahjong.meld import Meld as TheirMeld

        numbers = self._tiles(hand)
        kinds = {MeldType.CHOW: TheirMeld.CHI, MeldType.PUNG: TheirMeld.PON}
        return [
            TheirMeld(kinds[m.type], numbers[3 * i : 3 * i + 3], opened=True)
            for i, m in enumerate(hand.melds)
        ]

    @staticmethod
    def _config(hand: Hand, *, drawn: bool) -> Any:
        from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules

        return HandConfig(
            is_tsumo=drawn,
            is_riichi=not hand.melds,
            player_wind=hand.seat.wind,
            round_wind=hand.round.wind,
            options=OptionalRules(has_open_tanyao=True, has_aka_dora=True),
        )
