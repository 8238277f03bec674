"""Odds played in a process of their own: meanwhile a server answers as quickly as before."""

import os
import pickle
import subprocess
import sys
from collections.abc import Generator
from contextlib import suppress
from typing import IO, Any

from fairpair.app.odds.runs import run_odds
from fairpair.app.odds.sources import Source
from fairpair.core.errors import DomainError, InvalidStateError
from fairpair.engine.odds.plan import Counts
from fairpair.extensions import activate

_COMMAND = (sys.executable, "-P", "-c", "from fairpair.app.odds.process import main; main()")
_SIZE = 8
"""Bytes for the length of what follows."""
_POLITE = 10
"""How much this process stands back behind others, as `nice` counts it."""


def run_in_process(source: Source, times: int | None) -> Generator[Counts, None, None]:
    """The same counts as `run_odds` gives. Closing the iterator ends the process."""
    process = subprocess.Popen(  # noqa: S603 - our own module
        _COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    try:
        if process.stdin is None or process.stdout is None:
            raise AssertionError("a process without pipes")
        _send(process.stdin, (source, times))
        while (found := _receive(process.stdout)) is not None:
            if isinstance(found, tuple):
                text, hint = found
                raise InvalidStateError(text.code, hint=hint, **text.values)
            yield found
    except (OSError, EOFError) as error:
        raise RuntimeError(f"the odds ended with {process.poll()}") from error
    finally:
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        process.wait()


def main() -> None:
    """Play one task, which comes from the input; counts go to the output, and None at the end."""
    if hasattr(os, "nice"):
        os.nice(_POLITE)
    activate()
    source, times = _receive(sys.stdin.buffer)
    try:
        for counts in run_odds(source, times):
            _send(sys.stdout.buffer, counts)
    except DomainError as error:
        _send(sys.stdout.buffer, (error.text, error.remedy))
    _send(sys.stdout.buffer, None)


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
