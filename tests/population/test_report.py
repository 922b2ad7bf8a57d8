"""Reports: identities of the sources, differences, small cells, and how sure figures are."""

import numpy
import pyarrow
import pytest
from small_populations import drawn, row, write

from openfisca_jobgrant.population import PopulationError
from openfisca_jobgrant.population.chunk import GROUPS, groups_of
from openfisca_jobgrant.population.engine import Settings, run
from openfisca_jobgrant.population.estimates import DOLLARS, Estimator, ratio
from openfisca_jobgrant.population.parts import coalitions, parts_of
from openfisca_jobgrant.population.records import document_of, records_of
from openfisca_jobgrant.population.report import report_of, tables_of
from openfisca_jobgrant.population.tables import tables_in_words
from openfisca_jobgrant.population.totals import BINS, bin_start, bins_of
from openfisca_jobgrant.rules import CODES
from openfisca_jobgrant.scenarios import Scenarios

#: Millions, in dollars.
M = 1e6


@pytest.fixture(scope="module")
def library(system):
    return Scenarios(system)


def values(report, measure, scenario, table="all"):
    """A measure's figures by cell."""
    return {
        "*".join(figure.cell.values()): figure.estimate.value
        for figure in report.figures
        if (figure.table, figure.measure, figure.scenario) == (table, measure, scenario)
    }


def full_courses(tmp_path, participants, codes, cost=15_000.0):
    """One weighted participant for each code with a course of 15,000, at maturity."""
    weight = participants / len(codes)
    rows = [
        row(code, code, code, "2017-04", tuition_fees=cost, weight=weight) for code in sorted(codes)
    ]
    return write(rows, tmp_path / "full.parquet")


def test_the_plan_at_maturity_is_three_times_300_million(library, tmp_path):
    """X6: 300 federal, 300 provincial, 300 of employers: 900 million for 60,000 participants."""
    codes = [code for code in CODES if code not in ("YT", "NT", "NU")]
    path = full_courses(tmp_path, 60_000, codes)
    report = report_of(run(path, ["plan"], library))
    for name, right in {
        "federal_contribution": 300,
        "provincial_contribution": 300,
        "employer_contribution": 300,
        "eligible_costs": 900,
    }.items():
        assert values(report, name, "plan") == {"": right * M}


def test_the_deal_at_maturity_is_300_and_150_million(library, tmp_path):
    """X7: 300 of governments and 150 of employers: 450 million for 30,000 participants."""
    path = full_courses(tmp_path, 30_000, ["AB", "ON"])
    text = "plan+final_offer_2014"
    report = report_of(run(path, [text], library))
    assert values(report, "government_contribution", text) == {"": 300 * M}
    assert values(report, "employer_contribution", text) == {"": 150 * M}
    assert values(report, "eligible_costs", text) == {"": 450 * M}


def test_transfers_at_maturity_are_500_300_and_600_million(library, tmp_path):
    """500 million are shared, 300 go to the grant; X8: 600 are what the plan costs provinces."""
    path = full_courses(tmp_path, 13, CODES)
    funds = report_of(run(path, ["plan"], library)).funds["plan"]
    sums = {
        name: round(sum(fund.transfers[name] for fund in funds), 2)
        for name in ("labour_market_transfer", "job_grant_transfer", "provincial_exposure")
    }
    supplement = sums["labour_market_transfer"] - 500 * M
    territories = [fund for fund in funds if fund.jurisdiction in ("YT", "NT", "NU")]
    assert 0 <= supplement < sum(at.transfers["labour_market_transfer"] for at in territories)
    assert sums["job_grant_transfer"] == 300 * M
    assert sums["provincial_exposure"] == 600 * M


def test_a_fund_runs_out_when_its_money_is_spent(library, tmp_path):
    """Twice the year's money, in twelve equal months, lasts for six."""
    first = full_courses(tmp_path, 13, ["ON"])
    (fund,) = report_of(run(first, ["plan"], library)).funds["plan"]
    months = [f"2017-{month:02}" for month in range(4, 13)] + [f"2018-0{m}" for m in (1, 2, 3)]
    weight = round(2 * fund.money / 12 / 5000, 4)
    rows = [
        row(month, f"E{month}", "ON", month, tuition_fees=15_000.0, weight=weight)
        for month in months
    ]
    path = write(rows, tmp_path / "year.parquet")
    (fund,) = report_of(run(path, ["plan"], library)).funds["plan"]
    assert fund.months.value == pytest.approx(6, abs=1e-6)
    assert fund.left.value == pytest.approx(-fund.money, rel=1e-6)
    (lasting,) = report_of(run(first, ["plan"], library)).funds["plan"]
    assert lasting.months is None


