"""One tournament in every state that an operation may need, as rows to be copied."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from fastapi import FastAPI

from fairpair.app.access.grants import Role
from fairpair.app.access.key_text import digest
from fairpair.app.access.keys import Access
from fairpair.app.requests import CommandContext
from fairpair.app.service import Service
from fairpair.app.use_cases.rounds import RoundOptions, generate, start
from fairpair.bootstrap import open_service, utc_now
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import Player
from fairpair.core.results import Games
from fairpair.core.rounds import ByeKind, MatchRef, RoundRef
from fairpair.log import commands as c
from fairpair.log.stored import StoredEvent
from fairpair.server import make_app

from .role_server import ADMIN_KEY, serve_app


@dataclass
class StateServer:
    """A server on which every request that writes finds a tournament of its own."""

    service: Service
    access: Access
    app: FastAPI
    url: str
    states: dict[str, list[StoredEvent]]
    made: int = 0

    def copy(self, state: str) -> TournamentId:
        """A new tournament in this state."""
        self.made += 1
        name = TournamentId(f"t{self.made}")
        self.service.store.append(name, 0, self.states[state])
        return name

    def key(self, who: str, here: TournamentId) -> str | None:
        """What this person shows there; a player is the one at the first seat of table 1."""
        match who:
            case "nobody":
                return None
            case "a wrong key":
                return f"fp_org_{'x' * 30}"
            case "admin":
                return ADMIN_KEY
            case "a stranger":
                return self.access.make(Role.ORGANISER, TournamentId("t1")).key
            case "player":
                round_ = self.service.journal(here).tournament.rounds.get(RoundRef(1, 1))
                player = round_.pairings[1].seats[0] if round_ else PlayerId(1)
                return self.access.make(Role.PLAYER, here, player).key
        return self.access.make(Role(who), here).key


@contextmanager
def open_state_server() -> Iterator[StateServer]:
    service = open_service("memory:")
    access = Access(service.store.keys, utc_now, digest(ADMIN_KEY))
    app = make_app(service, access, wrong_keys=1_000_000)
    states = make_states(service)
    with serve_app(app) as url:
        yield StateServer(service, access, app, url, states)
    service.close()


def make_states(service: Service) -> dict[str, list[StoredEvent]]:
    """The log of one tournament in each state that an operation needs."""
    here = TournamentId("template")

    def do(*commands: c.Command) -> None:
        for command in commands:
            version = service.journal(here).version
            service.execute(here, command, CommandId(f"{version}"), "organiser")

    def order(name: str) -> CommandContext:
        return CommandContext(here, CommandId(name), "organiser")

    def rows() -> list[StoredEvent]:
        return list(service.store.load(here))

    states = {}
    rules = {"rounds": 3, "cut": 4, "player_reports": True}
    do(c.CreateTournament("Cup", "seed", rules))
    do(c.RegisterPlayers(tuple(Player(f"P{n}") for n in range(1, 10))))
    states["setup"] = rows()
    do(c.CheckIn(PlayerId(1)))
    states["present"] = rows()
    do(c.Undo())
    service.run(order("start"), start)
    states["running"] = rows()
    more: dict[str, list[c.Command]] = {
        "undone": [c.CheckIn(PlayerId(1)), c.Undo()],
        "dropped": [c.DropPlayer(PlayerId(1))],
        "late": [c.EnterLate((Player("Zoe"),), from_round=1)],
        "arranged": [
            c.RequestBye(PlayerId(1), 3, ByeKind.HALF),
            c.FixTable(PlayerId(1), 7),
            c.AvoidPair(PlayerId(1), PlayerId(2)),
        ],
        "asked": [c.MakeRequest(PlayerId(1), 3)],
        "hidden": [c.ChangeRules({"hidden": True}, "private")],
        "finished": [c.FinishTournament(early=True)],
    }
    for state, commands in more.items():
        states[state] = _after(service, states["running"], state, commands)
    do(*(c.RecordResult(MatchRef(1, 1, table), Games((2, 0))) for table in (1, 2, 3, 4)))
    states["played"] = rows()
    last: list[c.Command] = [c.ChangeRules({"rounds": 1}, "short day")]
    states["last"] = _after(service, states["played"], "last", last)
    service.run(order("draft"), generate, RoundRef(1, 2), RoundOptions(draft_only=True))
    states["drafted"] = rows()
    return states


def _after(
    service: Service, rows: list[StoredEvent], name: str, commands: Iterable[c.Command]
) -> list[StoredEvent]:
    here = TournamentId(f"template-{name}")
    service.store.append(here, 0, rows)
    for n, command in enumerate(commands):
        service.execute(here, command, CommandId(f"more {n}"), "organiser")
    return list(service.store.load(here))
