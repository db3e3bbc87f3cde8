"""Entries of players, turned into events of a table.

No database and no clock: a phone that is offline runs the same code to show the table after entries that it
has not sent yet.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import cast

from paiyan.scorer.errors import HandError, TranslatedError
from paiyan.scorer.hand.worth import wins_in_words
from paiyan.scorer.messages.as_json import flat, from_json, named, to_json
from paiyan.scorer.report.answer import report_of, rules_of
from paiyan.scorer.report.values import DealReport
from paiyan.scorer.rules.between_deals import NextTable
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.service.errors import BadHand, WrongUse
from paiyan.service.ledger.session.state import (
    SEATS,
    Event,
    Four,
    Json,
    Kind,
    Renamed,
    Seated,
    Session,
)
from paiyan.service.ledger.session.terms import Terms
from paiyan.service.messages import tables as refusal


def rules_named(rules: str, house: str | None) -> Json:
    """Return the rules for a hand of a table: their id, or the text of the table's own house file."""
    return {"rules": rules} if house is None else {"house": house}


@dataclass(frozen=True)
class TableRow:
    """A table as it was opened, and what whoever asked for it may do."""

    id: str
    created: str
    name: str
    rules: str
    options: Json
    players: tuple[str, ...]
    may_write: bool
    house: str | None = None  # the text of its own house file, whose id is `rules`
    rewritten: int = 0  # how often names were deleted from it for good

    @property
    def by(self) -> Json:
        """Return the rules as a field of a hand: ``house`` if the table has its own file, else ``rules``."""
        return rules_named(self.rules, self.house)


FILLED = ("rules", "house", "options", "dealer", "round")
"""Fields of a deal that the ledger fills in: it knows them better than whoever sends the deal."""
MOST_PEOPLE = 10  # at one table in a session


@dataclass(frozen=True, kw_only=True)
class Penalty:
    """A fine 罚分 by the players' own rules: `points` from a seat to one other, or to each (None)."""

    seat: str
    points: int
    payee: str | None = named("to", default=None)


@dataclass(frozen=True, kw_only=True)
class Command:
    """The fields of every write. `key` is an idempotency key: a write counts once, however often it is sent.
    `version` is the last version that the sender saw (None: write in any case). `lang` is the language in
    which the answer is stored."""

    note: str = ""
    key: str = ""
    version: int | None = None
    lang: str = "en"


@dataclass(frozen=True, kw_only=True)
class RecordDeal(Command):
    """One thing that was played: a deal (or the hand that won it), points by seat, or a penalty.

    `people` are those who sat E, S, W and N by their numbers, and `round` the wind, as the sender saw them:
    what was written without a network is settled as it was played. None: as the table stands.
    """

    deal: Json | None = None
    points: Mapping[str, int] | None = None
    penalty: Penalty | None = None
    next_dealer: str | None = None
    people: Four | None = None
    round: str | None = None


@dataclass(frozen=True, kw_only=True)
class Undo(Command):
    """The last event that counts is taken back; it stays in the history."""


@dataclass(frozen=True, kw_only=True)
class Seats(Command):
    """The players from now on, by name in the order of play; a new name joins the table.

    With `dealer` (a place) or `round` the seats were drawn again and that place deals first. Without, dealer
    and wind stay.
    """

    players: tuple[str, str, str, str]
    dealer: int | None = None
    round: str | None = None


@dataclass(frozen=True, kw_only=True)
class Rename(Command):
    """Another name for somebody of this session."""

    player: str
    name: str


@dataclass(frozen=True, kw_only=True)
class NewTerms(Command):
    """Other starting points, uma or stakes."""

    terms: Terms = flat()


@dataclass(frozen=True, kw_only=True)
class NewGame(Command):
    """The game ends, with uma; `dealer` is the place that deals first in the next one."""

    dealer: int = 0


_PATHS: Mapping[str, type[Command]] = {
    "deals": RecordDeal,
    "undo": Undo,
    "seats": Seats,
    "names": Rename,
    "terms": NewTerms,
    "games": NewGame,
}
"""What is written at each path of a table."""


def command_from_json(path: str, body: Mapping[str, object]) -> Command:
    """Return what a body says that is sent to a path of a table. Raises `ValueError`."""
    return from_json(_PATHS["deals" if path == "replay" else path], body)


