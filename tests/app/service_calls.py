"""What the tests of the service send: one tournament, and commands under ids they choose."""

from fairpair.app.requests import Outcome
from fairpair.app.service import Service
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Player
from fairpair.log import commands as c

CUP = TournamentId("cup")


def do(service: Service, command: c.Command, command_id: str) -> Outcome:
    return service.execute(CUP, command, CommandId(command_id), "ana")


def register(*names: str) -> c.RegisterPlayers:
    return c.RegisterPlayers(tuple(Player(name) for name in names))


def write(service: Service, writer: int, count: int) -> None:
    """One writer's day; every third command is sent twice, as on bad Wi-Fi."""
    for n in range(count):
        for _ in range(2 if n % 3 == 0 else 1):
            do(service, register(f"Player {writer}-{n}"), f"{writer}-{n}")
