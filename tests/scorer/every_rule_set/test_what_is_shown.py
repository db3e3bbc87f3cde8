"""What is shown is what was counted: the tiles of an arrangement are those of the hand, each wild one and
each stand-in as what it is said to be; a hand that counts as natural shows its wild tiles as themselves.
"""

from __future__ import annotations

from collections import Counter

from paiyan.scorer.arranging.wild.hands import stands_for
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.scoring.results import Score
from tests.scorer.every_rule_set.cases import WILD, cases

NATURAL = {"hard_win_of_sets", "hard_win_of_pairs"}  # 硬和: of discards, where each wild tile is itself


@WILD
def test_wild_tiles_make_up_the_arrangement_with_the_others(rules: RuleSet) -> None:
    seen = 0
    for case in cases(rules):
        wild, got = case.rules.played_with.wild, case.got
        if wild is None or not isinstance(got, Score) or got.hand.on_flower or not got.arrangement.wild:
            continue
        hand, kinds = got.hand, wild.kinds(got.hand)
        stand = stands_for(wild, hand, got.arrangement)
        shown = Counter(k for b in got.arrangement.blocks[len(hand.melds) :] for k in b.tiles)
        if wild.imagined_kind is not None:
            continue  # a tile is there that nobody holds
        tiles = Counter(t.kind for t in (*hand.concealed, *([hand.win.tile] if hand.win else [])))
        for tile, faces in stand.items():
            tiles[tile.kind] -= len(faces)
            tiles.update(face.kind for face in faces)
            if tile.kind not in kinds:
                assert tile.kind == wild.stand_in, case.given
                assert {f.kind for f in faces} <= kinds, case.given
        assert +tiles == shown, case.given
        if NATURAL & {m.priced.id for m in got.counted.matches} and hand.win and not hand.win.self_drawn:
            assert all(f == t for t, faces in stand.items() if t.kind in kinds for f in faces), case.given
        seen += bool(stand)
    assert seen or rules.played_with.wild is None or rules.played_with.wild.imagined_kind is not None
