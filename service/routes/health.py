"""Whether the service lives, whether it is ready, and what it has counted."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import APIRouter, Request

from service.errors import NotReady
from service.state import service_of

router = APIRouter(tags=["service"])


@router.get("/healthz")
def healthz() -> dict[str, str]:
    """Whether the service is alive."""
    return {"status": "ok", "version": version("paiyan")}


@router.get("/readyz")
def readyz(request: Request) -> dict[str, str]:
    """Whether the service can read pictures: its detector is open and has read one."""
    service = service_of(request)
    if service.model is None:
        raise NotReady(service.unready)
    return {"status": "ready", "model": service.model.name, "model_sha256": service.model.sha256}
