"""Setting in a process of its own: it gives all its memory back, and its faults stay there."""

import subprocess
import sys
from threading import BoundedSemaphore

import msgspec

from fairpair.paper.fonts import font_folder
from fairpair.paper.model import SheetData
from fairpair.paper.typesetting import Paper, Task, picture_task, run_task, task_of
from fairpair.process_limits import MIB, limit_memory

LONGEST = 300
"""Seconds after which a sheet is given up."""
MEMORY = 2048 * MIB
"""Bytes for one sheet; one with 1500 names takes a quarter of it."""
_AT_ONCE = BoundedSemaphore(2)
"""Sheets typeset at the same time; the others wait."""
_WORKER = (sys.executable, "-P", "-c", "from fairpair.paper.pdf_process import main; main()")


_STARTS = {"pdf": b"%PDF", "png": b"\x89PNG"}


def pdf_in_process(sheet: SheetData, paper: Paper = Paper.A4) -> bytes:
    """The same PDF as `pdf` gives. It waits for the other process: call it in a thread."""
    return _run_in_process(task_of(sheet, paper))


def png_in_process(sheet: SheetData) -> bytes:
    """The same picture as `png` gives."""
    return _run_in_process(picture_task(sheet))


def _run_in_process(task: Task) -> bytes:
    with _AT_ONCE:
        done = subprocess.run(  # noqa: S603 - our own module
            [*_WORKER, str(font_folder())],
            input=msgspec.json.encode(task),
            capture_output=True,
            timeout=LONGEST,
            check=False,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    if done.returncode or not done.stdout.startswith(_STARTS[task.form]):
        told = done.stderr.decode(errors="replace")[-2000:]
        raise RuntimeError(f"{task.name} could not be set ({done.returncode}): {told}")
    return done.stdout


def main() -> None:
    """Typeset one task; the argument is the folder of the fonts."""
    limit_memory(MEMORY)
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    sys.stdout.buffer.write(run_task(task, sys.argv[1]))


if __name__ == "__main__":
    main()
