"""Input that no ministry would send: the law never raises, and never grants nonsense."""

import numpy
import pytest
from building import build, give

from openfisca_jobgrant.reforming import composed
from openfisca_jobgrant.rules import fiscal_year
from openfisca_jobgrant.scenarios import all_schemes

MONTHS = (
    "1900-01",
    "2008-03",
    "2008-04",
    "2014-03",
    "2014-04",
    "2050-12",
    "2100-12",
)


@pytest.fixture(
    scope="module", params=[None, *all_schemes()], ids=lambda s: getattr(s, "__name__", "plan")
)
def law(request, system):
    return composed(system, [request.param] if request.param else [])


def check_everything(simulation, month):
    """Every variable is finite, and no amount negative, whatever the situation."""
    from openfisca_core.periods import period

    year = str(fiscal_year(period(month)))
    for variable in simulation.tax_benefit_system.variables.values():
        if variable.is_input_variable():
            continue
        when = year if variable.definition_period == "year" else month
        values = simulation.calculate(variable.name, when)
        assert len(values) == simulation.get_variable_population(variable.name).count
        if values.dtype.kind == "f":
            assert numpy.isfinite(values).all(), variable.name
        if variable.dtype == numpy.float64:
            assert (values >= 0).all(), variable.name


@pytest.mark.parametrize("month", MONTHS)
@pytest.mark.parametrize("amount", [-1e9, -0.01, 0, 0.001, 1e9, 1e11])
def test_any_amount_in_any_month(law, month, amount):
    simulation = build(law, [(0, 0, 3), (1, 1, 1)])
    for name in ("tuition_fees", "travel_costs", "examination_fees", "wages_during_training"):
        give(simulation, name, month, [amount, 100, amount, -amount])
    give(simulation, "group_training_costs", month, [amount, -amount])
    give(simulation, "employee_count", month, [0, -7])
    check_everything(simulation, month)


@pytest.mark.parametrize("sizes", [(0, 2), (2, 0), (1, 0, 2), (0,)])
def test_applications_without_participants(law, sizes):
    """An empty application, first, in the middle, last and alone, has zero of everything."""
    simulation = build(law, [(place, place, size) for place, size in enumerate(sizes)])
    give(simulation, "tuition_fees", "2014-04", [3000.0] * sum(sizes))
    give(simulation, "group_training_costs", "2014-04", [900.0] * len(sizes))
    check_everything(simulation, "2014-04")
    costs = simulation.calculate("application_eligible_costs", "2014-04").tolist()
    assert costs == [3000 * size + (900 if size else 0) for size in sizes]


def test_transfers_keep_their_cents_at_hundreds_of_millions(system):
    """Ontario's share of 500 million: 13,537,994 of 35,158,304 persons (F-2b), to the cent.

    float32 is exact to 16 dollars there.
    """
    simulation = build(system, [(0, 0, 1)])
    transfer = simulation.calculate("labour_market_transfer", "year:2014-04")
    assert transfer.dtype == numpy.float64
    assert transfer[0] == 192529110.62
    assert transfer[0] != numpy.float32(transfer[0])


def test_a_negative_cost_counts_as_nothing(system):
    simulation = build(system, [(0, 0, 1)])
    give(simulation, "tuition_fees", "2014-04", [-500.0])
    give(simulation, "examination_fees", "2014-04", [300.0])
    assert simulation.calculate("federal_contribution", "2014-04").tolist() == [100.0]
