"""武汉红中赖子杠 payments: all three pay, each by the doubles of the winner and of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.hand.win import By
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import wild_indicator
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.settings import Lies
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import inferred_fields, liability, missing_information

TEXT = texts("central/wuhan/wuhan")

SEED = str(POCKET_MAHJONG.section("武汉麻将"))
PUBLIC = "parmesanC/PettingZooMahjongRLEnv wuhan_mahjong_rules.md"
SITE = "游戏规则, a public page of a 武汉麻将 site (introduce.html)"
RED = 33  # 红中
# The next tile; the red dragon, which is laid as a kong, is never wild.
NEXT = {**wild_indicator.following(*wild_indicator.SUITS, (*wild_indicator.WINDS, 32, 31)), RED: 32}
wild_kinds = wild_indicator.after(NEXT)
FLUSH, MELDED = "full_flush", "melded_hand"
BIG = frozenset(
    (
        *("all_pungs", "all_258", "all_honours", FLUSH, MELDED),
        *("out_with_replacement_tile", "last_tile_draw", "robbing_the_kong"),
    )
)

OPTIONS = (
    TEXT.setting("opening", "each", choices=("each", "once")),
    TEXT.setting("big_wilds", 2, most=4),
    TEXT.setting("small_discard", "all", choices=("all", "discarder")),
    TEXT.setting("cap", 300),
    TEXT.setting("gold_cap", 500),
    TEXT.setting("draw_check", True),
)


UNKNOWN = -1


TABLE = (
    *TEXT.for_seats(
        "red_kongs",
        0,
        most=4,
        lies=Lies.APART,
        shows=lambda _, n: (RED,) * n,
    ),
    *TEXT.for_seats(
        "wild_kongs",
        0,
        most=4,
        lies=Lies.APART,
        shows=wild_indicator.so_many(wild_kinds),
    ),
    *TEXT.for_seats("doubles", UNKNOWN, least=UNKNOWN, most=12),
    TEXT.setting("after_single_kong", False, of_hand=True),
    TEXT.setting(
        "discarder_ready", True, when=inferred_fields.ON_DISCARD, shown=inferred_fields.discarder_ready
    ),
)


def claims(hand: Hand) -> int:
    """How often the hand was opened 开口."""
    return sum(m.type is not MeldType.CONCEALED_KONG for m in hand.melds)


def _doubles(hand: Hand, *, opening: str) -> int:
    """The doubles of a hand's claims and of its kongs of four."""
    opened = claims(hand) if opening == "each" else min(1, claims(hand))
    kongs = {MeldType.KONG: 1, MeldType.ADDED_KONG: 1, MeldType.CONCEALED_KONG: 2}
    return opened + sum(kongs.get(m.type, 0) for m in hand.melds)


def _single(table: Mapping[str, Any], seat: Seat) -> int:
    """The doubles of kongs of one tile."""
    return table[f"red_kongs_{seat.name}"] + 2 * table[f"wild_kongs_{seat.name}"]


def _loser(s: Settling, seat: Seat) -> int:
    """What one who pays doubles: claims and kongs, the one that was robbed too, and the pung it was added to,
    which is a claim 别人碰的一句; as far as they are told."""
    hand = s.deal.hand(seat)
    robbed = s.win.by is By.ROBBED_KONG and seat is s.win.discarder
    if hand:
        own = _doubles(hand, opening=s.options["opening"])
    else:
        own = max(int(robbed), s.table[f"doubles_{seat.name}"])
    return own + _single(s.table, seat) + robbed


def _uncapped(s: Settling, *, small: bool) -> dict[Seat, int]:
    """What each of the three owes before the cap."""
    owed: dict[Seat, int] = {}
    for seat in s.hand.seat.others:
        points = s.value.points << _loser(s, seat)
        if seat is s.win.discarder:
            points = 2 * points if small else 3 * points // 2
        if small and s.hand.dealer in (seat, s.hand.seat):
            points *= 2
        owed[seat] = points
    return owed


