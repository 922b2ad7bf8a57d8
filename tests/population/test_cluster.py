"""On a Dask cluster a run gives the same totals, also when a worker is killed in the middle."""

import os
import signal

import pytest
from small_populations import drawn, write

from openfisca_jobgrant.population import PopulationError
from openfisca_jobgrant.population.engine import Settings, run
from openfisca_jobgrant.scenarios import Scenarios

distributed = pytest.importorskip("distributed")

LAWS = ["plan", "delivered_programmes"]

pytestmark = [
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        silence_logs=50,
    ) as found:
        yield found


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return write(drawn(3000), tmp_path_factory.mktemp("cluster") / "some.parquet", row_group=50)


def test_a_killed_worker_changes_nothing(cluster, file, system):
    library = Scenarios(system)
    right = run(file, LAWS, library, Settings(threads=1)).totals
    victims = [worker.pid for worker in cluster.workers.values()]
    assert len(victims) == 2
    killed = []

    def kill(done, of, seconds):
        if not killed and done > of / 10:
            killed.append(done)
            os.kill(victims[0], signal.SIGKILL)

    settings = Settings(engine="dask", scheduler=cluster.scheduler_address, chunk_rows=1)
    found = run(file, LAWS, library, settings, kill)
    assert killed[0] < found.totals.rows
    assert found.totals.same_as(right)


def test_a_fault_in_the_file_reaches_the_caller(cluster, system, tmp_path):
    rows = drawn(60)
    rows[30]["tuition_fees"] = -1.0
    path = write(rows, tmp_path / "bad.parquet")
    settings = Settings(engine="dask", scheduler=cluster.scheduler_address)
    with pytest.raises(PopulationError, match=r"row 31, column tuition_fees: -1\.0") as error:
        run(path, LAWS, Scenarios(system), settings)
    assert (error.value.row, error.value.column) == (31, "tuition_fees")


def test_a_scheduler_that_is_not_there_is_named(file, system, monkeypatch):
    monkeypatch.setattr("openfisca_jobgrant.population.cluster._PATIENCE", "1s")
    with pytest.raises(PopulationError, match="--scheduler"):
        run(file, LAWS, Scenarios(system), Settings(engine="dask"))
    settings = Settings(engine="dask", scheduler="tcp://127.0.0.1:1")
    with pytest.raises(PopulationError, match=r"no Dask scheduler answers at tcp:"):
        run(file, LAWS, Scenarios(system), settings)
