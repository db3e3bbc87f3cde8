"""Convert hands to the forms of other programs, and run these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import Meld, MeldType

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
        return Contestant(self.name, [partial(self.calculate, *self._call(h)) for h in hands])

    def waiting(self, hands: Iterable[Hand]) -> Contestant:
        return Contestant(self.name, [partial(self._try_all, self._call(h)) for h in hands])

    def _try_all(self, call: tuple[Any, ...]) -> None:
        packs, tiles, _, flowers, _, *rest = call
        for face in _GB_NAMES:
            try:
                self.calculate(packs, tiles, face, flowers, False, *rest)
            except TypeError:
                continue
            self.calculate(packs, tiles, face, flowers, True, *rest)

    def _call(self, hand: Hand) -> tuple[Any, ...]:
        assert hand.win
        packs = tuple(_gb_pack(m) for m in hand.melds)
        tiles = tuple(_GB_NAMES[t.kind] for t in hand.concealed)
        won = _GB_NAMES[hand.win.tile.kind]
        circumstances = (False, False, False, int(hand.seat), int(hand.round), True)
        return (packs, tiles, won, 0, hand.win.self_drawn, *circumstances)


_GB_NAMES = (
    *(f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)),
    *("F1", "F2", "F3", "F4", "J3", "J2", "J1"),
)


def _gb_pack(meld: Meld) -> tuple[str, str, int]:
    if meld.type is MeldType.CHOW:
        return ("CHI", _GB_NAMES[meld.tiles[1].kind], 1)
    return ("PENG", _GB_NAMES[meld.tiles[0].kind], 1)


class Mahjong:
    """The ``mahjong`` package: riichi in Python."""

    name = "mahjong"

    def __init__(self) -> None:
        from mahjong.agari import Agari
        from mahjong.hand_calculating.hand import HandCalculator

        self.calculate: Callable[..., object] = HandCalculator().estimate_hand_value
        self.wins: Callable[[Sequence[int]], bool] = Agari().is_agari

    def scored(self, hands: Iterable[Hand]) -> Contestant:
        return Contestant(self.name, [self._task(h) for h in hands])

    def waiting(self, hands: Iterable[Hand]) -> Contestant:
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
