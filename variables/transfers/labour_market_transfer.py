"""The money that Ottawa sends for labour market training, and what the grant takes of it."""

from openfisca_core.periods import YEAR

from openfisca_jobgrant.entities import Jurisdiction
from openfisca_jobgrant.rules import Money, allocate, exact, for_each, share_of
from openfisca_jobgrant.sources import cited


class labour_market_transfer(Money):
    entity = Jurisdiction
    definition_period = YEAR
    label = "Labour market transfer: the whole per-capita transfer"
    reference = cited("F-L1", "F-L4", "F-P9", "F-A27", "R-4", "R-6")

    def formula(jurisdiction, period, parameters):
        """The national amount, shared by population, and the territories' supplement."""
        law = parameters(period)
        codes = jurisdiction("jurisdiction_code", period)
        national = law.transfers.labour_market_agreement.annual_total
        supplement = for_each(law.transfers.territorial_supplement, codes)
        return exact(allocate(national, law.population, codes) + supplement)


class federal_job_grant_money(Money):
    entity = Jurisdiction
    definition_period = YEAR
    label = "Federal money for the grant, from whatever source"
    documentation = "What the jurisdiction gets for the grant if it joins."
    reference = cited("F-P8", "F-P11", "F-F3", "R-20", "R-23")

    def formula(jurisdiction, period, parameters):
        """A share of the national transfer, shared by population."""
        law = parameters(period)
        codes = jurisdiction("jurisdiction_code", period)
        national = law.transfers.labour_market_agreement.annual_total
        grant = law.transfers.job_grant
        money = allocate(share_of(national, grant.diverted_share), law.population, codes)
        return money * for_each(grant.takes_part, codes)


class job_grant_spending_from_any_source(Money):
    entity = Jurisdiction
    definition_period = YEAR
    label = "Spending on the grant that is expected, from any source of federal money"
    documentation = "Shown beside the transfer; what goes beyond the diverted part is other money."
    reference = cited("F-A22", "F-A25", "R-20")

    def formula(jurisdiction, period, parameters):
        """A share of the national transfer, shared by population."""
        law = parameters(period)
        codes = jurisdiction("jurisdiction_code", period)
        national = law.transfers.labour_market_agreement.annual_total
        grant = law.transfers.job_grant
        money = allocate(share_of(national, grant.any_source_share), law.population, codes)
        return money * for_each(grant.takes_part, codes)


class diverted_transfer(Money):
    entity = Jurisdiction
    definition_period = YEAR
    label = "Part of the transfer that is set aside for the grant"
    reference = cited("F-P11", "F-D9", "R-23")

    def formula(jurisdiction, period, parameters):
        """All federal money for the grant, unless it comes on top of the transfer."""
        on_top = parameters(period).transfers.job_grant.on_top_of_the_transfer
        return jurisdiction("federal_job_grant_money", period) * (1 - on_top)


class job_grant_transfer(Money):
    entity = Jurisdiction
    definition_period = YEAR
    label = "Part of the transfer that goes to the grant"
    reference = cited("F-P8", "F-P11", "R-24")

    def formula(jurisdiction, period):
        """The part set aside, if the jurisdiction joins."""
        return jurisdiction("diverted_transfer", period) * jurisdiction("joins_the_grant", period)


class withheld_transfer(Money):
    entity = Jurisdiction
    definition_period = YEAR
    label = "Part of the transfer that a jurisdiction loses by not joining"
    reference = cited("F-D1", "R-24")

    def formula(jurisdiction, period, parameters):
        """The part set aside, unless those who stay out are compensated."""
        compensated = parameters(period).transfers.opt_out.compensated
        stays_out = 1 - jurisdiction("joins_the_grant", period)
        return jurisdiction("diverted_transfer", period) * stays_out * (1 - compensated)


class labour_market_services_funding(Money):
    entity = Jurisdiction
    definition_period = YEAR
    label = "What is left of the transfer for labour market services"
    reference = cited("F-P10", "R-23", "R-24")

    def formula(jurisdiction, period):
        """The transfer less what goes to the grant or is withheld."""
        return exact(
            jurisdiction("labour_market_transfer", period)
            - jurisdiction("job_grant_transfer", period)
            - jurisdiction("withheld_transfer", period)
        )
