"""Populations that several tests read."""

import pytest
from small_populations import drawn, write


@pytest.fixture(scope="session")
def some_rows():
    return drawn()


@pytest.fixture(scope="session")
def some_file(some_rows, tmp_path_factory):
    return write(some_rows, tmp_path_factory.mktemp("population") / "some.parquet")
