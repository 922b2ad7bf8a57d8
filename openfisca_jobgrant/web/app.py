"""The app factory: one Web API for a law and for every scenario of it."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, g, request
from openfisca_core.errors import CycleError, ParameterNotFoundError
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from werkzeug.exceptions import HTTPException

from openfisca_jobgrant.conventions import JOB_GRANT, Conventions
from openfisca_jobgrant.languages.messages import (
    Message,
    in_language,
    listed,
    message,
    message_of,
    of_library,
    verbatim,
)
from openfisca_jobgrant.population.bundled import BundledCosts
from openfisca_jobgrant.scenarios import ScenarioError, Scenarios, named_laws
from openfisca_jobgrant.scenarios.files import scenario_from_data
from openfisca_jobgrant.scenarios.unread import unread_overrides
from openfisca_jobgrant.situations import (
    Fault,
    Limits,
    SituationError,
    SituationReader,
    calculate,
    parse_json,
)
from openfisca_jobgrant.situations.json_text import TooLargeError
from openfisca_jobgrant.spirals import SpiralFoundError
from openfisca_jobgrant.web import batch, comparing, examples, metrics, spec, tracing
from openfisca_jobgrant.web.problems import (
    JSON,
    RequestRefusedError,
    in_its_language,
    of_scenario,
    of_situation,
    problem,
    wanted_language,
)
from openfisca_jobgrant.web.rate import Buckets
from openfisca_jobgrant.web.stock import StockApi
from openfisca_jobgrant.workbench import workbench

_LOG = logging.getLogger(__name__)
_STOCK_PAGES = ("", "entities", "variables", "parameters")


def create_app(
    system: TaxBenefitSystem,
    scenarios: Scenarios | None = None,
    *,
    conventions: Conventions = JOB_GRANT,
    limits: Limits | None = None,
    requests_per_second: float | None = None,
) -> Flask:
    """The Web API of a law.

    Args:
        system: The law at the root.
        scenarios: Where the laws under ``/scenarios/NAME`` come from; none if it isn't given.
        conventions: How situations are read.
        limits: How much of a request is read.
        requests_per_second: How many requests of one address are answered; any if None.

    Returns:
        A Flask app.
    """
    api = _Api(system, scenarios, conventions, limits or Limits())
    app = Flask(__name__)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    # Flask reads no body beyond this; ours refuses with a message of its own first.
    app.config["MAX_CONTENT_LENGTH"] = None
    buckets = Buckets(requests_per_second) if requests_per_second else None
    _add_routes(app, api)
    _add_hooks(app, api, buckets)
    _add_errors(app)
    return app


class _Api:
    """What the routes share: laws, readers and stock APIs, each built once."""

    def __init__(
        self,
        system: TaxBenefitSystem,
        scenarios: Scenarios | None,
        conventions: Conventions,
        limits: Limits,
    ) -> None:
        self.system = system
        self.scenarios = scenarios
        self.conventions = conventions
        self.limits = limits
        self._reader = SituationReader(system, conventions, limits)
        self.costs = None if scenarios is None else BundledCosts(scenarios)
        self._stock: dict[str, StockApi] = {"": StockApi(system)}
        self._descriptions: dict[str | None, dict[str, Any]] = {}
        metadata = system.get_package_metadata()
        self.headers = {
            "Country-Package": metadata["name"],
            "Country-Package-Version": metadata["version"],
        }

    def law(self, name: str | None) -> TaxBenefitSystem:
        """The law at the root, or that of a name.

        Raises:
            RequestRefusedError: If there is no such name.
        """
        if name is None:
            return self.system
        if self.scenarios is None or name not in named_laws():
            known = listed(named_laws()) if self.scenarios is not None else message("none here")
            raise RequestRefusedError(
                HTTPStatus.NOT_FOUND,
                message(
                    "there is no scenario {name!r}; there are: {known}", name=name[:80], known=known
                ),
            )
        return self.scenarios.system(name)

    def reader(self, system: TaxBenefitSystem) -> SituationReader:
        """The reader for a law; the one of the law at the root is kept."""
        if system is self.system:
            return self._reader
        return SituationReader(system, self.conventions, self.limits)

    def stock(self, name: str | None) -> StockApi:
        """OpenFisca's own API of a law."""
        key = name or ""
        if key not in self._stock:
            self._stock[key] = StockApi(self.law(name), f"scenarios/{name}")
        return self._stock[key]

    def description(self, name: str | None) -> dict[str, Any]:
        """The API's description of itself, at the root or under a scenario; built once."""
        found = self._descriptions.get(name)
        if found is None:
            law = self.law(name)
            reader = self.reader(law)
            shown = examples.of_law(self.system, reader)
            if self.scenarios is not None and self.costs is not None and name is None:
                shown |= examples.of_scenarios(self.system, reader, self.scenarios, self.costs)
            found = self._descriptions[name] = spec.described(
                self.stock(name).spec(),
                law,
                with_scenarios=self.scenarios is not None,
                name=name,
                examples=shown,
            )
        return found

    def chosen(self, document: Any, name: str | None) -> tuple[Any, TaxBenefitSystem, Any]:
        """A request without its scenario, the law that it is held against, and the scenario.

        Raises:
            ScenarioError: If its scenario can't be.
        """
        if not isinstance(document, dict) or "scenario" not in document:
            return document, self.law(name), None
        if self.scenarios is None:
            raise ScenarioError(message("this API serves one law: leave the scenario out"))
        if name is not None:
            raise ScenarioError(
                message("the address names a scenario already: leave it out of the request")
            )
        said = document["scenario"]
        rest = {key: value for key, value in document.items() if key != "scenario"}
        return rest, self.scenarios.system(self.scenario_of(said)), said

    def scenario_of(self, said: Any) -> Any:
        """The scenario that a request names by text, or describes as data.

        Raises:
            ScenarioError: If it can't be.
        """
        if self.scenarios is None:
            raise ScenarioError(message("this API serves one law, and knows no scenarios"))
        if isinstance(said, str):
            return self.scenarios.parse(said)
        return scenario_from_data(said, self.scenarios.baseline.parameters).scenario


