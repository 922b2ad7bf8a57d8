"""Every text that people may read: of the law, and of the code."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jinja2 import Environment, nodes
from openfisca_core.indexed_enums import Enum
from openfisca_core.parameters import Parameter, ParameterNode

import openfisca_jobgrant
from openfisca_jobgrant import CountryTaxBenefitSystem, vocabulary
from openfisca_jobgrant.cli.output import HEADINGS
from openfisca_jobgrant.languages import CONFIDENCE, UNITS
from openfisca_jobgrant.languages.checks import FOR_DEVELOPERS, told_plainly, wrong_templates
from openfisca_jobgrant.languages.messages import OF_LIBRARIES
from openfisca_jobgrant.population.assumptions import read_assumptions
from openfisca_jobgrant.population.labels import LABELS
from openfisca_jobgrant.scenarios.named import named_laws

_PACKAGE = Path(openfisca_jobgrant.__file__).parent
#: Functions of the code whose first text is shown to people.
_SPEAKING = frozenset({"message", "said", "translated", "_say", "_"})
_SPOKEN_ALWAYS = ("yes", "no", "no longer in force")


def all_texts() -> dict[str, str]:
    """Every text, with where it is said; each once, in a lasting order."""
    found: dict[str, str] = {}
    for text, place in (*_of_the_law(), *_of_the_code()):
        key = " ".join(text.split())
        if key:
            found.setdefault(key, place)
    return found


def untranslatable() -> Iterator[str]:
    """What the code tells people in a way that can't be said in French: place and reason."""
    for path in sorted(_PACKAGE.rglob("*.py")):
        place = path.relative_to(_PACKAGE)
        source = path.read_text(encoding="utf-8")
        for line, reason in wrong_templates(source):
            yield f"{place}:{line}: {reason}"
        if place.parts[0] not in FOR_DEVELOPERS:
            for line, carrier in told_plainly(source):
                yield f"{place}:{line}: what {carrier} tells people is made by message()"


def _of_the_law() -> Iterator[tuple[str, str]]:
    system = CountryTaxBenefitSystem()
    for entity in system.entities:
        yield entity.label, f"entity {entity.key}"
    for name, variable in sorted(system.variables.items()):
        yield variable.label, f"variable {name}"
        yield variable.documentation or "", f"variable {name}"
        for formula in variable.formulas.values():
            yield formula.__doc__ or "", f"rule {name}"
    for name, item in inspect.getmembers(vocabulary, inspect.isclass):
        if issubclass(item, Enum) and item is not Enum:
            words: Any = item
            for member in words.__members__.values():
                yield str(member.value), f"word of {name}"
    yield from _of_parameters(system.parameters)
    for name, law in named_laws().items():
        yield law.title, f"law {name}"
        if law.scheme is not None:
            for change in law.scheme.changes:
                yield change.because, f"law {name}"


def _of_parameters(node: ParameterNode) -> Iterator[tuple[str, str]]:
    for item in node.get_descendants():
        yield item.description or "", f"figure {item.name}"
        if isinstance(item, Parameter):
            for value in reversed(item.values_list):
                yield (value.metadata or {}).get("note", ""), f"figure {item.name}"


def _of_the_code() -> Iterator[tuple[str, str]]:
    for text in (*_SPOKEN_ALWAYS, *UNITS.values(), *CONFIDENCE):
        yield text, "languages"
    for text in HEADINGS:
        yield text, "headings"
    for text in LABELS.values():
        yield text, "labels of a costing"
    for text in sorted(OF_LIBRARIES):
        yield text, "libraries"
    for entry in read_assumptions().held_out:
        yield entry["what"], "figures that a population is held against"
    for path in sorted(_PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and _name(node.func) in _SPEAKING:
                spoken = node.args[0]
                if isinstance(spoken, ast.Constant) and isinstance(spoken.value, str):
                    yield spoken.value, f"{path.relative_to(_PACKAGE)}"
    yield from _of_the_pages()


def _of_the_pages() -> Iterator[tuple[str, str]]:
    """What templates say: every text that the filter ``t`` is given."""
    reader = Environment(autoescape=True)
    for path in sorted(_PACKAGE.rglob("*.html")):
        page = reader.parse(path.read_text(encoding="utf-8"))
        for spoken in page.find_all(nodes.Filter):
            text = spoken.node
            if spoken.name == "t" and isinstance(text, nodes.Const):
                yield str(text.value), f"{path.relative_to(_PACKAGE)}"


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
