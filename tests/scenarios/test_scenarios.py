"""Scenarios by text and by file: what is accepted, what clashes, and what is built once."""

import gc
import threading
import weakref
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openfisca_core.parameters import Parameter

from openfisca_jobgrant.reforming import Change, changed
from openfisca_jobgrant.scenarios import ClashError, ScenarioError, Scenarios, clashes
from openfisca_jobgrant.scenarios.clashes import conflicts
from openfisca_jobgrant.scenarios.files import read_scenario_file, unmet
from openfisca_jobgrant.situations import SituationReader, calculate

MAXIMUM = "contribution.federal.maximum"


@pytest.fixture(scope="module")
def library(system):
    return Scenarios(system)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("plan", "plan"),
        ("small_business_relief", "plan+small_business_relief"),
        ("plan+no_cost_matching+small_business_relief",) * 2,
        (f"{MAXIMUM}=6000@2014-04-01", f"plan+{MAXIMUM}=6000@2014-04-01"),
        (
            f"{MAXIMUM}=6000.5@2014-04-01:2015-03-31+no_cost_matching",
            f"plan+no_cost_matching+{MAXIMUM}=6000.5@2014-04-01:2015-03-31",
        ),
        (
            "contribution.federal.share=0.666666666666667@2014-04-01",
            "plan+contribution.federal.share=0.666666666666667@2014-04-01",
        ),
        ("regime.own_programmes=true@2014-04-01", "plan+regime.own_programmes=true@2014-04-01"),
    ],
)
def test_texts_are_read_and_written(library, text, canonical):
    scenario = library.parse(text)
    assert scenario.text == canonical
    assert library.parse(scenario.text) == scenario


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("plan+smal_business_relief", "did you mean 'small_business_relief'"),
        ("no_cost_matching+plan", "plan stands first"),
        ("no_cost_matching+no_cost_matching", "stands twice"),
        ("", "there is no body of law"),
        ("contribution.federal.maximm=1@2014-04-01", f"did you mean '{MAXIMUM}'"),
        ("contribution.federal=1@2014-04-01", "it holds maximum, share"),
        (f"{MAXIMUM}=6000", "write path=value@start"),
        (f"{MAXIMUM}=6000@2014-4-1", "write a day such as 2014-04-01"),
        (f"{MAXIMUM}=6000@2014-02-30", "write a day such as 2014-04-01"),
        (f"{MAXIMUM}=6000@1899-12-31", "from 1900-01-01"),
        (f"{MAXIMUM}=6000@2015-04-01:2014-04-01", "before it starts"),
        (f"{MAXIMUM}=6000.001@2014-04-01", "at most two decimals"),
        (f"{MAXIMUM}=-1@2014-04-01", "not accepted"),
        (f"{MAXIMUM}=true@2014-04-01", "finite number"),
        (f"{MAXIMUM}=1e3@2014-04-01", "finite number"),
        ("contribution.federal.share=1.5@2014-04-01", "at most 1"),
        ("contribution.federal.share=0.3333@2014-04-01", "nearly 1/3"),
        ("population.ON=1.5@2014-04-01", "is whole"),
        ("regime.own_programmes=1@2014-04-01", "true or false"),
        ("x" * 5000, "at most 4000"),
    ],
)
def test_what_cannot_be_is_refused_with_what_could(library, text, message):
    with pytest.raises(ScenarioError, match=message):
        library.parse(text)


def test_an_override_comes_last_and_is_no_clash(library):
    """Ruling 22: December's 10,000 federal dollars, but 9,000 in 2015-16 only."""
    text = f"december_2013_offer+{MAXIMUM}=9000@2015-04-01:2016-03-31"
    law = library.system(text)
    found = [law.parameters(day).contribution.federal.maximum for day in (
        "2015-03-31", "2015-04-01", "2016-03-31", "2016-04-01"
    )]  # fmt: skip
    assert found == [10000, 9000, 9000, 10000]


@pytest.mark.parametrize(
    "reforms",
    [
        ("small_business_relief", "delivered_programmes"),
        ("delivered_programmes", "restore_labour_market_funding"),
        ("december_2013_offer", "delivered_programmes"),
        ("counter_offer_2014", "final_offer_2014"),
        ("restore_labour_market_funding", "no_cost_matching", "delivered_programmes"),
    ],
)
def test_clashes_name_both(library, reforms):
    found = clashes(reforms)
    assert found
    for clash in found:
        assert clash.first in reforms
        assert clash.second in reforms
    with pytest.raises(ClashError, match=found[0].second):
        library.system("+".join(reforms))


@pytest.mark.parametrize(
    "reforms",
    [
        ("premiers_package", "small_business_relief"),
        ("no_cost_matching", "december_2013_offer"),
        ("canada_job_fund_2014", "workforce_development_2017"),
    ],
)
def test_the_same_value_for_the_same_dates_is_no_clash(reforms):
    assert all(clash.path for clash in clashes(reforms)) or not clashes(reforms)


