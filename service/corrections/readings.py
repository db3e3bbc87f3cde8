"""Readings that come back as JSON, as `/v1/read` or `paiyan read --json` gave them out.

A corrected one is kept 留存 as labelled data, with its picture, if its user asks for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt

from paiyan.scorer.messages.system import reason
from paiyan.scorer.tiles.notation import notation, parse
from paiyan.scorer.tiles.tile import BACK, Tile
from paiyan.service.corrections.objects import Correction, Face, Rename, notated, values
from paiyan.service.errors import CannotKeep, WrongUse
from paiyan.service.messages.requests import NO_BOX, NOT_KEPT, NOT_OUR_FOLDER, OTHER_PICTURE, THIS
from paiyan.service.recognition import DEFAULT_READING, ReadingSettings, opened_picture
from paiyan.vision.decoding.corrections import NOWHERE
from paiyan.vision.decoding.hand import Box, Hand, ReadMeld, ReadTile, Side
from paiyan.vision.decoding.proposal import Reason
from paiyan.vision.decoding.questions import About, Choice, Doubt, Part, Question, QuestionCode
from paiyan.vision.messages import Problem
from paiyan.vision.reading import Picture, PlayerHand, Reading
from paiyan.vision.structure.scene import Place, Role, Seat

Tiles = Annotated[tuple[Tile, ...], notated(parse, most=512), Field(examples=["123m456p11z"])]
Index = Annotated[StrictInt, Field(ge=0, le=999)]
Share = Annotated[float, Field(ge=0, le=1)]
MeldType = Literal["chow", "pung", "kong", "added_kong", "concealed_kong", "mixed_kong"]


class _Seen(BaseModel):
    """A part of a reading that comes back as it was given out; more fields may be in it."""

    model_config = ConfigDict(extra="allow")


class SeenTile(_Seen):
    """A tile of a reading."""

    tile: Face
    role: Role
    group: StrictInt = Field(default=-1, ge=-1, le=1000)
    box: Box | None = None
    confidence: float = 1.0
    alternatives: list[tuple[Face, float]] = Field(default=[], max_length=46)
    sideways: StrictBool = False
    corrected: StrictBool = False

    def value(self) -> ReadTile:
        """Return the tile; if it came without a box, it lies `NOWHERE`."""
        about = (self.role, self.group, self.sideways, self.corrected)
        return ReadTile(self.tile, self.box or NOWHERE, self.confidence, tuple(self.alternatives), *about)


class SeenMeld(_Seen):
    """A meld of a reading; `group` is that of its tiles."""

    type: MeldType
    tiles: Tiles
    claimed: Face | None = None
    source: Side | None = Field(default=None, alias="from")
    group: StrictInt | None = Field(default=None, ge=-1, le=1000)


class SeenHand(_Seen):
    """The hand of a reading."""

    concealed: Tiles = Field(default="", validate_default=True)
    winning: Face | None = None
    winning_place: Place | None = None
    melds: list[SeenMeld] = Field(default=[], max_length=16)
    flowers: Tiles = Field(default="", validate_default=True)
    concealed_tiles: list[Index] = Field(default=[], max_length=400)
    flower_tiles: list[Index] = Field(default=[], max_length=400)

    def value(self, tiles: Sequence[ReadTile]) -> Hand:
        """Return the hand; its indices are looked up among `tiles` if it came without."""
        return Hand(
            concealed=self.concealed,
            winning=self.winning,
            winning_place=self.winning_place,
            melds=self._melds(tiles),
            flowers=self.flowers,
            held_at=tuple(self.concealed_tiles) or _places(tiles, "hand", self.concealed),
            flowers_at=tuple(self.flower_tiles) or _places(tiles, "flower", self.flowers),
        )

    def _melds(self, tiles: Sequence[ReadTile]) -> tuple[ReadMeld, ...]:
        """Return the melds by the groups of their tiles; if the reading names none, by their faces."""
        groups: dict[int, list[Tile]] = {}
        for one in tiles:
            if one.role == "meld":
                groups.setdefault(one.group, []).append(one.tile)
        found: list[ReadMeld] = []
        for meld in self.melds:
            fits = (group for group, shown in groups.items() if _fits(meld.tiles, shown))
            group = next(fits, -1) if meld.group is None else meld.group
            groups.pop(group, None)
            found.append(ReadMeld(meld.type, meld.tiles, meld.claimed, meld.source, group))
        return tuple(found)


def _fits(faces: Sequence[Tile], tiles: Sequence[Tile]) -> bool:
    """True if tiles that lie together may be this meld, whose backs stand as what they hide."""
    seen = Counter(t.code for t in tiles if t.code != BACK)
    missed = len(tiles) == 3 and seen.total() < 3  # a tile of a concealed kong, which has four
    return len(faces) == len(tiles) + missed and not seen - Counter(t.code for t in faces)


def _places(tiles: Sequence[ReadTile], role: Role, faces: Sequence[Tile]) -> tuple[int, ...]:
    """Return the indices of a hand's tiles, in a reading that does not tell them: tiles alike are alike."""
    left = [i for i, one in enumerate(tiles) if one.role == role]
    found: list[int] = []
    for face in faces:
        if (place := next((i for i in left if tiles[i].tile == face), None)) is not None:
            left.remove(place)
            found.append(place)
    return tuple(found)


