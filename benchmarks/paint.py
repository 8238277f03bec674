"""How soon a round of 1 000 players is on the screen, at the desk and on the public page.

Chromium opens each page with an empty cache, several times; the median time from the click to the
first contentful paint counts. With `--against FOLDER`, another checkout of Fairpair serves the same
round from a process of its own: the pages are opened in turns, so that other work on the machine
slows down both, and the ratio of the medians is printed. `--fast` takes a tenth of the players and
opens each page only twice.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, sync_playwright

from browser.conftest import chromium_path

HERE = Path(__file__).parent.parent
PAGES = {"desk: round": "/desk/cup/round/1/2", "public round": "/t/cup/round/1/2"}
_SERVE = """
import sys
from pages import CUP, Event, Role, open_access, open_server, open_service
address, players = sys.argv[1:]
service = open_service(address)
Event(service, int(players))
key = open_access(service).make(Role.ORGANISER, CUP).key
service.close()
with open_server(address) as server:
    print(str(server.client.base_url).rstrip("/"), key, flush=True)
    sys.stdin.read()
"""
_PAINT = """() => new Promise((done) => new PerformanceObserver((list) => {
    for (const paint of list.getEntriesByName("first-contentful-paint")) done(paint.startTime);
}).observe({ type: "paint", buffered: true }))"""


@dataclass(frozen=True)
class Server:
    """Where a checkout serves the round, and the organiser's key to it."""

    url: str
    key: str


@contextmanager
def serve(tree: Path, database: Path, players: int) -> Iterator[Server]:
    """The round as this checkout shows it, as long as the block lasts."""
    path = os.pathsep.join(str(tree / part) for part in ("src", "tests", "benchmarks"))
    command = [sys.executable, "-c", _SERVE, f"sqlite:///{database}", str(players)]
    with subprocess.Popen(
        command,
        cwd=tree,
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        url, key = process.stdout.readline().split()
        try:
            yield Server(url, key)
        finally:
            process.stdin.close()


def first_paint(browser: Browser, server: Server, path: str) -> float:
    """Milliseconds until something of the page is seen."""
    context = browser.new_context(base_url=server.url)
    context.request.post("/api/login", data={"key": server.key})
    page = context.new_page()
    answer = page.goto(path)
    assert answer
    assert answer.ok, answer.text()
    found: float = page.evaluate(_PAINT)
    context.close()
    return found


def measure(servers: Sequence[Server], times: int) -> None:
    """Print a line for each page."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        for name, path in PAGES.items():
            for server in servers:
                first_paint(browser, server, path)  # the templates are loaded by this
            rows = [[first_paint(browser, one, path) for one in servers] for _ in range(times)]
            medians = [statistics.median(column) for column in zip(*rows, strict=True)]
            ratio = f"  {medians[0] / medians[1]:5.2f}" if len(medians) > 1 else ""
            print(f"{name:13}" + "".join(f"  {one:7.0f}" for one in medians) + ratio, flush=True)
        browser.close()


def main() -> None:
    """Measure this checkout, and another one beside it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", type=Path, help="the folder of another checkout")
    parser.add_argument("--fast", action="store_true", help="fewer players, fewer times")
    asked = parser.parse_args()
    trees = [HERE, *([asked.against.resolve()] if asked.against else [])]
    players, times = (100, 2) if asked.fast else (1000, 15)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as open_servers:
        servers = [
            open_servers.enter_context(serve(tree, Path(folder, f"{n}.db"), players))
            for n, tree in enumerate(trees)
        ]
        print(f"paint ms         here{'    other  ratio' if asked.against else ''}")
        measure(servers, times)


if __name__ == "__main__":
    main()
