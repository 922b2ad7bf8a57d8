"""From a calculation to a record of it: each amount, its rule in words, and its figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from openfisca_core.simulations import Simulation
from openfisca_core.variables import Variable

from openfisca_jobgrant.conventions import JOB_GRANT, Conventions
from openfisca_jobgrant.explain.remedies import Remedy, remedies
from openfisca_jobgrant.languages.messages import listed, message, message_of
from openfisca_jobgrant.rules import Condition, Money, Share
from openfisca_jobgrant.scenarios.law import Figure, figure_on, figures_under
from openfisca_jobgrant.scenarios.systems import Scenarios
from openfisca_jobgrant.scenarios.tracing import start_tracing, steps
from openfisca_jobgrant.situations.answering import simulation_of
from openfisca_jobgrant.situations.faults import Fault, SituationError, nearest, shown
from openfisca_jobgrant.situations.periods import PeriodRefusedError, period_of
from openfisca_jobgrant.situations.reading import Situation, SituationReader
from openfisca_jobgrant.situations.values import plain_values

#: What a record opens with, beside the variable that is asked for.
MAIN_AMOUNTS = (
    "eligible_costs",
    "federal_contribution",
    "provincial_contribution",
    "government_contribution",
    "employer_cash_contribution",
    "employer_in_kind_contribution",
    "employer_contribution",
)
_NEUTRAL = "programmes.neutral."


@dataclass(frozen=True)
class Input:
    """Something that the request states, or leaves to its default.

    Attributes:
        variable: The variable.
        value: Its value.
        given: Whether the request states it.
    """

    variable: str
    value: Any
    given: bool


@dataclass(frozen=True)
class Step:
    """One rule as it was applied.

    Attributes:
        variable: The variable.
        value: What the rule gave.
        unit: The value's unit; empty for none.
        figures: The figures of the law that the rule read.
        is_condition: Whether it is a condition of the grant.
    """

    variable: str
    value: Any
    unit: str
    figures: tuple[Figure, ...]
    is_condition: bool


@dataclass(frozen=True)
class Record:
    """How a result for one member came about.

    Attributes:
        scenario: The text of the body of law.
        entity: Key of the member's entity.
        member: The member's id.
        variable: What was asked for.
        period: For which period.
        value: The result.
        unit: Its unit; empty for none.
        amounts: The main amounts: variable → value.
        steps: The rules that were applied, what was asked for first.
        inputs: What the rules looked at.
        failed: Names of the conditions that aren't met.
        remedies: What least change would turn a refusal.
    """

    scenario: str
    entity: str
    member: str
    variable: str
    period: str
    value: Any
    unit: str
    amounts: dict[str, Any]
    steps: tuple[Step, ...]
    inputs: tuple[Input, ...]
    failed: tuple[str, ...]
    remedies: tuple[Remedy, ...]


def explain(
    document: Any,
    variable: str,
    period: str,
    library: Scenarios,
    *,
    scenario: str = "plan",
    member: str | None = None,
    conventions: Conventions = JOB_GRANT,
) -> list[Record]:
    """How a variable's results came about, a record for each member.

    Args:
        document: The situation, as ``parse_json`` gave it.
        variable: The variable that is to be explained.
        period: Its period.
        library: Where laws come from.
        scenario: The body of law.
        member: The id of the member who is meant; all if None.
        conventions: How the situation is read.

    Raises:
        ScenarioError: If the scenario can't be.
        SituationError: If the situation can't be read, there is no such variable or member, or
            the period doesn't fit: then the fault points to the argument's name.
    """
    text = library.parse(scenario).text
    reader = SituationReader(library.system(scenario), conventions)
    situation = reader.read(document)
    rule = reader.system.variables.get(variable)
    if rule is None:
        raise SituationError(
            [
                Fault(
                    "/variable",
                    message(
                        "there is no variable {name}{hint}",
                        name=shown(variable),
                        hint=nearest(variable, reader.system.variables),
                    ),
                    shown(variable),
                    message("the name of a variable"),
                    is_unknown_variable=True,
                )
            ]
        )
    try:
        period_of(period, rule, conventions)
    except PeriodRefusedError as error:
        raise SituationError(
            [Fault("/period", message_of(error), shown(period), error.accepted)]
        ) from error
    ids = situation.ids[rule.entity.key]
    if member is not None and member not in ids:
        raise SituationError(
            [
                Fault(
                    "/member",
                    message(
                        "there is no {key} {member}{hint}",
                        key=rule.entity.key,
                        member=shown(member),
                        hint=nearest(member, ids),
                    ),
                    shown(member),
                    listed(ids[:10]),
                )
            ]
        )
    wanted = range(len(ids)) if member is None else [ids.index(member)]
    return [_record(reader, situation, text, rule, period, place) for place in wanted]


def _record(
    reader: SituationReader,
    situation: Situation,
    scenario: str,
    rule: Variable,
    period: str,
    place: int,
) -> Record:
    simulation = simulation_of(situation, reader)
    start_tracing(simulation)
    simulation.calculate(rule.name, period)
    value = value_at(simulation, rule.name, period, place)
    found_steps, inputs = _steps(simulation, situation, rule, place)
    simulation.trace = False
    monthly_person = rule.entity.is_person and str(rule.definition_period) == "month"
    amounts = {}
    failed: tuple[str, ...] = ()
    fixes: list[Remedy] = []
    if monthly_person:
        amounts = {
            name: value_at(simulation, name, period, place)
            for name in MAIN_AMOUNTS
            if name in reader.system.variables
        }
        names = str(simulation.calculate("failed_conditions", period)[place])
        failed = tuple(name for name in names.split(", ") if name)
        if failed:
            fixes = remedies(reader, situation, period, place, failed)
    return Record(
        scenario=scenario,
        entity=rule.entity.key,
        member=situation.ids[rule.entity.key][place],
        variable=rule.name,
        period=period,
        value=value,
        unit=rule.unit or "",
        amounts=amounts,
        steps=tuple(found_steps),
        inputs=tuple(inputs),
        failed=failed,
        remedies=tuple(fixes),
    )


def value_at(simulation: Simulation, name: str, period: str, place: int) -> Any:
    """One member's value, as JSON has it."""
    values = simulation.calculate(name, period)
    variable = simulation.tax_benefit_system.variables[name]
    return plain_values(values[place : place + 1], variable)[0]


