"""Populations for the tests: small tables of whole employers."""

import numpy
import pyarrow

from openfisca_jobgrant.population.sorting import SortedWriter


def row(participant, employer, jurisdiction="ON", month="2014-04", application=None, **inputs):
    """One participant."""
    return {
        "participant": participant,
        "application": application or f"{employer}-{month}",
        "employer": employer,
        "jurisdiction": jurisdiction,
        "month": month,
        **inputs,
    }


def drawn(participants=400, seed=1, months=("2014-04", "2014-10", "2015-03", "2015-06")):
    """Employers of every jurisdiction with several applications a year; some near ceilings."""
    draw = numpy.random.default_rng(seed)
    codes = ["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"]
    rows = []
    employer = 0
    while len(rows) < participants:
        employer += 1
        code = codes[employer % len(codes)]
        staff = int(draw.choice([3, 20, 50, 51, 150, 700]))
        for place in range(int(draw.integers(1, 5))):
            month = str(draw.choice(months))
            together = float(draw.choice([0, 900.01, 12000]))
            for _ in range(int(draw.integers(1, 7))):
                rows.append(
                    row(
                        len(rows),
                        f"E{employer:05}",
                        code,
                        month,
                        f"E{employer:05}-{place}",
                        tuition_fees=int(draw.integers(0, 2_500_000)) / 100,
                        wages_during_training=int(draw.integers(0, 300_000)) / 100,
                        group_training_costs=together,
                        employee_count=staff,
                        employment_status=str(
                            draw.choice(["employed", "underemployed", "unemployed"])
                        ),
                        has_job_offer=bool(draw.random() < 0.8),
                        age=int(draw.integers(17, 64)),
                        has_disability=bool(draw.random() < 0.2),
                        weight=float(draw.integers(1, 40_000)) / 10_000,
                    )
                )
    return sorted(rows, key=lambda at: (at["jurisdiction"], at["employer"]))


def write(rows, path, row_group=100):
    """Rows as a sorted file of small row groups."""
    table = pyarrow.Table.from_pylist(rows)
    with SortedWriter(path, table.schema, row_group) as writer:
        writer.write(table)
    return path
