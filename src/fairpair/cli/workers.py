"""Several worker processes at one address, started, supervised and stopped together."""

import logging
import multiprocessing
import os
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType

from prometheus_client.multiprocess import mark_process_dead

from fairpair.cli.dependencies import Dependencies
from fairpair.cli.error_handling import exit_code
from fairpair.cli.http_server import ServerOptions, run_server, without_collection
from fairpair.cli.logs import set_up_logs
from fairpair.cli.sockets import listen_beside
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError, InvalidInputError

_logger = logging.getLogger(__name__)

METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder where workers add up their numbers."""
_LOOK_SECONDS = 0.2
_STOP_SECONDS = 8
_SETTLED_SECONDS = 10
"""A worker that ran this long did not fail at its start."""
_LONGEST_PAUSE = 10.0


def refuse_without_server(workers: int, database: str) -> None:
    """Only PostgreSQL can serve several processes."""
    if workers > 1 and not database.startswith(("postgresql:", "postgres:")):
        raise InvalidInputError("workers-need-postgresql", workers=workers)


@dataclass(slots=True)
class _Worker:
    """A worker process and its state."""

    process: BaseProcess
    ready: Connection
    begun: float
    failures: int


class Supervisor:
    """Keeps `count` workers running until it is stopped.

    `announce` is called once, when the first of them answers.
    """

    def __init__(
        self,
        dependencies: Dependencies,
        options: ServerOptions,
        listener: socket.socket,
        count: int,
        announce: Callable[[], None],
    ) -> None:
        self._dependencies = dependencies
        self._options = options
        self._listener = listener
        self._count = count
        self._announce: Callable[[], None] | None = announce
        self._workers: list[_Worker] = []
        self._due: list[tuple[float, int]] = []
        self._stopping = False

    def run(self) -> None:
        """Until SIGTERM or Ctrl+C."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._handle_stop_signal)
        folder = tempfile.mkdtemp(prefix="fairpair-metrics-")
        os.environ[METRICS_FOLDER] = folder
        self._due = [(0.0, 0)] * self._count
        try:
            while not self._stopping:
                self._start_due()
                self._wait_for_workers()
        finally:
            self._stop_all()
            shutil.rmtree(folder, ignore_errors=True)

    def _handle_stop_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True

    def _start_due(self) -> None:
        now = time.monotonic()
        for moment, failures in [one for one in self._due if one[0] <= now]:
            self._due.remove((moment, failures))
            self._workers.append(self._start_worker(failures))

    def _start_worker(self, failures: int) -> _Worker:
        # A new interpreter: a fork would take threads' locks along in any state.
        context = multiprocessing.get_context("spawn")
        ready, tell = context.Pipe(duplex=False)
        process = context.Process(
            target=_work,
            args=(self._dependencies, self._options, self._listener, tell),
            name="fairpair",
        )
        process.start()
        tell.close()
        return _Worker(process, ready, time.monotonic(), failures)

    def _wait_for_workers(self) -> None:
        """Wait briefly for workers to become ready or to exit."""
        waiting = [one.ready for one in self._workers if not one.ready.closed]
        dying = [one.process.sentinel for one in self._workers]
        if not waiting and not dying:
            time.sleep(_LOOK_SECONDS)
        wait([*waiting, *dying], _LOOK_SECONDS)
        for worker in list(self._workers):
            if not worker.ready.closed and worker.ready.poll():
                self._handle_ready(worker)
            if not worker.process.is_alive():
                self._handle_exit(worker)

    def _handle_ready(self, worker: _Worker) -> None:
        with suppress(EOFError):  # it died before it could say anything
            worker.ready.recv()
            if self._announce is not None:
                self._announce()
                self._announce = None
        worker.ready.close()

    def _handle_exit(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.ready.close()
        if self._stopping:
            return
        settled = time.monotonic() - worker.begun > _SETTLED_SECONDS
        failures = 0 if settled else worker.failures + 1
        pause = 0.0 if settled else min(_LONGEST_PAUSE, 0.25 * 2**failures)
        self._due.append((time.monotonic() + pause, failures))
        _logger.warning(
            "Worker %d exited (%s); starting a replacement.",
            worker.process.pid,
            worker.process.exitcode,
        )
        _forget_gauges(worker.process.pid)

    def _stop_all(self) -> None:
        processes = [one.process for one in self._workers]
        for process in processes:
            process.terminate()
        deadline = time.monotonic() + _STOP_SECONDS
        for process in processes:
            process.join(max(0.0, deadline - time.monotonic()))
            if process.is_alive():
                _logger.warning("Worker %d did not stop in time and was killed.", process.pid)
                process.kill()
                process.join()


def _work(
    dependencies: Dependencies, options: ServerOptions, listener: socket.socket, ready: Connection
) -> None:
    """Run one worker with its own store until it is stopped or the supervisor is gone."""
    # Ctrl+C in a terminal reaches every process; the supervisor says when to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    set_up_logs(options.log_format, options.log_level)
    threading.Thread(target=_follow_parent, daemon=True).start()
    try:
        _serve(dependencies, options, listener, ready)
    except DomainError as error:
        _logger.warning("Worker failed to start: %s", error)
        sys.exit(exit_code(error))


def _serve(
    dependencies: Dependencies, options: ServerOptions, listener: socket.socket, ready: Connection
) -> None:
    with closing(dependencies.open_service(options.database)) as service:
        with without_collection():
            app = dependencies.make_app(
                service,
                dependencies.open_access(service),
                allow_private_webhooks=options.allow_private_webhooks,
                update_lists=options.update_lists,
                listener=options.listener,
            )
        own = listen_beside(listener)
        run_server(app, own, lambda: ready.send(True), options.trusted_proxies)


def _follow_parent() -> None:
    """Stop this worker when its supervisor is gone."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _forget_gauges(pid: int | None) -> None:
    """Remove the gauges of a process that has exited."""
    mark_process_dead(pid, os.environ[METRICS_FOLDER])  # type: ignore[no-untyped-call]
