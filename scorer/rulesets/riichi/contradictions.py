"""What a hand of 日本麻将 cannot be: circumstances that contradict each other here."""

from __future__ import annotations

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.seats import Seat, Side
from paiyan.scorer.hand.win import Flag
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rulesets.riichi.payments import RETURNED
from paiyan.scorer.tiles.tile import KINDS


def _riichi(h: Hand) -> bool:
    return h.table["riichi"] != "none" or _flag(h, Flag.DECLARED_READY)


def _flag(h: Hand, flag: Flag) -> bool:
    return h.win is not None and flag in h.win.flags


def _dealer_is_east(h: Hand) -> bool:
    return h.dealer is Seat.E


def _riichi_unclaimed(h: Hand) -> bool:
    return not (h.claimed and _riichi(h))


def _ippatsu_after_riichi(h: Hand) -> bool:
    return not h.table["ippatsu"] or _riichi(h)


def _ippatsu_without_kong(h: Hand) -> bool:
    return not (h.table["ippatsu"] and _flag(h, Flag.KONG_REPLACEMENT))


def _no_norths(h: Hand) -> bool:
    return not h.table["norths"]


def _first_turn(h: Hand) -> bool:
    """In the first turn: no meld, no riichi, and one's own draw comes after the discard that is won on."""
    if not _flag(h, Flag.FIRST_TURN) or h.win is None:
        return True
    return not (h.melds or _riichi(h)) and (h.win.self_drawn or h.before_own_draw)


def _last_from_wall(h: Hand) -> bool:
    """A replacement tile comes from the dead wall and is never the last of the wall."""
    drawn = h.win is not None and h.win.self_drawn
    return not (drawn and _flag(h, Flag.LAST_TILE) and _flag(h, Flag.KONG_REPLACEMENT))


def _indicators(h: Hand) -> bool:
    """At most five of each sort, none of them a flower."""
    open_, hidden = h.table["dora_indicators"], h.table["ura_indicators"]
    return max(len(open_), len(hidden)) <= 5 and all(t.kind < KINDS for t in (*open_, *hidden))


def _none_returned(h: Hand) -> bool:
    return h.win is None or h.table["riichi"] != RETURNED


def _each_hidden_under_one(h: Hand) -> bool:
    """A hidden indicator lies under each open one 里宝牌, and nowhere else; the open ones may be untold."""
    open_, hidden = h.table["dora_indicators"], h.table["ura_indicators"]
    return not open_ or len(hidden) <= len(open_)


def _three_seats(h: Hand) -> bool:
    giver = h.win.discarder if h.win else None
    return Seat.N not in (h.seat, giver) and all(m.source is not Side.ACROSS for m in h.melds)


POSSIBLE = (
    Condition(
        _dealer_is_east,
        Words(
            "东家即庄家：不写 dealer，seat 写自风",
            "east is always the dealer: leave dealer out and give the player's own wind as seat",
            "東家が常に親：dealer を書かず、seat に自風を書く",
        ),
    ),
    Condition(
        _riichi_unclaimed,
        Words(
            "副露后不能立直",
            "a hand that claimed a tile cannot have declared riichi: drop one of the two",
            "副露した手は立直できない：どちらかを外す",
        ),
    ),
    Condition(
        _ippatsu_after_riichi,
        Words(
            "没有立直就没有一发",
            "ippatsu needs riichi: say riichi or drop ippatsu",
            "一発は立直が必要：riichi を足すか ippatsu を外す",
        ),
    ),
    Condition(
        _ippatsu_without_kong,
        Words(
            "开杠后没有一发",
            "a kong ends ippatsu: drop ippatsu or kong_replacement",
            "槓があると一発は消える：ippatsu か kong_replacement を外す",
        ),
    ),
    Condition(
        _first_turn,
        Words(
            "第一巡和牌不能有副露、立直，荣和须在自己摸牌之前（庄家只能自摸）",
            "a win in the first turn has no melds and no riichi, on a discard it comes before one's own draw,"
            " and the dealer's is a self-draw: drop first_turn or what goes against it",
            "第一巡の和了に副露と立直はなく、ロンは自分のツモの前に限る（親はロンできない）："
            "first_turn か矛盾するものを外す",
        ),
    ),
    Condition(
        _last_from_wall,
        Words(
            "岭上牌不是海底牌",
            "a tile drawn for a kong is not the last of the wall: give one of the two flags",
            "嶺上牌は海底牌ではない：どちらかを外す",
        ),
    ),
    Condition(
        _indicators,
        Words(
            "宝牌指示牌每种至多五张，不能是花牌",
            "there are at most five indicators of each sort, and no flower is one: take the surplus away",
            "表示牌はそれぞれ五枚まで、花牌は不可：余りを外す",
        ),
    ),
    Condition(
        _none_returned,
        Words(
            "立直棒退回的是打出宣言牌被和的人，不是和牌者：riichi 请写 riichi 或 double",
            "the stick of a winner does not go back: it is the discarder's, whose declaring tile was won on",
            "供託が戻るのは宣言牌で放銃した者で、和了者ではない：riichi か double とする",
        ),
    ),
    Condition(
        _each_hidden_under_one,
        Words(
            "里宝牌指示牌在宝牌指示牌下面，不会更多：请补上宝牌指示牌，或去掉多的",
            "each hidden indicator lies under a dora indicator: tell those too, or take the surplus away",
            "裏ドラ表示牌は表示牌の下にある：ドラ表示牌を書き足すか、余りを外す",
        ),
    ),
)
WITH_FOUR = Condition(
    _no_norths,
    Words(
        "四人麻将不拔北",
        "norths are set aside by three players alone: drop norths or choose three_players",
        "北抜きは三人麻雀だけ：norths を外すか three_players を選ぶ",
    ),
)
WITH_THREE = Condition(
    _three_seats,
    Words(
        "三人麻将没有北家和对家",
        "three players sit at E, S and W, on the left and right of each other",
        "三人麻雀に北家と対面はない：席は E・S・W",
    ),
)
