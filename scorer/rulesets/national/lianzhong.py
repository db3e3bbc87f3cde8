"""联众国标, the national rules as one hall played them: guobiao with fans of its own and wild tiles 混.

The document lists the hall's fans; those marked 非国标牌型 are not in the national rules. Where it lists what
a fan keeps out otherwise than guobiao does, its own list stands. It has neither 明暗杠 nor 花牌. Flowers may
be wild instead 花混: a hand that names them under ``wild`` holds them among its tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, runs, suits, triplets, waits, whole_hand
from paiyan.scorer.fans.catalogue.runs import of_runs
from paiyan.scorer.fans.catalogue.triplets import of_triplets
from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.fans.set_relations import Kinds
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.win import By, Flag
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.payments import Dealt, Transfer
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, LIANZHONG_GUIDE, Note
from paiyan.scorer.rules.tile_set import FLOWER_SET, FULL_SET
from paiyan.scorer.rulesets.national.guobiao import GUOBIAO
from paiyan.scorer.tiles.forms import Form
from paiyan.scorer.tiles.kind_sets import TERMINALS, ranks
from paiyan.scorer.tiles.tile import Tile

SEED = LIANZHONG_GUIDE.section("联众麻将规则图解")
_WILD_KONG = 88


def _four_winds_and_green(a: Arranged) -> tuple[int, ...]:
    """All four winds in triplets and a pair of green dragons."""
    green = any(kind == 32 for _, kind in a.pairs)
    return (a.all,) if green and any(triplets.BIG_FOUR_WINDS.find(a)) else ()


def _after_dealer(a: Arranged) -> bool:
    """Drawn by the player after the dealer, upon the first discard, which nobody claimed."""
    return a.win.self_drawn and a.hand.seat is a.hand.dealer.others[0] and not a.hand.claimed


def _earthly(a: Arranged) -> tuple[int, ...]:
    return (0,) if Flag.FIRST_TURN in a.win.flags and _after_dealer(a) else ()


def _human(a: Arranged) -> tuple[int, ...]:
    """Any other win in the first turn: also the dealer's, on a discard."""
    drawn = a.win.self_drawn and a.hand.seat is a.hand.dealer
    return (0,) if Flag.FIRST_TURN in a.win.flags and not drawn and not _after_dealer(a) else ()


def _heavenly(a: Arranged) -> tuple[int, ...]:
    return tuple(circumstances.HEAVENLY_HAND.find(a)) if a.win.self_drawn else ()


def _wild_kong(a: Arranged) -> Iterator[int]:
    """Four tiles of a wild face, or four wild ones declared as one face."""
    kinds = {t.kind for t in (*a.hand.wild, *_declared(a.hand))}
    return (1 << i for i, kind in a.kongs if kind in kinds)


def _declared(hand: Hand) -> tuple[Tile, ...]:
    """The face that four wild flowers were declared as, to make a kong."""
    return hand.table.get("wild_kong", ())


def _declared_fits(hand: Hand) -> bool:
    kongs = {m.block.kind for m in hand.melds if m.type is MeldType.CONCEALED_KONG}
    return {t.kind for t in _declared(hand)} <= kongs


