"""Groups: everyone in exactly one of each kind, and nobody made up.

A kind of group that a request leaves out follows the nearest kind that it gives, from the inside
out: who shares an application shares the employer, unless the request says more. Where nothing is
given there is one group for each person.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy
from openfisca_core.entities import Entity

from openfisca_jobgrant.languages.messages import NOTHING, either, message
from openfisca_jobgrant.situations.faults import Faults, nearest


@dataclass(frozen=True)
class Groups:
    """What is needed to place persons in groups.

    Attributes:
        person: The entity of persons.
        persons: The ids of all persons, in order.
        nesting: Keys of the kinds of groups from the inside out.
    """

    person: Entity
    persons: tuple[str, ...]
    nesting: tuple[str, ...]


@dataclass(frozen=True)
class Placed:
    """Everyone in a group of each kind.

    Attributes:
        ids: Key of each entity → ids of its members, in order.
        members_of: Key of each kind of group → the group's place for each person.
    """

    ids: dict[str, tuple[str, ...]]
    members_of: dict[str, Any]


def place_everyone(
    kinds: Iterable[Entity], contents: dict[str, dict[str, Any]], groups: Groups, faults: Faults
) -> Placed:
    """Everyone's place in each kind of group.

    Args:
        kinds: The kinds of groups.
        contents: Plural of each entity that the request writes → its members.
        groups: The persons, and how groups nest.
        faults: Where faults are noted. With faults noted, the places aren't to be used.
    """
    by_key = {entity.key: entity for entity in kinds}
    ids: dict[str, tuple[str, ...]] = {groups.person.key: groups.persons}
    members_of: dict[str, Any] = {}
    for entity in by_key.values():
        written = contents.get(entity.plural)
        if written is not None:
            ids[entity.key] = tuple(written)
            members_of[entity.key] = _placed(entity, written, groups, faults)
    if not faults.count:
        _complete(by_key, ids, members_of, groups)
        _check_nesting(by_key, ids, members_of, groups, faults)
    return Placed(ids, members_of)


def _placed(entity: Entity, written: dict[str, Any], groups: Groups, faults: Faults) -> Any:
    """The group of each person, as the request says it."""
    places = {person: place for place, person in enumerate(groups.persons)}
    homes = [-1] * len(groups.persons)
    names = list(written)
    roles = {role.plural or role.key: role for role in entity.roles}
    for at, (group, content) in enumerate(written.items()):
        path = (entity.plural, group)
        if not isinstance(content, dict):
            faults.add(
                path,
                message("{key} is an object", key=entity.key),
                found=content,
                accepted=message("an object"),
            )
            continue
        count = 0
        for key, role in roles.items():
            if key not in content:
                continue
            members = content[key]
            # A role for one person may name it without a list, as the stock API takes it.
            if isinstance(members, str) and role.max == 1:
                members = [members]
            if not isinstance(members, list):
                faults.add(
                    (*path, key),
                    message(
                        "{key} is a list of ids of {plural}", key=key, plural=groups.person.plural
                    ),
                    found=members,
                    accepted=message("a list of ids"),
                )
                continue
            if role.max is not None and len(members) > role.max:
                faults.add(
                    (*path, key),
                    message(
                        "{count} are listed under {key}; at most {most} are accepted",
                        count=len(members),
                        key=key,
                        most=role.max,
                    ),
                    found=len(members),
                )
            for place, person in enumerate(members):
                where = (*path, key, str(place))
                index = places.get(person) if isinstance(person, str) else None
                if index is None:
                    faults.add(
                        where,
                        message(
                            "this is none of the {plural}{hint}",
                            plural=groups.person.plural,
                            hint=nearest(person, places) if isinstance(person, str) else NOTHING,
                        ),
                        found=person,
                        accepted=message("an id of {plural}", plural=groups.person.plural),
                    )
                elif homes[index] >= 0:
                    faults.add(
                        where,
                        message(
                            "this {key} is already in another place of {plural}; everyone is in "
                            "exactly one group of a kind",
                            key=groups.person.key,
                            plural=entity.plural,
                        ),
                        found=person,
                    )
                else:
                    homes[index] = at
                    count += 1
        if not count and not faults.count:
            faults.add(
                path,
                message(
                    "{key} has no members: list them under {roles}",
                    key=entity.key,
                    roles=either(roles),
                ),
                found=names[at],
                accepted=message("a list of ids under {roles}", roles=either(roles)),
            )
    if not faults.count:
        for person, home in zip(groups.persons, homes, strict=True):
            if home < 0:
                faults.add(
                    (entity.plural,),
                    message(
                        "{key} is in none of the {plural}: everyone is in one",
                        key=groups.person.key,
                        plural=entity.plural,
                    ),
                    found=person,
                )
    return numpy.array(homes)


def _complete(
    kinds: dict[str, Entity],
    ids: dict[str, tuple[str, ...]],
    members_of: dict[str, Any],
    groups: Groups,
) -> None:
    """Kinds that the request leaves out: those of the nearest kind inside, or one each."""
    nested = [key for key in groups.nesting if key in kinds]
    nearest_ids, nearest_homes = groups.persons, numpy.arange(len(groups.persons))
    for key in (*nested, *(key for key in kinds if key not in nested)):
        if key not in ids:
            follows = key in nested
            ids[key] = nearest_ids if follows else groups.persons
            members_of[key] = nearest_homes if follows else numpy.arange(len(groups.persons))
        elif key in nested:
            nearest_ids, nearest_homes = ids[key], members_of[key]


def _check_nesting(
    kinds: dict[str, Entity],
    ids: dict[str, tuple[str, ...]],
    members_of: dict[str, Any],
    groups: Groups,
    faults: Faults,
) -> None:
    nested = [key for key in groups.nesting if key in kinds]
    for inner, outer in pairwise(nested):
        first = numpy.full(len(ids[inner]), -1)
        homes, around = members_of[inner], members_of[outer]
        first[homes[::-1]] = around[::-1]
        spread = homes[first[homes] != around]
        for group in numpy.unique(spread) if spread.size else ():
            faults.add(
                (kinds[inner].plural, ids[inner][group]),
                message(
                    "the members of one {inner} share one {outer}; these are spread over several",
                    inner=inner,
                    outer=outer,
                ),
                found=ids[inner][group],
            )
