"""Restore the 300 million."""

from openfisca_jobgrant.reforming import Change, Scheme
from openfisca_jobgrant.sources import cited


class RestoreLabourMarketFunding(Scheme):
    """Nothing of the labour market transfer is taken for the grant.

    In July 2013 all premiers refused to pay for the grant out of the 500 million dollars a year
    that serve people far from a job, and in the autumn they asked for the 300 million back. The
    grant itself and its match remain: the federal money for it comes on top of the transfer.
    """

    title = "Restore the labour market funding"
    proposed_by = "All premiers"
    proposed_on = "2013-07-25"
    stage = "demand"
    starts_on = "2014-04-01"
    reference = cited("F-D9", "F-D3", "seed")
    changes = (
        Change(
            "transfers.job_grant.on_top_of_the_transfer",
            True,
            start="2014-04-01",
            because="Nothing of the 500 million is diverted; the grant is federal money on top.",
            references=cited("F-D9", "R-23"),
        ),
    )
