"""What the tests of the collector share: cases as text, and a pytest to run them in."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from textwrap import indent

import pytest

CONFTEST = """
from pathlib import Path

import small_law
from openfisca_jobgrant.testing import JOB_GRANT, YamlCases

CASES = YamlCases(Path(__file__).parent, small_law.CountryTaxBenefitSystem, JOB_GRANT)

def pytest_configure(config):
    config.pluginmanager.register(CASES)
"""

#: Two participants, each with an employer of their own, in one province.
TWO = """
participants:
  ann:
    cost: 1000
  bob:
    cost: 500
applications:
  first: {participants: [ann]}
  second: {participants: [bob]}
employers:
  shop: {participants: [ann]}
  plant: {participants: [bob]}
jurisdictions:
  ontario: {participants: [ann, bob]}
"""


class Runner:
    """Runs pytest on cases written against the small law."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        pytester.syspathinsert()
        shutil.copy(Path(__file__).parent / "small_law.py", pytester.path)
        cases = pytester.mkdir("cases")
        (cases / "conftest.py").write_text(CONFTEST, encoding="utf-8")

    def write(self, text: str, name: str = "cases.yaml") -> None:
        (self.pytester.path / "cases" / name).write_text(text, encoding="utf-8")

    def __call__(self, *options: str) -> pytest.RunResult:
        return self.pytester.runpytest_inprocess("-p", "no:cacheprovider", *options)


def case(
    situation: str = "cost: 1000",
    output: str = "grant: 100",
    more: str = "period: 2014-04",
    name: str = "A tenth of the cost is granted",
) -> str:
    """One case, as text, from the texts of its parts."""
    parts = [f"name: {name}", more.strip()]
    parts += [f"input:\n{indent(situation.strip(), '  ')}"]
    parts += [f"output:\n{indent(output.strip(), '  ')}"]
    return "- " + indent("\n".join(part for part in parts if part), "  ").lstrip() + "\n"


def blamed(text: str) -> int:
    """The line that carries the mark."""
    lines = [number for number, line in enumerate(text.splitlines(), start=1) if "# <-" in line]
    assert len(lines) == 1, text
    return lines[0]


def count(text: str) -> int:
    """How many cases a text holds."""
    return len(re.findall(r"\bname:", text))


def shown(result: pytest.RunResult) -> str:
    return "\n".join(result.outlines)