def test_tables_add_up_and_nothing_differs_by_exactly_nothing(some_file, library):
    texts = ["plan", "plan+contribution.federal.maximum=5000@2014-04-01"]
    report = report_of(run(some_file, texts, library), tables_of("jurisdiction,status*size_class"))
    for name in ("participants", "federal_contribution", "employer_cash_contribution"):
        (whole,) = values(report, name, "plan").values()
        for table in ("jurisdiction", "status*size_class"):
            parts = values(report, name, "plan", table)
            assert sum(parts.values()) == pytest.approx(whole, abs=0.01)
    assert "employed*under_20" in values(report, "participants", "plan", "status*size_class")
    for figure in report.figures:
        if figure.difference is not None and figure.difference.value is not None:
            assert figure.difference.value == figure.difference.error == 0
            assert figure.difference.margin == 0


def test_changes_are_counted_in_their_bands(library, tmp_path):
    """The plan's thirds against no match required: the employer owes the province's 5,000 more."""
    rows = [
        row(1, "E1", tuition_fees=15_000.0, weight=2.0),
        row(2, "E2", tuition_fees=300.0, weight=3.0),
        row(3, "E3", tuition_fees=303.0, weight=4.0),
    ]
    text = "plan+no_cost_matching"
    report = report_of(run(write(rows, tmp_path / "b.parquet"), ["plan", text], library))
    moves = {
        name: values(report, name, text)[""]
        for name in ("pays_1000_to_5000_more", "pays_100_to_1000_more", "pays_up_to_100_more")
    }
    assert list(moves.values()) == [2, 4, 3]
    assert values(report, "lost", text) == {"": 2 * 5000 + 3 * 100 + 4 * 101}
    assert values(report, "gained", text) == {"": 0}
    assert values(report, "employers_paying_more", text) == {"": 9}


def test_parts_add_up_to_the_difference(some_file, library):
    text = "plan+premiers_package"
    laws = coalitions(text, library)
    assert len(laws) == 8
    texts = list(dict.fromkeys(["plan", text, *laws.values()]))
    found = run(some_file, texts, library)
    parts = parts_of(found, text, library)
    report = report_of(found.only(2))
    for name in ("federal_contribution", "employer_cash_contribution"):
        before, after = (values(report, name, at)[""] for at in ("plan", text))
        added = sum(at[name]["all"].value for at in parts.values())
        assert added == pytest.approx(after - before, abs=0.011)
        by_code = sum(
            part.value for at in parts.values() for key, part in at[name].items() if key != "all"
        )
        assert by_code == pytest.approx(added, abs=0.2)
        # One clause alone has the whole difference, and its error.
        alone = "plan+small_business_relief"
        only = parts_of(run(some_file, ["plan", alone], library), alone, library)
        (part,) = [at[name]["all"] for at in only.values()]
        (difference,) = [
            at.difference
            for at in report_of(run(some_file, ["plan", alone], library), []).figures
            if at.measure == name and at.difference is not None
        ]
        assert part.value == pytest.approx(difference.value, abs=0.011)
        assert part.error == pytest.approx(difference.error, abs=0.02)
    with pytest.raises(PopulationError, match="0 clauses"):
        coalitions("plan", library)


def test_small_cells_are_hidden_and_never_one_alone(library, tmp_path):
    rows = [
        row(place, f"E{place:02}", code, tuition_fees=3000.0)
        for place, code in enumerate(["AB"] * 9 + ["BC"] * 3 + ["ON"] * 5)
    ]
    path = write(rows, tmp_path / "small.parquet")
    report = report_of(run(path, ["plan"], library), [("jurisdiction",)], suppress_below=4)
    shown = values(report, "federal_contribution", "plan", "jurisdiction")
    # BC is too small; ON, the next smallest, goes with it, or BC would be the difference.
    assert shown == {"AB": 9000, "BC": None, "ON": None}
    records = records_of(report)
    assert all(
        at["value"] is None
        for at in records
        if at["jurisdiction"] in ("BC", "ON") and at["measure"] in ("spent", "left", "months")
    )
    assert report.hidden == {"BC", "ON"}


def test_a_whole_that_is_too_small_is_hidden_with_its_clauses(library, tmp_path):
    rows = [row(place, f"E{place}", "ON", tuition_fees=3000.0) for place in range(2)]
    path = write(rows, tmp_path / "two.parquet")
    laws = coalitions("plan+premiers_package", library)
    found = run(
        path, list(dict.fromkeys(["plan", "plan+premiers_package", *laws.values()])), library
    )
    for below, hidden in ((3, True), (2, False)):
        report = report_of(found.only(2), [("jurisdiction",)], suppress_below=below)
        report.parts = parts_of(found, "plan+premiers_package", library)
        records = records_of(report)
        amounts = [at["value"] for at in records if at["measure"] == "federal_contribution"]
        clauses = [at for at in records if at["table"] == "clause"]
        assert all(amount is None for amount in amounts if hidden)
        assert any(amounts) != hidden
        assert bool(clauses) != hidden
        words = [table.title for table in tables_in_words(report, "en")]
        assert any("each clause" in title for title in words) != hidden


