"""What bodies of law cost over the synthetic population that comes with the package.

It is drawn when it is first asked for: the same seed gives the same file. Answers are kept.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
import weakref
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from openfisca_jobgrant.languages.messages import listed, message
from openfisca_jobgrant.population.engine import Settings
from openfisca_jobgrant.population.engine import run as run_population
from openfisca_jobgrant.population.errors import PopulationError
from openfisca_jobgrant.population.making import make
from openfisca_jobgrant.population.records import document_of
from openfisca_jobgrant.population.report import report_of, tables_of
from openfisca_jobgrant.scenarios import Scenarios
from openfisca_jobgrant.situations.faults import nearest, short, shown

PARTICIPANTS = 100_000
#: Participants a year in all of Canada: assumed (docs/population.md).
REPRESENTS = 40_000
_SEED = 1
_KEPT = 64


class BundledCosts:
    """Costs of bodies of law over the bundled population. Threads may share it.

    Args:
        library: Where laws come from.
        participants: How many rows the population has.
    """

    def __init__(self, library: Scenarios, participants: int = PARTICIPANTS) -> None:
        self._library = library
        self._participants = participants
        self._folder: Path | None = None
        self._known: OrderedDict[tuple[Any, ...], dict[str, Any]] = OrderedDict()
        self._lock = threading.Lock()

    def of(
        self,
        scenarios: Sequence[str],
        by: str = "jurisdiction",
        measures: Sequence[str] | None = None,
    ) -> dict[str, Any]:
        """The report on some bodies of law, as ``jobgrant population run --json`` gives it.

        Args:
            scenarios: Their texts; the first is what the others are held against.
            by: What the tables are by: see ``tables_of``.
            measures: Only these figures; all if left out.

        Raises:
            ScenarioError: If a scenario can't be.
            PopulationError: If tables can't be by that, or there is no such figure.
        """
        tables = tables_of(by)
        texts = tuple(dict.fromkeys(self._library.parse(text).text for text in scenarios))
        key = (texts, tuple(tables))
        with self._lock:
            found = self._known.get(key)
            if found is None:
                run = run_population(self._file(), texts, self._library, Settings(threads=1))
                found = self._known[key] = document_of(report_of(run, tables))
            self._known.move_to_end(key)
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        if measures is None:
            return found
        known = list(dict.fromkeys(row["measure"] for row in found["figures"]))
        for name in measures:
            if name not in known:
                raise PopulationError(
                    message(
                        "there is no figure {name!r}; there are {known}{hint}",
                        name=short(name),
                        hint=nearest(name, known),
                        known=", ".join(known),
                    ),
                    found=shown(name),
                    accepted=listed(known),
                )
        return {
            **found,
            "figures": [row for row in found["figures"] if row["measure"] in measures],
        }

    def _file(self) -> Path:
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="jobgrant-population-"))
            # The file goes with whoever drew it, at the latest when the process ends.
            weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        path = self._folder / "population.parquet"
        if not path.exists():
            make(path, self._participants, _SEED, represents=REPRESENTS)
        return path
