"""What many players, many simultaneous tournaments and thousands of tournaments in a database cost.

First, tournaments of 100, 1 000 and 10 000 players are compared: the processor time of each step
(the least of three runs), and how many times as long each takes as the one before. Ten times the
players may take 12 times as long, and a single command no longer at all. Then SQLite files with 3
000 and with 100 000 tournaments are opened, and a change by another process is heard, which may
take no longer for the larger one. Of these the list of tournaments is read: the first time, a page
of 60, the same as a web page and as JSON, a search, and after a change. It may take 3 ms, and the
same for both. Finally, 20 and then 100 tournaments of 8 players are played at the same time through
a real server on SQLite, with spectators and pages.

`--fast` runs a tenth of everything; `--growth` leaves out the last part. Every line says whether it
is within its limit.
"""

import asyncio
import gc
import sys
import tempfile
import threading
import time
from collections.abc import Callable, MutableMapping
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from itertools import count, pairwise
from pathlib import Path
from typing import Any, TypeVar

import httpx
from fastapi import FastAPI

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from api.parallel_events import played
from api.servers import Server
from fairpair.app.access.grants import Role
from fairpair.app.service import Service
from fairpair.app.use_cases.pairing import draft
from fairpair.app.views.history import actions
from fairpair.app.views.standings import standings_view
from fairpair.app.views.tournament_index import TournamentIndex
from fairpair.app.views.tournaments import keep_summaries, summary_of
from fairpair.bootstrap import open_access, open_service
from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import Player
from fairpair.core.rounds import MatchRef
from fairpair.formats.result_words import WORDS
from fairpair.log import commands as c
from fairpair.log.stored import Append, StoredEvent
from fairpair.presets import preset
from fairpair.server import make_app

T = TypeVar("T")
CUP = TournamentId("cup")
FEW = 50
"""The number of commands of a kind that are given one by one."""
ONE_BY_ONE = "one by one"
ALIKE = ("open the database", "a change by others, heard")
LEAST = 1e-6
_REPEATS = 10
Limit = Callable[[str, list[float], list[float]], bool]
"""Whether a line is within its limit: its name, its seconds and how many times as much each is."""


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


def least_of(runs: int, players: int) -> dict[str, float]:
    """The least that each step took in several runs: a short one is easily disturbed by others."""
    found = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            found.append(large_field(Path(folder), players))
    return {name: min(run[name] for run in found) for name in found[0]}


