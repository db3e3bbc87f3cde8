"""Propose the likeliest legal hand 建议读法 if it differs from the reading, with each change explained.

It changes nothing: the reading stays what the detector saw, and the player decides. The probability 把握 that
a whole hand is read exactly right (structure, tiles, and none missed) is a logistic regression over features
of the search and the network (`FEATURES`), fitted on photos and scenes with known truth
(`paiyan.vision.calibration`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from paiyan.scorer.messages.languages import Message, Words
from paiyan.scorer.tiles.tile import BACK, FLOWER, RED, TILES, Tile
from paiyan.vision.calibration import fitted
from paiyan.vision.decoding.game_rules import Game
from paiyan.vision.decoding.hand import Hand
from paiyan.vision.decoding.legal_hands import Decoded, Logs, decode, elsewhere
from paiyan.vision.structure.scene import FULL, Layout

FEATURES = (
    "bias",
    "structure",
    "legal",
    "sure",
    "names",
    "confidence",
    "there",
    "odd",
    "rows",
    "straight",
    "others",
    "won",
    "won_names",
)
_SUREST = 8.0  # log-odds are clipped to this either way
_LEAST = 1e-6  # and probabilities to this far from 0 and 1


class Evidence(NamedTuple):
    """The evidence for a reading; all values except `log_cost` are from 0 to 1.

    structure: its share among the hypotheses. log_cost: its cost in natural logarithms; if it is far above 0,
    nothing makes the hand legal. network_confidence: the network's, in its own scores. names: the share of
    these tiles among the legal hands. confidence: of the least certain name. min_objectness: the probability
    of the least certain box to be a tile.
    """

    structure: float
    log_cost: float
    network_confidence: float
    names: float
    confidence: float
    min_objectness: float


def values_of(evidence: Evidence, layout: Layout, *, won: bool) -> tuple[float, ...]:
    """Return the values of `FEATURES`, in their order: shares as log-odds; 1 if the hand has an impossible
    size (odd), lies in several rows, has a claimed meld without a sideways tile (straight), lies next to
    other tiles (others); 1 if only winning hands were considered (won), and then the names' log-odds once
    more."""
    names = odds(evidence.names)
    straight = any(m.claimed is None and m.type != "concealed_kong" for m in layout.melds)
    own_roles = ("hand", "winning", "meld", "flower")
    return (
        1.0, odds(evidence.structure), max(-evidence.log_cost, -_SUREST), odds(evidence.network_confidence),
        names, odds(evidence.confidence), odds(evidence.min_objectness), float(layout.size not in FULL),
        float(layout.rows > 1), float(straight), float(any(role not in own_roles for role in layout.roles)),
        float(won), float(won) * names,
    )  # fmt: skip


def probability(evidence: Evidence, layout: Layout, *, won: bool) -> float:
    """Return the probability, 0 to 1, that a whole hand is read exactly right."""
    return (
        logistic(fitted()["hand"], FEATURES, values_of(evidence, layout, won=won))
        if evidence.names > 0
        else 0.0
    )


def is_reliable(sure: float) -> bool:
    """True if a hand of this probability is called reliable: fitted so that 98 of 100 such hands are
    right."""
    return sure >= fitted()["reliable"]


def is_close_call(sure: float) -> bool:
    """True if a hand of this probability should be read once more, from a tilted picture."""
    again = fitted()["again"]
    return again["from"] <= sure < again["to"]


def after_again(sure: float, *, agrees: bool) -> float:
    """Return the probability of a hand after it was read once more, and the same or not."""
    again = fitted()["again"]
    return 1 / (1 + math.exp(-(again["odds"] * odds(sure) + again["agrees" if agrees else "differs"])))


def logistic(weights: Mapping[str, float], names: Sequence[str], values: Sequence[float]) -> float:
    """Return the probability of a logistic regression; values without a weight are ignored."""
    total = sum(weights.get(name, 0.0) * value for name, value in zip(names, values, strict=True))
    return 1 / (1 + math.exp(-max(min(total, 30.0), -30.0)))


def odds(p: float) -> float:
    """Return the log-odds of a probability, clipped to bounds."""
    p = min(max(p, _LEAST), 1 - _LEAST)
    return max(min(math.log(p / (1 - p)), _SUREST), -_SUREST)


Why = Literal["supply", "meld", "absent", "win"]
Reason = Literal["close", "supply", "meld", "absent", "win"]
Won = Literal["unknown", "won"]

_REASONS: dict[Why, Words] = {
    "supply": Words(
        "{tile} 读到 {times} 张：其中一张读作 {instead}，{share} 比 {was}",
        "{tile} is read {times} times: one of them as {instead}, {share} against {was}",
        "{tile} が {times} 枚と読まれた：一枚は {instead} とみる、{share} 対 {was}",
    ),
    "meld": Words(
        "{tile} 与旁边的牌不成副露：读作 {instead}，{share} 比 {was}",
        "{tile} makes no meld with its neighbours: read as {instead}, {share} against {was}",
        "{tile} は隣の牌と面子にならない：{instead} とみる、{share} 対 {was}",
    ),
    "absent": Words(
        "这种玩法没有 {tile}：读作 {instead}，{share} 比 {was}",
        "there is no {tile} in this game: read as {instead}, {share} against {was}",
        "この遊び方に {tile} はない：{instead} とみる、{share} 対 {was}",
    ),
    "win": Words(
        "若是 {tile} 则未和：读作 {instead}，{share} 比 {was}",
        "with {tile} the hand does not win: read as {instead}, {share} against {was}",
        "{tile} では和了にならない：{instead} とみる、{share} 対 {was}",
    ),
}


class Change(NamedTuple):
    """A tile (its index) that the proposal reads as another one; `shares` are the probabilities of both
    names, the new one's first."""

    tile: int
    read: Tile
    instead: Tile
    why: Why
    times: int
    shares: tuple[float, float]

    @property
    def reason(self) -> Message:
        """The reason as a sentence."""
        new, old = (f"{share:.2f}" for share in self.shares)
        values = {"tile": self.read, "times": self.times, "instead": self.instead, "share": new, "was": old}
        return Message(_REASONS[self.why], values)