days = st.integers(0, 6).map(lambda n: (date(2014, 1, 1) + timedelta(days=100 * n)).isoformat())
changes = st.lists(
    st.builds(
        lambda path, value, start, length: Change(
            path,
            value,
            start=start,
            stop=None
            if length is None
            else (date.fromisoformat(start) + timedelta(days=length)).isoformat(),
        ),
        st.sampled_from([MAXIMUM, "contribution.provincial.maximum"]),
        st.sampled_from([1, 2, 3]),
        days,
        st.none() | st.sampled_from([50, 99, 100, 250]),
    ),
    min_size=1,
    max_size=2,
)


def timeline(parameters):
    """The value on every day on which one may change."""
    moments = [date(2013, 12, 1) + timedelta(days=50 * n) for n in range(25)]
    moments += [moment + timedelta(days=1) for moment in moments]
    moments += [date(2014, 1, 1) + timedelta(days=n) for n in range(0, 900)]
    contribution = parameters.children["contribution"]
    return [
        [contribution.children[who].children["maximum"](day.isoformat()) for day in moments]
        for who in ("federal", "provincial")
    ]


@given(first=changes, second=changes)
def test_a_clash_is_found_if_and_only_if_the_orders_differ(system, first, second):
    plan = system.parameters
    one = timeline(changed(changed(plan, first), second))
    other = timeline(changed(changed(plan, second), first))
    assert bool(list(conflicts(first, second))) == (one != other)


def test_a_system_is_built_once_and_kept_while_there_is_room(system):
    library = Scenarios(system, room=2)
    first = library.system("no_cost_matching")
    assert library.system("plan+no_cost_matching") is first
    library.system("small_business_relief")
    library.system("premiers_package")
    assert len(library) == 2
    assert library.system("no_cost_matching") is not first


def test_dropped_systems_free_their_memory(system):
    library = Scenarios(system, room=4)
    seen = []
    for amount in range(100):
        law = library.system(f"{MAXIMUM}={5000 + amount}@2014-04-01")
        law.get_parameters_at_instant("2015-01-01")
        seen.append(weakref.ref(law))
    del law
    gc.collect()
    assert sum(watched() is not None for watched in seen) == 4


def test_the_plan_is_never_changed(system, library):
    before = {
        item.name: [(v.instant_str, v.value) for v in item.values_list]
        for item in system.parameters.get_descendants()
        if isinstance(item, Parameter)
    }
    library.system(f"premiers_package+{MAXIMUM}=1@2014-04-01")
    after = {
        item.name: [(v.instant_str, v.value) for v in item.values_list]
        for item in system.parameters.get_descendants()
        if isinstance(item, Parameter)
    }
    assert before == after


def test_threads_get_the_same_answers(system):
    """Eight threads, each asking all scenarios: 5,000 + n dollars of 18,000 + 3 n."""
    library = Scenarios(system, room=3)
    wrong = []

    def ask():
        for amount in range(20):
            law = library.system(f"{MAXIMUM}={5000 + amount}@2014-04-01")
            reader = SituationReader(law)
            document = {
                "participants": {
                    "a": {
                        "tuition_fees": {"2014-05": 18000},
                        "federal_contribution": {"2014-05": None},
                    }
                }
            }
            answer = calculate(reader.read(document), reader).document
            found = answer["participants"]["a"]["federal_contribution"]["2014-05"]
            if found != 5000 + amount:
                wrong.append(found)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


FILE = """\
title: A higher ceiling
author: A drafter
reference: A memorandum
description: Ottawa pays up to 6,000 dollars.
reforms: [no_cost_matching]
parameters:
  - path: contribution.federal.maximum
    value: 6000
    start: 2014-04-01
    reason: Costs have risen.
expected:
  - name: Ottawa pays a third of 18,000 dollars
    situation:
      participants:
        a: {tuition_fees: {2014-05: 18000}}
    values:
      participants:
        a: {federal_contribution: {2014-05: 6000}, employer_contribution: {2014-05: 12000}}
"""


def test_a_file_says_what_a_text_says_and_what_is_expected(tmp_path, library):
    path = tmp_path / "higher.yaml"
    path.write_text(FILE)
    file = read_scenario_file(path, library.baseline.parameters)
    assert file.title == "A higher ceiling"
    assert file.scenario.text == f"plan+no_cost_matching+{MAXIMUM}=6000@2014-04-01"
    assert file.scenario.overrides[0].reason == "Costs have risen."
    assert unmet(file, library) == []
    path.write_text(FILE.replace("{2014-05: 6000}", "{2014-05: 5999.99}"))
    assert unmet(read_scenario_file(path, library.baseline.parameters), library) == [
        "Ottawa pays a third of 18,000 dollars: a, federal_contribution, 2014-05: "
        "6000.0 instead of 5999.99"
    ]


@pytest.mark.parametrize(
    ("was", "now", "message"),
    [
        ("author:", "auhtor:", "did you mean 'author'"),
        ("    reason: Costs have risen.\n", "", "says its reason"),
        ("value: 6000", "value: lots", "finite number"),
        ("[no_cost_matching]", "no_cost_matching", "list of names"),
        ("start: 2014-04-01", "start: April", "no start"),
        ("title: A higher ceiling", "title: [", "higher.yaml"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path, library, was, now, message):
    path = tmp_path / "higher.yaml"
    path.write_text(FILE.replace(was, now))
    with pytest.raises(ScenarioError, match=message):
        read_scenario_file(path, library.baseline.parameters)
