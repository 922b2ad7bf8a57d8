"""The pages under test, without a browser."""

import pytest

from openfisca_jobgrant.scenarios import Scenarios
from openfisca_jobgrant.web import create_app


@pytest.fixture(scope="session")
def app(system):
    return create_app(system, Scenarios(system))


@pytest.fixture
def get(app):
    client = app.test_client()

    def get_it(path="", status=200, **options):
        answer = client.get(f"/workbench{path}", follow_redirects=True, **options)
        text = answer.get_data(as_text=True)
        assert answer.status_code == status, text[:2000]
        answer.words = text
        return answer

    return get_it
