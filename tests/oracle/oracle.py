"""The plan, demands, offers and agreements once more, in plain Python with exact fractions.

It imports nothing of the package and nothing of OpenFisca, and types its figures from the facts:
two readings of the same sources that agree are worth more than one.
"""

from dataclasses import dataclass, field
from fractions import Fraction

CODES = ("NL", "PE", "NS", "NB", "QC", "ON", "MB", "SK", "AB", "BC", "YT", "NT", "NU")

THIRD = Fraction(1, 3)  # F-P5, F-P6
CEILING = Fraction(5000)  # F-P1, F-P2
FIRST_COSTS = Fraction(15000)  # F-P4, R-25
LARGEST_SMALL = 50  # F-A8, R-25
YOUTH = (15, 24)  # F-B10, R-27
START = (2014, 4)  # F-P18
MAY_APPLY = {"private", "non_profit", "association", "union", "indigenous_government"}
ELIGIBLE_LINES = (  # F-A13
    "tuition_fees",
    "mandatory_student_fees",
    "textbook_and_material_costs",
    "examination_fees",
)
FLAGS = (  # F-L7, R-27
    "is_indigenous",
    "has_disability",
    "is_recent_immigrant",
    "has_low_literacy",
    "is_long_term_unemployed",
)
ANNUAL_TOTAL = Fraction(500_000_000)  # F-L1, F-P9
STEPS = {2014: Fraction(15, 100), 2015: Fraction(30, 100), 2016: Fraction(45, 100)}  # F-F3
AT_MATURITY = Fraction(60, 100)  # F-P11

# F-2b-alt and F-2b: 1 July 2012, 1 April 2013, 1 July 2013, in the order of the codes.
PERSONS_2012 = (
    526450, 145080, 944943, 756777, 8085906, 13413702, 1250265, 1086018, 3880755, 4546290,
    36058, 43594, 34707,
)  # fmt: skip
PERSONS_APRIL_2013 = (
    527655, 144923, 943766, 755632, 8130518, 13507917, 1261710, 1098903, 3959914, 4575705,
    36113, 43830, 35040,
)  # fmt: skip
PERSONS_2013 = (
    526702, 145237, 940789, 756050, 8155334, 13537994, 1265015, 1108303, 4025074, 4581978,
    36700, 43537, 35591,
)  # fmt: skip

RESTORE = "restore_labour_market_funding"
RELIEF = "small_business_relief"
ACCESS = "underrepresented_groups_access"
NO_MATCH = "no_cost_matching"
OPT_OUT = "opt_out_with_compensation"
PACKAGE = "premiers_package"
DEMANDS = (RESTORE, RELIEF, ACCESS, NO_MATCH, OPT_OUT, PACKAGE)

FLOOR = "small_firm_floor_2013"
DECEMBER = "december_2013_offer"
COUNTER = "counter_offer_2014"
FINAL = "final_offer_2014"
SIGNED = "canada_job_fund_2014"
WORKFORCE = "workforce_development_2017"
OFFERS = (FLOOR, DECEMBER, FINAL)
AGREEMENTS = (SIGNED, WORKFORCE)

TWO_THIRDS_FEDERAL = {DECEMBER, COUNTER, FINAL, SIGNED}  # F-T15, F-T19, F-A3, R-20
TWO_THIRDS, HIGH_CEILING = Fraction(2, 3), Fraction(10000)
FLOOR_SHARE, FLOOR_CEILING = Fraction(85, 200), Fraction(6375)  # F-T12, R-26
LATER_START = {COUNTER: (2014, 10), FINAL: (2014, 7), SIGNED: (2014, 7)}  # F-D14, F-T19, F-A3
# The month after the signature, where that is later than July 2014 (F-T31 to F-T35, R-19).
FIRST_MONTH = {"NL": 8, "PE": 9, "NT": 9, "SK": 9, "YT": 10, "NU": 10}
LAST_MONTH_OF_2017_RULES = (2018, 3)
SUPPLEMENT = {"YT": 500_000, "NT": 500_000, "NU": 500_000}  # F-A27
SMALL_STEPS = {FINAL, SIGNED}  # F-A24: 10, 20, 30, 40 per cent


def spelled_out(demands):
    """The package is the first three demands together (R-21, the founding article)."""
    single = set(demands) - {PACKAGE}
    return single | ({RESTORE, RELIEF, ACCESS} if PACKAGE in demands else set())


@dataclass
class Person:
    """A participant: costs in whole cents by line, and what the law looks at."""

    cents: dict = field(default_factory=dict)
    wages: int = 0
    employment_status: str = "employed"
    has_job_offer: bool = True
    age: int = 30
    flags: frozenset = frozenset()


@dataclass
class Request:
    """An application with its employer and jurisdiction."""

    people: list
    group_cents: int = 0
    trainer_kind: str = "third_party"
    employer_kind: str = "private"
    employee_count: int = 100
    joins: bool = True
    code: str = "ON"


