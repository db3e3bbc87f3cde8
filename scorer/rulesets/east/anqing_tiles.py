"""The tiles of 安庆麻将: 钻, dragons that stand in or are laid out 杠牌, and what follows for claims."""

from __future__ import annotations

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import Meld
from paiyan.scorer.rules import wild_indicator
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts

TEXT = texts("east/anqing")

SEED = POCKET_MAHJONG.section("安庆麻将")
WHITE, GREEN, RED = 31, 32, 33  # 白 发 中

wild_kinds = wild_indicator.after(wild_indicator.AFTER)


def kept_out(hand: Hand) -> frozenset[int]:
    """杠牌: the kinds that are laid out and keep a hand that holds them from winning."""
    wild = wild_kinds(hand)
    if wild & {WHITE, GREEN, RED}:
        return frozenset({WHITE, GREEN, RED}) - wild
    return frozenset({WHITE, GREEN})


def money(hand: Hand) -> int:
    """The kind that is laid out for fan 发: red dragons where green ones are wild."""
    return RED if GREEN in wild_kinds(hand) else GREEN


def _only_laid(hand: Hand) -> frozenset[int]:
    """杠牌 of this hand: of 打缺 发 is an honour like the winds, to be kept and claimed 算风牌."""
    return kept_out(hand) - ({money(hand)} if hand.table["void_suit"] else set[int]())


def _none_kept_out(hand: Hand) -> bool:
    out = _only_laid(hand)
    loose = [*hand.concealed, *([hand.win.tile] if hand.win else [])]
    return not any(t.kind in out for t in loose)


def _only_for_kongs(hand: Hand) -> bool:
    """发财和白板是杠牌，只能用来杠: a kong of them may be laid, and no pung."""
    out = _only_laid(hand)
    return all(m.is_kong for m in hand.melds if m.block.kind in out)


def _stands_in(hand: Hand, meld: Meld) -> bool:
    """Whether a meld is of red dragons, which is written as the wild tile whose face they show."""
    return meld.block.kind in wild_kinds(hand) - {RED}


def _wild_unclaimed(hand: Hand) -> bool:
    """钻不可以碰, but 红中 for its face may: four of them at most, those in the hand counted."""
    reds = sum(t.kind == RED for t in hand.held)
    reds += sum(len(m.tiles) for m in hand.melds if _stands_in(hand, m))
    return reds <= 4 and not any(m.block.kind in wild_kinds(hand) & {RED} for m in hand.melds)


MUST = (TEXT.condition("none_kept_out", _none_kept_out),)
POSSIBLE = (
    *wild_indicator.possible(wild_kinds),
    TEXT.condition("only_for_kongs", _only_for_kongs),
    TEXT.condition("wild_unclaimed", _wild_unclaimed),
)
