"""A server with one tournament, and the ways to play it and to read it."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import httpx

from fairpair.app.access.grants import Role
from fairpair.app.access.keys import Access
from fairpair.app.service import Service
from fairpair.app.use_cases.pairing import cut_command, draft
from fairpair.bootstrap import utc_now
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Entrant, Player
from fairpair.core.results import Decided, Games, Mark, Result
from fairpair.core.rounds import MatchRef
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import NextStep, progress
from fairpair.log import commands as c
from fairpair.presets import rules_of
from fairpair.server import make_app
from fairpair.storage import open_store

CUP = TournamentId("cup")
HERE = "/api/tournaments/cup"
EIGHT = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal")
WIN, DRAW, LOSS = (
    Decided((Mark.WIN, Mark.LOSS)),
    Decided((Mark.DRAW, Mark.DRAW)),
    Decided((Mark.LOSS, Mark.WIN)),
)


@dataclass
class ReadServer:
    """What a test reads from, and how it lets things happen."""

    service: Service
    access: Access
    runner: asyncio.Runner
    client: httpx.AsyncClient
    _ids: Iterator[int] = field(default_factory=lambda: count(1))
    _keys: dict[Role, str] = field(default_factory=dict)

    @property
    def t(self) -> Tournament:
        return self.service.journal(CUP).tournament

    @property
    def version(self) -> int:
        return self.service.journal(CUP).version

    def do(self, *commands: c.Command, here: TournamentId = CUP, by: str = "organiser") -> None:
        for command in commands:
            self.service.execute(here, command, CommandId(f"c{next(self._ids)}"), by)

    def asks(
        self, path: str, role: Role | None = None, method: str = "GET", **headers: str
    ) -> httpx.Response:
        if role is not None:
            if role not in self._keys:
                self._keys[role] = self.access.make(role, CUP).key
            headers["Authorization"] = f"Bearer {self._keys[role]}"
        where = path if path.startswith("/api") else f"{HERE}{path}"
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.runner.run(self.client.request(method, where, headers=named))

    def json(self, path: str, role: Role | None = None) -> Any:
        found = self.asks(path, role)
        assert found.status_code == 200, found.text
        return found.json()

    def refused(self, path: str, status: int, code: str, role: Role | None = None) -> Any:
        found = self.asks(path, role)
        assert (found.status_code, found.json()["code"]) == (status, code), found.text
        assert found.headers["content-type"] == "application/problem+json"
        return found.json()

    def begin(
        self, entrants: tuple[Entrant, ...], preset: str = "mtg_standard", **rules: object
    ) -> None:
        settings = rules_of(preset, rules).as_settings()
        self.do(c.CreateTournament("Spring Cup", "seed", settings))
        if entrants:
            self.do(c.RegisterPlayers(entrants))

    def draft(self, *, publish: bool = True) -> None:
        self.do(draft(self.t))
        if publish:
            self.do(c.PublishRound())

    def result(self, table: int, result: Result) -> None:
        ref = self.t.upcoming
        self.do(c.RecordResult(MatchRef(ref.stage, ref.round_no, table), result))

    def play(self, outcome: Callable[[Tournament, int], Result]) -> None:
        """Draft, publish, enter all results and complete."""
        self.draft()
        ref = self.t.upcoming
        for table in self.t.rounds[ref].pending:
            self.result(table, outcome(self.t, table))
        self.do(c.CompleteRound())

    def to_the_end(self, outcome: Callable[[Tournament, int], Result]) -> None:
        while True:
            match progress(self.t).step:
                case NextStep.DRAFT:
                    self.play(outcome)
                case NextStep.CUT:
                    self.do(cut_command(self.t))
                case NextStep.FINISH:
                    self.do(c.FinishTournament())
                case _:
                    return


def lower_wins(t: Tournament, table: int) -> Result:
    """Who has the smaller number wins."""
    one, other = t.rounds[t.upcoming].pairings[table].seats
    if t.rules.best_of and t.rules.best_of > 1:
        return Games((2, 0) if one < other else (0, 2))
    return WIN if one < other else LOSS


def by_lot(random: Random) -> Callable[[Tournament, int], Result]:
    return lambda _t, _table: Games(random.choice(((2, 0), (2, 1), (1, 2), (0, 2))))


def people(*names: str, top: int = 2000) -> tuple[Player, ...]:
    return tuple(Player(name, top - 100 * n, club=f"Club {n % 2}") for n, name in enumerate(names))


def with_names(rows: list[Mapping[str, Any]], *keys: str) -> dict[str, Any]:
    return {row["name"]: tuple(row[key] for key in keys) for row in rows}


@contextmanager
def read_server(address: str = "memory:") -> Iterator[ReadServer]:
    store = open_store(address)
    service = Service(store, utc_now)
    transport = httpx.ASGITransport(make_app(service))
    with asyncio.Runner() as runner:
        client = httpx.AsyncClient(transport=transport, base_url="http://fairpair")
        yield ReadServer(service, Access(store.keys, utc_now), runner, client)
        runner.run(client.aclose())
    service.close()
