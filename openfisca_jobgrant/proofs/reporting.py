"""What was found out about a claim, as data, as a situation, and as a test case."""

from __future__ import annotations

from typing import Any

from openfisca_core.indexed_enums import Enum

from openfisca_jobgrant.proofs.batches import holds, plain_value
from openfisca_jobgrant.proofs.bounds import MOST_COUNTED, MOST_DOLLARS, MOST_IN_A_YEAR
from openfisca_jobgrant.proofs.cases import period_of
from openfisca_jobgrant.proofs.deciding import REFUTED, Answer
from openfisca_jobgrant.proofs.situation import MORE
from openfisca_jobgrant.proofs.witnesses import extent
from openfisca_jobgrant.scenarios import Scenarios


def as_data(answer: Answer, library: Scenarios) -> dict[str, Any]:
    """An answer as one JSON document; what belongs to the run stands under ``run``."""
    data: dict[str, Any] = {
        "claim": answer.claim.text,
        "verdict": answer.verdict,
        "bounds": {
            "scenarios": list(answer.claim.scenarios),
            "jurisdictions": list(answer.jurisdictions),
            "first_month": answer.months[0],
            "last_month": answer.months[1],
            "participants_in_an_application": answer.participants,
            "applications": 1,
            "largest_amount": MOST_DOLLARS,
            "largest_amount_of_a_year": MOST_IN_A_YEAR,
            "largest_count": MOST_COUNTED,
            "rounding": "exact, in whole cents",
        },
        "not_decided": [
            {
                "jurisdiction": one.code,
                "first_month": one.months[0],
                "last_month": one.months[1],
                "participants": one.participants,
                "reason": one.reason,
            }
            for one in answer.open_cases
        ],
        "run": {
            "cases": answer.cases,
            "situations_tried_on_the_engine": answer.tried,
            "seconds": round(answer.seconds, 3),
        },
    }
    if answer.witness is not None:
        data["witness"] = {
            "month": answer.witness.month,
            "jurisdiction": answer.witness.code,
            "stated": stated(answer, library),
            "found": found(answer, library),
            "fails_for": extents(answer, library) if answer.verdict == REFUTED else [],
            "situation": situation(answer, library),
        }
    return data


def _id(entity: str, member: int) -> str:
    return f"p{member + 1}" if entity == "participant" else entity


def stated(answer: Answer, library: Scenarios) -> list[dict[str, Any]]:
    """The facts of the situation that are not the usual ones."""
    rows = []
    witness = answer.witness
    assert witness is not None
    for (name, when, member), values in witness.values.items():
        variable = library.baseline.variables[name]
        row = {
            "variable": name,
            "member": _id(variable.entity.key, max(member, 0)),
            "period": str(when),
            "value": plain_value(variable, values[0]),
        }
        if member == MORE:
            row["more"] = True
        rows.append(row)
    return rows


def found(answer: Answer, library: Scenarios) -> list[dict[str, Any]]:
    """What the engine gives for each variable that the claim names."""
    rows = []
    for (scenario, name), values in answer.values.items():
        if name == "jurisdiction_code":
            continue
        variable = library.system(scenario).variables[name]
        for member, value in enumerate(values):
            rows.append(
                {
                    "scenario": scenario,
                    "variable": name,
                    "member": _id("participant", member),
                    "value": _plain(variable, value),
                }
            )
    return rows


def _plain(variable: Any, value: Any) -> Any:
    if isinstance(value, Enum):
        return value.name
    if variable.value_type is str:
        return str(value)
    return plain_value(variable, value)


def extents(answer: Answer, library: Scenarios) -> list[dict[str, Any]]:
    """For each number of the situation from where to where the claim fails, all else staying."""
    witness = answer.witness
    assert witness is not None
    systems = {text: library.system(text) for text in answer.claim.scenarios}

    def fails(batch: Any) -> Any:
        return ~holds(answer.claim, systems, batch).all(axis=1)

    rows = []
    for key in witness.values:
        name, _, member = key
        variable = library.baseline.variables[name]
        if variable.value_type in (bool, Enum) or member == MORE:
            continue
        least, most = extent(witness, key, fails, variable)
        rows.append(
            {
                "variable": name,
                "member": _id(variable.entity.key, member),
                "from": None if least is None else plain_value(variable, least),
                "to": None if most is None else plain_value(variable, most),
            }
        )
    return rows


def situation(answer: Answer, library: Scenarios) -> dict[str, Any]:
    """The situation as the Web API takes it, asking for what the claim names."""
    witness = answer.witness
    assert witness is not None
    people = [_id("participant", member) for member in range(witness.participants)]
    document: dict[str, Any] = {
        "participants": {name: {} for name in people},
        "applications": {"application": {"participants": people}},
        "employers": {"employer": {"participants": people}},
        "jurisdictions": {
            "jurisdiction": {
                "participants": people,
                "jurisdiction_code": {"ETERNITY": witness.code},
            }
        },
    }
    for (name, when, member), values in witness.values.items():
        if member == MORE:
            continue
        variable = library.baseline.variables[name]
        entity = variable.entity
        at = document[entity.plural][_id(entity.key, member)]
        at.setdefault(name, {})[str(when)] = plain_value(variable, values[0])
    for _, name in answer.claim.variables:
        variable = library.baseline.variables[name]
        for who in people if variable.entity.is_person else [variable.entity.key]:
            at = document[variable.entity.plural][who]
            at.setdefault(name, {}).setdefault(period_of(variable, witness.month), None)
    return document


def as_test(answer: Answer, library: Scenarios) -> list[dict[str, Any]]:
    """The situation as YAML test cases, one for each scenario: the engine's values, to be signed.

    A drafter who finds a value wrong writes the right one: the case then fails until the law is
    mended.
    """
    witness = answer.witness
    assert witness is not None
    tests = []
    for text in answer.claim.scenarios:
        scenario = library.parse(text)
        given = situation(answer, library)
        expected: dict[str, Any] = {}
        for (at, name), values in answer.values.items():
            variable = library.system(at).variables[name]
            if at != text or name == "jurisdiction_code":
                continue
            for place, value in enumerate(values):
                key = _id(variable.entity.key, place)
                when = period_of(variable, witness.month)
                place = expected.setdefault(variable.entity.plural, {}).setdefault(key, {})
                place[name] = {when: _plain(variable, value)}
        for plural, members in given.items():
            for member in members.values():
                for name in [at for at, value in member.items() if isinstance(value, dict)]:
                    kept = {
                        when: value for when, value in member[name].items() if value is not None
                    }
                    if kept:
                        member[name] = kept
                    else:
                        del member[name]
            given[plural] = members
        case: dict[str, Any] = {
            "name": f"Breaks: {answer.claim.text}",
            "period": witness.month,
            "input": given,
            "output": expected,
        }
        if scenario.reforms:
            case["reforms"] = [_path_of(name) for name in scenario.reforms]
        if expected and not scenario.overrides:
            tests.append(case)
    return tests


def _path_of(name: str) -> str:
    from openfisca_jobgrant.scenarios import named_laws

    scheme = named_laws()[name].scheme
    assert scheme is not None
    return f"{scheme.__module__}.{scheme.__name__}"
