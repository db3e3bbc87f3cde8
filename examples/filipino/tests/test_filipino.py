"""The package's own tests: the examples of its house file, and the rule that the file cannot say."""

from __future__ import annotations

from pathlib import Path

import paiyan_filipino
from paiyan_filipino import FILIPINO

from paiyan.scorer.house.examples import prove
from paiyan.scorer.house.load import of_file
from paiyan.scorer.report.answer import answer
from paiyan.scorer.rulesets import add

HAND = {"concealed": "123m456m789p123p55s67s", "win": {"tile": "8s", "from": "S"}}


def test_the_examples_of_the_file() -> None:
    proof = prove(of_file(Path(paiyan_filipino.__file__).with_name("filipino.toml")))
    assert proof.examples >= 20
    assert (proof.failed, proof.unshown) == ((), ())


def test_thirteen_flowers_are_paid_by_all() -> None:
    add(FILIPINO)
    twelve = answer({**HAND, "rules": "filipino", "flowers": "112233445566z"})["payments"]
    assert twelve == {"E": 16, "S": -8, "W": -4, "N": -4}
    thirteen = answer({**HAND, "rules": "filipino", "flowers": "1122334455667z"})["payments"]
    assert thirteen == {"E": 19, "S": -9, "W": -5, "N": -5}


def test_a_deal_in_which_another_has_them() -> None:
    hands = [{"seat": "E", **HAND}, {"seat": "W", "flowers": "1122334455667z"}]
    settled = answer({"rules": "filipino", "hands": hands})
    assert settled["balances"] == {"E": 15, "S": -9, "W": -1, "N": -5}
