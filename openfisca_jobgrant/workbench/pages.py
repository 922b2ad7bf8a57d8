"""The workbench's blueprint: its language, its headers and its pages."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Request, Response, g, render_template, request, url_for
from jinja2 import pass_context
from werkzeug.datastructures import MultiDict

from openfisca_jobgrant.languages import (
    LANGUAGES,
    amount,
    confidence,
    day,
    held,
    preferred,
    quantity,
    said,
    translated,
)
from openfisca_jobgrant.population.bundled import BundledCosts
from openfisca_jobgrant.scenarios import Scenarios
from openfisca_jobgrant.workbench.fields import Mattering, inputs_of
from openfisca_jobgrant.workbench.library import Library
from openfisca_jobgrant.workbench.state import (
    AROUND_ADDRESS,
    LONGEST_ADDRESS,
    Accepted,
    State,
    read_state,
)

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
#: What stays as it is: tags, and what is shown letter by letter. And a space before a colon.
_COLONS = re.compile(r"<(textarea|pre|code)\b.*?</\1>|<[^>]*>| (?=:)", re.DOTALL)


class Bench:
    """What the pages share.

    Args:
        library: Where laws come from.
        costs: What laws cost over the bundled population.
    """

    def __init__(self, library: Scenarios, costs: BundledCosts) -> None:
        self.library = library
        self.costs = costs
        self.mattering = Mattering(library)
        self.inputs = inputs_of(library.baseline)
        variables = library.baseline.variables
        self.law = Library(library.baseline)
        self.own = [name for name in self.inputs if variables[name].entity.is_person]

    def state(self, **also: Accepted) -> State:
        """What the request's address says.

        Args:
            also: What the page knows beside the state, with what it may be.
        """
        return self.state_of(request.args, **also)

    def state_of(self, arguments: MultiDict[str, str], **also: Accepted) -> State:
        """What an address, or a form that was sent, says (see ``state``)."""
        return read_state(arguments, self.inputs, request.accept_languages, self.own, also)

    def titled(self, path: str, description: str) -> str:
        """What a figure is, in the page's language, with the jurisdiction if it is of one."""
        what = translated(description or path, g.language)
        place = self.law.place(path)
        if not place:
            return what
        return said("{place}: {what}", g.language, place=translated(place, g.language), what=what)

    def label(self, name: str) -> str:
        """What a variable is, in the page's language."""
        variable = self.library.baseline.variables.get(name)
        return name if variable is None else translated(variable.label or name, g.language)


def workbench(library: Scenarios, costs: BundledCosts) -> Blueprint:
    """The pages, for an app to serve.

    Args:
        library: Where laws come from.
        costs: What laws cost over the bundled population.
    """
    from openfisca_jobgrant.workbench import (
        comparing,
        curves,
        law,
        provinces,
        records,
        starting,
    )
    from openfisca_jobgrant.workbench import (
        costs as costs_page,
    )
    from openfisca_jobgrant.workbench.errors import add_errors

    pages = Blueprint(
        "workbench",
        __name__,
        url_prefix="/workbench",
        template_folder="templates",
        static_folder="static",
        static_url_path="/static",
    )
    bench = Bench(library, costs)
    _add_words(pages, bench)
    _add_hooks(pages)
    add_errors(pages, bench)
    for part in (comparing, law, provinces, costs_page, curves, records, starting):
        part.add_routes(pages, bench)
    return pages


def page(name: str, state: State, status: int = HTTPStatus.OK, **parts: Any) -> Response:
    """A page from its template.

    Args:
        name: The template's name without its ending.
        state: What the address says.
        status: The answer's status.
        parts: What the template shows.
    """
    g.language = state.language
    body = render_template(f"workbench/{name}.html", state=state, **parts)
    if state.language == "fr":
        # No line begins with a colon.
        body = _COLONS.sub(lambda found: "\u00a0" if found[0] == " " else found[0], body)
    return Response(body, status, content_type="text/html; charset=utf-8")


def _add_words(pages: Blueprint, bench: Bench) -> None:
    @pages.app_template_filter("t")
    @pass_context
    def words(_: object, text: str, **parts: object) -> str:
        # With the context, Jinja asks anew for each page: else the first language would stay.
        return said(text, g.language, **parts) if parts else translated(text, g.language)

    @pages.app_template_filter("money")
    def money(value: float) -> str:
        return amount(value, g.language)

    @pages.app_template_filter("change")
    def change(value: float) -> str:
        return ("+" if value > 0 else "") + amount(value, g.language).replace("-", "−")

    @pages.app_template_filter("confidence")
    def in_words(level: str) -> str:
        return confidence(level, g.language)

    @pages.app_template_filter("held")
    def in_force(value: Any, unit: str, since: str) -> str:
        return held(value, unit, since, g.language)

    @pages.app_template_filter("more")
    def more(count: int) -> str:
        return ("+" if count > 0 else "") + quantity(count, "", g.language).replace("-", "−")

    @pages.app_template_filter("quantity")
    def in_unit(value: Any, unit: str = "") -> str:
        return quantity(value, unit or "", g.language)

    @pages.app_template_filter("day")
    def on_day(iso: str) -> str:
        return day(iso, g.language)

    @pages.app_context_processor
    def shared() -> dict[str, Any]:
        return {
            "label": bench.label,
            "titled": bench.titled,
            "language": g.get("language", "en"),
            "languages": LANGUAGES,
            "longest_address": LONGEST_ADDRESS,
            "longest_link": LONGEST_ADDRESS - AROUND_ADDRESS,
            "link": lambda endpoint, state, **more: _link(endpoint, state, more),
            "in_language": _in_language,
            "is_web": lambda address: address.startswith(("http://", "https://")),
        }


def _link(endpoint: str, state: State, more: dict[str, Any]) -> str:
    """The address of a page that shows the same state."""
    values = {key: more.pop(key) for key in ("path", "name") if key in more}
    pairs = [*state.pairs(), *((key, str(value)) for key, value in more.items())]
    return f"{url_for(f'workbench.{endpoint}', **values)}?{urlencode(pairs)}"


def _in_language(language: str) -> str:
    """This page in another language."""
    kept = [(key, value) for key, value in request.args.items(multi=True) if key != "lang"]
    return f"{request.path}?{urlencode([('lang', language), *kept])}"


def language_of(asked: Request) -> str:
    """The language that a request asks for: by its address, or by its browser."""
    wanted = asked.args.get("lang", "")
    return wanted if wanted in LANGUAGES else preferred(asked.accept_languages)


def guarded(response: Response) -> Response:
    """A page with the headers that every page has."""
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Vary"] = "Accept-Language"
    return response


def _add_hooks(pages: Blueprint) -> None:
    @pages.before_request
    def speak() -> None:
        g.language = language_of(request)

    pages.after_request(guarded)
