"""The north-eastern family 东北麻将: what a win must hold, its fans, payments that double between two.

Shared by the rule sets of Jilin, Heilongjiang, Liaoning and eastern Inner Mongolia; each names what it takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, triplets, waits, whole_hand
from paiyan.scorer.fans.counting import Value
from paiyan.scorer.fans.fan import Find, PriceList
from paiyan.scorer.hand.hand import Hand, Kong
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, Document
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import inferred_fields, kongs
from paiyan.scorer.settling.inferred_fields import Evidence
from paiyan.scorer.tiles.blocks import Form, Shape
from paiyan.scorer.tiles.tile import BAMBOO, CHARACTERS, CIRCLES, DRAGONS, ORPHANS, mask_of
from paiyan.scorer.tiles.unusual_sets import CHICK, WINDS, Group, MixedKongs, group_of

TEXT = texts("common/northeast")

SUITS = (CHARACTERS, CIRCLES, BAMBOO)


# --- what a win must hold


def _faces(meld: Meld) -> int:
    """Return the kinds of a meld, without a one of bamboo that stands in for another 幺鸡代牌."""
    own = mask_of(t.kind for t in meld.tiles)
    group = group_of([t.kind for t in meld.tiles]) if meld.type is MeldType.MIXED_KONG else None
    return own & group.kinds if group and own >> CHICK & 1 else own


def faces(hand: Hand) -> int:
    """Return the kinds of the hand, its winning tile included, as bits."""
    loose = [*hand.concealed, *([hand.win.tile] if hand.win else [])]
    found = mask_of(t.kind for t in loose)
    for meld in hand.melds:
        found |= _faces(meld)
    return found


def suits_of(hand: Hand) -> int:
    """Return how many suits it holds."""
    return sum(bool(faces(hand) & suit) for suit in SUITS)


def is_open(hand: Hand) -> bool:
    """开门: it took a tile from another player, or laid a kong of unequal tiles."""
    return any(m.type is not MeldType.CONCEALED_KONG for m in hand.melds)


def _one_of_each(hand: Hand) -> bool:
    groups = [group_of(m.block.tiles) for m in hand.melds if m.type is MeldType.MIXED_KONG]
    return len(set(groups)) == len(groups)


def _has_triplet(a: Arranged) -> bool:
    """A triplet or a kong of any sort, or dragons for the pair; pairs alone need none."""
    kongs_too = a.triplets or any(b.shape == Shape.MIXED for b in a.blocks)
    return bool(kongs_too) or a.form is not Form.STANDARD or bool(DRAGONS >> a.pairs[0][1] & 1)


THREE_SUITS = TEXT.condition("three_suits", lambda hand: suits_of(hand) == 3)
TERMINALS = TEXT.condition("has_terminal", lambda hand: bool(faces(hand) & ORPHANS))
ONE_OF_EACH = TEXT.condition("one_of_each", _one_of_each)
OPENED = TEXT.condition("is_open", is_open)
TRIPLET = TEXT.shown("has_triplet", _has_triplet)


# --- fans


def _pinched(a: Arranged) -> tuple[int, ...]:
    """The middle of a run, its end at an end of the suit, the pair; or the one tile the hand waited for."""
    if a.form is not Form.STANDARD:
        return ()
    only = (1 << a.won_at,) if a.won and len(a.wins_on) == 1 else ()
    return waits.on_middle(a) or waits.on_edge(a) or waits.on_pair(a) or only


def _luxury(a: Arranged) -> tuple[int, ...]:
    pairs = a.form is Form.SEVEN_PAIRS and a.counts[a.kind] == 4
    return (a.all,) if pairs else ()


PINCHED = TEXT.fan("pinched_wait", _pinched)
STANDING = TEXT.fan(
    "standing_win", lambda a: () if is_open(a.hand) or a.form is not Form.STANDARD else (a.all,)
)
LUXURY_PAIRS = TEXT.fan("luxury_pairs_won", _luxury)


def field_is(field: str, value: str) -> Find:
    """Return the condition that the field of the table has this value."""
    return lambda a: (0,) if a.hand.table[field] == value else ()


def _doubled(fans: int, _hand: Hand, options: Mapping[str, Any]) -> Value:
    """Every fan doubles the stake of one; what doubles between two players comes when they pay."""
    return Value(fans, 1 << min(fans, options["cap"]))


value, of_worth = win_payments.by_sum(_doubled)


def pay(s: Settling) -> Iterator[Transfer]:
    """Each fan doubles the stake, and so do the dealer, the discarder and a closed hand between two."""
    winner, giver = s.hand.seat, s.win.discarder
    closed = [seat for seat in winner.others if s.options["closed_loser"] and s.table[f"closed_{seat.name}"]]
    for_all = s.options["feeder_pays"] and not s.table["feeder_ready"]
    for loser in winner.others:
        if not _pays(s, loser, closed):
            continue
        why = ["点炮"] if loser is giver and _shot_doubles(s) else []
        why += ["庄"] if s.hand.dealer in (loser, winner) else []
        why += ["闭门"] if loser in closed else []
        why += ["三家闭门"] if len(closed) == 3 and s.options["all_closed"] else []
        fan = min(s.value.total + len(why), s.options["cap"])
        payer = giver if for_all and giver is not None else loser
        reasons = [*(["自摸"] if giver is None else []), *why]
        yield Transfer(payer, winner, 1 << fan, _reason(fan, reasons, None if payer is loser else loser))


def _shot_doubles(s: Settling) -> bool:
    """True if the discarder pays double; one who was ready does not everywhere."""
    return s.options["ready_feeder"] or not s.table["feeder_ready"]


def _pays(s: Settling, loser: Seat, closed: Sequence[Seat]) -> bool:
    """True if this loser pays at all, which on a discard not all do everywhere."""
    if s.win.discarder in (None, loser) or s.options["who_pays"] == "all":
        return True
    return s.options["who_pays"] == "closed" and loser in closed


_REASON_NAMES = {
    "自摸": ("self-draw", "ツモ"),
    "点炮": ("discarder", "放銃"),
    "庄": ("dealer", "親"),
    "闭门": ("closed hand", "門前"),
    "三家闭门": ("all three closed", "三家門前"),
}


def _reason(fan: int, why: Sequence[str], instead_of: Seat | None) -> Words:
    """``3 番：点炮 庄``, and for whom another pays 包."""
    of = "" if instead_of is None else instead_of.name
    zh, en, ja = (
        " ".join(why),
        ", ".join(_REASON_NAMES[w][0] for w in why),
        "・".join(_REASON_NAMES[w][1] for w in why),
    )
    return Words(
        f"{fan} 番{'：' if why else ''}{zh}{f'（包 {of}）' if of else ''}",
        f"{fan} fan{': ' if why else ''}{en}{f' (for {of})' if of else ''}",
        f"{fan} 翻{'：' if why else ''}{ja}{f'（{of} の分）' if of else ''}",
    )


_PRICES = ("open_kong", "concealed_kong", "mixed_kong")
DEAR = mask_of((9, CHICK, 31, 32, 33))  # 一饼, 一条, 中发白


def price(kong: Kong, options: Mapping[str, Any]) -> int:
    """Points of a kong; one of unequal tiles pays as much again for every tile added to it 补蛋."""
    if kong.meld.type is MeldType.MIXED_KONG:
        first = options["wind_kong"] if group_of(kong.meld.block.tiles) is WINDS else 3
        return options["mixed_kong"] * (1 + len(kong.meld.tiles) - first)
    points: int = options["concealed_kong" if kong.meld.type is MeldType.CONCEALED_KONG else "open_kong"]
    return points * (2 if options["dear_kongs"] and DEAR >> kong.meld.block.kind & 1 else 1)


def side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Kongs, which are paid for whoever wins; at a draw too, where the table has it so."""
    if not any(d.options.get(name) for name in _PRICES):
        return  # nor are missing ones asked for
    if not d.deal.waves and not d.options["kongs_at_draw"]:
        return
    claimed = kongs.Claimed.ALL if d.options["claimed_kong"] == "all" else kongs.Claimed.GIVER
    yield from kongs.payments(d.deal, lambda kong: price(kong, d.options), claimed=claimed)


