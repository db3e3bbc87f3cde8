"""Two experts on how tiles lie, and their product: a network that learned it, and rules written by hand.

The network has seen more ways to lay tiles than the rules know; the rules are exact where it is still
vague. Their log-probabilities are added up, the rules' with a weight that photos of unknown tables set.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.calibration import sharpness
from vision.detections import Detections
from vision.structure.layout import Layout
from vision.structure.rules.layouts import lay_out
from vision.structure.rules.likelihoods import log_probabilities
from vision.structure.rules.multi_photo import join
from vision.structure.rules.player_hands import hands_of
from vision.structure.scene import SEATS, Score, Seated, stacked, turned
from vision.structure.scores import MeldKind, Role, SceneBoxes, Source, StructureScores, certain

_LEAST, _MOST = 6.0, 3.0  # log-odds of a part, and how much of twice a structure's margin is added to them
_SURE = 0.9
_LEAST_ROW = 3  # tiles held that tell a direction
_TURNED = 1.5  # the margin, in natural logarithms, from which the rules' word on it is taken
RULES = 0.25
"""How much the rules count beside the network: of 0, 0.2, 0.25, 0.3 and 0.4 the one that reads most
development photos right, and of these most scenes of the catalogue of customs."""
PARTS = SEATED = 3.0
"""And where pictures show parts of a hand or several players' hands, or a hand lies at another side of the
picture than the lower edge, of which the network has seen little."""


def several(scenes: Sequence[SceneBoxes], network: Score) -> tuple[SceneBoxes, StructureScores]:
    """One scene or several of one hand as one, and what both experts say of it.

    The network was taught hands as their players see them: a picture in which the rules find the hand at
    another side is shown to it from there.
    """
    looks = [detections_of(one) for one in scenes]
    if len(looks) == 1:
        found, layout = looks[0], lay_out(looks[0])
        side = side_of(found, layout)
        scenes, weight = [turned(scenes[0], side)], SEATED if side else RULES
    else:
        (found, layout), weight = join(looks), PARTS
    scene, said = stacked(scenes, [network(one) for one in scenes])
    return scene, product(said, scores_of(found, layout), weight=weight)


def side_of(found: Detections, layout: Layout) -> int:
    """At which side of the picture a hand's player sits, as a place in `SEATS`: by the way from the first of
    the tiles held to the last, which runs to the right for who sits at the lower edge."""
    if len(layout.concealed) < _LEAST_ROW or layout.margin < _TURNED:
        return 0
    along, down = found.centres[layout.concealed[-1]] - found.centres[layout.concealed[0]]
    return round(math.atan2(-down, along) / (math.pi / 2)) % len(SEATS)


def seated(scene: SceneBoxes, network: Score) -> tuple[Seated, ...]:
    """Every player's hand as that player sees it, with what both experts say of it."""
    found = detections_of(scene)
    hands: list[Seated] = []
    for seat, layout in hands_of(found):
        seen = turned(scene, SEATS.index(seat))
        hands.append(Seated(seat, seen, product(network(seen), scores_of(found, layout), weight=SEATED)))
    return tuple(hands)


def product(network: StructureScores, rules: StructureScores, *, weight: float) -> StructureScores:
    """What both say, the rules by this weight. Which tile of a meld lies sideways is a matter of lengths and
    angles, of which the rules are sure; names are the detector's."""
    return StructureScores(
        roles=[_sum(a, b, weight) for a, b in zip(network.roles, rules.roles, strict=True)],
        together=[
            [x + weight * y for x, y in zip(a, b, strict=True)]
            for a, b in zip(network.together, rules.together, strict=True)
        ],
        claimed=network.claimed,
        sideways=[a + b for a, b in zip(network.sideways, rules.sideways, strict=True)],
        kinds=[_sum(a, b, 1.0) for a, b in zip(network.kinds, rules.kinds, strict=True)],
        codes=rules.codes,
        sure=network.sure,
    )


def _sum(network: Sequence[float], rules: Sequence[float], weight: float) -> list[float]:
    """Both log-probabilities added up and made to sum to one again."""
    both = [a + weight * b for a, b in zip(network, rules, strict=True)]
    most = max(both)
    total = most + math.log(sum(math.exp(value - most) for value in both))
    return [value - total for value in both]


def detections_of(scene: SceneBoxes) -> Detections:
    """The boxes of a scene as a detector found them."""
    boxes = np.array([box[:4] for box in scene.boxes], np.float32).reshape(-1, 4)
    codes = [[box.there * share for share in box.codes] for box in scene.boxes]
    return Detections(boxes, np.array(codes, np.float32).reshape(-1, 46))


def scores_of(found: Detections, layout: Layout) -> StructureScores:
    """The scores of what was found, laid out so."""
    if not len(found):
        return StructureScores([], [], [], [], [], [], 1.0)
    roles: list[Role] = ["held" if role == "hand" else role for role in layout.roles]
    if layout.winning is not None and layout.winning_place == "right_end":
        roles[layout.winning] = "held"
    kinds: list[MeldKind] = ["pung"] * len(roles)
    claimed: list[Source] = ["unknown"] * len(roles)
    sideways, groups = [False] * len(roles), [-1] * len(roles)
    for number, meld in enumerate(layout.melds):
        for tile in meld.tiles:
            kinds[tile], groups[tile] = meld.type, number
        if meld.claimed is not None:
            sideways[meld.tiles[meld.claimed]] = True
            sideways[meld.tiles[-1]] |= meld.type == "added_kong"
    by = _LEAST + 2 * min(layout.margin, _MOST)
    codes: list[int] = found.classes.tolist()
    sure = certain(roles, groups, codes, claimed=claimed, sideways=sideways, kinds=kinds, by=by)
    names = log_probabilities(found, sharpness()).tolist()
    return StructureScores(sure.roles, sure.together, sure.claimed, sure.sideways, sure.kinds, names, _SURE)