def event_of(table: TableRow, session: Session, sent: Command) -> Event:
    """Return the event that a command makes in a session. Raises `WrongUse`, `BadHand`."""
    if isinstance(sent, RecordDeal):
        return deal_event(table, session, as_it_was(session, sent), sent)
    about = Event(number=session.version + 1, kind=Kind.UNDO, note=sent.note)
    if isinstance(sent, Seats):
        return _seats(session, sent, about)
    if isinstance(sent, Rename):
        return _rename(session, sent, about)
    if isinstance(sent, NewTerms):
        return replace(about, kind=Kind.TERMS, given=to_json(_checked(sent.terms), sent.lang))
    if isinstance(sent, NewGame):
        return _game(session, sent, about)
    assert isinstance(sent, Undo)
    if not session.events:
        raise WrongUse(refusal.NOTHING_TO_UNDO)
    return replace(about, deal=session.events[-1].number)


def as_it_was(session: Session, sent: RecordDeal) -> Session:
    """Return the table with the dealer and the wind that the sender saw."""
    now = session
    if sent.people is not None:
        seats = session.seated_players
        places = [seats.index(who) if who in seats else -9 for who in sent.people]
        if any(place != (places[0] + n) % 4 for n, place in enumerate(places)):
            raise WrongUse(refusal.OTHERS_SIT, names=[session.names[who] for who in seats])
        now = replace(now, dealer=places[0])
    return replace(now, round=SEATS.index(sent.round)) if sent.round is not None else now


def deal_event(table: TableRow, session: Session, before: Session, sent: RecordDeal) -> Event:
    """Make the event of a deal that follows in a session; `before` is the table when it was played."""
    if sum(one is not None for one in (sent.deal, sent.points, sent.penalty)) != 1:
        raise WrongUse(refusal.DEAL_OR_POINTS)
    about = Event(
        number=session.version + 1, kind=Kind.POINTS, dealer=before.dealer, round=before.round, note=sent.note
    )
    if sent.points is not None:
        return replace(about, seats=_points(sent.points), next_dealer=sent.next_dealer or "E")
    if sent.penalty is not None:
        given = {"penalty": to_json(sent.penalty, sent.lang)}
        return replace(about, seats=_penalty(sent.penalty), given=given)
    given = _deal(table, dict(sent.deal or {}), before)
    try:
        found = report_of(given)
    except TranslatedError as wrong:
        raise BadHand(wrong) from wrong
    assert isinstance(found, DealReport)
    settled = found.settled
    paid = settled.paid.payments
    if not paid:  # the first warning says what is lacking
        raise BadHand(found.warnings[0])
    if (lies := before.on_table) + (moved := settled.on_table or 0) < 0:
        raise BadHand(refusal.TABLE_TAKEN, taken=-moved, lies=lies)
    return replace(
        about,
        kind=Kind.DEAL,
        seats=_by_place(paid),
        next_dealer=sent.next_dealer or next_dealer(settled.next_dealer, [w.seat for w in found.winners]),
        given={**{name: value for name, value in given.items() if name != "house"}, "rules": table.rules},
        answer=to_json(found, sent.lang),
    )


def next_dealer(chosen: str | None, winners: Collection[str]) -> str:
    """Return the next dealer if neither the rule set nor the players decide: the dealer again after winning
    or after a draw, else the next seat (house default)."""
    return chosen or ("E" if not winners or "E" in winners else "S")


def kept_of(table: TableRow, before: Session) -> NextTable:
    """Return the facts of the table that the session knows for a deal."""
    rules = rules_of(table.by).with_options(table.options)
    return (
        rules.carried_on.next_table_state(before.standing(rules.agreed_on.selected))
        if rules.carried_on.next_table_state
        else NextTable({})
    )


def named_once(names: tuple[str, ...]) -> None:
    """Raises `WrongUse` where two people would have one name."""
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise WrongUse(refusal.SAME_NAME, name=twice)


def _checked(sent: Terms) -> Terms:
    """Return terms with a target. Raises `WrongUse` for those that cannot be."""
    terms = replace(sent, target=sent.target or sent.start)
    if total := sum(terms.uma):
        raise WrongUse(refusal.UMA_SUM, total=total)
    if terms.target < terms.start:
        raise WrongUse(refusal.TARGET_BELOW, start=terms.start, target=terms.target)
    return terms


