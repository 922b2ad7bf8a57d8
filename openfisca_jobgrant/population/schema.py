"""What a population's file holds: one row for each participant.

See ``docs/population.md`` for the schema in words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow
from openfisca_core.indexed_enums import Enum
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from openfisca_jobgrant.conventions import JOB_GRANT
from openfisca_jobgrant.languages.messages import Message, message
from openfisca_jobgrant.population.errors import PopulationError
from openfisca_jobgrant.situations.faults import nearest
from openfisca_jobgrant.situations.values import kind_of

IDS = ("participant", "application", "employer")
KEYS = (*IDS, "jurisdiction", "month")
WEIGHT = "weight"
#: Weights are counted in ten-thousandths, so that sums are whole numbers.
WEIGHT_UNIT = 10_000
#: The original row, in a sorted copy.
ROW = "_row"
_REPLICATE = re.compile(r"replicate_[1-9]\d{0,3}")
_OTHER_NAMES = {
    "jurisdiction_code": "jurisdiction",
    "participant_id": "participant",
    "employer_id": "employer",
    "application_id": "application",
    "period": "month",
    "province": "jurisdiction",
}


@dataclass(frozen=True)
class Schema:
    """The columns of a file.

    Attributes:
        inputs: The columns that are inputs of the law: name → variable.
        is_weighted: Whether there is a column of weights.
        replicates: Names of the columns of replicate weights, in order.
        has_rows: Whether the file keeps the rows of the one that it was sorted from.
    """

    inputs: dict[str, Variable]
    is_weighted: bool
    replicates: tuple[str, ...]
    has_rows: bool

    @property
    def read(self) -> list[str]:
        """The columns that are read."""
        return [
            *KEYS,
            *([WEIGHT] if self.is_weighted else []),
            *self.replicates,
            *self.inputs,
            *([ROW] if self.has_rows else []),
        ]


def inputs_of(system: TaxBenefitSystem) -> dict[str, Variable]:
    """The variables that a column may give: facts, and what was received or counted before."""
    return {
        name: variable
        for name, variable in system.variables.items()
        if name != "jurisdiction_code"
        and not variable.is_neutralized
        and (not variable.formulas or getattr(variable, "is_history", False))
    }


def schema_of(columns: pyarrow.Schema, system: TaxBenefitSystem) -> Schema:
    """What the columns of a file mean.

    Args:
        columns: The file's columns and their types.
        system: The law, whose inputs they are.

    Raises:
        PopulationError: If a column is missing, unknown, twice there, or of a wrong type.
    """
    names = list(columns.names)
    for name in names:
        if names.count(name) > 1:
            raise PopulationError(
                message("two columns have the name {name}", name=name), column=name
            )
    known = inputs_of(system)
    for key in KEYS:
        if key not in names:
            old = next((at for at in names if _OTHER_NAMES.get(at) == key), None)
            raise PopulationError(
                message(
                    "there is no column {key}: every file has the columns {keys}{hint}",
                    key=key,
                    hint=message("; rename {old} to {key}", old=old, key=key)
                    if old
                    else nearest(key, names),
                    keys=", ".join(KEYS),
                ),
                column=key,
            )
        _key_type(key, columns.field(key).type)
    inputs: dict[str, Variable] = {}
    for name in names:
        if name in KEYS or name == WEIGHT or name.startswith("_") or _REPLICATE.fullmatch(name):
            continue
        if name not in known:
            raise PopulationError(_unknown(name, known, system), column=name)
        inputs[name] = known[name]
        _input_type(known[name], columns.field(name).type)
    replicates = sorted(
        (name for name in names if _REPLICATE.fullmatch(name)),
        key=lambda name: int(name.rpartition("_")[2]),
    )
    for name in (*([WEIGHT] if WEIGHT in names else []), *replicates):
        if not _is_number(columns.field(name).type):
            raise _wrong_type(name, columns.field(name).type, message("numbers"))
    return Schema(inputs, WEIGHT in names, tuple(replicates), ROW in names)


def accepted_by(variable: Variable) -> Message:
    """What a variable's column holds, in words."""
    return kind_of(variable, refuses_negative=JOB_GRANT.refuses_negative).accepted


def _unknown(name: str, known: dict[str, Variable], system: TaxBenefitSystem) -> Message:
    if name in _OTHER_NAMES:
        return message(
            "there is no column {name}: name it {right}", name=name, right=_OTHER_NAMES[name]
        )
    if name in system.variables:
        return message("{name} is worked out by the law, and can't be given as a column", name=name)
    close = nearest(name, [*known, *KEYS, WEIGHT])
    return message(
        "there is no input {name}; a column whose name begins with an underscore is left "
        "unread{hint}",
        name=name,
        hint=close,
    )


def _key_type(key: str, kind: Any) -> None:
    plain = kind.value_type if pyarrow.types.is_dictionary(kind) else kind
    texts = _is_text(plain)
    if not (texts or (key in IDS and pyarrow.types.is_integer(plain))):
        words = {
            "jurisdiction": message("postal codes as text, such as ON"),
            "month": message("months as text, such as 2014-04"),
        }
        raise _wrong_type(key, kind, words.get(key, message("ids: text or whole numbers")))


def _input_type(variable: Variable, kind: Any) -> None:
    plain = kind.value_type if pyarrow.types.is_dictionary(kind) else kind
    value_type = variable.value_type
    if pyarrow.types.is_null(plain):
        return
    if value_type is bool:
        right = pyarrow.types.is_boolean(plain)
    elif value_type in (int, float):
        right = _is_number(plain)
    else:
        right = _is_text(plain)
    if not right:
        words = message("text") if value_type is Enum else accepted_by(variable)
        raise _wrong_type(variable.name, kind, words)


def _is_text(kind: Any) -> bool:
    return bool(pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind))


def _is_number(kind: Any) -> bool:
    return bool(
        pyarrow.types.is_integer(kind)
        or pyarrow.types.is_floating(kind)
        or pyarrow.types.is_decimal(kind)
    )


def _wrong_type(name: str, kind: Any, accepted: Message) -> PopulationError:
    return PopulationError(
        message(
            "column {name} holds {kind}; it should hold {accepted}",
            name=name,
            kind=str(kind),
            accepted=accepted,
        ),
        column=name,
    )


def text_schema(names: Sequence[str], system: TaxBenefitSystem) -> pyarrow.Schema:
    """The types that the columns of a text file are read as: see ``schema_of``."""
    known = inputs_of(system)
    fields = []
    for name in names:
        variable = known.get(name)
        if name in KEYS or variable is None:
            number = name == WEIGHT or _REPLICATE.fullmatch(name)
            kind = pyarrow.float64() if number else pyarrow.string()
        elif variable.value_type is bool:
            kind = pyarrow.bool_()
        elif variable.value_type is int:
            kind = pyarrow.int64()
        elif variable.value_type is float:
            kind = pyarrow.float64()
        else:
            kind = pyarrow.string()
        fields.append(pyarrow.field(name, kind))
    return pyarrow.schema(fields)
