"""The delivered programmes against their oracle, to the cent, over whole fiscal years."""

import numpy
import pytest
from building import build, give
from hypothesis import given, settings
from hypothesis import strategies as st
from openfisca_jobgrant.reforms.programmes.delivered_programmes import DeliveredProgrammes
from oracle import programmes as oracle
from oracle.oracle import CODES

from openfisca_jobgrant.vocabulary import EmployerKind, ResidenceStatus, TrainingStream

LINES = (*oracle.PLAN_LINES, oracle.TRAVEL)
OF_PERSON = (
    "employment_status",
    "has_job_offer",
    "is_new_hire",
    "days_unemployed",
    "days_since_hired",
    "age",
    "residence_status",
    "training_hours",
    "is_owner",
    "is_family_of_owner",
    "is_full_time_student",
)
OF_APPLICATION = ("trainer_kind", "training_stream", "training_weeks", "travel_distance_km")
OF_EMPLOYER = (
    "employee_count",
    "employer_kind",
    "years_in_business",
    "earlier_grants_in_five_years",
)
AMOUNTS = (
    "eligible_costs",
    "ineligible_costs",
    "recognised_costs",
    "government_contribution",
    "federal_contribution",
    "provincial_contribution",
    "employer_cash_contribution",
    "employer_in_kind_contribution",
    "employer_contribution",
    "participant_received_to_date",
)


@pytest.fixture(scope="module")
def delivered(system):
    return DeliveredProgrammes(system)


def usually(common, *others):
    """Mostly the value that no rule minds, so that most people are granted something."""
    return st.sampled_from([common] * 12 + list(others))


# Amounts at the edges of shares, ceilings and least amounts, and anything up to 150,000 dollars.
cents = st.one_of(
    st.just(0),
    st.integers(0, 400),
    st.sampled_from([24_999, 25_000, 49_999, 50_000, 50_001, 99_999, 100_000, 100_001]),
    st.sampled_from([499_999, 500_000, 833_333, 833_334, 999_999, 1_000_000, 1_200_000, 1_250_001]),
    st.sampled_from([1_499_999, 1_500_000, 1_500_001, 1_999_999, 2_000_001]),
    st.integers(0, 15_000_000),
)


def people(name):
    return st.builds(
        oracle.Person,
        name=st.just(name),
        cents=st.fixed_dictionaries(
            {
                line: cents if line == "tuition_fees" else st.one_of(st.just(0), cents)
                for line in LINES
            }
        ),
        wages=st.one_of(st.just(0), cents),
        employment_status=usually("employed", "underemployed", "unemployed", "unemployed"),
        has_job_offer=usually(True, False),
        is_new_hire=st.sampled_from([False, False, True]),
        days_unemployed=st.sampled_from([0, 30, 31, 400]),
        days_since_hired=st.sampled_from([0, 28, 29, 42, 43]),
        age=usually(30, 14, 15, 64),
        residence_status=usually("citizen", *ResidenceStatus.__members__),
        training_hours=usually(40, 0, 1, 20, 21, 23, 24, 3000, 3001),
        is_owner=usually(False, True),
        is_family_of_owner=usually(False, True),
        is_full_time_student=usually(False, True),
    )


