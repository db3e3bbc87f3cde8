"""Where the document of 联众国标 contradicts guobiao or is silent."""

from __future__ import annotations

from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.sources import LIANZHONG_GUIDE, POCKET_MAHJONG

_B = str(LIANZHONG_GUIDE.section("联众麻将规则图解"))

LIANZHONG = (
    Divergence(
        "lianzhong",
        Kind.CONTRADICTION,
        "一色四节高 and 碰碰和",
        "Beside 一色四节高 the hall's list keeps out 一色三节高, 一般高 and 四归一 and does not name"
        " 碰碰和; beside"
        " 碰碰和 it says that 混幺九、清幺九、四暗刻、四杠子、大四喜、四方大发等 are such hands,"
        " 但不作重复计算.",
        "一色四节高 keeps out 碰碰和, as the national list says too. 混四节, which is worth no more than"
        " 碰碰和, does"
        " not: it would never count.",
        f"{_B} 48番, 6番; {POCKET_MAHJONG} §国标麻将 15",
    ),
    Divergence(
        "lianzhong",
        Kind.SILENCE,
        "What a fan keeps out where the list names less than guobiao",
        "The list names 不重复计算 for some fans and not for others; 绿一色, say, leaves 缺一门 unnamed.",
        "Where it says nothing else, what guobiao keeps out stays out. The hall's own fans (非国标牌型)"
        " keep out,"
        " and are kept out by, what its list names alone: 字一色 counts beside 四方大发, 258将 beside"
        " 全带五.",
        _B,
    ),
    Divergence(
        "lianzhong",
        Kind.CONTRADICTION,
        "明暗杠 and 花牌",
        "The national rules have 81 fans, 花牌 among them, and common practice adds 明暗杠; the hall's"
        " list has"
        " neither.",
        "Neither is a fan here: a melded and a concealed kong count one by one, and a flower is only ever a"
        " wild tile.",
        f"{_B} 5番 (missing), 1番",
    ),
    Divergence(
        "lianzhong",
        Kind.MISPRINT,
        "三色三节高",
        "胡牌型中含有三种数牌序数递增一位的顺子各一副: it speaks of runs, which are 三色三步高.",
        "Triplets, as its name and the national list have it.",
        f"{_B} 8番",
    ),
    Divergence(
        "lianzhong",
        Kind.CONTRADICTION,
        "What counts beside 连七对, 十三幺, 七对 … drawn",
        "The hall keeps out 门清, the national list 不求人; 不求人 is 门清且自摸.",
        "Neither counts; 自摸 does.",
        f"{_B} 88番, 24番; {POCKET_MAHJONG} §国标麻将 6, 7, 19",
    ),
    Divergence(
        "lianzhong",
        Kind.SILENCE,
        "地和 and 人和 in the first turn",
        "地和 is drawn by the next player 下家 after the dealer's first discard; 人和 is any win in the first"
        " turn.",
        "The dealer's draw is 天和, the next player's draw 地和; every other win in the first turn, the"
        " dealer's on a discard too, is 人和.",
        f"{_B} 158番, 108番",
    ),
    Divergence(
        "lianzhong",
        Kind.SILENCE,
        "花混, flowers as wild tiles",
        "Named beside 混杠: 首先必须把四个混变成任何一种相同的牌,方可开杠. Not a word on which flowers"
        " there are, nor"
        " on what wild tiles may stand for.",
        "The tiles that the hand names as `wild`, flowers among them, stand for any tile. Flowers that were"
        " declared a kong are written as the tile they became, which `wild_kong` names.",
        f"{_B} 混杠",
    ),
)
