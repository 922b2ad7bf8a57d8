"""What is served by OpenFisca's own Web API: the description of the law, route by route."""

from __future__ import annotations

import json
import threading
from typing import Any

from flask import Response, request
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_web_api.app import create_app
from werkzeug.wrappers import Response as WerkzeugResponse

#: What a proxy may say of the client; none of it is believed (anybody can write it).
_FORWARDED = ("HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO",
              "HTTP_X_FORWARDED_PREFIX", "HTTP_X_FORWARDED_PORT", "HTTP_FORWARDED")  # fmt: skip


class StockApi:
    """OpenFisca's Web API of one law, built when it is first asked.

    Args:
        system: The law.
        prefix: Under which path it is served: empty, or such as ``scenarios/plan``.
    """

    def __init__(self, system: TaxBenefitSystem, prefix: str = "") -> None:
        self._system = system
        self._prefix = prefix
        self._app: Any = None
        self._lock = threading.Lock()

    def __call__(self, path: str) -> Response:
        """The answer to the request that is being served, for a path of the stock API."""
        with self._lock:
            if self._app is None:
                self._app = create_app(self._system)
        environ = {key: value for key, value in request.environ.items() if key not in _FORWARDED}
        # Of a page that is asked for its head alone, the head says how long the page is.
        environ["REQUEST_METHOD"] = "GET"
        # WSGI has paths as bytes that are read as Latin-1.
        environ["PATH_INFO"] = "/" + path.strip("/").encode().decode("latin-1")
        found = WerkzeugResponse.from_app(self._app.wsgi_app, environ)
        body = found.get_data()
        if found.mimetype == "application/json":
            body = self._with_prefix(body, path)
        return Response(body, found.status_code, content_type=found.content_type)

    def spec(self) -> dict[str, Any]:
        """The stock API's description of itself."""
        body = self("spec").get_data()
        content: dict[str, Any] = json.loads(body)
        return content

    def _with_prefix(self, body: bytes, path: str) -> bytes:
        """The addresses in an answer, under the path at which this law is served."""
        if not self._prefix or path not in ("variables", "parameters", ""):
            return body
        host = request.host_url.encode()
        for kind in (b"variable/", b"parameter/", b"spec"):
            body = body.replace(host + kind, host + self._prefix.encode() + b"/" + kind)
        return body
