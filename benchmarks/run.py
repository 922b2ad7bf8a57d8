"""What the law costs to compute, as ratios against rivals in the same run.

Each pair is first shown to give the same values, then timed in turns; the figure is the ratio of
the medians. Run it with ``make bench``.
"""

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy
from openfisca_core.parameters import ParameterNode
from openfisca_core.simulations import Simulation
from openfisca_jobgrant.reforms.demands.premiers_package import PremiersPackage

from openfisca_jobgrant import LAW, CountryTaxBenefitSystem
from openfisca_jobgrant.reforming import changed

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from building import build, give

MONTH = "2014-04"
PARTICIPANTS = 100_000
OUTPUTS = (
    "eligible_costs",
    "federal_contribution",
    "provincial_contribution",
    "government_contribution",
    "employer_cash_contribution",
    "employer_contribution",
    "recognised_costs",
)


def ratio(name: str, ours: Callable[[], object], rival: Callable[[], object], rounds: int) -> None:
    """Time the two in turns, and print how many times longer ours takes."""
    times: dict[str, list[float]] = {"ours": [], "rival": []}
    for _ in range(rounds):
        for key, work in (("ours", ours), ("rival", rival)):
            start = time.perf_counter()
            work()
            times[key].append(time.perf_counter() - start)
    mine, other = (statistics.median(times[key]) for key in ("ours", "rival"))
    print(f"{name:64} {mine * 1000:9.2f} ms {other * 1000:9.2f} ms {mine / other:7.2f}")


def population(system: CountryTaxBenefitSystem, costs: numpy.ndarray) -> Simulation:
    """Participants with tuition, five to an application."""
    simulation = build(system, [(place, 0, 5) for place in range(len(costs) // 5)])
    give(simulation, "tuition_fees", MONTH, costs)
    return simulation


def by_hand(costs: numpy.ndarray) -> dict[str, numpy.ndarray]:
    """The plan's arithmetic, written in NumPy float64 for this one case."""
    cents = numpy.rint(costs * 100)
    third = numpy.minimum(numpy.floor(cents / 3 + 1e-6) / 100, 5000)
    government = numpy.rint((third + third) * 100) / 100
    employer = numpy.rint((costs - government) * 100) / 100
    return dict(
        zip(OUTPUTS, (costs, third, third, government, employer, employer, costs), strict=True)
    )


def main() -> None:
    print(f"{'':64} {'ours':>12} {'rival':>12} {'ratio':>7}")
    system = CountryTaxBenefitSystem()

    ratio(
        "load the system / read its parameters with OpenFisca alone",
        CountryTaxBenefitSystem,
        lambda: ParameterNode("", directory_path=str(LAW / "parameters")),
        rounds=7,
    )

    changes = PremiersPackage.all_changes()

    def by_core() -> ParameterNode:
        parameters = system.parameters.clone()
        for change in changes:
            node = parameters
            for part in change.path.split("."):
                node = node.children[part]
            node.update(start=change.start, value=change.value)
        return parameters

    mine, other = changed(system.parameters, changes), by_core()
    for path in (change.path.split(".") for change in changes):
        found = [mine, other]
        for part in path:
            found = [node.children[part] for node in found]
        if found[0]("2015-01-01") != found[1]("2015-01-01"):
            sys.exit(f"{'.'.join(path)} differs: {found}")
    ratio(
        "change the premiers' figures / copy the tree and change them",
        lambda: changed(system.parameters, changes),
        by_core,
        rounds=21,
    )

    draw = numpy.random.default_rng(2013)
    costs = draw.integers(0, 3_000_000, PARTICIPANTS) / 100
    right = by_hand(costs)
    simulation = population(system, costs)
    for name in OUTPUTS:
        if not numpy.array_equal(simulation.calculate(name, MONTH), right[name]):
            sys.exit(f"{name} differs from the arithmetic by hand")

    def compute() -> None:
        simulation = population(system, costs)
        for name in OUTPUTS:
            simulation.calculate(name, MONTH)

    ratio(
        f"seven amounts of {PARTICIPANTS:,} participants / by hand, no conditions",
        compute,
        lambda: by_hand(costs),
        rounds=7,
    )


main()