def test_what_a_table_is_by_is_checked():
    assert tables_of("jurisdiction, size_class*group") == [
        ("jurisdiction",),
        ("size_class", "group"),
    ]
    with pytest.raises(PopulationError, match="did you mean 'status'"):
        tables_of("statut")
    with pytest.raises(PopulationError, match="crossed with itself"):
        tables_of("group*group")


def test_quantiles_are_read_from_bins_that_hold_their_amounts():
    cents = numpy.array([0, 999, 1000, 99_999, 100_000, 104_999, 1_999_999, 2_000_000, 10**12])
    starts = numpy.array([bin_start(int(place)) for place in bins_of(cents)])
    assert (starts <= cents).all()
    assert starts.tolist()[:8] == [0, 0, 1000, 99_000, 100_000, 100_000, 1_995_000, 2_000_000]
    assert bins_of(cents).max() == BINS - 1


def test_intervals_cover_the_truth_about_as_often_as_they_say():
    """Employers drawn anew 600 times; costs as skewed as those of calibration.md."""
    draw = numpy.random.default_rng(2014)
    estimator = Estimator(replicates=False, draws=GROUPS)
    expected, spread = 400, 1.1
    truth = expected * numpy.exp(spread**2 / 2)
    covered = numpy.zeros(2)
    for sample in range(600):
        count = draw.poisson(expected)
        ids = pyarrow.array([f"E{sample}-{place}" for place in range(count)])
        groups = groups_of(ids)
        costs = numpy.exp(draw.normal(0, spread, count))
        sums, heads = (
            numpy.bincount(groups, weights=numpy.rint(at * 1e6), minlength=GROUPS).astype(int)
            for at in (costs, numpy.ones(count))
        )
        total = estimator.total(sums, 1e-6)
        mean = estimator.of(ratio, sums, heads)
        covered += [
            abs(total.value - truth) <= total.margin,
            abs(mean.value - truth / expected) <= mean.margin,
        ]
    assert (numpy.abs(covered / 600 - 0.94) < 0.03).all(), covered / 600


def test_samples_of_employers_cover_what_the_law_costs_them_all(library, tmp_path):
    """One employer in ten is drawn, a hundred times, and weighs ten."""
    frame = drawn(9000, seed=3)
    employers = sorted({at["employer"] for at in frame})
    for at in frame:
        at["weight"] = 10.0
    laws = ["plan", "premiers_package"]
    everyone = run(write(frame, tmp_path / "all.parquet"), laws, library).totals
    truth = (everyone.amounts[1] - everyone.amounts[0]).sum(axis=(1, 2)) * DOLLARS / 10
    draw = numpy.random.default_rng(5)
    covered = 0
    for _ in range(100):
        chosen = {name for name in employers if draw.random() < 0.1}
        sample = [at for at in frame if at["employer"] in chosen]
        path = write(sample, tmp_path / "sample.parquet", row_group=10**6)
        report = report_of(run(path, laws, library, Settings(threads=1)), [])
        (figure,) = [
            at
            for at in report.figures
            if at.measure == "federal_contribution" and at.difference is not None
        ]
        covered += abs(figure.difference.value - truth[3]) <= figure.difference.margin
    assert 88 <= covered <= 100


def test_replicates_of_the_file_give_its_error(library, tmp_path):
    """Two replicates of half and one and a half of 1,000: a standard error of 500."""
    rows = [
        row(1, "E1", tuition_fees=3000.0, weight=1.0, replicate_1=0.5, replicate_2=1.5),
    ]
    report = report_of(run(write(rows, tmp_path / "r.parquet"), ["plan"], library))
    (figure,) = [
        at for at in report.figures if (at.table, at.measure) == ("all", "federal_contribution")
    ]
    assert (figure.estimate.value, figure.estimate.error) == (1000, 500)


def test_a_document_holds_every_figure_rounded(some_file, library):
    document = document_of(report_of(run(some_file, ["plan", "delivered_programmes"], library)))
    assert document["scenarios"] == ["plan", "plan+delivered_programmes"]
    money = [at for at in document["figures"] if at.get("unit") == "currency-CAD"]
    assert all(round(at["value"], 2) == at["value"] for at in money if "value" in at)
    assert {"all", "jurisdiction", "size_class", "status", "group", "funds"} == {
        at["table"] for at in document["figures"]
    }
