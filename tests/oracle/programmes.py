"""The grant as thirteen jurisdictions delivered it, in plain Python with exact fractions.

It imports nothing of the package and nothing of OpenFisca, and types its figures from the facts:
P-n is section n of the programmes' facts, with its source in brackets; R-n is a ruling.
Amounts in tables are dollars; everything that is computed is whole cents.
"""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

FULL, TWO_THIRDS, HALF, QUARTER = Fraction(1), Fraction(2, 3), Fraction(1, 2), Fraction(1, 4)
FIVE_SIXTHS, THREE_QUARTERS = Fraction(5, 6), Fraction(3, 4)
FOR_EVER = "9999-12-31"

# From the first to the last day in force; Quebec never had it (P-6 [QC1]).
IN_FORCE = {
    "ON": [("2014-09-01", "2025-09-30")],  # P-1 V1, [ON21], R-2
    "BC": [("2014-10-01", FOR_EVER)],  # P-2 [BC13], [BC9], [BC16]
    "AB": [("2014-10-01", "2024-08-07"), ("2025-09-01", FOR_EVER)],  # P-3 [AB7], [AB13]
    "SK": [("2014-09-01", "2016-06-30"), ("2017-04-01", "2024-03-31")],  # P-4 [SK2], R-2
    "MB": [("2014-07-01", "2025-03-31")],  # P-5 [F3], conflict 17
    "NB": [("2015-01-16", FOR_EVER)],  # P-7 [NB3], [NB7]
    "NS": [("2014-04-01", FOR_EVER)],  # P-8 [NS1]
    "PE": [("2014-08-12", "2018-03-31")],  # P-9 [PE1]
    "NL": [("2014-08-12", "2024-03-31")],  # P-10 [F3], [NL5], R-2
    "YT": [("2014-09-04", "2019-09-25")],  # P-11 [YT1], [YT5]
    "NT": [("2014-10-09", "2018-03-31")],  # P-12 [NT1]
    "NU": [("2014-09-22", "2018-03-31")],  # P-13 [NU1]
}

# Costs.
BOOKS, TRAVEL = "textbook_and_material_costs", "travel_costs"
PLAN_LINES = ("tuition_fees", "mandatory_student_fees", BOOKS, "examination_fees")
LARGEST_BOOKS = {"ON": {"2019-04-01": 500}}  # P-1 [ON8], R-2
TRAVEL_COUNTS = {  # the first day, and the kilometres to be exceeded
    "ON": {"2019-04-01": 24},  # P-1 [ON8]
    "BC": {"2014-10-01": -1},  # P-2 [BC7]: no distance
    "AB": {"2016-04-01": 100, "2025-09-01": None},  # P-3 [AB4]
    "MB": {"2021-04-01": 100},  # P-5 [MB2]
    "NS": {"2017-04-01": -1},  # P-8 [NS6]
}
LARGEST_TRAVEL = {"ON": 500}  # P-1 [ON8]
TRAVEL_SHARE = {"NS": HALF}  # P-8 [NS6]

# Sizes and shares: for the small and for the large.
LARGEST_SMALL = {
    "ON": {"2014-09-01": 50, "2018-01-01": 99},  # P-1 [ON6], [ON4]
    "SK": {"2014-09-01": 49},  # P-4 [SK4], R-15
    "MB": {"2014-07-01": 50, "2021-04-01": 100},  # P-5 [MB3], [MB5]
    "NS": {"2014-04-01": 50},  # P-8 [NS2]
    "PE": {"2014-08-12": 50},  # P-9 [PE2]
    "NL": {"2014-08-12": 49},  # P-10 [NL3], R-15
    "NU": {"2014-09-22": 50},  # P-13 [NU1]
}
BASELINE = (TWO_THIRDS, TWO_THIRDS)  # P-0 [F1]
SHARES = {
    "ON": {"2018-01-01": (FIVE_SIXTHS, HALF)},  # P-1 [ON4]
    "BC": {"2018-04-01": (Fraction(3, 5),) * 2, "2022-06-01": (Fraction(4, 5),) * 2},  # [BC8][BC16]
    "AB": {"2025-09-01": (HALF, HALF)},  # P-3 [AB12]
    "MB": {"2021-04-01": (THREE_QUARTERS, HALF)},  # P-5 [MB5]
    "NB": {"2018-04-01": (QUARTER, QUARTER)},  # P-7 [NB6], R-30
    "NL": {"2019-01-01": (FIVE_SIXTHS, TWO_THIRDS)},  # P-10 [NL3], R-15
}
FIRST_SLICE = 10_000  # P-8 [NS2]
EVERY_APPLICATION_SLICED = "2016-04-01"  # P-8 [NS3], R-12

