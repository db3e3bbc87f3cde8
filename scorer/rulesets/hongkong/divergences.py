"""hongkong: where the document contradicts itself, and what it leaves open."""

from __future__ import annotations

from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.sources import XIGU_HALL

_SEED = XIGU_HALL

HONGKONG = (
    Divergence(
        "hongkong",
        Kind.CONTRADICTION,
        "the examples' payments",
        "Example 1 pays 220 for a discard of five fan, example 2 has 600 for a self-draw of seven; the"
        " table prints 160 and 480.",
        "The table. Example 2 shows that the three losers share the sum of a self-draw.",
        f"{_SEED} §例一, 例二 and §番數計算",
    ),
    Divergence(
        "hongkong",
        Kind.MISPRINT,
        "eighteen fan",
        "15460 and 23190, where doubling every second row would give 15360 and 23040.",
        "As printed.",
        f"{_SEED} §番數計算 十八番",
    ),
    Divergence(
        "hongkong",
        Kind.SILENCE,
        "what a great hand is counted with",
        "The seed lists fans that are added 增加番數 and does not say which exclude which.",
        "Whatever holds is added, dragons beside 大三元 too; programs take some for part of it. But of the"
        " same tiles a fan that says all that another says keeps it out: 花么九 beside 字一色, 全么九 or"
        " 十三么, 门前清 beside 十三么, which is never claimed.",
        f"{_SEED} §番數與麻將金幣列表; hk-mahjong-coach, hk-mahjong 3.2.0",
    ),
    Divergence(
        "hongkong",
        Kind.SILENCE,
        "平糊 with a pair of honours",
        "The seed: four runs and a pair.",
        "Any pair will do.",
        f"{_SEED} §平糊",
    ),
    Divergence(
        "hongkong",
        Kind.SILENCE,
        "八仙过海 (暂未开放)",
        "Worth the cap, and “not open for the time being”.",
        "Not counted: of eight flowers any seven are 花胡; the option `eight_flowers` opens it.",
        f"{_SEED} §八仙過海",
    ),
    Divergence(
        "hongkong",
        Kind.SILENCE,
        "whether a draw passes the deal on",
        "和牌過莊 or 和牌連莊, as the table agreed.",
        "The dealer stays; the option `draw` = passes hands the deal on.",
        f"{_SEED} §連莊、過莊",
    ),
    Divergence(
        "hongkong",
        Kind.PROGRAM,
        "门前清 with a concealed kong",
        "No pung, chow or kong: 没有碰牌、上牌及槓牌. Programs allow a concealed kong.",
        "A concealed kong is a kong: no 门前清.",
        f"{_SEED} §門前清; hk-mahjong-coach, hk-mahjong 3.2.0",
    ),
)
