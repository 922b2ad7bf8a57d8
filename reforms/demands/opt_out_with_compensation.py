"""Opting out with full compensation."""

from openfisca_jobgrant.reforming import Change, Scheme
from openfisca_jobgrant.sources import cited


class OptOutWithCompensation(Scheme):
    """A jurisdiction that does not join the grant keeps its full transfer.

    The premiers asked for it in July 2013 and again in November; Quebec wanted the money without
    the grant from the first day.
    """

    title = "Opting out with full compensation"
    proposed_by = "All premiers"
    proposed_on = "2013-07-25"
    stage = "demand"
    starts_on = "2014-04-01"
    reference = cited("F-D1", "F-D21")
    changes = (
        Change(
            "transfers.opt_out.compensated",
            True,
            start="2014-04-01",
            because="Who does not join keeps the per-capita share of the transfer.",
            references=cited("F-D1", "R-24"),
        ),
    )