# Ceilings.
BASELINE_CEILING = 10_000  # P-0 [F2]
PARTICIPANT_CEILING = {
    "BC": {"2018-04-01": 5_000, "2022-06-01": 10_000},  # P-2 [BC8], [BC16]
    "AB": {"2025-09-01": 5_000},  # P-3 [AB12]
    "NB": {"2018-04-01": None},  # P-7: none found
    "NS": {"2014-04-01": None, "2016-11-01": 10_000, "2021-04-01": None},  # P-8 [NS6]
}
BY_FISCAL_YEAR = {"BC", "AB", "NB", "NL"}
ALL_STREAMS = {"BC": {"2018-04-01": 10_000, "2022-04-01": None}}  # P-2 [BC8]
OUTSIDE_THE_TOTAL = "employment_transition"  # P-2 [BC8]
EMPLOYER_CEILING = {
    "BC": {"2014-10-01": 250_000, "2018-04-01": 300_000},  # P-2 [BC4], [BC9]
    "AB": {"2014-10-01": 300_000, "2025-09-01": 100_000},  # P-3 [AB1], [AB12]
    "SK": {"2014-09-01": 250_000, "2017-04-01": 100_000},  # P-4 [SK4], [SK1]
    "MB": {"2014-07-01": 250_000, "2021-04-01": 100_000},  # P-5 [MB1], [MB5]
    "NS": {"2017-04-01": 100_000},  # P-8 [NS2]
    # P-7 [NB1], [NB6], [NB7]
    "NB": {"2016-04-01": 25_000, "2018-04-01": None, "2022-04-01": 40_000, "2024-04-01": 20_000},
}
WHOLE_APPLICATIONS = {"BC": {"2018-04-01": True}}  # P-2 [BCS], R-13

# Streams: first and last day, share, a ceiling of their own.
STANDARD, NEW_HIRES = "standard", "new hires"
STREAMS = {
    "BC": {
        "underrepresented_groups": ("2014-10-01", "2018-03-31", TWO_THIRDS, None),  # [BC3]
        "refugee": ("2016-04-01", "2018-03-31", TWO_THIRDS, None),  # P-2 [BC3]
        "rural": ("2017-04-01", "2018-03-31", TWO_THIRDS, None),  # P-2 [BC3]
        "unemployed": ("2015-04-01", "2018-03-31", FULL, 15_000),  # P-2 [BC2]
        "foundational": ("2018-04-01", "2022-05-31", FULL, 10_000),  # P-2 [BC10]
        "technical_skills": ("2018-04-01", "2022-05-31", Fraction(4, 5), 10_000),  # [BC8]
        "employment_transition": ("2018-11-01", "2022-05-31", FULL, 20_000),  # [BC11]
        "covid_impacted": ("2020-11-01", "2022-03-31", FULL, 10_000),  # P-2 [BC15]
    },
    "NB": {"level_1": ("2018-04-01", FOR_EVER, HALF, None)},  # P-7 [NB6]
}
HIRES = {  # share and own ceiling
    "ON": {"2017-04-01": (FULL, 15_000)},  # P-1 [ON1]
    "AB": {"2016-04-01": (FULL, 15_000), "2025-09-01": (THREE_QUARTERS, 10_000)},  # [AB2][AB12]
    "NL": {"2016-04-01": (FULL, 15_000)},  # P-10 [NL2]
}

# Wages in kind.
IN_KIND_UNTIL = {  # R-11; P-1 [ON6], P-4 [SK4], P-5 [MB3], P-9 [PE2], P-13 [NU1]
    "ON": "2017-12-31", "SK": "2017-03-31", "MB": "2021-03-31", "PE": "2018-03-31",
    "NU": "2018-03-31",
}  # fmt: skip
LARGEST_MATCHED_WAGES = {"ON": 2_500}  # P-1 [ON6]: there the government pays them

