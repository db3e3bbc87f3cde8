"""四川麻将, 成都麻将: 108 tiles, a suit void, no chow; kongs are paid at once 刮风下雨.

The document prices whole hands from 1 to 8 points, of which the highest counts, and adds points for kongs,
roots 根 and the luck of the draw. Where it is silent (what a kong costs, 花猪) the public rules of 血战到底
are followed. ``prices: sbr`` counts fan that double instead, as the Sichuan Bloody Rules print them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, whole_hand
from paiyan.scorer.fans.fan import Fan, Priced, highest
from paiyan.scorer.fans.value import doubling, doubling_worth
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.win import Flag
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import FORUM_POST, POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import SUITED_SET
from paiyan.scorer.rulesets.southwest.sichuan import payments
from paiyan.scorer.settling import dealer_rotation
from paiyan.scorer.tiles.blocks import Shape
from paiyan.scorer.tiles.forms import Form
from paiyan.scorer.tiles.kind_sets import BAMBOO, CHARACTERS, CIRCLES, SUITED, mask_of

TEXT = texts("southwest/sichuan/sichuan")

SEED = FORUM_POST.section("四川麻将的玩法规则")
SECOND = POCKET_MAHJONG.section("四川麻将")
SBR = "V. Novikov, Sichuan Mahjong? It's that simple! (Sichuan Bloody Rules), Tables 4–6"
PUBLIC = payments.PUBLIC

_SUITS = {"m": CHARACTERS, "p": CIRCLES, "s": BAMBOO}


def _golden_wait(a: Arranged) -> tuple[int, ...]:
    """Nothing but triplets, and the last tile made the pair."""
    pair = a.won is not None and a.won.shape == Shape.PAIR
    return tuple(triplets.ALL_PUNGS.find(a)) if pair else ()


PURE_PAIRS = TEXT.named(whole_hand.both(whole_hand.SEVEN_PAIRS, suits.FULL_FLUSH, id_="full_flush_pairs"))
UNDER_THE_SEA = TEXT.fan("under_the_sea", circumstances.came(flag=Flag.LAST_TILE), flags=(Flag.LAST_TILE,))
GOLDEN_WAIT = TEXT.fan("golden_wait", _golden_wait)


def _at(fan: Fan, value: int, section: str, *, name: str = "") -> Priced:
    return fan.at(value, name=name, source=f"{SEED} {section}")


def _fans(options: Mapping[str, Any]) -> tuple[Priced, ...]:
    """The document's prices: of whole hands the highest, and what is added to it."""
    return (
        *highest(
            _at(circumstances.HEAVENLY_HAND, 8, "8分 (1)"),
            _at(circumstances.EARTHLY_HAND, 8, "8分 (2)"),
            _at(PURE_PAIRS, options["pure_seven_pairs"], "8分 (3)"),
            _at(whole_hand.FULL_FLUSH_PUNGS, 4, "4分 (2)", name="清对"),
            _at(triplets.ALL_258_PUNGS, 4, "4分 (3)"),
            _at(suits.FULL_FLUSH, 3, "3分 (1)"),
            _at(suits.OUTSIDE_HAND, 3, "3分 (2)", name="幺九牌"),
            _at(whole_hand.SEVEN_PAIRS, 3, "3分 (3)"),
            _at(triplets.ALL_PUNGS, 2, "2分 (1)", name="对对胡"),
        ),
        *_extras(options, after_kong=2, section=f"{SEED} 另加分"),
    )


def _bloody_fans(options: Mapping[str, Any]) -> tuple[Priced, ...]:
    """Fan of the Sichuan Bloody Rules, which are all added up; 天胡 and 地胡 are worth the cap."""
    hands = (
        (circumstances.HEAVENLY_HAND, options["cap"]),
        (circumstances.EARTHLY_HAND, options["cap"]),
        (suits.FULL_FLUSH, 2),
        (whole_hand.SEVEN_PAIRS, 2),
        (triplets.ALL_PUNGS, 1),
    )
    names = {triplets.ALL_PUNGS.id: "对对胡"}
    priced = tuple(fan.at(value, name=names.get(fan.id, ""), source=SBR) for fan, value in hands)
    return (*priced, *_extras(options, after_kong=1, section=SBR))


