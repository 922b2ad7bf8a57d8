"""Many situations at once on the real engine: what a claim says of each of them.

A batch holds situations of the same shape: so many participants, in one application, of one
employer, in one jurisdiction, in one month.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy
from numpy.typing import NDArray
from openfisca_core.indexed_enums import Enum
from openfisca_core.periods import period
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from openfisca_jobgrant.proofs.cases import period_of
from openfisca_jobgrant.proofs.claims import Claim, Meaning
from openfisca_jobgrant.proofs.situation import MORE, Key, usual_value
from openfisca_jobgrant.situations.engine import QuickSimulation, populations_of

#: Two numbers that are nearer than this are the same: amounts are whole cents.
_NOISE = 1e6


@dataclass(frozen=True)
class Batch:
    """Situations of one shape.

    Attributes:
        month: The month, as ``2014-04``.
        code: The jurisdiction.
        participants: How many participants each situation has.
        count: How many situations there are.
        values: For each (variable, period, member) that isn't the default one value for each
            situation: dollars, counts, booleans, places in an enum.
    """

    month: str
    code: str
    participants: int
    count: int
    values: Mapping[Key, NDArray[Any]]

    def only(self, place: int) -> Batch:
        """The batch of one situation of this one."""
        values = {key: column[place : place + 1] for key, column in self.values.items()}
        return Batch(self.month, self.code, self.participants, 1, values)


def column(variable: Variable, values: Any) -> NDArray[Any]:
    """Values of a variable as the engine keeps them."""
    if variable.value_type is Enum:
        return numpy.asarray(values, dtype=numpy.int64)
    return numpy.asarray(values, dtype=variable.dtype)


def simulated(system: TaxBenefitSystem, batch: Batch, raised: tuple[str, int] | None = None) -> Any:
    """A simulation of the situations.

    Args:
        system: The law.
        batch: The situations.
        raised: An input, and the member for whom there is more of it.
    """
    populations = populations_of(system)
    people = batch.count * batch.participants
    homes = numpy.repeat(numpy.arange(batch.count), batch.participants)
    for key, population in populations.items():
        is_person = key == system.person_entity.key
        population.count = people if is_person else batch.count
        population.ids = range(population.count)
        if not is_person:
            population.members_entity_id = homes
    simulation = QuickSimulation(system, populations)
    code = system.variables["jurisdiction_code"]
    places = numpy.full(batch.count, [one.name for one in code.possible_values].index(batch.code))
    _put(simulation, code, batch.month, places)
    for name, when in dict.fromkeys((name, when) for name, when, _ in batch.values):
        variable = system.variables[name]
        members = batch.participants if variable.entity.is_person else 1
        table = numpy.empty((batch.count, members), dtype=_dtype(variable))
        for member in range(members):
            given = batch.values.get((name, when, member))
            table[:, member] = usual_value(variable) if given is None else given
        more = batch.values.get((name, when, MORE))
        if raised is not None and raised[0] == name and more is not None:
            table[:, raised[1] if members > 1 else 0] += more
        _put(simulation, variable, when or batch.month, table.ravel())
    return simulation


def _dtype(variable: Variable) -> Any:
    return numpy.int64 if variable.value_type is Enum else variable.dtype


def _put(simulation: Any, variable: Variable, when: str, values: Any) -> None:
    if variable.value_type is Enum:
        values = variable.possible_values.encode(numpy.asarray(values))
    simulation.put(variable.name, period(when), values)


class _Names:
    """Lists of names, as text."""

    def __init__(self, texts: NDArray[Any]) -> None:
        self._texts = texts

    def is_empty(self) -> NDArray[numpy.bool_]:
        return numpy.array([not text for text in self._texts], dtype=bool)

    def has(self, name: str) -> NDArray[numpy.bool_]:
        return numpy.array([name in text.split(", ") for text in self._texts], dtype=bool)


class _Arrays(Meaning):
    """What a claim says of the engine's arrays, where numbers carry binary noise."""

    def compared(self, name: str, one: Any, other: Any) -> Any:
        if isinstance(one, Enum) or isinstance(other, Enum):
            found = super().compared(name, one, other)
            return numpy.asarray(found, dtype=bool)
        if _is_bool(one) or _is_bool(other):
            return super().compared(name, one, other)
        apart = numpy.rint((numpy.asarray(one, float) - numpy.asarray(other, float)) * _NOISE)
        return super().compared(name, apart, 0)


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool) or getattr(value, "dtype", None) == numpy.bool_


