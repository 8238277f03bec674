"""Check a program that was packed: its version, a tournament, the pages and a printed sheet.

`python tools/program_check.py dist/Fairpair/Fairpair` starts it with an empty home. Several words
are one command: `python tools/program_check.py python3 dist/fairpair.pyz`. It needs Python only.
"""

import os
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PAGES = {
    "/": b"Fairpair",  # templates
    "/login": b"<form",
    "/help/how-to/print": b"<h1",  # documentation
    "/api/presets": b"mtg_standard",
    "/api/docs": b"swagger",  # files of another package
    "/t/cup": b"Ana",
    "/api/tournaments/cup/print/pairings.pdf": b"%PDF",  # made in a process of its own
}
NAMES = "Ana\nBo\nCy\nDi\n"
PATIENCE = 300.0


def main(words: list[str]) -> None:
    """End with an error at the first thing that is missing."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        env = environment(Path(folder))
        print(run(words, env, "--version").strip())
        run(words, env, "new", "Cup", "--id", "cup", "--players", "-", data=NAMES)
        run(words, env, "round", "cup", "next")
        with server(words, env) as address:
            for path, expected in PAGES.items():
                with urllib.request.urlopen(address + path, timeout=PATIENCE) as answer:
                    found = answer.read()
                if expected not in found:
                    sys.exit(f"{path}: {found[:200]!r}")
                print(f"{path}: {len(found)} bytes")


def environment(home: Path) -> dict[str, str]:
    """An empty home, and nothing of a Python that is installed here."""
    ours = {one: value for one, value in os.environ.items() if not one.startswith("PYTHON")}
    homes = {name: str(home) for name in ("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_DATA_HOME")}
    return {**ours, **homes, "PYTHONUTF8": "1", "FAIRPAIR_DATABASE": f"sqlite:///{home / 'x.db'}"}


def run(words: list[str], env: dict[str, str], *more: str, data: str = "") -> str:
    """What the command prints."""
    done = subprocess.run(
        [*words, *more],
        env=env,
        cwd=env["HOME"],
        input=data,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{' '.join(more)}: {done.stdout}{done.stderr}")
    return done.stdout


@contextmanager
def server(words: list[str], env: dict[str, str]) -> Iterator[str]:
    """The address of the server, which runs during the block."""
    started = subprocess.Popen(
        [*words, "serve", "--port", "0", "--log-level", "warning"],
        env=env,
        cwd=env["HOME"],
        stdout=subprocess.PIPE,
        text=True,
    )
    if started.stdout is None:
        raise AssertionError
    with started, started.stdout as lines:
        try:
            first = lines.readline()
            if "http://" not in first:
                sys.exit(f"serve: {first}")
            yield first.split()[-1]
        finally:
            started.terminate()


if __name__ == "__main__":
    main([str(Path(one).resolve()) if Path(one).is_file() else one for one in sys.argv[1:]])
