"""The app factory: one Web API for a law and for every scenario of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, current_app, request
from openfisca_core.errors import CycleError, ParameterNotFoundError
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

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
from openfisca_jobgrant.receipts import ReceiptError, receipt_of
from openfisca_jobgrant.scenarios import ScenarioError, Scenarios, named_laws
from openfisca_jobgrant.scenarios.files import scenario_from_data
from openfisca_jobgrant.scenarios.named import PLAN
from openfisca_jobgrant.scenarios.unread import unread_overrides
from openfisca_jobgrant.situations import (
    Fault,
    Limits,
    SituationError,
    SituationReader,
    calculate,
    parse_json,
)
from openfisca_jobgrant.situations.faults import shown
from openfisca_jobgrant.situations.json_text import TooLargeError
from openfisca_jobgrant.spirals import SpiralFoundError
from openfisca_jobgrant.web import batch, comparing, examples, metrics, spec, tracing
from openfisca_jobgrant.web.hooks import Delivery, add_hooks, request_id, route
from openfisca_jobgrant.web.logs import log_unexpected
from openfisca_jobgrant.web.problems import (
    JSON,
    RequestRefusedError,
    in_its_language,
    of_scenario,
    of_situation,
    problem,
    wanted_language,
)
from openfisca_jobgrant.web.stock import StockApi
from openfisca_jobgrant.workbench import workbench

#: As many laws' readers are kept as were asked for last.
_READERS = 32
_STOCK_PAGES = ("", "entities", "variables", "parameters")


def create_app(
    system: TaxBenefitSystem,
    scenarios: Scenarios | None = None,
    *,
    conventions: Conventions = JOB_GRANT,
    limits: Limits | None = None,
    requests_per_second: float | None = None,
    origins: Sequence[str] = ("*",),
    proxies: int = 0,
) -> Flask:
    """The Web API of a law.

    Args:
        system: The law at the root.
        scenarios: Where the laws under ``/scenarios/NAME`` come from; none if it isn't given.
        conventions: How situations are read.
        limits: How much of a request is read.
        requests_per_second: How many requests of one address are answered; any if None.
        origins: Which pages of other origins may read the answers; ``("*",)`` for all.
        proxies: How many proxies in front are believed about the client's address and scheme.

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
    lasting = _add_routes(app, api)
    add_hooks(app, Delivery(api.headers, origins, requests_per_second, lasting))
    _add_errors(app)
    if proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            _with_known_scheme(app.wsgi_app), x_for=proxies, x_proto=proxies, x_host=0
        )
    return app


def _with_known_scheme(app: Any) -> Any:
    """An app that is told http or https, whatever a proxy lets through."""

    def called(environ: dict[str, Any], start: Any) -> Any:
        if environ["wsgi.url_scheme"] not in ("http", "https"):
            environ["wsgi.url_scheme"] = "http"
        return app(environ, start)

    return called


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
        self._reader_of = lru_cache(_READERS)(
            lambda law: SituationReader(law, conventions, limits),
        )
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
        """The reader for a law, with what it has learnt of it."""
        return self._reader if system is self.system else self._reader_of(system)

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

    def without_receipt(self, document: Any) -> tuple[Any, bool]:
        """A request without the member that asks for a receipt, and whether it asks for one.

        Raises:
            SituationError: If it says neither true nor false.
        """
        if self.scenarios is None or not isinstance(document, dict) or "receipt" not in document:
            return document, False
        wanted = document["receipt"]
        if not isinstance(wanted, bool):
            accepted = message("true or false")
            wrong = message(
                "receipt is {value}, and takes {accepted}", value=shown(wanted), accepted=accepted
            )
            raise SituationError([Fault("/receipt", wrong, shown(wanted), accepted)])
        return {key: value for key, value in document.items() if key != "receipt"}, wanted

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
        RequestRefusedError: If it is compressed, or stops before its end.
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
    content = _read(most + 1)
    if len(content) > most:
        raise too_large
    return content


def _read(size: int) -> bytes:
    """What the client sends; one that goes silent doesn't keep a thread for ever."""
    connection = request.environ.get("gunicorn.socket")
    if connection is None:
        return request.stream.read(size)
    # Where gunicorn serves, it is there; elsewhere it may not even load.
    from gunicorn.http.errors import ParseException

    connection.settimeout(current_app.config.get("READ_TIMEOUT"))
    try:
        return request.stream.read(size)
    except ParseException as error:
        raise RequestRefusedError(
            HTTPStatus.BAD_REQUEST, message("the request's content is no HTTP that can be read")
        ) from error
    except TimeoutError as error:
        raise RequestRefusedError(
            HTTPStatus.REQUEST_TIMEOUT, message("the request stopped before its end")
        ) from error
    finally:
        connection.settimeout(None)


def answer(document: Any, status: int = HTTPStatus.OK) -> Response:
    """A JSON answer; a number that JSON can't hold never leaves."""
    body = json.dumps(document, ensure_ascii=False, allow_nan=False)
    return Response(body.encode(), status, content_type=JSON)


def _add_routes(app: Flask, api: _Api) -> set[str]:
    """Add all routes; the answer names the endpoints that describe the law."""

    def with_scenarios(path: str, view: Callable[..., Any], **options: Any) -> None:
        app.add_url_rule(f"/{path}", view.__name__, view, **options)
        name = f"{view.__name__}_of_scenario"
        app.add_url_rule(f"/scenarios/<string:name>/{path}", name, view, **options)

    def calculate_route(name: str | None = None) -> Response:
        document, with_receipt = api.without_receipt(request_json(api.limits))
        document, system, said = api.chosen(document, name)
        reader = api.reader(system)
        read = reader.read(document)
        found = calculate(read, reader).document
        beside: dict[str, Any] = {}
        warnings: list[Message] = []
        if said is not None:
            beside["scenario"] = said
            warnings = unread_overrides(api.scenario_of(said), read, reader)
            if warnings:
                language = wanted_language()
                beside["warnings"] = [in_language(one, language) for one in warnings]
        if with_receipt:
            text = api.scenario_of(said or name or PLAN).text
            try:
                beside["receipt"] = receipt_of(read, found, text, beside)
            except ReceiptError as error:
                raise SituationError([Fault("/receipt", message_of(error))]) from error
        answered = answer({**beside, **found} if beside else found)
        return in_its_language(answered) if warnings else answered

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
    described = ("spec_route", "variable_route", "parameter_route", "stock_", "scenarios")
    return {endpoint for endpoint in app.view_functions if endpoint.startswith(described)}


def _or_not_found(found: Response, reason: Message) -> Response:
    if found.status_code == HTTPStatus.NOT_FOUND:
        raise RequestRefusedError(HTTPStatus.NOT_FOUND, reason)
    return found


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
        # What went wrong is for the log, and even there without what the client sent.
        log_unexpected(error, route=route(), request_id=request_id())
        return problem(
            HTTPStatus.INTERNAL_SERVER_ERROR,
            message("an unexpected error; it was logged as that of request {id}", id=request_id()),
        )
