"""What a synthetic population is drawn from, and what it is held against."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import yaml

from openfisca_jobgrant.languages.messages import Message, message, message_of
from openfisca_jobgrant.population.errors import PopulationError
from openfisca_jobgrant.rules import CODES
from openfisca_jobgrant.situations.faults import shown

ASSUMPTIONS = Path(__file__).resolve().parent / "assumptions.yaml"


#: An entry may say these, or leave them out.
_WORDS_OF_AN_ENTRY = ("what", "source", "assumed", "jurisdiction")
_LARGEST = 1_000_000_000


@dataclass(frozen=True)
class Assumptions:
    """What a population is drawn from.

    Attributes:
        drawn: Name → entry, with its ``value``, source and confidence.
        held_out: Figures that nothing is drawn from.
    """

    drawn: dict[str, dict[str, Any]]
    held_out: list[dict[str, Any]]

    def value(self, name: str) -> Any:
        """The figures of an entry."""
        return self.drawn[name]["value"]

    def of(self, name: str, code: str) -> float:
        """The figure of a jurisdiction, or that of all."""
        value = self.value(name)
        return float(value[code] if isinstance(value, dict) else value)


def read_assumptions(path: Path = ASSUMPTIONS) -> Assumptions:
    """The assumptions of a file.

    Raises:
        PopulationError: If the file can't be read, or an entry is missing, or says neither where
            it comes from nor that it is assumed.
    """
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
        found = Assumptions(content["drawn"], content["held_out"])
    except (OSError, yaml.YAMLError, KeyError, TypeError, RecursionError) as error:
        raise PopulationError(
            message("{path} holds no assumptions: {reason}", path=path, reason=message_of(error))
        ) from error
    if path != ASSUMPTIONS:
        ours = read_assumptions()
        _check_is(found.drawn, dict, f"{path}, drawn")
        _check_is(found.held_out, list, f"{path}, held_out")
        missing = ours.drawn.keys() - found.drawn.keys()
        if missing:
            raise PopulationError(
                message(
                    "{path} says nothing of {missing}",
                    path=path,
                    missing=", ".join(sorted(missing)),
                )
            )
        for name, entry in ours.drawn.items():
            _check_shape(found.drawn[name], entry, f"{path}, {name}")
        for place, figure in enumerate(found.held_out, 1):
            _check_shape(figure, ours.held_out[0], f"{path}, held_out {place}")
            if figure["measure"]["of"] not in {at["measure"]["of"] for at in ours.held_out}:
                _refuse(figure["measure"]["of"], message("a measure"), f"{path}, held_out {place}")
    for name, entry in found.drawn.items():
        _check_is(entry, dict, f"{path}, {name}")
        if not (entry.get("source") or entry.get("assumed")) or "confidence" not in entry:
            raise PopulationError(
                message(
                    "{path}, {name}: an entry has a source or is assumed, and says its confidence",
                    path=path,
                    name=name,
                )
            )
    return found


def _refuse(found: Any, accepted: Message, place: str) -> NoReturn:
    raise PopulationError(
        message(
            "{place}: {found} is not accepted: {accepted}",
            place=place,
            found=shown(found),
            accepted=accepted,
        )
    )


def _check_is(found: Any, kind: type, place: str) -> None:
    if not isinstance(found, kind):
        _refuse(found, message("an object") if kind is dict else message("a list"), place)


def _check_shape(found: Any, model: Any, place: str) -> None:
    """Refuse what isn't made like our own: the same keys, numbers where ours has numbers."""
    if isinstance(model, dict):
        if set(model) == set(CODES) and not isinstance(found, dict):
            # One figure for all stands for one of each jurisdiction.
            model = 0.0
        else:
            _check_is(found, dict, place)
            for key, inner in model.items():
                if key in _WORDS_OF_AN_ENTRY:
                    continue
                if key not in found:
                    _refuse(found, message("an object with {keys}", keys=key), place)
                _check_shape(found[key], inner, f"{place}, {key}")
            return
    if isinstance(model, list):
        _check_is(found, list, place)
        if not found:
            _refuse(found, message("at least one entry"), place)
        for number, entry in enumerate(found, 1):
            _check_shape(entry, model[0], f"{place}, {number}")
    elif isinstance(model, int | float) and not isinstance(model, bool):
        if type(found) not in (int, float) or not 0 <= found <= _LARGEST:
            _refuse(found, message("a number from 0 to {most}", most=_LARGEST), place)
    elif isinstance(model, str) and not isinstance(found, str):
        _refuse(found, message("text"), place)