def request_json(limits: Limits) -> Any:
    """What the request holds.

    Raises:
        RequestRefusedError: If it isn't sent as JSON.
        SituationError: If it is not JSON that can be read strictly.
    """
    if request.mimetype != JSON and not request.mimetype.endswith("+json"):
        raise RequestRefusedError(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            message(
                "a request is sent as {json}, not as {sent}",
                json=JSON,
                sent=request.mimetype[:80] or message("nothing"),
            ),
            {"Accept": JSON},
        )
    return parse_json(request_body(limits.content), limits)


def request_body(most: int) -> bytes:
    """The request's content.

    Raises:
        RequestRefusedError: If it is compressed.
        TooLargeError: If it is longer than is read.
    """
    if request.headers.get("Content-Encoding", "identity") != "identity":
        raise RequestRefusedError(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE, message("a request is sent without compression")
        )
    length = request.content_length
    too_large = TooLargeError(
        [Fault("", message("the request is longer than the {most} bytes that are read", most=most))]
    )
    if length is not None and length > most:
        raise too_large
    content = request.stream.read(most + 1)
    if len(content) > most:
        raise too_large
    return content


def answer(document: Any, status: int = HTTPStatus.OK) -> Response:
    """A JSON answer; a number that JSON can't hold never leaves."""
    body = json.dumps(document, ensure_ascii=False, allow_nan=False)
    return Response(body.encode(), status, content_type=JSON)


