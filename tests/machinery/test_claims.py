"""Claims: each verdict against what is known to be right, and what can't be read."""

import json
import random
import re
from fractions import Fraction

import pytest
from click.testing import CliRunner

from openfisca_jobgrant.cli import main
from openfisca_jobgrant.proofs.claim_files import read_claims, shipped_files
from openfisca_jobgrant.proofs.claims import parse_amount, parse_claim
from openfisca_jobgrant.proofs.deciding import PROVED, REFUTED, UNDECIDED, Effort, Prover
from openfisca_jobgrant.proofs.largest import largest
from openfisca_jobgrant.proofs.reporting import as_data, as_test
from openfisca_jobgrant.scenarios import Scenarios


@pytest.fixture(scope="module")
def library():
    return Scenarios()


@pytest.fixture(scope="module")
def prover(library):
    return Prover(library, Effort(participants=1))


def test_the_claims_that_ship_are_as_expected(library, prover):
    found = [one for path in shipped_files() for one in read_claims(path, library)]
    assert len(found) > 100
    otherwise = {
        one.claim.text: (one.expected, verdict)
        for one in found
        if (verdict := prover.decide(one.claim).verdict) != one.expected
    }
    assert otherwise == {}


# F-P1, F-P2 and F-P7: 5,000 each, of a cost of 15,000. The threshold is at exactly 15,000: Ottawa's
# third of 15,000.02 is 5,000.00 (rounded down), and of 15,000.03 it is 5,000.01, which is cut.
THRESHOLDS = [
    ("plan: federal_contribution <= 5000", PROVED),
    ("plan: federal_contribution <= 4999.99", REFUTED),
    ("plan: federal_contribution < 5000 where eligible_costs < 15000", PROVED),
    ("plan: federal_contribution < 5000 where eligible_costs <= 15000", REFUTED),
    ("plan: federal_contribution == provincial_contribution", PROVED),
    ("plan: employer_contribution >= eligible_costs / 3", PROVED),
    ("plan: employer_contribution > eligible_costs / 3", REFUTED),
    ("plan: employer_contribution <= eligible_costs / 3 where eligible_costs <= 15000", REFUTED),
    (
        "plan: employer_contribution <= eligible_costs / 3 + 0.02 "
        "where job_grant_eligible and eligible_costs <= 15000",
        PROVED,
    ),
    ("plan: job_grant_eligible where month < 2014-04", PROVED),
    ("plan: job_grant_eligible", REFUTED),
    ("plan: job_grant_eligible where employer_kind == private and has_job_offer", REFUTED),
    (
        'plan: job_grant_eligible or "has_eligible_trainer" in failed_conditions '
        "where trainer_kind == in_house",
        PROVED,
    ),
    ("small_business_relief: employer_cash_contribution == 0 where is_small_employer", REFUTED),
    (
        "small_business_relief: employer_cash_contribution == 0 "
        "where is_small_employer and job_grant_eligible and eligible_costs <= 15000",
        PROVED,
    ),
    ("plan: never_falls(employer_contribution, tuition_fees)", REFUTED),
    ("plan: never_falls(government_contribution, employee_count)", PROVED),
    ("small_business_relief: never_falls(government_contribution, employee_count)", REFUTED),
    ("plan: min(5000, federal_contribution) == max(federal_contribution, 0)", PROVED),
    ("plan: (1 if job_grant_eligible else 2) < 2 where not has_eligible_trainer", REFUTED),
    ("plan: labour_market_services_funding <= labour_market_transfer", PROVED),
    ('plan: employer_contribution == law("plan+no_cost_matching").employer_contribution', REFUTED),
]


@pytest.mark.parametrize(("text", "verdict"), THRESHOLDS)
def test_a_verdict_is_the_right_one(text, verdict, library, prover):
    answer = prover.decide(parse_claim(text, library))
    assert answer.verdict == verdict
    assert (answer.witness is not None) == (verdict == REFUTED)


# Figures of the matching rule, and what changes nobody's contribution and what does. `eligible
# costs up to 15,000` are a third each; from a federal maximum of 5,000 on a higher one never binds
# below a cost of 15,000.
FIGURES = {
    "contribution.federal.maximum": (4000, 6000, 4999.99, 5000.01),
    "contribution.provincial.maximum": (4000, 6000, 4999.99, 5000.01),
    "contribution.federal.share": (0.25, 0.5, 0.3, 0.2),
    "contribution.provincial.share": (0.25, 0.5, 0.3, 0.2),
    "contribution.employer.minimum_share": (0.5, 0.4, 0.6, 0.75),
}
FAULTS = [
    (path, value, start)
    for path, values in FIGURES.items()
    for value in values
    for start in ("2014-04-01", "2015-05-01", "2018-02-01")
][:50]


