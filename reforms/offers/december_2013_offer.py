"""The revised offer of 24 December 2013."""

from openfisca_jobgrant.reforming import Change, Scheme
from openfisca_jobgrant.sources import cited


class December2013Offer(Scheme):
    """Ottawa pays the provinces' part too; the money still comes out of the transfer.

    On 24 December 2013 Ottawa offered to pay up to 10,000 dollars for a participant and to ask for
    no provincial match. What it diverts from the transfer stayed as in the plan.
    """

    title = "The offer of December 2013"
    proposed_by = "Minister Kenney"
    proposed_on = "2013-12-24"
    stage = "offer"
    starts_on = "2014-04-01"
    reference = cited("F-T15")
    changes = (
        Change(
            "contribution.federal.share",
            0.666666666666667,
            start="2014-04-01",
            because="Ottawa pays two thirds, without a provincial match.",
            references=cited("F-T15", "F-X4"),
        ),
        Change(
            "contribution.federal.maximum",
            10000,
            start="2014-04-01",
            because="Up to 10,000 dollars, all federal money.",
            references=cited("F-T15", "F-X4"),
        ),
        Change(
            "contribution.provincial.share",
            0,
            start="2014-04-01",
            because="No provincial match.",
            references=cited("F-T15", "F-X4"),
        ),
        Change(
            "contribution.provincial.maximum",
            0,
            start="2014-04-01",
            because="No provincial match.",
            references=cited("F-T15", "F-X4"),
        ),
        Change(
            "transfers.provincial_match.rate",
            0,
            start="2014-04-01",
            because="No provincial match.",
            references=cited("F-T15", "F-X4"),
        ),
    )