def check_options(rules: RuleSet, options: Json) -> None:
    """Raises `BadHand` for options that do not fit the rule set."""
    try:
        rules.with_options(options)
    except HandError as wrong:
        raise BadHand(wrong) from wrong


def _deal(table: TableRow, sent: Json, before: Session) -> Json:
    """The deal to settle: the winner's hand alone makes one, too; the ledger says rules, dealer and wind, and
    what of the table it keeps."""
    kept = kept_of(table, before)
    if kept.over:
        raise BadHand(kept.over)
    if odd := next((name for name in FILLED if name in sent), None):
        raise BadHand(refusal.KNOWN_TO_TABLE, field=odd)
    try:
        seats = {before.names[who]: before.seat(place) for place, who in enumerate(before.seated_players)}
        sent = dict(wins_in_words(sent, seats))
    except TranslatedError as wrong:
        raise BadHand(wrong) from wrong
    if "hands" not in sent:
        hand = {name: value for name, value in sent.items() if name not in ("wild", "indicator", "table")}
        shared: Json = {name: sent[name] for name in ("wild", "indicator", "table") if name in sent}
        if isinstance(facts := shared.get("table"), dict):
            rules = rules_of(table.by).with_options(table.options)
            shared["table"], hand["table"] = rules.parted_table(cast(Json, facts))
        sent = {"hands": [{"seat": "E", **hand}], **shared}
    facts_sent: object = sent.get("table") or {}
    if isinstance(facts_sent, dict):  # what is no object is refused with the deal
        own = cast(Json, facts_sent)
        if odd := next((name for name in kept.counted if name in own), None):
            raise BadHand(refusal.KNOWN_TO_TABLE, field=f"table.{odd}")
        sent = {**sent, "table": {**kept.table, **own}}
    about: Json = {**table.by, "options": table.options, "dealer": "E"}
    return {**sent, **about, "round": SEATS[before.round]}


def _points(points: Mapping[str, int]) -> Four:
    if odd := sorted(set(points) - set(SEATS)):
        raise WrongUse(refusal.POINTS_SEAT, seat=odd[0])
    four = _by_place(points)
    if total := sum(four):
        raise WrongUse(refusal.POINTS_SUM, total=total)
    return four


def _by_place(points: Mapping[str, int]) -> Four:
    east, south, west, north = (points.get(seat, 0) for seat in SEATS)
    return east, south, west, north


def _penalty(penalty: Penalty) -> Four:
    if penalty.payee == penalty.seat:
        raise WrongUse(refusal.OWN_PENALTY, seat=penalty.seat)
    others = [seat for seat in SEATS if seat != penalty.seat and penalty.payee in (None, seat)]
    each = dict.fromkeys(others, penalty.points)
    return _points({**each, penalty.seat: -penalty.points * len(others)})


def _seats(session: Session, sent: Seats, about: Event) -> Event:
    named_once(sent.players)
    joined = [name for name in sent.players if name not in session.names]
    everybody = (*session.names, *joined)
    if len(everybody) > MOST_PEOPLE:
        raise WrongUse(refusal.TOO_MANY_PEOPLE, most=MOST_PEOPLE)
    seated_players = [everybody.index(name) for name in sent.players]
    drawn = sent.dealer is not None or sent.round is not None
    first, second, third, fourth = seated_players
    seated = Seated(seated_players=(first, second, third, fourth), joined=tuple(joined), drawn=drawn)
    dealer = session.dealer if sent.dealer is None else sent.dealer
    round_ = session.round if sent.round is None else SEATS.index(sent.round)
    return replace(about, kind=Kind.SEATS, given=to_json(seated, sent.lang), dealer=dealer, round=round_)


def _rename(session: Session, sent: Rename, about: Event) -> Event:
    if sent.player not in session.names:
        raise WrongUse(refusal.NO_SUCH_PLAYER, name=sent.player, names=list(session.names))
    named_once((*(name for name in session.names if name != sent.player), sent.name))
    renamed = Renamed(person=session.names.index(sent.player), was=sent.player, name=sent.name)
    return replace(about, kind=Kind.RENAME, given=to_json(renamed, sent.lang))


def _game(session: Session, sent: NewGame, about: Event) -> Event:
    if not session.has_played:
        raise WrongUse(refusal.NO_GAME)
    return replace(about, kind=Kind.GAME, dealer=sent.dealer)
