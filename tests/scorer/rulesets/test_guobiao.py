"""国标麻将: its own hands, seen as a whole."""

from __future__ import annotations

from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.scoring.results import Score
from tests.scorer.examples.test_hands import LINES, wins

GUOBIAO = rule_set("guobiao")
# In the list, but no arrangement holds both: the wait of a hand of single tiles is for no pair, and
# two runs 123 and two runs 789 are not seen as pairs at the same time.
NEVER_TOGETHER = {
    ("thirteen_orphans", "single_wait"),
    ("greater_honours_and_knitted_tiles", "single_wait"),
    ("lesser_honours_and_knitted_tiles", "single_wait"),
    ("pure_terminal_chows", "seven_pairs"),
}


def scores() -> list[Score]:
    return [won for line in LINES if line.rules == GUOBIAO.id and (won := wins(line))]


def test_there_are_81_fans_and_one_more() -> None:
    assert len(GUOBIAO.counted_by.fans) + 1 == 82
    assert len(GUOBIAO.with_options({"mixed_kongs": 0}).counted_by.fans) + 1 == 81


def test_each_exclusion_is_seen_in_some_hand() -> None:
    seen = {
        (d.by.priced.id, d.match.priced.id) for won in scores() for d in won.counted.dropped if not d.joined
    }
    declared = {(p.id, x) for p in GUOBIAO.counted_by.fans for x in p.excludes | p.covers | p.implies}
    assert declared - seen == NEVER_TOGETHER
