"""日本麻将, Japanese riichi mahjong: the rule set, the options of its tables, hands that it rules out.

The document tells how the game is set up, the dora, and that a hand needs one han besides its dora; it has no
list of yaku. They, the fu and the payments are those of the European Mahjong Association's rules (EMA),
and where tables differ of the Japanese Mahjong Wiki (riichi.wiki), under the page named.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.hand.hand import Flag, Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat, Side
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Lies
from paiyan.scorer.rules.sources import POCKET_MAHJONG, Document
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import TileSet
from paiyan.scorer.rulesets.riichi import yaku as y
from paiyan.scorer.rulesets.riichi.payments import (
    DECLARED,
    LIABLE,
    RETURNED,
    next_dealer,
    next_table,
    pay,
    played_again,
    side_payments,
    three_win,
)
from paiyan.scorer.rulesets.riichi.points import DORA, MANGAN, YAKUMAN, of_worth, renhou_or_the_rest, value
from paiyan.scorer.rulesets.riichi.yaku import NORTH
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import KINDS, ORPHAN_KINDS

TEXT = texts("riichi")


def _riichi(h: Hand) -> bool:
    return h.table["riichi"] != "none" or _flag(h, Flag.DECLARED_READY)


def _flag(h: Hand, flag: Flag) -> bool:
    return h.win is not None and flag in h.win.flags


def _first_turn(h: Hand) -> bool:
    """In the first turn: no meld, riichi or north set aside; one's own draw is after the discard won on."""
    if not _flag(h, Flag.FIRST_TURN) or h.win is None:
        return True
    return not (h.melds or _riichi(h) or _set_aside(h)) and (h.win.self_drawn or h.before_own_draw)


def _set_aside(h: Hand) -> bool:
    """Set a north aside 拔北, which draws a tile from the dead wall as a kong does (riichi.wiki, Sanma)."""
    return h.table["norths"] > 0


def _last_from_wall(h: Hand) -> bool:
    """A replacement tile comes from the dead wall and is never the last of the wall."""
    drawn = h.win is not None and h.win.self_drawn
    return not (drawn and _flag(h, Flag.LAST_TILE) and _flag(h, Flag.KONG_REPLACEMENT))


def _indicators(h: Hand) -> bool:
    """At most five of each sort, none of them a flower."""
    open_, hidden = h.table["dora_indicators"], h.table["ura_indicators"]
    if not open_ and not hidden:  # most hands
        return True
    return max(len(open_), len(hidden)) <= 5 and all(t.kind < KINDS for t in (*open_, *hidden))


def _each_hidden_under_one(h: Hand) -> bool:
    """A hidden indicator lies under each open one 里宝牌, and nowhere else; the open ones may be untold."""
    open_, hidden = h.table["dora_indicators"], h.table["ura_indicators"]
    return not open_ or len(hidden) <= len(open_)


def _three_seats(h: Hand) -> bool:
    giver = h.win.discarder if h.win else None
    return Seat.N not in (h.seat, giver) and all(m.source is not Side.ACROSS for m in h.melds)


VALID_HAND = (
    TEXT.condition("dealer_is_east", lambda h: h.dealer is Seat.E),
    TEXT.condition("riichi_unclaimed", lambda h: not (h.claimed and _riichi(h))),
    TEXT.condition("ippatsu_after_riichi", lambda h: not h.table["ippatsu"] or _riichi(h)),
    TEXT.condition(
        "ippatsu_without_kong", lambda h: not (h.table["ippatsu"] and _flag(h, Flag.KONG_REPLACEMENT))
    ),
    TEXT.condition("first_turn", _first_turn),
    TEXT.condition("last_from_wall", _last_from_wall),
    TEXT.condition("indicators", _indicators),
    TEXT.condition("none_returned", lambda h: h.win is None or h.table["riichi"] != RETURNED),
    TEXT.condition("each_hidden_under_one", _each_hidden_under_one),
)
WITH_FOUR = TEXT.condition("no_norths", lambda h: not h.table["norths"])
WITH_THREE = TEXT.condition("three_seats", _three_seats)

SEED = POCKET_MAHJONG.section("日本麻将")
EMA = Document("European Mahjong Association, Riichi Rules for Japanese Mahjong (2016)").section("4.2")


def wiki(page: str) -> str:
    """Cite a page of riichi.wiki as a source."""
    return f"riichi.wiki, {page}"


