"""Report the reading of a photo, with the effect of its doubts on the score; and a camera's frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from paiyan.scorer.messages.languages import Translatable
from paiyan.scorer.tiles.notation import notation
from paiyan.service import recognition
from paiyan.service.answers.effects import Effects, doubt_report, most_at_stake, question_report
from paiyan.service.answers.report import (
    ChangeReport,
    HandObject,
    MeldReport,
    PictureReport,
    ProposalReport,
    ReadHand,
    ReadingReport,
    SeatReport,
    TileReport,
)
from paiyan.service.answers.rule_catalogue import rules_of
from paiyan.service.answers.situation import DEFAULT_RULES, HandRequest, with_reading
from paiyan.service.errors import WrongUse
from paiyan.service.messages.requests import NO_PICTURE
from paiyan.vision.decoding.corrections import NOWHERE, Rename

if TYPE_CHECKING:
    from paiyan.scorer.rules.rule_set import RuleSet
    from paiyan.vision.decoding.hand import Hand, ReadTile
    from paiyan.vision.decoding.proposal import Proposal, Won
    from paiyan.vision.guidance import Advice, Hint
    from paiyan.vision.reading import PlayerHand, Reading
    from paiyan.vision.structure.scene import SeatChoice as Seat


@dataclass(frozen=True)
class HintReport:
    """A way to hold a camera better: a stable code, and the sentence."""

    code: str
    text: Translatable


@dataclass(frozen=True)
class FrameReport:
    """A phone's report on a frame: `state` is moving, joining or steady; the photo is taken at `shoot`."""

    state: str
    hint: HintReport | None
    shoot: bool


def hint_report(hint: Hint) -> HintReport:
    return HintReport(hint.value, hint.text)


def frame_report(advice: Advice) -> FrameReport:
    """Report what a guide says of a frame."""
    moving = advice.hint is not None and advice.hint.value == "hold_still"  # the enum would load NumPy
    state = "steady" if advice.shoot else "moving" if moving else "joining"
    return FrameReport(state, advice.hint and hint_report(advice.hint), advice.shoot)


def read(request: HandRequest, *, won: Won = "unknown", seat: Seat = "nearest") -> ReadingReport:
    """Report what the photo shows; with `won`, what it most probably shows if the hand has won.

    `seat` says whose hand is meant where several lie there, E the player's at the picture's lower edge; with
    ``all``, `hands` holds every player's. Raises `PaiyanError`.
    """
    rules, names_rules = request.hand.get("rules"), request.hand.keys() & {"rules", "house"}
    seen = look(request, rules=rules_of(request.hand) if names_rules else None, won=won, seat=seat)
    return reading_report(seen, rules=str(rules or DEFAULT_RULES) if seen.tiles else None)


def look(
    request: HandRequest, *, rules: RuleSet | None = None, won: Won = "unknown", seat: Seat = "nearest"
) -> Reading:
    """Return the reading of the photo in a request. Raises `PaiyanError`."""
    if request.photo is None:
        raise WrongUse(NO_PICTURE)
    reading = recognition.read_picture(
        request.photo,
        reading_settings=request.reading_settings,
        rules=rules,
        situation=request.hand,
        won=won,
        seat=seat,
        more=request.more,
        burst=request.burst,
    )
    if request.drawn is not None:
        recognition.write_boxes(request.photo, reading, request.drawn)
    return reading


def reading_report(
    reading: Reading,
    *,
    rules: str | None = None,
    situation: HandObject | None = None,
    whole: HandObject | None = None,
    taken: Sequence[Rename] = (),
) -> ReadingReport:
    """Report a reading; under `rules`, with what its doubts and questions would change.

    `whole` is the hand that is scored in this `situation`, of which some tiles may have been
    `taken` as others.
    """
    effects = None
    if rules:
        situation = situation or {}
        whole = with_reading(reading.hand, situation) if whole is None else whole
        effects = Effects(reading.tiles, reading.hand, situation, whole, rules, tuple(taken))
    return ReadingReport(
        photo=reading.photo,
        size=reading.size,
        model=reading.model,
        tiles=tuple(map(tile_report, reading.tiles)),
        timings_ms={stage: round(ms, 1) for stage, ms in reading.timings_ms.items()},
        pictures=tuple(PictureReport(photo=p.photo, size=p.size, tiles=p.tiles) for p in reading.pictures)
        or None,
        seat=reading.seat,
        hands=tuple(_seat(one, rules) for one in reading.hands) or None,
        trace=reading.trace,
        **_about_hand(reading, effects),
    )


def _seat(player: PlayerHand, rules: str | None) -> SeatReport:
    read = player.reading
    effects = rules and Effects(read.tiles, read.hand, {}, with_reading(read.hand, {}), rules)
    return SeatReport(
        seat=player.seat,
        roles=tuple(t.role for t in read.tiles),
        groups=tuple(t.group for t in read.tiles),
        sideways=tuple(t.sideways for t in read.tiles),
        **_about_hand(read, effects or None),
    )


def _about_hand(read: Reading, effects: Effects | None) -> dict[str, Any]:
    """Report one hand, its doubts and questions with their effects if `effects` is given."""
    if effects:
        doubts, questions = effects.doubts(read.doubts), effects.questions(read.questions)
    else:
        doubts = tuple(map(doubt_report, read.doubts))
        questions = tuple(question_report(q, [""] * len(q.choices)) for q in read.questions)
    return {
        "reliable": read.reliable,
        "hand": hand_report(read.hand),
        "probability": round(read.probability, 3),
        "proposal": _proposal(read.proposal),
        "doubts": doubts,
        "questions": questions,
        "problems": read.problems,
        "question": most_at_stake(doubts),
    }


def tile_report(tile: ReadTile) -> TileReport:
    """Report a tile: its box in tenths of a pixel, None without one; probabilities to three places."""
    x1, y1, x2, y2 = tile.box
    return TileReport(
        tile=tile.tile.notation,
        box=None if tile.box == NOWHERE else (round(x1, 1), round(y1, 1), round(x2, 1), round(y2, 1)),
        confidence=round(tile.confidence, 3),
        alternatives=tuple((t.notation, round(p, 3)) for t, p in tile.alternatives),
        role=tile.role,
        group=tile.group,
        sideways=tile.sideways,
        corrected=tile.corrected or None,
    )


def hand_report(hand: Hand) -> ReadHand:
    """Report a hand, its tiles in notation; indices are those of the reading's tiles."""
    return ReadHand(
        concealed=notation(hand.concealed),
        winning=hand.winning and hand.winning.notation,
        winning_place=hand.winning_place,
        melds=tuple(
            MeldReport(
                type=meld.type,
                tiles=notation(meld.shown),
                side=meld.side,
                claimed=meld.claimed and meld.claimed.notation,
                group=meld.group,
            )
            for meld in hand.melds
        ),
        flowers=notation(hand.flowers),
        concealed_tiles=hand.held_at,
        flower_tiles=hand.flowers_at,
    )


def _proposal(proposal: Proposal | None) -> ProposalReport | None:
    return proposal and ProposalReport(
        hand=hand_report(proposal.hand),
        changes=tuple(
            ChangeReport(
                tile=c.tile,
                read=c.read.notation,
                instead=c.instead.notation,
                why=c.why,
                reason=c.reason,
            )
            for c in proposal.changes
        ),
        probability=round(proposal.probability, 3),
        won=proposal.won,
    )
