"""The fields of a situation, from the law: those inputs that matter under the chosen laws."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from openfisca_core.indexed_enums import Enum
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from openfisca_jobgrant.languages import quantity, said, translated
from openfisca_jobgrant.proofs.algebra import plain
from openfisca_jobgrant.proofs.cases import period_of
from openfisca_jobgrant.proofs.situation import SymbolicSituation, Unknowns
from openfisca_jobgrant.rules import CODES, Money
from openfisca_jobgrant.scenarios import Scenarios
from openfisca_jobgrant.situations.values import LARGEST_AMOUNT, ValueRefusedError, kind_of
from openfisca_jobgrant.units import UNITS
from openfisca_jobgrant.workbench.algebra import algebra
from openfisca_jobgrant.workbench.state import key_of

#: The inputs that stand open, in this order; others stand behind "more".
PROMINENT = (
    "tuition_fees", "textbook_and_material_costs", "travel_costs", "wages_during_training",
    "jurisdiction_code", "employment_status", "age", "employee_count", "employer_kind",
    "trainer_kind", "training_stream",
)  # fmt: skip
GROUPS = ("costs", "participant", "training", "employer", "place")
DECIDING = ("federal_contribution", "provincial_contribution", "employer_contribution")
_BY_ENTITY = {"application": "training", "employer": "employer", "jurisdiction": "place"}
_SPACES = re.compile(r"[\s\u00a0\u202f$]")
_THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+(\.\d+)?", re.ASCII)
_NUMBER = re.compile(r"\d{1,15}(\.\d{1,12})?", re.ASCII)


@dataclass(frozen=True)
class Field:
    """A field of the form.

    Attributes:
        name: The input.
        key: What the form calls it: the name, with the participant's number from the second on.
        group: One of ``GROUPS``.
        label: What it is, in words.
        kind: ``money``, ``number`` or ``choice``.
        value: What stands in it, as typed.
        options: For a choice: value and words of each.
        hint: The unit, and what holds when nothing is said.
        sources: Documents behind it: title and address.
        error: What is wrong with it; empty if nothing is.
        is_prominent: Whether it stands open.
    """

    name: str
    key: str
    group: str
    label: str
    kind: str
    value: str
    options: tuple[tuple[str, str], ...]
    hint: str
    sources: tuple[tuple[str, str], ...]
    error: str
    is_prominent: bool

    @property
    def id(self) -> str:
        """The key as part of an element's id."""
        return self.key.replace(".", "-")


def inputs_of(system: TaxBenefitSystem) -> list[str]:
    """Everything that a form may state: inputs, and what earlier months would have given."""
    return [
        name
        for name, variable in system.variables.items()
        if not variable.formulas or getattr(variable, "is_history", False)
    ]


class Mattering:
    """The inputs that decide who pays what, by law, jurisdiction and month; the latest are kept.

    Args:
        library: Where laws come from.
        room: How many answers are kept.
    """

    def __init__(self, library: Scenarios, room: int = 512) -> None:
        self._library = library
        self._room = room
        self._found: OrderedDict[tuple[Any, ...], frozenset[str]] = OrderedDict()

    def inputs(
        self, text: str, code: str, month: str, amounts: tuple[str, ...] = DECIDING
    ) -> frozenset[str]:
        """The inputs that matter under a law.

        Args:
            text: The law's text.
            code: The jurisdiction.
            month: The month, as ``2014-04``.
            amounts: For which amounts; for who pays what if left out.

        Raises:
            BusyError: If others don't get done.
        """
        key = (text, code, month, amounts)
        with algebra():
            if key not in self._found:
                system = self._library.system(text)
                self._found[key] = _inputs(system, code, month, amounts)
                if len(self._found) > self._room:
                    self._found.popitem(last=False)
            return self._found[key]


def _inputs(
    system: TaxBenefitSystem, code: str, month: str, amounts: Iterable[str]
) -> frozenset[str]:
    unknowns = Unknowns({"jurisdiction_code": plain(CODES.index(code))})
    situation = SymbolicSituation(system, 1, unknowns)
    for amount in amounts:
        situation.calculate(amount, period_of(system.variables[amount], month))
    return frozenset(name for name, _, _ in unknowns.terms) | {"jurisdiction_code"}


def read_value(variable: Variable, text: str, language: str) -> tuple[Any, str]:
    """The value that was typed, and what is wrong with it.

    Args:
        variable: The input.
        text: What was typed, in the way either language writes numbers.
        language: ``en`` or ``fr``, for the message.
    """
    try:
        return kind_of(variable, refuses_negative=True).read(_parsed(variable, text)), ""
    except ValueRefusedError:
        return None, _wanted(variable, language)


