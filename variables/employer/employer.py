"""Who the employer is."""

from openfisca_core.indexed_enums import Enum
from openfisca_core.periods import MONTH, YEAR
from openfisca_core.variables import Variable

from openfisca_jobgrant.entities import Employer
from openfisca_jobgrant.programmes import by_jurisdiction, by_regime
from openfisca_jobgrant.rules import Money, first_of
from openfisca_jobgrant.sources import cited
from openfisca_jobgrant.vocabulary import EmployerKind


class employee_count(Variable):
    value_type = int
    default_value = 100
    unit = "employee"
    entity = Employer
    definition_period = MONTH
    label = "Number of employees"
    reference = cited("F-A8")


class employer_kind(Variable):
    value_type = Enum
    possible_values = EmployerKind
    default_value = EmployerKind.private
    entity = Employer
    definition_period = MONTH
    label = "Kind of employer"
    reference = cited("F-P25")


class years_in_business(Variable):
    value_type = float
    default_value = 5
    unit = "year"
    entity = Employer
    definition_period = MONTH
    label = "Years in business"
    reference = cited("P-AB")


class earlier_grants_in_five_years(Variable):
    value_type = int
    unit = "grant"
    entity = Employer
    definition_period = MONTH
    label = "Grants that the employer had in the five years before"
    reference = cited("P-MB-repeat-bar")


class annual_payroll(Money):
    entity = Employer
    definition_period = YEAR
    label = "Payroll of the calendar year"
    documentation = "The one year in this law that begins on 1 January."
    reference = cited("P-QC", "R-3")


class is_small_employer(Variable):
    value_type = bool
    entity = Employer
    definition_period = MONTH
    label = "Is a small employer"
    reference = cited("F-A8", "P-ON-gov-share-small", "P-MB-gov-share-small", "R-15", "R-25")

    def formula(employer, period, parameters):
        """At most as many employees as the law, or the jurisdiction's own programme, names."""
        law = parameters(period)

        def line_of_own_programme():
            codes = first_of(employer, employer.members.jurisdiction("jurisdiction_code", period))
            return by_jurisdiction(law.programmes, codes).small_employers.maximum_employees

        largest = by_regime(
            law,
            own=line_of_own_programme,
            national=lambda: law.small_employer.maximum_employees,
        )
        return employer("employee_count", period) <= largest
