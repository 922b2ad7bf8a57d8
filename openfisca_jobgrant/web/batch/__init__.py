"""``POST /batch``: columns in, columns out, as JSON, CSV or Arrow, up to a million rows.

A row is a participant; columns are inputs. Rows that name the same application, employer or
jurisdiction share it. A row that can't be read gets an error of its own, and so do those that share
its employer, since what they get depends on it.
"""

from __future__ import annotations

import json
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from flask import Response, request, stream_with_context

from openfisca_jobgrant.languages.messages import message
from openfisca_jobgrant.situations import SituationReader
from openfisca_jobgrant.web.batch.computing import calculate_table
from openfisca_jobgrant.web.batch.reading import READERS
from openfisca_jobgrant.web.batch.table import FORMATS, TIMES_AS_LONG
from openfisca_jobgrant.web.batch.writing import WRITERS
from openfisca_jobgrant.web.problems import (
    JSON,
    RequestRefusedError,
    in_its_language,
    wanted_language,
)


def answered(said: dict[str, Any], reader: SituationReader) -> dict[str, Any]:
    """The answer to a batch in JSON, whole.

    Args:
        said: The request, without a scenario.
        reader: The reader for the law that answers.
    """
    table, _ = READERS[JSON](json.dumps(said).encode(), reader.limits)
    written = WRITERS[JSON](calculate_table(table, reader), table, reader)
    found: dict[str, Any] = json.loads(b"".join(written))
    return found


def respond(api: Any, name: str | None) -> Response:
    """The answer to a request to ``/batch``."""
    from openfisca_jobgrant.web.app import request_body

    if request.mimetype not in FORMATS:
        raise RequestRefusedError(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            message(
                "a batch is sent as {formats}, not as {sent}",
                formats=", ".join(FORMATS),
                sent=request.mimetype[:80] or message("nothing"),
            ),
            {"Accept": ", ".join(FORMATS)},
        )
    wanted = request.accept_mimetypes.best_match(FORMATS)
    if request.headers.get("Accept") in (None, "*/*"):
        wanted = request.mimetype
    if wanted is None:
        raise RequestRefusedError(
            HTTPStatus.NOT_ACCEPTABLE,
            message("a batch is answered as {formats}", formats=", ".join(FORMATS)),
        )
    limits = replace(api.limits, content=api.limits.content * TIMES_AS_LONG)
    table, said = READERS[request.mimetype](request_body(limits.content), limits)
    _, system, _ = api.chosen({} if said is None else {"scenario": said}, name)
    reader = api.reader(system)
    results = calculate_table(table, reader)
    results.language = wanted_language()
    found = Response(
        stream_with_context(WRITERS[wanted](results, table, reader)), content_type=wanted
    )
    return in_its_language(found) if results.errors else found
