"""Where and when there is a grant."""

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.rules import Condition, fiscal_year
from openfisca_jobgrant.sources import cited


class has_grant_in_force(Condition):
    entity = Participant
    label = "A grant is in force in the jurisdiction in this month"
    reference = cited("F-P18", "R-1", "R-18")

    def formula(participant, period, parameters):
        """From the first day of the month on which the national grant is in force."""
        return participant.filled_array(parameters(period).regime.national_grant, dtype=bool)


class has_jurisdiction_that_takes_part(Condition):
    entity = Participant
    label = "The jurisdiction has joined the grant"
    reference = cited("F-D1", "R-24")

    def formula(participant, period):
        """In the fiscal year in which the month lies."""
        return participant.jurisdiction("joins_the_grant", fiscal_year(period))
