"""What many players, many simultaneous tournaments and thousands of tournaments in a database cost.

First, tournaments of 100, 1 000 and 10 000 players are compared: the processor time of each step,
and how many times as long each takes as the one before. Ten times the players may take 12 times as
long, and a single command no longer at all. Then the list of tournaments is read from databases
with 3 000 and with 100 000 tournaments: the first time, a page of 60, the same as a web page and
as JSON, a search, and after a change. It may take 3 ms, and the same for both. Finally, 20 and then
100 tournaments of 8 players are played at the same time through a real server on SQLite, with
spectators and pages.

`--fast` runs a tenth of everything; `--growth` leaves out the last part. Every line says whether it
is within its limit.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import TypeVar

import httpx

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from api.parallel_events import played
from api.servers import Server
from fairpair.app.access.grants import Role
from fairpair.app.service import Service
from fairpair.app.use_cases.pairing import draft
from fairpair.app.views.standings import standings_view
from fairpair.app.views.tournament_index import TournamentIndex
from fairpair.bootstrap import open_access, open_service
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Player
from fairpair.core.rounds import MatchRef
from fairpair.formats.result_words import WORDS
from fairpair.log import commands as c
from fairpair.log.stored import StoredEvent
from fairpair.presets import preset
from fairpair.server import make_app

T = TypeVar("T")
CUP = TournamentId("cup")
RESULTS = 50
"""So many results are entered one by one."""


class Steps:
    """Processor seconds of named steps."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}

    def __call__(self, name: str, step: Callable[[], T]) -> T:
        """Do it and remember what it took."""
        start = time.process_time()
        done = step()
        self.spent[name] = self.spent.get(name, 0) + time.process_time() - start
        return done


def large_field(folder: Path, players: int) -> dict[str, float]:
    """One round of a big open, and what is shown of it."""
    steps, address = Steps(), f"sqlite:///{folder / f'{players}.db'}"
    service, numbers = open_service(address), count()

    def do(name: str, command: c.Command) -> None:
        once = CommandId(str(next(numbers)))
        steps(name, lambda: service.execute(CUP, command, once))

    do("begin", c.CreateTournament("Open", "seed", dict(preset("fide_dutch").settings)))
    people = (Player(f"Player {n}", 1000 + n * 7 % 1800) for n in range(players))
    do("enter all players", c.RegisterPlayers(tuple(people)))
    for round_no in (1, 2):
        before = service.journal(CUP)
        do("draft", steps("draft", partial(draft, before.tournament, before.version)))
        do("publish", c.PublishRound())
        for table in range(1, (RESULTS if round_no == 2 else players // 2) + 1):
            name = "results" if round_no == 1 else f"{RESULTS} results, one by one"
            do(name, c.RecordResult(MatchRef(1, round_no, table), WORDS["1-0"]))
        if round_no == 1:
            do("complete", c.CompleteRound())
    steps("standings", lambda: standings_view(service.journal(CUP).tournament, 1))
    key = open_access(service).make(Role.ORGANISER, CUP).key
    asyncio.run(_pages(steps, service, key))
    service.close()
    again = open_service(address)
    steps("read the log", lambda: again.journal(CUP))
    steps("undo", lambda: again.execute(CUP, c.Undo(), CommandId("undo")))
    again.close()
    return steps.spent


async def _pages(steps: Steps, service: Service, key: str) -> None:
    transport = httpx.ASGITransport(make_app(service))
    headers = {"Authorization": f"Bearer {key}", "Accept-Encoding": "gzip"}
    async with httpx.AsyncClient(
        transport=transport, base_url="http://bench", headers=headers
    ) as client:
        await client.get(f"/desk/{CUP}")  # the first page loads the templates
        for name, path in (
            ("desk: round", f"/desk/{CUP}/round/1/2"),
            ("desk: players", f"/desk/{CUP}/players"),
            ("desk: standings", f"/desk/{CUP}/standings"),
            ("public round", f"/t/{CUP}/round/1/2"),
            ("standings.xlsx", f"/api/tournaments/{CUP}/export/standings.xlsx"),
            ("archive.json", f"/api/tournaments/{CUP}/export/archive.json"),
        ):
            start = time.process_time()
            answer = await client.get(path)
            steps.spent[name] = time.process_time() - start
            assert answer.is_success, answer.text


def lists(folder: Path, many: int) -> dict[str, float]:
    """The list of a database with so many tournaments that are over."""
    address = f"sqlite:///{folder / f'list-{many}.db'}"
    service = open_service(address)
    rows = _finished()
    for number in range(many):
        service.store.append(TournamentId(f"cup-{number:05}"), 0, rows)
    steps = Steps()
    steps("from the logs", lambda: TournamentIndex(service).page(60, 0))
    service.close()
    again = open_service(address)
    listing = TournamentIndex(again)
    steps("from the summaries", lambda: listing.page(60, 0))
    steps("once more", lambda: listing.page(60, 0))
    again.close()
    return steps.spent


def _finished() -> list[StoredEvent]:
    service = open_service("memory:")
    commands: list[c.Command] = [
        c.CreateTournament("Cup", "seed", {"rounds": 1}),
        c.RegisterPlayers(tuple(Player(f"Player {n}") for n in range(32))),
    ]
    for number, command in enumerate(commands):
        service.execute(CUP, command, CommandId(str(number)))
    service.execute(CUP, draft(service.journal(CUP).tournament), CommandId("draft"))
    commands = [c.PublishRound()]
    commands += [c.RecordResult(MatchRef(1, 1, n), WORDS["1-0"]) for n in range(1, 17)]
    for number, command in enumerate([*commands, c.CompleteRound(), c.FinishTournament()]):
        service.execute(CUP, command, CommandId(f"later {number}"))
    return service.store.load(CUP)


def at_once(folder: Path, many: int) -> None:
    """Play them through a real server."""
    database, log = f"sqlite:///{folder / f'once-{many}.db'}", folder / "log"
    with Server("--log-level", "warning", database=database, log=log) as server:
        start = time.monotonic()
        events, answers = asyncio.run(played(server.address, many))
        spent = time.monotonic() - start
    failed = sum(count for status, count in answers.items() if status >= 400)
    total, changes = sum(answers.values()), sum(event.commands for event in events)
    print(
        f"{many:5} tournaments  {spent:6.1f} s  {changes / spent:6.0f} commands/s"
        f"  {total / spent:6.0f} answers/s  {failed} of {total} refused or failed",
        flush=True,
    )


def compare(title: str, small: dict[str, float], large: dict[str, float], sizes: list[int]) -> None:
    """Both columns in milliseconds, and how many times as much the second is."""
    print(f"{title:30} {sizes[0]:>9} {sizes[1]:>9}   times")
    for name, spent in small.items():
        ratio = large[name] / max(spent, 1e-6)
        print(f"{name:30} {spent * 1000:9.1f} {large[name] * 1000:9.1f}  {ratio:6.1f}", flush=True)
    print()


def main() -> None:
    """Print it all."""
    less = 10 if "--fast" in sys.argv else 1
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for title, measure, sizes in (
            ("players (processor ms)", large_field, [1000 // less, 10_000 // less]),
            ("list of (processor ms)", lists, [300 // less, 3000 // less]),
        ):
            small, large = (measure(folder, size) for size in sizes)
            compare(title, small, large, sizes)
        for many in (20 // less, 100 // less):
            at_once(folder, many)


if __name__ == "__main__":
    main()
