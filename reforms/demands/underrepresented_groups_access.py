"""Take away the barriers for underrepresented groups."""

from openfisca_jobgrant.reforming import Change, Scheme
from openfisca_jobgrant.sources import cited


class UnderrepresentedGroupsAccess(Scheme):
    """Participants from underrepresented groups need no employer, no job offer and no money.

    In 2013 the premiers said that the grant trained people who already had a job and left behind
    those far from one: Indigenous people, people with low literacy, the long-term unemployed.
    They are admitted without an employer, and Ottawa pays the employer's part for them.
    """

    title = "Access for underrepresented groups"
    proposed_by = "All premiers"
    proposed_on = "2013-10-03"
    stage = "demand"
    starts_on = "2014-04-01"
    reference = cited("F-D11", "F-D12", "seed")
    changes = (
        Change(
            "access_without_employer.underrepresented_groups",
            True,
            start="2014-04-01",
            because="Underrepresented participants need no employer or job offer.",
            references=cited("F-D11", "R-25"),
        ),
        Change(
            "employer_part_paid_by_ottawa.underrepresented_groups",
            True,
            start="2014-04-01",
            because="They owe no employer share; Ottawa pays it.",
            references=cited("F-D11", "R-25"),
        ),
    )
