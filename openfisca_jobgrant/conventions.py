"""What a country agrees on beyond OpenFisca's own format of situations."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Conventions:
    """How periods are written and how groups nest.

    Attributes:
        year_begins: The month, 1 to 12, in which the year of YEAR variables begins.
        calendar_years: The YEAR variables that follow the calendar year all the same.
        nesting: Keys of group entities from the inside out: the members of one group of the first
            kind share the group of the second kind, and so on.
        refuses_negative: Whether no quantity that a request states can be negative.
        dates_what_lasts: Whether a value that holds for ever may be written at a month, a year or a
            day instead of ``ETERNITY``, as OpenFisca's own examples do.
    """

    year_begins: int = 1
    calendar_years: frozenset[str] = frozenset()
    nesting: tuple[str, ...] = ()
    refuses_negative: bool = False
    dates_what_lasts: bool = True

    def first_month(self, variable: str) -> int:
        """The month in which a YEAR variable's year begins."""
        return 1 if variable in self.calendar_years else self.year_begins


#: Canada's public money runs from April to March; Quebec's payroll law counts calendar years.
JOB_GRANT = Conventions(
    year_begins=4,
    calendar_years=frozenset(
        {
            "annual_payroll",
            "annual_training_expenditure",
            "has_training_quality_certificate",
            "is_employer_in_quebec",
            "payroll_training_contribution",
            "payroll_training_obligation",
        }
    ),
    nesting=("application", "employer", "jurisdiction"),
    refuses_negative=True,
    dates_what_lasts=False,
)