class Proposal(NamedTuple):
    """The most probable legal hand if it differs from the reading: its changes and its probability.

    `won` says that only winning hands were considered.
    """

    hand: Hand
    changes: tuple[Change, ...]
    probability: float
    won: bool


class Judged(NamedTuple):
    """The result of decoding: the probability of the reading as it stands; the codes by index that it
    proposes (None if no legal hand is near), with the changes, and their probability. There are no changes if
    the reading stands."""

    raw: float
    codes: dict[int, int] | None
    changes: tuple[Change, ...]
    probability: float
    marginals: dict[int, tuple[tuple[int, float], ...]]
    """For each tile of the hand its codes in the likely hands, with their shares."""
    features: tuple[float, ...]
    """The values of `FEATURES`: of the hand as read, or of the likeliest that wins."""


def judge(
    logs: Logs,
    codes: Sequence[int],
    layout: Layout,
    *,
    game: Game,
    won: Won,
    confidence: Sequence[float],
    evidence: Evidence,
) -> Judged:
    """Compare a hand as read, `codes` by index, with the alternatives; `evidence` is its structure's."""
    others = elsewhere(codes, layout, confidence)
    legal = decode(logs, layout, game, elsewhere=others)
    winning = decode(logs, layout, game, won="won", elsewhere=others) if won == "won" else []
    found = winning or legal
    if not found:
        return Judged(0.0, None, (), 0.0, {}, values_of(evidence._replace(names=0.0), layout, won=False))
    best = found[0]
    raw = sum(d.share for d in found if all(codes[t] == c for t, c in d.codes.items()))
    changed = [t for t, code in sorted(best.codes.items()) if codes[t] != code]
    counts = Counter(TILES[codes[t]].kind for t in best.codes)
    counts.update({kind: len(there) for kind, there in others.items()})
    changes = tuple(_change(logs, codes, layout, game, counts, t, best.codes[t]) for t in changed)
    return Judged(
        probability(evidence._replace(names=raw), layout, won=bool(winning)),
        best.codes,
        changes,
        probability(evidence._replace(names=best.share), layout, won=bool(winning)),
        _marginals(found),
        values_of(evidence._replace(names=best.share if winning else raw), layout, won=bool(winning)),
    )


def _change(
    logs: Logs, codes: Sequence[int], layout: Layout, game: Game, counts: Counter[int], tile: int, new: int
) -> Change:
    old = codes[tile]
    kind = TILES[old].kind
    most = 1 if FLOWER <= old < RED else 4
    why: Why = "win"
    if old != BACK and not game.caps[old]:
        why = "absent"
    elif counts[kind] > most:
        why = "supply"
    elif any(tile in meld.tiles for meld in layout.melds):
        why = "meld"
    shares = (math.exp(logs[tile][new]), math.exp(logs[tile][old]))
    return Change(tile, TILES[old], TILES[new], why, counts[kind], shares)


def _marginals(hands: Sequence[Decoded]) -> dict[int, tuple[tuple[int, float], ...]]:
    """Return the share of each code of each tile among the likely hands, the likeliest first."""
    shares: dict[int, dict[int, float]] = {}
    for one in hands:
        for tile, code in one.codes.items():
            by_code = shares.setdefault(tile, {})
            by_code[code] = by_code.get(code, 0.0) + one.share
    return {tile: tuple(sorted(codes.items(), key=lambda pair: -pair[1])) for tile, codes in shares.items()}
