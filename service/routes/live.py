"""``WS /v1/live``: frames in, readings out."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter(prefix="/v1", tags=["live"])
