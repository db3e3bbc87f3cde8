"""Settle a whole deal 结算: the wins, the payments besides them, and the next dealer.

The rule set defines the payments; here the hands are scored, the deal is checked against the rule set, and
its transfers are collected in the order of play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from paiyan.scorer.errors import HandError
from paiyan.scorer.fans.counting import Value
from paiyan.scorer.fans.fan import Priced
from paiyan.scorer.hand.hand import By, Deal, Hand, Win, added_to
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages import deal as refusal
from paiyan.scorer.messages.languages import Message, Sentence, Words
from paiyan.scorer.rules import open_tiles
from paiyan.scorer.rules.checks import check_hand, check_open_hand
from paiyan.scorer.rules.payments import Dealt, Pool, Settling, Transfer, balances
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.scoring.results import NotAWin, Score, Wait
from paiyan.scorer.scoring.score import Completed, score_checked, waits
from paiyan.scorer.settling.inferred_fields import derived

Scoring = Callable[[RuleSet, Hand], Score]
Paid = tuple[Transfer | Sentence, ...]  # payments, and warnings about those that depend on unknown facts


@dataclass(frozen=True, repr=False)
class Settlement:
    """A settled deal.

    `scores` are those of the winners, in the order they won, and `of_win` the payments of each win. `ready`
    holds the waits of every known hand that had not won; empty if it was not ready. `next_dealer` is None if
    the rule set does not say. `unsettled` says what is missing if all payments depend on it; there are none
    then. `warnings` say which smaller payments were left out because facts are missing.
    """

    rules: RuleSet
    deal: Deal
    scores: tuple[Score, ...]
    ready: dict[Seat, tuple[Wait, ...]]
    transfers: tuple[Transfer, ...]
    next_dealer: Seat | None
    of_win: dict[Seat, tuple[Transfer, ...]]
    unsettled: Sentence | None = None
    warnings: tuple[Sentence, ...] = ()

    def __repr__(self) -> str:
        won = ", ".join(f"{s.hand.seat.name} wins {s.total} {s.rules.counted_by.unit}" for s in self.scores)
        return f"Settlement({self.rules.id}: {won or 'drawn'}, balances={self.balances})"

    @property
    def score(self) -> Score:
        """Return the score of the only winner. Raises `ValueError` if nobody won, or several did."""
        if len(self.scores) != 1:
            raise ValueError(f"this deal has {len(self.scores)} winners: look at its scores")
        return self.scores[0]

    @property
    def total(self) -> int:
        """Return the worth of the only winner's hand, in the rule set's unit. Raises as `score` does."""
        return self.score.total

    @property
    def fans(self) -> tuple[Priced, ...]:
        """Return the fans that count for the only winner, one for each time. Raises as `score` does."""
        return self.score.fans

    @property
    def balances(self) -> dict[Seat, int]:
        """Return what each of the four seats gains or loses; all zeros if nothing is settled."""
        return balances(self.transfers)

    @property
    def lacks_discarder(self) -> bool:
        """True if the discarder of a winning tile is unknown; nothing is settled then."""
        return isinstance(self.unsettled, Message) and self.unsettled.words == refusal.NO_DISCARDER

    @property
    def counted(self) -> bool:
        """True if this deal counts in the row of those that its dealer has dealt 连庄."""
        excluded = self.rules.carried_on.excluded_from_streak
        return excluded is None or not excluded(self.deal, self.rules.filled_table(self.deal.table))

    @property
    def on_table(self) -> int:
        """Return the points that this deal laid on the table 供託, or took from it (negative)."""
        laid = sum(t.points for t in self.transfers if t.payee is Pool.TABLE)
        return laid - sum(t.points for t in self.transfers if t.payer is Pool.TABLE)


def settle(rules: RuleSet, deal: Deal, scorers: Mapping[Seat, Scoring] | None = None) -> Settlement:
    """Settle all payments of the deal under these rules.

    `scorers` score the winners whose tiles are not known. Raises `HandError` for a deal that the rules do not
    allow, or if a declared win is not a winning hand.
    """
    scorers = scorers or {}
    deal = _of_the_deal(rules, deal)
    if rules.carried_on.aborts:
        deal = rules.carried_on.aborts(deal)
    deal = _checked(rules, derived(rules, deal), scorers)
    scores = {hand.seat: scorers.get(hand.seat, score_winner)(rules, hand) for hand in deal.winners}
    deal, warnings = apply_head_bump(rules, scores, deal, scorers)
    made = _settled(rules, deal, tuple(scores[hand.seat] for hand in deal.winners))
    return replace(made, warnings=(*warnings, *made.warnings))


def settle_hand(rules: RuleSet, hand: Hand) -> Settlement | Score | NotAWin:
    """Settle a won hand as a deal of its own; return its score if it may not be declared, or why it does not
    win.

    Raises `HandError` as `settle` does.
    """
    deal = _checked(rules, derived(rules, _of_the_deal(rules, Deal.of(hand))))
    found = score_checked(rules, deal.hands[0])
    legal = isinstance(found, Score) and found.legal
    return _settled(rules, deal, (found,)) if isinstance(found, Score) and legal else found


class Completion:
    """A waiting hand with the tile that completes it, settled for each way in which that tile may come."""

    def __init__(self, rules: RuleSet, hand: Hand) -> None:
        self._rules = rules
        self._hand = hand
        self._completed = Completed(rules)

    def settled(self, win: Win) -> Settlement | None:
        """Settle the hand won like this, on the same tile each time; None if that may not be declared.

        Raises `HandError` as `settle` does.
        """
        rules = self._rules
        deal = _checked(rules, derived(rules, _of_the_deal(rules, Deal.of(self._hand.won_on(win)))))
        found = self._completed.score(deal.hands[0])
        return None if found is None else _settled(rules, deal, (found,))


def settle_score(score: Score) -> Settlement:
    """Settle as `settle_hand` does, for a hand that was scored already and may be declared."""
    return _settled(score.rules, _of_the_deal(score.rules, Deal.of(score.hand)), (score,))


def _of_the_deal(rules: RuleSet, deal: Deal) -> Deal:
    """Return the deal with only the fields that concern all four players in its table.

    Raises `HandError` for a field about one player that no hand has.
    """
    of_hand = {s.id for s in rules.agreed_on.table if s.of_hand}
    if odd := sorted(of_hand & deal.given_fields):
        raise HandError(refusal.OF_A_HAND, field=odd[0])
    if of_hand.isdisjoint(deal.table):
        return deal
    table = {name: value for name, value in deal.table.items() if name not in of_hand}
    return replace(deal, table=table)


def _settled(rules: RuleSet, deal: Deal, scores: tuple[Score, ...]) -> Settlement:
    ready = {h.seat: waits(rules, h) for h in deal.hands if h.win is None and h.concealed}

    def worth(seat: Seat) -> tuple[Value, ...]:
        return tuple(w.discard.value for w in ready.get(seat, ()) if isinstance(w.discard, Score))

    table = rules.filled_table(deal.table)
    _check_declared(rules, deal, table, ready)
    values = {s.hand.seat: s.value for s in scores}
    fans = {s.hand.seat: s.counted for s in scores}
    dealt = Dealt(deal, values, fans, worth, rules.agreed_on.selected, table)
    after = rules.carried_on.next_dealer(dealt) if rules.carried_on.next_dealer else None
    due: dict[Seat, Paid] = {}
    for s in scores:
        paid = payment_for(rules, s, deal)
        if isinstance(paid, (Words, Message)):
            return Settlement(rules, deal, scores, ready, (), after, {}, paid)
        due[s.hand.seat] = paid
    side_payments = tuple(rules.paid_by.side(dealt)) if rules.paid_by.side else ()
    every = (*side_payments, *(t for paid in due.values() for t in paid))

    def limited(payments: Paid) -> tuple[Transfer, ...]:
        paid = [t for t in payments if isinstance(t, Transfer)]
        return tuple(rules.paid_by.limit(paid, table) if rules.paid_by.limit else paid)

    of_win = {seat: limited(paid) for seat, paid in due.items()}
    return Settlement(rules, deal, scores, ready, limited(every), after, of_win, None, _warnings(every))


def _check_declared(
    rules: RuleSet, deal: Deal, table: Mapping[str, Any], ready: Mapping[Seat, tuple[Wait, ...]]
) -> None:
    """Refuse a hand that declared ready and waits for nothing, unless a fault ended the deal.

    Raises `HandError`.
    """
    excluded = rules.carried_on.excluded_from_streak
    if excluded is not None and excluded(deal, table):
        return
    for seat, waited in ready.items():
        if not waited:
            check_undeclared(rules, cast(Hand, deal.hand(seat)), table)


def check_undeclared(rules: RuleSet, hand: Hand, table: Mapping[str, Any]) -> None:
    """Refuse a declaration of a hand that waits for nothing. Raises `HandError`."""
    for setting in rules.agreed_on.declaring:
        own = setting.of_hand or setting.id.endswith(f"_{hand.seat.name}")
        if own and (hand.table if setting.of_hand else table)[setting.id] in setting.declares:
            raise HandError(refusal.NOT_READY, seat=hand.seat.name, field=setting.id)


def _warnings(paid: Paid) -> tuple[Sentence, ...]:
    """Return the sentences among the payments, each once."""
    warnings: list[Sentence] = []
    for item in paid:
        if not isinstance(item, Transfer) and item not in warnings:
            warnings.append(item)
    return tuple(warnings)


def payment_for(rules: RuleSet, s: Score, deal: Deal) -> Paid | Sentence:
    """Return the payments of one win, or a sentence about what is missing."""
    hand, win = s.hand, cast(Win, s.hand.win)
    if not win.self_drawn and win.discarder is None:
        return Message(refusal.NO_DISCARDER, {"seat": hand.seat.name})
    paid = rules.paid_by.pay(
        Settling(hand, win, s.value, s.counted, rules.agreed_on.selected, hand.table, deal)
    )
    return paid if isinstance(paid, (Words, Message)) else tuple(paid)


def apply_head_bump(
    rules: RuleSet, scores: Mapping[Seat, Score], deal: Deal, scorers: Mapping[Seat, Scoring]
) -> tuple[Deal, list[Sentence]]:
    """Return the deal with the wins that count on each tile 截胡, and warnings about the others.

    Only the hand that goes first wins if the rules say which; else the next to play come first.
    """
    goes_first, most = rules.won_by.goes_first, rules.won_by.most_winners
    waves: list[tuple[Seat, ...]] = []
    warnings: list[Sentence] = []
    for wave in deal.waves:
        kept = wave[:most]
        if goes_first is not None:
            worth = {seat: goes_first(scores[seat].counted) for seat in wave}
            kept = (max(wave, key=lambda seat: worth[seat]),)
        waves.append(kept)
        if lost := [seat.name for seat in wave if seat not in kept]:
            first = [seat.name for seat in kept]
            tile = next(
                (cast(Win, scores[s].hand.win).tile for s in wave if s not in scorers), refusal.THIS_TILE
            )
            warnings.append(Message(refusal.CUT_OFF, {"first": first, "lost": lost, "tile": tile}))
    won = {seat for wave in waves for seat in wave}
    hands = tuple(hand if hand.seat in won else replace(hand, win=None) for hand in deal.hands)
    return replace(deal, hands=hands, waves=tuple(waves)), warnings


def score_winner(rules: RuleSet, hand: Hand) -> Score:
    """Return the score of a winner. Raises `HandError` if it is not a win that may be declared."""
    found = score_checked(rules, hand)
    if isinstance(found, NotAWin):
        raise HandError(refusal.DOES_NOT_WIN, seat=hand.seat.name, reason=found.reason)
    if found.short:
        raise HandError(refusal.WIN_WRONG, seat=hand.seat.name, reason=found.short)
    return found


def _checked(rules: RuleSet, deal: Deal, scorers: Mapping[Seat, Scoring] | None = None) -> Deal:
    """Return the deal with each hand's table filled in. Raises `HandError` if the rules forbid it."""
    if len(deal.waves) > 1 and not rules.carried_on.goes_on:
        raise HandError(refusal.FIRST_WIN_ENDS, rules=rules.words)
    for wave in deal.waves:
        _check_robbed(rules, deal, wave)

    def checked(hand: Hand) -> Hand:
        if scorers and hand.seat in scorers:  # of which no tile is known: not the one that it won on either
            return replace(check_open_hand(rules, replace(hand, win=None)), win=hand.win)
        return check_hand(rules, hand) if hand.win or hand.concealed else check_open_hand(rules, hand)

    some = (checked(h) for h in deal.hands)
    hands = tuple(some)
    table = rules.filled_table(deal.table)
    open_tiles.check(rules, hands, table)
    _check_indicators(rules, hands, table)
    return replace(deal, hands=hands)