class SeenDoubt(_Seen):
    """A doubt of a reading."""

    tile: Index
    read: Face
    instead: list[Face] = Field(default=[], max_length=46)
    why: Reason = "close"
    shares: list[float] = Field(default=[], max_length=47)

    def value(self) -> Doubt:
        return Doubt(self.tile, self.read, tuple(self.instead), self.why, tuple(self.shares))


class SeenPart(_Seen):
    """Tiles in notation, and the part that an answer gives them."""

    tiles: Tiles
    part: Part


class SeenChoice(_Seen):
    """An answer to a question of a reading; `corrections` are what it would change."""

    says: str = Field(default="", max_length=1000)
    share: Share
    corrections: list[Correction] = Field(max_length=64)
    parts: list[SeenPart] = Field(default=[], max_length=144)

    def value(self) -> Choice:
        """Return the choice; its answer is the parts, else the face of a first renaming, else the words."""
        answer: Tile | tuple[tuple[str, Part], ...] | str
        answer = tuple((notation(one.tiles), one.part) for one in self.parts) or self.says
        first = self.corrections[0] if self.corrections else None
        if not self.parts and isinstance(first, Rename):
            answer = first.face
        return Choice(answer, self.share, tuple(values(self.corrections)))


class SeenQuestion(_Seen):
    """A question of a reading."""

    about: About = "name"
    code: QuestionCode | None = None
    ask: str = Field(default="", max_length=1000)
    tiles: list[Index] = Field(max_length=144)
    choices: list[SeenChoice] = Field(min_length=1, max_length=16)

    def value(self) -> Question:
        """Return the question; if it came without a code, it keeps its own sentence."""
        code = self.code or ("name" if self.about == "name" else "grouped")
        choices = tuple(c.value() for c in self.choices)
        return Question(self.about, tuple(self.tiles), code, choices, "" if self.code else self.ask)


class SeenProblem(_Seen):
    """The code of a problem, with the values that its sentence names."""

    code: str = Field(max_length=64)
    values: dict[str, str | StrictInt] = Field(default={}, max_length=16)


class _SeenHand(_Seen):
    """The part of a reading that is about one hand."""

    reliable: StrictBool = False
    hand: SeenHand
    probability: float = 0.0
    doubts: list[SeenDoubt] = Field(default=[], max_length=400)
    questions: list[SeenQuestion] = Field(default=[], max_length=64)
    problems: list[str] = Field(default=[], max_length=64)
    problem_codes: list[SeenProblem] | None = Field(default=None, max_length=64)

    def read(self, tiles: tuple[ReadTile, ...]) -> Reading:
        return Reading(
            tiles=tiles,
            hand=self.hand.value(tiles),
            doubts=tuple(d.value() for d in self.doubts),
            problems=self._problems(),
            probability=self.probability,
            questions=tuple(q.value() for q in self.questions),
            vouched=self.reliable,
        )

    def _problems(self) -> tuple[Problem, ...]:
        """Return the problems by their codes; a sentence that has none says what it says."""
        if self.problem_codes is None:
            return tuple(Problem("said", (text,)) for text in self.problems)
        found = (Problem.of(one.code, one.values) for one in self.problem_codes)
        return tuple(problem for problem in found if problem)