# Who may take part.
KINDS = {"private", "non_profit", "indigenous_government", "association", "union"}  # P-1 [ON14]
MORE_KINDS = {  # P-4 [SK3], P-11 [YT2], P-5 [MB4]
    "SK": {"2014-09-01": "crown_corporation"},
    "YT": {"2014-09-04": "crown_corporation"},
    "MB": {"2021-04-01": "local_government"},
}
LONGEST_WEEKS = 52  # P-0 [F1]
PERMANENT = {"citizen", "permanent_resident"}  # P-4 [SK1]
STATUSES = PERMANENT | {"protected_person"}  # P-1 [ON18], P-2 [BCS]
NOT_ADMITTED = "temporary_foreign_worker"  # where nobody but these is kept out
RESIDENCE = {
    "AB": {"2018-04-01": NOT_ADMITTED, "2025-09-01": STATUSES},  # P-3 [AB3], [AB15]
    "SK": {"2014-09-01": PERMANENT, "2022-04-01": PERMANENT | {"other"}},  # P-4 [SK1]
    "MB": {"2018-04-01": None, "2021-04-01": NOT_ADMITTED},  # P-5 [MB4]
    **{code: {"2018-04-01": None} for code in ("NB", "NS", "NL", "YT")},  # the reading: anyone
}
YOUNGEST = {"BC": 15}  # P-2 [BCS], conflict 6
# P-1 [ON16], P-3 [AB3], P-4 [SK1]; P-3 [AB3], P-2 [BC18]
OWNERS = {"ON": {"2014-09-01": True}, "AB": {"2014-10-01": True}, "SK": {"2018-04-01": True}}
FAMILY = {"AB": {"2014-10-01": True}, "BC": {"2018-04-01": True}}
OWNERS_OF_FEW = ("2021-02-18", "2022-02-28", 4)  # P-3 [AB6]
STUDENTS = {"ON": {"2014-09-01": True}}  # P-1 [ON19]
UNEMPLOYED = {"NS": {"2014-04-01": True}, "NB": {"2024-04-01": True}}  # [NS2], [NB8]
REFUSED_HIRES = {"NB": {"2024-04-01": True}}  # P-7 [NB8]
FEWEST_HOURS = {
    "AB": {"2017-04-01": 21, "2019-04-01": 0},  # P-3 [AB3]
    "SK": {"2015-04-01": 24},  # P-4 [SK5]
    "BC": {"2018-04-01": 1},  # P-2 [BCS]
}
MOST_HOURS = {"BC": {"2018-04-01": 3_000}}  # P-2 [BCS]
FEWEST_YEARS = {"AB": {"2019-04-01": 1}, "BC": {"2018-04-01": 1, "2022-04-01": 0}}  # [AB8][BC17]
YEARS_EXCEEDED = {"NS": 1}  # P-8 [NS5]
SMALLEST_APPLICATION = {  # for the small and for the large
    "SK": {"2018-04-01": (1_000, 1_000)},  # P-4 [SK1]
    "NS": {"2016-04-01": (5_000, 10_000)},  # P-8 [NS2]
    "NB": {"2016-04-01": (250, 250), "2018-04-01": (0, 0), "2022-04-01": (500, 500),
           "2024-04-01": (1_000, 1_000)},  # P-7 [NB1], [NB6], [NB7]
}  # fmt: skip
SMALLEST_TO_EXCEED = {"NB": {"2024-04-01": True}}  # P-7 [NB7]
NS_SMALLEST_GROUPS = 10_000  # P-8 [NS2], stream 3
MOST_PARTICIPANTS = {"ON": {"2021-04-01": 25}, "BC": {"2018-04-01": 1_500}}  # [ON15], [BCS]
MOST_EARLIER_GRANTS = {"MB": {"2022-04-01": 2}}  # P-5 [MB4]


@dataclass
class Person:
    """A participant: costs in whole cents by line, and what the rules look at."""

    cents: dict = field(default_factory=dict)
    name: object = field(default_factory=object)  # one without a name is nobody else
    wages: int = 0
    employment_status: str = "employed"
    has_job_offer: bool = True
    is_new_hire: bool = False
    days_unemployed: int = 0
    days_since_hired: int = 0
    age: int = 30
    residence_status: str = "citizen"
    training_hours: int = 40
    is_owner: bool = False
    is_family_of_owner: bool = False
    is_full_time_student: bool = False


