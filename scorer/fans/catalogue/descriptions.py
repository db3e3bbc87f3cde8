"""What each pattern of the catalogue is, in a few words of our own, by its id."""

from __future__ import annotations

from paiyan.scorer.fans.fan import Fan
from paiyan.scorer.messages.languages import Words

TEXTS: dict[str, Words] = {
    # How the tile came
    "self_drawn": Words(
        "和牌的一张由自己摸得", "the winning tile was drawn, not claimed", "和了牌を自分で引いた"
    ),
    "last_tile_draw": Words(
        "摸得牌墙最后一张而和", "won by drawing the last tile of the wall", "山の最後の牌を引いて和了"
    ),
    "last_tile_claim": Words(
        "牌墙摸尽后，和别人打出的牌",
        "won on a discard after the last tile of the wall was drawn",
        "山がなくなった後の捨て牌で和了",
    ),
    "out_with_replacement_tile": Words(
        "开杠后补进的牌成和", "won by the tile drawn after one's own kong", "槓の後の嶺上牌で和了"
    ),
    "shot_after_kong": Words(
        "和别人开杠补牌后打出的牌",
        "won on what another player discarded after drawing for a kong",
        "他家が槓して嶺上牌を引いた後の捨て牌で和了",
    ),
    "robbing_the_kong": Words(
        "别人加杠的那张正是要和的牌",
        "won on the tile that another player added to a pung",
        "他家が加槓した牌で和了",
    ),
    "heavenly_hand": Words(
        "庄家起手十四张即和", "the dealer wins with the tiles dealt", "親が配牌の十四枚で和了"
    ),
    "earthly_hand": Words(
        "闲家在第一轮即和", "a player who is not the dealer wins in the first turn", "子が第一巡に和了"
    ),
    "last_tile": Words(
        "同样的另外三张都已亮明，和这最后一张",
        "won on the fourth tile of a kind whose other three lie open",
        "同じ牌の残り三枚がすべて見えていて、最後の一枚で和了",
    ),
    "flower_tile": Words("每张花牌计一次", "once for each flower", "花牌一枚ごとに数える"),
    # Flowers
    "own_flower": Words(
        "自己座位的花牌，每张计一次",
        "a flower of one's seat, once for each",
        "自分の席の花牌一枚ごとに数える",
    ),
    "flower_set": Words(
        "梅兰竹菊或春夏秋冬齐全",
        "all four plants, or all four seasons",
        "梅蘭菊竹または春夏秋冬の四枚がそろう",
    ),
    "no_flowers": Words("一张花牌也没有", "no flower at all", "花牌が一枚もない"),
    "seven_flowers": Words("手中有七张花牌", "seven flowers", "花牌が七枚"),
    "eight_flowers": Words("八张花牌齐全", "all eight flowers", "花牌八枚がすべてそろう"),
    # Runs
    "pure_double_chow": Words(
        "同一花色两副相同的顺子", "two equal runs of one suit", "同じ色の同じ順子が二組"
    ),
    "mixed_double_chow": Words(
        "两种花色序数相同的顺子各一副", "two runs of the same ranks in two suits", "二色の同じ数の順子"
    ),
    "short_straight": Words(
        "同一花色首尾相接的两副顺子，如 234 567",
        "two runs of one suit that follow each other, like 234 567",
        "同じ色の続いた二組の順子（234 567 など）",
    ),
    "two_terminal_chows": Words(
        "同一花色的 123 和 789", "runs 123 and 789 of one suit", "同じ色の 123 と 789"
    ),
    "pure_triple_chow": Words(
        "同一花色三副相同的顺子", "three equal runs of one suit", "同じ色の同じ順子が三組"
    ),
    "pure_shifted_chows": Words(
        "同一花色三副顺子，逐副高一或逐副高二",
        "three runs of one suit, each one rank, or each two ranks, above the last",
        "同じ色の三組の順子が、一つずつまたは二つずつ上がる",
    ),
    "pure_straight": Words(
        "同一花色的 123、456、789", "runs 123, 456 and 789 of one suit", "同じ色の 123・456・789"
    ),
    "mixed_triple_chow": Words(
        "三种花色序数相同的顺子各一副", "three runs of the same ranks, one in each suit", "三色の同じ数の順子"
    ),
    "mixed_straight": Words(
        "123、456、789 分属三种花色",
        "runs 123, 456 and 789, each of another suit",
        "123・456・789 が三色に一組ずつ",
    ),
    "mixed_shifted_chows": Words(
        "三种花色各一副顺子，逐副高一",
        "three runs, one in each suit, each one rank above the last",
        "三色の順子が一つずつ上がる",
    ),
    "quadruple_chow": Words(
        "同一花色四副相同的顺子", "four equal runs of one suit", "同じ色の同じ順子が四組"
    ),
    "four_pure_shifted_chows": Words(
        "同一花色四副顺子，逐副高一或逐副高二",
        "four runs of one suit, each one rank, or each two ranks, above the last",
        "同じ色の四組の順子が、一つずつまたは二つずつ上がる",
    ),
    "pure_terminal_chows": Words(
        "同一花色 123、789 各两副，加一对五",
        "two runs 123, two runs 789 and a pair of fives, all of one suit",
        "同じ色の 123 と 789 が二組ずつと、五の雀頭",
    ),
    "three_suited_terminal_chows": Words(
        "两种花色各有 123 和 789，第三种花色的五作将",
        "runs 123 and 789 in two suits, and a pair of fives in the third",
        "二色の 123 と 789、残りの色の五が雀頭",
    ),
    "knitted_straight": Words(
        "147、258、369 分属三种花色的九张",
        "the nine tiles 147, 258 and 369, each three of another suit",
        "147・258・369 を三色に分けた九枚",
    ),
    # Faces
    "full_flush": Words(
        "全副牌属同一花色，没有字牌", "tiles of one suit only", "一色の数牌だけで、字牌がない"
    ),
    "half_flush": Words("一种花色的牌加字牌", "tiles of one suit, and honours", "一色の数牌と字牌だけ"),
    "all_honours": Words("全副都是字牌", "honours only", "字牌だけ"),
    "all_green": Words(
        "只用二三四六八条和发财",
        "only 2, 3, 4, 6, 8 of bamboo and green dragons",
        "索子の 2・3・4・6・8 と發だけ",
    ),
    "all_terminals": Words("只用一和九", "ones and nines only", "一と九だけ"),
    "all_terminals_and_honours": Words(
        "只用一、九和字牌，两者都有",
        "ones and nines, and honours, and nothing else",
        "一・九と字牌だけで、どちらもある",
    ),
    "all_simples": Words("没有一、九和字牌", "no ones, no nines, no honours", "一・九・字牌がない"),
    "no_honours": Words("没有字牌", "no honours", "字牌がない"),
    "one_suit_void": Words(
        "三种花色中恰好只有两种", "exactly two of the three suits are there", "三色のうちちょうど二色だけ"
    ),
    "all_types": Words(
        "三种花色、风牌、箭牌都有",
        "all three suits, winds and dragons are there",
        "三色の数牌、風牌、三元牌がすべてある",
    ),
    "upper_tiles": Words("只用七八九", "sevens, eights and nines only", "七・八・九だけ"),
    "middle_tiles": Words("只用四五六", "fours, fives and sixes only", "四・五・六だけ"),
    "lower_tiles": Words("只用一二三", "ones, twos and threes only", "一・二・三だけ"),
    "upper_four": Words("只用六到九", "sixes to nines only", "六から九だけ"),
    "lower_four": Words("只用一到四", "ones to fours only", "一から四だけ"),
    "reversible_tiles": Words(
        "只用倒过来看也一样的牌：筒 1234589、条 245689、白板",
        "only tiles that look the same upside down: 1234589 of circles, 245689 of bamboo, white dragons",
        "上下逆に見ても同じ牌だけ：筒子 1234589、索子 245689、白",
    ),
    "outside_hand": Words(
        "每副牌和将都含一、九或字牌",
        "every set and the pair hold a one, a nine or honours",
        "どの面子にも雀頭にも一・九・字牌がある",
    ),
    "all_fives": Words(
        "每副牌和将都含五", "every set and the pair hold a five", "どの面子にも雀頭にも五がある"
    ),
    # Triplets and kongs
    "big_four_winds": Words(
        "东南西北四副刻子，杠也算",
        "triplets of all four winds; kongs are triplets too",
        "東南西北すべての刻子（槓子も可）",
    ),
    "little_four_winds": Words(
        "三副风牌刻子，第四种风作将",
        "triplets of three winds and a pair of the fourth",
        "風牌三種の刻子と、残りの風牌の雀頭",
    ),
    "big_three_winds": Words("三副风牌刻子", "triplets of three winds", "風牌の刻子が三組"),
    "big_three_dragons": Words(
        "中、发、白三副刻子", "triplets of all three dragons", "白・發・中すべての刻子"
    ),
    "little_three_dragons": Words(
        "两副箭牌刻子，第三种箭牌作将",
        "triplets of two dragons and a pair of the third",
        "三元牌二種の刻子と、残りの三元牌の雀頭",
    ),
    "two_dragon_pungs": Words("两副箭牌刻子", "triplets of two dragons", "三元牌の刻子が二組"),
    "dragon_pung": Words("一副箭牌刻子", "a triplet of a dragon", "三元牌の刻子"),
    "prevalent_wind": Words("当圈风牌的刻子", "a triplet of the wind of the round", "場風の刻子"),
    "seat_wind": Words("自己门风的刻子", "a triplet of the wind of one's seat", "自風の刻子"),
    "pung_of_terminals_or_honours": Words(
        "一、九或字牌的刻子，每副计一次",
        "a triplet of ones, nines or honours, once for each",
        "一・九・字牌の刻子、一組ごとに数える",
    ),
    "all_pungs": Words("四副刻子加一对将", "nothing but triplets, and a pair", "刻子四組と雀頭"),
    "all_even_pungs": Words(
        "刻子和将都是二、四、六、八",
        "triplets and pair of twos, fours, sixes and eights only",
        "刻子も雀頭も二・四・六・八だけ",
    ),
    "all_258_pungs": Words(
        "刻子和将都是二、五、八",
        "triplets and pair of twos, fives and eights only",
        "刻子も雀頭も二・五・八だけ",
    ),
    "four_pure_shifted_pungs": Words(
        "同一花色四副刻子，逐副高一",
        "four triplets of one suit, each one rank above the last",
        "同じ色の四組の刻子が一つずつ上がる",
    ),
    "pure_shifted_pungs": Words(
        "同一花色三副刻子，逐副高一",
        "three triplets of one suit, each one rank above the last",
        "同じ色の三組の刻子が一つずつ上がる",
    ),
    "mixed_shifted_pungs": Words(
        "三种花色各一副刻子，逐副高一",
        "three triplets, one in each suit, each one rank above the last",
        "三色の刻子が一つずつ上がる",
    ),
    "triple_pung": Words(
        "三种花色序数相同的刻子各一副",
        "three triplets of the same rank, one in each suit",
        "三色の同じ数の刻子",
    ),
    "double_pung": Words(
        "两种花色序数相同的刻子各一副", "two triplets of the same rank in two suits", "二色の同じ数の刻子"
    ),
    "four_concealed_pungs": Words(
        "四副暗刻，暗杠也算；点和的那副不算",
        "four concealed triplets or kongs; one that a discard completed is not concealed",
        "暗刻四組（暗槓も可）。ロンで完成した刻子は数えない",
    ),
    "three_concealed_pungs": Words(
        "三副暗刻，暗杠也算；点和的那副不算",
        "three concealed triplets or kongs; one that a discard completed is not concealed",
        "暗刻三組（暗槓も可）。ロンで完成した刻子は数えない",
    ),
    "two_concealed_pungs": Words(
        "两副暗刻，暗杠也算；点和的那副不算",
        "two concealed triplets or kongs; one that a discard completed is not concealed",
        "暗刻二組（暗槓も可）。ロンで完成した刻子は数えない",
    ),
    "four_kongs": Words("四副杠，明暗不限", "four kongs of any sort", "槓子が四組（明暗を問わない）"),
    "three_kongs": Words("三副杠，明暗不限", "three kongs of any sort", "槓子が三組（明暗を問わない）"),
    "two_concealed_kongs": Words("两副暗杠", "two concealed kongs", "暗槓が二組"),
    "two_melded_kongs": Words("两副明杠", "two melded kongs", "明槓が二組"),
    "melded_and_concealed_kong": Words(
        "一副明杠和一副暗杠", "a melded and a concealed kong", "明槓と暗槓が一組ずつ"
    ),
    "concealed_kong": Words(
        "四张全由自己摸得的杠，每副计一次",
        "a kong of four tiles that were all drawn, once for each",
        "四枚とも自分で引いた槓子、一組ごとに数える",
    ),
    "melded_kong": Words(
        "由别人打出的牌或碰后加成的杠，每副计一次",
        "a kong that a claim or an added tile made, once for each",
        "大明槓または加槓、一組ごとに数える",
    ),
    "kong": Words(
        "每副杠计一次，明暗不限", "once for each kong of any sort", "槓子一組ごとに数える（明暗を問わない）"
    ),
    "tile_hog": Words(
        "四张相同的牌用在不同的牌组里，没有开杠",
        "four equal tiles in different sets, not laid as a kong",
        "同じ牌四枚を、槓をせずに別々の面子で使う",
    ),
    # The wait
    "edge_wait": Words(
        "只听一张：12 听 3，或 89 听 7",
        "12 waited for 3, or 89 for 7, and for nothing else",
        "待ちが一種だけ：12 で 3 待ち、または 89 で 7 待ち（辺張）",
    ),
    "closed_wait": Words(
        "只听一张：顺子当中的那张",
        "waited for the middle of a run and for nothing else",
        "待ちが一種だけ：順子のまん中（嵌張）",
    ),
    "great_single_wait": Words(
        "四副都已亮出，只剩一张单吊",
        "four sets laid down, and one tile left to pair",
        "四面子をさらし、残る一枚の単騎",
    ),
    "catch_five": Words(
        "四万、六万等五万，摸进五万或混",
        "the five of 四五六万 came last, or a wild tile for it",
        "四萬・六萬で五萬待ち、五萬またはワイルド牌を引く",
    ),
    "single_wait": Words(
        "只听一张：将牌的另一张",
        "waited for the second tile of the pair and for nothing else",
        "待ちが一種だけ：雀頭の片割れ（単騎）",
    ),
    # The hand as a whole
    "thirteen_orphans": Words(
        "十三种一、九、字牌各一张，其中一种成对",
        "one of each one, nine and honour, and one of them twice",
        "十三種の一・九・字牌を一枚ずつと、そのうち一種をもう一枚",
    ),
    "seven_pairs": Words("七个对子", "seven pairs", "対子が七組"),
    "seven_shifted_pairs": Words(
        "同一花色序数相连的七个对子",
        "seven pairs of one suit that follow each other",
        "同じ色の連続した七つの対子",
    ),
    "nine_gates": Words(
        "门前的 1112345678999，再加同花色任意一张",
        "1112345678999 of one suit, nothing claimed, and any tile of that suit",
        "門前の 1112345678999 と同じ色の一枚",
    ),
    "greater_honours_and_knitted_tiles": Words(
        "七种字牌各一张，加 147、258、369 中的七张，各属一种花色",
        "one of each honour, and seven of the nine tiles 147, 258, 369 of three suits",
        "字牌七種を一枚ずつと、三色に分けた 147・258・369 のうち七枚",
    ),
    "lesser_honours_and_knitted_tiles": Words(
        "十四张单牌，取自七种字牌和分属三种花色的 147、258、369",
        "fourteen single tiles out of the seven honours and the nine tiles 147, 258, 369 of three suits",
        "字牌七種と、三色に分けた 147・258・369 のうちから一枚ずつ十四枚",
    ),
    "scattered_tiles": Words(
        "十四张单牌，同花色的至少隔两个数字",
        "fourteen single tiles, those of a suit at least three apart",
        "十四枚すべて単独、同じ色は三つ以上離れる",
    ),
    "concealed_hand": Words(
        "没有吃、碰、明杠，和别人打出的牌",
        "nothing claimed before the win, which came by a discard",
        "チー・ポン・明槓なしで、ロン和了",
    ),
    "fully_concealed_hand": Words(
        "没有吃、碰、明杠，并且自摸",
        "nothing claimed, and the winning tile drawn",
        "チー・ポン・明槓なしで、自摸和了",
    ),
    "no_claims": Words("没有吃、碰、明杠", "nothing claimed before the win", "チー・ポン・明槓をしていない"),
    "melded_hand": Words(
        "四副牌都吃碰而来，将牌也由别人点和",
        "all four sets claimed, and the pair completed by a discard",
        "四面子とも副露し、雀頭もロンで完成",
    ),
    "all_chows": Words("四副顺子，序数牌作将", "nothing but runs, and a suited pair", "順子四組と数牌の雀頭"),
    "chows_and_pair": Words("四副顺子，任意一对将", "nothing but runs, and any pair", "順子四組と任意の雀頭"),
    "chicken_hand": Words(
        "和了牌却没有任何番种", "a winning hand with no fan of its own", "役が一つもない和了"
    ),
    "half_flush_pungs": Words(
        "一种花色的牌加字牌，全是刻子",
        "tiles of one suit and honours, all in triplets",
        "一色の数牌と字牌で、すべて刻子",
    ),
    "full_flush_pungs": Words(
        "同一花色，全是刻子", "tiles of one suit, all in triplets", "一色の数牌で、すべて刻子"
    ),
}


def has_text(fan: Fan) -> bool:
    """Return whether anything says what the fan is."""
    return bool(fan.text) or fan.id in TEXTS


def rule_text(fan: Fan) -> Words:
    """Return what the fan is; if nothing says it, its name."""
    return fan.text or TEXTS.get(fan.id) or Words(fan.zh, fan.en, fan.ja)
