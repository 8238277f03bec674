"""One tournament in every state that an operation may need, as rows to be copied."""

from collections.abc import Iterable

from fairpair.app.running import Making, generate, start
from fairpair.app.service import Service
from fairpair.app.steps import Order
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import Player
from fairpair.core.results import Games
from fairpair.core.rounds import ByeKind, MatchRef, RoundRef
from fairpair.log import commands as c
from fairpair.log.stored import StoredEvent


def make_states(service: Service) -> dict[str, list[StoredEvent]]:
    """The log of one tournament in each state that an operation needs."""
    here = TournamentId("template")

    def do(*commands: c.Command) -> None:
        for command in commands:
            version = service.journal(here).version
            service.execute(here, command, CommandId(f"{version}"), "organiser")

    def order(name: str) -> Order:
        return Order(here, CommandId(name), "organiser")

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
    start(service, order("start"))
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
        "hidden": [c.ChangeRules({"hidden": True}, "private")],
        "finished": [c.FinishTournament(early=True)],
    }
    for state, commands in more.items():
        states[state] = _after(service, states["running"], state, commands)
    do(*(c.RecordResult(MatchRef(1, 1, table), Games((2, 0))) for table in (1, 2, 3, 4)))
    states["played"] = rows()
    last: list[c.Command] = [c.ChangeRules({"rounds": 1}, "short day")]
    states["last"] = _after(service, states["played"], "last", last)
    generate(service, order("draft"), RoundRef(1, 2), Making(draft_only=True))
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
