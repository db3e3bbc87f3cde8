"""Whole deals with what they pay, as JSON objects, held against a rule set to the last point.

===============  ============================================================================
``about``        what the deal shows, in one line
``deal``         the deal as the interface takes it, without ``rules``
``balances``     what the seats, and who bets outside, gain and lose; who gains or loses nothing is left out
``transfers``    every payment in its order: from, to, points, reason in Chinese (optional)
``next_dealer``  who deals next (optional)
``warned``       words of a warning, in Chinese, that the answer gives (optional)
``refused``      instead of balances: words of the sentence by which the deal is refused
===============  ============================================================================
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

from paiyan.scorer.answering.answer import answer
from paiyan.scorer.errors import HandError

Json = dict[str, Any]
FIELDS = {"about", "deal", "balances", "transfers", "next_dealer", "warned", "refused"}


def deals_of(path: Path) -> list[Json]:
    """The deals of a file. Raises `ValueError` where it is no list of them."""
    content: Any = json.loads(path.read_text("utf-8"))
    if not isinstance(content, list) or not all(
        isinstance(one, dict) for one in cast("list[object]", content)
    ):
        raise ValueError("it is a list of deals, each an object")
    deals = cast("list[Json]", content)
    for one in deals:
        if odd := sorted({"about", "deal"} - set(one)):
            raise ValueError(f"a deal without {odd[0]}")
        if not one.keys() & {"balances", "refused"}:
            raise ValueError("a deal without balances, and not refused")
        if odd := sorted(set(one) - FIELDS):
            raise ValueError(f"{odd[0]} is no field of a deal: there are {', '.join(sorted(FIELDS))}")
    return deals


def check(rules: str, test: Json) -> list[str]:
    """What the rule set of that id answers otherwise than the deal says."""
    deal = {"rules": rules, **test["deal"]}
    try:
        got = answer(deal, lang="zh")
    except HandError as no:
        same = "refused" in test and test["refused"] in str(no)
        return [] if same else [f"it is refused: {no}"]
    if "refused" in test:
        return ["it is not refused"]
    paid = {seat: n for seat, n in got["payments"].items() if n}
    paid |= {who: n for who, n in got.get("outside", {}).items() if n}
    payments = [[t["from"], t["to"], t["points"], t["reason"]] for t in got["transfers"]]
    found = [
        ("balances", paid, {seat: n for seat, n in test.get("balances", {}).items() if n}),
        ("payments", got["payments"], got["balances"]),
        ("transfers", payments, test.get("transfers", payments)),
        ("next_dealer", got["next_dealer"], test.get("next_dealer", got["next_dealer"])),
    ]
    wrong = [f"{name}: {is_}, not {expected}" for name, is_, expected in found if is_ != expected]
    if test.get("warned", "") not in (warned := " ".join(got["warnings"])):
        wrong.append(f"it warns: {warned or 'nothing'}")
    return wrong
