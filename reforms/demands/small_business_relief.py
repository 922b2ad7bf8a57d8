"""Take away the barriers for small businesses."""

from openfisca_jobgrant.reforming import Change, Scheme
from openfisca_jobgrant.sources import cited


class SmallBusinessRelief(Scheme):
    """A small employer owes no cash for the first 15,000 dollars of a participant's costs.

    In the autumn of 2013 the premiers said that small businesses could not be expected to put up
    5,000 dollars a person. Ottawa pays the small employer's part in its place, and the wages that
    the employer pays during the training count in kind.
    """

    title = "Relief for small businesses"
    proposed_by = "All premiers"
    proposed_on = "2013-10-03"
    stage = "demand"
    starts_on = "2014-04-01"
    reference = cited("F-D10", "seed")
    changes = (
        Change(
            "employer_part_paid_by_ottawa.small_employers",
            True,
            start="2014-04-01",
            because="A small employer owes no cash; Ottawa pays the difference.",
            references=cited("F-D10", "R-25"),
        ),
    )
