"""What a table of 日本麻将 agrees on, and what must be told of a deal; where its rules are written."""

from __future__ import annotations

from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.settings import Lies, Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG, Document
from paiyan.scorer.rulesets.riichi.payments import DECLARED, LIABLE, RETURNED
from paiyan.scorer.rulesets.riichi.yaku import NORTH

SEED = POCKET_MAHJONG.section("日本麻将")
EMA = Document("European Mahjong Association, Riichi Rules for Japanese Mahjong (2016)").section("4.2")


def wiki(page: str) -> str:
    return f"riichi.wiki, {page}"


REDS = {"none": (0, 0, 0), "three": (1, 1, 1), "four": (1, 2, 1), "six": (2, 2, 2)}
WINNERS = {"all": 3, "two": 2, "head_bump": 1}


OPTIONS = (
    Setting("kuitan", Words("食断", "tanyao may be open", "喰いタン"), True, wiki("Kuitan")),
    Setting(
        "red_fives",
        Words("赤宝牌张数", "red fives in the set", "赤ドラ"),
        "three",
        f"{SEED} 赤宝牌: 赤一, 赤二",
        choices=tuple(REDS),
        names={"four": Words("四", "four", "四"), "six": Words("六", "six", "六")},
    ),
    Setting("ura", Words("里宝牌", "hidden dora under the indicators", "裏ドラ"), True, f"{SEED} 宝牌"),
    Setting("ippatsu_yaku", Words("一发", "ippatsu counts", "一発"), True, str(EMA)),
    Setting(
        "kiriage",
        Words("切上满贯", "1920 base points are a mangan", "切り上げ満貫"),
        False,
        wiki("Kiriage mangan"),
    ),
    Setting(
        "double_yakuman",
        Words("双倍役满", "some yakuman count twice", "ダブル役満"),
        True,
        wiki("Double yakuman"),
    ),
    Setting(
        "counted_yakuman", Words("累计役满", "13 han are a yakuman", "数え役満"), True, wiki("Kazoe yakuman")
    ),
    Setting(
        "two_han_bound",
        Words("二翻缚", "two han needed with five counters", "二翻縛り"),
        False,
        f"{SEED} 翻数计算",
    ),
    Setting(
        "double_wind_pair",
        Words("连风对符数", "fu of a pair of the round's and own wind", "連風牌の雀頭"),
        "four",
        wiki("Fu"),
        choices=("four", "two"),
        names={"four": Words("四", "four", "四"), "two": Words("二", "two", "二")},
    ),
    Setting(
        "renhou",
        Words("人和", "won on a discard before the first draw", "人和"),
        "none",
        wiki("Renhou"),
        choices=("none", "mangan", "yakuman"),
        names={"mangan": Words("满贯", "mangan", "満貫"), "yakuman": Words("役满", "yakuman", "役満")},
    ),
    Setting(
        "several_winners",
        Words("一炮多响", "who wins on one discard", "ダブロン"),
        "all",
        wiki("Atamahane"),
        choices=tuple(WINNERS),
        names={"head_bump": Words("头跳", "head bump", "頭ハネ"), "two": Words("二", "two", "二")},
    ),
    Setting(
        "kokushi_robs",
        Words("国士无双可抢暗杠", "kokushi may rob a concealed kong", "国士無双は暗槓を槍槓できる"),
        True,
        wiki("Chankan"),
    ),
    Setting(
        "pao",
        Words("包牌", "liability for yakuman", "包"),
        "sets",
        wiki("Sekinin barai"),
        choices=tuple(LIABLE),
        names={"kongs": Words("含杠", "kongs", "槓も"), "sets": Words("只算副露", "sets", "副露だけ")},
    ),
    Setting(
        "kong_pays",
        Words(
            "大明杠岭上开花由放杠者包",
            "who gave a claimed kong pays for the win on its replacement tile, for all",
            "大明槓の嶺上開花は槓させた者の責任払い",
        ),
        False,
        wiki("Sekinin barai"),
    ),
    Setting(
        "liable_counters",
        Words(
            "荣和时本场由包者付",
            "a liable player pays the counters of a discard too",
            "ロンの積み棒も包の者が払う",
        ),
        False,
        "Mahjong Soul and Tenhou differ; " + HOUSE_DEFAULT,
    ),
    Setting("nagashi_mangan", Words("流局满贯", "nagashi mangan", "流し満貫"), True, wiki("Nagashi mangan")),
    Setting(
        "noten_payment",
        Words(
            "不听罚符", "points that those not ready pay, together; two thirds with three players", "不聴罰符"
        ),
        3000,
        wiki("Noten"),
    ),
    Setting(
        "three_players", Words("三人麻将", "three players", "三人麻雀"), False, f"{SEED} 准备: 四名（或3名）"
    ),
    Setting(
        "tsumo_loss",
        Words("自摸损", "with three players nobody pays north's share", "ツモ損"),
        True,
        wiki("Sanma"),
    ),
)