@st.composite
def employers(draw):
    """An employer, the sizes of its applications, and what it asks for in some months."""
    year = draw(st.integers(2013, 2026))
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    if draw(st.integers(0, 9)) == 0:
        sizes[0] = draw(st.integers(24, 40))
    code = draw(st.sampled_from(CODES))
    employer = oracle.Employer(
        code=code,
        employee_count=draw(st.sampled_from([1, 4, 5, 49, 50, 51, 99, 100, 101, 400])),
        employer_kind=draw(usually("private", *EmployerKind.__members__)),
        years_in_business=draw(usually(5, 0, 1, 2)),
        earlier_grants_in_five_years=draw(usually(0, 2, 3)),
    )
    steps = draw(st.lists(st.integers(3, 14), min_size=1, max_size=3, unique=True))
    streams = [name for name in TrainingStream.__members__ if name in oracle.STREAMS.get(code, {})]
    for step in steps:
        asked = []
        for place, size in enumerate(sizes):
            first = draw(people((place, 0)))
            # A crowd is many of the same, so that ceilings are reached.
            alike = size > 4 or draw(st.booleans())
            crowd = [first] + [
                oracle.Person(**{**vars(first), "name": (place, member)})
                if alike
                else draw(people((place, member)))
                for member in range(1, size)
            ]
            asked.append(
                oracle.Application(
                    people=crowd,
                    group_cents=draw(st.one_of(st.just(0), cents)),
                    trainer_kind=draw(usually("third_party", "in_house")),
                    training_stream=draw(
                        st.sampled_from(["standard"] * 4 + streams * 2 + ["rural"])
                    ),
                    training_weeks=draw(usually(12, 52, 53)),
                    travel_distance_km=draw(st.sampled_from([0, 24, 25, 100, 101])),
                )
            )
        employer.months[year + step // 12, step % 12 + 1] = asked
    return year, sizes, employer


def simulated(law, drawn):
    """The employers in one simulation, each in a jurisdiction of its own."""
    simulation = build(
        law,
        [(place, place, size) for place, (_, sizes, _) in enumerate(drawn) for size in sizes],
    )
    give(simulation, "jurisdiction_code", "ETERNITY", [employer.code for _, _, employer in drawn])
    months = {month for _, _, employer in drawn for month in employer.months}
    for year, number in sorted(months):
        period = f"{year}-{number:02}"
        asked = [
            application
            for _, sizes, employer in drawn
            for application in employer.months.get(
                (year, number),
                [oracle.Application([oracle.Person() for _ in range(size)]) for size in sizes],
            )
        ]
        crowd = [person for application in asked for person in application.people]
        for line in LINES:
            give(simulation, line, period, [person.cents.get(line, 0) / 100 for person in crowd])
        give(simulation, "wages_during_training", period, [person.wages / 100 for person in crowd])
        for name in OF_PERSON:
            give(simulation, name, period, [getattr(person, name) for person in crowd])
        give(simulation, "group_training_costs", period, [one.group_cents / 100 for one in asked])
        for name in OF_APPLICATION:
            give(simulation, name, period, [getattr(one, name) for one in asked])
        for name in OF_EMPLOYER:
            give(simulation, name, period, [getattr(employer, name) for _, _, employer in drawn])
    return simulation, sorted(months)


def whole_cents(values):
    whole = numpy.rint(values * 100)
    assert (values == whole / 100).all(), "an amount is not on its cent"
    return whole.astype(int).tolist()


@settings(max_examples=250)
@given(drawn=st.lists(employers(), min_size=1, max_size=6), last_first=st.booleans())
def test_programmes_pay_what_the_oracle_says(delivered, drawn, last_first):
    simulation, months = simulated(delivered, drawn)
    right = [oracle.year_of(employer, year) for year, _, employer in drawn]
    for month in reversed(months) if last_first else months:
        period = f"{month[0]}-{month[1]:02}"
        found = {name: whole_cents(simulation.calculate(name, period)) for name in AMOUNTS}
        eligible = simulation.calculate("job_grant_eligible", period).tolist()
        failed = simulation.calculate("failed_conditions", period).tolist()
        received = whole_cents(simulation.calculate("employer_received_to_date", period))
        place = 0
        for owner, (_, sizes, employer) in enumerate(drawn):
            for index, size in enumerate(sizes):
                for member in range(size):
                    row = right[owner].get((month, index, member))
                    here, place = place, place + 1
                    if row is None:
                        continue
                    told = (month, employer, index, member)
                    assert {name: found[name][here] for name in AMOUNTS} == {
                        name: row[name] for name in AMOUNTS
                    }, told
                    assert eligible[here] == row["job_grant_eligible"], told
                    names = set(failed[here].split(", ")) - {""}
                    if "has_grant_in_force" in row["failed_conditions"]:
                        assert "has_grant_in_force" in names, told
                    else:
                        assert names == row["failed_conditions"], told
                    assert received[owner] == row["employer_received_to_date"], told


@settings(max_examples=60)
@given(employers())
def test_the_oracle_reaches_grants_and_refusals(drawn):
    """The generator is worth its name: what it draws is in force for most years and codes."""
    year, _, employer = drawn
    for row in oracle.year_of(employer, year).values():
        government = row["government_contribution"]
        assert government >= 0
        assert (government == 0) or row["job_grant_eligible"]
