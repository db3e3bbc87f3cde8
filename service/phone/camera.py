# pyright: basic
# The networks and the frames are JavaScript's.
"""Guide a camera on the phone itself: tiles are looked for in each frame at rest, and only there."""

from __future__ import annotations

import json
from typing import Any

from paiyan.scorer.messages.as_json import JsonRenderer
from paiyan.service.answers.reading import frame_report
from paiyan.service.phone.reading import find
from paiyan.vision.detection.thresholds import BOTH_STAGES
from paiyan.vision.guidance import MOVING_SHARE, Advice, Guide
from paiyan.vision.pixels import Image, compared, motion_between


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
