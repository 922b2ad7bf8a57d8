"""The app under test, and a way to ask it."""

import json

import pytest

from openfisca_jobgrant.scenarios import Scenarios
from openfisca_jobgrant.web import create_app


@pytest.fixture(scope="session")
def app(system):
    return create_app(system, Scenarios(system))


class Asked:
    """An answer, checked for what every answer must be."""

    def __init__(self, response):
        self.status = response.status_code
        self.type = response.mimetype
        self.headers = response.headers
        self.text = response.get_data(as_text=True)
        assert self.status < 500, self.text
        self.json = (
            json.loads(self.text, parse_constant=_no_constant)
            if self.type.endswith("json")
            else None
        )
        if self.status >= 400:
            assert self.type in ("application/problem+json", "application/json")
            assert len(self.text) < 40_000
            assert "Traceback" not in self.text


def _no_constant(name):
    raise AssertionError(f"{name} is not JSON")


@pytest.fixture(scope="session")
def ask(app):
    client = app.test_client()

    def ask_it(path, body=None, *, raw=None, **options):
        if body is None and raw is None:
            return Asked(client.get(path, **options))
        content = raw if raw is not None else json.dumps(body)
        options.setdefault("content_type", "application/json")
        return Asked(client.post(path, data=content, **options))

    return ask_it


def one(month="2014-05", asked="government_contribution", **inputs):
    """A participant with 3,000 dollars of tuition, and what is asked."""
    facts = {"tuition_fees": {month: 3000}, asked: {month: None}, **inputs}
    return {"participants": {"a": facts}}
