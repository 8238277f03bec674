"""The program with its own Python, as its first process and as one that it starts."""

import os
import subprocess
import sys
from pathlib import Path

from fairpair import __version__
from timeouts import PATIENCE


def started(*words: str, typed: str = "", **env: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "fairpair.program", *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, **env},
    )


def test_it_takes_all_words_of_fairpair() -> None:
    assert started("--version").stdout == f"fairpair, version {__version__}\n"
    assert started("frobnicate").returncode == 2


def test_it_is_the_python_of_processes_that_it_starts() -> None:
    done = started("-P", "-c", "import sys; print(__name__, sys.argv[1:])", "one", "two")
    assert done.stdout == "__main__ ['one', 'two']\n"


def test_an_error_after_a_double_click_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "fairpair").write_text("a file where a folder must be")
    done = started(typed="\n", XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 5
    assert "Error" in done.stderr
    assert "Press Enter to close this window." in done.stderr
    assert started(XDG_DATA_HOME=str(tmp_path)).returncode == 5  # nobody is there to press it
