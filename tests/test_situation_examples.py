"""The example situations, asked over the stock Web API as an app would."""

import json
import re
from pathlib import Path

import pytest
from openfisca_jobgrant.reforms.demands.premiers_package import PremiersPackage
from openfisca_web_api.app import create_app

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "situation_examples"
README = (ROOT / "README.md").read_text(encoding="utf-8")

# The right values by example, under the plan and under the package. The arithmetic is each time
# costs / 3 rounded down, twice, up to 5,000, and the rest for the employer.
PLAN = {
    # 7,200 / 2 = 3,600 each; 3,600 / 3 = 1,200; (3,600 + 150) / 3 = 1,250.
    "welding_shop_prince_george": {
        "Dana": {"federal_contribution": 1250, "employer_contribution": 1250},
        "Wes": {"federal_contribution": 1200, "employer_contribution": 1200},
        "application": {"application_government_contribution": 4900},
    },
    # 18,000 / 3 = 6,000, capped; 2,400 + 310.55 = 2,710.55, / 3 = 903.516...; 95 is travel.
    "manufacturing_plant_windsor": {
        "Maria": {"federal_contribution": 5000, "employer_contribution": 8000},
        "Tom": {
            "federal_contribution": 903.51,
            "employer_contribution": 903.53,
            "ineligible_costs": 95,
        },
    },
    "apprentice_without_employer_saskatchewan": {
        "River": {
            "job_grant_eligible": False,
            "federal_contribution": 0,
            "employer_contribution": 6750,
        }
    },
    # 4,999.99 / 3 = 1,666.663...; 4,999.99 - 2 * 1,666.66 = 1,666.67; twice 3,333.32 is 6,666.64.
    "first_nation_government_manitoba": {
        "Joan": {"federal_contribution": 1666.66, "employer_contribution": 1666.67},
        "application": {"application_government_contribution": 6666.64},
    },
    # 55,000 / 22 = 2,500; / 3 = 833.33; 22 * 1,666.66 = 36,666.52.
    "call_centre_new_brunswick": {
        "trainee_22": {"federal_contribution": 833.33, "employer_contribution": 833.34},
        "application": {"application_government_contribution": 36666.52},
    },
    # 15,000 / 3; River has no job offer. The shares of the transfer are in tests/transfers.
    "founding_article": {
        "Ann": {"federal_contribution": 5000, "employer_cash_contribution": 5000},
        "River": {"federal_contribution": 0, "employer_cash_contribution": 15000},
    },
    # 8,155,334 of 35,158,304 persons; see tests/transfers.
    "quebec_stays_out": {
        "Élise": {"job_grant_eligible": False, "employer_contribution": 3000},
        "jurisdiction": {
            "labour_market_transfer": 115980196.32,
            "labour_market_services_funding": 46392078.53,
            "provincial_exposure": 69588117.79,
        },
    },
}
PACKAGE = {
    # The shop's part of the first 15,000 is Ottawa's: 2 * 1,200.
    "welding_shop_prince_george": {
        "Wes": {"federal_contribution": 2400, "employer_contribution": 1200}
    },
    # 6,750 / 3 = 2,250 from the province; 2 * 2,250 from Ottawa.
    "apprentice_without_employer_saskatchewan": {
        "River": {
            "job_grant_eligible": True,
            "federal_contribution": 4500,
            "provincial_contribution": 2250,
            "employer_contribution": 0,
        }
    },
    "manufacturing_plant_windsor": {"Maria": {"employer_contribution": 8000}},
    # Ottawa pays the shop's 5,000, and lets River in.
    "founding_article": {
        "Ann": {"federal_contribution": 10000, "employer_cash_contribution": 0},
        "River": {"federal_contribution": 10000, "employer_cash_contribution": 0},
    },
}


def answer(system, name):
    request = json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    response = create_app(system).test_client().post("/calculate", json=request)
    assert response.status_code == 200, response.get_data(as_text=True)
    members = {}
    for entities in response.get_json().values():
        members |= entities
    return members


def held_against(members, right):
    for member, amounts in right.items():
        for name, value in amounts.items():
            assert list(members[member][name].values()) == [value], (member, name)


def test_every_example_has_its_right_values():
    assert {path.stem for path in EXAMPLES.iterdir()} == set(PLAN)


@pytest.mark.parametrize("name", PLAN)
def test_examples_under_the_plan(system, name):
    held_against(answer(system, name), PLAN[name])


@pytest.mark.parametrize("name", PACKAGE)
def test_examples_under_the_package(system, name):
    held_against(answer(PremiersPackage(system), name), PACKAGE[name])


def test_the_answer_printed_in_the_readme_is_the_real_one(system):
    printed = re.search(r"the answer holds\n\n```json\n(.*?)```", README, re.DOTALL)[1]
    wes = answer(system, "welding_shop_prince_george")["Wes"]
    for name, values in json.loads("{" + printed + "}").items():
        assert wes[name] == values


@pytest.mark.parametrize("name", PLAN)
def test_the_readme_names_every_example(name):
    assert f"`{name}`" in README


def test_a_null_of_every_output_is_filled(system):
    """No example leaves a question open."""
    for name in PLAN:
        for member in answer(system, name).values():
            for values in member.values():
                if isinstance(values, dict):
                    assert None not in values.values()