def _add_routes(app: Flask, api: _Api) -> None:
    def with_scenarios(path: str, view: Callable[..., Any], **options: Any) -> None:
        app.add_url_rule(f"/{path}", view.__name__, view, **options)
        name = f"{view.__name__}_of_scenario"
        app.add_url_rule(f"/scenarios/<string:name>/{path}", name, view, **options)

    def calculate_route(name: str | None = None) -> Response:
        document, system, said = api.chosen(request_json(api.limits), name)
        reader = api.reader(system)
        read = reader.read(document)
        found = calculate(read, reader).document
        if said is None:
            return answer(found)
        language = wanted_language()
        warnings = [
            in_language(one, language)
            for one in unread_overrides(api.scenario_of(said), read, reader)
        ]
        if not warnings:
            return answer({"scenario": said, **found})
        return in_its_language(answer({"scenario": said, "warnings": warnings, **found}))

    def trace_route(name: str | None = None) -> Response:
        document, system, _ = api.chosen(request_json(api.limits), name)
        reader = api.reader(system)
        return answer(tracing.trace(reader.read(document), reader))

    def batch_route(name: str | None = None) -> Response:
        return batch.respond(api, name)

    def spec_route(name: str | None = None) -> Response:
        return answer(spec.located(api.description(name), request.host_url, name))

    def variable_route(id: str, name: str | None = None) -> Response:
        return _or_not_found(
            api.stock(name)(f"variable/{id}"), message("there is no variable {id!r}", id=id[:80])
        )

    def parameter_route(id: str, name: str | None = None) -> Response:
        return _or_not_found(
            api.stock(name)(f"parameter/{id}"), message("there is no parameter {id!r}", id=id[:80])
        )

    with_scenarios("calculate", calculate_route, methods=["POST"])
    with_scenarios("trace", trace_route, methods=["POST"])
    with_scenarios("batch", batch_route, methods=["POST"])
    with_scenarios("spec", spec_route)
    with_scenarios("variable/<string:id>", variable_route)
    with_scenarios("parameter/<path:id>", parameter_route)
    for page in _STOCK_PAGES:

        def stock_page(name: str | None = None, page: str = page) -> Response:
            return api.stock(name)(page)

        app.add_url_rule(f"/{page}", f"stock_{page}", stock_page)
        app.add_url_rule(
            f"/scenarios/<string:name>/{page}", f"stock_{page}_of_scenario", stock_page
        )
    app.add_url_rule("/health", "health", lambda: answer({"status": "ok", **api.headers}))
    app.add_url_rule("/metrics", "metrics", metrics.respond)
    if api.scenarios is not None:
        comparing.add_routes(app, api)
        if api.conventions is JOB_GRANT and api.costs is not None:
            app.register_blueprint(workbench(api.scenarios, api.costs))


def _or_not_found(found: Response, reason: Message) -> Response:
    if found.status_code == HTTPStatus.NOT_FOUND:
        raise RequestRefusedError(HTTPStatus.NOT_FOUND, reason)
    return found


def _add_hooks(app: Flask, api: _Api, buckets: Buckets | None) -> None:
    @app.before_request
    def begin() -> Response | None:
        g.began = time.perf_counter()
        if buckets is not None and not buckets.takes(request.remote_addr or ""):
            return problem(
                HTTPStatus.TOO_MANY_REQUESTS,
                message("too many requests from this address; try again in a second"),
                headers={"Retry-After": "1"},
            )
        return None

    @app.after_request
    def finish(response: Response) -> Response:
        response.headers.update(api.headers)
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["X-Content-Type-Options"] = "nosniff"
        if request.method == "OPTIONS":
            response.headers["Access-Control-Allow-Methods"] = "GET, HEAD, POST, OPTIONS"
            response.headers["Access-Control-Allow-Headers"] = "Accept, Content-Type"
        began = g.get("began")
        if began is not None:
            metrics.count(request, response, time.perf_counter() - began)
        return response


def _in_a_line(error: Exception) -> Message:
    """What an error of the engine says, unless it says very much."""
    said = message_of(error)
    first = said.splitlines()[0][:200]
    return said if first == said else verbatim(first)


def _add_errors(app: Flask) -> None:
    app.register_error_handler(SituationError, of_situation)
    app.register_error_handler(ScenarioError, lambda error: of_scenario(error, "/scenario"))

    @app.errorhandler(RequestRefusedError)
    def refused(error: RequestRefusedError) -> Response:
        return problem(error.status, message_of(error), headers=error.headers)

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Response:
        status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
        kept = ("Allow", "Retry-After")
        headers = {key: value for key, value in error.get_headers() if key in kept}
        said = of_library(error.description or HTTPStatus(status).phrase)
        return problem(status, said, headers=headers)

    @app.errorhandler(CycleError)
    @app.errorhandler(SpiralFoundError)
    @app.errorhandler(ParameterNotFoundError)
    def not_computable(error: Exception) -> Response:
        return problem(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            message("this law has no answer: {reason}", reason=_in_a_line(error)),
        )

    @app.errorhandler(Exception)
    def unexpected(error: Exception) -> Response:
        # What went wrong is for the log: it may hold what others sent.
        _LOG.exception("unexpected error at %s", request.path, exc_info=error)
        return problem(
            HTTPStatus.INTERNAL_SERVER_ERROR, message("an unexpected error; it was logged")
        )