@dataclass
class Application:
    """What an employer asks for in a month: one training for some people."""

    people: list
    group_cents: int = 0
    trainer_kind: str = "third_party"
    training_stream: str = STANDARD
    training_weeks: int = 12
    travel_distance_km: int = 0


@dataclass
class Employer:
    """An employer with its applications by month, (year, month)."""

    code: str = "ON"
    employee_count: int = 100
    employer_kind: str = "private"
    years_in_business: int = 5
    earlier_grants_in_five_years: int = 0
    months: dict = field(default_factory=dict)


def half_up(cents):
    """Whole cents, halves rounded up (R-8)."""
    return (2 * cents.numerator + cents.denominator) // (2 * cents.denominator)


def first_day(month):
    """A month lives under the law of its first day (R-1)."""
    return f"{month[0]:04}-{month[1]:02}-01"


def at(table, code, month, default=None):
    """The value that a jurisdiction's table of first days holds in a month."""
    value = default
    for start, later in sorted(table.get(code, {}).items()):
        value = later if start <= first_day(month) else value
    return value


def in_force(code, month):
    """Whether a jurisdiction delivered the grant in a month."""
    return any(start <= first_day(month) <= end for start, end in IN_FORCE.get(code, []))


def is_small(employer, month):
    """Whether the employer is small as its jurisdiction draws the line."""
    return employer.employee_count <= at(LARGEST_SMALL, employer.code, month, -1)


def counted_costs(employer, month, application):
    """The eligible and the ineligible costs of each member, before any averaging."""
    code, active = employer.code, in_force(employer.code, month)
    books = at(LARGEST_BOOKS, code, month) if active else None
    distance = at(TRAVEL_COUNTS, code, month) if active else None
    each, odd = divmod(max(application.group_cents, 0), max(len(application.people), 1))
    results = []
    for place, person in enumerate(application.people):
        lines = {name: max(cents, 0) for name, cents in person.cents.items()}
        part = each + (1 if place < odd else 0)
        stated = part + sum(lines.values())
        if books is not None:
            lines[BOOKS] = min(lines.get(BOOKS, 0), books * 100)
        eligible = part + sum(lines.get(name, 0) for name in PLAN_LINES)
        if distance is not None and application.travel_distance_km > distance:
            travel = half_up(lines.get(TRAVEL, 0) * TRAVEL_SHARE.get(code, FULL))
            eligible += min(travel, LARGEST_TRAVEL.get(code, travel) * 100)
        results.append((eligible, stated - eligible))
    return results


def has_minimum_size(employer, month, application):
    """Whether the eligible costs of all members reach the minimum (R-12)."""
    costs = sum(eligible for eligible, _ in counted_costs(employer, month, application))
    small, large = at(SMALLEST_APPLICATION, employer.code, month, (0, 0))
    smallest = small if is_small(employer, month) else large
    if employer.code == "NS" and employer.employer_kind in {"association", "union"}:
        smallest = NS_SMALLEST_GROUPS
    if at(SMALLEST_TO_EXCEED, employer.code, month):
        return costs > smallest * 100
    return costs >= smallest * 100


def on_offer(code, month, stream):
    """Whether a stream takes applications in a month."""
    start, end, *_ = STREAMS.get(code, {}).get(stream, (FOR_EVER, ""))
    return stream == STANDARD or start <= first_day(month) <= end


