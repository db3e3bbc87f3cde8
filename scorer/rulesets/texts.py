"""What each fan is, in a few words of our own: those of one region here, the others in the catalogue."""

from __future__ import annotations

from scorer.catalogue.texts import TEXTS
from scorer.fans import Fan
from scorer.words import Words

REGIONAL: dict[str, Words] = {
    # hongkong, guangdong-jipinghu
    "self_drawn_concealed_pungs": Words(
        "四副暗刻并且自摸", "four concealed triplets, and the winning tile drawn"
    ),
    "kong_on_kong": Words("连开两杠，补进的牌成和", "won by the tile drawn after a second kong in a row"),
    "first_turn_win": Words("第一轮即和", "a win in the first turn"),
    "three_winners": Words("一张打出的牌三家同和", "three players win on one discard"),
    "half_flush_pungs": Words(
        "一种花色的牌加字牌，全是刻子", "tiles of one suit and honours, all in triplets"
    ),
    "full_flush_pungs": Words("同一花色，全是刻子", "tiles of one suit, all in triplets"),
    # shanghai
    "honour_pungs": Words("全是字牌，全是刻子", "honours alone, all in triplets"),
    "flower_points": Words("字牌刻子和各种杠所值的花", "the flower points of honour triplets and of kongs"),
    "great_single_wait": Words(
        "四副都已亮出，只剩一张单吊", "four sets laid down, and one tile left to pair"
    ),
    "treasure_roll": Words("开局骰子同为一或四", "both dice showed a one, or both a four"),
    "after_a_draw": Words("前一局流局，本局加倍", "a drawn deal before doubles this one"),
    # taizhou
    "seat_wind_pair": Words("一对自己门风", "a pair of one's own wind"),
    "dragon_pair": Words("一对中、发或白", "a pair of dragons"),
    "middle_tile": Words("和的是顺子中间一张", "won on the middle tile of a run"),
    "seat_wind_tai": Words("门风刻或杠，至少一张真牌", "a set of one's own wind with one tile of its own"),
    "dragon_tai": Words("中发白刻或杠，至少一张真牌", "a set of dragons with one tile of its own"),
    "open_triplet": Words("碰的，或由别人打出完成的刻子", "a triplet that another player's tile made"),
    "open_end_triplet": Words("一、九或字牌的明刻", "such a triplet of ones, nines or honours"),
    "dark_triplet": Words("自己摸齐的刻子", "a triplet drawn by oneself"),
    "dark_end_triplet": Words("一、九或字牌的暗刻", "such a triplet of ones, nines or honours"),
    "open_kong": Words("亮明的杠", "a melded kong"),
    "open_end_kong": Words("一、九或字牌的明杠", "a melded kong of ones, nines or honours"),
    "dark_kong": Words("四张都自己摸的杠", "a concealed kong"),
    "dark_end_kong": Words("一、九或字牌的暗杠", "a concealed kong of ones, nines or honours"),
    # sichuan
    "full_flush_pairs": Words("同一花色的七个对子", "seven pairs of one suit"),
    "under_the_sea": Words("和最后一张牌", "won on the last tile"),
    "golden_wait": Words("四副都已碰杠，单钓最后一张", "all four sets laid down, and a wait for the pair"),
    # riichi
    "riichi": Words("门前听牌时宣告，押一根立直棒", "declared ready with nothing claimed, a stick staked"),
    "double_riichi": Words("第一巡即宣告立直", "riichi declared in the first turn"),
    "ippatsu": Words("立直后一巡之内和牌，其间无人鸣牌", "won within a turn of riichi, no claims between"),
    "menzen_tsumo": Words("门前清并且自摸", "nothing claimed, and the winning tile drawn"),
    "pinfu": Words(
        "四副顺子，将非役牌，两面听，门前清",
        "four runs, a pair without value, a two-sided wait, nothing claimed",
    ),
    "iipeikou": Words("门前清，同花色两副相同的顺子", "two equal runs of one suit, nothing claimed"),
    "ryanpeikou": Words("门前清，两组相同的顺子", "two times two equal runs, nothing claimed"),
    "chanta": Words(
        "有顺子，每副牌和将都含一、九或字牌，有字牌",
        "runs and honours there, and every set and the pair hold an end or honours",
    ),
    "junchan": Words(
        "有顺子，每副牌和将都含一或九，没有字牌",
        "runs there, no honours, and every set and the pair hold a one or nine",
    ),
    "tenhou": Words("庄家配牌即和", "the dealer wins with the tiles dealt"),
    "chiihou": Words(
        "闲家第一次摸牌即和，其间无人鸣牌", "another player wins by the first draw, no claims before"
    ),
    "renhou": Words(
        "闲家在自己第一次摸牌前荣和，其间无人鸣牌",
        "won on a discard before one's first draw, no claims before",
    ),
    "four_concealed_pungs_single_wait": Words("四暗刻，单骑听将", "four concealed triplets, won on the pair"),
    "thirteen_orphans_thirteen_waits": Words(
        "十三种幺九牌各一张时听十三面", "thirteen orphans won on the pair, waiting for all thirteen"
    ),
    "chuuren_poutou": Words(
        "门前清的 1112345678999 加同花色一张", "1112345678999 of one suit and one more of it, nothing claimed"
    ),
    "red_five": Words("每张赤五计一次", "once for each red five"),
    "north_dora": Words("每张拔出的北计一次", "once for each north set aside"),
    "dora": Words("每张宝牌计一次", "once for each tile that an indicator shows"),
    "ura_dora": Words(
        "立直和牌后翻开的里宝牌，每张计一次", "after riichi, once for each tile that a hidden indicator shows"
    ),
    "white_dragon": Words("白板的刻子", "a triplet of white dragons"),
    "green_dragon": Words("发财的刻子", "a triplet of green dragons"),
    "red_dragon": Words("红中的刻子", "a triplet of red dragons"),
    "round_wind_E": Words("当圈风牌的刻子", "a triplet of the wind of the round"),
    "round_wind_S": Words("当圈风牌的刻子", "a triplet of the wind of the round"),
    "round_wind_W": Words("当圈风牌的刻子", "a triplet of the wind of the round"),
    "round_wind_N": Words("当圈风牌的刻子", "a triplet of the wind of the round"),
    "seat_wind_E": Words("自己门风的刻子", "a triplet of the wind of one's seat"),
    "seat_wind_S": Words("自己门风的刻子", "a triplet of the wind of one's seat"),
    "seat_wind_W": Words("自己门风的刻子", "a triplet of the wind of one's seat"),
    "seat_wind_N": Words("自己门风的刻子", "a triplet of the wind of one's seat"),
    # taiwan
    "declared_ready": Words("宣告听牌后和牌", "won after declaring ready"),
    "shown_ready": Words("听牌后摊开手牌", "won after declaring ready with the hand laid open"),
    "heavenly_ready": Words("配牌即听", "ready with the tiles dealt"),
    "earthly_ready": Words("打出第一张牌即听", "ready with the first discard"),
    "waiting_for_one": Words(
        "只听一种牌：边张、嵌张或单钓",
        "one kind of tile alone would win: an edge, the middle of a run, or the pair",
    ),
    "half_melded_hand": Words(
        "其余各副都已吃碰，自摸将牌", "all sets claimed, and the second tile of the pair drawn"
    ),
    "human_hand": Words("第一轮和别人打出的牌", "won on a discard in the first turn"),
    "seven_robs_one": Words(
        "有七张花，抢别人摸得的第八张", "won with seven flowers on the eighth that another player drew"
    ),
    "five_concealed_pungs": Words("五副暗刻", "five concealed triplets"),
    "eight_and_a_half_pairs": Words("七个对子加一副刻子", "seven pairs and a triplet"),
    # tianjin
    "wild_wait": Words(
        "最后一张配上一张混作将，或配上两张混作一副",
        "the last tile joins one wild tile as the pair, or two as a set",
    ),
    "catch_five": Words(
        "四万、六万等五万，摸进五万或混", "the five of 四五六万 came last, or a wild tile for it"
    ),
    "no_wild_tiles": Words("手中没有混", "no wild tile in the hand"),
    "dragon_of_the_wild_suit": Words("龙与混同花色", "the straight is of the suit of a wild tile"),
    # lianzhong
    "four_winds_and_green": Words(
        "四副风刻，发财作将", "triplets of all four winds and a pair of green dragons"
    ),
    "earthly_hand_of_the_next": Words(
        "庄家打出第一张后，下家自摸", "the player after the dealer draws the win in the first turn"
    ),
    "human_hand_of_the_first_turn": Words("第一圈内和牌", "any other win in the first turn"),
    "wild_kong": Words("四张混开杠", "a kong of four wild tiles"),
    "knitted_straight_with_honours": Words("组合龙配五张字牌", "a knitted straight and five single honours"),
    "four_mixed_shifted_pungs": Words(
        "两三种花色四副刻子，依次递增一位", "four triplets of two or three suits, each one rank up"
    ),
    "four_mixed_shifted_chows": Words(
        "两三种花色四副顺子，依次递增一位", "four runs of two or three suits, each one rank up"
    ),
    "two_suit_shifted_pungs": Words(
        "两种花色三副刻子，依次递增一位", "three triplets of two suits, each one rank up"
    ),
    "two_suit_shifted_chows": Words(
        "两种花色三副顺子，依次递增一位", "three runs of two suits, each one rank up"
    ),
    "pair_of_258": Words("序数牌二、五、八作将", "the pair is of a 2, 5 or 8"),
    "terminal_pair": Words("序数牌一、九作将", "the pair is of a 1 or 9"),
}


def rule_text(fan: Fan) -> Words:
    """What the fan is; every fan that a rule set prices has such a text."""
    return fan.text or REGIONAL.get(fan.id) or TEXTS[fan.id]
