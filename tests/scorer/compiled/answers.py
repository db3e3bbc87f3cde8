"""Answers to made-up requests of every rule set, a line each: what both forms of the scorer must give alike.

``python answers.py < requests.jsonl`` prints first whether the scorer is compiled; `requests` makes them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

Json = dict[str, Any]


def requests(seed: int, times: int) -> Iterator[Json]:
    """Hands and deals of every rule set, each hand won and waiting too, and some with a mistake in them."""
    from paiyan.scorer.rulesets import rule_sets
    from tests.scorer.every_rule_set.random_deals import alone, dealt

    random = Random(seed)
    for rules in rule_sets():
        for _ in range(times):
            deal = dealt(random, rules)
            hand = {"rules": rules.id, **alone(deal)}
            waiting = {name: value for name, value in hand.items() if name != "win"}
            yield from ({"rules": rules.id, **deal}, hand, waiting, _spoiled(random, hand))


def _spoiled(random: Random, hand: Json) -> Json:
    """The hand with one tile more, one less, or another; or with a field that it should not have."""
    held = str(hand.get("concealed", ""))
    at = random.randrange(len(held) + 1)
    changed = held[:at] + random.choice("123456789mpszf0x-") + held[at + random.randrange(2) :]
    odd: Json = random.choice(
        ({"concealed": changed}, {"concealed": changed}, {"seat": "Q"}, {"wild": "5p"}, {"indicator": "9s"})
    )
    return {**hand, **odd}


def main() -> None:
    from paiyan.scorer.caching import is_compiled
    from paiyan.scorer.errors import TranslatedError
    from paiyan.scorer.report.answer import answer

    print("compiled" if is_compiled() else "plain")
    for line in sys.stdin:
        try:
            said: object = answer(json.loads(line), lang="zh", explain=True)
        except TranslatedError as no:
            said = [type(no).__name__, *(no.to(lang) for lang in ("en", "zh", "ja"))]
        print(json.dumps(said, ensure_ascii=False))


if __name__ == "__main__":
    main()
