"""What each pattern of the catalogue is, in a few words of our own, by its id."""

from __future__ import annotations

from scorer.words import Words

TEXTS: dict[str, Words] = {
    # How the tile came
    "self_drawn": Words("和牌的一张由自己摸得", "the winning tile was drawn, not claimed"),
    "last_tile_draw": Words("摸得牌墙最后一张而和", "won by drawing the last tile of the wall"),
    "last_tile_claim": Words(
        "牌墙摸尽后，和别人打出的牌", "won on a discard after the last tile of the wall was drawn"
    ),
    "out_with_replacement_tile": Words("开杠后补进的牌成和", "won by the tile drawn after one's own kong"),
    "shot_after_kong": Words(
        "和别人开杠补牌后打出的牌", "won on what another player discarded after drawing for a kong"
    ),
    "robbing_the_kong": Words(
        "别人加杠的那张正是要和的牌", "won on the tile that another player added to a pung"
    ),
    "heavenly_hand": Words("庄家起手十四张即和", "the dealer wins with the tiles dealt"),
    "earthly_hand": Words("闲家在第一轮即和", "a player who is not the dealer wins in the first turn"),
    "last_tile": Words(
        "同样的另外三张都已亮明，和这最后一张", "won on the fourth tile of a kind whose other three lie open"
    ),
    "flower_tile": Words("每张花牌计一次", "once for each flower"),
    # Flowers
    "own_flower": Words("自己座位的花牌，每张计一次", "a flower of one's seat, once for each"),
    "flower_set": Words("梅兰竹菊或春夏秋冬齐全", "all four plants, or all four seasons"),
    "no_flowers": Words("一张花牌也没有", "no flower at all"),
    "seven_flowers": Words("手中有七张花牌", "seven flowers"),
    "eight_flowers": Words("八张花牌齐全", "all eight flowers"),
    # Runs
    "pure_double_chow": Words("同一花色两副相同的顺子", "two equal runs of one suit"),
    "mixed_double_chow": Words("两种花色序数相同的顺子各一副", "two runs of the same ranks in two suits"),
    "short_straight": Words(
        "同一花色首尾相接的两副顺子，如 234 567", "two runs of one suit that follow each other, like 234 567"
    ),
    "two_terminal_chows": Words("同一花色的 123 和 789", "runs 123 and 789 of one suit"),
    "pure_triple_chow": Words("同一花色三副相同的顺子", "three equal runs of one suit"),
    "pure_shifted_chows": Words(
        "同一花色三副顺子，逐副高一或逐副高二",
        "three runs of one suit, each one rank, or each two ranks, above the last",
    ),
    "pure_straight": Words("同一花色的 123、456、789", "runs 123, 456 and 789 of one suit"),
    "mixed_triple_chow": Words(
        "三种花色序数相同的顺子各一副", "three runs of the same ranks, one in each suit"
    ),
    "mixed_straight": Words("123、456、789 分属三种花色", "runs 123, 456 and 789, each of another suit"),
    "mixed_shifted_chows": Words(
        "三种花色各一副顺子，逐副高一", "three runs, one in each suit, each one rank above the last"
    ),
    "quadruple_chow": Words("同一花色四副相同的顺子", "four equal runs of one suit"),
    "four_pure_shifted_chows": Words(
        "同一花色四副顺子，逐副高一或逐副高二",
        "four runs of one suit, each one rank, or each two ranks, above the last",
    ),
    "pure_terminal_chows": Words(
        "同一花色 123、789 各两副，加一对五",
        "two runs 123, two runs 789 and a pair of fives, all of one suit",
    ),
    "three_suited_terminal_chows": Words(
        "两种花色各有 123 和 789，第三种花色的五作将",
        "runs 123 and 789 in two suits, and a pair of fives in the third",
    ),
    "knitted_straight": Words(
        "147、258、369 分属三种花色的九张", "the nine tiles 147, 258 and 369, each three of another suit"
    ),
    # Faces
    "full_flush": Words("全副牌属同一花色，没有字牌", "tiles of one suit only"),
    "half_flush": Words("一种花色的牌加字牌", "tiles of one suit, and honours"),
    "all_honours": Words("全副都是字牌", "honours only"),
    "all_green": Words("只用二三四六八条和发财", "only 2, 3, 4, 6, 8 of bamboo and green dragons"),
    "all_terminals": Words("只用一和九", "ones and nines only"),
    "all_terminals_and_honours": Words(
        "只用一、九和字牌，两者都有", "ones and nines, and honours, and nothing else"
    ),
    "all_simples": Words("没有一、九和字牌", "no ones, no nines, no honours"),
    "no_honours": Words("没有字牌", "no honours"),
    "one_suit_void": Words("三种花色中恰好只有两种", "exactly two of the three suits are there"),
    "all_types": Words("三种花色、风牌、箭牌都有", "all three suits, winds and dragons are there"),
    "upper_tiles": Words("只用七八九", "sevens, eights and nines only"),
    "middle_tiles": Words("只用四五六", "fours, fives and sixes only"),
    "lower_tiles": Words("只用一二三", "ones, twos and threes only"),
    "upper_four": Words("只用六到九", "sixes to nines only"),
    "lower_four": Words("只用一到四", "ones to fours only"),
    "reversible_tiles": Words(
        "只用倒过来看也一样的牌：筒 1234589、条 245689、白板",
        "only tiles that look the same upside down: 1234589 of circles, 245689 of bamboo, white dragons",
    ),
    "outside_hand": Words(
        "每副牌和将都含一、九或字牌", "every set and the pair hold a one, a nine or honours"
    ),
    "all_fives": Words("每副牌和将都含五", "every set and the pair hold a five"),
    # Triplets and kongs
    "big_four_winds": Words("东南西北四副刻子，杠也算", "triplets of all four winds; kongs are triplets too"),
    "little_four_winds": Words(
        "三副风牌刻子，第四种风作将", "triplets of three winds and a pair of the fourth"
    ),
    "big_three_winds": Words("三副风牌刻子", "triplets of three winds"),
    "big_three_dragons": Words("中、发、白三副刻子", "triplets of all three dragons"),
    "little_three_dragons": Words(
        "两副箭牌刻子，第三种箭牌作将", "triplets of two dragons and a pair of the third"
    ),
    "two_dragon_pungs": Words("两副箭牌刻子", "triplets of two dragons"),
    "dragon_pung": Words("一副箭牌刻子", "a triplet of a dragon"),
    "prevalent_wind": Words("当圈风牌的刻子", "a triplet of the wind of the round"),
    "seat_wind": Words("自己门风的刻子", "a triplet of the wind of one's seat"),
    "pung_of_terminals_or_honours": Words(
        "一、九或字牌的刻子，每副计一次", "a triplet of ones, nines or honours, once for each"
    ),
    "all_pungs": Words("四副刻子加一对将", "nothing but triplets, and a pair"),
    "all_even_pungs": Words(
        "刻子和将都是二、四、六、八", "triplets and pair of twos, fours, sixes and eights only"
    ),
    "all_258_pungs": Words("刻子和将都是二、五、八", "triplets and pair of twos, fives and eights only"),
    "four_pure_shifted_pungs": Words(
        "同一花色四副刻子，逐副高一", "four triplets of one suit, each one rank above the last"
    ),
    "pure_shifted_pungs": Words(
        "同一花色三副刻子，逐副高一", "three triplets of one suit, each one rank above the last"
    ),
    "mixed_shifted_pungs": Words(
        "三种花色各一副刻子，逐副高一", "three triplets, one in each suit, each one rank above the last"
    ),
    "triple_pung": Words("三种花色序数相同的刻子各一副", "three triplets of the same rank, one in each suit"),
    "double_pung": Words("两种花色序数相同的刻子各一副", "two triplets of the same rank in two suits"),
    "four_concealed_pungs": Words(
        "四副暗刻，暗杠也算；点和的那副不算",
        "four concealed triplets or kongs; one that a discard completed is not concealed",
    ),
    "three_concealed_pungs": Words(
        "三副暗刻，暗杠也算；点和的那副不算",
        "three concealed triplets or kongs; one that a discard completed is not concealed",
    ),
    "two_concealed_pungs": Words(
        "两副暗刻，暗杠也算；点和的那副不算",
        "two concealed triplets or kongs; one that a discard completed is not concealed",
    ),
    "four_kongs": Words("四副杠，明暗不限", "four kongs of any sort"),
    "three_kongs": Words("三副杠，明暗不限", "three kongs of any sort"),
    "two_concealed_kongs": Words("两副暗杠", "two concealed kongs"),
    "two_melded_kongs": Words("两副明杠", "two melded kongs"),
    "melded_and_concealed_kong": Words("一副明杠和一副暗杠", "a melded and a concealed kong"),
    "concealed_kong": Words(
        "四张全由自己摸得的杠，每副计一次", "a kong of four tiles that were all drawn, once for each"
    ),
    "melded_kong": Words(
        "由别人打出的牌或碰后加成的杠，每副计一次", "a kong that a claim or an added tile made, once for each"
    ),
    "kong": Words("每副杠计一次，明暗不限", "once for each kong of any sort"),
    "tile_hog": Words(
        "四张相同的牌用在不同的牌组里，没有开杠", "four equal tiles in different sets, not laid as a kong"
    ),
    # The wait
    "edge_wait": Words("只听一张：12 听 3，或 89 听 7", "12 waited for 3, or 89 for 7, and for nothing else"),
    "closed_wait": Words("只听一张：顺子当中的那张", "waited for the middle of a run and for nothing else"),
    "single_wait": Words(
        "只听一张：将牌的另一张", "waited for the second tile of the pair and for nothing else"
    ),
    # The hand as a whole
    "thirteen_orphans": Words(
        "十三种一、九、字牌各一张，其中一种成对", "one of each one, nine and honour, and one of them twice"
    ),
    "seven_pairs": Words("七个对子", "seven pairs"),
    "seven_shifted_pairs": Words(
        "同一花色序数相连的七个对子", "seven pairs of one suit that follow each other"
    ),
    "nine_gates": Words(
        "门前的 1112345678999，再加同花色任意一张",
        "1112345678999 of one suit, nothing claimed, and any tile of that suit",
    ),
    "greater_honours_and_knitted_tiles": Words(
        "七种字牌各一张，加 147、258、369 中的七张，各属一种花色",
        "one of each honour, and seven of the nine tiles 147, 258, 369 of three suits",
    ),
    "lesser_honours_and_knitted_tiles": Words(
        "十四张单牌，取自七种字牌和分属三种花色的 147、258、369",
        "fourteen single tiles out of the seven honours and the nine tiles 147, 258, 369 of three suits",
    ),
    "concealed_hand": Words(
        "没有吃、碰、明杠，和别人打出的牌", "nothing claimed before the win, which came by a discard"
    ),
    "fully_concealed_hand": Words(
        "没有吃、碰、明杠，并且自摸", "nothing claimed, and the winning tile drawn"
    ),
    "no_claims": Words("没有吃、碰、明杠", "nothing claimed before the win"),
    "melded_hand": Words(
        "四副牌都吃碰而来，将牌也由别人点和", "all four sets claimed, and the pair completed by a discard"
    ),
    "all_chows": Words("四副顺子，序数牌作将", "nothing but runs, and a suited pair"),
    "chows_and_pair": Words("四副顺子，任意一对将", "nothing but runs, and any pair"),
    "chicken_hand": Words("和了牌却没有任何番种", "a winning hand with no fan of its own"),
}