# --- what a table may choose, and what a deal must tell

_PAYMENTS = (
    TEXT.setting("cap", 6, least=1),
    TEXT.setting("who_pays", "all", choices=("all", "feeder", "closed")),
    TEXT.setting("feeder_pays", True),
    TEXT.setting("ready_feeder", True),
    TEXT.setting("closed_loser", False),
    TEXT.setting("all_closed", False),
    TEXT.setting("open_kong", 1),
    TEXT.setting("concealed_kong", 2),
    TEXT.setting("claimed_kong", "giver", choices=("all", "giver")),
    TEXT.setting("dear_kongs", False),
    TEXT.setting("kongs_at_draw", True),
)
_MIXED = (
    TEXT.setting("mixed_kong", 1),
    TEXT.setting("wind_kong", 3, least=3, most=4),
    TEXT.setting("chick", False),
)


def options(source: str, *, mixed: bool = False, **differs: Any) -> tuple[Setting, ...]:
    """Return the settings of the payments, from one source unless ``id=(default, source)`` says otherwise."""
    made = {s.id: replace(s, source=source) for s in (*_PAYMENTS, *(_MIXED if mixed else ()))}
    for id_, (default, its_source) in differs.items():
        made[id_] = replace(made[id_], default=default, source=its_source)
    return tuple(made.values())


