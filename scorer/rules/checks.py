"""Check hands: one that the tiles and claims of a rule set cannot make is refused with one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, cast

from paiyan.scorer.arranging.suits import HOLDS, by_suit, holds_five, kinds_of
from paiyan.scorer.arranging.wild.rule import named as wild_as_named
from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import By, Flag, Hand, Win
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.messages import rules as refusal
from paiyan.scorer.messages.game_terms import named
from paiyan.scorer.messages.hand import FLOWER_DISCARDED, FLOWER_HELD, FLOWER_NO_KONG, NO_KONG_REPLACED
from paiyan.scorer.messages.languages import Message, Words
from paiyan.scorer.rules import open_tiles
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.tiles.blocks import Form, Shape
from paiyan.scorer.tiles.tile import EXTRA, FACES, FLOWER, KINDS, RED, TILES, Tile
from paiyan.scorer.tiles.unusual_sets import group_of

_CHOW: Final = MeldType.CHOW
_MIXED_KONG: Final = MeldType.MIXED_KONG
_RUN: Final = Shape.RUN
_ROBBED_KONG: Final = By.ROBBED_KONG
_ROBBED_FLOWER: Final = By.ROBBED_FLOWER
_KONG_REPLACEMENT: Final = Flag.KONG_REPLACEMENT
_ODD_CHOWS: Final = {Form.FIFTEENS: refusal.FIFTEEN, Form.HONOUR_RUNS: refusal.RUN_OR_HONOURS}


def check_hand(rules: RuleSet, hand: Hand) -> Hand:
    """Return the hand with its table filled in.

    Raises `HandError` for a hand that this rule set's tiles and claims cannot make.
    """
    hand = check_open_hand(rules, hand)
    if hand.win is not None and hand.win.self_drawn and _KONG_REPLACEMENT in hand.win.flags:
        _check_replaced(rules, hand)
    n, melds, size = len(hand.concealed), len(hand.melds), rules.played_with.hand_size
    if melds > size // 3:
        raise HandError(refusal.MANY_MELDS, n=melds, rules=rules.words, sets=size // 3)
    wanted = size - 3 * melds
    if n != wanted:
        raise _wrong_size(rules, hand, wanted)
    return hand


def _wrong_size(rules: RuleSet, hand: Hand, wanted: int) -> HandError:
    """Return the error for a hand of the wrong size: often the winning tile is among the others."""
    n, melds, win = len(hand.concealed), len(hand.melds), hand.win
    if n == wanted + 1 and win is None:
        return HandError(refusal.WHICH_WON, n=n)
    if n == wanted + 1 and win is not None and win.tile in hand.concealed:
        return HandError(refusal.WON_AMONG, tile=win.tile, n=n, rules=rules.words, wanted=wanted)
    melds_text = Message(refusal.SO_MANY_MELDS, {"n": melds}) if melds > 1 else refusal.ONE_MELD
    words = refusal.WRONG_SIZE_BESIDE if melds else refusal.WRONG_SIZE
    return HandError(words, n=n, melds=melds_text, rules=rules.words, wanted=wanted)


def check_open_hand(rules: RuleSet, hand: Hand) -> Hand:
    """Check as `check_hand` does, for a hand of which only the open tiles may be known."""
    played, won_by = rules.played_with, rules.won_by
    hand = hand.at_table(rules.filled_table(hand.table))
    if played.wild and played.wild.extra:
        hand = _with_extra_wild(played.wild.extra, hand)
    if played.flowers_as is not None or hand.on_flower or any(m.is_of_flowers for m in hand.melds):
        hand = _with_flowers(rules, hand)
    _check_tiles(rules, hand)
    if hand.wild or hand.indicator is not None:
        _check_wild(rules, hand)
    if hand.win is not None and hand.win.by is _ROBBED_KONG:
        _check_robbed(rules, hand, hand.win)
    if hand.win is not None and hand.win.by is _ROBBED_FLOWER and not hand.on_flower:
        _check_laid(rules, hand.win)
    for meld in hand.melds:
        _check_meld(rules, meld)
    for condition in won_by.valid_hand:
        if not condition.holds(hand):
            raise HandError(condition.words)
    if hand.indicator is not None or hand.wild or rules.agreed_on.showing:
        open_tiles.check(rules, (hand,), hand.table)
    return hand


def _check_meld(rules: RuleSet, meld: Meld) -> None:
    played, type_ = rules.played_with, meld.type
    if type_ not in played.melds:
        tiles = "".join(map(str, meld.tiles))
        raise HandError(refusal.NO_SUCH_MELD, rules=rules.words, type=named(type_), tiles=tiles)
    if type_ is _CHOW:
        block, chows = meld.block, rules.won_by.chows
        fits = block.shape is _RUN if chows is None else block.tiles in chows
        if not fits:
            raise HandError(refusal.NOT_ITS_CHOW, tiles=block, rules=rules.words, sets=_chows(rules))
    elif type_ is _MIXED_KONG and played.mixed and not played.mixed.allows(meld.block.tiles):
        takes = played.mixed.words()
        raise HandError(refusal.NOT_ITS_KONG, tiles=meld.block, rules=rules.words, takes=takes)


def _chows(rules: RuleSet) -> Words:
    """Return the words for the chows of these rules."""
    odd = [_ODD_CHOWS[form] for form in rules.won_by.forms if form in _ODD_CHOWS]
    if not odd:
        return refusal.A_RUN
    return odd[0] if len(odd) == 1 else refusal.ITS_SETS


def _with_extra_wild(extra: frozenset[int], hand: Hand) -> Hand:
    """Return the hand with its extra tiles that are wild in every deal 飞 named as wild."""
    won = (hand.win.tile,) if hand.win else ()
    held = {t: None for t in (*hand.concealed, *won) if t.code in extra and t not in hand.wild}
    return replace(hand, wild=(*hand.wild, *held)) if held else hand


def _with_flowers(rules: RuleSet, hand: Hand) -> Hand:
    """Return the hand with its flowers as tiles of the kind that they count as 头牌, if they do.

    Otherwise refuse a claimed flower, and a win on a discarded one.
    """
    laid = [t for m in hand.melds if m.is_of_flowers for t in m.tiles]
    if rules.played_with.flowers_as is None:
        if laid and laid[0] not in hand.wild:
            raise HandError(FLOWER_HELD, tile=laid[0])
        if hand.on_flower and (win := cast(Win, hand.win)).by is By.DISCARD:
            _check_flowers(rules, (win.tile,))  # one that these rules have not is no flower of theirs
            raise HandError(FLOWER_DISCARDED)
        return hand
    if hand.stood:
        return hand
    if bad := next((t for t in hand.held if t.kind == rules.played_with.flowers_as), None):
        raise HandError(refusal.PLAYED_WITHOUT, rules=rules.words, tile=bad)
    _check_flowers(rules, (*laid, *hand.all_flowers))
    return hand.with_flowers_as(TILES[rules.played_with.flowers_as])


def _check_tiles(rules: RuleSet, hand: Hand) -> None:
    held = hand.held
    beyond = [t for t in held if t.code >= KINDS]
    reds = hand.reds if beyond else ()
    if reds:
        _check_reds(rules, reds)
    suits = by_suit(held)
    if len(beyond) > len(reds) or kinds_of(suits) & ~rules.played_with.kinds:
        _check_played(rules, hand)
    if len(held) > HOLDS or holds_five(suits):
        _check_equal(held)
    if flowers := hand.all_flowers:
        _check_flowers(rules, flowers)


def _check_equal(held: Sequence[Tile]) -> None:
    counts = Counter(t.kind for t in held if t.kind < KINDS)
    if (most := max(counts.values(), default=0)) > 4:
        kind = min(kind for kind, n in counts.items() if n == most)
        raise HandError(refusal.FIVE_EQUAL, tile=TILES[kind], n=most)


def _check_played(rules: RuleSet, hand: Hand) -> None:
    wild = {t.kind for t in hand.wild if t.kind >= KINDS}  # checked against the rule set's own elsewhere
    for tile in hand.held:
        if tile.kind not in wild and not rules.played_with.has(tile.kind):
            raise HandError(refusal.PLAYED_WITHOUT, rules=rules.words, tile=FACES[tile.kind])


def _check_reds(rules: RuleSet, reds: Sequence[Tile]) -> None:
    codes = [t.code for t in reds]
    for code in {*codes}:
        n, there = codes.count(code), rules.played_with.tiles.reds[code - RED]
        if n > there:
            plain = TILES[TILES[code].kind]
            words = refusal.MANY_REDS if there else refusal.NO_REDS
            raise HandError(words, tile=TILES[code], n=n, rules=rules.words, there=there, plain=plain)


def _check_wild(rules: RuleSet, hand: Hand) -> None:
    named = hand.wild if hand.indicator is None else (*hand.wild, hand.indicator)
    if rules.played_with.wild is None:
        raise HandError(refusal.NO_WILD_TILES, rules=rules.words, tile=named[0])
    if hand.indicator is not None and rules.played_with.wild.kinds is wild_as_named:
        raise HandError(refusal.NO_INDICATOR, rules=rules.words, tile=hand.indicator)
    if odd := next((t for t in named if not rules.played_with.has(t.kind)), None):
        raise HandError(refusal.CANNOT_BE_WILD, rules=rules.words, tile=odd)
    flowers = Counter(t for t in hand.held if t.kind >= FLOWER)
    if twice := next(
        (
            t
            for t, n in flowers.items()
            if n > (1 if t.code < EXTRA else rules.played_with.tiles.copies(t.code))
        ),
        None,
    ):
        raise HandError(refusal.FLOWER_TWICE, tile=twice, n=flowers[twice])


def _check_robbed(rules: RuleSet, hand: Hand, win: Win) -> None:
    """Refuse a robbed kong if the rules have none to rob, or if the robber holds another of its tiles."""
    if not (
        rules.played_with.mixed
        or rules.won_by.robs_concealed
        or MeldType.ADDED_KONG in rules.played_with.melds
    ):
        raise HandError(refusal.NO_KONG_TO_ROB, rules=rules.words)
    alone = rules.played_with.mixed and group_of([win.tile.kind]) in rules.played_with.mixed.groups
    if not alone and sum(t.kind == win.tile.kind for t in hand.held) > 1:
        raise HandError(refusal.ROBBED_HELD, tile=win.tile)


def _check_laid(rules: RuleSet, win: Win) -> None:
    """Refuse a tile that is won on though nobody lays it aside in this game."""
    if win.tile.kind not in rules.won_by.robs_laid:
        raise HandError(FLOWER_NO_KONG, tile=win.tile, by=named(win.by))


def _check_replaced(rules: RuleSet, hand: Hand) -> None:
    """Refuse a replacement tile of a hand with no kong, and no tile set aside, that it could replace."""
    kong = any(len(m.tiles) > 3 for m in hand.melds)  # a mixed kong of three draws none for it
    set_aside = rules.won_by.set_aside is not None and rules.won_by.set_aside(hand)
    if not kong and not set_aside:
        raise HandError(NO_KONG_REPLACED)


def _check_flowers(rules: RuleSet, flowers: Sequence[Tile]) -> None:
    for flower, n in Counter(flowers).items():
        if flower.code not in rules.played_with.tiles.flowers:
            raise HandError(refusal.WITHOUT_FLOWER, rules=rules.words, tile=flower)
        if n > (there := rules.played_with.tiles.copies(flower.code)):
            words = refusal.FLOWER_TWICE if there == 1 else refusal.FLOWER_FIVE_TIMES
            raise HandError(words, tile=flower, n=n)
