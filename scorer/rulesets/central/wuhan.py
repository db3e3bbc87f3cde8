"""武汉红中赖子杠, Wuhan: one wild kind 赖子, red dragons 红中 laid as kongs; none wins without a claim.

The document says which hands win, how many wild tiles they may hold and which of them are big; what they are
worth is from a public rule text: a big win starts from ten, a small one from one, and everything doubles.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.arranging.wild.sets import ANY
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import suits, triplets, whole_hand
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules import wild_indicator
from paiyan.scorer.rules.conditions import Condition, Shown
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG, Note
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.central.wuhan_fans import EYES, held_wilds, is_big, priced, value
from paiyan.scorer.rulesets.central.wuhan_payments import (
    BIG,
    OPTIONS,
    PUBLIC,
    RED,
    SEED,
    SITE,
    TABLE,
    claims,
    pay,
    side,
    wild_kinds,
)
from paiyan.scorer.settling import dealer_rotation
from paiyan.scorer.tiles.forms import LOOSE, Form

SMALL_WILDS = 1  # 两个癞子胡屁胡不能胡


def _eyes_or_any(a: Arranged) -> bool:
    """A pair of 2, 5 or 8, but any in 碰碰胡 and 清一色, and no sets where the tiles are all of one sort."""
    if a.form is not Form.STANDARD:
        return not a.faces & ~LOOSE[a.form]
    any_pair = any(True for fan in (triplets.ALL_PUNGS, suits.FULL_FLUSH) for _ in fan.find(a))
    loose = not a.faces & ~EYES or not a.faces & ~LOOSE[Form.LOOSE_HONOURS]
    return any_pair or loose or bool(EYES >> a.pairs[0][1] & 1)


def _few_wilds(a: Arranged) -> bool:
    return held_wilds(a.hand) <= SMALL_WILDS or is_big(a)


def _opened(hand: Hand) -> bool:
    return claims(hand) > 0


def _no_red(hand: Hand) -> bool:
    return not any(t.kind == RED for t in hand.held)


def _must(options: Mapping[str, Any]) -> tuple[Condition, ...]:
    most: int = options["big_wilds"]

    def few(hand: Hand) -> bool:
        return held_wilds(hand) <= most

    return (
        Condition(
            _opened,
            Words(
                "没有开口（吃、碰、明杠）",
                "nothing was claimed: who has not opened does not win",
                "一度も鳴いていないため和了できない",
            ),
        ),
        Condition(
            _no_red,
            Words(
                "红中留在手上不能胡",
                "a red dragon is kept in hand: lay it down as a kong",
                "紅中が手に残っている",
            ),
        ),
        Condition(
            few,
            Words(f"赖子多于 {most} 个", f"more than {most} wild tiles in hand", f"ワイルド牌が {most} 枚超"),
        ),
    )


_MUST_SHOW = (
    Shown(
        _eyes_or_any,
        Words("将不是二、五、八", "the pair is not of twos, fives or eights", "雀頭が二・五・八ではない"),
    ),
    Shown(
        _few_wilds,
        Words(
            "两个赖子不能屁胡", "a small win with two wild tiles", "ワイルド牌二枚では屁胡（小さい和了）不可"
        ),
    ),
)


def _unclaimed(hand: Hand) -> bool:
    kinds = {RED, *wild_kinds(hand)}
    return not any(t.kind in kinds for m in hand.melds for t in m.tiles)


def _red_not_wild(hand: Hand) -> bool:
    return RED not in wild_kinds(hand)


def _kong_before(hand: Hand) -> bool:
    single = sum(hand.table[f"{name}_{hand.seat.name}"] for name in ("red_kongs", "wild_kongs"))
    drawn = hand.win is not None and hand.win.self_drawn
    return not hand.table["after_single_kong"] or not drawn or single > 0


_POSSIBLE = (
    *wild_indicator.possible(wild_kinds),
    Condition(
        _red_not_wild,
        Words("红中不作赖子", "the red dragon is never wild: name another", "紅中はワイルド牌にならない"),
    ),
    Condition(
        _unclaimed,
        Words(
            "赖子、红中不能吃碰杠",
            "wild tiles and red dragons are not claimed: take them out of the melds",
            "ワイルド牌と紅中は鳴けない",
        ),
    ),
    Condition(
        _kong_before,
        Words(
            "没有红中杠或赖子杠",
            "after_single_kong needs a kong of one tile: raise red_kongs or wild_kongs of this seat",
            "紅中槓・ワイルド牌の槓がない",
        ),
    ),
)


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    return rules.changed(fans=priced(options), must=_must(options))


_DEFAULTS = {s.id: s.default for s in OPTIONS}

WUHAN = RuleSet(
    id="wuhan",
    words=Words("武汉红中赖子杠", "Wuhan (red dragon and wild kongs)", "武漢紅中頼子槓"),
    sources=(POCKET_MAHJONG.section("武汉麻将"),),
    played_with=PlayedWith(tiles=FULL_SET, wild=Wild(kinds=wild_kinds, may_be=ANY & ~(1 << RED))),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.LOOSE_258, Form.LOOSE_HONOURS),
        must=_must(_DEFAULTS),
        must_show=_MUST_SHOW,
        possible=_POSSIBLE,
        outside_minimum=frozenset(p.id for p in priced(_DEFAULTS) if p.id not in BIG),
    ),
    counted_by=CountedBy(
        fans=priced(_DEFAULTS),
        fallback=whole_hand.CHICKEN.at(1, name="屁胡", source=f"{SEED}; 1: {PUBLIC}, {SITE}"),
        unit="points",
        value=value,
    ),
    paid_by=PaidBy(pay=pay, side=side),
    carried_on=CarriedOn(next_dealer=dealer_rotation.winner),
    agreed_on=AgreedOn(options=OPTIONS, table=TABLE, adapt=_adapt),
    notes=(
        Note(
            Words(
                "起胡倍数、皮子杠、阳光顶是别桌的约定，不在此计分",
                "a least worth 起胡, kongs of the tile before the turned one 皮, and more from those without"
                " a claim 阳光顶 are agreed on at other tables and not scored here",
                "起胡・皮子槓・陽光頂は別の卓の取り決めで、計算しない",
            ),
            f"{PUBLIC}; {SITE}",
        ),
        Note(
            Words(
                "红中、赖子打出即为杠，从牌尾补牌",
                "a red dragon or wild tile is laid as a kong, and a tile drawn from the end of the wall",
                "紅中とワイルド牌は一枚で槓となり、嶺上牌を取る",
            ),
            f"{SEED}; {PUBLIC}",
        ),
        Note(
            Words(
                "海底捞：最后四张牌",
                "the last four tiles of the wall are 海底捞 (flag last_tile)",
                "海底撈は残り四枚",
            ),
            SEED,
        ),
        Note(
            Words("一炮单响", "one winner on a discard, the next to play first", "頭ハネ"),
            PUBLIC,
        ),
    ),
    divergences=(
        Divergence(
            "wuhan",
            Kind.SILENCE,
            "the pair of a win",
            "Of 清一色 alone it says 将是乱将, any pair will do; which pair other wins need is not said.",
            "Twos, fives or eights; any pair in 清一色 and 碰碰胡, none asked where all tiles"
            " are of one sort.",
            f"{SEED} 清一色, by which the others have no 乱将; {HOUSE_DEFAULT}",
        ),
        Divergence(
            "wuhan",
            Kind.SILENCE,
            "what a win is worth",
            "The document names the big wins and calls all others small; it prices neither, nor the kongs.",
            "Ten for each big win, one for a small one; claims, kongs, 硬胡 and 自摸 double, those of the one"
            " who pays too; 300 at most from one player, 500 where all three pass it (options).",
            f"{SEED}; {PUBLIC}; {SITE} has 400, 600, and more from who has not claimed",
        ),
        Divergence(
            "wuhan",
            Kind.SILENCE,
            "which tile is wild, and 红中",
            "赖子 is not explained.",
            "The tile after the turned one; honours run 东南西北发白 and round again, since 红中 is laid as a"
            " kong and kept by nobody.",
            f"{SEED}; {PUBLIC} has 红中 in the round and cannot be held in a win; {HOUSE_DEFAULT}",
        ),
        Divergence(
            "wuhan",
            Kind.SILENCE,
            "全求人, the last tile",
            "最后一张将也是别个冲的: a self-draw is no 全求人; the site does not say so.",
            "By discard alone.",
            f"{SEED}; {PUBLIC}",
        ),
    ),
)
