"""A situation in which every input is an unknown, for the formulas to run on."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy
import z3
from openfisca_core.indexed_enums import Enum
from openfisca_core.periods import Period, period
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from openfisca_jobgrant.proofs.algebra import (
    Item,
    NotAlgebraError,
    all_of,
    at_least,
    equal,
    less,
    number,
    plain,
    sum_of,
    term,
)
from openfisca_jobgrant.proofs.terms import Kinds, Operations, Terms, terms

_NUMBERS = itertools.count()
#: (variable, period, member): the period is empty for what holds for ever.
Key = tuple[str, str, int]
#: The member of a key that says by how much more of an input there is.
MORE = -1


class Unknowns:
    """The unknowns that several laws share: the same situation under each of them.

    Args:
        known: Inputs that are known: the value of each variable, as formulas see it.
        only: The variables that are unknown; all others that aren't known have their default. All
            are unknown if it is left out.

    Attributes:
        terms: The unknown for each (variable, period, member): whole cents for money.
        known: Inputs that are known: the value of each variable, as formulas see it.
        facts: What holds of unknowns that stand for a rule which algebra can't follow.
        instead: What stands in an unknown's place.
    """

    def __init__(
        self, known: Mapping[str, Any] | None = None, only: Collection[str] | None = None
    ) -> None:
        self._only = only
        self.terms: dict[Key, z3.ExprRef] = {}
        self.known = dict(known or {})
        self.facts: list[z3.BoolRef] = []
        self.instead: dict[Key, z3.ExprRef] = {}

    def of(self, variable: Variable, key: tuple[str, str], member: int) -> Item:
        """The unknown, or the known value, of a variable for a member."""
        if variable.name in self.known:
            return self.known[variable.name]
        if self._only is not None and variable.name not in self._only:
            return plain(usual_value(variable))
        where = (*key, member)
        unknown = self.terms.get(where)
        if unknown is None:
            name = f"{key[0]}@{key[1]}[{member}]"
            if variable.value_type is bool:
                unknown = z3.Bool(name)
            elif variable.value_type is float and variable.dtype != numpy.float64:
                unknown = z3.Real(name)
            else:
                unknown = z3.Int(name)
            self.terms[where] = unknown
        unknown = self.instead.get(where, unknown)
        # An amount is a whole number of cents.
        return z3.ToReal(unknown) / 100 if variable.dtype == numpy.float64 else unknown

    def with_more(self, variable: Variable, when: str, member: int) -> Unknowns:
        """The same unknowns, but for more of one input of one participant, or of its group."""
        place = member if variable.entity.is_person else 0
        key: Key = (variable.name, when, place)
        self.of(variable, key[:2], place)
        more = self.terms.setdefault((*key[:2], MORE), z3.Int(f"more {variable.name}@{when}"))
        raised = Unknowns(self.known)
        raised.facts = self.facts
        raised.terms = dict(self.terms)
        raised.instead[key] = self.terms[key] + more
        return raised


def usual_value(variable: Variable) -> Any:
    """What a variable is when nothing is said of it; a kind by its place in its enum."""
    if variable.value_type is Enum:
        return list(variable.possible_values).index(variable.default_value)
    return variable.default_value


class SymbolicSituation:
    """Participants in one application, of one employer, in one jurisdiction.

    Args:
        system: The law whose formulas run.
        participants: How many participants there are.
        unknowns: Those of the same situation under another law; its own if left out.

    Attributes:
        unknowns: The inputs that formulas asked for.
        reads: The folders of the law that formulas opened, with the month or year for which.
    """

    def __init__(
        self, system: TaxBenefitSystem, participants: int = 2, unknowns: Unknowns | None = None
    ) -> None:
        self.system = system
        self.unknowns = Unknowns() if unknowns is None else unknowns
        self.reads: set[tuple[str, str]] = set()
        self.values: dict[tuple[str, str], Terms] = {}
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
        if key not in self.values:
            self.values[key] = self._run(variable, at, key)
        return self.values[key]

    def for_member(self, name: str, when: Period | str, member: int) -> Item:
        """The term of a variable for a participant, or for the group that the participant is in."""
        found = self.calculate(name, when).items
        return found[member if self.system.variables[name].entity.is_person else 0]

    def _run(self, variable: Variable, at: Period, key: tuple[str, str]) -> Terms:
        population = self.populations[variable.entity.key]
        formula = variable.get_formula(at)
        if formula is None or getattr(variable, "is_history", False):
            items = [self.unknowns.of(variable, key, member) for member in range(population.count)]
            if variable.value_type is Enum:
                return Kinds(items, variable.possible_values)
            return Terms(items)
        arguments: list[Any] = [population, at]
        if formula.__code__.co_argcount > len(arguments):
            arguments.append(self._law_at)
        result = formula(*arguments)
        if isinstance(result, Terms):
            return result
        if not isinstance(result, numpy.ndarray | bool | int | float):
            raise NotAlgebraError(f"{variable.name} gives a {type(result).__name__}")
        return Terms(terms(result, population.count))

    def _law_at(self, when: Any) -> _Read:
        node = self.system.get_parameters_at_instant(when)
        date = str(when.start) if isinstance(when, Period) else str(when)
        return _Read(node, lambda folder: self.reads.add((date, folder)))


class _Read:
    """The law at a date, noting which of its folders are opened."""

    def __init__(self, node: Any, note: Callable[[str], None]) -> None:
        self._node = node
        self._note = note

    def __getattr__(self, name: str) -> Any:
        if name == "programmes":
            # Most rules want only the neutral figures of it, which don't depend on the place.
            return _Read(self._node.programmes, lambda part: self._note(f"programmes.{part}"))
        self._note(name)
        return getattr(self._node, name)


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

    def any_parts(self, wholes: Mapping[int, Item], weighed: Mapping[int, Item]) -> dict[int, Item]:
        """Amounts in cents that the rule of proportion could give: nothing where none is weighed.

        Args:
            wholes: For each member the amount that is shared; the same for all, as a rule.
            weighed: What each member is weighed by.
        """
        unknowns = self._group._situation.unknowns
        weights = sum_of(list(weighed.values()))
        first, *others = map(number, wholes.values())
        same = term(all_of([equal(first, other) for other in others]))
        parts: dict[int, Item] = {}
        for member, weight in weighed.items():
            whole = wholes[member]
            # A name of its own: what holds of a part in one place needn't in another.
            unknown = z3.Int(f"part {next(_NUMBERS)}[{member}]")
            part = parts[member] = z3.ToReal(unknown) / 100
            has_none = term(less(number(weight), Fraction(1, 100)))
            fits = z3.Or(z3.And(same, term(at_least(weights, whole))), term(less(whole, weights)))
            unknowns.facts += [
                unknown >= 0,
                z3.Implies(same, term(at_least(whole, part))),
                z3.Implies(has_none, unknown == 0),
                # Less than the whole in proportion is less than one's own, before the odd cent.
                z3.Implies(fits, term(at_least(weight, part))),
            ]
        nobody = z3.And(*(term(less(number(one), Fraction(1, 100))) for one in weighed.values()))
        together = z3.Sum(*map(term, parts.values())) == term(first)
        unknowns.facts.append(z3.Implies(z3.And(same, z3.Not(nobody)), together))
        return parts
