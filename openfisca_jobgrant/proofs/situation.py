"""A situation in which every input is an unknown, for the formulas to run on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import z3
from openfisca_core.indexed_enums import Enum
from openfisca_core.periods import Period, period
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from openfisca_jobgrant.proofs.terms import Kinds, NotAlgebraError, Operations, Terms, terms


class SymbolicSituation:
    """Participants in one application, of one employer, in one jurisdiction.

    Args:
        system: The law whose formulas run.
        participants: How many participants there are.

    Attributes:
        unknowns: The inputs that formulas asked for: the term for each (variable, period, member).
    """

    def __init__(self, system: TaxBenefitSystem, participants: int = 2) -> None:
        self.system = system
        self.unknowns: dict[tuple[str, str, int], z3.ExprRef] = {}
        self._values: dict[tuple[str, str], Terms] = {}
        people = list(range(participants))
        self.populations = {
            entity.key: SymbolicPopulation(
                self, entity.key, [[place] for place in people] if entity.is_person else [people]
            )
            for entity in system.entities
        }

    def calculate(self, name: str, when: Period | str) -> Terms:
        """The terms of a variable: of its formula, or unknowns where it is an input.

        Raises:
            NotAlgebraError: If the formula does what has no meaning for terms.
            LookupError: If there is no such variable.
        """
        variable = self.system.variables.get(name)
        if variable is None:
            raise LookupError(f"there is no variable {name!r}")
        at = when if isinstance(when, Period) else period(when)
        key = (name, "" if variable.definition_period == "eternity" else str(at))
        if key not in self._values:
            self._values[key] = self._run(variable, at, key)
        return self._values[key]

    def _run(self, variable: Variable, at: Period, key: tuple[str, str]) -> Terms:
        population = self.populations[variable.entity.key]
        formula = variable.get_formula(at)
        if formula is None or getattr(variable, "is_history", False):
            return self._unknown(variable, population, key)
        arguments: list[Any] = [population, at]
        if formula.__code__.co_argcount > len(arguments):
            arguments.append(self.system.get_parameters_at_instant)
        result = formula(*arguments)
        if isinstance(result, Kinds):
            return result
        if not isinstance(result, Terms | numpy.ndarray | bool | int | float):
            raise NotAlgebraError(f"{variable.name} gives a {type(result).__name__}")
        return Terms(terms(result, population.count))

    def _unknown(
        self, variable: Variable, population: SymbolicPopulation, key: tuple[str, str]
    ) -> Terms:
        items = []
        for member in range(population.count):
            name = f"{key[0]}@{key[1]}[{member}]"
            if variable.value_type is bool:
                unknown: z3.ExprRef = z3.Bool(name)
            elif variable.value_type is float and variable.dtype != numpy.float64:
                unknown = z3.Real(name)
            else:
                unknown = z3.Int(name)
            self.unknowns[(*key, member)] = unknown
            # An amount is a whole number of cents.
            money = variable.dtype == numpy.float64
            items.append(z3.ToReal(unknown) / 100 if money else unknown)
        if variable.value_type is Enum:
            return Kinds(items, variable.possible_values)
        return Terms(items)


class SymbolicPopulation:
    """What a formula takes for a population.

    Attributes:
        places: For each group the places of its members; for participants, themselves.
        symbolic: The counterparts of the helpers in ``rules.py``.
    """

    symbolic = Operations

    def __init__(self, situation: SymbolicSituation, key: str, places: list[list[int]]) -> None:
        self._situation = situation
        self._key = key
        self.places = places
        self.count = len(places)

    def __len__(self) -> int:
        return self.count

    def __call__(self, name: str, when: Period) -> Terms:
        found = self._situation.calculate(name, when)
        entity = self._situation.system.variables[name].entity.key
        if entity != self._key:
            raise NotAlgebraError(f"{name} is a variable of the {entity}, not of the {self._key}")
        return found

    @property
    def members(self) -> SymbolicPopulation:
        """The participants."""
        return self._situation.populations[self._situation.system.person_entity.key]

    def filled_array(self, value: Any, dtype: Any = None) -> Terms:
        """The same value for every member."""
        return Terms([value] * self.count)

    def __getattr__(self, key: str) -> _Projection:
        group = self._situation.populations.get(key)
        if group is None or self is not self.members:
            raise AttributeError(key)
        return _Projection(group, self.count)


class _Projection:
    """A group as its members see it: ``participant.employer``."""

    symbolic = Operations

    def __init__(self, group: SymbolicPopulation, members: int) -> None:
        self._group = group
        self.members = group.members
        self.places: Sequence[Sequence[int]] = group.places
        self._home = [
            next(place for place, found in enumerate(group.places) if member in found)
            for member in range(members)
        ]

    def __call__(self, name: str, when: Period) -> Terms:
        found = self._group(name, when)
        items = [found.items[place] for place in self._home]
        return Kinds(items, found.vocabulary) if isinstance(found, Kinds) else Terms(items)
