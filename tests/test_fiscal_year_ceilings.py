"""Ceilings over a fiscal year: the same cents whether a month is asked alone, in order, or told.

Every figure is worked out in a comment; the ceilings are those of docs/programmes.md.
"""

import numpy
import pytest
from building import build, give
from openfisca_jobgrant.reforms.programmes.delivered_programmes import DeliveredProgrammes

from openfisca_jobgrant.rules import fiscal_year

RECEIVED = (
    "participant_received_to_date",
    "participant_received_under_other_ceilings",
    "participant_received_outside_the_total",
    "employer_received_to_date",
)


@pytest.fixture(scope="module")
def delivered(system):
    return DeliveredProgrammes(system)


def year(law, code, applications, inputs):
    """A simulation of applications, with inputs by variable and month."""
    simulation = build(law, applications)
    count = simulation.get_variable_population("jurisdiction_code").count
    give(simulation, "jurisdiction_code", "ETERNITY", [code] * count)
    for name, months in inputs.items():
        for month, values in months.items():
            give(simulation, name, month, values)
    return simulation


# Name; jurisdiction; applications as (employer, jurisdiction, participants); inputs; what each
# participant gets in the last month, and what is worked out below.
CASES = {
    # Alberta 2015-16: 2/3 to 10,000 a participant and year. April 9,000 gives 6,000; in June
    # 4,000 are left of 2/3 of 9,000 = 6,000; in December nothing.
    "participant": (
        "AB",
        [(0, 0, 1)],
        {"tuition_fees": {"2015-04": [9000], "2015-06": [9000], "2015-12": [900]}},
        {"2015-04": [6000], "2015-06": [4000], "2015-12": [0]},
    ),
    # New Brunswick 2016-17: 25,000 an employer. April: 3 x 2/3 of 12,000 = 24,000. In December
    # 1,000 are left; two participants ask for 2/3 of 900.01 = 600.01 each: 600.01 and 399.99.
    "employer": (
        "NB",
        [(0, 0, 3), (0, 0, 2)],
        {
            "tuition_fees": {
                "2016-04": [12000, 12000, 12000, 0, 0],
                "2016-12": [0, 0, 0, 900.01, 900.01],
            }
        },
        {"2016-04": [8000] * 3 + [0, 0], "2016-12": [0, 0, 0, 600.01, 399.99]},
    ),
    # Alberta: 300,000 an employer. 29 x 10,000 and 9,999.99 in April leave 0.01 + 0 for
    # December: 29 x 10,000 + 9,999.99 = 299,999.99.
    "last_cent": (
        "AB",
        [(0, 0, 30), (0, 0, 1)],
        {
            "tuition_fees": {
                "2015-04": [15000] * 29 + [14999.99, 0],
                "2015-12": [0] * 30 + [3000],
            }
        },
        {"2015-04": [10000] * 29 + [9999.99, 0], "2015-12": [0] * 30 + [0.01]},
    ),
    # British Columbia 2018-19: 300,000 an employer, whole applications. 58 workers at 5,000 (60
    # % of 9,000 is 5,400) are 290,000. In December 3 x 5,000 don't fit and are refused; 2 x
    # 5,000 do.
    "refused": (
        "BC",
        [(0, 0, 58), (0, 0, 3), (0, 0, 2)],
        {"tuition_fees": {"2018-05": [9000] * 58 + [0] * 5, "2018-12": [0] * 58 + [9000] * 5}},
        {"2018-05": [5000] * 58 + [0] * 5, "2018-12": [0] * 61 + [5000] * 2},
    ),
    # British Columbia 2018-19: workforce 60 % to 5,000, technical 80 % to 10,000, 10,000 in all
    # but for employment transition. April workforce 9,000: 5,000. June technical 9,000: 7,200,
    # of which 5,000 are left in all. November transition 30,000: 20,000, beside the total.
    # December workforce: its own 5,000 are used up.
    "streams": (
        "BC",
        [(0, 0, 1)],
        {
            "tuition_fees": {
                "2018-04": [9000],
                "2018-06": [9000],
                "2018-11": [30000],
                "2018-12": [100],
            },
            "training_stream": {
                "2018-06": ["technical_skills"],
                "2018-11": ["employment_transition"],
            },
        },
        {"2018-04": [5000], "2018-06": [5000], "2018-11": [20000], "2018-12": [0]},
    ),
    # Newfoundland and Labrador 2019-20: a new hire has 15,000 of its own beside 10,000. April
    # as a new hire 20,000: 15,000. June as an employee of a large employer 18,000: 2/3 is
    # 12,000, so 10,000.
    "new_hire": (
        "NL",
        [(0, 0, 1)],
        {
            "tuition_fees": {"2019-04": [20000], "2019-06": [18000]},
            "is_new_hire": {"2019-04": [True]},
        },
        {"2019-04": [15000], "2019-06": [10000]},
    ),
    # Nova Scotia 2015-16: the first 10,000 are free once a year for a small employer. April
    # 8,000: all. June 8,000: half. A second application in December 2,000: half.
    "first_application": (
        "NS",
        [(0, 0, 1), (0, 0, 1)],
        {
            "tuition_fees": {"2015-04": [8000, 0], "2015-06": [8000, 2000], "2015-12": [0, 2000]},
            "employee_count": {m: [20] for m in ("2015-04", "2015-06", "2015-12")},
        },
        {"2015-04": [8000, 0], "2015-06": [4000, 1000], "2015-12": [0, 1000]},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_months_asked_alone_in_order_and_told(delivered, name):
    code, applications, inputs, right = CASES[name]
    months = sorted(right)

    in_order = year(delivered, code, applications, inputs)
    for month in months:
        assert in_order.calculate("government_contribution", month).tolist() == right[month]

    for month in reversed(months):
        alone = year(delivered, code, applications, inputs)
        assert alone.calculate("government_contribution", month).tolist() == right[month], month

    for month in months:
        # A month on its own, told what was received before.
        here = {
            key: {at: values for at, values in said.items() if at == month}
            for key, said in inputs.items()
        }
        told = year(delivered, code, applications, here)
        for variable in (*RECEIVED, "earlier_applications_in_fiscal_year"):
            give(told, variable, month, in_order.calculate(variable, month))
        assert told.calculate("government_contribution", month).tolist() == right[month], month


@pytest.mark.parametrize("name", CASES)
def test_received_to_date_is_the_sum_of_the_months_before(delivered, name):
    code, applications, inputs, right = CASES[name]
    simulation = year(delivered, code, applications, inputs)
    months = sorted(right)
    for place, month in enumerate(months):
        before = numpy.sum([right[earlier] for earlier in months[:place]], axis=0)
        found = simulation.calculate("participant_received_to_date", month)
        assert found == pytest.approx(before if place else 0 * found, abs=0.001)
        assert simulation.calculate("employer_received_to_date", month) == pytest.approx(
            [found.sum()], abs=0.001
        )


def test_the_next_fiscal_year_begins_anew(delivered):
    """Alberta: 6,000 in March are of the year before, so that all 10,000 are left in April."""
    months = {"2016-03": [9000], "2016-04": [15000]}
    simulation = year(delivered, "AB", [(0, 0, 1)], {"tuition_fees": months})
    assert simulation.calculate("government_contribution", "2016-04").tolist() == [10000]
    assert simulation.calculate("participant_received_to_date", "2016-04").tolist() == [0]


def test_a_given_amount_replaces_what_the_months_before_add_up_to(delivered):
    """Told in June that 9,500 were received, December has 500 less June's 200: 300 of 600."""
    simulation = year(
        delivered,
        "AB",
        [(0, 0, 1)],
        {
            "tuition_fees": {"2015-04": [9000], "2015-06": [300], "2015-12": [900]},
            "participant_received_to_date": {"2015-06": [9500]},
        },
    )
    assert simulation.calculate("government_contribution", "2015-06").tolist() == [200]
    assert simulation.calculate("government_contribution", "2015-12").tolist() == [300]


def test_the_year_is_the_sum_of_its_months(delivered):
    """New Brunswick's employer never gets more than 25,000 in 2016-17."""
    code, applications, inputs, _ = CASES["employer"]
    simulation = year(delivered, code, applications, inputs)
    total = simulation.calculate("employer_government_contributions", "year:2016-04")
    assert total.tolist() == [25000]
    remaining = simulation.calculate("employer_ceiling_remaining", "2016-12")
    assert remaining.tolist() == [1000]


def test_no_variable_depends_on_itself_at_another_period(delivered, monkeypatch):
    """OpenFisca would take the default silently; here such a rule fails."""
    from openfisca_core.simulations import Simulation

    def spiral(simulation, variable):
        raise AssertionError(f"{variable} depends on itself")

    monkeypatch.setattr(Simulation, "invalidate_spiral_variables", spiral)
    for name, (code, applications, inputs, right) in CASES.items():
        simulation = year(delivered, code, applications, inputs)
        month = max(right)
        from openfisca_core.periods import period

        simulation.calculate("employer_government_contributions", fiscal_year(period(month)))
        assert simulation.calculate("government_contribution", month).tolist() == right[month], name
