"""What is done around every request: its id, its limits, its headers, its line in the log."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus

from flask import Flask, Response, g, request
from flask_cors import CORS

from openfisca_jobgrant.languages.messages import message
from openfisca_jobgrant.web import metrics
from openfisca_jobgrant.web.logs import log_request
from openfisca_jobgrant.web.problems import problem
from openfisca_jobgrant.web.rate import Buckets
from openfisca_jobgrant.workbench.state import LONGEST_ADDRESS

_REQUEST_ID = re.compile(r"[A-Za-z0-9._\-]{1,80}")
#: An answer is data: if a browser shows it as a page, it loads and frames nothing.
_NO_PAGE = "default-src 'none'; frame-ancestors 'none'"
#: The law changes when the server is set up anew; a browser may ask whether it has.
_LASTING = "public, max-age=300"
_CHANGES_AT_WILL = "private, no-cache"
_ABOUT_PERSONS = "no-store"
_HALF_A_YEAR = 15_768_000


@dataclass(frozen=True)
class Delivery:
    """How answers are delivered.

    Attributes:
        headers: What every answer says of the law.
        origins: Which pages of other origins may read answers: ``("*",)`` for all.
        per_second: How many requests a second one address may send; any number if None.
        lasting: The endpoints that describe the law: their answers may be kept for a while.
    """

    headers: Mapping[str, str]
    origins: Sequence[str]
    per_second: float | None
    lasting: Collection[str]


def request_id() -> str:
    """The id of the request that is being served: the client's own if it is a plain word."""
    found: str | None = g.get("request_id")
    if found is None:
        sent = request.headers.get("X-Request-Id", "")
        found = g.request_id = sent if _REQUEST_ID.fullmatch(sent) else secrets.token_hex(8)
    return found


def route() -> str:
    """The rule of the route that is being served, without what the client put into it."""
    return request.url_rule.rule if request.url_rule is not None else "none"


def add_hooks(app: Flask, delivery: Delivery) -> None:
    """Have every request of an app begun and finished like this."""
    buckets = Buckets(delivery.per_second) if delivery.per_second else None

    @app.before_request
    def begin() -> Response | None:
        g.began = time.perf_counter()
        address = request.environ.get("RAW_URI") or request.full_path
        count = len(f"{request.method} {address} HTTP/1.1")
        if count > LONGEST_ADDRESS:
            return problem(
                HTTPStatus.REQUEST_URI_TOO_LONG,
                message(
                    "the request's first line has {count} characters; at most {most} are read",
                    count=count,
                    most=LONGEST_ADDRESS,
                ),
            )
        if buckets is not None and not buckets.takes(request.remote_addr or ""):
            return problem(
                HTTPStatus.TOO_MANY_REQUESTS,
                message("too many requests from this address; try again in a second"),
                headers={"Retry-After": "1"},
            )
        return None

    @app.after_request
    def finish(response: Response) -> Response:
        _add_headers(response, delivery)
        began = g.get("began")
        if began is not None:
            seconds = time.perf_counter() - began
            metrics.count(request.method, route(), response.status_code, seconds)
            log_request(
                method=request.method,
                route=route(),
                status=response.status_code,
                seconds=seconds,
                size=response.calculate_content_length(),
                request_id=request_id(),
            )
        return response

    if delivery.origins:
        # Registered after ours: Flask runs these in the opposite order, and ours sees the answer
        # as it leaves.
        CORS(
            app,
            origins="*" if "*" in delivery.origins else list(delivery.origins),
            send_wildcard=True,
            methods=["GET", "HEAD", "POST", "OPTIONS"],
            allow_headers=["Accept", "Accept-Language", "Content-Type", "X-Request-Id"],
            expose_headers=["ETag", "X-Request-Id", "Retry-After", *delivery.headers],
            max_age=600,
        )


def _add_headers(response: Response, delivery: Delivery) -> None:
    headers = response.headers
    headers.update(delivery.headers)
    headers["X-Request-Id"] = request_id()
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "no-referrer"
    if request.is_secure:
        headers["Strict-Transport-Security"] = f"max-age={_HALF_A_YEAR}"
    if request.blueprint is not None:
        headers.setdefault("Cache-Control", _CHANGES_AT_WILL)
        return
    headers.setdefault("Content-Security-Policy", _NO_PAGE)
    if request.endpoint in delivery.lasting and response.status_code == HTTPStatus.OK:
        headers.setdefault("Cache-Control", _LASTING)
        response.add_etag()
        response.make_conditional(request)
    else:
        headers.setdefault("Cache-Control", _ABOUT_PERSONS)
