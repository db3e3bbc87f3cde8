"""The score of a hand, or what it waits for; the hand as JSON, or as a photo shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from paiyan.scorer.answering import answer as scored
from paiyan.scorer.messages.languages import Said, Words
from paiyan.service.answers.reading import look, weighed
from paiyan.service.answers.request import DEFAULT_RULES, Answer, HandRequest
from paiyan.service.answers.rule_catalogue import rules_of
from paiyan.service.answers.scorer_errors import ours
from paiyan.service.answers.situation import HandObject, with_reading
from paiyan.service.errors import BadHand, NothingToAnswer
from paiyan.service.messages.hands import DEAL_WAITS, WON_WAITS

_TAKEN = Words(
    "有的牌按最可能的牌计分，与读出来的不同（要按读出来的计分：--as-read）：{changes}",
    "scored with tiles other than as read, which make the likeliest hand that can be "
    "(--as-read scores what was read): {changes}",
    "読み取りと異なる、最も確からしい牌で計算しました（読み取りのまま計算：--as-read）：{changes}",
)


def score(asked: HandRequest, *, lang: str, explain: bool = False, as_read: bool = False) -> Answer:
    """The score of the hand, or its waits where it has no winning tile. Raises `PaiyanError`.

    With `explain`, the score says of each fan what it is and what it keeps out, and what was nearly there.
    Where the tiles as read make no hand, or none that wins, and a likelier one does, that one is scored:
    ``used`` is "proposal" then, and a warning says what was taken for what. Not so with `as_read`.
    """
    hand, seen = whole_hand(replace(asked, as_read=as_read), lang)
    with ours():
        found = scored.answer(hand, lang=lang, rules=DEFAULT_RULES, explain=explain)
    if seen.get("used") == "proposal":
        found["warnings"] = [*found.get("warnings", ()), taken(seen["read"]["proposal"]["changes"]).to(lang)]
    return found | seen


def waits(asked: HandRequest, *, lang: str) -> Answer:
    """The winning tiles of a waiting hand. Raises `PaiyanError`."""
    hand, seen = whole_hand(asked, lang)
    with ours():
        if "hands" in hand:
            raise BadHand(DEAL_WAITS)
        if hand.get("win"):
            raise BadHand(WON_WAITS)
        return scored.answer(hand, lang=lang, rules=DEFAULT_RULES) | seen


def whole_hand(asked: HandRequest, lang: str) -> tuple[HandObject, Answer]:
    """The whole hand, and what goes beside its score: the reading it came from and the hand it was made."""
    rules = rules_of(asked.hand)
    if asked.photo is None:
        return asked.hand, {}
    seen = look(asked, lang, rules=rules, won="won")
    hand, changes = hand_of(seen, asked.hand, as_read=asked.as_read)
    faces: dict[int, str] = {c["tile"]: c["instead"] for c in changes}
    seen = weighed(seen, hand, asked.hand, rules=rules.id, lang=lang, taken=faces)
    return hand, {"hand": hand, "used": "proposal" if changes else "reading", "read": seen}


def hand_of(seen: Answer, told: HandObject, *, as_read: bool = False) -> tuple[HandObject, Sequence[Answer]]:
    """Return the hand of a reading in the situation told, and the tiles changed to make it a possible hand.

    Unless `as_read`, the most probable legal hand stands in for tiles as read that make none. Raises
    `NothingToAnswer` if no tile was read.
    """
    if not seen["tiles"]:
        raise NothingToAnswer(seen["problems"][0])
    hand = with_reading(seen["hand"], told)
    proposal: Answer = seen["proposal"] or {}
    if proposal and not as_read and not _stands(hand):
        other = with_reading(proposal["hand"], told)
        if _stands(other):
            return other, proposal["changes"]
    return hand, ()


def _stands(hand: HandObject) -> bool:
    """Whether a hand can be: it wins, or it waits for its winning tile."""
    try:
        found = scored.answer(hand, rules=DEFAULT_RULES)
    except ValueError:
        return False
    return bool(found["win"]) if "win" in found else True


def taken(changes: Sequence[Answer]) -> Said:
    """Return the warning that tiles were scored as others than read."""
    return Said(_TAKEN, {"changes": "; ".join(f"{c['tile']}: {c['reason']}" for c in changes)})
