"""Which changes of the law no test notices, and a situation that would show each of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.coverage.cases import ReadyCase
from openfisca_jobgrant.coverage.figures import (
    FigureChange,
    changed_baseline,
    changed_scheme,
    figure_changes,
    shifted,
)
from openfisca_jobgrant.coverage.formulas import FormulaChange, changed_rule, formula_changes
from openfisca_jobgrant.coverage.telling import Teller
from openfisca_jobgrant.proofs.deciding import PROVED, Answer
from openfisca_jobgrant.reforming import Scheme
from openfisca_jobgrant.testing.systems import reform_class

NOTICED, SAME, UNNOTICED = "noticed", "makes no difference", "not noticed"
LawChange = FigureChange | FormulaChange


@dataclass
class Result:
    """What became of one change.

    Attributes:
        change: The change.
        outcome: ``noticed``, ``makes no difference`` or ``not noticed``.
        by: The case that noticed it, or why it makes no difference.
        readers: How many cases read what was changed.
        shown_by: What a situation that shows the change says; None where none was found.
    """

    change: LawChange
    outcome: str
    by: str = ""
    readers: int = 0
    shown_by: Answer | None = None


@dataclass
class Coverage:
    """The results of all changes.

    Attributes:
        results: One for each change.
    """

    results: list[Result] = field(default_factory=list)

    def by_provision(self) -> dict[str, dict[str, int]]:
        """How many changes of each provision came to what."""
        found: dict[str, dict[str, int]] = defaultdict(lambda: {NOTICED: 0, SAME: 0, UNNOTICED: 0})
        for result in self.results:
            found[result.change.provision][result.outcome] += 1
        return dict(sorted(found.items()))

    def share(self, kind: type) -> float:
        """The share of changes that make a difference and are noticed, among those of a kind."""
        outcomes = [one.outcome for one in self.results if isinstance(one.change, kind)]
        counted = [outcome for outcome in outcomes if outcome != SAME]
        return counted.count(NOTICED) / len(counted) if counted else 1.0

    def values_covered(self) -> tuple[int, int]:
        """How many dated figures have a change that is noticed, and how many could have."""
        outcomes: dict[Any, set[str]] = defaultdict(set)
        for one in self.results:
            if isinstance(one.change, FigureChange):
                outcomes[one.change.path, one.change.start, one.change.scheme].add(one.outcome)
        could = [found for found in outcomes.values() if found != {SAME}]
        return sum(NOTICED in found for found in could), len(could)


class Measurer:
    """Measures law coverage.

    Args:
        system: The baseline.
        cases: The cases.
        teller: Says whether a change makes a difference at all; None to leave that open.
    """

    def __init__(
        self, system: TaxBenefitSystem, cases: Sequence[ReadyCase], teller: Teller | None
    ) -> None:
        self._system = system
        self._teller = teller
        self._by_figure: dict[str, list[ReadyCase]] = defaultdict(list)
        self._by_rule: dict[str, list[ReadyCase]] = defaultdict(list)
        for case in cases:
            for path in {path for path, _ in case.figures}:
                self._by_figure[path].append(case)
            for rule in case.rules:
                self._by_rule[rule].append(case)

    def measure(
        self, changes: Iterable[LawChange], progress: Callable[[Result], None] | None = None
    ) -> Coverage:
        """The outcome of each change."""
        coverage = Coverage()
        for change in changes:
            result = self._one(change)
            coverage.results.append(result)
            if progress is not None:
                progress(result)
        return coverage

    def _one(self, change: LawChange) -> Result:
        if isinstance(change, FormulaChange):
            readers = self._by_rule[change.variable]
            baseline = changed_rule(self._system, change)
            return self._outcome(change, readers, lambda scheme: scheme, baseline)
        if "day" in change.kind and not _between_months(change):
            return Result(change, SAME, "no month begins between the two days")
        figure: Any = self._system.parameters
        for part in change.path.split("."):
            figure = figure.children[part]
        if change.scheme is not None:
            new = changed_scheme(change, figure.metadata.get("unit"))
            old = change.scheme
            readers = [
                case
                for case in self._by_figure[change.path]
                if any(_uses(reform_class(path), old) for path in case.reforms)
            ]
            return self._outcome(
                change, readers, lambda scheme: _with(scheme, old, new), self._system
            )
        baseline = changed_baseline(self._system, change)
        readers = self._by_figure[change.path]
        return self._outcome(change, readers, lambda scheme: scheme, baseline)

    def _outcome(
        self,
        change: LawChange,
        readers: Sequence[ReadyCase],
        scheme_of: Callable[[Any], Any],
        baseline: TaxBenefitSystem,
    ) -> Result:
        systems: dict[tuple[str, ...], TaxBenefitSystem] = {(): baseline}
        for case in readers:
            if case.reforms not in systems:
                system = baseline
                for path in case.reforms:
                    system = scheme_of(reform_class(path))(system)
                systems[case.reforms] = system
            if not case.holds(systems[case.reforms]):
                return Result(change, NOTICED, case.name, len(readers))
        if self._teller is None:
            return Result(change, UNNOTICED, "", len(readers))
        shown = self._teller.tell(change, baseline, scheme_of)
        if shown.verdict == PROVED:
            return Result(change, SAME, "proved for every situation", len(readers))
        return Result(change, UNNOTICED, "", len(readers), shown)


def all_changes(system: TaxBenefitSystem) -> list[LawChange]:
    """Every change of every dated figure and of every formula."""
    return [*figure_changes(system), *formula_changes(system)]


def _between_months(change: FigureChange) -> bool:
    """Whether a month begins from the earlier of the two days on, before the later one."""
    first, last = sorted((change.start, shifted(change.start, change.kind)))
    # The law of a month is that of its first day.
    return first.endswith("-01") and first < last


def _uses(scheme: type[Scheme], part: type[Scheme]) -> bool:
    return scheme is part or any(_uses(one, part) for one in scheme.includes)


def _with(scheme: type[Scheme], old: type[Scheme], new: type[Scheme]) -> type[Scheme]:
    if scheme is old:
        return new
    if not _uses(scheme, old):
        return scheme
    includes = tuple(_with(part, old, new) for part in scheme.includes)
    return type(scheme.__name__, (scheme,), {"includes": includes})
