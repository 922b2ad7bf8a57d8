"""From a request to a situation in which the engine has nothing to guess.

OpenFisca makes up groups for those whom a request leaves out, gives them the values of others, and
loses inputs that are spelt in two ways. Here a request says everything once, or is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy
from openfisca_core.entities import Entity
from openfisca_core.periods import DateUnit, Period
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from openfisca_jobgrant.conventions import JOB_GRANT, Conventions
from openfisca_jobgrant.languages.messages import listed, message, message_of, verbatim
from openfisca_jobgrant.situations.faults import Faults, nearest
from openfisca_jobgrant.situations.groups import Groups, place_everyone
from openfisca_jobgrant.situations.json_text import Limits
from openfisca_jobgrant.situations.periods import ETERNITY, PeriodRefusedError, period_of
from openfisca_jobgrant.situations.values import Kind, ValueRefusedError, kind_of


class Cell(NamedTuple):
    """A value that a request asks for.

    Attributes:
        plural: The plural of the member's entity.
        member: The member's id.
        place: Its place among the members of its kind, from zero.
        variable: The variable's name.
        period: The period, as the request spells it.
        at: The period.
    """

    plural: str
    member: str
    place: int
    variable: str
    period: str
    at: Period


@dataclass
class Situation:
    """Who there is, what is known of them, and what is asked.

    Attributes:
        document: The request as it was sent.
        person: Key of the entity of persons.
        ids: Key of each entity → ids of its members, in order.
        members_of: Key of each kind of group → the group's place for each person, in their order.
        inputs: (variable, period) → what is known: member's place → value that was read. What
            holds for ever is kept under ``ETERNITY``, however the request dates it.
        periods: (variable, period) → the period.
        asked: What is asked for, in the order of the request.
    """

    document: dict[str, Any]
    person: str
    ids: dict[str, tuple[str, ...]]
    members_of: dict[str, Any]
    inputs: dict[tuple[str, str], dict[int, Any]] = field(default_factory=dict)
    periods: dict[tuple[str, str], Period] = field(default_factory=dict)
    asked: list[Cell] = field(default_factory=list)


class SituationReader:
    """Reads requests that are held against one law.

    Args:
        system: The law.
        conventions: How periods are written, how groups nest, what may be negative.
        limits: How much of a request is read.
    """

    def __init__(
        self,
        system: TaxBenefitSystem,
        conventions: Conventions = JOB_GRANT,
        limits: Limits | None = None,
    ) -> None:
        self.system = system
        self.conventions = conventions
        self.limits = limits or Limits()
        self._kinds: dict[str, Kind] = {}
        self._periods: dict[str, dict[str, Period]] = {}
        self._variables: dict[str, dict[str, Variable]] = {}

    def read(self, document: Any) -> Situation:
        """The situation that a request describes.

        Args:
            document: What ``parse_json`` gave: plural of each entity → member → variable → period
                → value, or null for what is asked; and for each group its members by role.

        Raises:
            SituationError: If anything is wrong; it names all faults, with the place of each.
        """
        return _Reading(self, document).situation()

    def kind(self, variable: Variable) -> Kind:
        """How values of a variable are read."""
        kind = self._kinds.get(variable.name)
        if kind is None:
            kind = self._kinds[variable.name] = kind_of(
                variable, refuses_negative=self.conventions.refuses_negative
            )
        return kind

    def variables_of(self, entity: Entity) -> dict[str, Variable]:
        """The variables of an entity, by name."""
        found = self._variables.get(entity.key)
        if found is None:
            variables = self.system.variables
            found = {key: at for key, at in variables.items() if at.entity.key == entity.key}
            self._variables[entity.key] = found
        return found

    def period(self, text: str, variable: Variable) -> Period:
        """The period that a key stands for: see ``period_of``."""
        known = self.periods(variable)
        found = known.get(text)
        if found is None:
            found = period_of(text, variable, self.conventions)
            # Only periods that are right are kept, and there are only so many from 1900 to 2100.
            known[text] = found
        return found

    def periods(self, variable: Variable) -> dict[str, Period]:
        """The periods of a variable that were read before, by their keys."""
        return self._periods.setdefault(variable.name, {})

    @cached_property
    def plurals(self) -> dict[str, Entity]:
        """The entities by their plurals."""
        return {entity.plural: entity for entity in self.system.entities}


class _Reading:
    def __init__(self, reader: SituationReader, document: Any) -> None:
        self._reader = reader
        self._document = document
        self._faults = Faults()
        self._person: Entity = reader.system.person_entity

    def situation(self) -> Situation:
        contents = dict(self._entities())
        persons = contents.get(self._person.plural)
        if persons is None and not self._faults.count:
            self._faults.add(
                (),
                message("there are no {plural}", plural=self._person.plural),
                accepted=message(
                    "{plural}: an object with an id for each", plural=self._person.plural
                ),
            )
        if persons is None:
            self._faults.refuse()
            raise AssertionError("a situation without persons has a fault")
        groups = Groups(self._person, tuple(persons), self._reader.conventions.nesting)
        placed = place_everyone(self._reader.system.group_entities, contents, groups, self._faults)
        found = Situation(self._document, self._person.key, placed.ids, placed.members_of)
        for plural, members in contents.items():
            self._read_members(self._reader.plurals[plural], members, found)
        self._faults.refuse()
        return found

    def _entities(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The members of each kind that the request writes."""
        document = self._document
        if not isinstance(document, dict):
            self._faults.add(
                (),
                message("a situation is an object"),
                found=document,
                accepted=message("an object"),
            )
            return
        for plural, members in document.items():
            if plural not in self._reader.plurals:
                self._unknown_entity(plural)
            elif not isinstance(members, dict) or not members:
                self._faults.add(
                    (plural,),
                    message(
                        "{plural} is an object with at least one id; leave it out for none",
                        plural=plural,
                    ),
                    found=members,
                    accepted=message("an object with an id for each member"),
                )
            elif len(members) > self._reader.limits.members:
                self._faults.add(
                    (plural,),
                    message(
                        "there are {count} {plural}; at most {most} are read in one situation",
                        count=len(members),
                        plural=plural,
                        most=self._reader.limits.members,
                    ),
                    accepted=message("at most {most}", most=self._reader.limits.members),
                )
            else:
                yield plural, members

    def _unknown_entity(self, plural: str) -> None:
        known = list(self._reader.plurals)
        hint = nearest(plural, known)
        if plural == "axes":
            hint = message("; axes are not read: send columns to /batch")
        self._faults.add(
            (plural,),
            message(
                "a situation has {known}, and nothing else{hint}", known=", ".join(known), hint=hint
            ),
            found=plural,
            accepted=listed(known),
        )

    def _read_members(self, entity: Entity, members: dict[str, Any], found: Situation) -> None:
        roles = {role.plural or role.key for role in getattr(entity, "roles", ())}
        own = self._reader.variables_of(entity)
        for place, (member, content) in enumerate(members.items()):
            path = (entity.plural, member)
            if not member:
                self._faults.add(
                    path, message("an id is text of at least one character"), found=member
                )
            if not isinstance(content, dict):
                self._faults.add(
                    path,
                    message(
                        "a member of {plural} is an object with variables, empty for none",
                        plural=entity.plural,
                    ),
                    found=content,
                    accepted=message("an object"),
                )
                continue
            for name, dated in content.items():
                if name in roles:
                    continue
                variable = own.get(name)
                if variable is None:
                    self._refuse_variable(entity, (*path, name), name)
                else:
                    self._read_variable(variable, (*path, name), dated, place, found)

    def _refuse_variable(self, entity: Entity, path: tuple[str, ...], name: str) -> None:
        variables = self._reader.system.variables
        variable = variables.get(name)
        if variable is None:
            own = self._reader.variables_of(entity)
            roles = [role.plural or role.key for role in getattr(entity, "roles", ())]
            hint = nearest(name, [*own, *roles]) or nearest(name, variables)
            self._faults.add(
                path,
                message("there is no variable of that name{hint}", hint=hint),
                found=name,
                accepted=message("a variable of {plural}", plural=entity.plural),
                is_unknown_variable=True,
            )
        else:
            self._faults.add(
                path,
                message(
                    "{name} is a variable of {owner}, not of {plural}",
                    name=name,
                    owner=variable.entity.plural,
                    plural=entity.plural,
                ),
                found=name,
                accepted=message("a variable of {plural}", plural=entity.plural),
            )

    def _read_variable(
        self,
        variable: Variable,
        path: tuple[str, ...],
        dated: Any,
        place: int,
        found: Situation,
    ) -> None:
        if not isinstance(dated, dict) or not dated:
            self._faults.add(
                path,
                message(
                    '{name} holds an object from periods to values, such as {{"2014-04": null}} to '
                    "ask for one",
                    name=variable.name,
                ),
                found=dated,
                accepted=message("an object from periods to values"),
            )
            return
        read = self._reader.kind(variable).read
        periods = self._reader.periods(variable)
        for text, value in dated.items():
            try:
                at = periods.get(text) or self._reader.period(text, variable)
                if value is None:
                    found.asked.append(Cell(path[0], path[1], place, variable.name, text, at))
                    continue
                if variable.is_neutralized:
                    raise PeriodRefusedError(
                        message(
                            "{name} is out of use under this law: it can be asked, and not stated",
                            name=variable.name,
                        ),
                        verbatim("null"),
                    )
                if variable.end is not None and at.start.date > variable.end:
                    raise PeriodRefusedError(
                        message("{name} ends on {end}", name=variable.name, end=variable.end),
                        message("an earlier period"),
                    )
                lasts = variable.definition_period == DateUnit.ETERNITY
                key = (variable.name, ETERNITY if lasts else text)
                known = found.inputs.get(key)
                if known is None:
                    found.periods[key] = at
                    known = found.inputs[key] = {}
                if place in known:
                    raise PeriodRefusedError(
                        message(
                            "{name} is stated already: one value holds for ever", name=variable.name
                        ),
                        verbatim(ETERNITY),
                    )
                known[place] = read(value)
            except PeriodRefusedError as error:
                self._faults.add(
                    (*path, text), message_of(error), found=text, accepted=error.accepted
                )
            except ValueRefusedError as error:
                self._faults.add(
                    (*path, text), message_of(error), found=value, accepted=error.accepted
                )


def columns(situation: Situation, reader: SituationReader) -> Iterator[tuple[str, Period, Any]]:
    """What is known, as arrays: (variable, period, one value for each member)."""
    variables = reader.system.variables
    for (name, text), known in situation.inputs.items():
        variable = variables[name]
        kind = reader.kind(variable)
        count = len(situation.ids[variable.entity.key])
        if len(known) == count:
            values = [known[place] for place in range(count)]
        else:
            # Who says nothing of a fact is an ordinary case: its default.
            values = [kind.default()] * count
            for place, value in known.items():
                values[place] = value
        yield name, situation.periods[name, text], kind.array(values)


def memberships(situation: Situation, entity: Entity) -> Any:
    """The group's place for each person, as the engine takes it."""
    return numpy.asarray(situation.members_of[entity.key])
