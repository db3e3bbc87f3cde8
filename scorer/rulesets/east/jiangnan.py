"""江南心皇麻将, Jiangnan: a tile less in hand, one in mind 心皇; the turned tile is wild, or the next.

The document says what the tile in mind and the wild tiles 百搭, 带弟百搭 do, and prints no value; all numbers
are options with house defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, whole_hand, wild_tiles
from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.win import By
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules import wild_indicator
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Lies, Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG, Note
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import dealer_rotation

SEED = POCKET_MAHJONG.section("江南麻将 心皇麻将")
WHITE = 31
# 序数牌九一相连而番子牌以东南西北中发白首尾相连
NEXT = wild_indicator.following(*wild_indicator.SUITS, (*wild_indicator.WINDS, *wild_indicator.DRAGONS))
_KINDS: Mapping[str, wild_indicator.Kinds] = {
    "turned": wild_indicator.itself,
    "next": wild_indicator.after(NEXT),
}


def heart(hand: Hand) -> int | None:
    """The kind of the tile in mind; None where any is."""
    thought = hand.table["heart"]
    return thought[0].kind if thought else None


def _wild(mode: str) -> Wild:
    """The turned tile, for whose face one white dragon stands; or the next one, for which none does."""
    turned = mode == "turned"
    stand_in = WHITE if turned else None
    return Wild(kinds=_KINDS[mode], stand_in=stand_in, stand_ins=1, thought=heart, turned=turned)


def _natural(kinds: wild_indicator.Kinds) -> Fan:
    return Fan(
        "no_wild_in_hand",
        "无百搭",
        "No Wild Tile in Hand",
        wild_tiles.none_held(kinds),
        ja="百搭なし",
        text=Words("手中没有百搭", "no wild tile in the hand", "手に百搭がない"),
    )


_WORTH = (
    ("all_pungs", triplets.ALL_PUNGS, 2, "碰碰和"),
    ("half_flush", suits.HALF_FLUSH, 2, "混一色"),
    ("full_flush", suits.FULL_FLUSH, 4, "清一色"),
    ("all_honours", suits.ALL_HONOURS, 6, "字一色"),
    ("after_kong", circumstances.AFTER_KONG, 1, "杠上开花"),
    ("self_drawn", circumstances.SELF_DRAWN, 1, "自摸"),
    ("no_wild", _natural(wild_indicator.itself), 1, "无百搭"),
)
_OPTIONS = (
    Setting(
        "wild",
        Words(
            "百搭：翻开的牌（活动百搭），或其下一张（带弟百搭）",
            "wild is the turned tile, or the next after it",
            "百搭は表示牌、またはその次の牌",
        ),
        "turned",
        f"{SEED}: 活动百搭, 带弟百搭",
        choices=("turned", "next"),
        names={"turned": Words("翻开的牌", "turned", "表示牌"), "next": Words("下一张", "next", "次の牌")},
    ),
    *(
        Setting(
            id_,
            Words(f"{name}加几分", f"points of {fan.en}", f"{fan.ja or name}の点"),
            value,
            HOUSE_DEFAULT,
        )
        for id_, fan, value, name in _WORTH
    ),
)
_DEFAULTS = {s.id: s.default for s in _OPTIONS}


def _fans(options: Mapping[str, Any]) -> tuple[Priced, ...]:
    natural = _natural(_KINDS[options["wild"]])
    return tuple(
        (natural if id_ == "no_wild" else fan).at(options[id_], name=name, source=HOUSE_DEFAULT)
        for id_, fan, _, name in _WORTH
    )


def _not_discarded(hand: Hand) -> bool:
    """曾放过的牌既不能上，更不能和: a discard of a kind that one discarded does not win."""
    gone = {t.kind for t in hand.table["discarded"]}
    return not (hand.win and hand.win.by is By.DISCARD and hand.win.tile.kind in gone)


def _one_heart(hand: Hand) -> bool:
    return len(hand.table["heart"]) <= 1 and all(t.kind < 34 for t in hand.table["heart"])


def _possible(mode: str) -> tuple[Condition, ...]:
    one = Condition(
        _one_heart,
        Words("心皇只有一张牌", "one tile is in mind 心皇, not several and no flower", "心皇は一枚のみ"),
    )
    return (*wild_indicator.possible(_KINDS[mode]), one)


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    mode = options["wild"]
    return rules.changed(fans=_fans(options), wild=_wild(mode), possible=_possible(mode))


JIANGNAN = RuleSet(
    id="jiangnan",
    words=Words("江南心皇麻将", "Jiangnan (a tile in mind)", "江南心皇麻雀"),
    sources=(SEED,),
    played_with=PlayedWith(
        tiles=FULL_SET, hand_size=12, melds=frozenset(MeldType) - {MeldType.MIXED_KONG}, wild=_wild("turned")
    ),
    won_by=WonBy(
        must=(
            Condition(
                _not_discarded,
                Words(
                    "曾放过的牌不能和",
                    "the winning discard is of a kind that this player discarded before",
                    "自分で捨てた牌では和了できない",
                ),
            ),
        ),
        possible=_possible("turned"),
        outside_minimum=frozenset(p.id for p in _fans(_DEFAULTS)),
    ),
    counted_by=CountedBy(
        fans=_fans(_DEFAULTS),
        fallback=whole_hand.CHICKEN.at(1, name="和", source=HOUSE_DEFAULT),
        unit="points",
    ),
    paid_by=PaidBy(pay=win_payments.points),
    carried_on=CarriedOn(next_dealer=dealer_rotation.stays),
    agreed_on=AgreedOn(
        options=_OPTIONS,
        table=(
            Setting(
                "heart",
                Words(
                    "心皇：心中想的牌，不说则为任何一张",
                    "the tile in mind 心皇; untold, any",
                    "心皇：心の中の一枚",
                ),
                (),
                str(SEED),
                of_hand=True,
            ),
            Setting(
                "discarded",
                Words("自己放过的牌", "the tiles that this player discarded", "自分の捨て牌"),
                (),
                f"{SEED}: 曾放过的牌既不能上，更不能和",
                of_hand=True,
                lies=Lies.DISCARDED,
            ),
        ),
        adapt=_adapt,
    ),
    notes=(
        Note(
            Words(
                "心皇牌不能用来上牌或碰牌，只能用作和牌",
                "the tile in mind takes part in no claim, only in the win",
                "心皇は鳴きに使えず、和了のみに使う",
            ),
            str(SEED),
        ),
        Note(
            Words(
                "每家出的牌依次整齐排在自己门前",
                "each player's discards lie in order before them",
                "捨て牌は順に自分の前に並べる",
            ),
            f"{SEED} 排列出牌",
        ),
        Note(
            Words(
                "上牌横放所上的那张，碰牌横放以示由谁打出",
                "a chow lays the claimed tile sideways; a pung lays one sideways towards who discarded it",
                "鳴いた牌は横に置き、誰から鳴いたかを示す",
            ),
            f"{SEED} 上牌、碰牌的摆放",
        ),
    ),
    divergences=(
        Divergence(
            "jiangnan",
            Kind.SILENCE,
            "what a win is worth",
            "The document tells what the tile in mind and the wild tiles do, and no value; no other text of"
            " this game was found.",
            "A point for the win, and for types as the options say; the discarder pays, or all when drawn.",
            f"{SEED}; {HOUSE_DEFAULT}",
        ),
        Divergence(
            "jiangnan",
            Kind.SILENCE,
            "其中一张白板, one white dragon",
            "One of the white dragons may stand for the turned tile; which one is not said.",
            "Any one of a hand may, the others of it are themselves; with 带弟百搭 none does, for the turned"
            " tile is not wild then.",
            f"{SEED} 活动百搭",
        ),
        Divergence(
            "jiangnan",
            Kind.SILENCE,
            "心皇, whether it is told",
            "A tile is thought of; when it is named is not said.",
            "It is named at the win: untold it is any tile, and `heart` holds one to a tile.",
            f"{SEED}; {HOUSE_DEFAULT}",
        ),
    ),
)