def _check_indicators(rules: RuleSet, hands: Sequence[Hand], table: Mapping[str, Any]) -> None:
    """Raise `HandError` for more open indicators than the kongs of all four seats have turned."""
    field = rules.won_by.indicators
    if not field or len(hands) < len(Seat) or not all(h.melds or h.concealed for h in hands):
        return  # the hands that are unknown may have the kongs
    kongs = sum(sum(meld.is_kong for meld in h.melds) + (h.stated_kong is not None) for h in hands)
    if (shown := len(table[field])) > kongs + 1:
        raise HandError(refusal.INDICATORS_WITHOUT_KONGS, told=shown, kongs=kongs, most=kongs + 1)


def _check_robbed(rules: RuleSet, deal: Deal, wave: tuple[Seat, ...]) -> None:
    """Raise `HandError` if a hand robs a concealed kong and the rules forbid it."""
    win = cast(Win, cast(Hand, deal.hand(wave[0])).win)
    discarder_hand = deal.hand(win.discarder) if win.discarder is not None else None
    if win.by is not By.ROBBED_KONG or discarder_hand is None or added_to(discarder_hand, win.tile.kind):
        return
    may = rules.won_by.robs_concealed
    for seat in wave:
        if may is None or not may(cast(Hand, deal.hand(seat))):
            raise HandError(refusal.ROBBED_CONCEALED, seat=seat.name, tile=win.tile, rules=rules.words)
