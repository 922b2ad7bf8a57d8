"""Synthetic populations: seeded, drawn from assumptions that are written down.

Employers are drawn one block after another, each block with a generator of its own: the same seed
gives the same file, and memory holds one block whatever the size.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pyarrow

from openfisca_jobgrant.languages.messages import message
from openfisca_jobgrant.population.assumptions import Assumptions, read_assumptions
from openfisca_jobgrant.population.columns import month_text
from openfisca_jobgrant.population.errors import PopulationError
from openfisca_jobgrant.population.nesting import RANKS
from openfisca_jobgrant.population.sorting import SortedWriter, writing
from openfisca_jobgrant.rules import CODES

_BLOCK = 4000
_WEEK = 7
_LONG_WEEKS = 27


def make(
    target: Path,
    participants: int,
    seed: int,
    *,
    year: int = 2015,
    represents: int | None = None,
    assumptions: Assumptions | None = None,
) -> int:
    """Write a synthetic population.

    Args:
        target: The file; it appears when it is complete.
        participants: How many rows, at least one for each jurisdiction.
        seed: The same seed gives the same file.
        year: The fiscal year's first one.
        represents: How many participants the file stands for; as many as it has if left out.
        assumptions: What is drawn from.

    Returns:
        How many employers there are.

    Raises:
        PopulationError: If there are too few rows, or the file can't be written.
    """
    if participants < len(CODES):
        raise PopulationError(
            message("a population has at least {count} participants", count=len(CODES))
        )
    assumptions = assumptions or read_assumptions()
    weight = None if represents is None else round(represents / participants, 4)
    if weight is not None and weight <= 0:
        raise PopulationError(
            message(
                "{represents} can't be spread over {participants} rows",
                represents=represents,
                participants=participants,
            )
        )
    employers = 0
    with writing(target) as unfinished:
        writer: SortedWriter | None = None
        try:
            for table in _tables(participants, seed, year, assumptions):
                if weight is not None:
                    column = pyarrow.array(numpy.full(table.num_rows, weight))
                    table = table.append_column("weight", column)
                if writer is None:
                    writer = SortedWriter(unfinished, table.schema)
                writer.write(table)
                employers += len(table.column("employer").unique())
        except (ArithmeticError, ValueError) as error:
            if isinstance(error, PopulationError):
                raise
            # Each figure can be as it is, and none be drawn: shares that are all zero, for one.
            raise PopulationError(
                message("nothing can be drawn from these figures: {reason}", reason=str(error))
            ) from error
        finally:
            if writer is not None:
                writer.close()
    return employers


def _tables(
    participants: int, seed: int, year: int, assumptions: Assumptions
) -> Iterator[pyarrow.Table]:
    quotas = shares_in_whole(
        participants, [assumptions.of("jurisdictions", code) for code in CODES]
    )
    in_order = sorted(range(len(CODES)), key=lambda place: int(RANKS[place]))
    first = 1
    for rank, place in enumerate(in_order):
        left, block = quotas[place], 0
        while left:
            draw = numpy.random.default_rng([seed, place, block])
            table = _block(draw, CODES[place], rank, block, year, assumptions, first, left)
            left -= table.num_rows
            first += table.num_rows
            block += 1
            yield table


def shares_in_whole(total: int, weights: list[float]) -> list[int]:
    """A total in whole parts of at least one, in proportion to weights."""
    spare = total - len(weights)
    exact = [spare * weight / sum(weights) for weight in weights]
    parts = [int(at) for at in exact]
    by_remainder = sorted(range(len(parts)), key=lambda at: (parts[at] - exact[at], at))
    for place in by_remainder[: spare - sum(parts)]:
        parts[place] += 1
    return [at + 1 for at in parts]


def _block(
    draw: numpy.random.Generator,
    code: str,
    rank: int,
    block: int,
    year: int,
    assumptions: Assumptions,
    first: int,
    most: int,
) -> pyarrow.Table:
    """Employers of one jurisdiction with their participants, at most so many."""
    sizes = assumptions.value("employer_sizes")
    odds = numpy.array([at["businesses"] * at["trains"] for at in sizes], dtype=float)
    kind = draw.choice(len(sizes), _BLOCK, p=odds / odds.sum())
    low, high, mean = (numpy.array([at[key] for at in sizes]) for key in ("from", "to", "trainees"))
    staff = draw.integers(low[kind], high[kind] + 1)
    trainees = numpy.minimum(draw.geometric(1 / mean[kind]), 20 * staff)
    trainees = trainees[: int(numpy.searchsorted(numpy.cumsum(trainees), most)) + 1]
    employers = len(trainees)
    trainees[-1] -= max(0, int(trainees.sum()) - most)
    count = int(trainees.sum())
    employer = numpy.repeat(numpy.arange(employers), trainees)
    place = numpy.arange(count) - numpy.repeat(numpy.cumsum(trainees) - trainees, trainees)
    begins = (place == 0) | (draw.random(count) < 1 / assumptions.value("application_size"))
    application = numpy.cumsum(begins) - 1
    columns = {
        "participant": first + numpy.arange(count),
        "application": (rank * 10**6 + block) * 10**6 + application,
        "employer": (rank * 10**6 + block) * 10**4 + employer,
        "jurisdiction": pyarrow.array([code]).take(pyarrow.array(numpy.zeros(count, dtype="i1"))),
        "month": _months(draw, application, year, assumptions),
        "employee_count": staff[employer].astype(numpy.int32),
        **_of_employers(draw, employers, employer, assumptions),
        **_of_persons(draw, code, count, application, assumptions),
    }
    return pyarrow.table(columns)


def _months(
    draw: numpy.random.Generator, application: Any, year: int, assumptions: Assumptions
) -> Any:
    odds = numpy.array(assumptions.value("months"), dtype=float)
    month = draw.choice(12, int(application[-1]) + 1, p=odds / odds.sum())
    texts = pyarrow.array([month_text(12 * year + 3 + at) for at in range(12)])
    return texts.take(pyarrow.array(month[application]))


def _of_employers(
    draw: numpy.random.Generator, employers: int, employer: Any, assumptions: Assumptions
) -> dict[str, Any]:
    kinds = assumptions.value("employer_kinds")
    odds = numpy.array(list(kinds.values()), dtype=float)
    kind = draw.choice(len(kinds), employers, p=odds / odds.sum())
    ages = assumptions.value("first_year_employers")
    years = 1 + draw.exponential(ages["mean_years"], employers).astype(numpy.int32)
    years[draw.random(employers) < ages["share"]] = 0
    return {
        "employer_kind": pyarrow.array(list(kinds)).take(pyarrow.array(kind[employer])),
        "years_in_business": years[employer],
    }


def _of_persons(
    draw: numpy.random.Generator,
    code: str,
    count: int,
    application: Any,
    assumptions: Assumptions,
) -> dict[str, Any]:
    statuses = assumptions.value("statuses")
    luck = draw.random(count)
    unemployed = luck < statuses["unemployed"]
    under = ~unemployed & (luck < statuses["unemployed"] + statuses["underemployed"])
    status = numpy.where(unemployed, 2, numpy.where(under, 1, 0))
    weeks = _weeks(draw, code, count, assumptions) * unemployed
    others = assumptions.value("not_admitted")
    foreign = draw.random(count) < others["temporary_foreign_worker"]
    applications = int(application[-1]) + 1
    in_house = draw.random(applications) < others["in_house"]
    return {
        "employment_status": pyarrow.array(["employed", "underemployed", "unemployed"]).take(
            pyarrow.array(status)
        ),
        "is_new_hire": unemployed,
        "days_unemployed": (weeks * _WEEK).astype(numpy.int32),
        "is_long_term_unemployed": weeks >= _LONG_WEEKS,
        "age": _ages(draw, code, count, assumptions),
        **{
            name: draw.random(count) < assumptions.of(entry, code)
            for name, entry in (
                ("is_indigenous", "indigenous"),
                ("has_disability", "disability"),
                ("is_recent_immigrant", "recent_immigrants"),
                ("has_low_literacy", "low_literacy"),
            )
        },
        "residence_status": pyarrow.array(["citizen", "temporary_foreign_worker"]).take(
            pyarrow.array(foreign.astype(numpy.int8))
        ),
        "is_owner": ~unemployed & (draw.random(count) < others["is_owner"]),
        "trainer_kind": pyarrow.array(["third_party", "in_house"]).take(
            pyarrow.array(in_house[application].astype(numpy.int8))
        ),
        **_costs(draw, code, application, unemployed, assumptions),
    }


def _weeks(draw: numpy.random.Generator, code: str, count: int, assumptions: Assumptions) -> Any:
    """Weeks out of work: the jurisdiction's share of long ones, the country's classes."""
    classes = assumptions.value("weeks_unemployed")
    people = numpy.array([at["people"] for at in classes])
    low, high = (numpy.array([at[key] for at in classes]) for key in ("from", "to"))
    is_long = low >= _LONG_WEEKS
    share = assumptions.of("long_unemployed", code)
    odds = numpy.where(
        is_long,
        share * people / people[is_long].sum(),
        (1 - share) * people / people[~is_long].sum(),
    )
    kind = draw.choice(len(classes), count, p=odds)
    return draw.integers(low[kind], high[kind] + 1)


def _ages(draw: numpy.random.Generator, code: str, count: int, assumptions: Assumptions) -> Any:
    luck = draw.random(count)
    young, old = assumptions.of("youth", code), assumptions.of("older", code)
    kind = numpy.where(luck < young, 0, numpy.where(luck < 1 - old, 1, 2))
    low, high = numpy.array([18, 25, 55]), numpy.array([25, 55, 70])
    return draw.integers(low[kind], high[kind]).astype(numpy.int32)


def _costs(
    draw: numpy.random.Generator,
    code: str,
    application: Any,
    unemployed: Any,
    assumptions: Assumptions,
) -> dict[str, Any]:
    terms = assumptions.value("course_costs")
    count = len(application)
    level = draw.normal(0, terms["log_sd_between"], int(application[-1]) + 1)[application]
    logs = numpy.log(terms["median"]) + level + draw.normal(0, terms["log_sd_within"], count)
    cents = numpy.rint(
        100 * numpy.clip(numpy.exp(logs), terms["smallest"], terms["largest"])
    ).astype(numpy.int64)
    lines = {
        name: (cents * round(1000 * share)) // 1000
        for name, share in assumptions.value("cost_lines").items()
    }
    lines = {"tuition_fees": cents - sum(lines.values()), **lines}
    spread = assumptions.drawn["training_hours"]["log_sd"]
    mean = assumptions.of("training_hours", code)
    hours = numpy.maximum(1, numpy.rint(_log_normal(draw, mean, spread, count)))
    wages = assumptions.drawn["hourly_wages"]
    hourly = _log_normal(draw, wages["value"] * wages["index"][code], wages["log_sd"], count)
    paid = hours * hourly * assumptions.value("paid_share_of_hours") * ~unemployed
    return {
        **{name: amounts / 100 for name, amounts in lines.items()},
        "training_hours": hours,
        "wages_during_training": numpy.rint(paid * 100) / 100,
    }


def _log_normal(draw: numpy.random.Generator, mean: float, spread: float, count: int) -> Any:
    return numpy.exp(draw.normal(numpy.log(mean) - spread**2 / 2, spread, count))
