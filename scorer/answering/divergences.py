"""Where the documents, the programs and we do not say the same, and what was chosen.

A rule set's document wins for that rule set; what stands here is where it is misprinted, contradicts
another, or says nothing, and where a program that scores the same game answers otherwise. A rule set
carries its own, or has them in a file beside it.
``docs/divergences.md`` is written from this list: ``make docs``.
"""

from __future__ import annotations

from itertools import groupby

from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.sources import LIANZHONG_GUIDE, POCKET_MAHJONG, cited
from paiyan.scorer.rulesets import rule_sets
from paiyan.scorer.rulesets.east.shanghai_divergences import SHANGHAI
from paiyan.scorer.rulesets.guangdong.jipinghu_divergences import JIPINGHU
from paiyan.scorer.rulesets.hongkong.divergences import HONGKONG
from paiyan.scorer.rulesets.national.lianzhong_divergences import LIANZHONG
from paiyan.scorer.rulesets.north.tianjin_divergences import TIANJIN
from paiyan.scorer.rulesets.riichi.divergences import RIICHI
from paiyan.scorer.rulesets.southwest.sichuan_divergences import SICHUAN
from paiyan.scorer.rulesets.taiwan.divergences import TAIWAN
from paiyan.scorer.rulesets.zhejiang.taizhou_divergences import TAIZHOU

_A = str(POCKET_MAHJONG.section("国标麻将"))
_B = LIANZHONG_GUIDE
_WMO = "麻将竞赛规则, World Mahjong Organization, 2014, ISBN 978-7-5143-3183-7"
_REVIEW = "as reviewed clause by clause in github.com/SkyEye-FAST/mcr-mahjong, rule review"
_PROGRAMS = "PyMahjongGB 1.4, summerinsects/mahjong-algorithm, zheng-fan/GB-Mahjong"

