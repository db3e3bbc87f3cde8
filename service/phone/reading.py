# pyright: basic
# The networks, the picture and the frames are JavaScript's.
"""Read a photo on the phone itself: the stages of `paiyan.vision`, each network awaited.

A camera is guided here too: tiles are looked for in each frame at rest, and only there.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from pyodide.ffi import to_js  # pyright: ignore[reportMissingImports]

from paiyan.scorer.messages.as_json import JsonRenderer, to_json
from paiyan.scorer.tiles.tile import TILES
from paiyan.service.answers.reading import frame_report, reading_report
from paiyan.service.answers.situation import DEFAULT_RULES
from paiyan.vision.detection.context.rescoring import Context
from paiyan.vision.detection.detector import Look, Name
from paiyan.vision.detection.naming.namer import Blend
from paiyan.vision.detection.runtimes.network_detector import INPUT_SIZE
from paiyan.vision.detection.runtimes.stretched_pictures import unstretched
from paiyan.vision.detection.thresholds import BOTH_STAGES, FIRST_STAGE, Thresholds
from paiyan.vision.detection.two_stage import NamedDetector
from paiyan.vision.detections import Detections
from paiyan.vision.errors import ImageError
from paiyan.vision.guidance import MOVING_SHARE, Advice, Guide
from paiyan.vision.messages import THE_PICTURE
from paiyan.vision.picture.image import LIMITS, Photo, check_size
from paiyan.vision.pipeline import Reader
from paiyan.vision.pixels import Image, compared, motion_between
from paiyan.vision.requests import run_awaited
from paiyan.vision.structure.network import inputs_of, scores_of
from paiyan.vision.structure.scene import Lay

WEIGHTS = Path(__file__).with_name("weights.json")
"""What the index of weights says of both stages; `paiyan.service.site` writes it."""


async def find(networks: Any, image: Any, thresholds: Thresholds) -> Detections:
    """Find tiles by the first stage only."""
    found = await networks.find(image.held, INPUT_SIZE, *thresholds)
    boxes, codes, hints = (part.to_py() for part in (found.boxes, found.codes, found.hints))
    tables = zip((boxes, codes, hints), (4, len(TILES), 4), strict=True)
    return Detections(*(np.array(rows, np.float32).reshape(-1, width) for rows, width in tables))


class _Finder:
    """The first stage, of which only the name is used here."""

    def __init__(self, name: str, sha256: str) -> None:
        self.name, self.sha256 = name, sha256


class _Picture(Photo):
    """A photo that the browser decoded: `decode` gives it at a half, a quarter or an eighth of its size."""

    def __init__(self, held: Any) -> None:
        self.size = (held.width, held.height)
        check_size(self.size, THE_PICTURE, LIMITS)
        self._held = held
        self._decoded: dict[int, Image] = {}

    scales = property(lambda self: self._held.scales)

    def _pixels(self, part: int) -> Any:
        return Image(self._held.decode(part))


class Phone:
    """A reader whose networks JavaScript runs: `find`, `name` and `lay_out` of `networks` give promises.

    `seconds` bound a reading by the clock, as those of a `Reader` do.
    """

    def __init__(self, networks: Any, seconds: float) -> None:
        constants = json.loads(WEIGHTS.read_text(encoding="utf-8"))
        self._networks = networks
        self._named = NamedDetector(
            _Finder(constants["name"], constants["sha256"]),  # pyright: ignore[reportArgumentType]
            None,  # pyright: ignore[reportArgumentType]
            Blend(**constants["blend"]),
            thresholds=BOTH_STAGES,
            blank_model=constants["blanks"],
            context=Context(**constants["context"]),
        )
        self._reader = Reader(self._named, None, seconds=seconds)  # pyright: ignore[reportArgumentType]

    async def read(self, picture: Any, lang: str, photo: str = "") -> str:
        """Return the JSON of what a picture shows, or of the sentence why it cannot be read."""
        try:
            asking = self._reader.asking(_Picture(picture), photo=photo)
        except ImageError as error:
            return json.dumps({"error": error.to(lang)}, ensure_ascii=False)
        reading = await run_awaited(asking, self._answer)
        report = reading_report(reading, rules=DEFAULT_RULES if reading.tiles else None)
        return json.dumps({"answer": to_json(report, lang)}, ensure_ascii=False)

    async def _answer(self, request: Look | Lay) -> Any:
        if isinstance(request, Lay):
            return await self._lay_out(request)
        image: Any = request.pixels
        found = await run_awaited(unstretched(image, await self._find(request)), self._find)
        return await run_awaited(self._named.naming(image, found), self._name)

    async def _find(self, look: Look) -> Detections:
        return await find(self._networks, look.pixels, FIRST_STAGE)

    async def _name(self, request: Name) -> Any:
        if not len(request.boxes):
            return np.zeros((0, len(TILES) + 1), np.float32), request.boxes
        picture: Any = request.pixels
        names = await self._networks.name(picture.held, to_js(request.boxes.tolist()))
        return np.array(list(names.to_py()), np.float32).reshape(-1, len(TILES) + 1), request.boxes

    async def _lay_out(self, request: Lay) -> Any:
        if not request.scene.boxes:
            return scores_of(request.scene, {})
        inputs = inputs_of(request.scene)
        given = [[name, to_js(list(part.data)), to_js(list(part.shape))] for name, part in inputs.items()]
        tensors = (await self._networks.layOut(to_js(given))).to_py()
        outputs = {
            name: np.array(list(data), np.float64).reshape(tuple(shape)) for name, data, shape in tensors
        }
        return scores_of(request.scene, outputs)


class Camera:
    """Says how to hold a camera and when to take the photo, of one frame after another."""

    def __init__(self, networks: Any) -> None:
        self._networks = networks
        self._guide = Guide()
        self._before: Any = None

    async def see(self, frame: Any, render: JsonRenderer) -> str:
        """Return the JSON of what a frame says."""
        report = frame_report(await self._advise(Image(frame)))
        return json.dumps({"answer": render.json(report)}, ensure_ascii=False)

    async def _advise(self, frame: Any) -> Advice:
        before, self._before = self._before, compared(frame)
        if before is None or motion_between(before, self._before, moving=MOVING_SHARE).changed > MOVING_SHARE:
            return self._guide.moved()
        return self._guide.see(frame, await find(self._networks, frame, BOTH_STAGES))