REDS = {"none": (0, 0, 0), "three": (1, 1, 1), "four": (1, 2, 1), "six": (2, 2, 2)}
WINNERS = {"all": 3, "two": 2, "head_bump": 1}

OPTIONS = (
    TEXT.setting("kuitan", True),
    TEXT.setting("red_fives", "three", choices=tuple(REDS)),
    TEXT.setting("ura", True),
    TEXT.setting("ippatsu_yaku", True),
    TEXT.setting("kiriage", False),
    TEXT.setting("double_yakuman", True),
    TEXT.setting("counted_yakuman", True),
    TEXT.setting("two_han_bound", False),
    TEXT.setting("double_wind_pair", "four", choices=("four", "two")),
    TEXT.setting("renhou", "none", choices=("none", "mangan", "yakuman")),
    TEXT.setting("several_winners", "all", choices=tuple(WINNERS)),
    TEXT.setting("kokushi_robs", True),
    TEXT.setting("pao", "sets", choices=tuple(LIABLE)),
    TEXT.setting("kong_pays", False),
    TEXT.setting("liable_counters", False),
    TEXT.setting("nagashi_mangan", True),
    TEXT.setting("noten_payment", 3000),
    TEXT.setting("three_players", False),
    TEXT.setting("tsumo_loss", True),
)

TABLE = (
    TEXT.setting("honba", 0),
    TEXT.setting("sticks", 0),
    TEXT.setting("sticks_before", 0),
    *TEXT.for_seats("stick", False, declares=frozenset((True,))),
    TEXT.setting("dora_indicators", (), lies=Lies.APART),
    TEXT.setting("ura_indicators", (), lies=Lies.APART),
    TEXT.setting(
        "riichi", "none", choices=("none", "riichi", "double", RETURNED), declares=DECLARED, of_hand=True
    ),
    TEXT.setting("ippatsu", False, of_hand=True),
    TEXT.setting("norths", 0, most=4, of_hand=True, lies=Lies.APART, shows=lambda _, n: (NORTH,) * n),
    TEXT.setting("liable", "melds", choices=("melds", "none", *Seat.__members__), of_hand=True),
    TEXT.setting("nagashi", False, of_hand=True),
    TEXT.setting("abortive", False),
    TEXT.setting("chombo", "none", choices=("none", *Seat.__members__), fault=True),
    *TEXT.for_seats("ready", "untold", choices=("untold", "yes", "no")),
)


def _yaku(value: int, *fans: Fan, **relations: Any) -> tuple[Priced, ...]:
    return tuple(f.at(value, source=str(EMA), **relations) for f in fans)


def _closed(value: int, *fans: Fan, **relations: Any) -> tuple[Priced, ...]:
    """Price a yaku that counts only in a hand without claims 门前役."""
    return _yaku(value, *fans, claimed=0, **relations)


def _less(value: int, *fans: Fan, **relations: Any) -> tuple[Priced, ...]:
    """Price a yaku that is worth one han less after a claim 食下役."""
    return _yaku(value, *fans, claimed=value - 1, **relations)


def _dora(*, three: bool) -> tuple[Priced, ...]:
    return (
        TEXT.fan("dora", y.dora("dora_indicators", three=three)).at(1, source=f"{SEED} 宝牌"),
        TEXT.fan("ura_dora", y.dora("ura_indicators", three=three, hidden=True)).at(
            1, source=f"{SEED} 里宝牌&杠里宝牌"
        ),
    )