def _parsed(variable: Variable, text: str) -> Any:
    if variable.value_type is bool:
        return {"true": True, "false": False}.get(text, text)
    if variable.value_type is Enum:
        return text
    number = number_in(text)
    return text if number is None else number


def number_in(text: str) -> int | float | None:
    """The number that a text writes: 1234.5, 1,234.50, 1 234,50 $; None if it is none."""
    bare = _SPACES.sub("", text)
    bare = bare.replace(",", "") if _THOUSANDS.fullmatch(bare) else bare.replace(",", ".", 1)
    if not _NUMBER.fullmatch(bare):
        return None
    return float(bare) if "." in bare else int(bare)


def _wanted(variable: Variable, language: str) -> str:
    if isinstance(variable, Money):
        most = quantity(LARGEST_AMOUNT, "currency-CAD", language)
        return said(
            "Write an amount in dollars from 0 to {most}, with at most two decimals.",
            language,
            most=most,
        )
    if variable.value_type is int:
        return said("Write a whole number, from 0 up.", language)
    if variable.value_type is float:
        return said("Write a number, from 0 up.", language)
    return said("Choose one of the list.", language)


def fields(
    system: TaxBenefitSystem,
    wanted: Iterable[str],
    typed: Mapping[str, str],
    errors: Mapping[str, str],
    language: str,
    number: int = 1,
) -> dict[str, list[Field]]:
    """The fields of each group, in the order in which they are shown.

    Args:
        system: The law.
        wanted: Names of the inputs.
        typed: What was typed.
        errors: What is wrong with it.
        language: ``en`` or ``fr``.
        number: Which participant's fields they are, counted from one.
    """
    found: dict[str, list[Field]] = {group: [] for group in GROUPS}
    for name in wanted:
        key = key_of(name, number)
        field = _field(
            system.variables[name], key, typed.get(name, ""), errors.get(key, ""), language
        )
        found[field.group].append(field)
    for group in found.values():
        group.sort(key=lambda field: (_rank(field.name), field.label))
    return found


def _rank(name: str) -> int:
    return PROMINENT.index(name) if name in PROMINENT else len(PROMINENT)


def _field(variable: Variable, key: str, value: str, error: str, language: str) -> Field:
    options: Sequence[tuple[str, str]] = ()
    kind = "money" if isinstance(variable, Money) else "number"
    if variable.value_type is bool:
        options = [
            ("true", translated("yes", language)),
            ("false", translated("no", language)),
        ]
        kind = "choice"
    elif variable.value_type is Enum:
        options = [
            (word.name, translated(word.value, language)) for word in variable.possible_values
        ]
        kind = "choice"
    if kind == "choice" and not value:
        value = _default(variable)
    return Field(
        name=variable.name,
        key=key,
        group=_group(variable),
        label=translated(variable.label, language),
        kind=kind,
        value=value,
        options=tuple(options),
        hint=_hint(variable, kind, language),
        sources=sources_of(variable),
        error=error,
        is_prominent=variable.name in PROMINENT,
    )


def _group(variable: Variable) -> str:
    if variable.entity.key in _BY_ENTITY:
        is_cost = isinstance(variable, Money) and variable.entity.key == "application"
        return "costs" if is_cost else _BY_ENTITY[variable.entity.key]
    is_line = isinstance(variable, Money) and not getattr(variable, "is_history", False)
    return "costs" if is_line else "participant"


def _default(variable: Variable) -> str:
    default = variable.default_value
    if variable.value_type is Enum:
        return str(default.name)
    return str(default).lower() if variable.value_type is bool else f"{default:g}"


def is_default(variable: Variable, value: str) -> bool:
    """Whether a typed value says no more than silence would."""
    return not variable.formulas and value in ("", _default(variable))


def in_words(variable: Variable, text: str, language: str) -> str:
    """A value that was typed, as the page says it; as it is where it can't be read."""
    value, error = read_value(variable, text, language)
    if error:
        return text
    if variable.value_type is Enum:
        return translated(variable.possible_values[text].value, language)
    return quantity(value, variable.unit or "", language)


def _hint(variable: Variable, kind: str, language: str) -> str:
    if kind == "choice" or (kind == "money" and not variable.formulas):
        return ""
    if variable.formulas:
        return said("Left empty: worked out from the months before.", language)
    unit = variable.unit or ""
    if kind != "money" and unit not in UNITS:
        unit = ""
    usual = quantity(variable.default_value, unit, language)
    return said("Left empty: {usual}", language, usual=usual)


def sources_of(variable: Variable) -> tuple[tuple[str, str], ...]:
    """The documents behind a variable: title and address."""
    found = []
    for reference in variable.reference or ():
        title, _, href = reference.rpartition(" — ")
        found.append((title, href))
    return tuple(found)
