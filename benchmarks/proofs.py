"""How long proofs take. Run it with ``make bench``.

The rival is trying: as many situations on the engine as show nothing in the same claim.
"""

import statistics
import time

from openfisca_jobgrant.proofs.batches import holds
from openfisca_jobgrant.proofs.claims import parse_claim
from openfisca_jobgrant.proofs.cliffs import Surveyor
from openfisca_jobgrant.proofs.deciding import Effort, Prover
from openfisca_jobgrant.proofs.witnesses import Drawer, figures_of
from openfisca_jobgrant.scenarios import Scenarios

CLAIMS = (
    ("plan", "employer_contribution >= 0", "jurisdiction_code == ON and month == 2016-04"),
    (
        "premiers_package",
        "employer_contribution <= plan.employer_contribution",
        "jurisdiction_code == ON and month == 2016-04",
    ),
    (
        "delivered_programmes",
        "government_contribution + employer_contribution == recognised_costs",
        "jurisdiction_code == NS and month == 2019-04",
    ),
)
SITUATIONS = 200_000


def timed(work, rounds=3):
    """The median of some rounds, in seconds, and the last answer."""
    times = []
    answer = None
    for _ in range(rounds):
        start = time.perf_counter()
        answer = work()
        times.append(time.perf_counter() - start)
    return statistics.median(times), answer


def main():
    library = Scenarios()
    for scenario, says, where in CLAIMS:
        claim = parse_claim(f"{scenario}: {says}", library, where)
        system = library.system(scenario)
        month, code = where.rpartition(" ")[2], where.split()[2]
        figures = figures_of(system.get_parameters_at_instant(f"{month}-01").contribution)
        names = ["tuition_fees", "wages_during_training", "employee_count", "age"]
        drawer = Drawer(system.variables, [(name, month, 0) for name in names], figures)
        batch = drawer.draw(month, code, 1, SITUATIONS)
        laws = {text: library.system(text) for text in claim.scenarios}

        def tried(claim=claim, laws=laws, batch=batch):
            return holds(claim, laws, batch).all()

        rival, _ = timed(tried)
        for count in (1, 3, 5):
            seconds, answer = timed(
                lambda claim=claim, count=count: Prover(library, Effort(count)).decide(claim)
            )
            print(
                f"{claim.scenario}, up to {count}: {answer.verdict} in {seconds * 1000:.0f} ms; "
                f"{SITUATIONS} situations tried in {rival * 1000:.0f} ms: {rival / seconds:.2f} x"
            )
    surveyor = Surveyor(library.system("delivered_programmes"), {"tuition_fees": 15000.0})
    place = ("government_contribution", "tuition_fees")
    found, _ = timed(lambda: surveyor.survey(*place, "NS", "2019-04"))
    cents = [at / 100 for at in range(1_000_001)]
    dense, _ = timed(lambda: surveyor.curve(*place, cents, "NS", "2019-04"))
    print(
        f"cliffs along one input in {found * 1000:.0f} ms; a million points in "
        f"{dense * 1000:.0f} ms: {dense / found:.1f} x"
    )


if __name__ == "__main__":
    main()
