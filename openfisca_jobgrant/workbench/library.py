"""Looking through the law: figures and rules by words, and what uses what."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml
from openfisca_core.parameters import Parameter
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

import openfisca_jobgrant
from openfisca_jobgrant.languages import LANGUAGES, translated
from openfisca_jobgrant.scenarios.law import figures_under

TESTS = Path(openfisca_jobgrant.__file__).resolve().parent.parent / "tests"
MOST_FOUND = 200
_NAME = re.compile(r"[\"']([a-z_][a-z0-9_]*)[\"']")
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Case:
    """A test case that pins a variable down.

    Attributes:
        name: What it says.
        description: Where its right value comes from.
        file: The file that it stands in, from the tests' folder.
    """

    name: str
    description: str
    file: str


class Library:
    """The plan's figures and rules, to be looked through.

    Args:
        system: The law.
        tests: Where test cases stand.
    """

    def __init__(self, system: TaxBenefitSystem, tests: Path = TESTS) -> None:
        self.system = system
        self._tests = tests

    @cached_property
    def figures(self) -> dict[str, Parameter]:
        """Every figure, by its dotted path."""
        return {figure.name: figure for figure in figures_under(self.system.parameters, "")}

    @cached_property
    def _texts(self) -> dict[str, str]:
        """Path or name → all that may be searched for, in both languages."""
        found = {}
        for path, figure in self.figures.items():
            found[path] = _bare(path, figure.description or "")
        for name, variable in self.system.variables.items():
            rules = [formula.__doc__ or "" for formula in variable.formulas.values()]
            found[name] = _bare(name, variable.label or "", *rules)
        return found

    def search(self, words: str, kind: str) -> Iterator[str]:
        """Paths of figures, or names of rules, in which all words stand.

        Args:
            words: What is looked for, in either language.
            kind: ``figures`` or ``rules``.
        """
        wanted = _plain(words).split()
        among: Any = self.figures if kind == "figures" else self.system.variables
        for key in among:
            if all(word in self._texts[key] for word in wanted):
                yield key

    @cached_property
    def uses(self) -> dict[str, list[str]]:
        """Variable → the variables that its formulas name."""
        variables = self.system.variables
        return {
            name: sorted(
                {
                    word
                    for source in sources_of_rule(variable).values()
                    for word in _NAME.findall(source)
                    if word in variables and word != name
                }
            )
            for name, variable in variables.items()
        }

    def used_by(self, name: str) -> list[str]:
        """The variables whose formulas name a variable."""
        return sorted(user for user, used in self.uses.items() if name in used)

    def figures_of_rule(self, name: str) -> list[str]:
        """The figures whose last parts a variable's formulas spell out."""
        source = " ".join(sources_of_rule(self.system.variables[name]).values())
        return [
            path
            for path in self.figures
            if not path.startswith(("programmes.", "population."))
            and re.search(rf"\.{re.escape('.'.join(path.split('.')[-2:]))}\b", source)
        ]

    @property
    def has_tests(self) -> bool:
        """Whether the test cases are here; an installed package leaves them behind."""
        # Beside an installed package a folder of this name would be somebody else's.
        return self._tests.is_dir() and (self._tests.parent / "variables").is_dir()

    @cached_property
    def _cases(self) -> dict[str, list[Case]]:
        found: dict[str, list[Case]] = {}
        for path in sorted(self._tests.rglob("*.yaml")):
            with path.open(encoding="utf-8") as file:
                try:
                    cases = yaml.load(file, Loader=_LOADER)
                except yaml.YAMLError:
                    continue
            for case in cases if isinstance(cases, list) else ():
                if not isinstance(case, dict) or "output" not in case:
                    continue
                told = Case(
                    str(case.get("name", "")),
                    str(case.get("description", "")).strip(),
                    path.relative_to(self._tests).as_posix(),
                )
                for name in set(_keys(case["output"])) & self.system.variables.keys():
                    found.setdefault(name, []).append(told)
        return found

    def cases(self, name: str) -> list[Case]:
        """The test cases that say what a variable is to be."""
        return self._cases.get(name, [])


def sources_of_rule(variable: Any) -> dict[str, str]:
    """Each dated formula of a variable, as it is written, by its first day."""
    import inspect
    import textwrap

    found = {}
    for start, formula in variable.formulas.items():
        try:
            found[start] = textwrap.dedent(inspect.getsource(formula))
        except (OSError, TypeError):
            found[start] = ""
    return found


def _keys(content: Any) -> Iterator[str]:
    if isinstance(content, dict):
        for key, value in content.items():
            yield str(key)
            yield from _keys(value)


def _bare(*texts: str) -> str:
    spoken = [translated(text, language) for text in texts for language in LANGUAGES]
    return _plain(" ".join(spoken))


def _plain(text: str) -> str:
    """Without accents and capitals: people search as they type."""
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