def failed(employer, month, application, person):
    """The names of the conditions that a member of an application does not meet."""
    code, stream, status = employer.code, application.training_stream, person.residence_status
    if not in_force(code, month):
        return {"has_grant_in_force"}
    law = partial(at, code=code, month=month)
    start, end, few = OWNERS_OF_FEW
    relaxed = code == "AB" and start <= first_day(month) <= end
    owners = law(OWNERS) and not (relaxed and employer.employee_count <= few)
    is_foundational = stream == "foundational" and on_offer(code, month, stream)
    owners = owners or is_foundational  # P-2 [BC10]
    is_family = person.is_family_of_owner and not person.is_owner
    admitted = law(RESIDENCE, default=STATUSES)
    if admitted in (None, NOT_ADMITTED):
        admitted = {status} - {admitted}
    is_unemployed = person.employment_status == "unemployed"
    years, hours = employer.years_in_business, person.training_hours
    count, earlier = len(application.people), employer.earlier_grants_in_five_years
    conditions = {
        "has_eligible_kind_of_employer": employer.employer_kind in KINDS | {law(MORE_KINDS)},
        "has_eligible_trainer": application.trainer_kind == "third_party",
        "has_work_or_job_offer": person.employment_status == "employed" or person.has_job_offer,
        "has_eligible_residence_status": status in admitted,
        "is_old_enough": person.age >= YOUNGEST.get(code, person.age),
        "is_admitted_as_owner": not (person.is_owner and owners),
        "is_admitted_as_family_of_owner": relaxed or not (is_family and law(FAMILY)),
        "is_admitted_as_full_time_student": not (person.is_full_time_student and law(STUDENTS)),
        "is_admitted_as_unemployed": not (is_unemployed and law(UNEMPLOYED)),
        "is_admitted_as_new_hire": not (person.is_new_hire and law(REFUSED_HIRES)),
        "has_enough_training_hours": hours >= law(FEWEST_HOURS, default=hours),
        "has_few_enough_training_hours": hours <= law(MOST_HOURS, default=hours),
        "has_short_enough_training": application.training_weeks <= LONGEST_WEEKS,
        "has_employer_long_enough_in_business": years >= law(FEWEST_YEARS, default=years)
        and years > YEARS_EXCEEDED.get(code, years - 1),
        "has_application_of_minimum_size": has_minimum_size(employer, month, application),
        "has_stream_on_offer": on_offer(code, month, stream),
        "has_few_enough_participants": count <= law(MOST_PARTICIPANTS, default=count),
        "has_few_enough_earlier_grants": earlier <= law(MOST_EARLIER_GRANTS, default=earlier),
    }
    return {name for name, holds in conditions.items() if not holds}


def is_paid_as_hire(employer, month, person):
    """Whether a person is funded as an unemployed new hire (R-14)."""
    if at(HIRES, employer.code, month) is None:
        return False
    if employer.code == "AB" and first_day(month) >= "2025-09-01":  # P-3 [AB12]
        return person.employment_status == "unemployed" or person.is_new_hire
    in_window = {
        "AB": person.days_unemployed >= 31 and person.days_since_hired <= 28,  # P-3 [AB2]
        "NL": person.days_since_hired <= 42,  # P-10 [NL2]
        "ON": is_small(employer, month),  # P-1 [ON4]
    }
    return person.is_new_hire and in_window[employer.code]


def terms(employer, month, application, person):
    """The share, the participant's ceiling in dollars and the account it is taken from."""
    code, stream = employer.code, application.training_stream
    share = at(SHARES, code, month, BASELINE)[0 if is_small(employer, month) else 1]
    ceiling = at(PARTICIPANT_CEILING, code, month, BASELINE_CEILING)
    if is_paid_as_hire(employer, month, person):
        return *at(HIRES, code, month), NEW_HIRES
    if stream in STREAMS.get(code, {}):
        share, own = STREAMS[code][stream][2:]
        return (share, ceiling, STANDARD) if own is None else (share, own, stream)
    return share, ceiling, STANDARD


