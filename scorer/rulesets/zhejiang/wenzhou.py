"""温州麻将, Wenzhou: sixteen tiles, the turned tile wild 财神, the white dragon its face; soft and hard wins.

The document has seventeen tiles, the wild tile and a base that grows while the dealer stays. What wins, what
it is worth and who pays are those of the competition rules of the Mahjong International League.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from paiyan.scorer.arranging.arrangements import Counts, counted, splits
from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import whole_hand
from paiyan.scorer.fans.fan import Fan, Find, Seeing, highest
from paiyan.scorer.fans.sights import NOTHING
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import between_deals, wild_indicator
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Lies, Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG, Note
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.settling import dealer_rotation, kongs, missing_information
from paiyan.scorer.settling.inferred_fields import Evidence
from paiyan.scorer.tiles.forms import Form

SEED = POCKET_MAHJONG.section("温州麻将")
MIL = (
    "《温州麻将（试点）竞赛规则（试行2024版）》, Mahjong International League,"
    " as xelnagamiao/open_mahjong_unity has it"
)
WHITE = 31
WILDS = 3  # the fourth lies turned
KONGS: kongs.Prices = {MeldType.KONG: 1, MeldType.CONCEALED_KONG: 2}
_KONG_NAMES = {
    MeldType.KONG: Words("点杠", "claimed kong", "大明槓"),
    MeldType.ADDED_KONG: Words("加杠", "added kong", "加槓"),
    MeldType.CONCEALED_KONG: Words("暗杠", "concealed kong", "暗槓"),
}


def gods(hand: Hand) -> int:
    """How many wild tiles the hand holds."""
    kinds = wild_indicator.itself(hand)
    return sum(t.kind in kinds for t in hand.held)


def _at_home(hand: Hand) -> Counts:
    """The concealed tiles, wild ones as their own face 归位 and the white dragon as that face."""
    face = next(iter(wild_indicator.itself(hand)), WHITE)
    tiles = [*hand.concealed, *((hand.win.tile,) if hand.win else ())]
    return counted([face if t.kind == WHITE else t.kind for t in tiles])


def _natural(a: Arranged) -> bool:
    """Whether the tiles are a hand of this form with every wild tile as its own face."""
    return next(splits(_at_home(a.hand), a.form, melds=len(a.hand.melds)), None) is not None


def _hard(form: Form) -> Find:
    """A hand of this form, drawn, or one that needs no wild tile as another."""

    def find(a: Arranged) -> tuple[int, ...]:
        return (a.all,) if a.form is form and (a.win.self_drawn or _natural(a)) else ()

    return Seeing(NOTHING, find)


def _three_gods(*forms: Form) -> Find:
    return Seeing(NOTHING, lambda a: (a.all,) if a.form in forms and gods(a.hand) >= WILDS else ())


def _fan(id_: str, zh: str, en: str, find: Find, text: Words, *, ja: str) -> Fan:
    return Fan(id_, zh, en, find, ja=ja, text=text)


HARD = _fan(
    "hard_win_of_sets",
    "硬和",
    "Hard Win",
    _hard(Form.STANDARD),
    Words(
        "自摸，或没有财神、财神都归位",
        "drawn, or with no wild tile, or each as itself",
        "ツモ、または財神なし・本来の牌",
    ),
    ja="硬和",
)
HARD_PAIRS = _fan(
    "hard_win_of_pairs",
    "八对双番",
    "Hard Win of Eight Pairs",
    _hard(Form.EIGHT_PAIRS),
    Words(
        "八对自摸，或没有财神、财神都归位",
        "eight pairs, drawn, or with no wild tile, or each as itself",
        "八対のツモ、または財神なし・本来の牌",
    ),
    ja="八対双番",
)
THREE_AND_SHAPE = _fan(
    "three_wilds_and_a_shape",
    "三财神双番",
    "Three Wild Tiles in a Whole Hand",
    _three_gods(Form.STANDARD, Form.EIGHT_PAIRS),
    Words("三张财神，并且成和牌型", "three wild tiles in a hand that is whole", "財神三枚、かつ和了形"),
    ja="三財神双番",
)
THREE = _fan(
    "three_wilds",
    "三财神",
    "Three Wild Tiles",
    _three_gods(Form.THREE_WILDS),
    Words("三张财神，其余不论", "three wild tiles, whatever the others are", "財神三枚、他は問わない"),
    ja="三財神",
)
FANS = highest(
    HARD_PAIRS.at(4, source=MIL),
    THREE_AND_SHAPE.at(4, source=MIL),
    HARD.at(2, source=MIL),
    THREE.at(2, source=MIL),
)


def _factor(s: Settling | Dealt, dealer: Seat, one: Seat, other: Seat) -> int:
    """What the dealer's base makes of a payment between two players: 2, and 2 more for each repeat."""
    repeats: int = s.table["repeats"]
    return 2 * (repeats + 1) if dealer in (one, other) else 1


def _pay(s: Settling) -> Iterable[Transfer]:
    """All three pay, by discard too; between the dealer and another the base is 2, 4, 6 or 8 times."""
    winner, points = s.hand.seat, s.value.points
    names = {1: Words("软和", "soft win", "軟和"), 2: Words("硬和", "hard win", "硬和")}
    why = names.get(points, Words("双番", "double", "双番"))
    for seat in winner.others:
        yield Transfer(seat, winner, points * _factor(s, s.hand.dealer, seat, winner), why)


