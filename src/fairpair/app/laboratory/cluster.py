"""Tasks on many computers: a Dask cluster, which exists already and gets plain data only.

Dask repeats the tasks of a worker that is lost on another one. Each answer is fetched as soon as it
is there, so what is done stays done.
"""

from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from fairpair.app.laboratory.counts import Counts, run_task
from fairpair.app.simulation.batch import SentError
from fairpair.core.errors import InvalidInputError, StorageError
from fairpair.core.extras import require_package

_SCHEMES = ("tcp", "tls")
_WITHOUT_WORKERS = 60
"""Seconds after which a cluster that lost all its workers is given up."""
_LOOK = 2


def run_on_cluster(
    address: str, plan: str, tasks: Sequence[tuple[int, int]], patience: float
) -> Generator[tuple[tuple[int, int], Counts | SentError], None, None]:
    """Each task with its answer, as they come; the scheduler has `patience` seconds to answer.

    `StorageError` (`cluster-unreachable`, `cluster-lost`, `cluster-failed`) if the cluster cannot
    do it; `InvalidInputError` (`cluster-address`) for something that is not an address.
    """
    _check_address(address)
    require_package("distributed")
    with _client(address, patience) as client:
        done: SimpleQueue[Any] = SimpleQueue()
        futures = {}
        for task in tasks:
            future = client.submit(run_task, plan, *task, pure=True)
            futures[future.key] = task, future
            future.add_done_callback(done.put)
        while futures:
            future = _next(client, done, address)
            task, _ = futures.pop(future.key)
            yield task, _result(future, address)


def _check_address(address: str) -> None:
    parts = urlsplit(address)
    try:
        good = parts.scheme in _SCHEMES and parts.hostname and parts.port
    except ValueError:  # a port that is none
        good = None
    if not good:
        raise InvalidInputError("cluster-address", address=address)


@contextmanager
def _client(address: str, patience: float) -> Iterator[Any]:
    from distributed import Client  # noqa: PLC0415 - half a second, and only some have it

    client = None
    try:
        client = Client(address, timeout=patience, set_as_default=False)
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError as error:
        _close(client)
        code = "cluster-unreachable" if client is None else "cluster-unreachable.no-workers"
        raise StorageError(code, address=address) from error
    except OSError as error:
        raise StorageError("cluster-unreachable", address=address) from error
    try:
        yield client
    finally:
        _close(client)


def _close(client: Any) -> None:
    if client is not None:
        client.close(timeout=_LOOK)


def _next(client: Any, done: "SimpleQueue[Any]", address: str) -> Any:
    """The next future that is done."""
    alone_since = None
    while True:
        try:
            return done.get(timeout=_LOOK)
        except Empty:
            if client.status != "running":
                raise StorageError("cluster-lost", address=address) from None
        if client.nthreads():
            alone_since = None
        elif alone_since is None:
            alone_since = monotonic()
        elif monotonic() - alone_since > _WITHOUT_WORKERS:
            raise StorageError("cluster-lost", address=address)


def _result(future: Any, address: str) -> Counts | SentError:
    try:
        found: Counts | SentError = future.result()
    except (CancelledError, OSError) as error:
        raise StorageError("cluster-lost", address=address) from error
    except Exception as error:  # whatever a worker raises, such as a missing package
        why = f"{type(error).__name__}: {error}"
        raise StorageError("cluster-failed", address=address, why=why) from error
    future.release()
    return found
