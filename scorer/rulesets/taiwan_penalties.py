"""台湾十六张: what a fault costs, and who may not win: 诈和 包赔 代位赔付 眼牌 喊碰未碰 相公 过水."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scorer import dealers
from scorer.payment import Transfer
from scorer.ruleset import Condition, Dealt, Note
from scorer.rulesets import taiwan_side
from scorer.setting import Setting, Source
from scorer.situation import Hand, Seat
from scorer.words import Words

_DOCUMENT = "000_38b889f269dd2951.txt"
FALSE = str(Source(_DOCUMENT, "台湾麻将 诈和 包赔"))
PEEKED = str(Source(_DOCUMENT, "台湾麻将 眼牌"))
CALLED = str(Source(_DOCUMENT, "台湾麻将 喊碰未碰 错打明牌之处理 2"))
INSTEAD = str(Source(_DOCUMENT, "台湾麻将 代位赔付"))
BARRED = str(Source(_DOCUMENT, "台湾麻将 相公 过水 行牌禁制"))

_SEATS = ("none", *(seat.name for seat in Seat))
TABLE = (
    Setting(
        "false_win",
        Words("诈和或包赔者", "who won falsely, or pays for all", "誤和または包の者"),
        "none",
        FALSE,
        choices=_SEATS,
    ),
    Setting(
        "false_tai",
        Words("诈和牌面台数", "the 台 that the false hand showed", "誤和の手が見せた台数"),
        0,
        FALSE,
    ),
    Setting(
        "substitute",
        Words(
            "代位赔付者：代替应付者支付",
            "who pays in the place of those who should, having upset the order of play",
            "代位払い：行牌を乱し、払うべき者に代わって払う者",
        ),
        "none",
        INSTEAD,
        choices=_SEATS,
    ),
    Setting(
        "barred",
        Words(
            "本家不得和牌的缘由：相公、过水、行牌禁制",
            "why this player may not win: dead, let a win pass, against the rules of play",
            "和了できない理由：相公、見逃し、行牌禁制",
        ),
        "none",
        BARRED,
        choices=("none", "dead", "passed", "play"),
    ),
    *(
        Setting(
            f"peeked_{seat.name}",
            Words(
                f"{seat.name} 听牌后眼牌",
                f"{seat.name} was ready and looked at the other hands",
                f"{seat.name} が聴牌後に他家の手を見た",
            ),
            False,
            PEEKED,
        )
        for seat in Seat
    ),
    *(
        Setting(
            f"fine_{seat.name}",
            Words(
                f"{seat.name} 罚 1 台，付予何家（喊碰未碰、错打明牌）",
                f"whom {seat.name} pays a fine of 1 台: a pung called and not made, a meld broken up",
                f"{seat.name} が 1 台の罰を払う相手（ポンの言い捨て、副露牌の打牌）",
            ),
            "none",
            CALLED,
            choices=_SEATS,
        )
        for seat in Seat
    ),
)
_WHY = {
    "dead": Words("相公不得和牌", "a dead hand may not win", "相公は和了できません"),
    "passed": Words(
        "过水未解除不得和牌", "a win was let pass since the last discard", "見逃し後は和了できません"
    ),
    "play": Words("行牌禁制，不得和牌", "the rules of play bar this win", "行牌禁制により和了できません"),
}


def _free_of(why: str) -> Callable[[Hand], bool]:
    return lambda hand: hand.table["barred"] != why


MUST = tuple(Condition(_free_of(why), words) for why, words in _WHY.items())


def _others_pay(hand: Hand) -> bool:
    return hand.win is None or hand.table["substitute"] != hand.seat.name


def _fined_by_others(hand: Hand) -> bool:
    return all(hand.table[f"fine_{seat.name}"] != seat.name for seat in Seat)


POSSIBLE = (
    Condition(
        _others_pay,
        Words(
            "代位赔付者不能是和牌者",
            "substitute names the winner, who pays nothing: name another seat",
            "代位払いの者が和了者です",
        ),
    ),
    Condition(
        _fined_by_others,
        Words("罚台应付予他家", "a fine goes to another seat: mend fine_E to fine_N", "罰は他家に払う"),
    ),
)


def side(dealt: Dealt) -> Iterator[Transfer]:
    """What faults cost beside the wins."""
    yield from _fines(dealt.table, dealt.options)
    for seat in dealt.values:
        yield from _peeked(dealt, seat)
    if dealt.table["false_win"] != "none":
        yield from _false(dealt, Seat[dealt.table["false_win"]])


def _fines(table: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[Transfer]:
    why = Words("罚 1 台", "a fine of 1 tai", "罰 1 台")
    for seat in Seat:
        if (to := table[f"fine_{seat.name}"]) != "none":
            yield Transfer(seat, Seat[to], options["per_tai"], why)


def _peeked(dealt: Dealt, winner: Seat) -> Iterator[Transfer]:
    """他人和牌时应付和牌者1台."""
    why = Words("眼牌者付 1 台", "looked at the other hands: 1 tai", "手を見た者が 1 台")
    for seat in winner.others:
        if dealt.table[f"peeked_{seat.name}"]:
            yield Transfer(seat, winner, dealt.options["per_tai"], why)


def _false(dealt: Dealt, false: Seat) -> Iterator[Transfer]:
    """It pays all three as if each had won the hand it showed; the dealer's 台 as the seed says."""
    deal, table, options = dealt.deal, dealt.table, dealt.options
    for other in false.others:
        tai = table["false_tai"]
        if deal.dealer in (false, other):
            tai += taiwan_side.dealer_tai(options, table, wins=other is deal.dealer)
        why = Words(f"诈和包赔 {tai} 台", f"false win: {tai} tai to each", f"誤和了：各家に {tai} 台")
        yield Transfer(false, other, options["base"] + tai * options["per_tai"], why)
        yield from taiwan_side.raises(table, options, payer=false, payee=other)


