"""A hand in one line of text, as the hands of the tests are written and the rule pages show them.

**Hand**, in any order, spaces free:

=============  ==========================================================================
``123m44z``    concealed tiles without the winning tile (any notation that the scorer reads)
``12f``        flowers, in the same notation (``5z`` too, where dragons are laid out as flowers);
               those that ``wild`` names are concealed tiles
``[123m]``     a chow or pung; ``[5555p]`` a claimed kong, ``[555+5p]`` an added kong 加杠
``(5555p)``    a concealed kong 暗杠; of unequal tiles, ``(1234z)`` ``(1m1p1s)``, a mixed one 旋风杠
``[123f]``     a set of different flowers, where they make sets 头牌; four of them are a kong
``[555p<]``    claimed from the left; ``^`` across, ``>`` right
``+5p``        the winning tile; a line without one is a waiting hand
=============  ==========================================================================

**Situation**, with the defaults of the interface (seat, round and dealer E, by discard):
``draw`` (self-draw), ``robbed`` (a kong robbed), ``robbed_flower``, ``from W`` (who discarded), ``seat S``,
``round W``, ``dealer N``, ``wild 5z``, ``indicator 4z``, any flag of a win (``last_tile``, ``last_of_kind``),
and ``name=value`` for an option or a field of the table, as the rule set names it (the value is JSON
without spaces, or a bare word).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from paiyan.scorer.errors import TileError, TranslatedError
from paiyan.scorer.hand.hand import Flag
from paiyan.scorer.hand.json_fields import nearest
from paiyan.scorer.hand.parse_hand import meld
from paiyan.scorer.messages import rules as refusal
from paiyan.scorer.messages.house import DID_YOU_MEAN, THERE_ARE
from paiyan.scorer.messages.languages import Message
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.tiles.notation import notation, parse
from paiyan.scorer.tiles.tile import FLOWER, RED, Tile

_FLAGS = {f.value for f in Flag}
_WAYS = {"draw": "self_draw", "robbed": "robbed_kong", "robbed_flower": "robbed_flower"}
_PLACED = ("seat", "round", "dealer", "wild", "indicator")


class HandTextError(TranslatedError, ValueError):
    """A word that stands in no hand."""


def hand_from_text(rules: RuleSet, text: str) -> dict[str, Any]:
    """Parse the line into the JSON object of a hand.

    Raises `HandTextError` for any other word, and as `parse` and `meld`.
    """
    hand: dict[str, Any] = {"concealed": "", "flowers": "", "melds": [], "options": {}, "table": {}}
    win: dict[str, Any] = {"by": "discard", "flags": []}
    held: list[Tile] = []
    words = iter(text.split())
    for word in words:
        if word[0] in "[(":
            hand["melds"].append(meld(word))
        elif word[0] == "+":
            win["tile"] = word[1:]
        elif word in _WAYS:
            win["by"] = _WAYS[word]
        elif word in _FLAGS:
            win["flags"].append(word)
        elif word == "from":
            win["from"] = _next(words, word)
        elif word in _PLACED:
            hand[word] = _next(words, word)
        elif "=" in word:
            name, _, value = word.partition("=")
            if name in _PLACED and name not in {s.id for s in rules.agreed_on.options}:
                raise HandTextError(refusal.NO_OPTION_WORD, word=word, name=name, value=value)
            of_table = name in {s.id for s in rules.agreed_on.table}
            hand["table" if of_table else "options"][name] = _json_or_word(value)
        else:
            held += _tiles(word)
    wild = parse(hand.get("wild", ""))
    flowers = {*range(FLOWER, RED), *rules.played_with.tiles.flowers}
    aside = {t for t in held if t.code in flowers and t not in wild}
    hand["concealed"] = notation(t for t in held if t not in aside)
    hand["flowers"] = notation(t for t in held if t in aside)
    return {**hand, "win": win} if "tile" in win else hand


def _tiles(word: str) -> list[Tile]:
    """Return the concealed tiles of a word. Raises `HandTextError` for a word that is no situation either."""
    try:
        return list(parse(word))
    except TileError:
        if not re.fullmatch("[a-z_]{3,}", word):
            raise
    known = [*_WAYS, "from", *_PLACED, *sorted(_FLAGS)]
    near = nearest(word, {name: name for name in known})
    hint = Message(DID_YOU_MEAN, {"near": near}) if near else Message(THERE_ARE, {"names": known})
    raise HandTextError(refusal.NO_WORD_OF_A_HAND, word=word, hint=hint)


def _next(words: Iterator[str], name: str) -> str:
    if (word := next(words, None)) is None:
        raise HandTextError(refusal.NOTHING_FOLLOWS, name=name)
    return word


def _json_or_word(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
