"""``POST /v1/batch``: many hands or photos in one request."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter(prefix="/v1", tags=["hands"])
