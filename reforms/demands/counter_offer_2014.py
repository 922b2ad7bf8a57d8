"""The provinces' counter-offer of 4 February 2014."""

from openfisca_jobgrant.reforming import Change, Scheme
from openfisca_jobgrant.sources import cited


class CounterOffer2014(Scheme):
    """A start in October, six years to maturity, and the source of the money left free.

    On 4 February 2014 B.C., New Brunswick and P.E.I. put a counter-offer to Minister Kenney for all
    provinces. They accepted the shares of December and wanted to choose which transfer pays; their
    preference for another one than the labour market transfer is read as nothing taken from it, an
    assumption. What they asked for small firms is not known, so nothing changes there.
    """

    title = "The counter-offer"
    proposed_by = "B.C., New Brunswick and P.E.I., for all provinces"
    proposed_on = "2014-02-04"
    stage = "demand"
    starts_on = "2014-04-01"
    reference = cited("F-T17", "F-D13", "F-D14", "F-D15", "F-D15b")
    changes = (
        Change(
            "regime.national_grant",
            False,
            start="2014-04-01",
            stop="2014-09-30",
            because="The start is put off to 1 October 2014.",
            references=cited("F-D14", "R-19"),
        ),
        Change(
            "contribution.federal.share",
            0.666666666666667,
            start="2014-04-01",
            because="Ottawa pays two thirds, without a provincial match.",
            references=cited("F-T17", "R-20"),
        ),
        Change(
            "contribution.federal.maximum",
            10000,
            start="2014-04-01",
            because="Up to 10,000 dollars, all federal money.",
            references=cited("F-T17", "R-20"),
        ),
        Change(
            "contribution.provincial.share",
            0,
            start="2014-04-01",
            because="No provincial match.",
            references=cited("F-T17", "R-20"),
        ),
        Change(
            "contribution.provincial.maximum",
            0,
            start="2014-04-01",
            because="No provincial match.",
            references=cited("F-T17", "R-20"),
        ),
        Change(
            "transfers.provincial_match.rate",
            0,
            start="2014-04-01",
            because="No provincial match.",
            references=cited("F-T17", "R-20"),
        ),
        Change(
            "transfers.job_grant.on_top_of_the_transfer",
            True,
            start="2014-04-01",
            because="The source is free, and the provinces prefer another one (an assumption).",
            references=cited("F-D13", "F-D15b", "R-20"),
            confidence="low",
        ),
        Change(
            "transfers.job_grant.diverted_share",
            0.1,
            start="2014-04-01",
            because="60 per cent reached in six years, by tenths.",
            references=cited("F-D15", "R-20"),
            confidence="low",
        ),
        Change(
            "transfers.job_grant.diverted_share",
            0.2,
            start="2015-04-01",
            because="60 per cent reached in six years, by tenths.",
            references=cited("F-D15", "R-20"),
            confidence="low",
        ),
        Change(
            "transfers.job_grant.diverted_share",
            0.3,
            start="2016-04-01",
            because="60 per cent reached in six years, by tenths.",
            references=cited("F-D15", "R-20"),
            confidence="low",
        ),
        Change(
            "transfers.job_grant.diverted_share",
            0.4,
            start="2017-04-01",
            because="60 per cent reached in six years, by tenths.",
            references=cited("F-D15", "R-20"),
            confidence="low",
        ),
        Change(
            "transfers.job_grant.diverted_share",
            0.5,
            start="2018-04-01",
            because="60 per cent reached in six years, by tenths.",
            references=cited("F-D15", "R-20"),
            confidence="low",
        ),
        Change(
            "transfers.job_grant.diverted_share",
            0.6,
            start="2019-04-01",
            because="60 per cent reached in six years, by tenths.",
            references=cited("F-D15", "R-20"),
            confidence="medium",
        ),
        Change(
            "transfers.job_grant.any_source_share",
            0.1,
            start="2014-04-01",
            because="60 per cent reached in six years, by tenths.",
            references=cited("F-D15", "R-20"),
            confidence="low",
        ),
        Change(
            "transfers.job_grant.any_source_share",
            0.2,
            start="2015-04-01",
            because="60 per cent reached in six years, by tenths.",
            references=cited("F-D15", "R-20"),
            confidence="low",
        ),
        Change(
            "transfers.job_grant.any_source_share",
            0.3,
            start="2016-04-01",
            because="60 per cent reached in six years, by tenths.",
            references=cited("F-D15", "R-20"),
            confidence="low",
        ),
        Change(
            "transfers.job_grant.any_source_share",
            0.4,
            start="2017-04-01",
            because="60 per cent reached in six years, by tenths.",
            references=cited("F-D15", "R-20"),
            confidence="low",
        ),
        Change(
            "transfers.job_grant.any_source_share",
            0.5,
            start="2018-04-01",
            because="60 per cent reached in six years, by tenths.",
            references=cited("F-D15", "R-20"),
            confidence="low",
        ),
        Change(
            "transfers.job_grant.any_source_share",
            0.6,
            start="2019-04-01",
            because="60 per cent reached in six years, by tenths.",
            references=cited("F-D15", "R-20"),
            confidence="medium",
        ),
    )
