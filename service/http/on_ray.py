"""Run the same app on Ray Serve: ``serve run paiyan.service.http.on_ray:application``.

docs/scaling.md says when that pays and what to expect. Needs the extra ``ray``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from paiyan.service.settings import load_settings

if TYPE_CHECKING:
    from fastapi import FastAPI


def application(arguments: dict[str, Any] | None = None) -> Any:
    """A Ray Serve application; `arguments` are settings over those of the environment, like ``deadline=10``.

    Each replica is a service of its own, with its detector and its bounded workers. Serve starts more of them
    while requests wait, and fewer when none do.
    """
    serving: Any = import_module("ray.serve")
    settings = load_settings(overrides=arguments or {})

    def build() -> FastAPI:
        from paiyan.service.http.app import (
            create_app,  # in the replica: its threads and locks cannot be sent there
        )

        return create_app(settings)

    @serving.ingress(build)
    class Paiyan:
        """One replica."""

    deployment: Any = serving.deployment(
        name="paiyan",
        ray_actor_options={"num_cpus": settings.network_threads},
        # All that a replica takes, so that it refuses the others itself.
        max_ongoing_requests=settings.pictures_at_once + settings.pictures_waiting + settings.hands_waiting,
        graceful_shutdown_timeout_s=settings.deadline + settings.upload_time,
        health_check_period_s=10,
        autoscaling_config={
            "min_replicas": min(2, settings.workers),  # when one dies, another one answers
            "max_replicas": settings.workers,
            "target_ongoing_requests": 2 * settings.pictures_at_once,
        },
    )(Paiyan)
    return deployment.bind()
