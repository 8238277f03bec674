"""Work in a process of its own, which ends with whoever waits for it."""

import os
import subprocess
import sys
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from processes import is_running, still_running
from timeouts import PATIENCE


def test_the_work_ends_when_the_program_is_killed() -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    words = [sys.executable, "-c", "from app.endless import main; main()"]
    with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        working = psutil.Process(int(program.stdout.readline()))
        assert is_running(working)
        program.kill()
        assert program.wait(PATIENCE) < 0
    try:
        assert not still_running([working])
    finally:
        if is_running(working):
            working.kill()
