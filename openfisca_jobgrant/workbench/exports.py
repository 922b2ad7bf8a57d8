"""What is on the screen, as files: a scenario, a Python reform, test cases, a situation."""

from __future__ import annotations

import json
import re
import textwrap
import unicodedata
from typing import Any

import yaml

from openfisca_jobgrant.languages import said
from openfisca_jobgrant.scenarios import Scenario, Scenarios, named_laws
from openfisca_jobgrant.workbench.answers import AMOUNTS, Answer
from openfisca_jobgrant.workbench.reading import Reading

#: What the file of the test cases is called.
TESTS = "tests.yaml"


def scenario_file(reading: Reading) -> str:
    """The draft as a scenario file."""
    scenario = _drafted(reading)
    content: dict[str, Any] = {
        "title": _title(reading),
        "reforms": list(scenario.reforms),
        "parameters": [
            {
                "path": override.path,
                "value": override.value,
                "start": override.start,
                **({"stop": override.stop} if override.stop else {}),
                "reason": override.reason or _drafted_here(reading),
            }
            for override in scenario.overrides
        ],
    }
    return _yaml(content)


def python_reform(reading: Reading) -> str:
    """The draft as a module with a reform that the stock tools load by its dotted path."""
    scenario = _drafted(reading)
    parts = []
    for name in scenario.reforms:
        scheme = named_laws()[name].scheme
        assert scheme is not None
        parts.append((scheme.__module__, scheme.__name__))
    class_name = _class_name(_title(reading))
    starts = min((override.start for override in scenario.overrides), default="2014-04-01")
    lines = [_quoted(f"{_title(reading)}."), "", "from openfisca_jobgrant.reforming import "
             "Change, Scheme"]  # fmt: skip
    lines += [f"from {module} import {scheme_name}" for module, scheme_name in sorted(parts)]
    included = "".join(f"{scheme_name}, " for _, scheme_name in parts)
    lines += [
        "", "", f"class {class_name}(Scheme):",
        f"    title = {_quoted(_title(reading))}",
        f"    proposed_by = {_quoted(said('A draft', reading.state.language))}",
        f"    proposed_on = {_quoted(starts)}",
        '    stage = "demand"',
        f"    starts_on = {_quoted(starts)}",
        "    reference = ()",
        f"    includes = ({included.rstrip()})",
        "    changes = (",
    ]  # fmt: skip
    for override in scenario.overrides:
        stop = f", stop={_quoted(override.stop)}" if override.stop else ""
        lines += [
            "        Change(",
            f"            {_quoted(override.path)}, {override.value!r}, "
            f"start={_quoted(override.start)}{stop},",
            f"            because={_quoted(_drafted_here(reading))},",
            "        ),",
        ]
    return "\n".join([*lines, "    )", ""])


def test_cases(reading: Reading, answers: list[Answer], library: Scenarios) -> str:
    """What is on the screen as test cases, one for each law, with how to run them on top.

    A draft's own case names the reform that ``python_reform`` writes, as the module ``reform``.
    """
    assert reading.document is not None
    language = reading.state.language
    cases = []
    needs_reform = False
    for answer in answers:
        scenario = library.parse(answer.law.text)
        case: dict[str, Any] = {
            "name": f"{answer.law.title}, {reading.month}",
            "description": said(
                "What the workbench gave; say here where the right value is from.", language
            ),
            "period": reading.month,
        }
        if scenario.overrides:
            case["reforms"] = [f"reform.{_class_name(answer.law.title)}"]
            case["description"] += " " + said(
                "Scenario: {scenario}", language, scenario=scenario.text
            )
            needs_reform = True
        elif scenario.reforms:
            case["reforms"] = [_dotted(name) for name in scenario.reforms]
        case["input"] = _plain_groups(reading.document)
        case["output"] = {
            "participants": {
                member: {name: amounts[name] for name in AMOUNTS}
                for member, amounts in answer.members.items()
            }
        }
        cases.append(case)
    return _how_to_run(language, needs_reform=needs_reform) + _yaml(cases)


def _how_to_run(language: str, *, needs_reform: bool) -> str:
    """A comment: what the file needs beside it, and the command that runs it there."""
    # OpenFisca imports reforms by name, and doesn't look for them where the test cases stand.
    path, beside = "", said("To run these cases, in the folder of this file:", language)
    if needs_reform:
        path, beside = (
            "PYTHONPATH=. ",
            said(
                "To run these cases, save the draft as a Python reform, reform.py, beside this "
                "file; then, in their folder:",
                language,
            ),
        )
    command = f"{path}openfisca test --country-package openfisca_jobgrant {TESTS}"
    lines = [*textwrap.wrap(beside, 97), "", f"    {command}"]
    return "".join(f"# {line}".rstrip() + "\n" for line in lines) + "\n"


def situation(document: dict[str, Any]) -> str:
    """A situation as the API takes it."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _drafted(reading: Reading) -> Scenario:
    assert reading.draft.scenario is not None
    return reading.draft.scenario


def _quoted(text: str) -> str:
    """A text as Python writes it, its accents as they are."""
    return json.dumps(text, ensure_ascii=False)


def _drafted_here(reading: Reading) -> str:
    return said("Drafted in the workbench.", reading.state.language)


def _title(reading: Reading) -> str:
    return reading.state.title or said("Your draft", reading.state.language)


def _class_name(title: str) -> str:
    bare = unicodedata.normalize("NFD", title).encode("ascii", "ignore").decode()
    name = "".join(word.capitalize() for word in re.findall(r"[a-z0-9]+", bare.lower()))
    return name if name[:1].isalpha() else f"Draft{name}"


def _dotted(name: str) -> str:
    scheme = named_laws()[name].scheme
    assert scheme is not None
    return f"{scheme.__module__}.{scheme.__name__}"


def _plain_groups(document: dict[str, Any]) -> dict[str, Any]:
    return {
        plural: {
            member: {key: _dated(value) for key, value in content.items()}
            for member, content in members.items()
        }
        for plural, members in document.items()
    }


def _dated(value: Any) -> Any:
    """What is said for all time is written without a period."""
    return value["ETERNITY"] if isinstance(value, dict) and "ETERNITY" in value else value


def _yaml(content: Any) -> str:
    class Plain(yaml.SafeDumper):
        """Writes every list out where it stands."""

        def ignore_aliases(self, data: Any) -> bool:
            return True

    return yaml.dump(content, Dumper=Plain, sort_keys=False, allow_unicode=True, width=99)