_GUOBIAO = (
    Divergence(
        "guobiao",
        Kind.SILENCE,
        "明暗杠, a melded and a concealed kong",
        "The list of 81 has no such fan: 明杠 1 and 暗杠 2 would count, 3 together.",
        "5, as the programs have it; the option `mixed_kongs` takes 6, or 0 for the list as it stands.",
        f"{_A} 53, 57, 67, 74; {_PROGRAMS}: 5; {_WMO}, fan 57: 6, {_REVIEW}; the author of the second"
        " calls it not quite orthodox (ChineseOfficialMahjongHelper, issue 3)",
    ),
    Divergence(
        "guobiao",
        Kind.CONTRADICTION,
        "双暗杠, two concealed kongs",
        "The list prices them 6, the book of the World Mahjong Organization 8.",
        "6; the option `two_concealed_kongs` takes another value.",
        f"{_A} 53; {_WMO}, table of values, {_REVIEW}",
    ),
    Divergence(
        "guobiao",
        Kind.SILENCE,
        "边张 嵌张 单钓将 beside a knitted straight 组合龙",
        "The list does not say whether a wait counts where the winning tile is one of the knitted nine.",
        "It counts where the tile may be seen in the other set or the pair and the hand waited for it alone;"
        " the option `knitted_waits` = false does without.",
        f"{_A} 35, 77–79; counted by PyMahjongGB 1.4 and summerinsects/mahjong-algorithm"
        " (KNITTED_STRAIGHT_BODY_WITH_ECS), not by zheng-fan/GB-Mahjong; Tom Sloper's column 296"
        " (sloperama.com) reports an official ruling against it, whose reach was disputed",
        lines=("mcr_gbtest-080", "mcr_gbtest-090"),
    ),
    Divergence(
        "guobiao",
        Kind.CONTRADICTION,
        "清幺九 不计同刻",
        "“同刻” may mean 双同刻 alone or 三同刻 as well; the other document writes 二同刻.",
        "双同刻 does not count, 三同刻 does.",
        f"{_A} 8; {_B}, 64番; {_PROGRAMS}: so; mahjong-algorithm with STRICT_98_RULE drops 三同刻 too;"
        f" {_WMO}, fan 8, counts both, {_REVIEW}",
    ),
    Divergence(
        "guobiao",
        Kind.SILENCE,
        "四暗刻 and 九莲宝灯, self-drawn",
        "They exclude 门前清 (the first) or nothing of the kind (the second), and say nothing of 不求人.",
        "Both fans must be concealed, so neither 门前清 nor 不求人 counts; 自摸 does.",
        f"{_A} 4, 12; {_PROGRAMS}: so; {_WMO} counts 不求人 with both, {_REVIEW}",
    ),
    Divergence(
        "guobiao",
        Kind.CONTRADICTION,
        "连七对 十三幺 七对 七星不靠 全不靠: 不求人, 门前清",
        "One document excludes 不求人 and is silent on 门前清, the other has it the other way round.",
        "Neither counts, since the hand cannot be had open; 自摸 does.",
        f"{_A} 6, 7, 19, 20, 34; {_B}, 88番 and 24番; {_PROGRAMS}: so",
    ),
    Divergence(
        "guobiao",
        Kind.SILENCE,
        "九莲宝灯 and 幺九刻",
        "The list excludes 清一色 alone.",
        "One 幺九刻 is part of every such hand and does not count; a second one does.",
        f"{_A} 4; {_PROGRAMS}: so; {_WMO}, fan 4, excludes 幺九刻 without saying how many, {_REVIEW}",
    ),
    Divergence(
        "guobiao",
        Kind.CONTRADICTION,
        "字一色 混幺九 全大 全小 大于五 小于五 推不倒 of seven pairs",
        "One document writes of 刻子 or 顺子 and 将, the other says that seven pairs will do.",
        "They count with 七对.",
        f"{_A} 11, 18, 25–27, 36, 37, 40; {_B}: “允许七对”, “可以是七对”; {_PROGRAMS}: so",
    ),
    Divergence(
        "guobiao",
        Kind.MISPRINT,
        "一色四同顺 一色三同顺 不计 一色三节高, 一色四节高 一色三节高 不计 一色三同顺",
        "Runs and pungs seem to exclude each other, though no set is both.",
        "Read as: the same tiles are seen as runs or as pungs, never as both 不拆移. 一色三同顺 under"
        " 一色四同顺 and 一色三节高 under 一色四节高 do not count either, being part of it.",
        f"{_A} 14, 15, 23, 24; {_B}: 一色四同顺 不重复计算 一色三同顺",
    ),
    Divergence(
        "guobiao",
        Kind.MISPRINT,
        "一色四节高 不重复计算 一般高, 四归一",
        "Four pungs of one suit exclude fans of runs: the line is that of 一色四同顺 copied.",
        "一色三节高 and 碰碰和 are what it excludes.",
        f"{_B}, 48番; {_A} 15",
    ),
    Divergence(
        "guobiao",
        Kind.MISPRINT,
        "三色三节高 of “顺子”",
        "One document says runs 顺子 that rise by one; those are 三色三步高.",
        "Pungs 刻子, as in the other.",
        f"{_B}, 8番; {_A} 42",
    ),
    Divergence(
        "guobiao",
        Kind.MISPRINT,
        "绿一色 of “顺子、刻五、将”",
        "刻五 is no word of the game.",
        "刻子: any sets and pair, and seven pairs.",
        f"{_A} 3; {_B}: “顺子、刻子、将”",
    ),
    Divergence(
        "guobiao",
        Kind.CONTRADICTION,
        "坎张 or 嵌张",
        "The middle tile of a run is called 坎张 in one document and at one place of the other, else 嵌张.",
        "Printed as 嵌张.",
        f"{_A} 78; {_B}, 1番",
    ),
    Divergence(
        "guobiao",
        Kind.SILENCE,
        "和绝张 that the own melds show",
        "The fourth tile after three that lie open counts; who has to say so is left open.",
        "It counts when it is said, and also without, where the other three lie in the winner's open melds.",
        f"{_A} 58; PyMahjongGB 1.4: so",
    ),
    Divergence(
        "guobiao",
        Kind.SILENCE,
        "Waiting for a tile of which one holds all four",
        "The list does not say whether such a tile is a wait.",
        "The list of waits leaves it out; 边张 嵌张 单钓将, which want a single wait, count it as one.",
        f"{_A} 77–79; PyMahjongGB 1.4: so",
    ),
    Divergence(
        "guobiao",
        Kind.SILENCE,
        "What the losers pay",
        "The list of fans does not say it.",
        "Eight from each, and the fans from the discarder, or from all three after a self-draw.",
        f"{_WMO}, and the Mahjong Competition Rules wherever they are told",
    ),
)

DIVERGENCES: tuple[Divergence, ...] = (
    *_GUOBIAO,
    *HONGKONG,
    *JIPINGHU,
    *LIANZHONG,
    *RIICHI,
    *SHANGHAI,
    *SICHUAN,
    *TAIWAN,
    *TAIZHOU,
    *TIANJIN,
    *(d for rules in rule_sets() for d in rules.divergences),
)


def as_markdown() -> str:
    """The list as a page, rule set by rule set."""
    parts = [
        "# Divergences\n",
        "Where the documents, other programs and Paiyan do not say the same, and what was chosen."
        " Written from `scorer/answering/divergences.py`.\n",
    ]
    for rules, some in groupby(DIVERGENCES, lambda d: d.rules):
        parts.append(f"## {rules}\n")
        for d in some:
            parts.append(f"### {d.about}\n")
            parts.append(f"- {d.kind.value.capitalize()}: {d.says}")
            parts.append(f"- Chosen: {d.chosen}")
            parts.append(f"- Sources: {d.citation}.")
            if d.lines:
                parts.append(f"- Differs: {', '.join(d.lines)}.")
            parts.append("")
    return linked("\n".join(parts))


def linked(text: str) -> str:
    """Return a page of Markdown in which each document that has an address is a link to it."""
    text = text.rstrip() + "\n"
    links = [d for d in cited(text) if d.address]
    for document in links:
        text = text.replace(document.title, f"[{document.title}]")
    definitions = "".join(f"[{d.title}]: {d.address}\n" for d in links)
    return f"{text}\n{definitions}" if links else text


if __name__ == "__main__":
    print(as_markdown(), end="")