def _extras(options: Mapping[str, Any], *, after_kong: int, section: str) -> tuple[Priced, ...]:
    """What is added to a hand, however little the hand itself is worth."""
    priced = [
        circumstances.AFTER_KONG.at(after_kong, name="杠上花", source=section),
        circumstances.ROBBED_KONG.at(1, name="抢杠", source=section),
        triplets.KONG.at(1, source=section),
        triplets.FOUR_OF_A_KIND.at(1, name="根", source=section),
    ]
    optional = (
        ("shot_after_kong", circumstances.SHOT_AFTER_KONG),
        ("under_the_sea", UNDER_THE_SEA),
        ("golden_wait", GOLDEN_WAIT),
    )
    return (*priced, *(fan.at(1, source=_SOURCES[id_]) for id_, fan in optional if options[id_]))


def _two_suits(hand: Hand) -> bool:
    held = mask_of(t.kind for t in hand.held)
    return not all(held & suit for suit in _SUITS.values())


def _without_a_suit(hand: Hand) -> Iterator[int]:
    """The pairs of suits of which a win may be made: without the suit given up, and with the melds."""
    given_up = hand.table["void_suit"]
    laid = mask_of(t.kind for m in hand.melds for t in m.tiles)
    for name, suit in _SUITS.items():
        if given_up in ("none", name) and not laid & suit:
            yield SUITED & ~suit


def _void_kept(hand: Hand) -> bool:
    void = hand.table["void_suit"]
    return void == "none" or not mask_of(t.kind for t in hand.held) & _SUITS[void]


_SOURCES = {"shot_after_kong": PUBLIC, "under_the_sea": SBR, "golden_wait": SBR}
_OPTIONS = (
    TEXT.setting("prices", "points", choices=("points", "sbr")),
    TEXT.setting("cap", 3, least=1),
    TEXT.setting("pure_seven_pairs", 8),
    TEXT.setting("shot_after_kong", True),
    TEXT.setting("under_the_sea", False),
    TEXT.setting("golden_wait", False),
    *payments.OPTIONS,
)
# What makes this rule set the Sichuan Bloody Rules; their penalties that go to no player are left out.
BLOODY_RULES: Mapping[str, Any] = {
    "prices": "sbr",
    "under_the_sea": True,
    "golden_wait": True,
    "self_draw": "add",
    "led_kong": "all",
    "kong_before_shot": "refund",
    "ready_pays": "most",
    "bloody": True,
}
_EXTRA_IDS = frozenset(
    f.id
    for f in (
        *(circumstances.AFTER_KONG, circumstances.ROBBED_KONG, circumstances.SHOT_AFTER_KONG, triplets.KONG),
        *(triplets.FOUR_OF_A_KIND, UNDER_THE_SEA, GOLDEN_WAIT),
    )
)


def _adapt(rules: RuleSet, options: Any) -> RuleSet:
    rules = rules.changed(goes_on=options["bloody"])
    if options["prices"] == "points":
        return rules.changed(fans=_fans(options))
    plain = whole_hand.CHICKEN.at(0, name="平胡", source=SBR)
    cap = options["cap"]
    return rules.changed(
        fans=_bloody_fans(options),
        fallback=plain,
        value=doubling(cap=cap),
        of_worth=doubling_worth(cap=cap),
        unit="fan",
    )


SICHUAN = RuleSet(
    id="sichuan",
    words=TEXT.name,
    sources=(SEED, SECOND, POCKET_MAHJONG.section("成都麻将")),
    played_with=PlayedWith(tiles=SUITED_SET, melds=frozenset(MeldType) - {MeldType.CHOW}),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.SEVEN_PAIRS),
        must=(
            TEXT.condition("two_suits", _two_suits),
            TEXT.condition("void_kept", _void_kept),
        ),
        within=_without_a_suit,
        outside_minimum=_EXTRA_IDS,
        most_winners=3,
    ),
    counted_by=CountedBy(
        fans=_fans({s.id: s.default for s in _OPTIONS}),
        fallback=_at(whole_hand.CHICKEN, 1, "1分", name="平胡"),
        unit="points",
    ),
    paid_by=PaidBy(pay=payments.win, side=payments.side_payments),
    carried_on=CarriedOn(next_dealer=dealer_rotation.winner),
    agreed_on=AgreedOn(
        options=_OPTIONS,
        table=(TEXT.setting("void_suit", "none", choices=("none", *_SUITS), of_hand=True),),
        adapt=_adapt,
    ),
    notes=TEXT.notes,
    divergences=TEXT.divergences("sichuan"),
)