def table(source: str) -> tuple[Setting, ...]:
    """Return the fields for who was ready and who had opened nothing, if the hands do not show it."""
    return (
        TEXT.setting(
            "feeder_ready",
            True,
            source=source,
            when=inferred_fields.ON_DISCARD,
            shown=inferred_fields.discarder_ready,
        ),
        *TEXT.for_seats("closed", False, source=source, infer=_closed_shown),
    )


def _closed_shown(seat: Seat, e: Evidence) -> bool | None:
    other_hand = e.other(seat)
    return None if other_hand is None or not other_hand.concealed else not is_open(other_hand)


def mixed_kongs(options: Mapping[str, Any], *others: Group) -> MixedKongs:
    """Return the kongs of unequal tiles that the table's options make: of winds, and of the other groups."""
    return MixedKongs({WINDS: options["wind_kong"], **dict.fromkeys(others, 3)}, stand_in=options["chick"])


# 穷胡, the fans that 营口 and its neighbours take: each doubles; kongs are fan, not paid by themselves.
QIONGHU = Document("沈阳穷胡, fan table of a public scoring program").section(
    "shenyangFanTable, DongbeiScoreCalculator"
)

_at = PriceList(QIONGHU)

QIONGHU_ALL_PUNGS = _at(triplets.ALL_PUNGS, 3, "飘胡")
QIONGHU_SEVEN_PAIRS = _at(whole_hand.SEVEN_PAIRS, 2, "七小对", excludes=(PINCHED,))
QIONGHU_PLAIN = _at(whole_hand.CHICKEN, 0, "平胡")
QIONGHU_FANS = (
    _at(triplets.CONCEALED_KONG, 2),
    _at(triplets.MELDED_KONG, 1),
    _at(triplets.DRAGON_PUNG, 1, "中发白碰"),
    _at(triplets.FOUR_OF_A_KIND, 1),
    _at(PINCHED, 1, "一口听"),
    _at(circumstances.AFTER_KONG, 1),
    _at(circumstances.ROBBED_KONG, 1, "抢杠"),
    _at(circumstances.LAST_TILE_DRAW, 1, "海底捞月"),
    _at(circumstances.SELF_DRAWN, 1),
)


def qionghu_options(source: str = str(QIONGHU), **differs: Any) -> tuple[Setting, ...]:
    """Return the settings of its payments: the discarder, and those whose hand is closed; six fan at most."""
    own: dict[str, Any] = {
        "who_pays": ("closed", f"{source}: 点炮仅由放铳者担责，闭门不点炮亦需赔付"),
        "feeder_pays": (False, source),
        "closed_loser": (True, source),
        "all_closed": (True, source),
        "open_kong": (0, f"{source}: kongs are fan"),
        "concealed_kong": (0, f"{source}: kongs are fan"),
        "claimed_kong": ("giver", HOUSE_DEFAULT),
        "dear_kongs": (False, HOUSE_DEFAULT),
        "kongs_at_draw": (True, HOUSE_DEFAULT),
    }
    return options(source, **{**own, **differs})
