"""What each fan is, in a few words of our own: those of one region here, the others in the catalogue."""

from __future__ import annotations

from paiyan.scorer.fans.catalogue.descriptions import TEXTS
from paiyan.scorer.fans.fan import Fan
from paiyan.scorer.messages.languages import Words

REGIONAL: dict[str, Words] = {
    # hongkong, guangdong-jipinghu
    "self_drawn_concealed_pungs": Words(
        "四副暗刻并且自摸", "four concealed triplets, and the winning tile drawn", "暗刻四組で自摸"
    ),
    "kong_on_kong": Words(
        "连开两杠，补进的牌成和",
        "won by the tile drawn after a second kong in a row",
        "続けて二度槓をして、その嶺上牌で和了",
    ),
    "first_turn_win": Words("第一轮即和", "a win in the first turn", "第一巡での和了"),
    "three_winners": Words(
        "一张打出的牌三家同和", "three players win on one discard", "一枚の捨て牌で三人が和了"
    ),
    "half_flush_pungs": Words(
        "一种花色的牌加字牌，全是刻子",
        "tiles of one suit and honours, all in triplets",
        "一色の数牌と字牌で、すべて刻子",
    ),
    "full_flush_pungs": Words(
        "同一花色，全是刻子", "tiles of one suit, all in triplets", "一色の数牌で、すべて刻子"
    ),
    # shanghai
    "honour_pungs": Words("全是字牌，全是刻子", "honours alone, all in triplets", "字牌だけで、すべて刻子"),
    "flower_points": Words(
        "字牌刻子和各种杠所值的花",
        "the flower points of honour triplets and of kongs",
        "字牌の刻子と槓の花点",
    ),
    "treasure_roll": Words(
        "开局骰子同为一或四", "both dice showed a one, or both a four", "開局の賽がともに一、または四"
    ),
    "after_a_draw": Words(
        "前一局流局，本局加倍", "a drawn deal before doubles this one", "前局が流局で、この局が倍"
    ),
    # taizhou
    "seat_wind_pair": Words("一对自己门风", "a pair of one's own wind", "自風の雀頭"),
    "dragon_pair": Words("一对中、发或白", "a pair of dragons", "三元牌の雀頭"),
    "middle_tile": Words("和的是顺子中间一张", "won on the middle tile of a run", "順子のまん中で和了"),
    "seat_wind_tai": Words(
        "门风刻或杠，至少一张真牌",
        "a set of one's own wind with one tile of its own",
        "自風の刻子・槓子（本物が一枚以上）",
    ),
    "dragon_tai": Words(
        "中发白刻或杠，至少一张真牌",
        "a set of dragons with one tile of its own",
        "三元牌の刻子・槓子（本物が一枚以上）",
    ),
    "open_triplet": Words(
        "碰的，或由别人打出完成的刻子",
        "a triplet that another player's tile made",
        "ポンした、またはロンで完成した刻子",
    ),
    "open_end_triplet": Words(
        "一、九或字牌的明刻", "such a triplet of ones, nines or honours", "一・九・字牌の明刻"
    ),
    "dark_triplet": Words("自己摸齐的刻子", "a triplet drawn by oneself", "自分で引きそろえた刻子"),
    "dark_end_triplet": Words(
        "一、九或字牌的暗刻", "such a triplet of ones, nines or honours", "一・九・字牌の暗刻"
    ),
    "open_kong": Words("亮明的杠", "a melded kong", "明槓"),
    "open_end_kong": Words(
        "一、九或字牌的明杠", "a melded kong of ones, nines or honours", "一・九・字牌の明槓"
    ),
    "dark_kong": Words("四张都自己摸的杠", "a concealed kong", "四枚とも自分で引いた槓子"),
    "dark_end_kong": Words(
        "一、九或字牌的暗杠", "a concealed kong of ones, nines or honours", "一・九・字牌の暗槓"
    ),
    # sichuan
    "full_flush_pairs": Words("同一花色的七个对子", "seven pairs of one suit", "一色の七つの対子"),
    "under_the_sea": Words("和最后一张牌", "won on the last tile", "最後の牌で和了"),
    "golden_wait": Words(
        "四副都已碰杠，单钓最后一张",
        "all four sets laid down, and a wait for the pair",
        "四面子ともポン・槓で、残る一枚の単騎",
    ),
    # riichi
    "riichi": Words(
        "门前听牌时宣告，押一根立直棒",
        "declared ready with nothing claimed, a stick staked",
        "門前で聴牌を宣言し、立直棒を供託",
    ),
    "double_riichi": Words("第一巡即宣告立直", "riichi declared in the first turn", "第一巡での立直"),
    "ippatsu": Words(
        "立直后一巡之内和牌，其间无人鸣牌",
        "won within a turn of riichi, no claims between",
        "立直から一巡以内に、鳴きなしで和了",
    ),
    "menzen_tsumo": Words("门前清并且自摸", "nothing claimed, and the winning tile drawn", "門前で自摸和了"),
    "pinfu": Words(
        "四副顺子，将非役牌，两面听，门前清",
        "four runs, a pair without value, a two-sided wait, nothing claimed",
        "順子四組、役牌でない雀頭、両面待ち、門前",
    ),
    "iipeikou": Words(
        "门前清，同花色两副相同的顺子",
        "two equal runs of one suit, nothing claimed",
        "門前で、同じ色の同じ順子が二組",
    ),
    "ryanpeikou": Words(
        "门前清，两组相同的顺子", "two times two equal runs, nothing claimed", "門前で、一盃口が二つ"
    ),
    "chanta": Words(
        "有顺子，每副牌和将都含一、九或字牌，有字牌",
        "runs and honours there, and every set and the pair hold an end or honours",
        "順子と字牌があり、どの面子にも雀頭にも一・九・字牌がある",
    ),
    "junchan": Words(
        "有顺子，每副牌和将都含一或九，没有字牌",
        "runs there, no honours, and every set and the pair hold a one or nine",
        "順子があって字牌がなく、どの面子にも雀頭にも一・九がある",
    ),
    "tenhou": Words("庄家配牌即和", "the dealer wins with the tiles dealt", "親が配牌で和了"),
    "chiihou": Words(
        "闲家第一次摸牌即和，其间无人鸣牌",
        "another player wins by the first draw, no claims before",
        "子が最初の自摸で、鳴きなしで和了",
    ),
    "renhou": Words(
        "闲家在自己第一次摸牌前荣和，其间无人鸣牌",
        "won on a discard before one's first draw, no claims before",
        "子が最初の自摸の前に、鳴きなしでロン和了",
    ),
    "four_concealed_pungs_single_wait": Words(
        "四暗刻，单骑听将", "four concealed triplets, won on the pair", "四暗刻の単騎待ち"
    ),
    "thirteen_orphans_thirteen_waits": Words(
        "十三种幺九牌各一张时听十三面",
        "thirteen orphans won on the pair, waiting for all thirteen",
        "十三種の幺九牌を一枚ずつそろえた十三面待ち",
    ),
    "chuuren_poutou": Words(
        "门前清的 1112345678999 加同花色一张",
        "1112345678999 of one suit and one more of it, nothing claimed",
        "門前の 1112345678999 と同じ色の一枚",
    ),
    "red_five": Words("每张赤五计一次", "once for each red five", "赤五一枚ごとに一飜"),
    "north_dora": Words("每张拔出的北计一次", "once for each north set aside", "抜いた北一枚ごとに一飜"),
    "dora": Words("每张宝牌计一次", "once for each tile that an indicator shows", "ドラ一枚ごとに一飜"),
    "ura_dora": Words(
        "立直和牌后翻开的里宝牌，每张计一次",
        "after riichi, once for each tile that a hidden indicator shows",
        "立直して和了したとき、裏ドラ一枚ごとに一飜",
    ),
    "white_dragon": Words("白板的刻子", "a triplet of white dragons", "白の刻子"),
    "green_dragon": Words("发财的刻子", "a triplet of green dragons", "發の刻子"),
    "red_dragon": Words("红中的刻子", "a triplet of red dragons", "中の刻子"),
    "round_wind_E": Words("当圈风牌的刻子", "a triplet of the wind of the round", "場風の刻子"),
    "round_wind_S": Words("当圈风牌的刻子", "a triplet of the wind of the round", "場風の刻子"),
    "round_wind_W": Words("当圈风牌的刻子", "a triplet of the wind of the round", "場風の刻子"),
    "round_wind_N": Words("当圈风牌的刻子", "a triplet of the wind of the round", "場風の刻子"),
    "seat_wind_E": Words("自己门风的刻子", "a triplet of the wind of one's seat", "自風の刻子"),
    "seat_wind_S": Words("自己门风的刻子", "a triplet of the wind of one's seat", "自風の刻子"),
    "seat_wind_W": Words("自己门风的刻子", "a triplet of the wind of one's seat", "自風の刻子"),
    "seat_wind_N": Words("自己门风的刻子", "a triplet of the wind of one's seat", "自風の刻子"),
    # taiwan
    "declared_ready": Words("宣告听牌后和牌", "won after declaring ready", "聴牌を宣言してから和了"),
    "shown_ready": Words(
        "听牌后摊开手牌", "won after declaring ready with the hand laid open", "聴牌の後に手牌を公開して和了"
    ),
    "heavenly_ready": Words("配牌即听", "ready with the tiles dealt", "配牌で聴牌"),
    "earthly_ready": Words("打出第一张牌即听", "ready with the first discard", "第一打で聴牌"),
    "waiting_for_one": Words(
        "只听一种牌：边张、嵌张或单钓",
        "one kind of tile alone would win: an edge, the middle of a run, or the pair",
        "待ちが一種だけ：辺張・嵌張・単騎",
    ),
    "half_melded_hand": Words(
        "其余各副都已吃碰，自摸将牌",
        "all sets claimed, and the second tile of the pair drawn",
        "面子をすべて副露し、雀頭を自摸",
    ),
    "human_hand": Words("第一轮和别人打出的牌", "won on a discard in the first turn", "第一巡のロン和了"),
    "seven_robs_one": Words(
        "有七张花，抢别人摸得的第八张",
        "won with seven flowers on the eighth that another player drew",
        "花牌七枚で、他家が引いた八枚目を奪って和了",
    ),
    "five_concealed_pungs": Words("五副暗刻", "five concealed triplets", "暗刻五組"),
    "eight_and_a_half_pairs": Words("七个对子加一副刻子", "seven pairs and a triplet", "対子七組と刻子一組"),
    # tianjin
    "wild_wait": Words(
        "最后一张配上一张混作将，或配上两张混作一副",
        "the last tile joins one wild tile as the pair, or two as a set",
        "和了牌がワイルド牌一枚と雀頭に、または二枚と面子になる",
    ),
    "no_wild_tiles": Words("手中没有混", "no wild tile in the hand", "ワイルド牌がない"),
    "dragon_of_the_wild_suit": Words(
        "龙与混同花色", "the straight is of the suit of a wild tile", "一気通貫がワイルド牌と同じ色"
    ),
    # lianzhong
    "four_winds_and_green": Words(
        "四副风刻，发财作将",
        "triplets of all four winds and a pair of green dragons",
        "風牌すべての刻子と發の雀頭",
    ),
    "earthly_hand_of_the_next": Words(
        "庄家打出第一张后，下家自摸",
        "the player after the dealer draws the win in the first turn",
        "親の第一打の後、下家が自摸",
    ),
    "human_hand_of_the_first_turn": Words(
        "第一圈内和牌", "any other win in the first turn", "第一巡のその他の和了"
    ),
    "wild_kong": Words("四张混开杠", "a kong of four wild tiles", "ワイルド牌四枚の槓"),
    "knitted_straight_with_honours": Words(
        "组合龙配五张字牌", "a knitted straight and five single honours", "組合竜と字牌五種"
    ),
    "four_mixed_shifted_pungs": Words(
        "两三种花色四副刻子，依次递增一位",
        "four triplets of two or three suits, each one rank up",
        "二色か三色の四組の刻子が一つずつ上がる",
    ),
    "four_mixed_shifted_chows": Words(
        "两三种花色四副顺子，依次递增一位",
        "four runs of two or three suits, each one rank up",
        "二色か三色の四組の順子が一つずつ上がる",
    ),
    "two_suit_shifted_pungs": Words(
        "两种花色三副刻子，依次递增一位",
        "three triplets of two suits, each one rank up",
        "二色の三組の刻子が一つずつ上がる",
    ),
    "two_suit_shifted_chows": Words(
        "两种花色三副顺子，依次递增一位",
        "three runs of two suits, each one rank up",
        "二色の三組の順子が一つずつ上がる",
    ),
    "pair_of_258": Words("序数牌二、五、八作将", "the pair is of a 2, 5 or 8", "二・五・八の雀頭"),
    "terminal_pair": Words("序数牌一、九作将", "the pair is of a 1 or 9", "一・九の雀頭"),
}


def has_text(fan: Fan) -> bool:
    """Whether anything says what the fan is."""
    return bool(fan.text) or fan.id in REGIONAL or fan.id in TEXTS


def rule_text(fan: Fan) -> Words:
    """What the fan is; one of which nothing says it is called by its name."""
    return fan.text or REGIONAL.get(fan.id) or TEXTS.get(fan.id) or Words(fan.zh, fan.en, fan.ja)