def _mixed(n_suits: tuple[int, ...]) -> Callable[[Kinds], bool]:
    """Suited sets of so many suits whose ranks rise one by one."""

    def fits(kinds: Kinds) -> bool:
        ranks = sorted(k % 9 for k in kinds)
        rising = all(b == a + 1 for a, b in pairwise(ranks))
        return max(kinds) < 27 and rising and len({k // 9 for k in kinds}) in n_suits

    return fits


def _pair_of(kinds: int) -> Callable[[Arranged], tuple[int, ...]]:
    """The pair is of these kinds."""

    def find(a: Arranged) -> tuple[int, ...]:
        one = len(a.pairs) == 1 and a.form in (Form.STANDARD, Form.KNITTED_STRAIGHT)
        return tuple(1 << i for i, k in a.pairs if one and kinds >> k & 1)

    return find


FOUR_WINDS_AND_GREEN = Fan(
    "four_winds_and_green", "四方大发", "Four Winds and Green Dragon", _four_winds_and_green, ja="四方大発"
)
HEAVENLY = Fan("heavenly_hand", "天和", "Heavenly Hand", _heavenly, ja="天和")
EARTHLY = Fan("earthly_hand_of_the_next", "地和", "Earthly Hand", _earthly, ja="地和")
HUMAN = Fan("human_hand_of_the_first_turn", "人和", "Human Hand", _human, ja="人和")
WILD_KONG = Fan("wild_kong", "混杠", "Kong of Wild Tiles", _wild_kong, ja="混槓")
KNITTED_WITH_HONOURS = Fan(
    "knitted_straight_with_honours",
    "全不靠组合龙",
    "Knitted Straight with Five Honours",
    whole_hand.knitted_straight_in_singles,
    ja="全不靠組合竜",
)
TWO_SUIT_FOUR_PUNGS = Fan(
    "four_mixed_shifted_pungs",
    "混四节",
    "Four Mixed Shifted Pungs",
    of_triplets(4, _mixed((2, 3))),
    ja="混四節",
)
TWO_SUIT_FOUR_CHOWS = Fan(
    "four_mixed_shifted_chows", "混四步", "Four Mixed Shifted Chows", of_runs(4, _mixed((2, 3))), ja="混四歩"
)
TWO_SUIT_PUNGS = Fan(
    "two_suit_shifted_pungs",
    "混三节",
    "Shifted Pungs of Two Suits",
    of_triplets(3, _mixed((2,))),
    ja="混三節",
)
TWO_SUIT_CHOWS = Fan(
    "two_suit_shifted_chows", "混三步", "Shifted Chows of Two Suits", of_runs(3, _mixed((2,))), ja="混三歩"
)
PAIR_258 = Fan("pair_of_258", "258将", "Pair of 2, 5 or 8", _pair_of(ranks(2, 5, 8)), ja="258 の雀頭")
TERMINAL_PAIR = Fan("terminal_pair", "幺九头", "Pair of Terminals", _pair_of(TERMINALS), ja="幺九頭")


def _at(fan: Fan, value: int, *excludes: Fan, **relations: Any) -> Priced:
    return fan.at(value, source=f"{SEED} {value}番", excludes=excludes, **relations)


_SINGLES = (
    *(whole_hand.LESSER_KNITTED, suits.ALL_TYPES, whole_hand.CONCEALED_HAND, whole_hand.FULLY_CONCEALED),
    *(waits.SINGLE_WAIT, runs.KNITTED_STRAIGHT),
)
FANS = (
    _at(FOUR_WINDS_AND_GREEN, 168, triplets.BIG_FOUR_WINDS, triplets.ALL_PUNGS, triplets.PREVALENT_WIND,
        triplets.SEAT_WIND, triplets.BIG_THREE_WINDS, covers=(triplets.TERMINAL_PUNG,)),
    _at(HEAVENLY, 168),
    _at(EARTHLY, 158),
    _at(HUMAN, 108),
    _at(WILD_KONG, _WILD_KONG, covers=(triplets.CONCEALED_KONG,)),
    _at(KNITTED_WITH_HONOURS, 24, *_SINGLES),
    _at(TWO_SUIT_FOUR_PUNGS, 6, TWO_SUIT_PUNGS, joins=True),
    _at(TWO_SUIT_FOUR_CHOWS, 4, TWO_SUIT_CHOWS, joins=True),
    _at(TWO_SUIT_PUNGS, 4, joins=True),
    _at(TWO_SUIT_CHOWS, 2, joins=True),
    _at(PAIR_258, 1),
    _at(TERMINAL_PAIR, 1),
)  # fmt: skip


def _adapt(rules: RuleSet, options: Any) -> RuleSet:
    rules = rules.changed(minimum=options["minimum"])
    if not options["wild_kong_counts"]:
        rules = rules.without(WILD_KONG.id)
    if options["self_draw_only"]:
        rules = rules.without(*_OF_DISCARDS).changed(must=(*rules.won_by.must, _DRAWN))
    return rules


_OF_DISCARDS = (circumstances.LAST_TILE_CLAIM.id, whole_hand.MELDED_HAND.id)  # 自摸类麻将中没有


def _no_discard(hand: Hand) -> bool:
    return hand.win is None or hand.win.by is not By.DISCARD


_DRAWN = Condition(
    _no_discard,
    Words("自摸类麻将不能点炮和", "this table lets nobody win on a discard", "この卓はツモ和了のみ"),
)


def _wild_kongs_beside(d: Dealt) -> Iterator[Transfer]:
    """和不和没关系: where not the winner alone scores a 混杠, each of the others pays for one."""
    if d.options["wild_kong_winner_only"] or not d.options["wild_kong_counts"]:
        return
    for hand in d.deal.hands:
        kinds = {t.kind for t in (*hand.wild, *_declared(hand))} if hand.seat not in d.values else set[int]()
        for kong in (m for m in hand.melds if m.is_kong and m.block.kind in kinds):
            why = Words(f"混杠 {kong.block}", f"kong of wild tiles {kong.block}", f"混槓 {kong.block}")
            yield from (Transfer(seat, hand.seat, _WILD_KONG, why) for seat in hand.seat.others)


LIANZHONG = (
    GUOBIAO.without(triplets.MIXED_KONGS.id, circumstances.FLOWER.id)
    .but(fans=FANS)
    .changed(
        id="lianzhong",
        words=Words("联众国标", "Lianzhong (guobiao of one hall)", "聯衆国標"),
        sources=(SEED, *GUOBIAO.sources),
        tiles=FULL_SET,
        outside_minimum=frozenset[str](),
        wild=Wild(flowers=FLOWER_SET.flowers),
        possible=(
            Condition(
                _declared_fits,
                Words(
                    "wild_kong 所说的混杠不在副露的暗杠之中",
                    "wild_kong names the tile of a concealed kong among the melds: add that kong or"
                    " leave it out",
                    "wild_kong の牌の暗槓がありません",
                ),
            ),
        ),
        table=(
            Setting(
                "wild_kong",
                Words(
                    "花混开杠时四张混变成的牌",
                    "the tile as which four wild flowers were declared a kong",
                    "花混で槓したとき四枚のワイルド牌が表す牌",
                ),
                (),
                f"{SEED} 混杠",
                of_hand=True,
            ),
        ),
        options=(
            *(s for s in GUOBIAO.agreed_on.options if s.id == "minimum"),
            Setting(
                "wild_kong_counts",
                Words("混杠加分", "a kong of wild tiles is a fan", "混槓を役とする"),
                True,
                f"{SEED} 混杠: 是否设置了“混杠加分”",
            ),
            Setting(
                "wild_kong_winner_only",
                Words(
                    "和家有杠才算分；否则和不和都算",
                    "a kong of wild tiles counts for the winner alone; else each other player pays 88 for it,"
                    " whoever wins",
                    "混槓は和了者だけに数える；そうでなければ誰でも各家から 88 を受ける",
                ),
                True,
                f"{SEED} 混杠: 是否设置了“和家有杠才算分”; who pays a player who has not won:"
                f" {HOUSE_DEFAULT}",
            ),
            Setting(
                "self_draw_only",
                Words(
                    "自摸类麻将：只能自摸，没有海底捞月、全求人",
                    "nobody wins on a discard; there is neither 海底捞月 nor 全求人",
                    "ツモ和了のみ；海底撈月と全求人はない",
                ),
                False,
                f"{SEED} 8番, 6番: 自摸类麻将中没有",
            ),
        ),
        side=_wild_kongs_beside,
        adapt=_adapt,
        notes=(
            *GUOBIAO.notes,
            Note(
                Words(
                    "花混（花牌为混）开混杠前，须把四个混变成任何一种相同的牌",
                    "where flowers are wild, four of them are declared as any one tile before they"
                    " make a kong",
                    "花混（花牌がワイルド牌）では、四枚を同じ一種の牌に変えてから槓をする",
                ),
                f"{SEED} 混杠",
            ),
        ),
    )
)
