"""Who the employer is."""

from openfisca_core.indexed_enums import Enum
from openfisca_core.periods import MONTH
from openfisca_core.variables import Variable

from openfisca_jobgrant.entities import Employer
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


class is_small_employer(Variable):
    value_type = bool
    entity = Employer
    definition_period = MONTH
    label = "Is a small employer"
    reference = cited("F-A8", "R-25")

    def formula(employer, period, parameters):
        """At most as many employees as the law names."""
        largest = parameters(period).small_employer.maximum_employees
        return employer("employee_count", period) <= largest
