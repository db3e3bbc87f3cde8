"""洛书麻将, the game of the magic square: sets of three tiles of a suit that add up to fifteen.

The oldest way to play that the document knows. The pair is made of winds, red dragons or flowers 头牌 alone,
three or four of which are a set too; what a player stakes when calling ready is what is won or lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.fan import Fan
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.payments import Settling, Transfer, losers
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG, Note
from paiyan.scorer.rules.tile_set import TileSet
from paiyan.scorer.settling import dealer_rotation
from paiyan.scorer.tiles.forms import Form
from paiyan.scorer.tiles.tile import FLOWER

SEED = POCKET_MAHJONG.section("古代麻将玩法——洛书麻将")
UNTOLD = -1
FLOWERS_AS = 31  # 财神、聚宝盆、猫、老鼠, written 1f to 4f, stand as one kind; a white dragon is not played
TILES = TileSet(frozenset((*range(31), 33)), flowers=frozenset(range(FLOWER, FLOWER + 4)))


def _won(a: Arranged) -> tuple[int, ...]:
    return (a.all,)


WON = Fan(
    "luoshu",
    "洛书",
    "Sets of Fifteen",
    _won,
    ja="洛書",
    text=Words("四副一对", "four sets and a pair", "四組と雀頭"),
)


def _of_sets(hand: Hand) -> bool:
    """Equal suited tiles are a set only as three fives."""
    equal = (m.block for m in hand.melds if m.type is not MeldType.CHOW)
    return all(b.kind >= 27 or (b.kind % 9 == 4 and len(b.tiles) == 3) for b in equal)


def _stake(s: Settling, seat: Seat) -> int | None:
    """What this seat staked at its call; None where nobody said."""
    stake: int = s.table[f"stake_{seat.name}"]
    return None if stake == UNTOLD else stake


def _pay(s: Settling) -> Iterable[Transfer] | Words:
    """叫听时押上多少筹码，就赢多少筹码，相应的也就会输多少筹码; who did not call staked nothing."""
    won = _stake(s, s.hand.seat)
    if won is None:
        name = s.hand.seat.name
        return Words(
            f"未说明 {name} 叫听时押了多少筹码：请给出 table.stake_{name}",
            f"nobody said what {name} staked at the call, which is what it wins: give table.stake_{name}",
            f"{name} が聴牌で賭けた数が不明です：table.stake_{name} を書いてください",
        )
    return _paid(s, won)


def _paid(s: Settling, won: int) -> Iterator[Transfer]:
    payers = s.hand.seat.others if s.options["paid"] == "all" else losers(s.hand, s.win)
    for seat in payers:
        if won:
            yield Transfer(seat, s.hand.seat, won, Words("押注赢得", "the winner's stake", "和了者の賭け"))
    for seat in s.hand.seat.others:
        if lost := _stake(s, seat) if s.options["callers_lose"] else 0:
            yield Transfer(seat, s.hand.seat, lost, Words("押注输掉", "a stake lost", "失った賭け"))


LUOSHU = RuleSet(
    id="luoshu",
    words=Words("洛书麻将", "Luoshu (fifteens)", "洛書麻雀"),
    sources=(SEED,),
    played_with=PlayedWith(tiles=TILES, melds=frozenset(MeldType), flowers_as=FLOWERS_AS),
    won_by=WonBy(
        forms=(Form.FIFTEENS,),
        possible=(
            Condition(
                _of_sets,
                Words(
                    "数牌三张相同，只有三个五可作一副",
                    "of equal suited tiles only three fives add up to fifteen: no other pung or kong"
                    " is a set",
                    "同じ数牌は五が三枚の場合だけ組になる",
                ),
            ),
        ),
    ),
    counted_by=CountedBy(fans=(), fallback=WON.at(1, source=str(SEED)), unit="points"),
    paid_by=PaidBy(pay=_pay),
    carried_on=CarriedOn(next_dealer=dealer_rotation.stays),
    agreed_on=AgreedOn(
        options=(
            Setting(
                "paid",
                Words(
                    "点炮者付，或三家都付",
                    "the discarder pays the winner's stake, or all three",
                    "放銃者だけが払うか、三人が払うか",
                ),
                "discarder",
                f"{SEED}: 就赢多少筹码, not from whom; {HOUSE_DEFAULT}",
                choices=("discarder", "all"),
            ),
            Setting(
                "callers_lose",
                Words(
                    "别家叫听押的筹码输给赢家",
                    "what others staked at their calls goes to the winner",
                    "他家が聴牌で賭けた分は和了者に払う",
                ),
                True,
                f"{SEED}: 相应的也就会输多少筹码",
            ),
        ),
        table=tuple(
            Setting(
                f"stake_{seat.name}",
                Words(
                    f"{seat.name} 家叫听时押的筹码（-1：未说明；和家以外即没有叫听）",
                    f"what {seat.name} staked at the call; -1: not told, and of another than the"
                    " winner: no call",
                    f"{seat.name} 家の賭け（-1：不明・聴牌宣言なし）",
                ),
                UNTOLD,
                str(SEED),
                least=UNTOLD,
            )
            for seat in Seat
        ),
    ),
    notes=(
        Note(
            Words(
                "花牌（财神、聚宝盆、猫、老鼠）写作 1f 到 4f：手里的列在 flowers，碰、杠的写在面子里",
                "the flowers, god of wealth, treasure bowl, cat and mouse, are 1f to 4f: those in hand under"
                " `flowers`, claimed ones in their meld",
                "花牌（財神・聚宝盆・猫・鼠）は 1f〜4f：手にあれば flowers に、鳴いたものは面子に書く",
            ),
            HOUSE_DEFAULT,
        ),
        Note(
            Words(
                "吃上家：同门三张相加十五",
                "a chow from the left is three of a suit that add up to fifteen",
                "左からのチーは同色で和が十五の三枚",
            ),
            str(SEED),
        ),
    ),
    divergences=(
        Divergence(
            "luoshu",
            Kind.SILENCE,
            "which tiles are played",
            "The pair is made of flowers (财神、聚宝盆、猫与老鼠), the four winds and the red dragon alone;"
            " green and white dragons are not named, and could be in no set.",
            "The three suits, the winds, the red dragon and the four flowers named, one of each: 132 tiles."
            " Any two flowers are a pair, any three or four a set.",
            f"{SEED}; {HOUSE_DEFAULT}",
        ),
        Divergence(
            "luoshu",
            Kind.SILENCE,
            "who pays a stake",
            "叫听时押上多少筹码，就赢多少筹码，相应的也就会输多少筹码.",
            "The winner gets the own stake from the discarder, or from each after a self-draw (`paid` = all:"
            " always from each), and what the others had staked at calls of theirs.",
            f"{SEED}; {HOUSE_DEFAULT}",
        ),
    ),
)