def by_share(employer, month, application, costs, admitted, is_first):
    """Each admitted member's government amount before any ceiling, by place."""
    people = application.people
    shares = {place: terms(employer, month, application, people[place])[0] for place in admitted}
    total = sum(costs[place] for place in admitted)
    if employer.code == "BC" and admitted:  # P-2 [BCS], steps 1 and 2
        return dict.fromkeys(admitted, round(total * shares[admitted[0]]) // len(admitted))
    if employer.code != "NS":
        return {place: half_up(costs[place] * share) for place, share in shares.items()}
    sliced = is_first or first_day(month) >= EVERY_APPLICATION_SLICED  # P-8 [NS2], R-12
    if not (sliced and is_small(employer, month)):
        return {place: half_up(costs[place] * HALF) for place in admitted}
    free = min(total, FIRST_SLICE * 100)
    money = free + half_up((total - free) * HALF)
    amounts = {place: money * costs[place] // max(total, 1) for place in admitted}
    odd = money - sum(amounts.values())
    for place in [place for place in admitted if costs[place]][:odd]:
        amounts[place] += 1
    return amounts


def room(employer, month, person, its_terms, accounts):
    """What is left for a participant, in cents, or None where there is no ceiling (R-13)."""
    _, ceiling, account = its_terms
    if ceiling is None or employer.code not in BY_FISCAL_YEAR:
        return None if ceiling is None else ceiling * 100
    left = ceiling * 100 - accounts[person.name, account]
    total = at(ALL_STREAMS, employer.code, month)
    if total is not None and account != OUTSIDE_THE_TOTAL:
        outside = accounts[person.name, OUTSIDE_THE_TOTAL]
        used = sum(cents for (name, _), cents in accounts.items() if name == person.name)
        left = min(left, total * 100 - (used - outside))
    return max(left, 0)


def row(eligible, ineligible, matched=0, government=0, in_kind=0):
    """A member's amounts; what the government leaves is the employer's (R-10, R-16)."""
    cash = eligible + matched - government - in_kind
    return {
        "eligible_costs": eligible,
        "ineligible_costs": ineligible,
        "recognised_costs": eligible + matched,
        "government_contribution": government,
        "federal_contribution": government,
        "provincial_contribution": 0,
        "employer_cash_contribution": cash,
        "employer_in_kind_contribution": in_kind,
        "employer_contribution": cash + in_kind,
    }


def settle(employer, month, application, accounts, received, is_first):
    """The rows of an application and the accounts after it, given what was paid so far."""
    code, own = employer.code, counted_costs(employer, month, application)
    failures = [failed(employer, month, application, person) for person in application.people]
    admitted = [place for place, names in enumerate(failures) if not names]
    costs = [eligible for eligible, _ in own]
    if code == "BC":
        each, odd = divmod(sum(costs[place] for place in admitted), max(len(admitted), 1))
        for rank, place in enumerate(admitted):
            costs[place] = each + (1 if rank < odd else 0)
    shares = by_share(employer, month, application, costs, admitted, is_first)
    whole, ceiling = at(WHOLE_APPLICATIONS, code, month), at(EMPLOYER_CEILING, code, month)
    counts_wages = first_day(month) <= IN_KIND_UNTIL.get(code, "") and is_small(employer, month)
    rows, after, reached = [], Counter(accounts), received
    for place, person in enumerate(application.people):
        paid = in_kind = matched = 0
        if place in admitted:
            its_terms = terms(employer, month, application, person)
            left = room(employer, month, person, its_terms, after)
            paid = shares[place] if left is None else min(shares[place], left)
            if counts_wages:
                rest = half_up((costs[place] - shares[place]) * HALF)
                in_kind = min(max(person.wages, 0), rest)
            if code in LARGEST_MATCHED_WAGES:
                in_kind = matched = min(in_kind, LARGEST_MATCHED_WAGES[code] * 100)
                paid += matched
            if ceiling is not None and not whole:
                paid = min(paid, max(ceiling * 100 - reached, 0))
            after[person.name, its_terms[2]] += paid
        reached += paid
        rows.append(row(costs[place], own[place][1], matched, paid, in_kind))
    if whole and reached > ceiling * 100:  # P-2 [BCS]
        failures = [names | {"stays_within_the_employer_ceiling"} for names in failures]
        rows, after = [row(*costs_of_one) for costs_of_one in own], accounts
    for its_row, names in zip(rows, failures, strict=True):
        its_row |= {"job_grant_eligible": not names, "failed_conditions": names}
    return rows, after


def year_of(employer, fiscal_year):
    """The rows of a fiscal year, by month, application and member, from April to March."""
    rows, accounts, by_person, received, is_first = {}, Counter(), Counter(), 0, True
    for step in range(3, 15):
        month = (fiscal_year + step // 12, step % 12 + 1)
        before, persons_before = received, Counter(by_person)
        for index, application in enumerate(employer.months.get(month, [])):
            settled, accounts = settle(employer, month, application, accounts, received, is_first)
            # P-8 [NS3]: an application that is refused doesn't use up the free slice.
            if any(at["job_grant_eligible"] and at["eligible_costs"] for at in settled):
                is_first = False
            for place, person in enumerate(application.people):
                its_row = rows[month, index, place] = settled[place]
                its_row["participant_received_to_date"] = persons_before[person.name]
                its_row["employer_received_to_date"] = before
                by_person[person.name] += its_row["government_contribution"]
                received += its_row["government_contribution"]
    return rows
