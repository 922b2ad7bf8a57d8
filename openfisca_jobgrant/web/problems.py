"""Errors as RFC 9457 has them, and as the stock API has them for clients that ask for those."""

from __future__ import annotations

import json
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from flask import Response, g, request

from openfisca_jobgrant.languages import LANGUAGES, preferred
from openfisca_jobgrant.languages.messages import (
    Message,
    in_language,
    message,
    message_of,
    of_library,
)
from openfisca_jobgrant.scenarios import ScenarioError
from openfisca_jobgrant.situations import Fault, SituationError
from openfisca_jobgrant.situations.json_text import TooLargeError

PROBLEM, JSON = "application/problem+json", "application/json"


class RequestRefusedError(Exception):
    """A request that is refused before its content is read.

    Attributes:
        status: The HTTP status.
        headers: Headers of the answer.
    """

    def __init__(
        self, status: int, message: Message, headers: dict[str, str] | None = None
    ) -> None:
        self.status = status
        self.headers = headers or {}
        super().__init__(message)


def problem(
    status: int,
    detail: Message,
    faults: Sequence[Fault] = (),
    count: int | None = None,
    headers: dict[str, str] | None = None,
) -> Response:
    """An error as the client wants it.

    Args:
        status: The HTTP status.
        detail: What is wrong, in a sentence.
        faults: Each thing that is wrong, with its place.
        count: How many there are, if not all are listed.
        headers: Headers of the answer.
    """
    language = wanted_language()
    if _wants_the_old_shape():
        return _answer(_old_shape(detail, faults, language), status, JSON, headers)
    document: dict[str, Any] = {
        "type": "about:blank",
        "title": in_language(of_library(HTTPStatus(status).phrase), language),
        "status": status,
        "detail": in_language(detail, language),
    }
    if faults:
        document["errors"] = [
            {
                "pointer": fault.pointer,
                "detail": in_language(fault.message, language),
                "found": in_language(fault.found, language),
                "accepted": in_language(fault.accepted, language),
            }
            for fault in faults
        ]
        document["count"] = len(faults) if count is None else count
    return _answer(document, status, PROBLEM, headers)


def wanted_language() -> str:
    """The language that the client wants: ``lang`` of the request, else what it accepts."""
    named = g.get("language") or request.args.get("lang")
    if named in LANGUAGES:
        return str(named)
    return preferred(request.accept_languages)


def in_its_language(response: Response) -> Response:
    """An answer that says in which language it is, and that it would be another for others."""
    response.content_language.add(wanted_language())
    response.vary.add("Accept-Language")
    return response


def _answer(
    document: Any, status: int, media_type: str, headers: dict[str, str] | None
) -> Response:
    body = json.dumps(document, ensure_ascii=False, allow_nan=False)
    answer = Response(
        # Half of a character can't be sent; everything else is kept.
        body.encode("utf-8", "backslashreplace"),
        status,
        headers,
        content_type=media_type,
    )
    answer.vary.add("Accept")
    return in_its_language(answer)


def _wants_the_old_shape() -> bool:
    """Whether the client takes plain JSON rather than problems: ``Accept: application/json``."""
    accepted = request.accept_mimetypes
    return bool(accepted) and accepted.quality(JSON) > accepted.quality(PROBLEM)


def _old_shape(detail: Message, faults: Sequence[Fault], language: str) -> Any:
    """Messages nested like the request, as the stock API answers them."""
    document: dict[str, Any] = {}
    for fault in faults:
        said = in_language(fault.message, language)
        keys = [key.replace("~1", "/").replace("~0", "~") for key in fault.pointer.split("/")[1:]]
        if not keys:
            document.setdefault("error", said)
            continue
        place = document
        for key in keys[:-1]:
            below = place.setdefault(key, {})
            if not isinstance(below, dict):
                break
            place = below
        else:
            place.setdefault(keys[-1], said)
    return document or {"error": in_language(detail, language)}


def of_situation(error: SituationError) -> Response:
    """The answer to a request whose situation can't be read."""
    if isinstance(error, TooLargeError):
        detail = error.faults[0].message
        return problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, error.faults, error.count)
    unknown = all(fault.is_unknown_variable for fault in error.faults)
    status = HTTPStatus.NOT_FOUND if unknown else HTTPStatus.BAD_REQUEST
    first = error.faults[0]
    detail = (
        first.message
        if error.count == 1
        else message("{count} faults in the request", count=error.count)
    )
    return problem(status, detail, error.faults, error.count)


def of_scenario(error: ScenarioError, pointer: str = "") -> Response:
    """The answer to a request whose scenario can't be."""
    if error.pointer is not None:
        pointer = error.pointer
    fault = Fault(pointer, message_of(error), error.found, error.accepted)
    return problem(HTTPStatus.UNPROCESSABLE_ENTITY, message_of(error), [fault])