_GOES_BACK = Words(
    "宣言牌被和，立直棒退回", "the declaring tile was won on: the stick goes back", "宣言牌で放銃：供託は戻る"
)
TABLE = (
    Setting("honba", Words("本场数", "counters", "本場"), 0),
    Setting(
        "sticks",
        Words(
            "和牌者收走的立直棒，自己本盘的不算",
            "riichi sticks that the winner takes, its own of this deal left out",
            "和了者が取る供託、自身の本局の分を除く",
        ),
        0,
    ),
    Setting(
        "sticks_before",
        Words("以前各盘留下的立直棒", "riichi sticks left by earlier deals", "前局までの供託"),
        0,
    ),
    *(
        Setting(
            f"stick_{seat.name}",
            Words(
                f"{seat.name} 家本盘出了立直棒（手牌未写立直时）",
                f"{seat.name} laid a riichi stick in this deal, where its hand does not say so",
                f"{seat.name} 家がこの局で立直棒を出した（手牌に書かない時）",
            ),
            False,
            declares=frozenset((True,)),
        )
        for seat in Seat
    ),
    Setting(
        "dora_indicators",
        Words("宝牌指示牌", "dora indicators, kong dora among them", "ドラ表示牌"),
        (),
        lies=Lies.APART,
    ),
    Setting(
        "ura_indicators", Words("里宝牌指示牌", "hidden dora indicators", "裏ドラ表示牌"), (), lies=Lies.APART
    ),
    Setting(
        "riichi",
        Words("立直", "declared riichi", "立直"),
        "none",
        choices=("none", "riichi", "double", RETURNED),
        names={"riichi": Words("立直", "riichi", "立直"), RETURNED: _GOES_BACK},
        declares=DECLARED,
        of_hand=True,
    ),
    Setting("ippatsu", Words("一发", "won within a turn of riichi", "一発"), False, of_hand=True),
    Setting(
        "norths",
        Words("拔北张数", "norths set aside (three players)", "抜きドラ"),
        0,
        most=4,
        of_hand=True,
        lies=Lies.APART,
        shows=lambda _, n: (NORTH,) * n,
    ),
    Setting(
        "liable",
        Words("包牌者", "who is liable; melds: read it from their order and origin", "包"),
        "melds",
        choices=("melds", "none", *Seat.__members__),
        names={"melds": Words("看副露", "melds", "副露による")},
        of_hand=True,
    ),
    Setting(
        "nagashi",
        Words("流局满贯成立", "discarded ends and honours alone, none claimed", "流し満貫"),
        False,
        of_hand=True,
    ),
    Setting("abortive", Words("途中流局", "the deal was broken off", "途中流局"), False),
    Setting(
        "chombo",
        Words(
            "错和者：反满贯支付，本盘重打",
            "who won falsely, and pays a mangan turned round; the deal is played again",
            "錯和（チョンボ）の者：満貫払いで、局をやり直す",
        ),
        "none",
        wiki("Chombo"),
        choices=("none", *Seat.__members__),
        when=Words("有人和牌时不计", "it counts where nobody won", "和了がない時だけ数える"),
        fault=True,
    ),
    *(
        Setting(
            f"ready_{seat.name}",
            Words(
                f"流局时 {seat.name} 家听牌（未给出手牌时）",
                f"{seat.name} was ready at the draw, where its hand is not told",
                f"流局時 {seat.name} 家は聴牌（手牌を書かない時）",
            ),
            "untold",
            wiki("Noten"),
            choices=("untold", "yes", "no"),
            names={
                "untold": Words("未说明", "untold", "不明"),
                "yes": Words("是", "yes", "はい"),
                "no": Words("否", "no", "いいえ"),
            },
            when=Words(
                "只在没有流局满贯的流局、未给出手牌时计",
                "it counts at a draw without nagashi mangan, for a hand that is not told",
                "流し満貫のない流局で手牌が不明の時だけ数える",
            ),
        )
        for seat in Seat
    ),
)
