"""JSON Schemas of what the Web API takes and gives: of one law's situations, and of answers."""

from __future__ import annotations

from datetime import date
from typing import Any

from openfisca_core.entities import Entity
from openfisca_core.indexed_enums import Enum
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from openfisca_jobgrant.rules import Money

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
TRUTH: Schema = {"type": "boolean"}
WHOLE: Schema = {"type": "integer"}
#: A value of any variable or figure.
ANY_VALUE: Schema = {"type": ["number", "boolean", "string", "null"]}


def ref(name: str) -> Schema:
    """A reference to the schema of that name."""
    return {"$ref": f"#/components/schemas/{name}"}


def record(properties: dict[str, Schema], optional: tuple[str, ...] = (), **more: Any) -> Schema:
    """An object whose members are known, all of them there but the optional ones."""
    needed = [key for key in properties if key not in optional]
    found: Schema = {"type": "object", "properties": properties}
    if needed:
        found["required"] = needed
    return {**found, **more}


def listed(items: Schema, **more: Any) -> Schema:
    """A list."""
    return {"type": "array", "items": items, **more}


def mapped(values: Schema, **more: Any) -> Schema:
    """An object from any names to values of one kind."""
    return {"type": "object", "additionalProperties": values, **more}


def of_law(
    system: TaxBenefitSystem, *, with_scenario: bool, with_receipt: bool
) -> dict[str, Schema]:
    """The schemas of a law's situations: of each kind of value, of each entity, of the whole.

    Args:
        system: The law.
        with_scenario: Whether a situation may carry its scenario.
        with_receipt: Whether an answer may carry its receipt.
    """
    found: dict[str, Schema] = {}
    words: dict[Any, str] = {}
    for variable in system.variables.values():
        if variable.value_type is Enum and variable.possible_values not in words:
            name = variable.possible_values.__name__
            while name in found:
                name += "_"
            words[variable.possible_values] = name
            names = [member.name for member in variable.possible_values]
            found[name] = {"type": "string", "enum": names}
    for entity in system.entities:
        properties = {
            role.plural or role.key: listed(TEXT, description=f"Ids: {role.label or role.key}")
            for role in getattr(entity, "roles", ())
        }
        for name, variable in system.get_variables(entity).items():
            kind = _kind(variable, words)
            found.setdefault(kind, _dated(variable, kind))
            properties[name] = {**ref(kind), "description": variable.label or name}
        found[_title(entity)] = {
            "type": "object",
            "properties": properties,
            "additionalProperties": False,
        }
    plurals = {
        entity.plural: mapped(ref(_title(entity)), minProperties=1) for entity in system.entities
    }
    chosen = {**plurals, "scenario": ref("Scenario")} if with_scenario else plurals
    asked, answered = dict(chosen), dict(chosen)
    if with_scenario:
        answered["warnings"] = listed(TEXT)
    if with_receipt:
        asked["receipt"] = {**TRUTH, "description": "Whether the answer carries its receipt"}
        answered["receipt"] = ref("Receipt")
    for name, what, members in (
        ("Situation", "Who there is, what is known of them, and null for asked", plurals),
        ("SituationToTrace", "A situation whose calculation is shown step by step", chosen),
        ("SituationInput", "A situation whose nulls are filled", asked),
        ("SituationOutput", "The request, with its nulls filled", answered),
    ):
        found[name] = {
            "type": "object",
            "description": what,
            "properties": members,
            "required": [system.person_entity.plural],
            "additionalProperties": False,
        }
    found["Trace"] = _trace(system)
    return found


def _title(entity: Entity) -> str:
    # OpenFisca's own description calls them so.
    return str(entity.key.title())


def _kind(variable: Variable, words: dict[Any, str]) -> str:
    """The name of the schema of a variable's values."""
    if variable.value_type is Enum:
        return f"{words[variable.possible_values]}ByPeriod"
    if isinstance(variable, Money):
        return "MoneyByPeriod"
    kinds = {bool: "Truth", int: "WholeNumber", float: "Number", date: "Date", str: "Text"}
    return f"{kinds[variable.value_type]}ByPeriod"


def _dated(variable: Variable, name: str) -> Schema:
    if variable.value_type is Enum:
        value: Schema = {"oneOf": [ref(name.removesuffix("ByPeriod")), {"type": "null"}]}
    elif variable.value_type is date:
        value = {"type": ["string", "null"], "format": "date"}
    else:
        kinds = {bool: "boolean", int: "integer", float: "number", str: "string"}
        value = {"type": [kinds[variable.value_type], "null"]}
    return mapped(value, description="From periods to values; null asks for one", minProperties=1)


