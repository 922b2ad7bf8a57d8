"""The closed lists of words that rules, API and pages share.

They stand here, and not beside the rules, because OpenFisca loads each file under ``variables/``
once per system under a private name: an enum defined there would be another class for whoever
imports it.
"""

from openfisca_core.indexed_enums import Enum


class JurisdictionCode(Enum):
    """Provinces and territories by postal code, from east to west and then the north.

    The order counts: allocations are rounded cumulatively in it (ruling 6).
    """

    NL = "Newfoundland and Labrador"
    PE = "Prince Edward Island"
    NS = "Nova Scotia"
    NB = "New Brunswick"
    QC = "Quebec"
    ON = "Ontario"
    MB = "Manitoba"
    SK = "Saskatchewan"
    AB = "Alberta"
    BC = "British Columbia"
    YT = "Yukon"
    NT = "Northwest Territories"
    NU = "Nunavut"


class EmploymentStatus(Enum):
    """Whether the participant works when the application is made."""

    employed = "Employed"
    underemployed = "Underemployed"
    unemployed = "Unemployed"


class ResidenceStatus(Enum):
    """The participant's status in Canada."""

    citizen = "Canadian citizen"
    permanent_resident = "Permanent resident"
    protected_person = "Protected person"
    temporary_foreign_worker = "Temporary foreign worker"
    other = "Other status"


class EmployerKind(Enum):
    """What kind of organisation the employer is."""

    private = "Private business"
    non_profit = "Non-profit organisation"
    indigenous_government = "Indigenous government"
    local_government = "Local government"
    provincial_government = "Provincial or territorial government"
    federal_government = "Federal government"
    crown_corporation = "Crown corporation"
    broader_public_sector = "Broader public sector (health, education)"
    association = "Employer or industry association"
    union = "Union"


class TrainerKind(Enum):
    """Who gives the training."""

    third_party = "Third-party trainer"
    in_house = "In-house trainer"


class TrainingStream(Enum):
    """The streams of a programme; each programme knows some of them."""

    standard = "Standard stream"
    unemployed = "Unemployed stream"
    underrepresented_groups = "Under-represented groups stream"
    rural = "Rural stream"
    refugee = "Refugee fund"
    foundational = "Foundational training stream"
    technical_skills = "Technical skills stream"
    employment_transition = "Employment transition stream"
    covid_impacted = "COVID-19 impacted worker stream"
    level_1 = "Level 1, the more generous one"


class FederalWageSubsidy(Enum):
    """The federal wage subsidies of 2020 that an employer may have."""

    none = "No federal wage subsidy"
    ten_percent = "Temporary wage subsidy of 10 per cent"
    seventy_five_percent = "Emergency wage subsidy of 75 per cent"
