"""Where 日本麻将 differs: from its document, which is silent on most, and from a program's own tests."""

from __future__ import annotations

from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.sources import POCKET_MAHJONG

_SEED = POCKET_MAHJONG.section("日本麻将")
_LIBRARY = "the tests of the Python package mahjong 2.1.0 (github.com/MahjongRepository/mahjong)"
_EMA = "European Mahjong Association, Riichi Rules for Japanese Mahjong (2016)"


def _lines(*numbers: int) -> tuple[str, ...]:
    return tuple(f"riichi_pkg-{n:04}" for n in numbers)


def _program(about: str, says: str, chosen: str, lines: tuple[str, ...], more: str = "") -> Divergence:
    return Divergence("riichi", Kind.PROGRAM, about, says, chosen, _LIBRARY + more, lines)


RIICHI = (
    Divergence(
        "riichi",
        Kind.SILENCE,
        "役, 符 and payments",
        "The document breaks off after 门前役 and 食下役: no list of yaku, no fu, no table of points.",
        f"Those of the {_EMA}, and where tables differ an option with the riichi.wiki page that tells of it.",
        f"{_SEED} 翻数计算; {_EMA} §4; riichi.wiki, List of yaku",
    ),
    Divergence(
        "riichi",
        Kind.SILENCE,
        "责任払い and 本场 after a discard of a third player",
        "Whether the liable player or the discarder pays the counters.",
        "The discarder; the option `liable_counters` lets the liable player pay them.",
        "riichi.wiki, Sekinin barai: the liable player; majiang-core 1.3.2 (hule.js): the discarder",
    ),
    Divergence(
        "riichi",
        Kind.SILENCE,
        "double yakuman, open tanyao, counted yakuman",
        "The document does not say whether they are played.",
        "All three are; the options `double_yakuman`, `kuitan` and `counted_yakuman` do without.",
        "riichi.wiki, Double yakuman, Kuitan, Kazoe yakuman",
    ),
    Divergence(
        "riichi",
        Kind.SILENCE,
        "the riichi stick of the winner",
        "Whether payments show the winner's own stick, laid in the deal and taken back with the others.",
        "They do not, whatever else is told of the deal: `sticks` are what the winner takes besides, those of"
        " other players are paid by their owners, and one whose declaring tile is won on goes back.",
        "majiang-core 1.3.2 (hule.js) counts so; riichi.wiki, Riichi; house default for several hands",
    ),
    _program(
        "青天井 (aotenjou)",
        "Points without any limit, yakuman added to the yaku beside them.",
        "Not offered: no table of limits is left to settle by.",
        _lines(*range(18)),
        "; riichi.wiki, Aotenjou",
    ),
    _program(
        "古役 and local yaku: 大车轮 大竹林 大数邻 大七星 八连庄 开立直",
        "They are priced, under options of their own.",
        "Not offered; the hands score by their common yaku.",
        _lines(84, 85, 192, 223, 225, 227, 228, 232, 233, 234, 236, 237),
        "; riichi.wiki, List of local yaku",
    ),
    _program(
        "riichi in a first turn",
        "A win in the first turn on a discard stands beside a riichi.",
        "Refused: who wins before drawing a tile cannot have declared riichi.",
        _lines(220, 230, 235),
        f"; {_EMA} §3.3.14: riichi is declared on one's turn",
    ),
    _program(
        "13 han and more as three or four yakuman",
        "A table that counts 26 han as two yakuman.",
        "Counted yakuman is one, or (the option `counted_yakuman`) 三倍满.",
        _lines(149),
        "; riichi.wiki, Kazoe yakuman",
    ),
    _program(
        "20 fu for a claimed hand won on a discard",
        "A table where such a hand without other fu has 20.",
        "30, as everywhere 喰い平和形.",
        _lines(150),
        f"; {_EMA} §4.1.1",
    ),
    _program(
        "three red fives of one suit",
        "A set with three or four red fives of one suit.",
        "A suit has none, one or two, as the document counts them 赤一 赤二.",
        _lines(157),
        f"; {_SEED} 赤宝牌",
    ),
    _program(
        "天和 of a player without a seat",
        "A hand whose seat was not told may have 天和 and is paid as no dealer is.",
        "East is the dealer: 天和 is east's, the first draw of the others wins 地和.",
        _lines(34, 186, 211, 214, 217),
        f"; {_EMA} §4.2.5",
    ),
    _program(
        "circumstances that contradict the way of winning",
        "海底 on a discard, 河底 or 槍槓 on a self-draw, 天和 of others than the dealer are errors.",
        "They cannot be said: one flag is the last tile, one the first turn, and a robbed kong is a way of"
        " winning; the name follows from how the tile came.",
        _lines(28, 30, 31, 35, 36, 39, 40, 44),
    ),
    _program(
        "dora that the line does not carry",
        "Norths set aside by four players, and hidden indicators, which its line leaves out.",
        "Norths are set aside by three players alone; the hidden indicators have to be told.",
        _lines(144, 159, 160, 161, 162, 165, 166, 167, 169, 170, 173, 174, 175, 176, 179, 180, 181, 183, 184),
        "; riichi.wiki, Sanma",
    ),
    _program(
        "a kong of a tile that the test's list of tiles holds three times",
        "The list disagrees with its melds, so the hand does not win; as a line it is whole.",
        "It wins: three open sets, 222z and a pair of 5m.",
        _lines(20),
    ),
)
