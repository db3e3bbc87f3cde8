"""A line of tiles taken apart 断句: which run is held, which tiles are melds, flowers, the winning tile.

Every way to cut a line is weighed by what its gaps, its sideways tiles and its faces say, in natural
logarithms; the best way for each size of hand is kept, and the lines are put together to a whole hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from scorer.tiles.tile import BACK, FLOWER, RED
from vision.structure.rules.likelihoods import Scene
from vision.structure.rules.line_geometry import ACROSS, SPREAD, TURN, Line
from vision.structure.rules.meld_fit import Fit

Shows = Literal["all", "part"]
Part = Literal["hand", "winning", "meld", "flower", "other"]

# What speaks against a part, in natural logarithms.
_HELD_GAP = 1.7  # a gap within the held tiles, at most so much where it is small
_HELD_BACK = 3.0  # a held tile face down
_MELD = 0.3  # tiles are a meld rather than held
_FOUR = 0.5  # and what speaks for four alike being a kong
_STRAIGHT = 0.25  # none of a meld's tiles lies across
_ASTRAY = 1.0  # a chow's sideways tile is not the left one, though a chow comes from the left
_TOUCH = 1.6  # two parts without a gap between them
_GAP = 0.2  # tile widths that part two parts
_SET_APART = 0.32  # and the winning tile from the others
_TOUCH_OTHER = 9.0  # tiles that touch the hand are not its own
_NEAR = 1.2  # a gap that may well be within one hand, in tile widths
_DISTANT = 0.8  # each tile width by which a gap within the hand is wider
_TURNED = 0.3  # the winning tile is not set apart, but turned
_WINNING = 0.3  # a tile is set apart
_AT_LEFT = 0.5  # at the left end of a line
_CROWDED = 2.0  # where a tile that is not of the line touches it
_OTHER = 1.0  # tiles of the line are not the hand's
EACH_OTHER = 0.3  # each of them
_STEP = 0.12  # standard deviation of the distance between tiles that touch, in tile widths
_WORST = 5.0  # the most that one distance may speak against a part
_UNLIKELY = 7.0  # tiles so much less likely than as read are not taken for a meld
_USUAL = 0.2  # standard deviation of the usual shape where a meld lies
_MOST_LOOKS = 8.0  # the most that shapes may speak against a meld
HOPELESS = 14.0  # a way so much less likely than another is given up
MOST_TILES = 24


class Piece(NamedTuple):
    """Tiles `start` to `end` of a line as one part; `claimed` is the place of a meld's sideways tile, `habit`
    how a meld lies, as in `Key`."""

    part: Part
    start: int
    end: int
    claimed: int | None = None
    habit: int = 0


class Parsed(NamedTuple):
    """One way to cut a line and how likely it is; `size` counts melds as three, `won` winning tiles."""

    score: float
    pieces: tuple[Piece, ...]


class _State(NamedTuple):
    """Where a cut stands: size so far, winning tiles, the last part, whether its last tile lies across.

    `mine` tells whether the tiles that touch up to here are the hand's, flowers aside: they may lie beside
    anything.
    """

    size: int
    won: int
    last: Part | None
    turned: bool
    held: bool = False
    ended: bool = False
    habit: int = 0
    mine: bool | None = None


class Key(NamedTuple):
    """What of a cut matters to the whole hand: its size, winning tiles, whether any are held, how its melds
    lie: `ACROSS_IN` where one has its claimed tile across, `NONE_ACROSS` where one might and has not."""

    size: int
    won: int
    held: bool
    habit: int


ACROSS_IN, NONE_ACROSS = 1, 2
MIXED = 2.0
"""What a hand with melds of both habits speaks against: who turns the claimed tile turns it always."""

Ways = dict[Key, Parsed]


def ways_to_cut(scene: Scene, line: Line, fits: Fits, *, stacked: Sequence[int]) -> Ways:
    """The best cut of a line for each key.

    `stacked` tiles carry another on top.
    """
    length = len(line.tiles)
    parted = _parted(line)
    found: list[dict[_State, Parsed]] = [{} for _ in range(length + 1)]
    found[0][_State(0, 0, None, False)] = Parsed(0.0, ())
    for at in range(length):
        if not found[at]:
            continue
        least = max(parsed.score for parsed in found[at].values()) - HOPELESS
        options = tuple(_options(scene, line, fits, at, stacked, parted))
        for state, parsed in found[at].items():
            if parsed.score < least:
                continue
            for piece, score in options:
                after = _after(line, state, piece, parted=parted[at])
                if after is None:
                    continue
                total = parsed.score + score + _joint(line, state, piece) - mixed(state.habit, after.habit)
                best = found[piece.end].get(after)
                if best is None or total > best.score:
                    found[piece.end][after] = Parsed(total, (*parsed.pieces, piece))
    ways: Ways = {}
    for state, parsed in found[length].items():
        key = Key(state.size, state.won, state.held, state.habit)
        if key not in ways or parsed.score > ways[key].score:
            ways[key] = parsed
    return ways


def _parted(line: Line) -> list[bool]:
    """Before which places of the line, its ends included, tiles do not plainly touch."""
    inner = [step > 1 + _GAP / 2 for step in line.steps]
    return [True, *inner, True]


def _after(line: Line, state: _State, piece: Piece, *, parted: bool) -> _State | None:
    """The state after one more piece; None where it may not follow: tiles that touch are of one hand."""
    part, tiles = piece.part, piece.end - piece.start
    before = None if parted else state.mine
    mine = before if part == "flower" else part != "other"
    if before is not None and mine is not before:
        return None
    ended = state.ended or (part == "other" and state.last not in (None, "other"))
    if ended and part not in ("other", "flower"):
        return None
    won = state.won + (part == "winning")
    size = state.size + {"hand": tiles, "winning": 1, "meld": 3, "flower": 0, "other": 0}[part]
    if won > 1 or size > MOST_TILES:
        return None
    turned = line.turned[piece.end - 1] > 0 if part == "winning" else False
    if part == "meld":
        turned = piece.claimed == tiles - 1
    return _State(
        size, won, part, turned, state.held or part == "hand", ended, state.habit | piece.habit, mine
    )


def mixed(before: int, after: int) -> float:
    """What speaks against a hand whose melds lie in two ways as soon as they do."""
    return MIXED if before < ACROSS_IN | NONE_ACROSS == after else 0.0


def _options(
    scene: Scene, line: Line, fits: Fits, at: int, stacked: Sequence[int], parted: Sequence[bool]
) -> Iterator[tuple[Piece, float]]:
    """The pieces that may begin at a place of the line, and what speaks for them within themselves."""
    code, turned = scene.codes[line.tiles[at]], line.turned[at]
    free = max(turned, 0.0)  # what lies across is as likely outside the hand
    yield Piece("other", at, at + 1), -EACH_OTHER
    if FLOWER <= code < RED:
        yield Piece("flower", at, at + 1), 0.0
        return
    if code == BACK:
        yield Piece("hand", at, at + 1), -_HELD_BACK - free
    else:
        yield Piece("hand", at, at + 1), -free
        if turned > 0 or (parted[at] and parted[at + 1]):
            left = _AT_LEFT if at == 0 and len(line.tiles) > 1 else 0.0
            yield Piece("winning", at, at + 1), -_WINNING - left - _CROWDED * line.crowded[at]
    for size in (3, 4):
        tiles = line.tiles[at : at + size]
        if len(tiles) == size and (fit := fits.of(tiles)) is not None and fit.excess < _UNLIKELY:
            yield from _as_meld(line, at, size, fit, stacked)


def _as_meld(
    line: Line, at: int, size: int, fit: Fit, stacked: Sequence[int]
) -> Iterator[tuple[Piece, float]]:
    hidden = fit.type == "concealed_kong"
    piled = [i for i in range(size) if line.tiles[at + i] in stacked]
    ways = [None] if hidden else [None, *range(size)]
    seen = {claimed: _looks(line, at, size, claimed) for claimed in ways}
    base = _FOUR if size == 4 and not hidden else -_MELD
    base -= fit.excess + max(seen.values())  # what lies across is as likely outside the hand
    for claimed in ways:
        if piled and (size == 4 or fit.type != "pung" or claimed not in piled):
            continue
        habit = 0 if hidden else NONE_ACROSS if claimed is None else ACROSS_IN
        score = base + seen[claimed] - (_STRAIGHT if habit == NONE_ACROSS else 0.0)
        score -= _ASTRAY if claimed and fit.type == "chow" else 0.0
        for i in range(size - 1):
            expected = 1 + (ACROSS - 1) / 2 * ((i == claimed) + (i + 1 == claimed))
            score -= _off(line.steps[at + i] - expected)
        yield Piece("meld", at, at + size, claimed, habit), score


def _looks(line: Line, at: int, size: int, claimed: int | None) -> float:
    """How well the shapes of a meld's tiles fit one of them, or none, lying across: they are held against
    each other, and less strictly against what is usual there."""
    if not line.clear:
        return 0.0
    off = [line.shapes[at + i] - TURN * (i == claimed) for i in range(size)]
    spread = (SPREAD / line.clear) ** 2
    share = _USUAL**2 / (spread + size * _USUAL**2)
    return max(-(sum(x * x for x in off) - share * sum(off) ** 2) / (2 * spread), -_MOST_LOOKS)


def _off(gap: float) -> float:
    """What a distance other than expected speaks against tiles that should touch."""
    return min(gap * gap / (2 * _STEP**2), _WORST)


def _joint(line: Line, state: _State, piece: Piece) -> float:
    """What the gap before a piece says of its being another part than the piece before."""
    at, part = piece.start, piece.part
    if not at:
        return 0.0
    first = piece.claimed == 0 or (part == "winning" and line.turned[at] > 0)
    gap = line.steps[at - 1] - 1 - (ACROSS - 1) / 2 * (state.turned + first)
    if part == state.last == "other":
        return 0.0
    far = _DISTANT * max(gap - _NEAR, 0.0)
    if part == state.last == "flower":
        return -0.2 * far
    if part == state.last == "hand":
        loose = _HELD_GAP + 0.8 * max(gap - 0.6, 0.0)
        return -min(_off(gap), loose)
    if "other" in (part, state.last):
        if "flower" in (part, state.last):
            return -_OTHER / 4
        near = 1 - min(max(gap, 0.0) / _NEAR, 1.0)
        return -_OTHER - _TOUCH_OTHER * near * near
    enough = _SET_APART if "winning" in (part, state.last) else _GAP
    apart = min(max(gap, 0.0) / enough, 1.0)
    score = -_touching(part, state, first) * (1 - apart) - (_off(gap) if gap < 0 else 0.0)
    score -= _HELD_GAP if part == "hand" and state.held else 0.0
    if "flower" in (part, state.last):
        score *= 0.2
    return score - far


def _touching(part: Part, state: _State, first: bool) -> float:
    """What speaks against a part that touches the part before it."""
    if "winning" in (part, state.last):
        return _TURNED if state.turned or first else 2 * _TOUCH
    return _TOUCH / 4 if part == state.last == "meld" else _TOUCH


class Fits:
    """Which tiles may be melds, asked once each."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._known: dict[tuple[int, ...], Fit | None] = {}

    def of(self, tiles: tuple[int, ...]) -> Fit | None:
        """What these tiles are as a meld, in the line's order."""
        if tiles not in self._known:
            self._known[tiles] = self._scene.meld(tiles)
        return self._known[tiles]
