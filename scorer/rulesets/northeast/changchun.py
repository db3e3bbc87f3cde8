"""长春麻将, Changchun: kongs of unequal tiles 旋风杠 喜杠 幺九蛋 and the standing win 立胡 upon 推倒胡.

The document names these and gives no number. What is counted and paid follows the competition rules for
promoting the game; `conditions` = none leaves out what they ask of every win, as 推倒胡 by itself asks
nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyan.scorer.fans.catalogue import circumstances, triplets, whole_hand
from paiyan.scorer.fans.fan import PriceList, highest
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import POCKET_MAHJONG, Document, Note
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import conditions
from paiyan.scorer.rulesets.northeast import fans as northeast
from paiyan.scorer.rulesets.northeast import payments
from paiyan.scorer.rulesets.northeast.fans import LUXURY_PAIRS, PINCHED, STANDING
from paiyan.scorer.settling import dealer_rotation
from paiyan.scorer.tiles.forms import Form
from paiyan.scorer.tiles.mixed_kongs import DRAGONS, NINES, ONES, Group

SEED = POCKET_MAHJONG.section("长春麻将")
RULES = Document("Mahjong International League, 长春麻将（推广）竞赛规则（试行2024版）").section(
    "pp. 3–10, as a public program of it (sub-rule changchun/mil2024) has them"
)
MIL = "长春麻将（推广）竞赛规则 2024"
ROLLING = "AA 麻将 · 长春滚番 (README of a public browser game)"

RUSHED = northeast.told(
    "treasure",
    "rushed",
    "treasure_rushed",
    Words("冲宝", "Rushed Treasure", "宝で和了"),
    Words(
        "听牌看宝后，宝牌正是所和的牌",
        "won on the treasure, waited for after looking",
        "見た宝がそのまま和了牌",
    ),
)
DRAWN = northeast.told(
    "treasure",
    "drawn",
    "treasure_drawn",
    Words("摸宝", "Drawn Treasure", "宝をツモ"),
    Words(
        "听牌看宝后摸到宝牌，不论是否成和；以所听的牌为和牌张",
        "drew the treasure after looking, whatever it makes: give a tile waited for as the winning one",
        "聴牌後に宝をツモ（待ち牌を和了牌とする）",
    ),
)


_at = PriceList(MIL)


FANS = (
    *highest(_at(LUXURY_PAIRS, 4), _at(whole_hand.SEVEN_PAIRS, 3)),
    _at(triplets.ALL_PUNGS, 2, name="飘和", excludes=(PINCHED,)),
    _at(RUSHED, 2),
    _at(DRAWN, 1),
    _at(STANDING, 1, source=f"{SEED}: 立胡; 1: {MIL}, {ROLLING}"),
    _at(PINCHED, 1),
    _at(circumstances.SELF_DRAWN, 1),
)


def _drawn_treasure(hand: Hand) -> bool:
    return hand.table["treasure"] != "drawn" or hand.win is None or hand.win.self_drawn


TREASURE_DRAWN = Condition(
    _drawn_treasure, Words("摸宝是自摸", "a treasure is drawn, not claimed", "宝はツモに限る")
)


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    rules = rules.changed(mixed=payments.mixed_kongs(options, *_groups(options)))
    return rules if options["conditions"] == "all" else rules.changed(must=(TREASURE_DRAWN,), must_show=())


def _groups(options: Mapping[str, Any]) -> tuple[Group, ...]:
    """The groups beside the winds: dragons 喜杠, and ones and nines 幺九蛋."""
    return (DRAGONS, ONES, NINES) if options["ends"] else (DRAGONS,)


_OPTIONS = (
    Setting(
        "conditions",
        Words("和牌条件：三门齐、带幺九、有刻", "what a win must hold", "和了の条件（三色・么九・刻子）"),
        "all",
        f"{MIL}, {ROLLING}; none: {SEED}: 在推倒胡规则基础上",
        choices=("all", "none"),
    ),
    Setting("ends", Words("幺九蛋", "kongs of ones and of nines", "一・九の槓"), True, str(SEED)),
    *payments.options(
        MIL,
        mixed=True,
        chick=(True, f"{MIL}: 一条仅在特殊杠中代牌"),
        claimed_kong=("all", f"{MIL}; giver: {ROLLING}"),
        dear_kongs=(True, MIL),
        who_pays=("all", f"{MIL}, {ROLLING}"),
    ),
)
_DEFAULTS = {s.id: s.default for s in _OPTIONS}

CHANGCHUN = RuleSet(
    id="changchun",
    words=Words("长春麻将", "Changchun", "長春麻雀"),
    sources=(SEED, RULES),
    played_with=PlayedWith(tiles=FULL_SET, mixed=payments.mixed_kongs(_DEFAULTS, *_groups(_DEFAULTS))),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.SEVEN_PAIRS),
        must=(TREASURE_DRAWN, northeast.THREE_SUITS, northeast.TERMINALS),
        must_show=(northeast.TRIPLET,),
        possible=(northeast.ONE_OF_EACH,),
        outside_minimum=frozenset({circumstances.SELF_DRAWN.id}),
    ),
    counted_by=CountedBy(fans=FANS, fallback=_at(whole_hand.CHICKEN, 0, name="平和"), value=payments.doubled),
    paid_by=PaidBy(pay=payments.pay, side=payments.side),
    carried_on=CarriedOn(next_dealer=dealer_rotation.stays),
    agreed_on=AgreedOn(
        options=_OPTIONS,
        table=(
            Setting(
                "treasure",
                Words("宝牌：无、冲宝、摸宝", "what the treasure did: nothing, rushed, drawn", "宝牌"),
                "none",
                MIL,
                choices=("none", "rushed", "drawn"),
                of_hand=True,
            ),
            *payments.table(MIL),
        ),
        adapt=_adapt,
    ),
    notes=(
        conditions.ONE_WINNER,
        Note(
            Words(
                "旋风杠、喜杠、幺九蛋在自己第一次出牌前亮出，之后可随时补",
                "kongs of unequal tiles are laid before one's first discard, and added to later",
                "不揃いの槓は第一打の前に晒し、後から加えられる",
            ),
            MIL,
        ),
        Note(
            Words(
                "报听后轮到自己时看宝；报听后不可换牌",
                "who is ready says so, looks at the treasure in the next turn and changes nothing more",
                "聴牌宣言後、次の自分の番に宝を見る",
            ),
            MIL,
        ),
        Note(
            Words(
                "末四张只和不打",
                "the last four tiles are drawn to win, not to discard",
                "最後の四枚は和了のみ",
            ),
            MIL,
        ),
        Note(
            Words("两颗骰子，每人摆十七墩", "two dice, walls of seventeen stacks", "サイコロ二個、十七幢"),
            str(SEED),
        ),
    ),
    divergences=(
        Divergence(
            "changchun",
            Kind.SILENCE,
            "fans, payments and what a win must hold",
            "The document names 旋风杠, 喜杠, 幺九蛋 and 立胡 upon 推倒胡 and gives no value at all.",
            "Those of the competition rules: each fan, the dealer, the discarder and a self-draw double, six"
            " at most; three suits, a terminal or honour, and a triplet; options take other values.",
            f"{SEED}; {RULES}; {ROLLING}: the same doubling and conditions",
        ),
        Divergence(
            "changchun",
            Kind.PROGRAM,
            "who pays for a claimed kong",
            "One public text has all three pay for it, another the one who discarded its tile.",
            "All three; the option `claimed_kong` = giver.",
            f"{MIL}; {ROLLING}",
        ),
        Divergence(
            "changchun",
            Kind.SILENCE,
            "how many winds make a 旋风杠",
            "Not said: three different winds make one in the competition rules, other tables want all four.",
            "Three, to which the fourth may be added; the option `wind_kong` = 4.",
            f"{SEED}; {MIL}",
        ),
    ),
)
