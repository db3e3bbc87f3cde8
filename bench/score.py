"""How fast hands are scored: beside PyMahjongGB (C++) and ``mahjong`` (Python), and with wild tiles.

``make bench``, or ``python bench/score.py --hands 400``. All programs are given the same hands, each in its
own form, made before the clock starts; they take turns on a few hands at a time, so that a busy machine
slows all of them alike. Rates are of processor time, without the garbage collector, as `timeit` has it; what
counts are the ratios.
"""

from __future__ import annotations

import argparse
import gc
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from time import process_time
from typing import Any, NamedTuple

from scorer.ruleset import RuleSet
from scorer.rulesets import rule_set
from scorer.score import score, waits
from scorer.situation import By, Hand, Meld, MeldType, Seat, Win
from scorer.tiles import TILES

TURN = 20  # hands that a program works on before the next has its turn
WILD = (0, 2, 4, 7)
Task = Callable[[], object]


class Contestant(NamedTuple):
    """A program and its tasks, one a hand."""

    name: str
    tasks: list[Task]


def deal(random: Random, *, kinds: Sequence[int] = range(34), melds: int = 3) -> Hand:
    """A hand that wins: four sets and a pair of these kinds, up to so many sets claimed."""
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


def _set(random: Random, kinds: Sequence[int]) -> tuple[int, ...]:
    kind = random.choice(kinds)
    run = (kind, kind + 1, kind + 2)
    if kind < 27 and kind % 9 < 7 and set(run) <= set(kinds) and random.random() < 0.7:
        return run
    return (kind,) * 3


def _meld(kinds: tuple[int, ...]) -> Meld:
    type_ = MeldType.PUNG if kinds[0] == kinds[1] else MeldType.CHOW
    return Meld(type_, tuple(TILES[k] for k in kinds))


def ours(rules: RuleSet, hands: Iterable[Hand]) -> Contestant:
    return Contestant("Paiyan", [partial(score, rules, h) for h in hands])


def our_waits(rules: RuleSet, hands: Iterable[Hand]) -> Contestant:
    return Contestant("Paiyan", [partial(waits, rules, replace(h, win=None)) for h in hands])


class PyMahjongGB:
    """The national rules in C++. A hand that does not win is an exception there."""

    name = "PyMahjongGB"

    def __init__(self) -> None:
        from MahjongGB import MahjongFanCalculator

        self.calculate: Callable[..., object] = MahjongFanCalculator

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
        return Contestant(self.name, [partial(self._try_all, h, self._tiles(h)[:-1]) for h in hands])

    def _task(self, hand: Hand) -> Task:
        tiles = self._tiles(hand)
        config = self._config(hand, drawn=bool(hand.win and hand.win.self_drawn))
        return partial(self.calculate, tiles, tiles[-1], melds=self._melds(hand), config=config)

    def _try_all(self, hand: Hand, tiles: list[int]) -> None:
        melds = self._melds(hand)
        counts = [0] * 34
        for t in tiles:
            counts[t // 4] += 1
        for kind in range(34):
            if counts[kind] == 4:
                continue
            counts[kind] += 1
            if self.wins(counts):
                last = next(i for i in range(4 * kind, 4 * kind + 4) if i not in tiles)
                for drawn in (False, True):
                    config = self._config(hand, drawn=drawn)
                    self.calculate([*tiles, last], last, melds=melds, config=config)
            counts[kind] -= 1

    @staticmethod
    def _tiles(hand: Hand) -> list[int]:
        """All tiles by their numbers 0–135, melds first, the winning one last."""
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
            options=OptionalRules(has_open_tanyao=True),
        )


def race(*contestants: Contestant) -> list[float]:
    """Seconds of processor time that each needs for its tasks, run in turns."""
    spent = [0.0] * len(contestants)
    for start in range(0, len(contestants[0].tasks), TURN):
        for i, contestant in enumerate(contestants):
            tasks = contestant.tasks[start : start + TURN]
            begin = process_time()
            for task in tasks:
                task()
            spent[i] += process_time() - begin
    return spent


def report(what: str, *contestants: Contestant) -> None:
    """One line for each, and how the first compares with the others."""
    spent = race(*contestants)
    n = len(contestants[0].tasks)
    print(f"{what} ({n} hands)")
    for contestant, seconds in zip(contestants, spent, strict=True):
        versus = (
            "" if contestant is contestants[0] else f"   Paiyan is {seconds / spent[0]:.2f} times as fast"
        )
        print(f"  {contestant.name:<12}{n / seconds:>9.0f} a second{versus}")


def declared(hands: Iterable[Hand]) -> list[Hand]:
    """The hands as riichi has them: declared ready where nothing is claimed, so that they have a yaku."""
    return [replace(h, table={"riichi": "none" if h.melds else "riichi"}) for h in hands]


def beside(program: type[PyMahjongGB | Mahjong], rules: RuleSet, hands: Sequence[Hand]) -> None:
    """One rule set beside the program that scores it too, if that is installed."""
    try:
        other = program()
    except ImportError:
        print(f"{rules.id}: {program.name} is not installed, so nothing is compared")
        return
    report(f"{rules.id}: scored", ours(rules, hands), other.scored(hands))
    report(f"{rules.id}: all waits scored", our_waits(rules, hands), other.waiting(hands))


def with_wilds(random: Random, wilds: int) -> Hand:
    """A Tianjin hand that wins, in which so many tiles are wild: 5p is turned, so 5p and 6p are."""
    five, six = 13, 14
    hand = deal(random, kinds=[k for k in range(34) if k not in (five, six)], melds=0)
    assert hand.win
    rest = random.sample(hand.concealed, 13 - wilds)
    jokers = [TILES[five]] * min(3, wilds) + [TILES[six]] * max(0, wilds - 3)
    win = Win(hand.win.tile, By.SELF_DRAW)
    return replace(hand, concealed=(*rest, *jokers), indicator=TILES[five], win=win)


def wild_tiles(random: Random, n: int) -> None:
    """Tianjin with more and more wild tiles: milliseconds a hand, the slowest, and against none."""
    rules = rule_set("tianjin")
    for what, make in (("scored", ours), ("all waits scored", our_waits)):
        print(f"tianjin: {what} ({n} hands for each number of wild tiles)")
        plain = 0.0
        for wilds in WILD:
            each = [_seconds(t) for t in make(rules, [with_wilds(random, wilds) for _ in range(n)]).tasks]
            mean = sum(each) / n
            plain = plain or mean
            print(
                f"  {wilds} wild {1000 * mean:>9.2f} ms a hand, {1000 * max(each):>8.2f} ms the slowest"
                f"   {mean / plain:.1f} times none"
            )


def _seconds(task: Task) -> float:
    begin = process_time()
    task()
    return process_time() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1000, help="hands of each comparison")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    gc.disable()  # its pauses grow with the hands of the bench, which no program has to keep
    random = Random(given.seed)
    hands = [deal(random) for _ in range(given.hands)]
    print(f"seed {given.seed}")
    beside(PyMahjongGB, rule_set("guobiao"), hands)
    beside(Mahjong, rule_set("riichi"), declared(hands))
    wild_tiles(random, max(1, given.hands // 20))


if __name__ == "__main__":
    main()
