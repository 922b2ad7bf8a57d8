"""From a case's input to a complete situation, in which OpenFisca has nothing to guess.

OpenFisca puts a participant who is left out into a group of its own, gives that group the values
of the others, and accepts an application over two employers. Here all of it is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from openfisca_core.entities import Entity
from openfisca_core.periods import DateUnit, Period
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from openfisca_jobgrant.conventions import Conventions
from openfisca_jobgrant.testing.cases import Case
from openfisca_jobgrant.testing.located import YamlList, YamlMap, YamlScalar, YamlValue
from openfisca_jobgrant.testing.periods import any_period, period_of
from openfisca_jobgrant.testing.problems import Report, listed, nearest
from openfisca_jobgrant.testing.values import Value, value_of

Cells = dict[str, Value]


@dataclass(frozen=True)
class Situation:
    """Who there is and what is known of them.

    Attributes:
        request: Plural of each entity → member id → variable → period → value, with the roles of
            each group as lists of person ids: complete, as the simulation builder takes it.
        ids: Key of each entity → ids of its members, in order.
        has_ids: Whether the case names its members. If not, there is one of each kind.
    """

    request: dict[str, dict[str, dict[str, Any]]]
    ids: dict[str, tuple[str, ...]]
    has_ids: bool


def situation_of(
    case: Case, system: TaxBenefitSystem, conventions: Conventions, report: Report
) -> Situation:
    """The situation that a case describes.

    Args:
        case: The case.
        system: The law that it is held against.
        conventions: How periods are written and groups nest.
        report: Where problems are noted. With problems noted, the situation isn't to be used.
    """
    return _SituationReader(case, system, conventions, report).read()


def period_without_key(case: Case, variable: Variable, conventions: Conventions) -> Period:
    """The period of a value that names none: that of the case.

    Raises:
        ValueError: If the case has no period, or none that fits the variable.
    """
    if case.period is None:
        raise ValueError("there is no period: write 'period' for the case, or one for this value")
    if variable.definition_period == DateUnit.ETERNITY:
        return any_period(case.period)
    return period_of(case.period, variable, conventions)


def role_key(role: Any) -> str:
    """The key under which a group lists the members with a role."""
    return str(role.plural or role.key)


class _SituationReader:
    def __init__(
        self, case: Case, system: TaxBenefitSystem, conventions: Conventions, report: Report
    ) -> None:
        self._case = case
        self._system = system
        self._conventions = conventions
        self._report = report
        self._entities: list[Entity] = system.entities
        self._person: Entity = system.person_entity
        self._request: dict[str, dict[str, dict[str, Any]]] = {}
        # Person id → group id, for each kind of group that the case writes.
        self._groups_of: dict[str, dict[str, str]] = {}
        self._lines: dict[tuple[str, str], int] = {}
        self._eternal: dict[str, bool] = {}

    def read(self) -> Situation:
        given = self._case.input
        entries = given.entries if given is not None else ()
        names = {name for entity in self._entities for name in (entity.key, entity.plural)}
        writes_entities = any(key.written in names for key, _ in entries)
        for key, _ in entries:
            self._check_top_key(key, names, writes_entities)
        if writes_entities:
            self._read_entities(entries)
        else:
            self._read_variables(entries)
        self._complete()
        ids = {entity.key: tuple(self._request.get(entity.plural, ())) for entity in self._entities}
        return Situation(self._request, ids, has_ids=writes_entities)

    def _check_top_key(self, key: YamlScalar, names: set[str], writes_entities: bool) -> None:
        if key.written in names:
            return
        variables = self._system.variables
        if key.written not in variables:
            plurals = [entity.plural for entity in self._entities]
            self._report.add(
                key.line,
                f"{key.written!r} in 'input' is neither a variable nor one of the entities "
                f"{listed(plurals)}{nearest(key.written, [*names, *variables])}",
            )
        elif writes_entities:
            plural = variables[key.written].entity.plural
            self._report.add(
                key.line, f"{key.written!r} stands beside entities: write it for one of {plural}"
            )

    # A case without entities: one participant, alone in every group ---------------------------

    def _read_variables(self, entries: Iterable[tuple[YamlScalar, YamlValue]]) -> None:
        member = self._person.key
        self._request = {entity.plural: {member: {}} for entity in self._entities}
        for key, value in entries:
            variable = self._system.variables.get(key.written)
            if variable is None:
                continue
            cells = self._cells(key, variable, value, alone=True)
            self._request[variable.entity.plural][member][key.written] = cells
        self._place_alone(member)

    def _place_alone(self, person: str) -> None:
        for entity in self._system.group_entities:
            group = self._request[entity.plural][person]
            group.setdefault(role_key(entity.roles[0]), [person])

    # A case that writes its entities ----------------------------------------------------------

    def _read_entities(self, entries: Iterable[tuple[YamlScalar, YamlValue]]) -> None:
        by_name = {name: at for at in self._entities for name in (at.key, at.plural)}
        contents: dict[str, list[tuple[YamlScalar, YamlValue]]] = {}
        for key, value in entries:
            entity = by_name.get(key.written)
            if entity is None:
                continue
            if entity.plural in contents:
                self._report.add(key.line, f"{entity.plural} are already written above")
            elif key.written == entity.plural:
                contents[entity.plural] = self._members(key, value)
            else:
                contents[entity.plural] = [(key, value)]
            self._lines[(entity.plural, "")] = key.line
        if self._person.plural not in contents:
            line = self._case.input.line if self._case.input is not None else self._case.line
            self._report.add(line, f"there are no {self._person.plural} in 'input'")
            return
        self._read_persons(contents[self._person.plural])
        for entity in self._system.group_entities:
            if entity.plural in contents:
                self._read_groups(entity, contents[entity.plural])

    def _members(self, key: YamlScalar, value: YamlValue) -> list[tuple[YamlScalar, YamlValue]]:
        if not isinstance(value, YamlMap) or not value.entries:
            self._report.add(key.line, f"{key.written!r} must hold ids with what is known of each")
            return []
        return list(value.entries)

    def _read_persons(self, members: Iterable[tuple[YamlScalar, YamlValue]]) -> None:
        persons = self._request[self._person.plural] = {}
        for key, value in members:
            if self._is_id(key):
                content = self._content(self._person, key, value)
                persons[key.written] = self._variables(self._person, content, ())

    def _read_groups(self, entity: Entity, members: Iterable[tuple[YamlScalar, YamlValue]]) -> None:
        groups = self._request[entity.plural] = {}
        self._groups_of[entity.key] = {}
        roles = [role_key(role) for role in entity.roles]
        for key, value in members:
            if not self._is_id(key):
                continue
            self._lines[(entity.plural, key.written)] = key.line
            content = self._content(entity, key, value)
            group = self._variables(entity, content, roles)
            for role, persons in content:
                if role.written in roles:
                    group[role.written] = self._place(entity, key, role, persons)
            if not any(group.get(role) for role in roles):
                self._report.add(
                    key.line,
                    f"{entity.key} {key.written!r} has no members: list them under {listed(roles)}",
                )
            groups[key.written] = group

    def _is_id(self, key: YamlScalar) -> bool:
        if isinstance(key.value, str) and key.written:
            return True
        self._report.add(
            key.line, f'the id {key.written} is not text in YAML: quote it, "{key.written}"'
        )
        return False

    def _content(
        self, entity: Entity, key: YamlScalar, value: YamlValue
    ) -> tuple[tuple[YamlScalar, YamlValue], ...]:
        if isinstance(value, YamlMap):
            return value.entries
        self._report.add(
            key.line, f"{entity.key} {key.written!r} must hold variables, or {{}} for none"
        )
        return ()

    def _place(
        self, entity: Entity, group: YamlScalar, role: YamlScalar, value: YamlValue
    ) -> list[str]:
        """The persons that a group lists under a role, each of them noted as placed."""
        placed = self._groups_of[entity.key]
        known = self._request[self._person.plural]
        persons = []
        for item in value.items if isinstance(value, YamlList) else (value,):
            if not isinstance(item, YamlScalar) or not isinstance(item.value, str):
                self._report.add(
                    item.line, f"{role.written!r} must list ids of {self._person.plural}, as text"
                )
            elif item.written not in known:
                self._report.add(
                    item.line,
                    f"{item.written!r} is none of the {self._person.plural} of this case: "
                    f"{listed(known)}{nearest(item.written, known)}",
                )
            elif item.written in placed:
                self._report.add(
                    item.line,
                    f"{self._person.key} {item.written!r} is already in {entity.key} "
                    f"{placed[item.written]!r}: everyone is in exactly one",
                )
            else:
                placed[item.written] = group.written
                persons.append(item.written)
        return persons

    def _variables(
        self,
        entity: Entity,
        content: Iterable[tuple[YamlScalar, YamlValue]],
        roles: Iterable[str],
    ) -> dict[str, Any]:
        cells: dict[str, Any] = {}
        for key, value in content:
            if key.written in roles:
                continue
            variable = variable_of(key, entity, self._system, roles, self._report)
            if variable is not None:
                cells[key.written] = self._cells(key, variable, value, alone=False)
        return cells

    # Values -----------------------------------------------------------------------------------

    def _cells(
        self, key: YamlScalar, variable: Variable, value: YamlValue, *, alone: bool
    ) -> Cells:
        """Period → value, for one member."""
        if variable.is_neutralized:
            self._report.add(
                key.line, f"{key.written!r} is out of use under these reforms: it would be ignored"
            )
        dated = value.entries if isinstance(value, YamlMap) else ((None, value),)
        if not dated:
            self._report.add(key.line, f"{key.written!r} holds no period with a value")
        cells: Cells = {}
        for when, content in dated:
            line = content.line
            try:
                if when is None:
                    at = period_without_key(self._case, variable, self._conventions)
                else:
                    line = when.line
                    at = period_of(when, variable, self._conventions)
                self._check_life(variable, at, dated=when is not None)
                cells[str(at)] = value_of(_single(content, alone=alone), variable)
            except ValueError as error:
                self._report.add(line, f"{key.written!r}: {error}")
        return cells

    def _check_life(self, variable: Variable, at: Period, *, dated: bool) -> None:
        if variable.definition_period == DateUnit.ETERNITY:
            # OpenFisca keeps the two spellings apart until the second wipes out the first.
            if self._eternal.setdefault(variable.name, dated) != dated:
                raise ValueError("write ETERNITY for all members or for none")
        elif variable.end is not None and at.start.date > variable.end:
            raise ValueError(f"the variable ends on {variable.end}: a later value is ignored")

    # Groups -----------------------------------------------------------------------------------

    def _complete(self) -> None:
        """Check that every person has a place in every kind of group, or make the only one."""
        persons = self._request.get(self._person.plural, {})
        missing = [at for at in self._system.group_entities if at.plural not in self._request]
        if len(persons) == 1:
            (only,) = persons
            for entity in missing:
                self._request[entity.plural] = {only: {role_key(entity.roles[0]): [only]}}
        elif persons and missing:
            self._report.add(
                self._lines[(self._person.plural, "")],
                f"a case with {len(persons)} {self._person.plural} must write all groups: "
                f"{listed(entity.plural for entity in missing)} are missing",
            )
        for entity in self._system.group_entities:
            placed = self._groups_of.get(entity.key)
            if placed is None:
                continue
            for person in persons:
                if person not in placed:
                    self._report.add(
                        self._lines[(entity.plural, "")],
                        f"{self._person.key} {person!r} is in none of the {entity.plural}",
                    )
        for inner, outer in zip(
            self._conventions.nesting, self._conventions.nesting[1:], strict=False
        ):
            self._check_nesting(inner, outer)

    def _check_nesting(self, inner: str, outer: str) -> None:
        """Check that the members of each inner group share the outer one."""
        plural = {entity.key: entity.plural for entity in self._entities}
        outer_of = self._groups_of.get(outer, {})
        spans: dict[str, list[str]] = {}
        for person, group in self._groups_of.get(inner, {}).items():
            around = outer_of.get(person)
            if around is not None and around not in spans.setdefault(group, []):
                spans[group].append(around)
        for group, around_all in spans.items():
            if len(around_all) > 1:
                self._report.add(
                    self._lines[(plural[inner], group)],
                    f"{inner} {group!r} is spread over the {plural[outer]} "
                    f"{listed(around_all)}: its members must share one",
                )


def variable_of(
    key: YamlScalar,
    entity: Entity,
    system: TaxBenefitSystem,
    roles: Iterable[str],
    report: Report,
) -> Variable | None:
    """The variable that a key names, or None with a problem noted if it isn't one of the entity."""
    variable = system.variables.get(key.written)
    if variable is None:
        own = [name for name, at in system.variables.items() if at.entity.key == entity.key]
        known = [*own, *roles]
        report.add(
            key.line,
            f"there is no variable {key.written!r} of {entity.plural}"
            f"{nearest(key.written, known) or nearest(key.written, system.variables)}",
        )
        return None
    if variable.entity.key != entity.key:
        report.add(
            key.line,
            f"{key.written!r} is a variable of {variable.entity.plural}, not of {entity.plural}",
        )
        return None
    return variable


def _single(value: YamlValue, *, alone: bool) -> YamlScalar:
    """The one value of one member; with nobody else around it may also be a list of one."""
    if isinstance(value, YamlScalar):
        return value
    if isinstance(value, YamlList) and alone:
        if len(value.items) == 1 and isinstance(value.items[0], YamlScalar):
            return value.items[0]
        raise ValueError(
            f"a list of {len(value.items)}, but a case without entities has one member of each: "
            "write one value, or the entities"
        )
    raise ValueError("one member has one value for each period")
