"""A compiled law gives every row what its formulas give it in the ordinary way."""

from concurrent.futures import ThreadPoolExecutor

import numpy
import pyarrow
import pytest
from openfisca_core.indexed_enums import Enum
from small_populations import drawn, row

from openfisca_jobgrant.population import compiled, programs
from openfisca_jobgrant.population.chunk import chunk_of
from openfisca_jobgrant.population.compiled import evaluate_compiled
from openfisca_jobgrant.population.evaluating import AMOUNTS, evaluate, evaluate_by_month
from openfisca_jobgrant.population.nodes import NotCompilableError
from openfisca_jobgrant.population.schema import inputs_of, schema_of
from openfisca_jobgrant.population.tracing import Column, Tracing
from openfisca_jobgrant.rules import CODES, Money, fiscal_year
from openfisca_jobgrant.scenarios import Scenarios, named_laws

OTHERS = ("is_underrepresented", "is_admitted", "has_first_slice", "government_share")
LAST_MONTHS = (
    "2013-12",
    "2014-04",
    "2015-01",
    "2015-04",
    "2017-10",
    "2018-05",
    "2022-09",
    "2024-10",
)
YEAR = ("2016-04", "2016-07", "2016-11", "2017-01", "2017-03", "2017-04")


@pytest.fixture(scope="module")
def library(system):
    return Scenarios(system)


def value(draw, variable):
    """A usual value, one near a threshold, or an extreme one."""
    if draw.random() < 0.3:
        usual = variable.default_value
        return usual.name if variable.value_type is Enum else usual
    if variable.value_type is Enum:
        return str(draw.choice(list(variable.possible_values.__members__)))
    if variable.value_type is bool:
        return bool(draw.random() < 0.5)
    if isinstance(variable, Money):
        extreme = draw.integers(0, 10**14) if draw.random() < 0.1 else 1_500_001
        return float(draw.choice([0, 1, 99, 100_000, draw.integers(0, 3_000_000), extreme])) / 100
    if variable.value_type is int:
        return int(draw.choice([0, 1, 2, 14, 15, 18, 25, 26, 50, 51, 99, 100, 250]))
    return float(draw.choice([0, 0.5, 1, 3, 24.9, 25, 40, 100, 250, 1e6]))


def varied(system, seed, months, employers=4):
    """Employers of every jurisdiction with several applications, and some of all inputs."""
    draw = numpy.random.default_rng(seed)
    inputs = {
        name: variable
        for name, variable in inputs_of(system).items()
        if name != "earlier_applications_in_fiscal_year" and draw.random() < (0.4, 0.9)[seed % 2]
    }

    def given(key):
        return {name: value(draw, at) for name, at in inputs.items() if at.entity.key == key}

    rows = []
    for code in sorted(CODES):
        places = {month: given("jurisdiction") for month in months}
        for employer in range(employers):
            own = {month: given("employer") for month in months}
            for month in own:
                if "employer_received_to_date" in own[month] and draw.random() < 0.5:
                    own[month]["employer_received_to_date"] = None
            for place in range(draw.integers(1, 6)):
                month = str(draw.choice(months))
                shared = given("application") | own[month] | places[month]
                for _ in range(draw.integers(1, draw.choice([2, 4, 30]))):
                    name = f"{code}{employer}"
                    one = shared | given("participant")
                    rows.append(row(len(rows), name, code, month, f"{name}-{place}", **one))
    return rows


def chunk(rows, system):
    table = pyarrow.Table.from_pylist(rows)
    return chunk_of(table, schema_of(table.schema, system), 1)


def same(found, other):
    return all(
        numpy.array_equal(found[name], other[name]) and found[name].dtype == other[name].dtype
        for name in other
    )


@pytest.fixture(scope="module")
def chunks(system):
    several = [varied(system, seed, LAST_MONTHS) for seed in range(2)]
    of_a_year = [varied(system, seed, YEAR) for seed in range(2, 6)]
    return [chunk(rows, system) for rows in (*several, *of_a_year, drawn(600, seed=3))]


