"""What went wrong, as a page: also where no page was asked for that there is."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus

from flask import Blueprint, Response, g, request
from werkzeug.exceptions import HTTPException

from openfisca_jobgrant.languages import said, translated
from openfisca_jobgrant.languages.messages import in_language, message_of
from openfisca_jobgrant.scenarios import ScenarioError
from openfisca_jobgrant.situations import SituationError
from openfisca_jobgrant.workbench.algebra import BusyError
from openfisca_jobgrant.workbench.pages import Bench, guarded, language_of, page
from openfisca_jobgrant.workbench.state import AROUND_ADDRESS, LONGEST_ADDRESS, State

_DATA = ("application/json", "application/problem+json")


def _(text: str) -> str:
    """Marks a text for the catalogue."""
    return text


_WORDS = {
    HTTPStatus.NOT_FOUND: _("There is no page at this address."),
    HTTPStatus.METHOD_NOT_ALLOWED: _("This page can be read only; nothing can be sent to it."),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: _("What was sent is too long."),
    HTTPStatus.REQUEST_URI_TOO_LONG: _(
        "The address is too long. Go back, and leave out a participant, a change or a long text."
    ),
    HTTPStatus.TOO_MANY_REQUESTS: _("Too many pages were asked for; try again in a second."),
    HTTPStatus.UNPROCESSABLE_ENTITY: _("This body of law has no answer to what was asked."),
    HTTPStatus.INTERNAL_SERVER_ERROR: _("Something went wrong here; it was noted."),
    HTTPStatus.SERVICE_UNAVAILABLE: _("Others keep the workbench busy; try again in a moment."),
}


def add_errors(pages: Blueprint, bench: Bench) -> None:
    """Answer errors with a page that leads back to what was typed."""

    def typed() -> State:
        # What isn't used on a page that can't be shown is beside the point.
        state = replace(bench.state(), told=())
        # No link may be as long as the address that was too long.
        is_link = len(state.query()) < LONGEST_ADDRESS - AROUND_ADDRESS
        return state if is_link else State(state.language)

    def told(status: int, message: str | None = None) -> Response:
        return _page(status, typed(), message)

    @pages.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Response:
        status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
        is_own = error.description and error.description != type(error).description
        return told(status, error.description if is_own else None)

    @pages.errorhandler(ScenarioError)
    @pages.errorhandler(SituationError)
    def refused(error: Exception) -> Response:
        state = typed()
        told = in_language(message_of(error), state.language)[:1000]
        return page("error", state, HTTPStatus.BAD_REQUEST, message=told, tongue=state.language)

    @pages.errorhandler(BusyError)
    def busy(_: BusyError) -> Response:
        answer = told(HTTPStatus.SERVICE_UNAVAILABLE)
        answer.headers["Retry-After"] = "10"
        return answer

    # The app's own handlers answer in JSON where no page's code ran: wrong addresses, for one.
    @pages.after_app_request
    def in_words(response: Response) -> Response:
        is_ours = f"{request.path}/".startswith("/workbench/")
        if not is_ours or response.status_code < 400 or response.mimetype not in _DATA:
            return response
        g.language = language_of(request)
        shown = told(response.status_code)
        response.set_data(shown.get_data())
        response.content_type = shown.content_type
        # The policy of answers that are data lets a page load nothing, its own style neither.
        response.headers.pop("Content-Security-Policy", None)
        return guarded(response)


def _page(status: int, state: State, message: str | None) -> Response:
    if message is None:
        words = _WORDS.get(HTTPStatus(status))
        message = (
            translated(words, state.language)
            if words
            else said("The answer is error {status}.", state.language, status=status)
        )
    return page("error", state, status, message=message, tongue=state.language)
