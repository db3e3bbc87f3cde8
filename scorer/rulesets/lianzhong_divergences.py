"""Where the document of 联众国标 contradicts guobiao or is silent."""

from __future__ import annotations

from scorer.divergence import Divergence, Kind

_B = "001_369c9200606fcf81.txt §国标麻将番种图解 联众麻将规则图解"

LIANZHONG = (
    Divergence(
        "lianzhong",
        Kind.CONTRADICTION,
        "一色四节高 and 碰碰和",
        "The hall's list keeps out 一色三节高, 一般高 and 四归一; the national list keeps out 碰碰和.",
        "The hall's list stands here: 碰碰和 counts beside 一色四节高.",
        f"{_B} 48番; 000_38b889f269dd2951.txt §国标麻将 15",
    ),
    Divergence(
        "lianzhong",
        Kind.SILENCE,
        "What a fan keeps out where the list names less than guobiao",
        "The list names 不重复计算 for some fans and not for others; 绿一色, say, leaves 缺一门 unnamed.",
        "Where it says nothing else, what guobiao keeps out stays out: a fan that cannot be had without"
        " another does not count it twice.",
        _B,
    ),
    Divergence(
        "lianzhong",
        Kind.SILENCE,
        "地和 and 人和 in the first turn",
        "地和 is drawn by the next player 下家 after the dealer's first discard; 人和 is any win in the first"
        " turn.",
        "First-turn wins of others than the dealer and the next player's draw are 人和.",
        f"{_B} 158番, 108番",
    ),
    Divergence(
        "lianzhong",
        Kind.SILENCE,
        "花混, flowers as wild tiles",
        "Named beside 混杠, without a word on which tiles are wild or what they may stand for.",
        "The tiles that the hand names as `wild` stand for any tile; a kong of four of them is 混杠 and is"
        " taken for the tile it shows.",
        f"{_B} 混杠",
    ),
)
