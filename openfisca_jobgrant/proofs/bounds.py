"""Within which bounds a proof looks at inputs, and what is known of what was received before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy
import z3
from openfisca_core.indexed_enums import Enum
from openfisca_core.variables import Variable

from openfisca_jobgrant.proofs.situation import Key

MOST_DOLLARS = 1_000_000
#: Money of a year: what was received in its earlier months, a payroll.
MOST_IN_A_YEAR = 10_000_000
MOST_COUNTED = 100_000
_OWN = "participant_received_to_date"
_PARTS_OF_IT = (
    "participant_received_under_other_ceilings",
    "participant_received_outside_the_total",
)


def bounds_of(variable: Variable) -> tuple[float, float]:
    """The least and the most of a number: dollars, or counts."""
    if variable.dtype != numpy.float64:
        return 0, MOST_COUNTED
    of_a_year = getattr(variable, "is_history", False) or variable.definition_period == "year"
    return 0, MOST_IN_A_YEAR if of_a_year else MOST_DOLLARS


def constraints(
    unknowns: Mapping[Key, z3.ExprRef], facts: Sequence[z3.BoolRef], variables: Any
) -> list[z3.BoolRef]:
    """What holds of the unknowns of a situation.

    A part of what was received is no more than all of it, and the participants received no more
    than their employer did.

    Args:
        unknowns: The unknowns, by (variable, period, member).
        facts: What holds of unknowns that stand for a rule.
        variables: The variables, by name.
    """
    found: list[z3.BoolRef] = [*facts]
    together: dict[str, list[z3.ExprRef]] = {}
    for (name, when, member), unknown in unknowns.items():
        variable = variables[name]
        if variable.value_type is bool:
            continue
        if variable.value_type is Enum:
            found += [unknown >= 0, unknown < len(list(variable.possible_values))]
            continue
        least, most = bounds_of(variable)
        scale = 100 if variable.dtype == numpy.float64 else 1
        found += [unknown >= round(least * scale), unknown <= round(most * scale)]
        if name == _OWN:
            together.setdefault(when, []).append(unknown)
        whole = unknowns.get((_OWN, when, member))
        if name in _PARTS_OF_IT and whole is not None:
            found.append(unknown <= whole)
    for when, parts in together.items():
        of_employer = unknowns.get(("employer_received_to_date", when, 0))
        if of_employer is not None:
            found.append(z3.Sum(*parts) <= of_employer)
    return found
