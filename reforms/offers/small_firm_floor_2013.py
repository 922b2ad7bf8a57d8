"""The floor of 15 per cent for small firms, November 2013."""

from openfisca_jobgrant.reforming import Change, Scheme
from openfisca_jobgrant.sources import cited


class SmallFirmFloor2013(Scheme):
    """A small employer owes 15 per cent of the costs; the governments share the rest equally.

    On 8 November 2013 Minister Kenney met the provinces in Toronto and let it be known that small
    firms could pay less than a third, but not less than 15 per cent. Who pays the difference was
    not said: that the two governments share it, and up to what ceiling, is assumed.
    """

    title = "The floor for small firms"
    proposed_by = "Minister Kenney"
    proposed_on = "2013-11-08"
    stage = "offer"
    starts_on = "2014-04-01"
    reference = cited("F-T12")
    changes = (
        Change(
            "contribution.small_employers.have_their_own_terms",
            True,
            start="2014-04-01",
            because="A small employer pays 15 per cent of the costs.",
            references=cited("F-T12", "R-26"),
        ),
    )
