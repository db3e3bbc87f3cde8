"""Score a hand with each answer to the doubts about its reading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from itertools import combinations
from typing import Any, NamedTuple

from paiyan.scorer.messages.languages import Joined, Message, Text, Words
from paiyan.scorer.report.values import DealReport, NoWinReport, WaitsReport
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import FLOWER, RED, Tile
from paiyan.service.answers.report import (
    AnswerPart,
    ChoiceReport,
    DoubtReport,
    Effect,
    HandObject,
    Outcome,
    QuestionReport,
    TileQuestion,
)
from paiyan.service.answers.situation import with_reading
from paiyan.service.errors import PaiyanError, WrongUse
from paiyan.vision.decoding.corrections import Correction, Laid, Rename
from paiyan.vision.decoding.hand import Hand, ReadTile
from paiyan.vision.decoding.questions import Doubt, Question
from paiyan.vision.errors import CorrectionError


def correction_json(correction: Correction) -> Mapping[str, Any]:
    """Return the JSON object of a correction, without what it leaves open."""
    found: dict[str, Any] = {"do": type(correction).__name__.lower()}
    for field in fields(correction):
        value: object = getattr(correction, field.name)
        if value is not None:
            plain = value.notation if isinstance(value, Tile) else value
            found[_JSON_NAMES.get(field.name, field.name)] = plain
    return found


_JSON_NAMES = {"face": "is", "source": "from"}


_NO_HAND = Words("不成一手牌", "not a hand", "手牌にならない")
_NO_WIN = Words("未和", "no win", "和了ならず")
_NO_WAIT = Words("不听牌", "waits for nothing", "聴牌せず")
_WAITS = Words("听 {tiles}", "waits for {tiles}", "待ち {tiles}")
_WORTH = Words("{total} {unit}", "{total} {unit}", "{total} {unit}")
_EFFECT = Words("{tile}: {outcome}", "{tile}: {outcome}", "{tile}: {outcome}")
_ASK = Words("第 {tile} 号牌是 {faces}？", "Tile {tile}: is it {faces}?", "牌 {tile} は {faces} ですか？")
_OR = Words("{one} 还是 {other}", "{one} or {other}", "{one} と {other}")
_ALIKE = Words(
    "哪张花牌都一样：{outcome}", "whichever flower it is: {outcome}", "どの花牌でも同じ：{outcome}"
)
_SAME = Words("不影响结果", "changes nothing", "結果は変わらない")
_LEAST_SHARE = 0.02


class Effects(NamedTuple):
    """A reading, and the situation in which the answers to its doubts are scored.

    `whole` is the hand object that is scored, `taken` the corrections that were made for it already.
    """

    tiles: tuple[ReadTile, ...]
    hand: Hand
    situation: HandObject
    whole: HandObject
    rules: str
    taken: tuple[Rename, ...] = ()

    @property
    def laid(self) -> Laid:
        """The tiles with the corrections made."""
        laid = Laid.of(self.tiles, self.hand)
        for correction in self.taken:
            laid = correction.apply(laid)
        return laid

    def doubts(self, doubts: Sequence[Doubt]) -> tuple[DoubtReport, ...]:
        """Weigh the doubtful tiles: what each tile would make of the score and of the player's payments.

        Where all of them come to the same, as flowers do that only count, the effect says so.
        """
        laid = self.laid
        return tuple(self._doubt(doubt, laid) for doubt in doubts)

    def _doubt(self, doubt: Doubt, laid: Laid) -> DoubtReport:
        tile = laid.at(doubt.tile)
        flower = tile.role == "flower"
        others = self._possible_flowers(doubt.instead, tile.tile) if flower else doubt.instead
        about = doubt_report(doubt)
        if not tile.own or not others:
            return about
        shares = dict(zip((doubt.read, *doubt.instead), about.shares, strict=False))
        effects = tuple(
            Effect(
                tile=face.notation, share=shares.get(face, 0.0), outcome=self._with(laid, doubt.tile, face)
            )
            for face in (doubt.read, *others)
        )
        first = effects[0].outcome
        if flower and all(e.outcome == first for e in effects):
            effect: Text = Message(_ALIKE, {"outcome": first.text})
        else:
            effect = Joined(
                tuple(Message(_EFFECT, {"tile": e.tile, "outcome": e.outcome.text}) for e in effects)
            )
        return replace(about, effect=effect, effects=effects)

    def _possible_flowers(self, instead: Sequence[Tile], now: Tile) -> list[Tile]:
        """Return the flowers that one may be: there is one of each, and the others lie there already."""
        there = {*parse(self.whole.get("flowers") or "")} - {now}
        return [face for face in instead if FLOWER <= face.code < RED and face not in there]

    def _with(self, laid: Laid, index: int, face: Tile) -> Outcome:
        """Return what the hand comes to if a tile is this one."""
        if laid.at(index).tile == face:
            return outcome_of(self.whole, self.rules)
        try:
            hand = with_reading(Rename(index, face).apply(laid).hand, self.situation)
        except (CorrectionError, WrongUse):
            return Outcome(win=False, text=_NO_HAND)
        return outcome_of(hand, self.rules)

    def questions(self, questions: Sequence[Question]) -> tuple[QuestionReport, ...]:
        """Weigh the questions of a reading: what each answer comes to; most of what is at stake first."""
        laid = self.laid
        weighed = [self._question(question, laid) for question in questions]
        return tuple(sorted(weighed, key=lambda question: -(question.stake or 0)))

    def _question(self, question: Question, laid: Laid) -> QuestionReport:
        shares = [round(choice.share, 3) for choice in question.choices]
        outcomes = [self._after(laid, choice.corrections) for choice in question.choices]
        same = all(_worth(one) == _worth(outcomes[0]) for one in outcomes)
        effects = [_SAME if same else one.text for one in outcomes]
        return question_report(question, effects, stake=round(stake_of(shares, outcomes), 2))

    def _after(self, laid: Laid, corrections: Sequence[Correction]) -> Outcome:
        """Return what the hand comes to with an answer taken."""
        try:
            for correction in corrections:
                laid = correction.apply(laid)
            hand = with_reading(laid.hand, self.situation)
        except (CorrectionError, PaiyanError) as wrong:
            return Outcome(win=False, text=wrong.message)
        won: Mapping[str, Any] | None = hand.get("win")
        if won is not None and not won.get("tile"):
            hand = {name: value for name, value in hand.items() if name != "win"}  # it waits
        return outcome_of(hand, self.rules)


def doubt_report(doubt: Doubt) -> DoubtReport:
    """Report a doubtful tile, without what it would change."""
    return DoubtReport(
        tile=doubt.tile,
        read=doubt.read.notation,
        instead=tuple(t.notation for t in doubt.instead),
        why=doubt.why,
        shares=tuple(round(share, 3) for share in doubt.shares),
        effect="",
    )


def question_report(
    question: Question, effects: Sequence[Text], *, stake: float | None = None
) -> QuestionReport:
    """Report a question with the effect of each answer."""
    return QuestionReport(
        about=question.about,
        code=question.code,
        tiles=question.tiles,
        ask=question.ask,
        choices=tuple(
            ChoiceReport(
                says=choice.says,
                effect=effect,
                share=round(choice.share, 3),
                corrections=tuple(map(correction_json, choice.corrections)),
                parts=tuple(AnswerPart(tiles=tiles, part=part) for tiles, part in choice.answer)
                if isinstance(choice.answer, tuple)
                else None,
            )
            for choice, effect in zip(question.choices, effects, strict=True)
        ),
        stake=stake,
    )


def most_at_stake(doubts: Sequence[DoubtReport]) -> TileQuestion | None:
    """Return the one question that settles most: about the tile on which most is expected to hang.

    What hangs on a doubt is the mean difference between two of its outcomes, as likely as they are, in the
    points that the player gets (or the total, where nobody pays). None if nothing hangs on any.
    """
    staked = [
        (stake_of([e.share for e in d.effects], [e.outcome for e in d.effects]), d.tile, d.effects)
        for d in doubts
        if d.effects
    ]
    stake, tile, effects = max(staked, key=lambda entry: entry[0], default=(0.0, -1, ()))
    if stake <= 0:
        return None
    first, *rest = (e.tile for e in effects)
    faces: Text = first
    for other in rest:
        faces = Message(_OR, {"one": faces, "other": other})
    return TileQuestion(
        tile=tile,
        ask=Message(_ASK, {"tile": tile, "faces": faces}),
        between=(first, *rest),
        stake=round(stake, 2),
    )


def stake_of(shares: Sequence[float], outcomes: Sequence[Outcome]) -> float:
    """Return the mean difference between two of some outcomes, as likely as they are, in points."""
    likely = [max(share, _LEAST_SHARE) for share in shares]
    whole = sum(likely)
    worth = [_points(outcome) for outcome in outcomes]
    return sum(
        2 * likely[i] * likely[j] / whole**2 * abs(worth[i] - worth[j])
        for i, j in combinations(range(len(likely)), 2)
    )


def _points(outcome: Outcome) -> float:
    """Return what an outcome is worth to the player; of a waiting hand, its number of winning tiles."""
    if outcome.points is not None:
        return float(outcome.points)
    return float(outcome.total or len(outcome.waits or ()))


def _worth(outcome: Outcome) -> tuple[Any, ...]:
    return outcome.text, outcome.points, outcome.total


def outcome_of(hand: HandObject, rules: str) -> Outcome:
    """Return what a hand comes to: its total and what the player gets, or what it waits for."""
    from paiyan.scorer.report.answer import report_of  # a reading without doubts needs no scorer
    from paiyan.scorer.report.build import unit_name

    try:
        found = report_of(hand, rules=rules)
    except ValueError:
        return Outcome(win=False, text=_NO_HAND)
    if isinstance(found, WaitsReport):
        waits = tuple(w.tile for w in found.waits)
        text = Message(_WAITS, {"tiles": " ".join(waits)}) if waits else _NO_WAIT
        return Outcome(win=False, waits=waits, text=text)
    if isinstance(found, NoWinReport):
        return Outcome(win=False, total=0, points=0, text=_NO_WIN)
    assert not isinstance(found, DealReport), "a reading is of one hand"
    total, unit = found.won.total, found.won.unit
    return Outcome(
        win=True,
        total=total,
        unit=unit,
        points=found.paid.payments.get(hand.get("seat", "E")),
        text=Message(_WORTH, {"total": total, "unit": unit_name(unit)}),
    )