def test_there_are_fifty_seeded_faults():
    assert len(FAULTS) == 50


@pytest.mark.parametrize(("path", "value", "start"), FAULTS)
def test_a_seeded_fault_is_refuted_by_a_situation_that_the_engine_confirms(
    path, value, start, library
):
    text = f"plan+{path}={value}@{start}"
    claim = parse_claim(f"{text}: employer_contribution == plan.employer_contribution", library)
    answer = Prover(library, Effort(participants=1)).decide(claim)
    assert answer.verdict == REFUTED
    here, there = (
        answer.values[scenario, "employer_contribution"][0] for scenario in claim.scenarios
    )
    assert abs(here - there) > 0.005
    assert answer.witness.month >= start[:7]


def rewritten(draw):
    """An override that changes no contribution, and where it doesn't."""
    kind = draw.randrange(3)
    month = draw.choice(["2014-04", "2015-10", "2019-01", "2023-06"])
    if kind == 0:
        # The figure that is in force already.
        path, value = draw.choice(
            [
                ("contribution.federal.maximum", 5000),
                ("contribution.provincial.maximum", 5000),
                ("small_employer.maximum_employees", 50),
            ]
        )
        return f"{path}={value}@{month}-01", ""
    if kind == 1:
        # A higher maximum, for costs whose third is below the one in force.
        path = draw.choice(["contribution.federal.maximum", "contribution.provincial.maximum"])
        return f"{path}={draw.randrange(5001, 9999)}@{month}-01", "eligible_costs <= 15000"
    # Another line between small and large, where nobody has terms of their own.
    return f"small_employer.maximum_employees={draw.randrange(1, 500)}@{month}-01", ""


@pytest.mark.parametrize("seed", range(50))
def test_an_equivalent_rewrite_is_proved(seed, library):
    override, where = rewritten(random.Random(seed))
    claim = parse_claim(
        f"plan+{override}: employer_contribution == plan.employer_contribution", library, where
    )
    assert Prover(library, Effort(participants=1)).decide(claim).verdict == PROVED


@pytest.mark.parametrize("code", ["NS", "BC"])
def test_an_application_of_five_is_proved(code, library):
    claim = parse_claim(
        "delivered_programmes: own_programme_contribution <= participant_ceiling"
        f" + wages_that_the_government_pays_for where jurisdiction_code == {code}"
        " and month == 2019-04",
        library,
    )
    answer = Prover(library, Effort(participants=5)).decide(claim)
    assert (answer.verdict, answer.participants, answer.cases) == (PROVED, 5, 5)


def test_a_witness_is_plain_and_says_from_where_on(library, prover):
    claim = parse_claim(
        "small_business_relief: employer_cash_contribution <= 5000 where month == 2014-06", library
    )
    data = as_data(prover.decide(claim), library)
    # A large employer pays what is left of 20,000 after twice 5,000.
    (row,) = data["witness"]["stated"]
    assert (row["variable"], row["value"]) == ("tuition_fees", 20000)
    # 15,000.01: 5,000 each from the governments leave 5,000.01.
    (end,) = data["witness"]["fails_for"]
    assert (end["from"], end["to"]) == (15000.01, None)
    assert data["witness"]["situation"]["participants"]["p1"]["tuition_fees"] == {"2014-06": 20000}


def test_a_witness_becomes_a_test_case(library, prover, tmp_path):
    claim = parse_claim(
        "premiers_package: employer_contribution <= 1000 where jurisdiction_code == BC", library
    )
    (case,) = as_test(prover.decide(claim), library)
    assert case["reforms"] == [
        "openfisca_jobgrant.reforms.demands.premiers_package.PremiersPackage"
    ]
    assert case["input"]["jurisdictions"]["jurisdiction"]["jurisdiction_code"] == {"ETERNITY": "BC"}
    assert case["output"]["participants"]["p1"]["employer_contribution"]


def test_what_algebra_cannot_do_is_not_decided_or_refuted_by_trying(library):
    hard = Prover(library, Effort(participants=2, seconds=0.01, tried=400))
    claim = parse_claim(
        "delivered_programmes: employer_contribution * 3 >= employer_contribution * 2 + 0 * "
        "employer_contribution where jurisdiction_code == NS",
        library,
    )
    assert hard.decide(claim).verdict in (PROVED, UNDECIDED)
    false = parse_claim("plan: federal_contribution * federal_contribution <= 100", library)
    assert hard.decide(false).verdict == REFUTED


