"""The score of a hand, or what it waits for; the hand as JSON, or as a photo shows it."""

from __future__ import annotations

from dataclasses import replace

from paiyan.scorer.answering import answer as scored
from paiyan.scorer.messages.languages import Words
from paiyan.service.answers.reading import look, weighed
from paiyan.service.answers.request import DEFAULT_RULES, Answer, HandRequest
from paiyan.service.answers.rule_catalogue import rules_of
from paiyan.service.answers.scorer_errors import ours
from paiyan.service.answers.situation import HandObject, with_reading
from paiyan.service.errors import BadHand, NothingToAnswer
from paiyan.service.messages.hands import DEAL_WAITS, WON_WAITS

_TAKEN = Words(
    "有的牌按最可能的牌计分，与读出来的不同（要按读出来的计分：--as-read）：{0}",
    "scored with tiles other than as read, which make the likeliest hand that can be "
    "(--as-read scores what was read): {0}",
    "読み取りと異なる、最も確からしい牌で計算しました（読み取りのまま計算：--as-read）：{0}",
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
        found["warnings"] = [*found.get("warnings", ()), _taken(seen["read"]["proposal"], lang)]
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
    if not seen["tiles"]:
        raise NothingToAnswer(seen["problems"][0])
    hand, used = with_reading(seen["hand"], asked.hand), "reading"
    proposal: Answer = seen["proposal"] or {}
    if proposal and not asked.as_read and not _stands(hand):
        other = with_reading(proposal["hand"], asked.hand)
        if _stands(other):
            hand, used = other, "proposal"
    changes = proposal["changes"] if used == "proposal" else ()
    taken: dict[int, str] = {c["tile"]: c["instead"] for c in changes}
    seen = weighed(seen, hand, asked.hand, rules=rules.id, lang=lang, taken=taken)
    return hand, {"hand": hand, "used": used, "read": seen}


def _stands(hand: HandObject) -> bool:
    """Whether a hand can be: it wins, or it waits for its winning tile."""
    try:
        found = scored.answer(hand, rules=DEFAULT_RULES)
    except ValueError:
        return False
    return bool(found["win"]) if "win" in found else True


def _taken(proposal: Answer, lang: str) -> str:
    """Which tiles were taken for others."""
    changes = "; ".join(f"{c['tile']}: {c['reason']}" for c in proposal["changes"])
    return _TAKEN.to(lang).format(changes)
