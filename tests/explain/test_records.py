"""Decision records: amounts, rules, figures with sources, refusals and what would turn them."""

import html
import json

import pytest

from openfisca_jobgrant.explain import Writer, explain, ranges
from openfisca_jobgrant.scenarios import Scenarios
from openfisca_jobgrant.situations import SituationError, SituationReader


@pytest.fixture(scope="module")
def library(system):
    return Scenarios(system)


def case(code, month, cost=9000, application=None, employer=None, **facts):
    """One participant in a jurisdiction and month."""
    return {
        "participants": {
            "Ann": {name: {month: value} for name, value in {"tuition_fees": cost, **facts}.items()}
        },
        "applications": {
            "app": {
                "participants": ["Ann"],
                **{name: {month: value} for name, value in (application or {}).items()},
            }
        },
        "employers": {
            "e": {
                "participants": ["Ann"],
                **{name: {month: value} for name, value in (employer or {}).items()},
            }
        },
        "jurisdictions": {"j": {"participants": ["Ann"], "jurisdiction_code": {"ETERNITY": code}}},
    }


def record(library, document, month, scenario="delivered_programmes"):
    [found] = explain(document, "government_contribution", month, library, scenario=scenario)
    return found


# Each kind of refusal: where and when, what is said, the condition, and what turns it.
REFUSALS = [
    (("ON", "2014-03"), {}, "has_grant_in_force", ("", "2014-09")),
    (("ON", "2015-05"), {"employer": {"employer_kind": "federal_government"}},
     "has_eligible_kind_of_employer", ("employer_kind", "private")),
    (("ON", "2015-05"), {"application": {"trainer_kind": "in_house"}},
     "has_eligible_trainer", ("trainer_kind", "third_party")),
    (("ON", "2015-05"), {"employment_status": "unemployed", "has_job_offer": False},
     "has_work_or_job_offer", ("employment_status", "employed")),
    (("ON", "2015-05"), {"residence_status": "other"},
     "has_eligible_residence_status", ("residence_status", "citizen")),
    (("BC", "2015-05"), {"age": 14}, "is_old_enough", ("age", 15)),
    (("ON", "2015-05"), {"is_owner": True}, "is_admitted_as_owner", ("is_owner", False)),
    (("AB", "2015-05"), {"is_family_of_owner": True},
     "is_admitted_as_family_of_owner", ("is_family_of_owner", False)),
    (("ON", "2015-05"), {"is_full_time_student": True},
     "is_admitted_as_full_time_student", ("is_full_time_student", False)),
    (("NS", "2015-05"), {"employment_status": "unemployed"},
     "is_admitted_as_unemployed", ("employment_status", "employed")),
    (("NB", "2024-05"), {"is_new_hire": True}, "is_admitted_as_new_hire", ("is_new_hire", False)),
    (("SK", "2018-05"), {"training_hours": 23}, "has_enough_training_hours",
     ("training_hours", 24)),
    (("BC", "2019-05"), {"training_hours": 3001}, "has_few_enough_training_hours",
     ("training_hours", 3000)),
    (("ON", "2015-05"), {"application": {"training_weeks": 53}}, "has_short_enough_training",
     ("training_weeks", 52)),
    (("NS", "2015-05"), {"employer": {"years_in_business": 1}},
     "has_employer_long_enough_in_business", ("years_in_business", 2)),
    (("SK", "2018-05"), {"cost": 900}, "has_application_of_minimum_size",
     ("tuition_fees", 1000)),
    (("ON", "2015-05"), {"application": {"training_stream": "rural"}}, "has_stream_on_offer",
     ("training_stream", "standard")),
    (("MB", "2023-05"), {"employer": {"earlier_grants_in_five_years": 3}},
     "has_few_enough_earlier_grants", ("earlier_grants_in_five_years", 2)),
]  # fmt: skip


@pytest.mark.parametrize(("where", "facts", "condition", "turn"), REFUSALS)
def test_every_kind_of_refusal_says_why_and_what_turns_it(library, where, facts, condition, turn):
    code, month = where
    document = case(code, month, **facts)
    found = record(library, document, month)
    assert found.failed == (condition,)
    assert found.value == 0
    turns = [(at.variable, at.after) for fix in found.remedies for at in fix.changes]
    assert turn in turns
    _check_each_remedy(library, document, month, found)
    writer = Writer(
        library.system("delivered_programmes"), library.parse("delivered_programmes"), "en"
    )
    label = library.baseline.variables[condition].label
    assert label in writer.render(found, "text")


def _check_each_remedy(library, document, month, found):
    """What is said to turn the refusal does."""
    for fix in found.remedies:
        changed = json.loads(json.dumps(document))
        for at in fix.changes:
            if not at.variable:
                changed = json.loads(json.dumps(changed).replace(at.before, at.after))
                month = at.after
                continue
            plural = library.baseline.variables[at.variable].entity.plural
            [member] = changed[plural].values()
            member[at.variable] = {month: at.after}
        assert record(library, changed, month).failed == ()


def test_two_failed_conditions_are_turned_together(library):
    document = case("ON", "2015-05", is_owner=True, is_full_time_student=True)
    found = record(library, document, "2015-05")
    assert found.failed == ("is_admitted_as_owner", "is_admitted_as_full_time_student")
    [fix] = found.remedies
    assert {at.variable for at in fix.changes} == {"is_owner", "is_full_time_student"}


