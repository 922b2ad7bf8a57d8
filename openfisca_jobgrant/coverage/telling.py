"""Whether a change of the law makes a difference in any situation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.coverage.figures import FigureChange
from openfisca_jobgrant.coverage.formulas import FormulaChange
from openfisca_jobgrant.proofs.cases import Situations, months_of
from openfisca_jobgrant.proofs.claims import Claim, Node
from openfisca_jobgrant.proofs.deciding import REFUTED, Answer, Effort, decide_between
from openfisca_jobgrant.proofs.integers import Integers
from openfisca_jobgrant.scenarios.named import named_laws

LAW, CHANGED = "law", "changed"
_PARTICIPANT = (
    "eligible_costs",
    "federal_contribution",
    "provincial_contribution",
    "employer_cash_contribution",
    "employer_in_kind_contribution",
    "ineligible_costs",
)
_JURISDICTION = (
    "labour_market_transfer",
    "job_grant_transfer",
    "labour_market_services_funding",
    "provincial_match",
    "provincial_exposure",
)
_QUEBEC = ("payroll_training_obligation", "payroll_training_contribution")
_FOLDERS_OF_JURISDICTIONS = ("transfers", "population")


class Teller:
    """Tells whether a change makes a difference under any body of law that has a name.

    Args:
        system: The baseline.
        effort: How hard it tries.
    """

    def __init__(self, system: TaxBenefitSystem, effort: Effort | None = None) -> None:
        self._system = system
        self._effort = effort or Effort(participants=2, seconds=2.0, tried=2_000)
        self._laws: dict[str, TaxBenefitSystem] = {}

    def tell(
        self,
        change: FigureChange | FormulaChange,
        baseline: TaxBenefitSystem,
        scheme_of: Callable[[Any], Any],
    ) -> Answer:
        """Proved if the outputs are the same in every situation, or a situation that shows it.

        Args:
            change: The change.
            baseline: The baseline with it.
            scheme_of: A reform with it.
        """
        answer = None
        for name, law in named_laws().items():
            scheme = law.scheme
            if self._cannot_matter(change, name):
                continue
            changed = baseline if scheme is None else scheme_of(scheme)(baseline)
            if name not in self._laws:
                self._laws[name] = self._system if scheme is None else scheme(self._system)
            systems = {LAW: self._laws[name], CHANGED: changed}
            found = decide_between(
                self._claim(change, systems), systems, self._effort, Situations(), Integers()
            )
            if answer is None or found.verdict == REFUTED:
                answer = found
                answer.law = name
            elif found.verdict != answer.verdict and answer.verdict != REFUTED:
                answer = found if found.open_cases else answer
            if answer.verdict == REFUTED:
                break
        assert answer is not None
        return answer

    def _cannot_matter(self, change: FigureChange | FormulaChange, name: str) -> bool:
        """Programmes' figures are read where programmes are in force only."""
        if not isinstance(change, FigureChange):
            return False
        if change.scheme is not None:
            return False
        return change.path.startswith("programmes.") and name != "delivered_programmes"

    def _claim(
        self, change: FigureChange | FormulaChange, systems: dict[str, TaxBenefitSystem]
    ) -> Claim:
        names = self._outputs(change)
        parts = tuple(
            Node(
                "condition",
                "compare",
                tuple(Node(kind, "variable", detail=(text, name)) for text in (LAW, CHANGED)),
                "equal",
            )
            for name, kind in names
        )
        return Claim(
            scenario=LAW,
            expression="the same outputs",
            scenarios=(LAW, CHANGED),
            variables=tuple((text, name) for name, _ in names for text in (LAW, CHANGED)),
            names_months=False,
            tree=Node("condition", "and", parts),
            where_tree=self._where(change, systems),
        )

    def _outputs(self, change: FigureChange | FormulaChange) -> list[tuple[str, str]]:
        numbers: tuple[str, ...] = _PARTICIPANT
        if isinstance(change, FigureChange):
            head = change.path.partition(".")[0]
            if head in _FOLDERS_OF_JURISDICTIONS:
                numbers = _JURISDICTION
            elif head == "quebec":
                numbers = tuple(self._all_of("quebec"))
        else:
            folder = change.provision.split("/")[1]
            if folder == "transfers":
                numbers = _JURISDICTION
            elif folder == "quebec":
                numbers = tuple(self._all_of("quebec"))
        found = [(name, self._kind(name)) for name in dict.fromkeys(numbers)]
        if numbers is _PARTICIPANT:
            found.append(("job_grant_eligible", "condition"))
        if isinstance(change, FormulaChange) and change.variable not in dict(found):
            variable = self._system.variables[change.variable]
            # What a rule gives is an output, too: a drafter tests it by itself.
            if variable.value_type in (bool, int, float):
                found.append((change.variable, self._kind(change.variable)))
        return found

    def _kind(self, name: str) -> str:
        return "condition" if self._system.variables[name].value_type is bool else "number"

    def _all_of(self, folder: str) -> list[str]:
        from openfisca_jobgrant.coverage.formulas import formula_changes

        found = {
            change.variable
            for change in formula_changes(self._system)
            if change.provision.split("/")[1] == folder
        }
        return sorted(found | set(_QUEBEC))

    def _where(
        self, change: FigureChange | FormulaChange, systems: dict[str, TaxBenefitSystem]
    ) -> Node | None:
        if not isinstance(change, FigureChange):
            return None
        conditions = []
        code = change.path.split(".")[1] if "." in change.path else ""
        vocabulary = self._system.variables["jurisdiction_code"].possible_values
        if change.path.startswith("programmes.") and code in vocabulary.__members__:
            variable = Node(vocabulary, "variable", detail=(LAW, "jurisdiction_code"))
            member = Node(vocabulary, "constant", detail=vocabulary[code])
            conditions.append(Node("condition", "compare", (variable, member), "equal"))
        first, last = self._span(change, systems)
        month = Node("month", "month")
        for text, rule in ((first, "greater_equal"), (last, "less_equal")):
            bound = Node("month", "constant", detail=text)
            conditions.append(Node("condition", "compare", (month, bound), rule))
        return Node("condition", "and", tuple(conditions))

    def _span(self, change: FigureChange, systems: dict[str, TaxBenefitSystem]) -> tuple[str, str]:
        """The months in which the figure may be another: from its fiscal year to its next date."""
        figure: Any = systems[LAW].parameters
        for part in change.path.split("."):
            figure = figure.children[part]
        later = [v.instant_str for v in figure.values_list if v.instant_str > change.start]
        months = months_of(systems)
        start = f"{int(change.start[:4]) - 1}-12"
        end = f"{int(min(later)[:4]) + 1}-12" if later else months[-1]
        return max(start, months[0]), min(end, months[-1])