def _all_pass_the_cap(s: Settling, owed: dict[Seat, int]) -> bool:
    """金顶: whether the three owe more than the cap, each of them."""
    return 0 < s.options["cap"] < min(owed.values())


def _capped(s: Settling, owed: dict[Seat, int]) -> dict[Seat, int]:
    if _all_pass_the_cap(s, owed):
        gold: int = s.options["gold_cap"]
        return dict.fromkeys(owed, gold)
    cap: int = s.options["cap"]
    return {seat: min(points, cap or points) for seat, points in owed.items()}


def _liable(s: Settling, ids: frozenset[str]) -> liability.Case:
    """Who pays for all 包: the one robbed, who fed a last tile unready, who gave a flush its third claim."""
    unready = s.win.discarder if MELDED in ids and not s.table["discarder_ready"] else None
    claimed = [m for m in s.hand.melds if m.type is not MeldType.CONCEALED_KONG]
    third = liability.fed(s.hand, claimed[2]) if FLUSH in ids and len(claimed) > 2 else None
    return liability.first(
        (
            liability.of_robbed_kong(s.win),
            win_payments.ROBBED_FOR_THREE,
        ),
        (unready, Words("未听点全求人，包三家", "fed a melded hand while not ready", "不聴で全求人に放銃")),
        (third, Words("清一色第三口，包三家", "fed a flush its third claim", "清一色に三回目を鳴かせた")),
    )


def pay(s: Settling) -> Iterable[Transfer | Sentence] | Sentence:
    """All three pay, each by their own doubles; one alone where one is liable."""
    ids = frozenset(m.priced.id for m in s.counted.matches)
    liable, why = _liable(s, ids)
    if isinstance(liable, Meld):
        return liability.unknown_feeder(liable)
    return _paid(s, liable, why, small=not ids & BIG)


def _paid(s: Settling, liable: Seat | None, why: Words, *, small: bool) -> Iterator[Transfer | Sentence]:
    winner, feeder = s.hand.seat, s.win.discarder
    uncapped = _uncapped(s, small=small)
    owed = _capped(s, uncapped)
    alone = small and s.options["small_discard"] == "discarder"
    shares = {feeder: owed[feeder]} if alone and feeder is not None else owed
    if not _all_pass_the_cap(s, uncapped):
        yield from missing_information.side_payments_unknown(s.deal, _CLAIMS, _unknown_seats(s, shares))
    if liable is not None:
        yield Transfer(liable, winner, sum(shares.values()), why)
        return
    name = Words("屁胡", "small win", "屁胡") if small else Words("大胡", "big win", "大胡")
    for seat, points in shares.items():
        yield Transfer(seat, winner, points, name)


_CLAIMS = Words("吃碰杠", "claims and kongs", "鳴きと槓")


def _unknown_seats(s: Settling, seats: Iterable[Seat]) -> list[Seat]:
    """Those of whom nobody said what they claimed."""
    return [x for x in Seat if x in seats and not s.deal.hand(x) and s.table[f"doubles_{x.name}"] == UNKNOWN]


def side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """查大叫: after a draw who is not ready pays each who is, twice without a claim."""
    if d.values or not d.options["draw_check"]:
        return
    hidden = missing_information.hidden(d.deal)
    yield from missing_information.of_draw(hidden)
    hands = {hand.seat: hand for hand in d.deal.hands if hand.seat not in hidden}
    ready = [seat for seat in hands if d.ready(seat)]
    for payer in hands:
        for seat in ready if payer not in ready else ():
            doubles = _doubles(hands[seat], opening=d.options["opening"]) + _single(d.table, seat)
            points = 1 << doubles + (not claims(hands[payer]))
            points = min(points, d.options["cap"] or points)
            yield Transfer(payer, seat, points, Words("查大叫", "was not ready", "不聴"))