@pytest.mark.parametrize(
    ("text", "most"),
    [
        # F-P1: Ottawa's 5,000.
        ("plan: federal_contribution", 5000),
        # F-D10: a third of 15,000; of 14,999.98 or 14,999.99 both governments' thirds are rounded
        # down to 4,999.99, so that 14,999.99 leaves the employer 5,000.01.
        ("small_business_relief: plan.employer_contribution - employer_cash_contribution", 5000.01),
        # Costs of 15,000 for who is refused by the plan.
        ("premiers_package: plan.employer_cash_contribution - employer_cash_contribution", 15000),
        # P-BC-gov-cap: 10,000 until 2018, in a month with a single participant.
        (
            "delivered_programmes: government_contribution "
            "where jurisdiction_code == BC and month == 2016-04 and training_stream == standard",
            10000,
        ),
    ],
)
def test_the_most_is_found_and_nothing_comes_to_more(text, most, library):
    found, answer = largest(parse_amount(text, library), library, Effort(participants=1))
    assert (found, answer.verdict) == (most, PROVED)
    assert answer.witness is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("employer_contribution <= 3", "is no claim; write SCENARIO: EXPRESSION"),
        ("plann: employer_contribution <= 3", "there is no body of law"),
        ("plan: employer_contributions <= 3", "did you mean 'employer_contribution'"),
        ("plan: employer_contribution", "is a number, and a condition is needed"),
        ("plan: employer_contribution <=", "can't be read as an expression"),
        ("plan: employer_kind == privat", "none of the kinds private, "),
        ("plan: employer_kind < private", "kinds are compared with"),
        ("plan: employer_contribution ** 2 <= 3", "has no meaning in a claim"),
        ("plan: employer_contribution / federal_contribution < 1", "divides by a number only"),
        ("plan: __import__('os')", "the functions are min"),
        ("plan: never_falls(employer_contribution, eligible_costs)", "is no monthly input"),
        ("plan: month > 3", "can't be compared"),
        ("plan: failed_conditions == 'x'", 'is compared with ""'),
        ("plan: failed_conditions < ''", 'is compared with ""'),
        ("plan: employer_kind", "is a kind (EmployerKind), and a condition"),
        ("plan: 'has_eligible_trainr' in failed_conditions", "there is no condition"),
        ("plan: lambda: 1", "has no meaning in a claim"),
        ("plan: " + "(" * 300 + "1", "can't be read"),
        ("plan: " + "1 < 2 and " * 500 + "True", "at most 4000 characters"),
    ],
)
def test_a_claim_that_cannot_be_read_says_why(text, message, library, prover):
    with pytest.raises(ValueError, match=re.escape(message)):
        prover.decide(parse_claim(text, library))


def test_the_command_answers_with_exit_codes(tmp_path):
    run = CliRunner().invoke
    one = ["--participants", "1"]
    assert run(main, ["prove", "plan: federal_contribution <= 5000", *one]).exit_code == 0
    refuted = run(main, ["prove", "plan: federal_contribution <= 4000", *one, "--json"])
    assert refuted.exit_code == 1
    assert json.loads(refuted.output)["verdict"] == "refuted"
    bad = run(main, ["prove", "plan: federal <= 4000"])
    assert bad.exit_code == 2
    assert "there is no variable" in bad.output
    file = tmp_path / "claims.yaml"
    file.write_text(
        "- says: federal_contribution <= 4000\n"
        "  scenarios: [plan]\n"
        "  expected: proved\n"
        "  because: a test\n"
    )
    assert run(main, ["claims", str(file), *one]).exit_code == 1
    file.write_text("- sayz: x\n")
    bad = run(main, ["claims", str(file)])
    assert bad.exit_code == 2
    assert "did you mean 'says'" in bad.output


def test_the_numbers_of_a_claim_are_exact(library, prover):
    # 0.1 + 0.2 is not 0.3 in binary; it is in a claim.
    assert Fraction("0.1") + Fraction("0.2") == Fraction("0.3")
    claim = parse_claim(
        "plan: eligible_costs * 0.1 + eligible_costs * 0.2 == eligible_costs * 0.3", library
    )
    assert prover.decide(claim).verdict == PROVED
