"""Ten typical situations to start from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


def _(text: str) -> str:
    """Marks a text for the catalogue."""
    return text


@dataclass(frozen=True)
class Typical:
    """A situation to start from.

    Attributes:
        title: What it is, in a few words.
        story: What is to be seen in it.
        month: The month.
        facts: Input → value, as typed.
        scenarios: The bodies of law under which it is looked at.
    """

    title: str
    story: str
    month: str
    facts: Mapping[str, str]
    scenarios: tuple[str, ...]


TYPICAL = (
    Typical(
        _("The announced case: a course for 15,000 dollars"),
        _("Ottawa, the province and the employer pay 5,000 dollars each."),
        "2014-07",
        {"tuition_fees": "15000"},
        ("plan", "no_cost_matching", "canada_job_fund_2014"),
    ),
    Typical(
        _("A shop of nine trains a welder in British Columbia"),
        _("What small firms asked for: no cash, their wages in kind."),
        "2014-09",
        {"tuition_fees": "6000", "wages_during_training": "3000", "employee_count": "9",
         "jurisdiction_code": "BC"},
        ("plan", "small_business_relief", "small_firm_floor_2013", "final_offer_2014"),
    ),
    Typical(
        _("An Indigenous youth without work or job offer in Saskatchewan"),
        _("The plan asks for an employer; the premiers wanted a way in without one."),
        "2014-09",
        {"tuition_fees": "6400", "employment_status": "unemployed", "has_job_offer": "false",
         "is_indigenous": "true", "age": "19", "jurisdiction_code": "SK"},
        ("plan", "underrepresented_groups_access", "premiers_package", "delivered_programmes"),
    ),
    Typical(
        _("A plant of four hundred in Ontario"),
        _("What lies beyond the ceilings is the employer's."),
        "2015-10",
        {"tuition_fees": "18000", "employee_count": "400"},
        ("plan", "canada_job_fund_2014", "delivered_programmes"),
    ),
    Typical(
        _("A small Ontario employer who pays wages during the training"),
        _("Wages stand for a part of the employer's share."),
        "2015-10",
        {"tuition_fees": "3000", "wages_during_training": "1500", "employee_count": "20"},
        ("plan", "small_business_relief", "delivered_programmes"),
    ),
    Typical(
        _("An unemployed person newly hired in Alberta"),
        _("Alberta pays the whole course of somebody who was without work."),
        "2018-05",
        {"tuition_fees": "9000", "employment_status": "unemployed", "is_new_hire": "true",
         "days_unemployed": "60", "days_since_hired": "20", "jurisdiction_code": "AB"},
        ("plan", "delivered_programmes"),
    ),
    Typical(
        _("A training given in house in Manitoba"),
        _("Only third parties are admitted as trainers: the employer pays it all."),
        "2015-06",
        {"tuition_fees": "4000", "trainer_kind": "in_house", "jurisdiction_code": "MB"},
        ("plan", "canada_job_fund_2014", "delivered_programmes"),
    ),
    Typical(
        _("An owner who trains himself in Alberta"),
        _("The plan says nothing of owners; Alberta refuses them."),
        "2016-05",
        {"tuition_fees": "2500", "is_owner": "true", "jurisdiction_code": "AB"},
        ("plan", "delivered_programmes"),
    ),
    Typical(
        _("A First Nation government in Manitoba"),
        _("An Indigenous government counts as an employer."),
        "2014-11",
        {"tuition_fees": "5000", "employer_kind": "indigenous_government",
         "jurisdiction_code": "MB"},
        ("plan", "canada_job_fund_2014", "delivered_programmes"),
    ),
    Typical(
        _("Far from the course: travel in British Columbia"),
        _("The plan counts no travel; British Columbia does."),
        "2015-09",
        {"tuition_fees": "3500", "travel_costs": "1200", "travel_distance_km": "600",
         "jurisdiction_code": "BC"},
        ("plan", "canada_job_fund_2014", "delivered_programmes"),
    ),
)  # fmt: skip
