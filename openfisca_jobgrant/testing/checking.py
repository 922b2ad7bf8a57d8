"""One case held against the law."""

from __future__ import annotations

from openfisca_core.simulations import SimulationBuilder
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.conventions import Conventions
from openfisca_jobgrant.spirals import refuse_spirals
from openfisca_jobgrant.testing.cases import Case
from openfisca_jobgrant.testing.comparison import differences
from openfisca_jobgrant.testing.expectations import expectations_of
from openfisca_jobgrant.testing.problems import CaseError, MismatchError, Problem, Report
from openfisca_jobgrant.testing.situation import situation_of
from openfisca_jobgrant.testing.systems import Systems


def check(case: Case, systems: Systems, conventions: Conventions) -> None:
    """Hold a case against the law.

    Args:
        case: The case.
        systems: The bodies of law.
        conventions: How periods are written and groups nest.

    Raises:
        CaseError: If the case doesn't fit the law: unknown names, wrong members or periods, values
            of another kind.
        MismatchError: If the law gives other values than the case expects.
        SpiralFoundError: If a variable depends on itself at another period.
    """
    system = _system(case, systems)
    report = Report()
    situation = situation_of(case, system, conventions, report)
    # What the output says can only be judged by a situation that holds.
    report.refuse()
    expectations = expectations_of(case, situation, system, conventions, report)
    report.refuse()
    simulation = SimulationBuilder().build_from_entities(system, situation.request)
    refuse_spirals(simulation)
    problems = differences(simulation, situation, expectations, case.absolute, case.relative)
    if problems:
        raise MismatchError(problems)


def _system(case: Case, systems: Systems) -> TaxBenefitSystem:
    paths = [reform.written for reform in case.reforms]
    # One reform more at a time, so that the one that is wrong gives its line.
    for count, reform in enumerate(case.reforms, start=1):
        try:
            systems.under(paths[:count])
        except LookupError as error:
            raise CaseError([Problem(reform.line, str(error))]) from error
    return systems.under(paths)
