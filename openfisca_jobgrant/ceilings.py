"""Ceilings: how what is left of them is used up, within a month and over a fiscal year.

Within a month an employer's ceiling is used up in the order of the members, first come first
served. Over the year, what a month leaves to the next ones is worked out here in a loop over the
months, and not by variables that look at themselves a month earlier: OpenFisca gives such a
variable its default, silently.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy
from openfisca_core.periods import DateUnit, Period

from openfisca_jobgrant.rules import Array, exact, fiscal_year, running_before, symbolic_of, total


@dataclass(frozen=True)
class ParticipantCeilings:
    """What limits a participant's amount in a month. One value for each participant, in dollars.

    Attributes:
        maximum: The participant's own ceiling.
        received: What counts toward it already.
        across_streams: The ceiling of all streams together.
        received_across_streams: What counts toward that already.
        outside_the_total: Whether the ceiling of all streams doesn't matter.
    """

    maximum: Array
    received: Array
    across_streams: Array
    received_across_streams: Array
    outside_the_total: Array


def within_participant_ceilings(asked: Array, ceilings: ParticipantCeilings) -> Array:
    """As much of an amount as the participant's ceilings leave room for, in dollars."""
    left = numpy.maximum(ceilings.maximum - ceilings.received, 0)
    across = numpy.maximum(ceilings.across_streams - ceilings.received_across_streams, 0)
    within = numpy.minimum(asked, left)
    return exact(numpy.where(ceilings.outside_the_total, within, numpy.minimum(within, across)))


def within_employer_ceiling(
    employer: Any, application: Any, asked: Array, left: Array, refuses: Array
) -> Array:
    """As much of an amount as the employer's ceiling leaves room for, in dollars.

    Args:
        employer: The participants' view of their employers.
        application: The participants' view of their applications.
        asked: One amount for each participant.
        left: What is left of the employer's ceiling, for each participant.
        refuses: Whether an application that doesn't fit gets nothing, rather than what is left.
    """
    room = numpy.maximum(left - running_before(employer, asked), 0)
    cut = exact(numpy.minimum(asked, room))
    return numpy.where(refuses, asked * fits_in_order(employer, application, asked, left), cut)


def fits_in_order(employer: Any, application: Any, asked: Array, left: Array) -> Array:
    """Whether each participant's whole application fits into what is left for the employer.

    Applications come in the order of their first members; one that doesn't fit leaves the room to
    the next.

    Args:
        employer: The participants' view of their employers.
        application: The participants' view of their applications.
        asked: One amount for each participant, in dollars.
        left: What is left of the employer's ceiling, for each participant, in dollars.
    """
    if (symbolic := symbolic_of(employer)) is not None:
        return symbolic.fits_in_order(employer, application, asked, left)
    applications = getattr(application, "reference_entity", application)
    homes = applications.members_entity_id
    if not len(homes):
        return numpy.zeros(0, dtype=bool)
    owning = getattr(employer, "reference_entity", employer)
    employers = owning.members_entity_id
    if (total(owning, asked)[employers] <= left).all():
        # Whoever asks for less than is left in all has everything that fits.
        return numpy.ones(len(homes), dtype=bool)
    present, firsts = numpy.unique(homes, return_index=True)
    in_order = numpy.argsort(firsts, kind="stable")
    cents = numpy.rint(total(applications, asked) * 100)[present][in_order]
    owners = employers[firsts][in_order]
    rooms = numpy.rint(numpy.asarray(left)[firsts] * 100)[in_order]
    turn = _turns(owners)
    used = numpy.zeros(employers.max() + 1)
    fits = numpy.zeros(applications.count, dtype=bool)
    for place in range(turn.max() + 1):
        now = turn == place
        fit = used[owners[now]] + cents[now] <= rooms[now]
        used[owners[now]] += cents[now] * fit
        fits[present[in_order[now]]] = fit
    return fits[homes]


def _turns(owners: Array) -> Array:
    """The place of each item among those of the same owner, from zero, in their order."""
    order = numpy.argsort(owners, kind="stable")
    ordered = owners[order]
    starts = numpy.concatenate(([True], ordered[1:] != ordered[:-1]))
    places = numpy.arange(len(owners))
    turns = numpy.empty(len(owners), dtype=int)
    turns[order] = places - numpy.maximum.accumulate(numpy.where(starts, places, 0))
    return turns


# The fiscal year so far -------------------------------------------------------------------------


@dataclass
class Received:
    """What was received in the months of a fiscal year before a month, in dollars.

    Attributes:
        participant: By each participant.
        employer: By each employer, for all its participants.
        entries: For each month with money: from which account, whether outside the total across
            streams, and how much, for each participant.
    """

    participant: Array
    employer: Array
    entries: list[tuple[Array, Array, Array]] = field(default_factory=list)

    def from_other_accounts(self, account: Array) -> Array:
        """What each participant received from other accounts than this one, in dollars."""
        other = numpy.zeros_like(self.participant)
        for entry, _, paid in self.entries:
            other = exact(other + paid * (entry != account))
        return other

    def outside_the_total(self) -> Array:
        """What each participant received outside the total across streams, in dollars."""
        outside = numpy.zeros_like(self.participant)
        for _, is_outside, paid in self.entries:
            outside = exact(outside + paid * is_outside)
        return outside