@pytest.mark.parametrize("law", named_laws())
def test_every_law_gives_the_same_either_way(law, chunks, library):
    system = library.system(law)
    for at in chunks:
        for outputs in (AMOUNTS, (*AMOUNTS, *OTHERS)):
            found = evaluate_compiled(at, system, outputs)
            assert found is not None
            assert same(found, evaluate_by_month(at, system, outputs))


@pytest.mark.parametrize("rows", [1, 7, 100])
def test_blocks_change_nothing(rows, chunks, library, monkeypatch):
    system = library.system("delivered_programmes")
    whole = [evaluate_compiled(at, system, AMOUNTS) for at in chunks]
    monkeypatch.setattr(compiled, "_BLOCK", rows)
    assert all(
        same(evaluate_compiled(at, system, AMOUNTS), other)
        for at, other in zip(chunks, whole, strict=True)
    )


def test_threads_that_compile_at_once_get_the_same(chunks, system):
    law = Scenarios(system).system("delivered_programmes")
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda at: evaluate_compiled(at, law, AMOUNTS), chunks * 2))
    for at, one, other in zip(chunks, found, found[len(chunks) :], strict=False):
        assert same(one, other)
        assert same(one, evaluate_by_month(at, law))


def test_no_more_programs_are_kept_than_the_most(chunks, system, monkeypatch):
    monkeypatch.setattr(programs, "_MOST_PROGRAMS", 5)
    law = Scenarios(system).system("delivered_programmes")
    assert evaluate_compiled(chunks[0], law, AMOUNTS) is not None
    assert len(programs.programs_of(law)._known) == 5


def test_what_cannot_be_compiled_goes_the_ordinary_way(library):
    system = library.system("delivered_programmes")
    inputs = {"tuition_fees": 3000.0, "employee_count": 20}
    mixed = [row(at, "E1", "NS", application=f"a{at % 2}", **inputs) for at in range(4)]
    counted = [row(1, "E1", "NS", **inputs, earlier_applications_in_fiscal_year=1)]
    for rows in (mixed, counted):
        at = chunk(rows, system)
        assert evaluate_compiled(at, system, AMOUNTS) is None
        assert same(evaluate(at, system), evaluate_by_month(at, system))
    assert evaluate_compiled(chunk(mixed[:1], system), system, ("failed_conditions",)) is None


def traced(system):
    figures = system.law_at("2015-10-01")
    return Tracing(system, figures, 0, list(inputs_of(system)), nothing_received=False)


@pytest.mark.parametrize(
    "formula",
    [
        lambda fees, hours: fees if fees > 0 else -fees,
        lambda fees, hours: numpy.round(fees, 2),
        lambda fees, hours: numpy.asarray(fees),
        lambda fees, hours: fees & hours,
        lambda fees, hours: fees + 0.001,
        lambda fees, hours: fees + hours,
        lambda fees, hours: fees * fees,
        lambda fees, hours: fees / 2,
        lambda fees, hours: fees + numpy.array([1, 2]),
    ],
)
def test_what_might_give_other_cents_is_refused(formula, system):
    tracing = traced(system)
    with pytest.raises(NotCompilableError):
        formula(tracing.column("tuition_fees"), tracing.column("training_hours"))


@pytest.mark.parametrize(
    "formula",
    [
        lambda one, month: month.start,
        lambda one, month: one("tuition_fees", fiscal_year(month)),
        lambda one, month: one("employee_count", month),
        lambda one, month: one.simulation,
        lambda one, month: one.employer("annual_payroll", fiscal_year(month)),
    ],
)
def test_a_formula_that_looks_at_the_date_or_elsewhere_is_refused(formula, system):
    tracing = traced(system)
    with pytest.raises(NotCompilableError):
        formula(tracing.populations["participant"], tracing._month)


def test_a_share_and_a_plain_product_of_the_same_are_told_apart(system):
    tracing = traced(system)
    fees = tracing.column("tuition_fees")
    rounded = Column.symbolic.share_of(fees, 0.3)
    assert (fees * 0.3).node.kind == rounded.node.kind == "cents"
    assert not (fees * 0.3).node.is_whole
