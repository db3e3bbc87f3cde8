"""Count open tiles 明牌: how many of each kind a hand or a deal shows, and how many are unseen.

In: a rule set and the hands with their tables filled in. Out: one count for limits, waits and advice, so that
a tile of which four are seen is neither waited for as four nor held a fifth time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, cast

from paiyan.scorer.caching import Remembered
from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages import rules as refusal
from paiyan.scorer.messages.languages import Sentence
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Lies, Setting
from paiyan.scorer.rules.tile_set import TileSet
from paiyan.scorer.tiles.tile import FACES, KINDS, Tile


def unseen(rules: RuleSet, hand: Hand) -> Counter[int]:
    """Count the tiles of each kind that are in neither this hand nor its table."""
    if _kinds_shown(rules, hand):
        return _ALL[rules.played_with.tiles] - count_open(rules, (hand,), hand.table)
    left = _ALL[rules.played_with.tiles].copy()  # most hands: less work, since waits are listed often
    for tile in (*hand.held, *hand.flowers):
        left[tile.kind] -= 1
    return left


def _copies(tiles: TileSet) -> Counter[int]:
    return Counter({kind: tiles.copies(kind) for kind in range(len(FACES))})


_ALL: Final = Remembered(_copies, most=1 << 8)


def count_open(rules: RuleSet, hands: Sequence[Hand], table: Mapping[str, Any]) -> Counter[int]:
    """Count the tiles of each kind in these hands of a deal and in the fields of the table.

    A tile mentioned twice counts once: a discard may be the one that another claimed, or was dealt.
    """
    held = _held(hands)
    known = _KnownTiles(rules, hands, table)
    if not known.any:
        return held
    taken, dealt = _may_be_taken(hands), Counter[int]()
    for seat, own in _surely_own(hands).items():
        dealt += own | known.dealt.get(seat, Counter())
    return ((held + ((known.discarded | known.passed) - taken)) | dealt) + known.apart


def check(rules: RuleSet, hands: Sequence[Hand], table: Mapping[str, Any]) -> None:
    """Refuse a tile that is not of the game, or that is there more often than there are tiles of it.

    Raises `HandError`. Hands without tiles on the table were checked already.
    """
    if len(hands) == 1 and _plainly_fits(rules, hands[0]):
        return
    known = _KnownTiles(rules, hands, table)
    if not known.any:
        return
    for kind, setting in known.by_kind.items():
        if not (rules.played_with.has(kind) or kind in rules.played_with.tiles.flowers):
            where = rules.words if setting is None else setting.words
            raise HandError(refusal.PLAYED_WITHOUT_BESIDE, rules=rules.words, tile=FACES[kind], where=where)
    count = count_open(rules, hands, table)
    for kind, n in count.items():
        if kind < KINDS and n > rules.played_with.tiles.copies(kind) and kind in known.by_kind:
            raise HandError(refusal.FIVE_SEEN, tile=FACES[kind], n=n, where=list(known.words_of(kind)))


def _plainly_fits(rules: RuleSet, hand: Hand) -> bool:
    """True if no tile is there too often even if no two fields mention the same one; quick for most hands."""
    kinds = _kinds_shown(rules, hand)
    if not kinds:
        return True
    tiles = [t.kind for t in hand.held] + [t.kind for t in hand.flowers] + kinds
    return all(rules.played_with.has(kind) and tiles.count(kind) <= 4 for kind in {*kinds})


def _kinds_shown(rules: RuleSet, hand: Hand) -> list[int]:
    """Return the kinds of the turned tile and of the tiles in fields of a hand's table."""
    kinds = [*_turned_kinds(rules, hand)]
    for setting in rules.agreed_on.showing:
        if hand.table[setting.id] != setting.default:
            kinds += _tiles(setting, hand.table, hand)
    return kinds


def _turned_kinds(rules: RuleSet, hand: Hand) -> set[int]:
    """Return the kind of the turned tile; if it is unknown and makes tiles wild, the kinds of those."""
    if hand.indicator is not None:
        return {hand.indicator.kind}
    wild = rules.played_with.wild
    return {t.kind for t in hand.wild} if wild is not None and wild.turned else set()


