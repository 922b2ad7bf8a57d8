"""What the grant costs a province: the match, and the transfer that it loses."""

from openfisca_core.periods import YEAR

from openfisca_jobgrant.entities import Jurisdiction
from openfisca_jobgrant.rules import Money, exact, share_of
from openfisca_jobgrant.sources import cited


class provincial_match(Money):
    entity = Jurisdiction
    definition_period = YEAR
    label = "Provincial match of the federal money for the grant"
    reference = cited("F-P2", "F-P12", "F-D3", "R-23")

    def formula(jurisdiction, period, parameters):
        """As much as Ottawa puts in, if the jurisdiction joins."""
        rate = parameters(period).transfers.provincial_match.rate
        money = jurisdiction("federal_job_grant_money", period)
        return share_of(money, rate) * jurisdiction("joins_the_grant", period)


class provincial_exposure(Money):
    entity = Jurisdiction
    definition_period = YEAR
    label = "Provincial exposure: lost transfer and match"
    reference = cited("F-D3", "F-D6", "R-23", "R-24")

    def formula(jurisdiction, period):
        """What is taken from the transfer, or withheld, and the match."""
        return exact(
            jurisdiction("job_grant_transfer", period)
            + jurisdiction("withheld_transfer", period)
            + jurisdiction("provincial_match", period)
        )
