"""A law made up to try the collector of YAML cases on: a tenth of the cost is granted."""

# OpenFisca reads a variable's name from its class, and hands its formulas a population.
# ruff: noqa: N801, N805

import datetime

import numpy
from openfisca_core.indexed_enums import Enum
from openfisca_core.parameters import ParameterNode
from openfisca_core.periods import DAY, ETERNITY, MONTH, YEAR
from openfisca_core.reforms import Reform
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from openfisca_jobgrant.entities import Application, Employer, Jurisdiction, Participant, entities
from openfisca_jobgrant.rules import Money
from openfisca_jobgrant.vocabulary import EmploymentStatus, JurisdictionCode


class cost(Money):
    entity = Participant
    definition_period = MONTH


class grant(Money):
    entity = Participant
    definition_period = MONTH

    def formula(participant, period, parameters):
        return participant("cost", period) * parameters(period).share


class share_granted(Variable):
    value_type = float
    entity = Participant
    definition_period = MONTH

    def formula(participant, period, parameters):
        return participant.filled_array(parameters(period).share)


class hours(Variable):
    value_type = int
    entity = Participant
    definition_period = MONTH


class is_new(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH


class status(Variable):
    value_type = Enum
    possible_values = EmploymentStatus
    default_value = EmploymentStatus.employed
    entity = Participant
    definition_period = MONTH


class born(Variable):
    value_type = datetime.date
    entity = Participant
    definition_period = ETERNITY


class is_absent(Variable):
    value_type = bool
    entity = Participant
    definition_period = DAY


class nickname(Variable):
    value_type = str
    entity = Participant
    definition_period = MONTH


class ended(Variable):
    value_type = int
    entity = Participant
    definition_period = MONTH
    end = "2012-12-31"


class spiral(Variable):
    value_type = int
    entity = Participant
    definition_period = MONTH

    def formula(participant, period):
        return participant("spiral", period.last_month) + 1


class broken(Variable):
    value_type = int
    entity = Participant
    definition_period = MONTH

    def formula(participant, period):
        raise RuntimeError("a fault in a formula")


class boundless(Variable):
    value_type = float
    entity = Participant
    definition_period = MONTH

    def formula(participant, period):
        return participant.filled_array(numpy.nan)


class fee(Money):
    entity = Application
    definition_period = MONTH


class employer_grant(Money):
    entity = Employer
    definition_period = MONTH

    def formula(employer, period):
        return employer.sum(employer.members("grant", period))


class annual_payroll(Money):
    entity = Employer
    definition_period = YEAR


class transfer(Money):
    entity = Jurisdiction
    definition_period = YEAR


class code(Variable):
    value_type = Enum
    possible_values = JurisdictionCode
    default_value = JurisdictionCode.ON
    entity = Jurisdiction
    definition_period = ETERNITY


VARIABLES = (
    cost,
    grant,
    share_granted,
    hours,
    is_new,
    status,
    born,
    is_absent,
    nickname,
    ended,
    spiral,
    broken,
    boundless,
    fee,
    employer_grant,
    annual_payroll,
    transfer,
    code,
)
BUILT = []


class CountryTaxBenefitSystem(TaxBenefitSystem):
    def __init__(self):
        super().__init__(entities)
        BUILT.append(self)
        self.add_variables(*VARIABLES)
        self.parameters = ParameterNode(
            "", data={"share": {"values": {"1900-01-01": {"value": 0.1}}}}
        )


class grant_in_full(Reform):
    def apply(self):
        def full(parameters):
            parameters.share.update(start="1900-01-01", value=1.0)
            return parameters

        self.modify_parameters(full)


class more_hours(Variable):
    value_type = int
    entity = Participant
    definition_period = MONTH


class adds_a_variable(Reform):
    def apply(self):
        self.add_variable(more_hours)


class drops_hours(Reform):
    def apply(self):
        self.neutralize_variable("hours")
