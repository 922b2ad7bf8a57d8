"""The Canada Job Fund Agreements of 2014."""

from openfisca_jobgrant.reforming import Change, Scheme
from openfisca_jobgrant.sources import cited


class CanadaJobFund2014(Scheme):
    """Two thirds up to 10,000 dollars, all federal; 40 per cent of the transfer at maturity.

    Between 28 March and 22 September 2014 all jurisdictions but Quebec signed. No province matches;
    a small employer's wages may count for half of its third; Quebec gets its share of the transfer
    without the grant; the territories get a supplement. The grant is paid from July 2014, or from
    the month after a later signature. New Brunswick's day of signing the full agreement was not
    found: its agreement in principle of 14 March is taken.
    """

    title = "The Canada Job Fund Agreements"
    proposed_by = "Ottawa and twelve jurisdictions; Quebec on terms of its own"
    proposed_on = "2014-03-28"
    stage = "agreement"
    starts_on = "2014-04-01"
    reference = cited("F-T20", "F-A1", "F-A3", "F-A4", "F-A31")
    changes = (
        Change(
            "regime.national_grant",
            False,
            start="2014-04-01",
            stop="2014-06-30",
            because="The grant is paid from 1 July 2014.",
            references=cited("F-A3", "R-19"),
        ),
        Change(
            "contribution.federal.share",
            0.666666666666667,
            start="2014-04-01",
            because="Ottawa pays two thirds, without a provincial match.",
            references=cited("F-A3", "F-A4", "F-A5", "R-16"),
        ),
        Change(
            "contribution.federal.maximum",
            10000,
            start="2014-04-01",
            because="Up to 10,000 dollars, all federal money.",
            references=cited("F-A3", "F-A4", "F-A5", "R-16"),
        ),
        Change(
            "contribution.provincial.share",
            0,
            start="2014-04-01",
            because="No provincial match.",
            references=cited("F-A3", "F-A4", "F-A5", "R-16"),
        ),
        Change(
            "contribution.provincial.maximum",
            0,
            start="2014-04-01",
            because="No provincial match.",
            references=cited("F-A3", "F-A4", "F-A5", "R-16"),
        ),
        Change(
            "transfers.provincial_match.rate",
            0,
            start="2014-04-01",
            because="No provincial match.",
            references=cited("F-A3", "F-A4", "F-A5", "R-16"),
        ),
        Change(
            "contribution.small_employers.in_kind_share",
            0.5,
            start="2014-04-01",
            because="A small employer's wages may count for half of its part.",
            references=cited("F-A9", "F-A10", "R-11"),
            confidence="medium",
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
        Change(
            "regime.has_signed.NL",
            False,
            start="2014-04-01",
            stop="2014-07-31",
            because="Signed on 7 July 2014; paid from the next month.",
            references=cited("F-T31", "R-19"),
        ),
        Change(
            "regime.has_signed.PE",
            False,
            start="2014-04-01",
            stop="2014-08-31",
            because="Signed on 12 August 2014; paid from the next month.",
            references=cited("F-T32", "R-19"),
        ),
        Change(
            "regime.has_signed.NT",
            False,
            start="2014-04-01",
            stop="2014-08-31",
            because="Signed on 12 August 2014; paid from the next month.",
            references=cited("F-T32", "R-19"),
        ),
        Change(
            "regime.has_signed.SK",
            False,
            start="2014-04-01",
            stop="2014-08-31",
            because="Signed on 25 August 2014; paid from the next month.",
            references=cited("F-T33", "R-19"),
        ),
        Change(
            "regime.has_signed.YT",
            False,
            start="2014-04-01",
            stop="2014-09-30",
            because="Signed on 4 September 2014; paid from the next month.",
            references=cited("F-T34", "R-19"),
        ),
        Change(
            "regime.has_signed.NU",
            False,
            start="2014-04-01",
            stop="2014-09-30",
            because="Signed on 22 September 2014; paid from the next month.",
            references=cited("F-T35", "R-19"),
        ),
        Change(
            "regime.has_signed.QC",
            False,
            start="2014-04-01",
            because="Quebec keeps its own system and gets the transfer without the grant.",
            references=cited("F-A31", "F-T21"),
        ),
        Change(
            "transfers.job_grant.takes_part.QC",
            False,
            start="2014-04-01",
            because="Quebec keeps its own system and gets the transfer without the grant.",
            references=cited("F-A31", "F-T21"),
        ),
        Change(
            "transfers.territorial_supplement.YT",
            500000,
            start="2014-04-01",
            because="The territories get 500,000 dollars a year beyond their share.",
            references=cited("F-A27", "R-6"),
        ),
        Change(
            "transfers.territorial_supplement.NT",
            500000,
            start="2014-04-01",
            because="The territories get 500,000 dollars a year beyond their share.",
            references=cited("F-A27", "R-6"),
        ),
        Change(
            "transfers.territorial_supplement.NU",
            500000,
            start="2014-04-01",
            because="The territories get 500,000 dollars a year beyond their share.",
            references=cited("F-A27", "R-6"),
        ),
    )