def next_dealer(dealt: Dealt) -> Seat:
    """庄家和牌或荒局连庄; 庄家诈和即应下庄,闲家诈和则庄家续庄."""
    if dealt.table["false_win"] == dealt.deal.dealer.name and not dealt.deal.winners:
        return dealt.deal.dealer.others[0]
    return dealers.stays(dealt)


def _note(section: str, zh: str, en: str, ja: str) -> Note:
    return Note(Words(zh, en, ja), str(Source(_DOCUMENT, f"台湾麻将 {section}")))


NOTES = (
    _note(
        "慌牌",
        "牌墙除残牌 8 墩外摸完、一路归西、四风连打、九么九、四杠以上皆和局，庄家续庄",
        "a deal is drawn when all but 16 tiles are drawn, on four wests or four equal winds in a row from the"
        " dealer's first discard, on nine ends dealt, on more than four kongs; the dealer deals again",
        "残り16枚、一路帰西、四風連打、九種九牌、四槓を超える槓で流局し、親は続ける",
    ),
    _note(
        "相公",
        "相公只能依序摸打，不得吃、碰、抢花或和牌；推倒即诈和",
        "a dead hand draws and discards in turn, claims nothing and wins nothing; showing it is a false win",
        "相公は自摸と打牌だけで、鳴きも和了もできず、倒牌すれば誤和",
    ),
    _note(
        "眼牌",
        "眼牌违规视同相公，二次或未听牌再次眼牌，与相公二度违规同，均应包赔三家",
        "breaking the rules of looking makes a hand dead; a second time its player pays all three",
        "眼牌の違反は相公とみなし、二度目は三家に包で払う",
    ),
    _note(
        "诈和 3",
        "诈和或错打明牌终局之盘不计连庄序",
        "a deal that a fault ended does not count in the dealer's streak",
        "誤和などで終わった局は連荘に数えない",
    ),
    _note(
        "错杠之处理",
        "错暗杠者对涉杠上之和牌代位赔付，超过一个则平均分摊；末八张内荒局检出则包赔",
        "who laid a false concealed kong pays for wins on tiles from the dead wall, several in equal"
        " shares; in"
        " the last eight tiles of a drawn deal, all three",
        "誤った暗槓の者は嶺上の牌による和了を代位払いし、複数なら均等に、終盤八枚内の流局なら三家に払う",
    ),
    _note(
        "过水",
        "得和而未和，至打出（或加杠）一张非和之牌前不得和牌；天听地听者曾过水则不计天听地听",
        "who lets a win pass may not win before their next discard that would not have won; ready from the"
        " deal"
        " is then not counted",
        "見逃したら、和了牌でない牌を切るまで和了できず、天聴・地聴も数えない",
    ),
    _note(
        "行牌禁制",
        "吃碰后不得接着开杠；碰杠补牌不得自摸；摸序末三张不得吃碰杠；外露之暗牌本盘不得用以吃碰杠和铳",
        "no kong right after a claim; no win on the tile drawn for a claimed kong; no claims on the last"
        " three"
        " tiles; a tile shown by its owner may not take part in a claim or win",
        "鳴いた直後の槓、大明槓の嶺上和了、最後の三枚での鳴き、見せた牌での鳴きと和了は禁止",
    ),
    _note(
        "插花",
        "外插由旁人与主家另行结算，本表只计内插",
        "bets of onlookers are settled with their player apart; only the players' own raises are paid here",
        "外野の賭けは別に精算し、ここでは自家の上乗せだけを払う",
    ),
)
