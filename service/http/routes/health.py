"""Health, readiness and metrics of the service."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import APIRouter, Request, Response

from paiyan.service.errors import NoSuchAddress
from paiyan.service.http.state import app_state
from paiyan.service.messages.requests import METRICS_CLOSED

router = APIRouter(tags=["service"])


metrics_router = APIRouter(tags=["service"])


@metrics_router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
def metrics(request: Request) -> Response:
    """Return the metrics of the service, for Prometheus."""
    service = app_state(request)
    if not service.settings.metrics:
        raise NoSuchAddress(METRICS_CLOSED)
    for worker in service.workers:
        service.metrics.taken.labels(worker.name).set(worker.taken)
    service.metrics.uploads.set(service.memory.held)
    return Response(service.metrics.exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")


_ALIVE = {"status": "ok", "version": version("paiyan")}


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """Answer if the service is alive."""
    return _ALIVE  # async, so that it waits for no thread


@router.get("/readyz")
def readyz(request: Request) -> dict[str, str]:
    """Check that the service can read pictures (its detector has read one) and write to its ledger."""
    service = app_state(request)
    model = service.model
    if model is None or not service.warm.is_set():
        raise service.unready
    service.check_database()
    return {"status": "ready", "model": model.name, "model_sha256": model.sha256}
