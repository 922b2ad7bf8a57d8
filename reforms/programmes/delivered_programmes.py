"""What thirteen jurisdictions delivered, each in its own way."""

from openfisca_jobgrant.reforms.agreements.canada_job_fund_2014 import CanadaJobFund2014
from openfisca_jobgrant.reforms.agreements.workforce_development_2017 import (
    WorkforceDevelopment2017,
)

from openfisca_jobgrant.reforming import Change, Scheme
from openfisca_jobgrant.sources import cited

_AGREEMENTS = (CanadaJobFund2014, WorkforceDevelopment2017)


class DeliveredProgrammes(Scheme):
    """The programmes as they were run, by date; the transfers are those of both agreements.

    From 1 April 2014 no national grant pays participants: each jurisdiction's own programme does,
    from its start to its end. Where none is in force, and in Quebec, nothing is granted.
    """

    title = "The programmes as delivered"
    proposed_by = "Thirteen provinces and territories"
    proposed_on = "2014-04-01"
    stage = "programme"
    starts_on = "2014-04-01"
    reference = cited("R-18", "F-A18", "F-W25")
    changes = (
        Change(
            "regime.national_grant",
            False,
            start="2014-04-01",
            because="Each jurisdiction's own programme pays participants.",
            references=cited("R-18"),
        ),
        Change(
            "regime.own_programmes",
            True,
            start="2014-04-01",
            because="Each jurisdiction's own programme pays participants.",
            references=cited("R-18"),
        ),
        *(
            change
            for agreement in _AGREEMENTS
            for change in agreement.changes
            if change.path.startswith("transfers.")
        ),
    )
