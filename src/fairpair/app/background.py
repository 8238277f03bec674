"""Work in a process of its own: meanwhile a server answers as quickly as before."""

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import IO, Any, TypeVar

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError, InvalidStateError
from fairpair.extensions import activate
from fairpair.language.message import Message

_COMMAND = (sys.executable, "-P", "-c", "from fairpair.app.background import main; main()")
_SIZE = 8
"""Bytes for the length of what follows."""
_POLITE = 10
"""How much this process stands back behind others, as `nice` counts it."""
T = TypeVar("T")
Send = Callable[[T], None]
"""Hands over what is done so far."""


def run_in_process(work: Callable[[Send[T]], None]) -> Generator[T, None, None]:
    """What `work` sends, one after the other. Closing the iterator ends the process."""
    process = subprocess.Popen(  # noqa: S603 - our own module
        _COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    try:
        if process.stdin is None or process.stdout is None:
            raise AssertionError("a process without pipes")
        _send(process.stdin, work)
        while (found := _receive(process.stdout)) is not None:
            if isinstance(found, _Refused):
                raise InvalidStateError(found.text.code, hint=found.hint, **found.text.values)
            yield found
    except (OSError, EOFError) as error:
        raise RuntimeError(f"the process ended with {process.poll()}") from error
    finally:
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        process.wait()


@dataclass(frozen=True, slots=True)
class _Refused:
    """An error: it cannot be sent from one process to another itself."""

    text: Message
    hint: Message | None


def main() -> None:
    """Do what comes from the input; what it sends goes to the output, and None at the end."""
    if hasattr(os, "nice"):
        os.nice(_POLITE)
    activate()
    work = _receive(sys.stdin.buffer)
    threading.Thread(target=_end_with_input, args=[sys.stdin.fileno()], daemon=True).start()
    out = sys.stdout.buffer
    try:
        work(lambda found: _send(out, found))
    except DomainError as error:
        _send(out, _Refused(error.text, error.remedy))
    _send(out, None)


def _end_with_input(source: int) -> None:
    """End at once when nobody waits any more for what comes: nothing else is ever sent."""
    os.read(source, 1)
    os._exit(1)


def _send(pipe: IO[bytes], what: object) -> None:
    content = pickle.dumps(what)
    pipe.write(len(content).to_bytes(_SIZE) + content)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> Any:
    return pickle.loads(_read(pipe, int.from_bytes(_read(pipe, _SIZE))))  # noqa: S301 - our own


def _read(pipe: IO[bytes], size: int) -> bytes:
    found = pipe.read(size)
    if len(found) < size:
        raise EOFError
    return found