class SeenSeat(_SeenHand):
    """One of several players' hands; `roles`, `groups` and `sideways` have an entry for each tile."""

    seat: Seat
    roles: list[Role] = Field(max_length=400)
    groups: list[StrictInt] = Field(max_length=400)
    sideways: list[StrictBool] = Field(max_length=400)

    def value(self, tiles: Sequence[ReadTile]) -> PlayerHand:
        """Return the player's hand, with `tiles` in the roles that they have for this player."""
        parts = zip(tiles, self.roles, self.groups, self.sideways, strict=False)
        own = tuple(t._replace(role=role, group=group, sideways=turned) for t, role, group, turned in parts)
        return PlayerHand(self.seat, self.read(own))


class SeenPicture(_Seen):
    """One of several pictures of a hand."""

    photo: str = Field(default="", max_length=4096)
    size: tuple[StrictInt, StrictInt]
    tiles: StrictInt = Field(ge=0, le=400)


class Seen(_SeenHand):
    """A reading, as /v1/read gave it."""

    photo: str | None = Field(default=None, max_length=65_536)
    size: tuple[StrictInt, StrictInt] = (0, 0)
    model: str = Field(default="", max_length=256)
    tiles: list[SeenTile] = Field(max_length=400)
    pictures: list[SeenPicture] = Field(default=[], max_length=64)
    seat: Seat | None = None
    hands: list[SeenSeat] = Field(default=[], max_length=4)

    def value(self) -> Reading:
        """Return the reading; its timings, proposal, features and trace are empty."""
        tiles = tuple(t.value() for t in self.tiles)
        return replace(
            self.read(tiles),
            photo=self.photo or "",
            size=self.size,
            model=self.model,
            pictures=tuple(Picture(p.photo, p.size, p.tiles) for p in self.pictures),
            seat=self.seat,
            hands=tuple(one.value(tiles) for one in self.hands),
        )


_ONE = Lock()


def keep_corrected(
    folder: Path,
    photo: Path | bytes,
    reading: Reading,
    *,
    reading_settings: ReadingSettings = DEFAULT_READING,
) -> Path:
    """Write a picture and the tiles of its corrected reading, in YOLO and in COCO form; the picture's file.

    Raises `WrongUse` where a tile has no box, or the picture is not the one that was read; `CannotKeep` where
    the folder cannot be written to; and as `opened_picture`.
    """
    from paiyan.datasets.formats.labelled import DatasetError, save_correction

    if without := next((t for t in reading.tiles if t.box == NOWHERE), None):
        raise WrongUse(NO_BOX, tile=without.tile)
    codes, boxes = [t.tile.code for t in reading.tiles], [list(t.box) for t in reading.tiles]
    with opened_picture(photo, reading_settings=reading_settings) as file:
        if file.size != reading.size:
            name = str(photo) if isinstance(photo, Path) else THIS
            raise WrongUse(OTHER_PICTURE, name=name)
        picture = file.pixels()
        try:
            with _alone(folder):
                return save_correction(folder, picture, codes, boxes)
        except OSError as wrong:
            raise CannotKeep(NOT_KEPT, why=reason(wrong)) from wrong
        except DatasetError as wrong:
            raise WrongUse(NOT_OUR_FOLDER, folder=folder) from wrong


@contextmanager
def _alone(folder: Path) -> Generator[None]:
    """One at a time in a folder, also among the processes of a service where the system can lock files."""
    folder.mkdir(parents=True, exist_ok=True)
    with _ONE:
        try:
            import fcntl
        except ImportError:  # not on Windows, where there is one process
            yield
            return
        with (folder / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
