"""Running pieces on a Dask cluster that is there already."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from openfisca_jobgrant.languages.messages import message, message_of
from openfisca_jobgrant.population.errors import PopulationError
from openfisca_jobgrant.population.files import Piece
from openfisca_jobgrant.population.work import Result, Task, compute

_PATIENCE = "10s"


def on_cluster(
    task: Task, pieces: Sequence[Piece], scheduler: str | None
) -> Generator[Result, None, None]:
    """Results as they come. Pieces of a worker that goes away are computed by the others.

    Args:
        task: What is done; its path is the same on every worker.
        pieces: The pieces.
        scheduler: The scheduler's address, such as tcp://10.0.0.1:8786.

    Raises:
        PopulationError: If Dask isn't installed, the scheduler doesn't answer, or a piece can't
            be computed.
    """
    try:
        from distributed import Client, KilledWorker, as_completed
    except ImportError as error:
        raise PopulationError(
            message("Dask isn't installed: pip install 'openfisca-jobgrant[cluster]'")
        ) from error
    if not scheduler:
        raise PopulationError(
            message("--engine dask needs --scheduler ADDRESS, such as tcp://host:8786")
        )
    if not pieces:
        return
    try:
        client = Client(scheduler, timeout=_PATIENCE)
    except (OSError, TimeoutError, ValueError) as error:
        raise PopulationError(
            message(
                "no Dask scheduler answers at {scheduler}: {reason}",
                scheduler=scheduler,
                reason=message_of(error),
            )
        ) from error
    with client:
        futures = client.map(_compute, list(pieces), task=task, pure=False, key="jobgrant-piece")
        try:
            for future, result in as_completed(futures, with_results=True):
                future.release()
                yield result
        except KilledWorker as error:
            raise PopulationError(
                message(
                    "{task}: every worker that computed it went away; give workers more memory, or "
                    "use smaller --chunk-rows",
                    task=error.task,
                )
            ) from error
        finally:
            client.cancel(futures)


def _compute(piece: Piece, task: Task) -> Result:
    return compute(task, piece)
