"""The final offer of 21 February 2014."""

from openfisca_jobgrant.reforming import Change, Scheme
from openfisca_jobgrant.sources import cited


class FinalOffer2014(Scheme):
    """The grant starts in July, and the provinces choose where its money comes from.

    On 21 February 2014 Ottawa made what it called its final offer: two thirds up to 10,000 dollars
    in federal money, from whatever transfer a province prefers, and a start on 1 July. At maturity
    200 of the 500 million are taken from the labour market transfer.
    """

    title = "The final offer"
    proposed_by = "Minister Kenney"
    proposed_on = "2014-02-21"
    stage = "offer"
    starts_on = "2014-04-01"
    reference = cited("F-T19")
    changes = (
        Change(
            "regime.national_grant",
            False,
            start="2014-04-01",
            stop="2014-06-30",
            because="The grant starts on 1 July 2014.",
            references=cited("F-T19", "R-19"),
        ),
        Change(
            "contribution.federal.share",
            0.666666666666667,
            start="2014-04-01",
            because="Ottawa pays two thirds, without a provincial match.",
            references=cited("F-T19"),
        ),
        Change(
            "contribution.federal.maximum",
            10000,
            start="2014-04-01",
            because="Up to 10,000 dollars, all federal money.",
            references=cited("F-T19"),
        ),
        Change(
            "contribution.provincial.share",
            0,
            start="2014-04-01",
            because="No provincial match.",
            references=cited("F-T19"),
        ),
        Change(
            "contribution.provincial.maximum",
            0,
            start="2014-04-01",
            because="No provincial match.",
            references=cited("F-T19"),
        ),
        Change(
            "transfers.provincial_match.rate",
            0,
            start="2014-04-01",
            because="No provincial match.",
            references=cited("F-T19"),
        ),
        Change(
            "transfers.job_grant.diverted_share",
            0.1,
            start="2014-04-01",
            because="40 per cent at maturity; ten points more each year.",
            references=cited("F-A19", "F-A24", "R-20"),
            confidence="medium",
        ),
        Change(
            "transfers.job_grant.diverted_share",
            0.2,
            start="2015-04-01",
            because="40 per cent at maturity; ten points more each year.",
            references=cited("F-A19", "F-A24", "R-20"),
            confidence="medium",
        ),
        Change(
            "transfers.job_grant.diverted_share",
            0.3,
            start="2016-04-01",
            because="40 per cent at maturity; ten points more each year.",
            references=cited("F-A19", "F-A24", "R-20"),
            confidence="medium",
        ),
        Change(
            "transfers.job_grant.diverted_share",
            0.4,
            start="2017-04-01",
            because="40 per cent at maturity; ten points more each year.",
            references=cited("F-A19", "F-A24", "R-20"),
            confidence="high",
        ),
    )
