"""Which province or territory it is, and whether it takes part."""

from openfisca_core.indexed_enums import Enum
from openfisca_core.periods import ETERNITY, YEAR
from openfisca_core.variables import Variable

from openfisca_jobgrant.entities import Jurisdiction
from openfisca_jobgrant.sources import cited
from openfisca_jobgrant.vocabulary import JurisdictionCode


class jurisdiction_code(Variable):
    value_type = Enum
    possible_values = JurisdictionCode
    default_value = JurisdictionCode.ON
    entity = Jurisdiction
    definition_period = ETERNITY
    label = "Province or territory"
    reference = cited("F-L4")


class joins_the_grant(Variable):
    value_type = bool
    default_value = True
    entity = Jurisdiction
    definition_period = YEAR
    label = "Joins the Canada Job Grant in the fiscal year"
    reference = cited("F-D1", "F-T8")
