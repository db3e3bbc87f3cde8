"""A reading with corrections made in it: the hand, its doubts and its problems anew, without the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

from paiyan.scorer.tiles.mixed_kongs import together
from paiyan.scorer.tiles.notation import notation, parse, tile
from paiyan.scorer.tiles.tile import BACK, Tile
from paiyan.service.corrections.objects import Add, Correction, Meld, Place, Remove, Rename, Winning
from paiyan.service.corrections.problems import Corrected, problems_of, size_of
from paiyan.service.errors import BadCorrection
from paiyan.service.messages.corrections import (
    MELD_TWICE,
    NO_MELD,
    NO_SUCH_TILE,
    NONE_TO_WIN_ON,
    WINNING_BY_ONE,
)
from paiyan.vision.decoding.hand import meld_type, turned_up
from paiyan.vision.reading import size_problem

Answer = dict[str, Any]


def corrected(read: Mapping[str, Any], corrections: Sequence[Correction], *, lang: str) -> Answer:
    """The reading (as `read` of the interface) with all corrections made. Raises `BadCorrection`."""
    draft = _Draft(read)
    for correction in corrections:
        draft.make(correction)
    return draft.finished(lang)


class _Draft:
    """A reading being corrected: its tiles by index, None where one was removed."""

    def __init__(self, read: Mapping[str, Any]) -> None:
        self.read = read
        self.tiles: list[Answer | None] = [dict(t) for t in read["tiles"]]
        self.touched = set[int]()
        self.placed = set[int]()  # of which was said where they belong, not only what they are
        self.melds = _melds_by_group(read)
        self.order = _order(read)
        self.first_winning = self._winning()

    def make(self, correction: Correction) -> None:
        """One correction."""
        match correction:
            case Rename():
                self._rename(correction)
            case Remove():
                for i in correction.tiles:
                    self._take(i)
                    self.tiles[i] = None
            case Add():
                self._add(correction)
            case Place():
                for i in correction.tiles:
                    self._take(i).update(role=correction.role, group=-1)
            case Meld():
                self._meld(correction)
            case Winning():
                self._win(correction)

    def _at(self, index: int, *, placed: bool = True) -> Answer:
        found = self.tiles[index] if index < len(self.tiles) else None
        if found is None:
            raise BadCorrection(NO_SUCH_TILE, tile=index, last=len(self.tiles) - 1)
        self.touched.add(index)
        if placed:
            self.placed.add(index)
        return found

    def _take(self, index: int) -> Answer:
        """A tile, out of the meld in which it lay: what is left of that goes back to the hand."""
        found = self._at(index)
        if found["role"] == "meld":
            group = found["group"]
            self.melds.pop(group, None)
            for other in self.tiles:
                if other and other["role"] == "meld" and other["group"] == group:
                    other.update(role="hand", group=-1)
        return found

    def _rename(self, it: Rename) -> None:
        found = self._at(it.tile, placed=False)
        old = self.melds.pop(found["group"], None) if found["role"] == "meld" else None
        if old and old.get("from"):
            was = old.get("claimed")
            claimed = it.face if was == found["tile"] else was
            self.melds[found["group"]] = {"from": old["from"], "claimed": claimed}
        found.update(tile=it.face, confidence=1.0, alternatives=[], corrected=True)

    def _add(self, it: Add) -> None:
        if it.role == "winning":
            self._no_winning()
        self.touched.add(len(self.tiles))
        self.placed.add(len(self.tiles))
        box = list(it.box) if it.box else None
        known: Answer = {"confidence": 1.0, "alternatives": [], "sideways": False, "corrected": True}
        self.tiles.append({"tile": it.face, "box": box, "role": it.role, "group": -1, **known})

    def _meld(self, it: Meld) -> None:
        if len(set(it.tiles)) < len(it.tiles):
            raise BadCorrection(MELD_TWICE)
        members = [self._take(i) for i in it.tiles]
        group = 1 + max((t["group"] for t in self.tiles if t), default=0)
        for member in members:
            member.update(role="meld", group=group)
        said = {"type": it.type, "from": it.source, "claimed": it.claimed}
        self.melds[group] = {name: value for name, value in said.items() if value}

    def _win(self, it: Winning) -> None:
        if (it.tile is None) == (it.face is None):
            raise BadCorrection(WINNING_BY_ONE)
        index = it.tile if it.tile is not None else self._showing(str(it.face))
        if index == self._winning():
            self._at(index)
            return
        self._no_winning()
        self._take(index).update(role="winning", group=-1)

    def _winning(self) -> int | None:
        return next((i for i, t in enumerate(self.tiles) if t and t["role"] == "winning"), None)

    def _no_winning(self) -> None:
        old = self._winning()
        if old is not None:
            self._at(old).update(role="hand", group=-1)

    def _showing(self, face: str) -> int:
        """The tile of the hand that shows a face: the winning one where it does, else the last of them."""
        shown = [i for i, t in enumerate(self.tiles) if t and t["role"] == "hand" and t["tile"] == face]
        at = self._winning()
        if at is not None and (t := self.tiles[at]) and t["tile"] == face:
            return at
        if not shown:
            raise BadCorrection(NONE_TO_WIN_ON, tile=face)
        return shown[-1]

    def finished(self, lang: str) -> Answer:
        """The reading as it now is."""
        kept = [i for i, t in enumerate(self.tiles) if t]
        now = {old: new for new, old in enumerate(kept)}
        doubts = [
            {**d, "tile": now[d["tile"]]}
            for d in self.read.get("doubts", ())
            if d["tile"] in now and d["tile"] not in self.touched
        ]
        questions = [_renumbered(q, now) for q in self.read.get("questions", ()) if self._stands(q, now)]
        hand = self._hand()
        problems = list(self.read.get("problems", ()))
        reliable = bool(self.read.get("reliable")) and size_problem(size_of(hand)) is None
        if self.touched:
            state = Corrected(self.read, hand, self.tiles, frozenset(self.placed), doubts, questions)
            problems, bad = problems_of(state, lang=lang)
            reliable = not (bad or doubts or questions)
        about: Answer = {"reliable": reliable, "doubts": doubts, "questions": questions, "problems": problems}
        tiles = [self.tiles[i] for i in kept]
        return {**self.read, "tiles": tiles, "hand": hand, **about, "timings_ms": {}}

    def _stands(self, question: Answer, now: Mapping[int, int]) -> bool:
        """Whether nothing was said about the tiles of a question, or about those that its answers change."""
        about = set(question["tiles"])
        for choice in question["choices"]:
            about.update(t for c in choice["corrections"] for t in c.get("tiles", [c.get("tile")]))
        return about <= now.keys() and not about & self.touched

    def _hand(self) -> Answer:
        place = self._winning()
        old: Answer = self.read["hand"]
        same = place is not None and place == self.first_winning
        return {
            "concealed": notation(self._faces("hand")),
            "winning": cast(Answer, self.tiles[place])["tile"] if place is not None else None,
            "winning_place": old.get("winning_place") if same else None,
            "melds": [self._meld_json(group) for group in self._groups()],
            "flowers": notation(self._faces("flower")),
        }

    def _faces(self, role: str) -> list[Tile]:
        """The tiles of a role in the order in which the reading had them, new ones at the end."""
        mine = [i for i, t in enumerate(self.tiles) if t and t["role"] == role]
        mine.sort(key=lambda i: self.order.get(i, len(self.order)))
        return [tile(cast(Answer, self.tiles[i])["tile"]) for i in mine]

    def _groups(self) -> list[int]:
        return list(dict.fromkeys(t["group"] for t in self.tiles if t and t["role"] == "meld"))

    def _meld_json(self, group: int) -> Answer:
        said = self.melds.get(group, {})
        if "tiles" in said:  # nobody touched it
            return said
        faces = [tile(t["tile"]) for t in self.tiles if t and t["role"] == "meld" and t["group"] == group]
        faces.sort(key=lambda t: (t.kind, t.code))
        kind = meld_type([t.code for t in faces])
        if kind is None and together([t.kind for t in faces]):
            kind = "mixed_kong"  # 旋风杠 喜杠, which only who laid it tells from loose tiles
        if kind is None:
            raise BadCorrection(NO_MELD, tiles=notation(faces))
        if kind == "concealed_kong":
            faces = sorted(turned_up(faces), key=lambda t: (t.kind, t.code))
        return {"type": kind, "tiles": notation(faces), **said}


def _renumbered(question: Answer, now: Mapping[int, int]) -> Answer:
    """A question with the tiles' new indices."""

    def moved(said: Mapping[str, Any]) -> Answer:
        tiles = {"tiles": [now[t] for t in said["tiles"]]} if "tiles" in said else {}
        return {**said, **tiles, **({"tile": now[said["tile"]]} if "tile" in said else {})}

    choices = [{**c, "corrections": [moved(one) for one in c["corrections"]]} for c in question["choices"]]
    return {**moved(question), "choices": choices}