def down(cents):
    """Whole cents, rounded down."""
    return Fraction(cents.numerator // cents.denominator)


def in_force(code, month, bodies):
    """Whether a national grant is paid in a jurisdiction in a month (R-1, R-19, R-20)."""
    start = max([START, *(LATER_START[body] for body in bodies if body in LATER_START)])
    if SIGNED in bodies:
        if code == "QC":
            return False
        start = max(start, (2014, FIRST_MONTH.get(code, 7)))
    return start <= month and not (WORKFORCE in bodies and month > LAST_MONTH_OF_2017_RULES)


def contributions(request, month, demands=()):
    """What each participant costs and who pays, in whole cents.

    Returns one mapping for each participant, named as the law's variables are.
    """
    demands = spelled_out(demands)
    count = len(request.people)
    each, odd = divmod(max(request.group_cents, 0), count)
    results = []
    for place, person in enumerate(request.people):
        part = each + (1 if place < odd else 0)
        lines = {name: max(cents, 0) for name, cents in person.cents.items()}
        eligible = part + sum(lines.get(name, 0) for name in ELIGIBLE_LINES)
        stated = part + sum(lines.values())
        underrepresented = bool(person.flags) or YOUTH[0] <= person.age <= YOUTH[1]
        admitted_without_employer = ACCESS in demands and underrepresented
        granted = (
            in_force(request.code, month, demands)
            and request.joins
            and request.trainer_kind == "third_party"
            and (admitted_without_employer or request.employer_kind in MAY_APPLY)
            and (
                admitted_without_employer
                or person.employment_status == "employed"
                or person.has_job_offer
            )
        )
        federal = provincial = in_kind = Fraction(0)
        if granted:
            is_small = request.employee_count <= LARGEST_SMALL
            share, ceiling = THIRD, CEILING
            if FLOOR in demands and is_small:
                share, ceiling = FLOOR_SHARE, FLOOR_CEILING
            if TWO_THIRDS_FEDERAL & demands:
                share, ceiling = TWO_THIRDS, HIGH_CEILING
            federal = min(down(Fraction(eligible) * share), ceiling * 100)
            if NO_MATCH not in demands and not TWO_THIRDS_FEDERAL & demands:
                provincial = min(down(Fraction(eligible) * share), ceiling * 100)
            small = RELIEF in demands and is_small
            if SIGNED in demands and is_small:  # F-A9, F-A10, R-11: half of its third
                third = eligible - down(Fraction(eligible) * share)
                in_kind = min(Fraction(max(person.wages, 0)), down(Fraction(third) / 2))
            if small or admitted_without_employer:
                beyond = max(eligible - FIRST_COSTS * 100, 0)
                taken_over = max(eligible - federal - provincial - beyond, 0)
                federal += taken_over
                if small:
                    in_kind = min(Fraction(max(person.wages, 0)), taken_over)
        government = federal + provincial
        counted_inside = in_kind if SIGNED in demands else 0
        cash = eligible - government - counted_inside
        results.append(
            {
                "eligible_costs": eligible,
                "ineligible_costs": stated - eligible,
                "recognised_costs": eligible + in_kind - counted_inside,
                "job_grant_eligible": granted,
                "is_underrepresented": underrepresented,
                "federal_contribution": federal,
                "provincial_contribution": provincial,
                "government_contribution": government,
                "employer_cash_contribution": cash,
                "employer_in_kind_contribution": in_kind,
                "employer_contribution": cash + in_kind,
            }
        )
    return results


def persons(year):
    """The count that holds for the fiscal year that begins in April of a year (R-6)."""
    if year < 2013:
        return PERSONS_2012
    return PERSONS_APRIL_2013 if year == 2013 else PERSONS_2013


def allocated(total, year):
    """A national amount in dollars, shared by population, in whole cents that add up (R-6)."""
    counts = persons(year)
    parts, reached, running = [], 0, 0
    for count in counts:
        running += count
        exact = Fraction(total) * 100 * running / sum(counts)
        rounded = (2 * exact.numerator + exact.denominator) // (2 * exact.denominator)
        parts.append(rounded - reached)
        reached = rounded
    return parts


def transfers(code, year, joins=True, demands=()):
    """The transfers of a jurisdiction in a fiscal year, in whole cents."""
    demands = spelled_out(demands)
    place = CODES.index(code)
    total = ANNUAL_TOTAL if year >= 2008 else Fraction(0)
    share = STEPS.get(year, AT_MATURITY) if year >= 2014 else Fraction(0)
    if SMALL_STEPS & demands:
        share = Fraction(min(max(year - 2013, 0), 4), 10)
    if COUNTER in demands:  # F-D15: six years, by tenths
        share = Fraction(min(max(year - 2013, 0), 6), 10)
    if WORKFORCE in demands and year >= 2017:
        share = Fraction(0)
    transfer = allocated(total, year)[place]
    grant = allocated(total * share, year)[place]
    if SIGNED in demands and year >= 2014:
        transfer += SUPPLEMENT.get(code, 0) * 100
        grant = 0 if code == "QC" else grant
    diverted = 0 if {RESTORE, COUNTER} & demands else grant
    lost = diverted if joins or OPT_OUT not in demands else 0
    unmatched = {NO_MATCH, *TWO_THIRDS_FEDERAL} & demands or year < 2014
    match = grant if joins and not unmatched else 0
    return {
        "labour_market_transfer": transfer,
        "job_grant_transfer": diverted if joins else 0,
        "labour_market_services_funding": transfer - lost,
        "provincial_match": match,
        "provincial_exposure": lost + match,
    }
