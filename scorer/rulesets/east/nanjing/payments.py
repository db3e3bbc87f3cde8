"""Who pays in 南京麻将: liability 包牌, kongs, four flowers 花杠 and fines, out of the purses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from paiyan.scorer.hand.deal import Kong
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import missing_information, table_stakes
from paiyan.scorer.settling.liability import claims, first, of_kong, of_robbed_kong
from paiyan.scorer.tiles.tile import FLOWER

TEXT = texts("east/nanjing/nanjing")

SEED = POCKET_MAHJONG.section("南京麻将")
PUBLIC = "kkk511github/majiong src/rule-copy.ts, shared/nanjing-rules.ts (nj-garden-v2, nj-casual-v1)"

PURSE = 100

OPTIONS = (
    TEXT.setting("kong", 6),
    TEXT.setting("concealed_kong", 3),
    TEXT.setting("four_flowers", 6),
    TEXT.setting("fine", 6),
)
TABLE = (
    *table_stakes.fields(f"{SEED}: 100块进园子", full=PURSE),
    TEXT.setting("doubled", False),
    *TEXT.for_seats("fined", 0),
)


def factor(options: Mapping[str, Any]) -> int:
    """By how much flowers are multiplied: by two where the table plays 花砸二."""
    return 2 if options["flowers_twice"] else 1


def liable(s: Settling) -> tuple[Seat | None, int, Words]:
    """Who pays for all, how many shares, and why; nobody where each pays their own."""
    hand, win = s.hand, s.win
    fed = next((seat for seat in hand.seat.others if claims(hand, seat) >= 3), None)
    for_three, why = first(
        (of_robbed_kong(win), Words("抢杠包三家", "robbed kong, for all", "槍槓、三家分")),
        (
            of_kong(hand, win),
            Words("大杠开花包三家", "gave the kong that won, for all", "大槓開花、三家分"),
        ),
    )
    if isinstance(for_three, Seat):
        return for_three, 3, why
    if fed is not None:
        return fed, 3 if win.self_drawn else 1, Words("包牌", "liable: fed three sets", "包：三組を出した")
    return None, 1, win_payments.SELF_DRAW if win.self_drawn else Words("出冲", "discard", "ロン")


def side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Kongs, four flowers and fines, doubled with the deal."""
    each = factor(d.options) * (2 if d.table["doubled"] else 1)
    for kong in d.deal.kongs:
        yield from _kong(kong, d.options, each)
    seats = (d.deal.dealer, *d.deal.dealer.others)  # purses may not reach: the dealer's come first
    for hand in filter(None, map(d.deal.hand, seats)):
        if n := flower_kongs(hand):
            why = Words("花杠", "four flowers", "花槓")
            points = n * each * d.options["four_flowers"]
            yield from (Transfer(seat, hand.seat, points, why) for seat in hand.seat.others if points)
    for seat in seats:
        if points := d.table[f"fined_{seat.name}"] * each * d.options["fine"]:
            why = Words("罚分", "fine", "罰")
            yield from (Transfer(seat, other, points, why) for other in seat.others)
    yield from missing_information.side_payments_unknown(d.deal, _BESIDE)


_BESIDE = Words("杠与花杠", "kongs and flowers", "槓と花槓")


def _kong(kong: Kong, options: Mapping[str, Any], each: int) -> Iterator[Transfer | Sentence]:
    """A concealed kong from each; the others from whoever gave a tile of it, for an added one the pung's."""
    if kong.meld.type is MeldType.CONCEALED_KONG:
        points = each * options["concealed_kong"]
        yield from (
            Transfer(s, kong.seat, points, Words("暗杠", "concealed kong", "暗槓")) for s in kong.seat.others
        )
        return
    if kong.meld.source is None:
        yield missing_information.giver(kong)
        return
    why = Words("明杠", "open kong", "明槓")
    if kong.meld.type is MeldType.ADDED_KONG:
        why = Words("补杠", "added kong", "加槓")
    yield Transfer(kong.seat.at(kong.meld.source), kong.seat, each * options["kong"], why)


def flower_kongs(hand: Hand) -> int:
    """花杠: four of one dragon, the four seasons, the four gentlemen."""
    held = Counter(t.code for t in hand.flowers)
    whole = sum(all(held[FLOWER + s + i] for i in range(4)) for s in (0, 4))
    return whole + sum(held[dragon] == 4 for dragon in range(31, 34))
