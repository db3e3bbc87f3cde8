"""Settling a whole deal 结算: the wins, what is paid beside them, and who deals next.

The rule set says who pays for what; here the hands are scored, the deal is held against what the rule
set allows, and its transfers are put together in the order of play.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from scorer.deal import Deal, added_to
from scorer.payment import Transfer, balances
from scorer.refusals import deal as refusal
from scorer.ruleset import Dealt, RuleSet
from scorer.score import NotAWin, Score, Wait, score, waits
from scorer.situation import By, Hand, HandError, Seat, Win
from scorer.value import Value


@dataclass(frozen=True)
class Settlement:
    """A settled deal.

    `scores` are those of the winners, in the order they won. `ready` holds the waits of every hand that
    was known and had not won; empty where it was not ready. `next_dealer` is None where the rule set
    does not say.
    """

    rules: RuleSet
    deal: Deal
    scores: tuple[Score, ...]
    ready: dict[Seat, tuple[Wait, ...]]
    transfers: tuple[Transfer, ...]
    next_dealer: Seat | None

    @property
    def balances(self) -> dict[Seat, int]:
        """What each of the four seats gains or loses."""
        return balances(self.transfers)


def settle(rules: RuleSet, deal: Deal) -> Settlement:
    """All payments of the deal under these rules.

    Raises `HandError` for a deal that the rules do not allow, and for one that leaves untold what its
    payments hang on.
    """
    deal = _checked(rules, deal)
    if rules.biggest_alone:
        deal = _cut_off(rules, deal)
    scores = tuple(_won(rules, hand, deal) for hand in deal.winners)
    ready = {h.seat: waits(rules, h) for h in deal.hands if h.win is None and h.concealed}

    def worth(seat: Seat) -> tuple[Value, ...]:
        return tuple(w.discard.value for w in ready.get(seat, ()) if isinstance(w.discard, Score))

    table = rules.filled_table(deal.table)
    values = {s.hand.seat: s.value for s in scores}
    fans = {s.hand.seat: s.counted for s in scores}
    dealt = Dealt(deal, values, fans, worth, rules.chosen, table)
    beside = tuple(rules.side(dealt)) if rules.side else ()
    paid = (*beside, *(t for s in scores for t in s.due or ()))
    paid = tuple(rules.limit(paid, table)) if rules.limit else paid
    after = rules.next_dealer(dealt) if rules.next_dealer else None
    return Settlement(rules, deal, scores, ready, paid, after)


def _cut_off(rules: RuleSet, deal: Deal) -> Deal:
    """The deal with the biggest hand on each discard alone; of equals the next to play 截胡."""
    worth = {hand.seat: _won(rules, hand, deal).value[:2] for hand in deal.winners}
    return replace(deal, waves=tuple((max(wave, key=lambda seat: worth[seat]),) for wave in deal.waves))


def _won(rules: RuleSet, hand: Hand, deal: Deal) -> Score:
    """The score of a winner, which must be a win that may be declared and that can be paid."""
    found = score(rules, hand, deal=deal)
    if isinstance(found, NotAWin):
        raise HandError(refusal.DOES_NOT_WIN, seat=hand.seat.name, reason=found.reason)
    if wrong := found.short or found.unsettled:
        raise HandError(refusal.WIN_WRONG, seat=hand.seat.name, reason=wrong)
    return found


def _checked(rules: RuleSet, deal: Deal) -> Deal:
    """The deal, each hand's table filled in. Raises `HandError` for what the rules do not allow."""
    if len(deal.waves) > 1 and not rules.goes_on:
        raise HandError(refusal.FIRST_WIN_ENDS, rules=rules.id)
    for wave in deal.waves:
        if len(wave) > rules.most_winners:
            about = {"n": len(wave), "most": rules.most_winners, "first": wave[0].name}
            raise HandError(refusal.MANY_WINNERS, rules=rules.id, **about)
        _check_robbed(rules, deal, wave)
    hands = (rules.check(h) if h.win or h.concealed else rules.check_open(h) for h in deal.hands)
    return replace(deal, hands=tuple(hands))


def _check_robbed(rules: RuleSet, deal: Deal, wave: tuple[Seat, ...]) -> None:
    """A concealed kong is robbed only where the rules know that."""
    win = cast(Win, cast(Hand, deal.hand(wave[0])).win)
    theirs = deal.hand(win.discarder) if win.discarder is not None else None
    if win.by is not By.ROBBED_KONG or theirs is None or rules.robs_concealed:
        return
    if added_to(theirs, win.tile.kind) is None:
        seat = wave[0].name
        raise HandError(refusal.ROBBED_CONCEALED, seat=seat, tile=win.tile, rules=rules.id)
