"""Setting in a process of its own: it gives all its memory back, and its faults stay there."""

import subprocess
import sys
from threading import BoundedSemaphore

import msgspec

from fairpair.paper.fonts import font_folder
from fairpair.paper.model import SheetData
from fairpair.paper.typesetting import Paper, Task, run_task, task_of

LONGEST = 300
"""Seconds after which a sheet is given up."""
_AT_ONCE = BoundedSemaphore(2)
"""Sheets typeset at the same time; the others wait."""
_WORKER = (sys.executable, "-P", "-c", "from fairpair.paper.pdf_process import main; main()")


def pdf_in_process(sheet: SheetData, paper: Paper = Paper.A4) -> bytes:
    """The same PDF as `pdf` gives. It waits for the other process: call it in a thread."""
    task = msgspec.json.encode(task_of(sheet, paper))
    with _AT_ONCE:
        done = subprocess.run(  # noqa: S603 - our own module
            [*_WORKER, str(font_folder())],
            input=task,
            capture_output=True,
            timeout=LONGEST,
            check=False,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    if done.returncode or not done.stdout.startswith(b"%PDF"):
        told = done.stderr.decode(errors="replace")[-2000:]
        raise RuntimeError(f"{sheet.template} could not be set ({done.returncode}): {told}")
    return done.stdout


def main() -> None:
    """Typeset one task; the argument is the folder of the fonts."""
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    sys.stdout.buffer.write(run_task(task, sys.argv[1]))


if __name__ == "__main__":
    main()