def test_a_refusal_beyond_the_employer_ceiling_says_so(library):
    """British Columbia: 299,999.99 received leave a cent; 5,000 don't fit."""
    document = case("BC", "2018-05", employer={"employer_received_to_date": 299999.99})
    found = record(library, document, "2018-05")
    assert found.failed == ("stays_within_the_employer_ceiling",)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("format_name", ["text", "markdown", "html"])
def test_a_grant_and_a_capped_grant_are_told(library, language, format_name):
    """Ontario, 20 employees, 2018: 5/6 of 9,000 are 7,500; of 18,000 at most 10,000."""
    writer = Writer(
        library.system("delivered_programmes"), library.parse("delivered_programmes"), language
    )
    for cost, paid in ((9000, 7500), (18000, 10000)):
        found = record(
            library, case("ON", "2018-05", cost, employer={"employee_count": 20}), "2018-05"
        )
        assert found.value == paid
        assert found.amounts["employer_contribution"] == cost - paid
        text = html.unescape(writer.render(found, format_name))
        amount = {"en": f"${paid:,}.00", "fr": f"{paid:,}".replace(",", "\xa0") + ",00\xa0$"}
        assert amount[language] in text
        assert "5/6" in text
        assert "northernc.on.ca" in text


def test_data_hold_figures_with_dates_sources_and_confidence(library):
    found = record(library, case("ON", "2018-05", employer={"employee_count": 20}), "2018-05")
    writer = Writer(library.system("delivered_programmes"), library.parse("plan"), "en")
    data = json.loads(json.dumps(writer.data(found), allow_nan=False))
    [step] = [step for step in data["steps"] if step["variable"] == "government_share"]
    [share] = [
        figure
        for figure in step["figures"]
        if figure["path"] == "programmes.ON.government_share.small"
    ]
    assert share["since"] == "2018-01-01"
    assert share["confidence"] == "high"
    assert share["reference"][0]["href"].startswith("http")
    stated = {item["variable"]: item["given"] for item in data["inputs"]}
    assert stated["employee_count"] is True
    assert stated["residence_status"] is False


def test_what_was_typed_is_escaped(library):
    document = case("ON", "2018-05")
    document = json.loads(json.dumps(document).replace("Ann", "<script>alert(1)</script>|*"))
    writer = Writer(library.baseline, library.parse("plan"), "en")
    [found] = explain(document, "government_contribution", "2018-05", library)
    assert "<script>" not in writer.render(found, "html")
    assert "<script>" not in writer.render(found, "markdown")


@pytest.mark.parametrize(
    ("variable", "period", "member", "message"),
    [
        ("goverment_contribution", "2018-05", None, "did you mean 'government_contribution'"),
        ("government_contribution", "2018", None, "such as 2014-04"),
        ("government_contribution", "2018-05", "Anne", "did you mean 'Ann'"),
    ],
)
def test_what_is_not_there_is_refused(library, variable, period, member, message):
    with pytest.raises(SituationError, match=message):
        explain(case("ON", "2018-05"), variable, period, library, member=member)


def test_groups_have_records_too(library):
    [found] = explain(
        case("ON", "2018-05"), "application_government_contribution", "2018-05", library
    )
    assert (found.entity, found.value) == ("application", 6000)


def ask(library, document, variable, month, scenario="delivered_programmes"):
    document["participants"]["Ann"][variable] = {month: None}
    reader = SituationReader(library.system(scenario))
    [found] = ranges(reader.read(document), reader)
    return found


def test_unknown_is_not_zero(library):
    """Ontario 2018, everything stated but the head count: 5/6 below 100 employees, else half."""
    document = case(
        "ON",
        "2018-05",
        employment_status="employed",
        has_job_offer=True,
        age=30,
        residence_status="citizen",
        training_hours=40,
        is_owner=False,
        is_family_of_owner=False,
        is_full_time_student=False,
        is_new_hire=False,
        application={"trainer_kind": "third_party", "training_weeks": 12,
                     "training_stream": "standard"},
        employer={"employer_kind": "private", "years_in_business": 5},
    )  # fmt: skip
    document["jurisdictions"]["j"]["joins_the_grant"] = {"year:2018-04": True}
    found = ask(library, document, "government_contribution", "2018-05")
    assert (found.assumed, found.least, found.most) == (4500, 4500, 7500)
    assert found.is_exhaustive
    [unknown] = found.unknowns
    assert unknown.variable == "employee_count"
    assert {99, 100} <= set(unknown.tried)
    assert unknown.narrows_to == 0
    assert "travel_costs" in found.costs_taken_as_nothing


def test_with_everything_stated_the_range_is_a_point(library):
    document = case("YT", "2020-05")
    found = ask(library, document, "government_contribution", "2020-05")
    assert (found.least, found.most, found.unknowns) == (0, 0, ())


def test_a_fact_that_matters_only_beside_another_is_listed(library):
    """Alberta: days without work count only for a new hire."""
    found = ask(library, case("AB", "2018-05"), "government_contribution", "2018-05")
    names = {unknown.variable for unknown in found.unknowns}
    assert {"is_new_hire", "days_unemployed", "days_since_hired"} <= names
    assert found.most == 9000
    assert found.least == 0
