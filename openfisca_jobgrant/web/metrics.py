"""Counts and times of requests, as Prometheus reads them."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

from flask import Response

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry, Counter, Histogram

_METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})


@cache
def _meters() -> tuple[CollectorRegistry, Counter, Histogram]:
    # The client decides when it is imported whether workers share a folder: the server must have
    # named it by then.
    from prometheus_client import CollectorRegistry, Counter, Histogram

    registry = CollectorRegistry()
    requests = Counter(
        "jobgrant_requests", "Requests answered", ["route", "method", "status"], registry=registry
    )
    seconds = Histogram(
        "jobgrant_request_seconds",
        "Seconds until a request is answered",
        ["route"],
        registry=registry,
    )
    return registry, requests, seconds


def count(method: str, route: str, status: int, seconds: float) -> None:
    """Note one request.

    Args:
        method: The HTTP method.
        route: The route's rule, so that addresses can't grow the list.
        status: The answer's status.
        seconds: How long it took.
    """
    _, requests, times = _meters()
    requests.labels(route, method if method in _METHODS else "other", str(status)).inc()
    times.labels(route).observe(seconds)


def respond() -> Response:
    """The metrics of this worker, or of all workers where they share a folder."""
    registry, _, _ = _meters()
    from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
    from prometheus_client.multiprocess import MultiProcessCollector

    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
