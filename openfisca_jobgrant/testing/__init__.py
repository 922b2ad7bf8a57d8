"""Law tests in YAML, read strictly, for pytest.

The format is that of ``openfisca test``, and every file that passes here is meant to pass there,
too. What that runner lets through is an error here, with file and line: misspelt keys, outputs that
check nothing, values under the wrong entity, periods in a second spelling, participants left out.

It isn't tied to one country package: a ``conftest.py`` registers it with any function that builds a
tax and benefit system::

    def pytest_configure(config):
        config.pluginmanager.register(YamlCases(Path(__file__).parent, MySystem, Conventions()))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from openfisca_jobgrant.conventions import JOB_GRANT, Conventions
from openfisca_jobgrant.spirals import SpiralFoundError, refuse_spirals
from openfisca_jobgrant.testing.problems import CaseError, MismatchError

if TYPE_CHECKING:
    from openfisca_jobgrant.testing.plugin import YamlCases

__all__ = [
    "JOB_GRANT",
    "CaseError",
    "Conventions",
    "MismatchError",
    "SpiralFoundError",
    "YamlCases",
    "refuse_spirals",
]


def __getattr__(name: str) -> Any:
    # Whoever reads YAML only needs no pytest, which takes a while to load.
    if name == "YamlCases":
        from openfisca_jobgrant.testing.plugin import YamlCases

        return YamlCases
    raise AttributeError(name)
