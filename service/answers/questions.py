"""What a reading asks, with what each answer would make of the hand; the most money is asked for first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paiyan.scorer.messages.languages import Words
from paiyan.service.answers.doubts import outcome_of, stake_of
from paiyan.service.answers.situation import HandObject, with_reading
from paiyan.service.corrections.applying import corrected
from paiyan.service.corrections.objects import Correction, parse_corrections
from paiyan.service.errors import BadCorrection, WrongUse

_SAME = Words("不影响结果", "changes nothing", "結果は変わらない")


def asked(
    read: Mapping[str, Any],
    told: HandObject,
    *,
    rules: str,
    lang: str,
    taken: Mapping[int, str] | None = None,
) -> list[dict[str, Any]]:
    """The questions of a reading with the `effect` of each choice and the `stake` of each question: the mean
    difference between two of its answers, as likely as they are, in the points that the player gets.

    `told` is the situation; some tiles may have been `taken` as others (tile of each index) already.
    """
    before = [{"do": "rename", "tile": at, "is": face} for at, face in (taken or {}).items()]
    weighed: list[dict[str, Any]] = []
    for question in read.get("questions", ()):
        effects = [
            {
                "share": choice["share"],
                **_after(read, told, [*before, *choice["corrections"]], rules=rules, lang=lang),
            }
            for choice in question["choices"]
        ]
        same = all(_worth(effect) == _worth(effects[0]) for effect in effects)
        choices = [
            {**choice, "effect": _SAME.to(lang) if same else effect["text"]}
            for choice, effect in zip(question["choices"], effects, strict=True)
        ]
        weighed.append({**question, "choices": choices, "stake": round(stake_of(effects), 2)})
    return sorted(weighed, key=lambda question: -question["stake"])


def _after(
    read: Mapping[str, Any],
    told: HandObject,
    corrections: Sequence[Mapping[str, Any]],
    *,
    rules: str,
    lang: str,
) -> dict[str, Any]:
    """What the hand comes to with an answer taken."""
    made: list[Correction] = parse_corrections(corrections)
    try:
        hand = with_reading(corrected(read, made, lang=lang)["hand"], told)
    except (BadCorrection, WrongUse) as wrong:
        return {"win": False, "text": wrong.to(lang)}
    if "win" in hand and not hand["win"].get("tile"):
        hand = {name: value for name, value in hand.items() if name != "win"}  # it waits
    return outcome_of(hand, rules, lang)


def _worth(effect: Mapping[str, Any]) -> tuple[Any, ...]:
    return effect["text"], effect.get("points"), effect.get("total")
