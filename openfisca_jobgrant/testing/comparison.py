"""Expected values against those that the law gives.

Money is compared in float64, as it is computed: OpenFisca's own comparison is in float32, which
takes 16,777,216 and 16,777,217 dollars for the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

import numpy
from openfisca_core.indexed_enums import Enum
from openfisca_core.simulations import Simulation
from openfisca_core.variables import Variable

from openfisca_jobgrant.testing.cases import Margin
from openfisca_jobgrant.testing.expectations import Expectation
from openfisca_jobgrant.testing.problems import Problem
from openfisca_jobgrant.testing.situation import Situation
from openfisca_jobgrant.testing.values import Value

#: Two amounts that are equal to the cent differ by less.
HALF_A_CENT = 0.005
#: How far any other number with decimals may be off, by the noise of binary fractions.
NOISE = 1e-9


def differences(
    simulation: Simulation,
    situation: Situation,
    expectations: Iterable[Expectation],
    absolute: Margin,
    relative: Margin,
) -> list[Problem]:
    """The expected values that the law doesn't give.

    Args:
        simulation: The situation under the law of the case.
        situation: Who the members are.
        expectations: The expected values.
        absolute: The case's absolute error margin.
        relative: The case's relative error margin, as a share of the expected value.

    Returns:
        A problem for each value that differs by more than its margin; it names the variable, the
        member, the period, both values and their difference.
    """
    found: dict[tuple[str, str], list[Any]] = {}
    problems = []
    for expectation in expectations:
        variable = simulation.tax_benefit_system.get_variable(expectation.variable)
        cell = (expectation.variable, str(expectation.period))
        if cell not in found:
            array = simulation.calculate(expectation.variable, expectation.period)
            found[cell] = _plain(array, variable)
        value = found[cell][expectation.member]
        margin = _margin(variable, expectation.value, absolute, relative)
        difference = _difference(variable, expectation.value, value, margin)
        if difference is not None:
            entity = variable.entity
            member = situation.ids[entity.key][expectation.member]
            # A case without ids has one member of each kind: its made-up id would say nothing.
            who = f"{entity.key} {member}" if situation.has_ids else f"the {entity.key}"
            problems.append(
                Problem(
                    expectation.line,
                    f"{variable.name} of {who} for {expectation.period}: "
                    f"expected {expectation.value}, found {value}{difference}",
                )
            )
    return problems


def is_money(variable: Variable) -> bool:
    """Whether a variable is an amount that is exact to the cent."""
    unit = variable.unit or ""
    return bool(variable.dtype == numpy.float64 and unit.startswith("currency"))


def _plain(array: Any, variable: Variable) -> list[Any]:
    """The values of an array as those of ``value_of`` are: plain, enums by name, dates as text."""
    if variable.value_type is Enum:
        return [str(name) for name in array.decode_to_str()]
    if variable.value_type is date:
        return [str(day) for day in array]
    return [value.item() if isinstance(value, numpy.generic) else value for value in array]


def _margin(variable: Variable, expected: Value, absolute: Margin, relative: Margin) -> float:
    """By how much the found value may be off; margins of both kinds must hold, as for OpenFisca."""
    if variable.value_type is not float:
        return 0.0
    size = abs(float(expected))
    given = []
    for margin, scale in ((absolute, 1.0), (relative, size)):
        if variable.name in margin.named:
            given.append(margin.named[variable.name] * scale)
        elif margin.default is not None and not is_money(variable):
            given.append(margin.default * scale)
    if is_money(variable):
        return min(given, default=HALF_A_CENT)
    return max(min(given, default=NOISE), NOISE)


def _difference(variable: Variable, expected: Value, found: Any, margin: float) -> str | None:
    """How the found value differs, as the end of a sentence; None if it doesn't."""
    if isinstance(expected, bool | str) or isinstance(found, bool | str):
        return None if expected == found else ""
    # What a float32 can't hold, the law can't give: 0.1 is compared as the float32 nearest to it.
    nearest = variable.dtype(expected).item() if variable.value_type is float else expected
    difference = found - nearest
    if abs(difference) <= margin:
        return None
    tolerance = f", margin {margin:g}" if variable.value_type is float else ""
    return f", difference {difference:+.6g}{tolerance}"
