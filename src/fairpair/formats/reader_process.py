"""Reading files that others sent: in a process of its own, within limits of time and memory.

A file can be made to keep its reader busy for minutes, or to fill the memory. In a process of its
own that costs the server nothing, and the process is stopped when it takes too much.
"""

import atexit
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import BoundedSemaphore, Lock, Timer
from typing import IO, Any, NamedTuple, Protocol, TypeVar

from fairpair.core.errors import InvalidInputError, OverloadedError
from fairpair.extensions import activate
from fairpair.process_limits import MIB, limit_memory

T = TypeVar("T")

LONGEST = 20
"""Seconds until the answer, on a machine that is busy with other things too."""
LONGEST_QUEUE = 10
"""Seconds to wait for others who have sent files."""
MOST_WAITING = 8
"""The number of threads that may wait here; the server needs the others."""
FILES_PER_PROCESS = 100
_COMMAND = (sys.executable, "-P", "-c", "from fairpair.formats.reader_process import main; main()")
_SIZE = 8
"""Bytes for the length of what follows."""


class Limits(NamedTuple):
    """What reading one file may take: seconds of computing, and bytes of memory."""

    seconds: int = 2
    memory: int = 200 * MIB


USUAL = Limits()


class FileReader(Protocol):
    """Calls a function of a module, for example with the content of a file."""

    def __call__(self, function: Callable[..., T], *arguments: object, limits: Limits = USUAL) -> T:
        """What `function(*arguments)` returns or raises."""


class ReaderProcess:
    """A process that reads one file after the other; started when it is needed, and again after
    a file that it could not cope with.
    """

    def __init__(self) -> None:
        self._turn = Lock()
        self._places = BoundedSemaphore(1 + MOST_WAITING)
        self._process: subprocess.Popen[bytes] | None = None
        self._files = 0

    def read(self, function: Callable[..., T], *arguments: object, limits: Limits = USUAL) -> T:
        """What `function(*arguments)` returns or raises. It waits: call it in a thread.

        Raises `InvalidInputError` for a file that takes more than the limits allow.
        """
        with self._own_turn():
            answer = self._ask(pickle.dumps((limits, function, arguments)), limits)
        if isinstance(answer, MemoryError):
            raise InvalidInputError("file-too-demanding", seconds=limits.seconds)
        if isinstance(answer, Exception):
            raise answer
        result: T = answer
        return result

    def close(self) -> None:
        """Stop the process, if there is one."""
        process, self._process, self._files = self._process, None, 0
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        process.wait()

    @contextmanager
    def _own_turn(self) -> Iterator[None]:
        """Wait until the others are done; `OverloadedError` if there are too many."""
        busy = OverloadedError("busy-reading", retry_after=LONGEST_QUEUE)
        if not self._places.acquire(blocking=False):
            raise busy
        try:
            if not self._turn.acquire(timeout=LONGEST_QUEUE):
                raise busy
            try:
                yield
            finally:
                self._turn.release()
        finally:
            self._places.release()

    def _ask(self, task: bytes, limits: Limits) -> Any:
        """What came of a task: a result, or an error. Too much memory also ends a process."""
        process, pipes = self._start()
        watch = Timer(LONGEST + limits.seconds, process.kill)
        watch.daemon = True
        watch.start()
        try:
            _send(pipes[0], task)
            answer: Any = pickle.loads(_receive(pipes[1]))  # noqa: S301 - from our own process
        except (OSError, EOFError, pickle.UnpicklingError):
            answer = MemoryError()
        finally:
            watch.cancel()
        self._files += 1
        if self._files >= FILES_PER_PROCESS or isinstance(answer, MemoryError):
            self.close()
        return answer

    def _start(self) -> tuple[subprocess.Popen[bytes], tuple[IO[bytes], IO[bytes]]]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                _COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        if self._process.stdin is None or self._process.stdout is None:
            raise AssertionError("a process without pipes")
        return self._process, (self._process.stdin, self._process.stdout)


_reader = ReaderProcess()
atexit.register(_reader.close)
read_in_process = _reader.read
"""Read a file in the process of this server; see `ReaderProcess.read`."""


def read_here(function: Callable[..., T], *arguments: object, limits: Limits = USUAL) -> T:
    """The same in this process, without limits: for files on one's own machine."""
    del limits
    return function(*arguments)


def main() -> None:
    """Read files until there are no more: tasks come from the input, answers go to the output."""
    activate()
    tasks, answers = sys.stdin.buffer, sys.stdout.buffer
    while True:
        try:
            task = _receive(tasks)
        except EOFError:
            return
        _send(answers, pickle.dumps(_answer(task)))


def _answer(task: bytes) -> object:
    """What came out of it; errors are answers too."""
    try:
        limits, function, arguments = pickle.loads(task)  # noqa: S301 - from our own process
        _apply(limits)
        return function(*arguments)
    except MemoryError:
        return MemoryError()
    except Exception as error:  # noqa: BLE001 - it is raised again on the other side
        return error


def _apply(limits: Limits) -> None:
    """Allow what one more file may take; systems without such limits have `LONGEST`."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + limits.seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY))
    limit_memory(limits.memory)


def _send(pipe: IO[bytes], content: bytes) -> None:
    pipe.write(len(content).to_bytes(_SIZE) + content)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> bytes:
    size = int.from_bytes(_read_exactly(pipe, _SIZE))
    return _read_exactly(pipe, size)


def _read_exactly(pipe: IO[bytes], size: int) -> bytes:
    found = pipe.read(size)
    if len(found) < size:
        raise EOFError
    return found