FANS = (
    *_closed(1, y.RIICHI, y.IPPATSU, y.TSUMO, y.PINFU, y.IIPEIKOU),
    *_yaku(1, y.TANYAO, *y.ROUND_WINDS, *y.SEAT_WINDS, *y.DRAGON_PUNGS),
    *_yaku(1, y.RINSHAN, y.CHANKAN, y.HAITEI, y.HOUTEI),
    *_closed(2, y.DOUBLE_RIICHI, y.CHIITOITSU),
    *_less(2, y.SANSHOKU, y.ITTSU, y.CHANTA),
    *_yaku(2, y.TOITOI, y.SAN_ANKOU, y.DOUKOU, y.SAN_KANTSU, y.HONROUTOU, y.SHOUSANGEN),
    *_closed(3, y.RYANPEIKOU, excludes=(y.IIPEIKOU,)),
    *_less(3, y.JUNCHAN, y.HONITSU),
    *_less(6, y.CHINITSU),
    *_yaku(YAKUMAN, y.TENHOU, y.CHIIHOU, y.DAISANGEN, y.SUU_ANKOU, y.TSUUIISOU, y.RYUUIISOU, y.CHINROUTOU),
    *_yaku(YAKUMAN, y.SHOUSUUSHII, y.SUU_KANTSU, y.KOKUSHI, y.CHUUREN),
    y.DAISUUSHII.at(2 * YAKUMAN, source=wiki("Double yakuman")),
    y.SUU_ANKOU_TANKI.at(2 * YAKUMAN, source=wiki("Double yakuman"), excludes=(y.SUU_ANKOU,)),
    y.KOKUSHI_13.at(2 * YAKUMAN, source=wiki("Double yakuman"), excludes=(y.KOKUSHI,)),
    y.JUNSEI_CHUUREN.at(2 * YAKUMAN, source=wiki("Double yakuman"), excludes=(y.CHUUREN,)),
    *_dora(three=False),
    y.RED_FIVE.at(1, source=f"{SEED} 赤宝牌"),
)  # fmt: skip

FOUR = TileSet(frozenset(range(34)), reds=REDS["three"])
WITHOUT_SIMPLE_CHARACTERS = frozenset(range(34)) - frozenset(range(1, 8))  # three play without 2m to 8m


def _minimum(rules: RuleSet, hand: Hand) -> int:
    """Return two han with five counters or more, if the table plays so 二翻缚."""
    return (
        2
        if rules.agreed_on.selected.get("two_han_bound") and hand.table["honba"] >= 5
        else rules.won_by.minimum
    )


def _apply_options(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    """Return the rule set of one table."""
    three = options["three_players"]
    changed: list[Priced] = []
    if not options["kuitan"]:
        changed += _closed(1, y.TANYAO)
    if not options["double_yakuman"]:
        changed += [p.but(value=YAKUMAN) for p in rules.counted_by.fans if p.value > YAKUMAN]
    if options["renhou"] != "none":
        han = {"mangan": MANGAN[0], "yakuman": YAKUMAN}[options["renhou"]]
        changed.append(y.RENHOU.at(han, source=wiki("Renhou")))
    if three:
        changed += [*_dora(three=True), y.NUKI_DORA.at(1, source=wiki("Sanma"))]
    out = [fan for fan, kept in (("ippatsu", "ippatsu_yaku"), ("ura_dora", "ura")) if not options[kept]]
    tiles = TileSet(WITHOUT_SIMPLE_CHARACTERS if three else FOUR.kinds, reds=REDS[options["red_fives"]])
    return rules.but(
        fans=tuple(changed),
        tiles=tiles,
        melds=rules.played_with.melds - {MeldType.CHOW} if three else rules.played_with.melds,
        valid_hand=(*VALID_HAND, WITH_THREE if three else WITH_FOUR),
        most_winners=min(WINNERS[options["several_winners"]], 2 if three else 3),
        robs_concealed=_of_all_orphans if options["kokushi_robs"] else None,
        robs_laid=frozenset((NORTH,)) if three else frozenset[int](),
        set_aside=_set_aside if three else None,
        aborts=three_win if options["several_winners"] == "two" else None,
    ).without(*out)


def _of_all_orphans(hand: Hand) -> bool:
    """True for 国士无双, the only hand that may rob a concealed kong."""
    return frozenset(ORPHAN_KINDS) == hand.kinds


RIICHI = RuleSet(
    **TEXT.about("riichi"),
    sources=(SEED, EMA),
    played_with=PlayedWith(tiles=FOUR),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.DISTINCT_PAIRS, Form.THIRTEEN_ORPHANS),
        valid_hand=VALID_HAND,
        indicators="dora_indicators",
        minimum=1,
        declares=True,
        furiten=True,
        minimum_for=_minimum,
        outside_minimum=DORA,
        robs_concealed=_of_all_orphans,
        nothing=TEXT.words("conditions.nothing"),
        most_winners=3,
    ),
    counted_by=CountedBy(fans=FANS, unit="han", counting=renhou_or_the_rest, value=value, of_worth=of_worth),
    paid_by=PaidBy(pay=pay, side=side_payments),
    carried_on=CarriedOn(
        next_dealer=next_dealer, next_table_state=next_table, excluded_from_streak=played_again
    ),
    agreed_on=AgreedOn(options=OPTIONS, table=TABLE, apply_options=_apply_options),
).with_options()