def _trace(system: TaxBenefitSystem) -> Schema:
    seconds = {"type": "number", "minimum": 0}
    step = record(
        {
            "value": {"type": ["array", "null"], "items": ANY_VALUE},
            "dependencies": listed(TEXT),
            "parameters": mapped({}),
            "calculation_time": seconds,
            "formula_time": seconds,
        }
    )
    return record(
        {
            "requestedCalculations": listed(TEXT),
            "entitiesDescription": record(
                {entity.plural: listed(TEXT) for entity in system.entities}
            ),
            "trace": mapped(step),
        }
    )


_OPTIONAL_TEXT: Schema = {"type": ["string", "null"]}
_NUMBER: Schema = {"type": "number"}
_DIGEST: Schema = {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"}
_OF_A_FILE = ("title", "author", "reference", "description")
_BY_DATE = "Keys are ISO dates"
_REFERENCE = record({"title": TEXT, "href": TEXT})
_CELL = {"entity": TEXT, "member": TEXT, "variable": TEXT, "period": TEXT}

_DIMENSIONS = ("jurisdiction", "size_class", "status", "group")
_ESTIMATES = (
    "value",
    "error",
    "margin",
    "difference",
    "difference_error",
    "difference_margin",
)

#: What OpenFisca's own pages answer; its description of them is wrong in places.
PAGES: dict[str, Schema] = {
    "Welcome": record({"welcome": TEXT}),
    "Value": {"anyOf": [ANY_VALUE, listed(ANY_VALUE)]},
    "Values": mapped(ref("Value"), description=_BY_DATE),
    "Brackets": {
        "type": ["object", "null"],
        "description": "From thresholds to rates or amounts",
        "additionalProperties": {"type": ["number", "null"]},
    },
    "Parameter": record(
        {
            "id": TEXT,
            "description": _OPTIONAL_TEXT,
            "documentation": TEXT,
            "source": TEXT,
            "metadata": {"type": "object"},
            "values": ref("Values"),
            "brackets": mapped(ref("Brackets"), description=_BY_DATE),
            "subparams": mapped(record({"description": _OPTIONAL_TEXT})),
        },
        optional=("documentation", "source", "values", "brackets", "subparams"),
    ),
    "Parameters": mapped(record({"description": _OPTIONAL_TEXT, "href": TEXT})),
    "Formula": {
        **record({"content": TEXT, "source": TEXT, "documentation": TEXT}, ("documentation",)),
        "type": ["object", "null"],
    },
    "Variable": record(
        {
            "id": TEXT,
            "description": _OPTIONAL_TEXT,
            "documentation": TEXT,
            "valueType": {
                "type": "string",
                "enum": ["Int", "Float", "Boolean", "Date", "String"],
            },
            "defaultValue": ANY_VALUE,
            "definitionPeriod": {
                "type": "string",
                "enum": ["DAY", "WEEK", "WEEKDAY", "MONTH", "YEAR", "ETERNITY"],
            },
            "entity": TEXT,
            "source": TEXT,
            "references": listed(TEXT),
            "formulas": mapped(ref("Formula"), description=_BY_DATE),
            "possibleValues": mapped(TEXT),
        },
        optional=("documentation", "source", "references", "formulas", "possibleValues"),
    ),
    "Variables": mapped(record({"description": _OPTIONAL_TEXT, "href": TEXT})),
    "Roles": record(
        {"plural": _OPTIONAL_TEXT, "description": _OPTIONAL_TEXT, "max": WHOLE}, ("max",)
    ),
    "Entities": mapped(
        record(
            {
                "plural": TEXT,
                "description": TEXT,
                "documentation": TEXT,
                "roles": mapped(ref("Roles")),
            },
            optional=("roles",),
        )
    ),
}

#: What ours answers beyond that.
ANSWERS: dict[str, Schema] = {
    "Fault": record({"pointer": TEXT, "detail": TEXT, "found": TEXT, "accepted": TEXT}),
    "Problem": record(
        {
            "type": TEXT,
            "title": TEXT,
            "status": WHOLE,
            "detail": TEXT,
            "errors": listed(ref("Fault")),
            "count": WHOLE,
        },
        optional=("errors", "count"),
    ),
    "Health": record(
        {
            "status": {"type": "string", "enum": ["ok"]},
            "Country-Package": TEXT,
            "Country-Package-Version": TEXT,
        }
    ),
    "BatchAnswer": record(
        {
            "rows": WHOLE,
            "outputs": mapped(listed(ANY_VALUE), description="null in rows that have an error"),
            "errors": listed(record({"row": WHOLE, "detail": TEXT})),
            "error_count": WHOLE,
        }
    ),
}

#: And of the bodies of law that have a name.
OF_SCENARIOS: dict[str, Schema] = {
    "Scenario": {
        "description": "A body of law, as text (plan+name+path=value@start:stop) or as data",
        "anyOf": [TEXT, ref("ScenarioData")],
    },
    "ScenarioData": record(
        {
            **dict.fromkeys(_OF_A_FILE, TEXT),
            "reforms": listed(TEXT),
            "parameters": listed(ref("FigureChange")),
            "expected": listed({"type": "object"}),
        },
        optional=(*_OF_A_FILE, "reforms", "parameters", "expected"),
    ),
    "Receipt": record(
        {
            "issued": {"type": "string", "format": "date-time"},
            "package": record({"name": TEXT, "version": TEXT}),
            "law_digest": _DIGEST,
            "scenario": TEXT,
            "scenario_digest": _DIGEST,
            "asked": listed(listed(TEXT, minItems=4, maxItems=4)),
            "request_digest": _DIGEST,
            "answer_digest": _DIGEST,
            "receipt_digest": _DIGEST,
        },
        description=(
            "Under which law an answer was given. Digests are SHA-256 over canonical JSON "
            "(RFC 8785); asked lists entity, member, variable and period of each null"
        ),
    ),
    "FigureChange": record(
        {
            "path": TEXT,
            "value": ANY_VALUE,
            "start": {"type": "string", "format": "date"},
            "stop": {"type": ["string", "null"], "format": "date"},
            "reason": TEXT,
        },
        optional=("stop",),
    ),
    "NamedScenario": record(
        {"name": TEXT, "family": TEXT, "title": TEXT, "starts_on": TEXT, "href": TEXT}
    ),
    "Cause": record(
        {
            "path": TEXT,
            "description": TEXT,
            "unit": TEXT,
            "at": TEXT,
            "before": ANY_VALUE,
            "after": ANY_VALUE,
            "before_since": TEXT,
            "after_since": TEXT,
            "variable": TEXT,
            "reference": listed(_REFERENCE),
            "before_reference": listed(_REFERENCE),
            "alone": TRUTH,
        }
    ),
    "ComparedResult": record(
        {
            **_CELL,
            "label": TEXT,
            "values": mapped(ANY_VALUE, description="From scenarios to the result"),
            "differences": mapped(_NUMBER),
            "why": mapped(listed(ref("Cause"))),
        }
    ),
    "Attribution": record(
        {**_CELL, "total": {"type": "number"}, "parts": mapped({"type": "number"})}
    ),
    "Comparison": record(
        {
            "scenarios": listed(TEXT),
            "results": listed(ref("ComparedResult")),
            "parts": listed(ref("Attribution")),
            "warnings": mapped(listed(TEXT)),
        },
        optional=("parts",),
    ),
    "CostFigure": record(
        {
            "table": TEXT,
            "scenario": TEXT,
            "measure": TEXT,
            "unit": TEXT,
            **dict.fromkeys(_DIMENSIONS, TEXT),
            "year": ANY_VALUE,
            **dict.fromkeys(_ESTIMATES, _NUMBER),
            "suppressed": TRUTH,
        },
        optional=(*_DIMENSIONS, "year", *_ESTIMATES, "unit", "suppressed"),
    ),
    "Costs": record(
        {
            "scenarios": listed(TEXT),
            "rows": {"type": "integer"},
            "figures": listed(ref("CostFigure")),
            "run": record({"seconds": _NUMBER}),
        }
    ),
    "Unknown": record(
        {
            **_CELL,
            "assumed": ANY_VALUE,
            "tried": listed(ANY_VALUE),
            "matters": TRUTH,
            "narrows_to": _NUMBER,
        }
    ),
    "Range": record(
        {
            **_CELL,
            "assumed": ANY_VALUE,
            "least": ANY_VALUE,
            "most": ANY_VALUE,
            "is_exhaustive": TRUTH,
            "unknowns": listed(ref("Unknown")),
            "costs_taken_as_nothing": listed(TEXT),
        }
    ),
    "DecisionRecord": record(
        {
            **_CELL,
            "scenario": TEXT,
            "value": ANY_VALUE,
            "unit": TEXT,
            "language": TEXT,
            "label": TEXT,
            "amounts": {"type": "object"},
            "steps": listed({"type": "object"}),
            "inputs": listed({"type": "object"}),
            "failed": listed(record({"name": TEXT, "label": TEXT, "rule": TEXT})),
            "remedies": listed(record({"changes": listed({"type": "object"}), "text": TEXT})),
            "sections": listed({"type": "object"}),
        }
    ),
    "Explanation": {
        "anyOf": [listed(ref("DecisionRecord")), listed(ref("Range"))],
        "description": "A record for each member, or a range for each result that is asked",
    },
}
