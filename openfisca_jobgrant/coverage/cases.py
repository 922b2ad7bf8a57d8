"""The test cases, ready to be run under many changed laws, and what each of them reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from openfisca_core.simulations import SimulationBuilder
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.conventions import JOB_GRANT
from openfisca_jobgrant.rules import CODES
from openfisca_jobgrant.scenarios.tracing import start_tracing, steps
from openfisca_jobgrant.situations.engine import QuickSimulation, populations_of
from openfisca_jobgrant.testing.cases import BadCase, Case, read_cases
from openfisca_jobgrant.testing.comparison import differences
from openfisca_jobgrant.testing.expectations import Expectation, expectations_of
from openfisca_jobgrant.testing.problems import Report
from openfisca_jobgrant.testing.situation import Situation, situation_of
from openfisca_jobgrant.testing.systems import Systems

_NEUTRAL = "programmes.neutral."


class CasesFailError(Exception):
    """Cases that don't hold under the law as it is: there is nothing to measure with."""


@dataclass
class ReadyCase:
    """A case that holds, with all that is needed to run it again.

    Attributes:
        name: Its file and name.
        reforms: The dotted paths of its reforms.
        figures: The (path, day) of each figure that it reads.
        rules: The variables that it works out.
    """

    name: str
    reforms: tuple[str, ...]
    case: Case
    situation: Situation
    expectations: list[Expectation]
    members: dict[str, tuple[int, Any, Any]]
    inputs: list[tuple[str, Any, Any]]
    figures: frozenset[tuple[str, str]] = frozenset()
    rules: frozenset[str] = field(default_factory=frozenset)

    def simulation(self, system: TaxBenefitSystem) -> QuickSimulation:
        """The case's situation under a law."""
        populations = populations_of(system)
        for key, (count, ids, homes) in self.members.items():
            populations[key].count = count
            populations[key].ids = ids
            if homes is not None:
                populations[key].members_entity_id = homes
        simulation = QuickSimulation(system, populations)
        for name, period, values in self.inputs:
            simulation.put(name, period, values)
        return simulation

    def holds(self, system: TaxBenefitSystem) -> bool:
        """Whether a law gives what the case expects. A law that can't be worked out doesn't."""
        try:
            return not self._problems(self.simulation(system))
        except Exception:
            # Whatever a changed rule raises is noticed.
            return False

    def _problems(self, simulation: Any) -> Any:
        case = self.case
        return differences(
            simulation, self.situation, self.expectations, case.absolute, case.relative
        )

    def note_reads(self, system: TaxBenefitSystem) -> None:
        """Note which figures and rules the case reads under the law.

        Raises:
            CasesFailError: If the case doesn't hold.
        """
        simulation = self.simulation(system)
        start_tracing(simulation)
        problems = self._problems(simulation)
        if problems:
            raise CasesFailError(f"{self.name}: {problems[0].message}")
        figures: set[tuple[str, str]] = set()
        rules: set[str] = set()
        for node, _ in steps(simulation):
            rules.add(node.name)
            day = str(node.period.start)
            for parameter in node.parameters:
                figures.update((path, day) for path in self._paths(parameter.name))
        self.figures, self.rules = frozenset(figures), frozenset(rules)

    def _paths(self, path: str) -> list[str]:
        """The figures that a reading is about: a neutral one stands in for one that has ended."""
        if not path.startswith(_NEUTRAL):
            return [path]
        codes = {
            CODES[int(place)]
            for name, _, values in self.inputs
            if name == "jurisdiction_code"
            for place in values
        }
        rest = path.removeprefix(_NEUTRAL)
        return [path, *(f"programmes.{code}.{rest}" for code in sorted(codes))]


def files_of(paths: Iterable[Path]) -> Iterator[Path]:
    """The YAML files that paths name, or that lie in the folders that they name.

    Raises:
        CasesFailError: If there is no such path.
    """
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.yaml"))
        elif path.is_file():
            yield path
        else:
            raise CasesFailError(f"{path}: there is no such file or folder")


def ready_cases(paths: Iterable[Path], systems: Systems) -> list[ReadyCase]:
    """The cases of files, each run once under the law as it is.

    Raises:
        CasesFailError: If one can't be read or doesn't hold.
    """
    found = []
    for path in files_of(paths):
        for case in read_cases(path):
            if isinstance(case, BadCase):
                raise CasesFailError(f"{path}: {case.name}: {case.error}")
            ready = _ready(f"{path}::{case.name}", case, systems)
            ready.note_reads(systems.under(ready.reforms))
            found.append(ready)
    if not found:
        raise CasesFailError("there are no test cases")
    return found


def _ready(name: str, case: Case, systems: Systems) -> ReadyCase:
    reforms = tuple(str(reform.written) for reform in case.reforms)
    system = systems.under(reforms)
    report = Report()
    situation = situation_of(case, system, JOB_GRANT, report)
    report.refuse()
    expectations = expectations_of(case, situation, system, JOB_GRANT, report)
    report.refuse()
    built = SimulationBuilder().build_from_entities(system, situation.request)
    members = {}
    inputs = []
    for key, population in built.populations.items():
        homes = None if population.entity.is_person else population.members_entity_id
        members[key] = (population.count, population.ids, homes)
        for holder in population._holders.values():
            inputs += [
                (holder.variable.name, period, holder.get_array(period))
                for period in holder.get_known_periods()
            ]
    return ReadyCase(name, reforms, case, situation, expectations, members, inputs)
