"""The three demands together."""

from openfisca_jobgrant.reforms.demands.restore_labour_market_funding import (
    RestoreLabourMarketFunding,
)
from openfisca_jobgrant.reforms.demands.small_business_relief import SmallBusinessRelief
from openfisca_jobgrant.reforms.demands.underrepresented_groups_access import (
    UnderrepresentedGroupsAccess,
)

from openfisca_jobgrant.reforming import Scheme
from openfisca_jobgrant.sources import cited


class PremiersPackage(Scheme):
    """Restore the money; take away the barriers for small firms and underrepresented groups.

    Premier Clark put the three demands together after the meeting with private-sector leaders in
    Toronto in the autumn of 2013, and called them a good start.
    """

    title = "The premiers' package"
    proposed_by = "Premiers Clark and Alward, for all premiers"
    proposed_on = "2013-10-03"
    stage = "demand"
    starts_on = "2014-04-01"
    reference = cited("F-D9", "F-D10", "F-D11", "seed")
    includes = (RestoreLabourMarketFunding, SmallBusinessRelief, UnderrepresentedGroupsAccess)
