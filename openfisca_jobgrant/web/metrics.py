"""Counts and times of requests, as Prometheus reads them."""

from __future__ import annotations

import os

from flask import Request, Response
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
    multiprocess,
)

REGISTRY = CollectorRegistry()
_REQUESTS = Counter(
    "jobgrant_requests", "Requests answered", ["route", "method", "status"], registry=REGISTRY
)
_SECONDS = Histogram(
    "jobgrant_request_seconds", "Seconds until a request is answered", ["route"], registry=REGISTRY
)
_METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})


def count(request: Request, response: Response, seconds: float) -> None:
    """Note one request. Routes are named by their rule, so that addresses can't grow the list."""
    route = request.url_rule.rule if request.url_rule is not None else "none"
    method = request.method if request.method in _METHODS else "other"
    _REQUESTS.labels(route, method, str(response.status_code)).inc()
    _SECONDS.labels(route).observe(seconds)


def respond() -> Response:
    """The metrics of this worker, or of all workers where they share a folder."""
    registry = REGISTRY
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
