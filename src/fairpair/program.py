"""The program that brings its own Python, for a double click; `deploy/fairpair.spec` makes it.

It is `fairpair`, with `fairpair desktop` as the meaning of no words at all. Processes that Fairpair
starts as `python -P -c` are this program too, since there is no other Python.
"""

import multiprocessing
import os
import sys
from contextlib import suppress

from fairpair.__main__ import main as run_command
from fairpair.cli.output import print_error
from fairpair.language.message import Message


def main() -> None:
    """Run the command, the desktop, or a process of one of them."""
    multiprocessing.freeze_support()
    _use_libraries_of_the_system()
    match sys.argv[1:]:
        case ["-P", "-c", code, *words]:
            sys.argv = ["-c", *words]
            exec(code, {"__name__": "__main__"})  # noqa: S102 - as Python does
        case []:
            _run_desktop()
        case _:
            run_command()


def _run_desktop() -> None:
    """Keep the window open after an error, so that it can be read."""
    sys.argv.append("desktop")
    try:
        run_command()
    except SystemExit as end:
        if end.code:
            print_error(Message("cli.press-enter"))
            with suppress(EOFError):
                input()
        raise


def _use_libraries_of_the_system() -> None:
    """For the browser: it must not load the libraries that PyInstaller has packed for us."""
    if getattr(sys, "frozen", False) and sys.platform == "linux":
        before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
        os.environ.pop("LD_LIBRARY_PATH", None)
        if before is not None:
            os.environ["LD_LIBRARY_PATH"] = before


if __name__ == "__main__":
    main()
