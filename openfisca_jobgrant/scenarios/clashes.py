"""Parts of a scenario that don't go together.

Two reforms clash where they set the same figure to different values for the same dates: their order
would decide, and nobody said in which. A demand or an offer clashes with the delivered programmes,
which replace the national grant that it changes (ruling 21). Overrides come last and never clash.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import combinations

from openfisca_jobgrant.languages.messages import Message, message
from openfisca_jobgrant.reforming import Change, Scheme
from openfisca_jobgrant.scenarios.named import named_laws

_OWN_PROGRAMMES = "regime.own_programmes"
#: These change the national grant, and mean nothing without it.
_OF_THE_NATIONAL_GRANT = ("demand", "offer")
_END = "9999-12-31"

Value = float | bool | str | None


@dataclass(frozen=True)
class Clash:
    """Two reforms that don't go together.

    Attributes:
        first: The name of one.
        second: The name of the other.
        path: The figure that both set; empty if they clash as a whole.
        start: The first day on which they disagree; empty if they clash as a whole.
        reason: Why, in a sentence.
    """

    first: str
    second: str
    path: str
    start: str
    reason: Message


def clashes(reforms: Sequence[str]) -> list[Clash]:
    """Every clash among reforms, in their order.

    Args:
        reforms: Names of reforms.
    """
    return [
        clash for first, second in combinations(reforms, 2) for clash in _between(first, second)
    ]


def _between(first: str, second: str) -> Iterator[Clash]:
    one, other = named_laws()[first].scheme, named_laws()[second].scheme
    if one is None or other is None:
        return
    for name, scheme, rival_name, rival in (
        (first, one, second, other),
        (second, other, first, one),
    ):
        if scheme.stage in _OF_THE_NATIONAL_GRANT and _replaces_the_national_grant(rival):
            yield Clash(
                first,
                second,
                "",
                "",
                message(
                    "{name} changes the national grant, which {rival_name} replaces by the "
                    "jurisdictions' own programmes",
                    name=name,
                    rival_name=rival_name,
                ),
            )
            return
    for path, start, mine, theirs in conflicts(one.all_changes(), other.all_changes()):
        yield Clash(
            first,
            second,
            path,
            start,
            message(
                "{first} sets {path} to {mine} from {start}, and {second} to {theirs}",
                first=first,
                path=path,
                mine=_shown(mine),
                start=start,
                second=second,
                theirs=_shown(theirs),
            ),
        )


def _replaces_the_national_grant(scheme: type[Scheme]) -> bool:
    return any(change.path == _OWN_PROGRAMMES and change.value for change in scheme.all_changes())


def _shown(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def conflicts(
    first: Sequence[Change], second: Sequence[Change]
) -> Iterator[tuple[str, str, Value, Value]]:
    """Where two lists of changes set the same figure to different values for the same day.

    Args:
        first: The changes of one reform, in the order in which they are applied.
        second: Those of another.

    Yields:
        The figure's path, the first day of the disagreement, and both values; once for each figure.
    """
    for path in dict.fromkeys(change.path for change in first):
        mine = [change for change in first if change.path == path]
        theirs = [change for change in second if change.path == path]
        days = sorted({day for change in (*mine, *theirs) for day in _edges(change)})
        for day in days:
            one, other = _set_on(day, mine), _set_on(day, theirs)
            if one is not None and other is not None and one.value != other.value:
                yield path, day, one.value, other.value
                break


def _edges(change: Change) -> tuple[str, ...]:
    if change.stop is None:
        return (change.start,)
    after = (date.fromisoformat(change.stop) + timedelta(days=1)).isoformat()
    return (change.start, after)


def _set_on(day: str, changes: Sequence[Change]) -> Change | None:
    """The change that decides on a day: the last one applied that holds then.

    A change without an end replaces what earlier ones set for later days.
    """
    deciding = None
    for change in changes:
        if change.start <= day <= (change.stop or _END):
            deciding = change
    return deciding
