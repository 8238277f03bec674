"""What a command costs before it does anything: processor time on top of the interpreter's start.

Each command runs as a program of its own, with compiled modules as an installed package has them.
The least of several runs counts, for others may use the machine; next to it stands the ratio to
the interpreter's own start (`python -c pass`) in the same run. The server is started on a new
database and on the same again: until it answers, and in memory once it is idle, after its first
page, and once every part of it has been used.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

RUNS = 15
SERVER_RUNS = 3
FAIRPAIR = (sys.executable, "-m", "fairpair")


def cpu_of(command: Sequence[str], environment: Mapping[str, str]) -> float:
    """The least processor time of a program, in seconds."""
    return min(_one_run(command, environment) for _ in range(RUNS))


def _one_run(command: Sequence[str], environment: Mapping[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def modules_of(command: Sequence[str], environment: Mapping[str, str]) -> int:
    """How many modules a program of Python imports."""
    timed = [command[0], "-X", "importtime", *command[1:]]
    found = subprocess.run(timed, env=environment, capture_output=True, text=True, check=True)
    return sum(line.startswith("import time:") for line in found.stderr.splitlines()) - 1


def small_file(folder: Path) -> str:
    """A tournament of ten players with five of its six rounds played."""
    path = folder / "small.trf"
    options = ("--players", "10", "--rounds", "5", "--seed", "start", "-o", str(path))
    subprocess.run([*FAIRPAIR, "generate", *options], check=True, stdout=subprocess.DEVNULL)
    path.write_text(path.read_text().replace("142 5", "142 6"))
    return str(path)


def commands(folder: Path) -> dict[str, list[str]]:
    """What is measured, by what it is called."""
    file = small_file(folder)
    return {
        "fairpair --help": ["--help"],
        "fairpair pair --help": ["pair", "--help"],
        "fairpair pair, 10 players": ["pair", file],
        "fairpair pair --out, 10 players": ["pair", file, "--out", str(folder / "small.pairs")],
        "fairpair check, 10 players": ["check", file],
        "fairpair standings, 10 players": ["standings", file],
    }


PARTS = ("/api/whoami", "/t/none", "/desk/none", "/new", "/help")
"""An address of every part of the server that is imported when it is needed."""


def server_start(database: Path, environment: Mapping[str, str]) -> list[float]:
    """The processor time of a server until it answers; after that its megabytes in memory, and how
    many of them it does not share with other programs: idle, after a page, and after all parts.
    """
    address = f"sqlite:///{database}"
    command = [*FAIRPAIR, "serve", "--port", "0", "--database", address]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        url = process.stdout.readline().decode().split()[-1]
        place = Path(f"/proc/{process.pid}")
        fields = (place / "stat").read_text().rpartition(")")[2].split()
        found = [(int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")]
        for addresses in ((), ("/",), PARTS):
            for address in addresses:
                with suppress(HTTPError):  # of a tournament that is not there
                    urlopen(f"{url}{address}").close()
            time.sleep(1)
            found += memory_of(place)
        process.terminate()
    return found


def memory_of(place: Path) -> tuple[float, float]:
    """The megabytes of a process, and those it does not share; by its folder in `/proc`."""
    lines = (place / "smaps_rollup").read_text().splitlines()[1:]
    sizes = {line.split()[0]: int(line.split()[1]) / 1000 for line in lines}
    return sizes["Rss:"], sizes["Private_Clean:"] + sizes["Private_Dirty:"]


def print_server(folder: Path, environment: Mapping[str, str], bare: float) -> None:
    """A server that makes its database, and one that has it."""
    databases = [folder / f"{number}.db" for number in range(SERVER_RUNS)]
    for label in ("new", "existing"):
        found = [server_start(database, environment) for database in databases]
        spent, *sizes = (min(column) for column in zip(*found, strict=True))
        name = f"fairpair serve, {label} database"
        print(f"  {name:34} {spent:6.3f} s (+{spent - bare:.3f} s)", flush=True)
        for when, memory, own in zip(
            ("idle", "after a page", "after all parts"), sizes[::2], sizes[1::2], strict=True
        ):
            print(f"    {when:32} {memory:6.0f} MB, {own:.0f} of them not shared", flush=True)


def main() -> None:
    """Print one line for each command."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        bare = cpu_of([sys.executable, "-c", "pass"], environment)
        print(f"Python {sys.version.split()[0]}, least CPU time of {RUNS} runs")
        print(f"  {'the interpreter alone':34} {bare:6.3f} s")
        for label, words in commands(folder).items():
            command = [*FAIRPAIR, *words]
            spent, modules = cpu_of(command, environment), modules_of(command, environment)
            more = f"+{spent - bare:.3f} s, {spent / bare:4.1f} x the interpreter"
            print(f"  {label:34} {spent:6.3f} s ({more}), {modules} modules", flush=True)
        print_server(folder, environment, bare)


if __name__ == "__main__":
    main()
