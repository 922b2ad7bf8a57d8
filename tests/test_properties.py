"""What holds in every situation: sums, signs, order, and reforms that stay in their place."""

import numpy
import pytest
from building import build, give
from hypothesis import given, settings
from hypothesis import strategies as st
from openfisca_core.parameters import Parameter

from openfisca_jobgrant.reforming import composed
from openfisca_jobgrant.scenarios import all_schemes

PERIOD = "2014-06"
SCHEMES = all_schemes()
DEMANDS = [scheme for scheme in SCHEMES if scheme.stage == "demand"]
AMOUNTS = (
    "eligible_costs",
    "recognised_costs",
    "federal_contribution",
    "provincial_contribution",
    "government_contribution",
    "employer_contribution",
    "employer_cash_contribution",
    "employer_in_kind_contribution",
)


@pytest.fixture(scope="module", params=[None, *SCHEMES], ids=lambda s: s.__name__ if s else "plan")
def law(request, system):
    return composed(system, [request.param] if request.param else [])


def facts(count):
    """Costs, wages, head count and age for participants, in cents and whole numbers."""
    numbers = st.integers(0, 3_000_000)
    return st.fixed_dictionaries(
        {
            "tuition_fees": st.lists(numbers, min_size=count, max_size=count),
            "wages_during_training": st.lists(numbers, min_size=count, max_size=count),
            "age": st.lists(st.integers(10, 70), min_size=count, max_size=count),
            "group": numbers,
            "employees": st.integers(1, 100),
        }
    )


def application(law, said, order=None):
    count = len(said["age"])
    order = range(count) if order is None else order
    simulation = build(law, [(0, 0, count)])
    for name in ("tuition_fees", "wages_during_training"):
        give(simulation, name, PERIOD, [said[name][place] / 100 for place in order])
    give(simulation, "age", PERIOD, [said["age"][place] for place in order])
    give(simulation, "group_training_costs", PERIOD, [said["group"] / 100])
    give(simulation, "employee_count", PERIOD, [said["employees"]])
    return simulation


def cents(simulation, name):
    return numpy.rint(simulation.calculate(name, PERIOD) * 100).astype(int)


@settings(max_examples=40)
@given(said=st.integers(1, 40).flatmap(facts))
def test_contributions_add_up_and_none_is_negative(law, said):
    simulation = application(law, said)
    found = {name: cents(simulation, name) for name in AMOUNTS}
    for name, values in found.items():
        assert (values >= 0).all(), name
    government = found["federal_contribution"] + found["provincial_contribution"]
    employer = found["employer_cash_contribution"] + found["employer_in_kind_contribution"]
    assert (government == found["government_contribution"]).all()
    assert (employer == found["employer_contribution"]).all()
    assert (government + employer == found["recognised_costs"]).all()
    for part in ("eligible_costs", "government_contribution", "employer_contribution"):
        name = part.replace("eligible_costs", "costs")
        whole = f"application_{part}" if name == part else "application_eligible_costs"
        assert cents(simulation, whole).tolist() == [found[part].sum()]


@settings(max_examples=40)
@given(said=st.integers(1, 6).flatmap(facts), more=st.integers(1, 500_000))
def test_government_never_falls_as_costs_rise(law, said, more):
    before = cents(application(law, said), "government_contribution")
    said["tuition_fees"] = [amount + more for amount in said["tuition_fees"]]
    after = cents(application(law, said), "government_contribution")
    assert (after >= before).all()


@settings(max_examples=40)
@given(said=st.integers(2, 12).flatmap(facts), turn=st.randoms())
def test_the_order_of_participants_does_not_matter(law, said, turn):
    """With a group fee the odd cents go to the first, so that fee is left out here."""
    said["group"] = 0
    order = list(range(len(said["age"])))
    turn.shuffle(order)
    straight, turned = application(law, said), application(law, said, order)
    for name in AMOUNTS:
        assert (cents(straight, name)[order] == cents(turned, name)).all(), name


@settings(max_examples=40)
@given(said=st.integers(2, 12).flatmap(facts), turn=st.randoms())
def test_the_order_of_participants_never_changes_the_group_costs(law, said, turn):
    order = list(range(len(said["age"])))
    turn.shuffle(order)
    straight, turned = application(law, said), application(law, said, order)
    assert (
        cents(straight, "application_eligible_costs") == cents(turned, "application_eligible_costs")
    ).all()


def everything(system):
    """All figures with their dates, and the identity of every rule."""
    return (
        {
            item.name: [(value.instant_str, value.value) for value in item.values_list]
            for item in system.parameters.get_descendants()
            if isinstance(item, Parameter)
        },
        {name: id(variable) for name, variable in system.variables.items()},
        [id(entity) for entity in system.entities],
    )


def test_building_reforms_leaves_the_baseline_as_it_was(system):
    before = everything(system)
    for scheme in SCHEMES:
        reformed = composed(system, [scheme, *SCHEMES])
        assert everything(reformed)[0] != before[0], scheme
    assert everything(system) == before


@pytest.mark.parametrize("scheme", SCHEMES)
def test_nothing_differs_before_a_reform_starts(system, scheme):
    reformed = scheme(system)
    dates = {
        value.instant_str
        for item in reformed.parameters.get_descendants()
        if isinstance(item, Parameter)
        for value in item.values_list
    } | {"1900-01-01", "2014-03-31"}
    earlier = sorted(date for date in dates if date < scheme.starts_on)
    assert earlier
    for date in earlier:
        for item in system.parameters.get_descendants():
            if isinstance(item, Parameter):
                other = reformed.parameters
                for part in item.name.split("."):
                    other = other.children[part]
                assert other(date) == item(date), (item.name, date)


@pytest.mark.parametrize("first", DEMANDS)
@pytest.mark.parametrize("second", DEMANDS)
def test_demands_give_the_same_law_in_either_order(system, first, second):
    one, other = composed(system, [first, second]), composed(system, [second, first])
    assert everything(one)[0] == everything(other)[0]


def test_a_dropped_reform_frees_its_memory(system):
    import gc
    import weakref

    reformed = SCHEMES[0](system)
    reformed.get_parameters_at_instant("2015-01-01")
    watched = weakref.ref(reformed)
    del reformed
    gc.collect()
    assert watched() is None
