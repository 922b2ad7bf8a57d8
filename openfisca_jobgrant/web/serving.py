"""Serving the Web API with gunicorn."""

from __future__ import annotations

import os
import tempfile
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

#: A request that takes longer than this is given up, and its worker started anew.
SECONDS = 60


def application() -> Flask:
    """The app with the plan at the root and every scenario beside it."""
    from openfisca_jobgrant.scenarios import Scenarios
    from openfisca_jobgrant.web.app import create_app

    scenarios = Scenarios()
    return create_app(scenarios.baseline, scenarios)


class _Server(BaseApplication):
    def __init__(self, settings: dict[str, Any]) -> None:
        self._settings = settings
        super().__init__()

    def load_config(self) -> None:
        for key, value in self._settings.items():
            self.cfg.set(key, value)

    def load(self) -> Flask:
        return application()


def serve(host: str, port: int, workers: int) -> None:
    """Serve until stopped.

    Args:
        host: The address to listen on.
        port: The port to listen on.
        workers: How many processes answer.
    """
    with tempfile.TemporaryDirectory(prefix="jobgrant-metrics-") as folder:
        # All workers count into one folder, so that metrics are of all of them.
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", folder)
        _Server(
            {
                "bind": f"{host}:{port}",
                "workers": workers,
                "timeout": SECONDS,
                "preload_app": False,
                "max_requests": 0,
                "limit_request_line": 8190,
            }
        ).run()
