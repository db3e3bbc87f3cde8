"""What the games of Guangxi share: kongs and their prices, a fed kong's liability, turned tiles."""

from __future__ import annotations

from collections.abc import Iterator

from paiyan.scorer.hand.deal import Kong
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.hand.win import Flag
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.settling import horses, kongs, missing_information
from paiyan.scorer.settling.liability import feeder

TEXT = texts("south/guangxi")

SERVER = "billee1011/repository xy-games/game-logic com.cai.game.mj"
KONGS = f"{SERVER}.guangxi HandlerGang_GXLZ and HandlerGang_NanNing"

KONG_OPTIONS = (
    TEXT.setting("kong", 1),
    TEXT.setting("added_kong", 1),
    TEXT.setting("concealed_kong", 1),
    TEXT.setting("kongs_at_draw", True),
)
HORSES_FIT = (TEXT.condition("of_kinds", horses.of_kinds(FULL_SET.kinds)),)
_UNTOLD = Words(
    "未说明杠牌是谁供的（由其付三家）",
    'nobody said who gave the kong ("from" of the meld), who pays the win after it for all',
    "槓させた者が不明です",
)


def led(s: Settling, *types: MeldType) -> tuple[Seat, Words] | Words | None:
    """Who fed the kong, of one of these types, whose replacement tile won, and pays for three.

    Words where nobody said who it was.
    """
    kong = kongs.last(s.deal, s.hand.seat) if Flag.KONG_REPLACEMENT in s.win.flags else None
    if kong is None or kong.meld.type not in types:
        return None
    giver = feeder(s.hand, kong.meld)
    why = Words("点杠包三家", "pays for three: fed the kong", "大明槓の責任払い")
    return _UNTOLD if giver is None else (giver, why)


def beside(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Kongs: a claimed or an added one from who fed it, a concealed one from each."""
    if not d.deal.waves and not d.options["kongs_at_draw"]:
        return
    prices = {
        MeldType.KONG: d.options["kong"],
        MeldType.ADDED_KONG: d.options["added_kong"],
        MeldType.CONCEALED_KONG: d.options["concealed_kong"],
    }
    for kong in d.deal.kongs:
        if points := prices.get(kong.meld.type, 0):
            payers = _payers(kong)
            if not payers:
                yield missing_information.giver(kong)
            for payer in payers:
                yield Transfer(payer, kong.seat, points, kongs.name_of(kong))
    if any(prices.values()):
        yield from missing_information.beside(d.deal, missing_information.KONGS)


def _payers(kong: Kong) -> tuple[Seat, ...]:
    """Nobody where it was not told who fed it."""
    if kong.meld.type is MeldType.CONCEALED_KONG:
        return kong.seat.others
    return (kong.seat.at(kong.meld.source),) if kong.meld.source else ()
