"""南京麻将, Nanjing 进园子: twenty hard flowers 硬花, a win counted in flowers, and a purse of a hundred.

The document gives the play and breaks off where it begins to list the flowers; what hands are worth is taken
from a public rule text, in its two ways to play: with limited purses 进园子, and without 敞开头.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from paiyan.scorer.fans import facts
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, waits, whole_hand
from paiyan.scorer.fans.counting import Value
from paiyan.scorer.fans.fan import Fan, Find, Priced
from paiyan.scorer.hand.hand import Flag, Hand, Kong
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.between_deals import NextTable, Standing
from paiyan.scorer.rules.conditions import Shown
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer, losers
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import TileSet
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import inferred_fields, table_stakes
from paiyan.scorer.settling.liability import claims, first, of_kong, of_robbed_kong
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import FLOWER, RED, WINDS

TEXT = texts("nanjing")

SEED = POCKET_MAHJONG.section("南京麻将")
PUBLIC = "南京麻将 rules of a public program (kkk511github/majiong, nj-garden-v2 and nj-casual-v1)"

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
    """Return the factor of flowers: two if the table plays 花砸二."""
    return 2 if options["flowers_twice"] else 1


def liable(s: Settling) -> tuple[Seat | None, int, Words]:
    """Return who pays for all, how many shares, and why; no seat if each pays their own."""
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
    yield from inferred_fields.side_payments_unknown(d.deal, _BESIDE)


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
        yield inferred_fields.giver(kong)
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


def _last_open(a: Arranged) -> tuple[int, ...]:
    """The one tile that the hand waited for, in a run, when the other three lay open."""
    lone = [*waits.EDGE_WAIT.find(a), *waits.CLOSED_WAIT.find(a)]
    return tuple(lone[:1]) if Flag.LAST_OF_KIND in a.win.flags else ()


def _replaced(*, large: bool) -> Find:
    """Won on a tile drawn for a kong: one whose tiles lie open, or one that is concealed, or a flower."""

    def find(a: Arranged) -> tuple[int, ...]:
        if not a.win.self_drawn:
            return ()
        if Flag.FLOWER_REPLACEMENT in a.win.flags:
            return () if large else (0,)
        last = a.hand.last_kong
        hidden = last is not None and last.type is MeldType.CONCEALED_KONG
        return (0,) if Flag.KONG_REPLACEMENT in a.win.flags and hidden is not large else ()

    return find


def _standard(find: Find) -> Find:
    """Return `find` for sets and a pair only."""
    return lambda a: find(a) if a.form is Form.STANDARD else ()


BASE = TEXT.fan("win", lambda _: (0,))
PAIRS = tuple(
    TEXT.fan(f"seven_pairs_{n}", whole_hand.pairs_with_fours(n), needs=facts.ODD_FORM) for n in range(4)
)
FOUR_MELDS = TEXT.fan("four_melds", lambda a: (a.all,) if len(a.hand.melds) == 4 else ())
LAST_OPEN = TEXT.fan("last_open", _last_open, flags=(Flag.LAST_OF_KIND,))
# Match no hard flowers; an open small hand with none does not win at all.
NO_HARD_FLOWERS = TEXT.fan("no_hard_flowers", lambda a: () if a.hand.flowers else (0,))
LARGE_REPLACEMENT = TEXT.fan(
    "large_replacement", _replaced(large=True), needs=facts.SELF_DRAWN, flags=(Flag.KONG_REPLACEMENT,)
)
SMALL_REPLACEMENT = TEXT.fan(
    "small_replacement",
    _replaced(large=False),
    needs=facts.SELF_DRAWN,
    flags=(Flag.KONG_REPLACEMENT, Flag.FLOWER_REPLACEMENT),
)
READY_FROM_THE_DEAL = TEXT.fan(
    "ready_from_the_deal",
    lambda a: (0,) if Flag.DECLARED_READY in a.win.flags and not a.claimed else (),
    flags=(Flag.DECLARED_READY,),
)
WIND_SET = TEXT.fan("wind_set", triplets.each_triplet(WINDS), needs=facts.WIND_TRIPLETS[1])
WIND_PAIR = TEXT.fan("wind_pair", whole_hand.pair_of(WINDS))
MELDED_KONG = TEXT.named(triplets.MELDED_KONG)
CONCEALED_KONG = TEXT.named(triplets.CONCEALED_KONG)
EDGE = TEXT.fan("edge_wait", _standard(waits.EDGE_WAIT.find))
HOLLOW = TEXT.fan("closed_wait", _standard(waits.CLOSED_WAIT.find))
SINGLE = TEXT.fan("single_wait", _standard(waits.SINGLE_WAIT.find))


# Winds stand in hands, dragons are laid out: 硬花：共20张，分别是红中4张…
TILES = TileSet(frozenset(range(31)), flowers=frozenset((*range(31, 34), *range(FLOWER, RED))))
_BIG = (
    *(suits.FULL_FLUSH, suits.HALF_FLUSH, suits.ALL_HONOURS, triplets.ALL_PUNGS, FOUR_MELDS, *PAIRS),
    *(LARGE_REPLACEMENT, SMALL_REPLACEMENT, circumstances.HEAVENLY_HAND, READY_FROM_THE_DEAL, LAST_OPEN),
)
# What each fan is worth in flowers 花: with limited purses 进园子, without 敞开头.
_WORTH: tuple[tuple[Fan, str, tuple[int, int]], ...] = (
    (BASE, "", (10, 20)),
    (whole_hand.CONCEALED, "门清", (10, 20)),
    (suits.HALF_FLUSH, "", (20, 40)),
    (suits.FULL_FLUSH, "", (30, 60)),
    (suits.ALL_HONOURS, "风一色", (30, 60)),
    (triplets.ALL_PUNGS, "对对胡", (20, 40)),
    (FOUR_MELDS, "", (30, 60)),
    (PAIRS[0], "", (30, 80)),
    (PAIRS[1], "", (80, 160)),
    (PAIRS[2], "", (120, 240)),
    (PAIRS[3], "", (160, 320)),
    (LAST_OPEN, "", (20, 60)),
    (NO_HARD_FLOWERS, "", (20, 40)),
    (SMALL_REPLACEMENT, "", (10, 20)),
    (LARGE_REPLACEMENT, "", (20, 40)),
    (READY_FROM_THE_DEAL, "", (30, 30)),
    (circumstances.LAST_TILE_DRAW, "海底捞月", (20, 20)),
)
_EXCLUDES: Mapping[str, tuple[Fan, ...]] = {
    **{fan.id: (whole_hand.CONCEALED, SINGLE) for fan in PAIRS},
    FOUR_MELDS.id: (SINGLE,),
    LAST_OPEN.id: (EDGE, HOLLOW),
}
_SOFT = ((WIND_SET, 1), (WIND_PAIR, 1), (suits.ONE_SUIT_VOID, 1), (MELDED_KONG, 1), (CONCEALED_KONG, 2))
_WAITS = (EDGE, HOLLOW, SINGLE)


def _fans(options: Mapping[str, Any]) -> tuple[Priced, ...]:
    open_: bool = options["game"] == "open"
    times = factor(options)
    hands = (
        fan.at(worth[open_], name=name, source=PUBLIC, excludes=_EXCLUDES.get(fan.id, ()))
        for fan, name, worth in _WORTH
    )
    soft = (fan.at(n * times, source=PUBLIC) for fan, n in (*_SOFT, *((w, 1) for w in _WAITS)))
    return (
        circumstances.HEAVENLY_HAND.at(
            options["heavenly"] if open_ else 100, name="天胡", source=f"{PUBLIC}; {HOUSE_DEFAULT}"
        ),
        *hands,
        circumstances.FLOWER.at(times, name="硬花", source=f"{SEED} 二、花; {PUBLIC}"),
        *soft,
    )


def _enough(a: Arranged, least: int) -> bool:
    """Closed, a big hand 大胡, or hard flowers enough."""
    return not a.claimed or len(a.hand.flowers) >= least or any(any(True for _ in f.find(a)) for f in _BIG)


def _shown(least: int) -> tuple[Shown, ...]:
    return (
        Shown(
            partial(_enough, least=least),
            Words(
                f"开门的小胡要有 {least} 个硬花",
                f"an open small hand needs {least} hard flowers (dragons, flowers)",
                f"鳴いた小さい手は硬花が {least} 枚必要",
            ),
        ),
    )


def _points(flowers: int, hand: Hand, _options: Mapping[str, Any]) -> Value:
    """All flowers; twice as many where the deal before made this one double 比下胡."""
    return Value(flowers, flowers * (2 if hand.table["doubled"] else 1))


_value, _of_worth = win_payments.by_sum(_points)


def _pay(s: Settling) -> Iterable[Transfer]:
    """The discarder alone pays 出冲, after a self-draw all three do; a liable player 包牌 pays in their
    place.

    出冲：由点炮者一人承担；自摸：收三家；包牌：由包牌者承担（出冲付一家、自摸付三家）.
    """
    owed = s.value.points
    heavenly = any(m.priced.id == circumstances.HEAVENLY_HAND.id for m in s.counted.matches)
    if heavenly and s.options["game"] == "garden":
        left = table_stakes.purses(s.table)
        reason = Words("天胡：三家输光", "heavenly hand: the whole purse", "天和：持ち点すべて")
        return [Transfer(seat, s.hand.seat, left[seat], reason) for seat in s.hand.seat.others]
    payer, times, reason = liable(s)
    if payer is not None:
        return [Transfer(payer, s.hand.seat, owed * times, reason)]
    return [Transfer(seat, s.hand.seat, owed, reason) for seat in losers(s.hand, s.win)]


def _limit(transfers: Iterable[Transfer], table: Mapping[str, Any]) -> Iterator[Transfer]:
    return table_stakes.limited(transfers, table_stakes.purses(table))


def _next_table(now: Standing) -> NextTable:
    """100块进园子: what is left in the purses; 两家进园子 ends the game."""
    return table_stakes.next_table(now, full=PURSE) if now.options["game"] == "garden" else NextTable({})


def _apply_options(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    garden = options["game"] == "garden"
    return rules.changed(
        fans=_fans(options),
        visible_requirement=_shown(options["open_flowers"]),
        limit=_limit if garden else None,
        required=rules.won_by.required if garden else (),
    )


_OPTIONS = (
    TEXT.setting("game", "garden", choices=("garden", "open")),
    TEXT.setting("flowers_twice", True),
    TEXT.setting("open_flowers", 4, most=20),
    TEXT.setting("heavenly", 200),
    *OPTIONS,
)

NANJING = RuleSet(
    **TEXT.about("nanjing"),
    sources=(SEED,),
    played_with=PlayedWith(tiles=TILES, melds=frozenset(MeldType) - {MeldType.CHOW}),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.SEVEN_PAIRS),
        required=(table_stakes.NOT_FROM_EMPTY,),
        visible_requirement=_shown(4),
        most_winners=3,
    ),
    counted_by=CountedBy(
        fans=_fans({s.id: s.default for s in _OPTIONS}), unit="points", value=_value, of_worth=_of_worth
    ),
    paid_by=PaidBy(pay=_pay, side=side, limit=_limit),
    carried_on=CarriedOn(next_dealer=between_deals.stays_by_winning, next_table_state=_next_table),
    agreed_on=AgreedOn(options=_OPTIONS, table=TABLE, apply_options=_apply_options),
)
