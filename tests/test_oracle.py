"""The law against the independent oracle, to the cent, on generated situations."""

import importlib
from itertools import combinations

import numpy
import pytest
from building import build, give
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import oracle

from openfisca_jobgrant.reforming import composed

STATUSES = ("employed", "underemployed", "unemployed")
KINDS = (
    "private",
    "non_profit",
    "indigenous_government",
    "local_government",
    "provincial_government",
    "federal_government",
    "crown_corporation",
    "broader_public_sector",
    "association",
    "union",
)
LINES = (*oracle.ELIGIBLE_LINES, "travel_costs")
BODIES = [(), *((demand,) for demand in oracle.DEMANDS), *combinations(oracle.DEMANDS, 2)]
BODIES += [(body,) for body in (*oracle.OFFERS, oracle.COUNTER, *oracle.AGREEMENTS)]
AMOUNTS = (
    "eligible_costs",
    "ineligible_costs",
    "recognised_costs",
    "federal_contribution",
    "provincial_contribution",
    "government_contribution",
    "employer_cash_contribution",
    "employer_in_kind_contribution",
    "employer_contribution",
)


def scheme(name):
    """The class of a reform, by the name of its module."""
    family = "demands"
    if name in oracle.OFFERS:
        family = "offers"
    elif name in oracle.AGREEMENTS:
        family = "agreements"
    module = importlib.import_module(f"openfisca_jobgrant.reforms.{family}.{name}")
    return getattr(module, "".join(word.capitalize() for word in name.split("_")))


@pytest.fixture(scope="module")
def systems(system):
    return {body: composed(system, map(scheme, body)) for body in BODIES}


# Amounts that lie at the edges of thirds and ceilings, and anything else up to 200,000 dollars.
cents = st.one_of(
    st.just(0),
    st.integers(0, 400),
    st.sampled_from([1_499_998, 1_499_999, 1_500_000, 1_500_001, 1_500_002]),
    st.integers(0, 20_000_000),
)
people = st.builds(
    oracle.Person,
    cents=st.fixed_dictionaries(dict.fromkeys(LINES, cents)),
    wages=cents,
    employment_status=st.sampled_from(STATUSES),
    has_job_offer=st.booleans(),
    age=st.sampled_from([14, 15, 24, 25, 30, 64]),
    flags=st.frozensets(st.sampled_from(oracle.FLAGS), max_size=1),
)
requests = st.builds(
    oracle.Request,
    people=st.lists(people, min_size=1, max_size=6)
    | st.integers(7, 40).flatmap(lambda size: people.map(lambda person: [person] * size)),
    group_cents=cents,
    trainer_kind=st.sampled_from(["third_party"] * 3 + ["in_house"]),
    employer_kind=st.sampled_from(["private"] * 10 + list(KINDS)),
    employee_count=st.sampled_from([1, 49, 50, 51, 400]),
    joins=st.sampled_from([True, True, True, False]),
    code=st.sampled_from(oracle.CODES),
)
months = st.tuples(st.integers(2013, 2020), st.integers(1, 12))


def cents_of(values):
    """Whole cents, and proof that the amounts lay on them."""
    whole = numpy.rint(values * 100)
    assert (values == whole / 100).all(), "an amount is not on its cent"
    return whole.astype(int).tolist()


def simulated(system, asked, month):
    """The requests in one simulation, each with an employer and a jurisdiction of its own."""
    period = f"{month[0]}-{month[1]:02}"
    simulation = build(
        system, [(place, place, len(request.people)) for place, request in enumerate(asked)]
    )
    crowd = [person for request in asked for person in request.people]
    for name in LINES:
        give(simulation, name, period, [person.cents[name] / 100 for person in crowd])
    give(simulation, "wages_during_training", period, [person.wages / 100 for person in crowd])
    for name in ("employment_status", "has_job_offer", "age"):
        give(simulation, name, period, [getattr(person, name) for person in crowd])
    for flag in oracle.FLAGS:
        give(simulation, flag, period, [flag in person.flags for person in crowd])
    give(simulation, "group_training_costs", period, [r.group_cents / 100 for r in asked])
    for name in ("trainer_kind", "employer_kind", "employee_count"):
        give(simulation, name, period, [getattr(request, name) for request in asked])
    first = month[0] if month[1] >= 4 else month[0] - 1
    give(simulation, "joins_the_grant", f"year:{first}-04", [request.joins for request in asked])
    give(simulation, "jurisdiction_code", "ETERNITY", [request.code for request in asked])
    return simulation, period


@settings(max_examples=60)
@given(asked=st.lists(requests, min_size=1, max_size=13), month=months)
def test_participants_get_what_the_oracle_says(systems, asked, month):
    """Every reform and every pair of demands, on the same situations."""
    for body, system in systems.items():
        simulation, period = simulated(system, asked, month)
        right = [row for request in asked for row in oracle.contributions(request, month, body)]
        for name in AMOUNTS:
            found = cents_of(simulation.calculate(name, period))
            assert found == [row[name] for row in right], (body, name)
        for name in ("job_grant_eligible", "is_underrepresented"):
            found = simulation.calculate(name, period).tolist()
            assert found == [row[name] for row in right], (body, name)
        place = 0
        totals = cents_of(simulation.calculate("application_government_contribution", period))
        for request, total in zip(asked, totals, strict=True):
            rows = right[place : place + len(request.people)]
            assert total == sum(row["government_contribution"] for row in rows), body
            place += len(request.people)


@pytest.mark.parametrize("body", BODIES, ids="+".join)
def test_transfers_are_what_the_oracle_says(systems, body):
    """Thirteen jurisdictions, joining or not, every fiscal year from 2006 to 2022."""
    for year in range(2006, 2023):
        for joins in (True, False):
            simulation = build(systems[body], [(place, place, 1) for place in range(13)])
            give(simulation, "jurisdiction_code", "ETERNITY", oracle.CODES)
            give(simulation, "joins_the_grant", f"year:{year}-04", [joins] * 13)
            right = [oracle.transfers(code, year, joins, body) for code in oracle.CODES]
            for name in right[0]:
                found = cents_of(simulation.calculate(name, f"year:{year}-04"))
                assert found == [row[name] for row in right], (year, joins, name)


def test_national_totals_are_the_published_ones(system):
    """F-X6, F-X8: 500 million, of which 300 are diverted; 300 of match; 600 of exposure."""
    simulation = build(system, [(place, place, 1) for place in range(13)])
    give(simulation, "jurisdiction_code", "ETERNITY", oracle.CODES)
    totals = {
        "labour_market_transfer": 500_000_000,
        "job_grant_transfer": 300_000_000,
        "labour_market_services_funding": 200_000_000,
        "provincial_match": 300_000_000,
        "provincial_exposure": 600_000_000,
    }
    for name, millions in totals.items():
        assert sum(cents_of(simulation.calculate(name, "year:2017-04"))) == millions * 100, name
