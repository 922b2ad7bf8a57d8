"""The Workforce Development Agreements of 2017."""

from openfisca_jobgrant.reforming import Change, Scheme
from openfisca_jobgrant.sources import cited


class WorkforceDevelopment2017(Scheme):
    """The transfers are merged and topped up, and the grant is no longer asked for.

    Budget 2017 merged the Canada Job Fund, the agreements for persons with disabilities and the
    initiative for older workers from 1 April 2017. Jurisdictions may keep, adapt or drop the grant:
    nothing is set aside for it, and from April 2018 no national formula pays participants. The base
    and the top-ups are national figures; what each jurisdiction gets of them is not known.
    """

    title = "The Workforce Development Agreements"
    proposed_by = "Ottawa and all jurisdictions"
    proposed_on = "2018-05-02"
    stage = "agreement"
    starts_on = "2017-04-01"
    reference = cited("F-W1", "F-W3", "F-W25")
    changes = (
        Change(
            "regime.national_grant",
            False,
            start="2018-04-01",
            because="Jurisdictions set their own shares from April 2018.",
            references=cited("F-W25", "R-20"),
        ),
        Change(
            "transfers.job_grant.diverted_share",
            0,
            start="2017-04-01",
            because="The grant is no longer mandatory, so nothing is set aside for it.",
            references=cited("F-W25", "R-20"),
            confidence="medium",
        ),
        Change(
            "transfers.job_grant.any_source_share",
            0,
            start="2017-04-01",
            because="The grant is no longer mandatory, so nothing is set aside for it.",
            references=cited("F-W25", "R-20"),
            confidence="medium",
        ),
        Change(
            "transfers.provincial_match.rate",
            0,
            start="2017-04-01",
            because="No provincial match.",
            references=cited("F-W25"),
        ),
        Change(
            "transfers.workforce_development_agreement.base",
            722000000,
            start="2017-04-01",
            because="The base of the merged agreements.",
            references=cited("F-W1", "F-W2"),
        ),
        Change(
            "transfers.workforce_development_agreement.top_up_over_six_years",
            900000000,
            start="2017-04-01",
            stop="2024-03-31",
            because="900 million over six years, extended by one year.",
            references=cited("F-W3", "F-W6"),
        ),
        Change(
            "transfers.workforce_development_agreement.one_time_top_up",
            1500000000,
            start="2020-04-01",
            stop="2021-03-31",
            because="Once, for the pandemic year.",
            references=cited("F-W11"),
        ),
    )