def values_of(
    claim: Claim, systems: Mapping[str, TaxBenefitSystem], batch: Batch
) -> dict[tuple[str, str], NDArray[Any]]:
    """The value of each variable that a claim names, for each participant of each situation."""
    simulations = {text: simulated(systems[text], batch) for text in claim.scenarios}
    return {
        (text, name): _for_participants(
            simulations[text], systems[text].variables[name], batch.month
        )
        for text, name in claim.variables
    }


def _for_participants(simulation: Any, variable: Variable, month: str) -> NDArray[Any]:
    found = simulation.calculate(variable.name, period(period_of(variable, month)))
    if variable.entity.is_person:
        return found
    return found[simulation.populations[variable.entity.key].members_entity_id]


def _said(
    claim: Claim, systems: Mapping[str, TaxBenefitSystem], batch: Batch
) -> tuple[NDArray[Any], NDArray[numpy.bool_]]:
    """What an expression comes to, and whether it is about them, by situation and participant."""
    simulations = {text: simulated(systems[text], batch) for text in claim.scenarios}
    raised: dict[tuple[str, str, int], Any] = {}

    def value(scenario: str, name: str) -> Any:
        variable = systems[scenario].variables[name]
        found = _for_participants(simulations[scenario], variable, batch.month)
        return _Names(found) if variable.value_type is str else found

    def pair(scenario: str, name: str, moved: str) -> Any:
        """The amount as it is, and with more of the input for the participant alone."""
        as_it_is = value(scenario, name)
        with_more = numpy.array(as_it_is)
        for member in range(batch.participants):
            key = (scenario, moved, member)
            if key not in raised:
                raised[key] = simulated(systems[scenario], batch, (moved, member))
            variable = systems[scenario].variables[name]
            found = _for_participants(raised[key], variable, batch.month)
            with_more[member :: batch.participants] = found[member :: batch.participants]
        return as_it_is, with_more

    meaning = _Arrays(batch.month, value, pair)
    count = batch.count * batch.participants
    found = numpy.broadcast_to(meaning.of(claim.tree), (count,))
    about = True if claim.where_tree is None else meaning.of(claim.where_tree)
    shape = (batch.count, batch.participants)
    return found.reshape(shape), numpy.broadcast_to(about, (count,)).reshape(shape)


def holds(
    claim: Claim, systems: Mapping[str, TaxBenefitSystem], batch: Batch
) -> NDArray[numpy.bool_]:
    """Whether a claim holds for each participant of each situation.

    Args:
        claim: The claim.
        systems: The law of each scenario that it names.
        batch: The situations.

    Returns:
        An array of situations by participants; true where the claim is not about one.
    """
    found, about = _said(claim, systems, batch)
    return found | ~about


def measured(
    claim: Claim, systems: Mapping[str, TaxBenefitSystem], batch: Batch
) -> NDArray[numpy.float64]:
    """What an expression comes to for each participant of each situation.

    Args:
        claim: An expression that is a number.
        systems: The law of each scenario that it names.
        batch: The situations.

    Returns:
        An array of situations by participants; minus infinity for whom it is not about.
    """
    found, about = _said(claim, systems, batch)
    return numpy.where(about, numpy.round(found.astype(float), 6), -numpy.inf)


def plain_value(variable: Variable, value: Any) -> Any:
    """A value as situations write it: dollars, counts, true or false, the name of a kind."""
    if variable.value_type is Enum:
        return list(variable.possible_values)[int(value)].name
    if variable.value_type is bool:
        return bool(value)
    if variable.value_type is int:
        return int(value)
    exact = Fraction(str(round(float(value), 6)))
    return int(exact) if exact.denominator == 1 else float(exact)
