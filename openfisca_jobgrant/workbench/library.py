"""Looking through the law: figures and rules by words, and what uses what."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

import yaml
from openfisca_core.parameters import Parameter
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

import openfisca_jobgrant
from openfisca_jobgrant.languages import LANGUAGES, translated
from openfisca_jobgrant.scenarios.law import figures_under
from openfisca_jobgrant.workbench.reads import EACH, paths_read

TESTS = Path(openfisca_jobgrant.__file__).resolve().parent.parent / "tests"
MOST_FOUND = 200
LONGEST_PATH = 120
_MOST_NEAR = 8


def _(text: str) -> str:
    """Marks a text for the catalogue."""
    return text


#: Where the figures of a programme stand that says nothing else.
ELSEWHERE = _("Where a programme says nothing")
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

    def place(self, path: str) -> str:
        """The jurisdiction whose programme a figure is of, in English; empty for any other."""
        parts = path.split(".")
        if parts[0] != "programmes" or len(parts) < 2:
            return ""
        return self._places.get(parts[1], ELSEWHERE)

    @cached_property
    def _places(self) -> dict[str, str]:
        codes = self.system.variables["jurisdiction_code"].possible_values
        return {code.name: str(code.value) for code in codes}

    def by_place(self, paths: Iterable[str]) -> dict[str, list[Parameter]]:
        """Figures by the jurisdiction whose programme they are of; first those of no programme."""
        found: dict[str, list[Parameter]] = {
            place: [] for place in ("", *self._places.values(), ELSEWHERE)
        }
        for path in paths:
            found[self.place(path)].append(self.figures[path])
        return found

    @cached_property
    def _texts(self) -> dict[str, str]:
        """Path or name → all that may be searched for, in both languages."""
        found = {}
        for path, figure in self.figures.items():
            found[path] = _bare(path, figure.description or "", self.place(path))
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

    def near(self, words: str) -> list[Parameter]:
        """The figures that words most likely mean, or else whose paths are written most like them.

        Args:
            words: What was typed, in either language.
        """
        found = list(islice(self.search(words, "figures"), _MOST_NEAR))
        wanted = {word for word in _plain(words).split()[:_MOST_NEAR] if len(word) > 2}
        if not found and len(wanted) > 1:
            scores = {
                path: sum(word in self._texts[path] for word in wanted) for path in self.figures
            }
            most = max(scores.values())
            # Those of the whole country first.
            ranked = sorted(self.figures, key=lambda path: path.startswith("programmes."))
            found = [path for path in ranked if most and scores[path] == most][:_MOST_NEAR]
        found = found or get_close_matches(words[:LONGEST_PATH], self.figures, _MOST_NEAR)
        return [self.figures[path] for path in found]

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

    @cached_property
    def _read(self) -> dict[str, list[str]]:
        """Variable → the figures that its formulas read."""
        known: dict[str, list[str]] = {}
        for path in self.figures:
            parts = path.split(".")
            if parts[0] == "programmes":
                parts = [EACH, *parts[2:]]
            for length in range(1, len(parts) + 1):
                known.setdefault(".".join(parts[:length]), []).append(path)
        found = {}
        for name, variable in self.system.variables.items():
            sources = sources_of_rule(variable).values()
            paths = (path for source in sources for path in paths_read(source, known))
            found[name] = list(dict.fromkeys(figure for path in paths for figure in known[path]))
        return found

    def figures_of_rule(self, name: str) -> list[str]:
        """The figures that a variable's formulas read: national ones, and each programme's."""
        return self._read[name]

    def readers(self, path: str) -> list[str]:
        """The variables whose formulas read a figure."""
        return [name for name, paths in self._read.items() if path in paths]

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