def large_field(folder: Path, players: int) -> dict[str, float]:
    """One round of a big open and the start of the next, and what is shown of it."""
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
        for table in range(1, (FEW if round_no == 2 else players // 2) + 1):
            name = "results" if round_no == 1 else f"{FEW} results, {ONE_BY_ONE}"
            do(name, c.RecordResult(MatchRef(1, round_no, table), WORDS["1-0"]))
        if round_no == 1:
            do("complete", c.CompleteRound())
    for player in range(1, FEW + 1):
        do(f"{FEW} late entries, {ONE_BY_ONE}", c.EnterLate((Player(f"Late {player}"),)))
        do(f"{FEW} edits, {ONE_BY_ONE}", c.EditPlayer(PlayerId(player), Player(f"Other {player}")))
    steps("standings", lambda: standings_view(service.journal(CUP).tournament, 1))
    log = service.journal(CUP)
    steps("history", lambda: actions(log, lambda after: service.store.load(CUP, after)))
    key = open_access(service).make(Role.ORGANISER, CUP).key
    asyncio.run(_pages(steps, service, key))
    service.close()
    again = open_service(address)
    steps("read the log", lambda: again.journal(CUP))
    steps("undo", lambda: again.execute(CUP, c.Undo(), CommandId("undo")))

    def undo_entries() -> None:
        with suppress(InvalidStateError):  # everything that was built on them is found
            again.execute(CUP, c.Undo(2), CommandId("old"))

    steps("undo of an old action", undo_entries)
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
            ("players.csv", f"/api/tournaments/{CUP}/export/players.csv"),
        ):
            start = time.process_time()
            answer = await client.get(path)
            steps.spent[name] = time.process_time() - start
            assert answer.is_success, answer.text


def lists(folder: Path, many: int) -> dict[str, float]:
    """A file with a number of tournaments, whose summaries are kept, and the list of them."""
    steps, address = Steps(), f"sqlite:///{folder / f'list-{many}.db'}"
    with closing(open_service(address)) as before:
        _fill(before, many)
    service = steps(ALIKE[0], lambda: open_service(address))
    with closing(open_service(address)) as other:
        steps(ALIKE[1], partial(_hear_change, service, other))
    listing = TournamentIndex(service)
    steps("the first list", lambda: listing.page(60, 0))
    for name, offset, query in (
        ("page of 60", 0, ""),
        ("last page", many - 60, ""),
        ("search", 0, "cup-00001"),
        ("search, once more", 0, "cup-00001"),
    ):
        steps(name, partial(listing.page, 60, offset, (), query))
    service.execute(TournamentId("cup-000007"), c.RenameTournament("New"), CommandId("name"))
    steps("after a change", lambda: listing.page(60, 0))
    asyncio.run(_list_pages(steps, service))
    service.close()
    return steps.spent


def _hear_change(service: Service, other: Service) -> None:
    heard, cup = threading.Event(), TournamentId("cup-000009")
    stop = service.store.subscribe(lambda *_: heard.set())
    other.execute(cup, c.RenameTournament("Other"), CommandId("other"))
    heard.wait()
    stop()


def _fill(service: Service, many: int) -> None:
    """Copies of one tournament with their summaries: it matters only how many there are."""
    rows = _finished()[:1]
    first = TournamentId("cup-000000")
    service.store.append(first, 0, rows)
    summary = summary_of(service, first, 1)
    names = [TournamentId(f"cup-{number:06}") for number in range(1, many)]
    for wait in [service.store.submit(Append(name, 0, rows)) for name in names]:
        wait()
    keep_summaries(service, [replace(summary, id=name) for name in names])


async def _list_pages(steps: Steps, service: Service) -> None:
    app = make_app(service)
    for name, path, query in (("web page", "/", b""), ("JSON", "/api/tournaments", b"limit=60")):
        await _get(app, path, query)
        start = time.process_time()
        for _ in range(_REPEATS):
            await _get(app, path, query)
        steps.spent[name] = (time.process_time() - start) / _REPEATS


async def _get(app: FastAPI, path: str, query: bytes) -> None:
    """Ask without a client, whose time would count."""
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query,
        "headers": [(b"host", b"bench"), (b"accept-encoding", b"gzip")],
        "client": ("127.0.0.1", 1),
        "server": ("bench", 80),
    }

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        assert message.get("status", 200) == 200

    await app(scope, receive, send)


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


def compare(title: str, columns: list[dict[str, float]], sizes: list[int], most: Limit) -> int:
    """The columns in milliseconds, and how many times as much each is as the one before.

    Returns how many lines are beyond their limit.
    """
    heads = " ".join(f"{size:>9}" for size in sizes)
    print(f"{title:28} {heads}   times")
    beyond = 0
    for name in columns[0]:
        spent = [column[name] for column in columns]
        ratios = [after / max(before, LEAST) for before, after in pairwise(spent)]
        is_fine = most(name, spent, ratios)
        beyond += not is_fine
        times = "  ".join(f"{ratio:5.1f}" for ratio in ratios)
        row = " ".join(f"{one * 1000:9.1f}" for one in spent)
        print(f"{name:28} {row}   {times}  {'' if is_fine else 'TOO MUCH'}".rstrip(), flush=True)
    print(f"{beyond} of {len(columns[0])} lines are beyond their limit\n")
    return beyond


def in_step(name: str, _spent: list[float], ratios: list[float]) -> bool:
    """Ten times the players take at most 12 times as long, a single command twice."""
    return max(ratios) <= (2 if ONE_BY_ONE in name else 12)


def quick(name: str, spent: list[float], ratios: list[float]) -> bool:
    """A list takes 3 ms at most, except the first one of a server; the rest at most doubles."""
    if name in ALIKE:
        return max(ratios) <= 2
    return name == "the first list" or max(spent) <= 0.003


def main() -> None:
    """Print it all."""
    gc.set_threshold(10_000, 20, 50)  # as the program does
    less = 10 if "--fast" in sys.argv else 1
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        fields = [size for size in (100, 1000, 10_000) if size * less <= 10_000]
        large_field(folder, 2 * FEW + 2)  # the first one loads modules
        columns = [least_of(3, n) for n in fields]
        compare("players (processor ms)", columns, fields, in_step)
        sizes = [3000 // less, 100_000 // less]
        compare("tournaments (processor ms)", [lists(folder, n) for n in sizes], sizes, quick)
        if "--growth" not in sys.argv:
            for many in (20 // less, 100 // less):
                at_once(folder, many)


if __name__ == "__main__":
    main()
