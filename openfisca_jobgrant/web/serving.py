"""Serving the Web API with gunicorn."""

from __future__ import annotations

import gc
import json
import os
import socket
import tempfile
from http import HTTPStatus
from typing import Any

from flask import Flask
from gunicorn import util
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger
from gunicorn.http import message as gunicorn_message

from openfisca_jobgrant.web.logs import log_configuration
from openfisca_jobgrant.web.settings import Settings

#: What is longer than is answered is read all the same, up to this: who asked is told in their
#: language, as a page if it was one.
_LONGEST_LINE = 65_536
#: How long a connection stays open for the client's next request.
_KEPT_OPEN = 5


class _Logger(Logger):
    """gunicorn's own lines, without one for each request: those are ours."""

    def access(self, *_: Any) -> None:
        """Nothing: gunicorn's line holds the client's address and query."""


class _Server(BaseApplication):
    def __init__(self, configuration: dict[str, Any], settings: Settings) -> None:
        self._configuration = configuration
        self._settings = settings
        super().__init__()

    def load_config(self) -> None:
        for key, value in self._configuration.items():
            # Versions of gunicorn differ in what they know.
            if key in self.cfg.settings:
                self.cfg.set(key, value)

    def load(self) -> Flask:
        app = application(self._settings)
        # What is there by now lasts as long as the server: processes share its memory, and don't
        # look through it for garbage.
        gc.collect()
        gc.freeze()
        return app


def application(settings: Settings | None = None) -> Flask:
    """The app with the plan at the root and every scenario beside it.

    Args:
        settings: How it is set up.
    """
    from openfisca_jobgrant.scenarios import Scenarios
    from openfisca_jobgrant.web.app import create_app

    settings = settings or Settings()
    scenarios = Scenarios()
    app = create_app(
        scenarios.baseline,
        scenarios,
        limits=settings.limits,
        requests_per_second=settings.rate,
        origins=settings.origins,
        proxies=settings.proxies,
    )
    app.config["READ_TIMEOUT"] = settings.read_timeout
    return app


def configuration(settings: Settings) -> dict[str, Any]:
    """The settings as gunicorn has them."""
    host, port = settings.bind
    return {
        "bind": f"{host}:{port}",
        "workers": settings.workers,
        "worker_class": "gthread",
        "threads": settings.threads,
        "timeout": settings.timeout,
        "graceful_timeout": settings.shutdown,
        "keepalive": _KEPT_OPEN,
        "preload_app": True,
        "limit_request_line": _LONGEST_LINE,
        "logconfig_dict": log_configuration(settings.log_format, settings.log_level),
        "loglevel": settings.log_level,
        "logger_class": _Logger,
        # All servers of one user would share one socket for gunicorn's own commands.
        "control_socket_disable": True,
        "child_exit": _forget,
    }


def _refuse(connection: socket.socket, status: int, reason: str, _: str) -> None:
    """Answer what is no HTTP request as everything else that is wrong: never as a page."""
    problem = {"type": "about:blank", "title": reason, "status": status}
    is_long = status == HTTPStatus.REQUEST_URI_TOO_LONG
    detail = "the address is too long" if is_long else "this is no HTTP request that can be read"
    body = json.dumps(problem | {"detail": detail}).encode()
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\n"
        f"Content-Type: application/problem+json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    util.write_nonblock(connection, head.encode("latin-1") + body)


def _forget(_: Any, worker: Any) -> None:
    # The client decides when it is imported whether workers share a folder.
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def serve(settings: Settings) -> None:
    """Serve until stopped.

    Args:
        settings: Where, with how many processes, within which limits.
    """
    with tempfile.TemporaryDirectory(prefix="jobgrant-metrics-") as folder:
        # All workers count into one folder, so that metrics are of all of them.
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", folder)
        # gunicorn has no setting for it, and writes HTML.
        util.write_error = _refuse
        gunicorn_message.MAX_REQUEST_LINE = _LONGEST_LINE
        _Server(configuration(settings), settings).run()