def _melds_by_group(read: Mapping[str, Any]) -> dict[int, Answer]:
    """The melds of a reading by the group of their tiles."""
    groups: dict[int, list[int]] = {}
    for t in read["tiles"]:
        if t["role"] == "meld":
            groups.setdefault(t["group"], []).append(tile(t["tile"]).code)
    found: dict[int, Answer] = {}
    left = list(read["hand"].get("melds") or ())
    for group, codes in groups.items():
        shown = Counter(c for c in codes if c != BACK)
        at = next((m for m in left if _fits(m, shown, len(codes))), None)
        if at is not None:
            left.remove(at)
            found[group] = at
    return found


def _fits(meld: Mapping[str, Any], shown: Counter[int], size: int) -> bool:
    codes = [t.code for t in parse(meld["tiles"])]
    missed = size == 3 and shown.total() < 3  # a tile of a concealed kong, which has four
    return len(codes) == size + missed and not shown - Counter(codes)


def _order(read: Mapping[str, Any]) -> dict[int, int]:
    """The place of each tile of the hand in the texts of the hand."""
    places: dict[int, int] = {}
    hand = read["hand"]
    for role, text in (("hand", hand.get("concealed")), ("flower", hand.get("flowers"))):
        left = [i for i, t in enumerate(read["tiles"]) if t["role"] == role]
        for at, face in enumerate(parse(text or "")):
            if (i := next((i for i in left if read["tiles"][i]["tile"] == face.notation), None)) is not None:
                left.remove(i)
                places[i] = at
    return places