class _KnownTiles:
    """The turned tile and the tiles in fields of the table, by where they lie."""

    def __init__(self, rules: RuleSet, hands: Sequence[Hand], table: Mapping[str, Any]) -> None:
        self.apart = Counter[int]()
        self.discarded = Counter[int]()
        self.passed = Counter[int]()
        self.dealt: dict[Seat, Counter[int]] = {}
        self.by_kind: dict[int, Setting | None] = {}  # the field that mentions each; None: the turned tile
        self._words: dict[int, list[Sentence]] = {}
        if hands:
            for kind in _turned_kinds(rules, hands[0]):
                self.apart[kind] += 1
                self._name(kind, None)
        shown = {hand.seat for hand in hands if hand.concealed}
        for setting in rules.agreed_on.showing:
            if setting.of_hand:
                for hand in hands:
                    self._add(setting, _tiles(setting, hand.table, hand), None)
                continue
            seat = next((s for s in Seat if setting.id.endswith(f"_{s.name}")), None)
            if setting.lies is not Lies.HELD or seat not in shown:
                self._add(setting, _tiles(setting, table, hands[0] if hands else None), seat)

    @property
    def any(self) -> bool:
        """True if there are any."""
        return bool(self.by_kind)

    def words_of(self, kind: int) -> Iterable[Sentence]:
        """Yield the names of the fields that mention tiles of this kind."""
        return self._words[kind]

    def _add(self, setting: Setting, kinds: Sequence[int], seat: Seat | None) -> None:
        tiles = Counter(kinds)
        for kind in tiles:
            self._name(kind, setting)
        if setting.lies is Lies.DISCARDED:
            self.discarded += tiles
        elif setting.lies is Lies.PASSED:
            self.passed |= tiles
        elif setting.lies is Lies.DEALT and seat is not None:
            self.dealt[seat] = tiles
        else:
            self.apart += tiles

    def _name(self, kind: int, setting: Setting | None) -> None:
        self.by_kind.setdefault(kind, setting)
        words = refusal.TURNED_TILE if setting is None else setting.words
        names = self._words.setdefault(kind, [])
        if words not in names:
            names.append(words)


def _tiles(setting: Setting, table: Mapping[str, Any], hand: Hand | None) -> list[int]:
    """Return the kinds of the tiles in a field, as often as it has them."""
    value: Any = table.get(setting.id, setting.default)
    if setting.shows is None:
        return [t.kind for t in cast("tuple[Tile, ...]", value)]
    return [] if hand is None or not value else list(setting.shows(hand, value))


def _held(hands: Iterable[Hand]) -> Counter[int]:
    """Count the tiles of all hands; one that several won on is one tile."""
    tiles, won = Counter[int](), set[tuple[int, Seat | None]]()
    for hand in hands:
        tiles += _without_win(hand)
        win = hand.win
        if win is None or hand.on_flower:
            continue
        if win.self_drawn:
            tiles[win.tile.kind] += 1
        else:
            won.add((win.tile.kind, win.discarder))
    return tiles + Counter([kind for kind, _ in won])


def _without_win(hand: Hand) -> Counter[int]:
    melds = [t for m in hand.melds for t in m.tiles]
    return Counter([t.kind for t in (*hand.concealed, *melds, *hand.flowers)])


def _may_be_taken(hands: Iterable[Hand]) -> Counter[int]:
    """Count at most how many tiles of each kind may have been another's discard."""
    taken = Counter[int]()
    for hand in hands:
        for meld in hand.melds:
            if meld.is_claimed:
                taken += Counter([meld.claimed.kind] if meld.claimed else {t.kind for t in meld.tiles})
        if hand.win is not None and not hand.win.self_drawn:
            taken[hand.win.tile.kind] += 1
    return taken


def _surely_own(hands: Iterable[Hand]) -> dict[Seat, Counter[int]]:
    """Count by seat the tiles that were dealt to that player or drawn."""
    own = {seat: Counter[int]() for seat in Seat}
    for hand in hands:
        tiles, win = _without_win(hand), hand.win
        if win is not None and win.self_drawn and not hand.on_flower:
            tiles[win.tile.kind] += 1
        for meld in hand.melds:
            if meld.is_claimed:
                tiles -= Counter([meld.claimed.kind] if meld.claimed else {t.kind for t in meld.tiles})
        own[hand.seat] = tiles
    return own
