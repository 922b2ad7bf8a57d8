"""What the server logs: one line for a request, without anything that the client sent.

A situation is about persons, and addresses, queries and error messages can repeat it: a line names
the route by its rule, and an unexpected error by its kind and place in the code.
"""

from __future__ import annotations

import logging
import traceback
from pathlib import Path
from typing import Any

import openfisca_jobgrant

REQUESTS = logging.getLogger("openfisca_jobgrant.requests")
_ERRORS = logging.getLogger("openfisca_jobgrant.errors")
_PACKAGES = Path(openfisca_jobgrant.__file__).parents[1]


def log_request(
    *, method: str, route: str, status: int, seconds: float, size: int | None, request_id: str
) -> None:
    """Log one request that was answered.

    Args:
        method: The HTTP method.
        route: The route's rule, such as ``/variable/<id>``.
        status: The answer's status.
        seconds: How long it took.
        size: Bytes of the answer, if they are known.
        request_id: What the answer's ``X-Request-Id`` says.
    """
    if not REQUESTS.isEnabledFor(logging.INFO):
        return
    milliseconds = round(seconds * 1000, 2)
    REQUESTS.info(
        "%s %s %s %s ms %s",
        method,
        route,
        status,
        milliseconds,
        request_id,
        extra={
            "method": method,
            "route": route,
            "status": status,
            "milliseconds": milliseconds,
            "bytes": size,
            "request_id": request_id,
        },
    )


def log_unexpected(error: BaseException, *, route: str, request_id: str) -> None:
    """Log an error that nobody foresaw: its kind and where it arose, not its message.

    Args:
        error: The error.
        route: The route's rule.
        request_id: What the answer's ``X-Request-Id`` says.
    """
    kind, frames = type(error).__name__, _frames(error)
    _ERRORS.error(
        "unexpected %s at %s, request %s:\n  %s",
        kind,
        route,
        request_id,
        "\n  ".join(frames),
        extra={"error": kind, "route": route, "frames": frames, "request_id": request_id},
    )


class Discreet(logging.Filter):
    """Takes what a client sent out of the lines of the server and of libraries."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change a line where it has to be; all lines are logged."""
        if record.getMessage().startswith("Invalid request from"):
            # The server's own line has the client's address, and what it couldn't read.
            record.msg, record.args = "refused what is no HTTP request", ()
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            frames = "\n  ".join(_frames(error))
            record.msg, record.args = f"unexpected {type(error).__name__}:\n  {frames}", ()
            record.exc_info = record.exc_text = None
        return True


def _frames(error: BaseException) -> list[str]:
    return [
        f"{_shortened(frame.filename)}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]


def _shortened(filename: str) -> str:
    path = Path(filename)
    return str(path.relative_to(_PACKAGES)) if path.is_relative_to(_PACKAGES) else path.name


def log_configuration(form: str, level: str) -> dict[str, Any]:
    """The logging of a server, as ``logging.config.dictConfig`` takes it.

    Args:
        form: ``text`` or ``json``.
        level: ``debug``, ``info``, ``warning`` or ``error``.
    """
    formatters: dict[str, dict[str, Any]] = {
        "text": {"format": "%(asctime)s %(levelname)s %(message)s"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s",
            "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
        },
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": formatters[form]},
        "filters": {"discreet": {"()": Discreet}},
        "handlers": {
            "stderr": {
                "filters": ["discreet"],
                "class": "logging.StreamHandler",
                "formatter": "lines",
                "stream": "ext://sys.stderr",
            }
        },
        "root": {"level": level.upper(), "handlers": ["stderr"]},
        # The server's own lines go the same way, once.
        "loggers": {
            "gunicorn.error": {"level": level.upper(), "handlers": [], "propagate": True},
            "gunicorn.access": {"level": "ERROR", "handlers": [], "propagate": True},
        },
    }
