"""No mandated cost-matching."""

from openfisca_jobgrant.reforming import Change, Scheme
from openfisca_jobgrant.sources import cited


class NoCostMatching(Scheme):
    """No provincial contribution is required; nobody else's ceiling changes.

    In July 2013 the premiers refused to match the federal money for the grant: with the lost
    transfer, the plan would have cost them more than 600 million dollars a year.
    """

    title = "No provincial match"
    proposed_by = "All premiers"
    proposed_on = "2013-07-25"
    stage = "demand"
    starts_on = "2014-04-01"
    reference = cited("F-D2", "F-D3")
    changes = (
        Change(
            "contribution.provincial.share",
            0,
            start="2014-04-01",
            because="No provincial contribution is required.",
            references=cited("F-D2"),
        ),
        Change(
            "transfers.provincial_match.rate",
            0,
            start="2014-04-01",
            because="No provincial contribution is required.",
            references=cited("F-D2", "R-23"),
        ),
    )