def _steps(
    simulation: Simulation, situation: Situation, rule: Variable, place: int
) -> tuple[list[Step], list[Input]]:
    """The rules that were applied to a member and to its groups, and what they looked at."""
    system = simulation.tax_benefit_system
    places = _places(simulation, rule, place)
    found: dict[tuple[str, str], Step] = {}
    inputs: dict[tuple[str, str], Input] = {}
    figures = {at.name: at for at in figures_under(system.parameters, "")}
    for node, _ in steps(simulation):
        variable = system.variables[node.name]
        at = places.get(variable.entity.key)
        key = (node.name, str(node.period))
        if at is None or key in found or key in inputs or node.value is None:
            continue
        value = plain_values(node.value[at : at + 1], variable)[0]
        if not variable.formulas:
            inputs[key] = Input(node.name, value, _is_given(situation, key, at))
            continue
        read = tuple(
            figure_on(figures[item.name], str(node.period.start))
            for item in node.parameters
            if item.name in figures
        )
        is_condition = isinstance(variable, Condition)
        if isinstance(variable, Money | Share) or is_condition or variable is rule:
            if is_condition and value and all(f.path.startswith(_NEUTRAL) for f in read):
                # A condition of which the programme says nothing is none.
                continue
            found[key] = Step(node.name, value, variable.unit or "", read, is_condition)
    return list(found.values()), list(inputs.values())


def _places(simulation: Simulation, rule: Variable, place: int) -> dict[str, int]:
    """The member's place, and that of each group that the member belongs to."""
    places = {rule.entity.key: place}
    populations = simulation.populations
    if rule.entity.is_person:
        person = place
    else:
        members = populations[rule.entity.key].members_entity_id
        person = int((members == place).argmax())
        places[simulation.persons.entity.key] = person
    for key, population in populations.items():
        if not population.entity.is_person:
            places.setdefault(key, int(population.members_entity_id[person]))
    return places


def _is_given(situation: Situation, key: tuple[str, str], place: int) -> bool:
    name, period = key
    spelt = "ETERNITY" if period.lower() == "eternity" else period
    return place in situation.inputs.get((name, spelt), {})