def account_of(participant: Any, period: Period) -> Array:
    """Which ceiling a participant's amount of a month is taken from, as a number.

    New hires have one, each stream with a ceiling of its own has one, and all others share one.
    """
    streams = numpy.asarray(participant.application("training_stream", period)).astype(int)
    own = participant("has_stream_with_its_own_ceiling", period)
    hired = participant("has_terms_of_new_hires", period)
    return numpy.where(hired, -1, numpy.where(own, streams, 0))


def received_before(participant: Any, period: Period, parameters: Any) -> Received:
    """What was received in the fiscal year's months before a month.

    Only months for which anything is known are looked at. An amount that was given for a month
    replaces what its earlier months add up to.

    Args:
        participant: The population of participants.
        period: The month.
        parameters: The law: a function of a period.
    """
    employers = participant.simulation.populations["employer"]
    so_far = Received(numpy.zeros(participant.count), numpy.zeros(employers.count))
    for month in known_months_before(participant.simulation, period):
        so_far.participant = _given(
            participant, "participant_received_to_date", month, so_far.participant
        )
        so_far.employer = _given(employers, "employer_received_to_date", month, so_far.employer)
        if parameters(month).regime.own_programmes:
            account = account_of(participant, month)
            outside = participant("has_stream_outside_the_total", month)
            paid = _paid(participant, month, so_far, account)
            so_far.entries.append((account, outside, paid))
        else:
            paid = participant("government_contribution", month)
        so_far.participant = exact(so_far.participant + paid)
        so_far.employer = exact(so_far.employer + total(employers, paid))
    return so_far


def known_months_before(simulation: Any, period: Period) -> list[Period]:
    """The months of the fiscal year before a month for which any amount of money is known.

    No amount has another default than zero, so that nothing is paid in the other months.
    """
    known = {
        at
        for population in simulation.populations.values()
        for holder in population._holders.values()
        if holder.variable.dtype == numpy.float64
        and holder.variable.definition_period == DateUnit.MONTH
        for at in holder.get_known_periods()
    }
    first = fiscal_year(period).start
    return sorted((at for at in known if first <= at.start < period.start), key=lambda at: at.start)


def _given(population: Any, name: str, month: Period, otherwise: Array) -> Array:
    given = population.get_holder(name).get_array(month)
    return otherwise if given is None else exact(numpy.maximum(given, 0))


def _paid(participant: Any, month: Period, so_far: Received, account: Array) -> Array:
    """What a month's own programmes pay each participant, after what was received before."""
    yearly = participant("has_ceiling_for_the_fiscal_year", month)
    same_account = so_far.participant - so_far.from_other_accounts(account)
    training = within_participant_ceilings(
        participant("contribution_before_ceilings", month),
        ParticipantCeilings(
            maximum=participant("participant_ceiling", month),
            received=same_account * yearly,
            across_streams=participant("ceiling_across_streams", month),
            received_across_streams=so_far.participant - so_far.outside_the_total(),
            outside_the_total=participant("has_stream_outside_the_total", month),
        ),
    )
    homes = participant.simulation.populations["employer"].members_entity_id
    return within_employer_ceiling(
        participant.employer,
        participant.application,
        exact(training + participant("wages_that_the_government_pays_for", month)),
        participant("employer_ceiling", month) - so_far.employer[homes],
        participant("is_refused_beyond_the_employer_ceiling", month),
    )


def earlier_applications(application: Any, period: Period) -> Array:
    """How many applications with anyone admitted an employer made earlier in the fiscal year.

    Args:
        application: The population of applications.
        period: The month; the applications that come before one in the month count, too.

    Returns:
        A count for each application.
    """
    participant = application.members
    employers = participant.simulation.populations["employer"]
    earlier = numpy.zeros(employers.count)
    for month in known_months_before(participant.simulation, period):
        earlier = earlier + total(employers, first_admitted(participant, month))
    firsts = first_admitted(participant, period)
    return applications_before(application, firsts, earlier[employers.members_entity_id])


def applications_before(application: Any, firsts: Array, earlier: Array) -> Array:
    """How many applications of its employer come before each one.

    Args:
        application: The population of applications.
        firsts: The participants that stand for an application.
        earlier: For each participant, how many the employer made in earlier months.
    """
    before = earlier + running_before(application.members.employer, firsts)
    return total(application, firsts * before)


def first_admitted(participant: Any, period: Period) -> Array:
    """Whether a participant is the first admitted one, with costs, of an application.

    Each application with anyone admitted has one such participant, who stands for it where
    applications are counted.
    """
    counts = participant("is_admitted", period) & (participant("programme_costs", period) > 0)
    return counts & (running_before(participant.application, counts) < 1)