def _side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Claimed and concealed kongs from each, at the dealer's base; each wild tile held, one from each."""
    yield from missing_information.beside(d.deal, missing_information.KONGS)
    for kong in d.deal.kongs:
        for payer, points in kongs.income(kong, KONGS, claimed=kongs.Claimed.ALL):
            factor = _factor(d, d.deal.dealer, payer, kong.seat)
            yield Transfer(payer, kong.seat, points * factor, _KONG_NAMES[kong.meld.type])
    for seat in Seat:
        hand = d.deal.hand(seat)
        held = gods(hand) if hand and hand.concealed else d.table[f"gods_{seat.name}"]
        for payer in seat.others if held else ():
            yield Transfer(
                payer, seat, held, Words(f"财神 {held} 张", f"{held} wild tiles", f"財神 {held} 枚")
            )


def _unclaimed(hand: Hand) -> bool:
    kinds = wild_indicator.itself(hand)
    return not any(t.kind in kinds for m in hand.melds for t in m.tiles)


def _one_god(hand: Hand) -> bool:
    return len(wild_indicator.itself(hand)) < 2


def _gods_shown(seat: Seat) -> Callable[[Evidence], int | None]:
    """The wild tiles of another hand that is told."""

    def shown(e: Evidence) -> int | None:
        hand = e.other(seat)
        return gods(hand) if hand and hand.concealed else None

    return shown


WENZHOU = RuleSet(
    id="wenzhou",
    words=Words("温州麻将", "Wenzhou", "温州麻雀"),
    sources=(SEED,),
    played_with=PlayedWith(
        tiles=FULL_SET,
        hand_size=16,
        melds=frozenset(MeldType) - {MeldType.MIXED_KONG},
        wild=Wild(kinds=wild_indicator.itself, stand_in=WHITE, stand_in_itself=False, turned=True),
    ),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.EIGHT_PAIRS, Form.THREE_WILDS),
        possible=(
            *wild_indicator.possible(wild_indicator.itself),
            Condition(
                _unclaimed,
                Words(
                    "财神不参与吃碰杠",
                    "the wild tile takes no part in a claim: take it out of the melds",
                    "財神は鳴けない",
                ),
            ),
            Condition(
                _one_god,
                Words(
                    "财神只有一种",
                    "one kind is wild, that of the turned tile: name it once",
                    "財神は一種だけ",
                ),
            ),
        ),
    ),
    counted_by=CountedBy(
        fans=FANS, fallback=whole_hand.CHICKEN.at(1, name="软和", source=MIL), unit="points"
    ),
    paid_by=PaidBy(pay=_pay, side=_side),
    carried_on=CarriedOn(next_dealer=dealer_rotation.stays, keeps=between_deals.repeats("repeats", most=3)),
    agreed_on=AgreedOn(
        table=(
            Setting(
                "repeats",
                Words("庄家连庄次数", "how often the dealer has stayed", "連荘の回数"),
                0,
                f"{SEED}: 连庄则底数增加; 2, 4, 6 and 8: {MIL}",
                most=3,
            ),
            *(
                Setting(
                    f"gods_{s.name}",
                    Words(
                        f"{s.name} 家的财神，未给出手牌时",
                        f"wild tiles of {s.name}, where its hand is not told",
                        f"{s.name} 家の財神（手牌が不明の時）",
                    ),
                    0,
                    MIL,
                    most=WILDS,
                    shown=_gods_shown(s),
                    lies=Lies.HELD,
                    shows=wild_indicator.so_many(wild_indicator.itself),
                )
                for s in Seat
            ),
        )
    ),
    notes=(
        Note(
            Words(
                "庄家连庄四把之后，四家重新定位置",
                "after a dealer has stayed four times the seats are drawn anew",
                "四連荘の後、席を決め直す",
            ),
            str(SEED),
        ),
        Note(
            Words(
                "白板是财神的本牌：副露中写它所代的牌",
                "the white dragon is the wild tile's own face: in a meld write the tile it stands for",
                "白は財神の本来の牌：面子にはその牌を書く",
            ),
            MIL,
        ),
        Note(
            Words(
                "庄家和牌或荒庄则连庄",
                "the dealer stays after a win of their own, or a draw",
                "親の和了・流局で連荘",
            ),
            HOUSE_DEFAULT,
        ),
    ),
    divergences=(
        Divergence(
            "wenzhou",
            Kind.SILENCE,
            "what wins and what it is worth",
            "The document names seventeen tiles, claims, the wild tile and a base that grows, nothing else.",
            "The competition rules: 软和 1, 硬和 2, 双番 4, all pay, kongs 1 and 2, wild tiles paid apart.",
            f"{SEED}; {MIL}",
        ),
        Divergence(
            "wenzhou",
            Kind.CONTRADICTION,
            "16 or 17 tiles",
            "每人手里抓17张牌; under 各地麻将玩法 of the same document a hand has 16 or 13.",
            "Sixteen, and a seventeenth to win or, for the dealer, to begin with.",
            f"{SEED}; {MIL}",
        ),
        Divergence(
            "wenzhou",
            Kind.SILENCE,
            "加杠, an added kong",
            "Neither the document nor the competition rules price it.",
            "It pays nothing.",
            f"{SEED}; {MIL}",
        ),
    ),
)
