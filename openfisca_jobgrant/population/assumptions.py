"""What a synthetic population is drawn from, and what it is held against."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from openfisca_jobgrant.languages.messages import message, message_of
from openfisca_jobgrant.population.errors import PopulationError

ASSUMPTIONS = Path(__file__).resolve().parent / "assumptions.yaml"


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
        missing = read_assumptions().drawn.keys() - found.drawn.keys()
        if missing:
            raise PopulationError(
                message(
                    "{path} says nothing of {missing}",
                    path=path,
                    missing=", ".join(sorted(missing)),
                )
            )
    for name, entry in found.drawn.items():
        if not (entry.get("source") or entry.get("assumed")) or "confidence" not in entry:
            raise PopulationError(
                message(
                    "{path}, {name}: an entry has a source or is assumed, and says its confidence",
                    path=path,
                    name=name,
                )
            )
    return found
