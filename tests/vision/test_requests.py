"""A reading asks for what networks answer: at once on a server, awaited in a browser, with one result."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from paiyan.models.opening import layout_network, load_detector, open_reader
from paiyan.vision.detection.coarse_to_fine import full_detector
from paiyan.vision.detection.detector import Look, Name
from paiyan.vision.detection.runtimes.network_detector import NetworkDetector
from paiyan.vision.detection.runtimes.stretched_pictures import unstretched
from paiyan.vision.detection.two_stage import NamedDetector
from paiyan.vision.picture.image import load
from paiyan.vision.pixels import resized
from paiyan.vision.requests import run_awaited
from paiyan.vision.structure.scene import SeatChoice

SAMPLE = Path(__file__).parents[2] / "service" / "samples" / "hand.jpg"


@pytest.mark.parametrize(("seat", "stretched"), [("nearest", False), ("all", False), ("N", True)])
def test_what_is_awaited_reads_what_is_answered_at_once(seat: SeatChoice, stretched: bool) -> None:
    """Each network alone is asked, as a browser has them; other tasks run meanwhile."""
    image = load(SAMPLE)
    image = resized(image, image.shape[1], 5 * image.shape[0]) if stretched else image
    reader = open_reader(load_detector(threads=1, backend="onnxruntime"))
    both = full_detector(reader.detector)
    assert isinstance(both, NamedDetector)
    first = both.detector
    assert isinstance(first, NetworkDetector)
    asked: list[str] = []

    async def find(look: Look) -> Any:
        asked.append("detector")
        await asyncio.sleep(0)
        return first._detect_many([look.pixels])[0]  # pyright: ignore[reportPrivateUsage]

    async def name(request: Name) -> Any:
        asked.append("namer")
        await asyncio.sleep(0)
        return both.namer.name(request.pixels, request.boxes), request.boxes

    async def answer(request: Any) -> Any:
        if isinstance(request, Look):
            found = await run_awaited(unstretched(request.pixels, await find(request)), find)
            return await run_awaited(both.naming(request.pixels, found), name)
        asked.append("layouts")
        return layout_network().score(request.scene)

    reading = asyncio.run(run_awaited(reader.asking(image, seat=seat), answer))
    assert replace(reading, timings_ms={}) == replace(reader.read(image, seat=seat), timings_ms={})
    assert set(asked) == {"detector", "namer", "layouts"}
