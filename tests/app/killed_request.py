"""Processes that are killed at every step of a request, until one gets through.

    python -m app.killed_request ADDRESS

Each makes round 2: the round before is completed, the next one paired and published. After each
death it prints how many events of the request are in the log, then `through`.
"""

import os
import signal
import sys
from collections.abc import Callable

from sqlalchemy import Engine, event

from fairpair.app.requests import CommandContext
from fairpair.app.service import Service
from fairpair.app.use_cases import edits, rounds
from fairpair.app.use_cases.edits import ResultEntry
from fairpair.app.use_cases.rounds import RoundOptions
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Player
from fairpair.core.results import Games
from fairpair.core.rounds import RoundRef
from fairpair.log import commands as c
from fairpair.storage import open_store
from fairpair.storage.prepared import Prepared
from fairpair.storage.script import Script
from golden.killed import MOMENTS, killed_at

CUP = TournamentId("cup")
NEXT = RoundRef(1, 2)
EVENTS = 3
SENT = ((Prepared, "run"), (Prepared, "run_each"), (Script, "run"))
"""What goes to the driver past the engine."""


def opened(address: str) -> Service:
    return Service(open_store(address), lambda: "2026-11-15T10:00:00.000000+00:00")


def prepare(address: str) -> int:
    """A tournament whose first round has all its results; its version."""
    service = opened(address)
    service.execute(CUP, c.CreateTournament("Cup", "seed", {"rounds": 3}), CommandId("create"))
    names = tuple(Player(f"P{n}") for n in range(8))
    service.run(CommandContext(CUP, CommandId("players")), edits.enter_players, names)
    service.run(CommandContext(CUP, CommandId("start")), rounds.start)
    for table in range(1, 5):
        entry = ResultEntry(RoundRef(1, 1).at(table), Games((2, table % 2)))
        service.run(CommandContext(CUP, CommandId(f"result-{table}")), edits.enter_result, entry)
    version = service.store.version(CUP)
    service.close()
    return version


def between(send: Callable[..., object], at: Callable[..., None]) -> Callable[..., object]:
    """The same, with a moment before it and one after it."""

    def sent(*arguments: object, **named: object) -> object:
        at("before")
        answer = send(*arguments, **named)
        at("after")
        return answer

    return sent


def request(address: str, step: int) -> None:
    """Be the process that is killed, if it does not get through before."""
    service = opened(address)
    at = killed_at(step)
    for moment in MOMENTS:
        event.listen(Engine, moment, at)
    for owner, name in SENT:
        setattr(owner, name, between(getattr(owner, name), at))
    context = CommandContext(CUP, CommandId("next"))
    done = service.run(context, rounds.generate, NEXT, RoundOptions())
    if len(done.events) != EVENTS:
        raise AssertionError(done)
    service.close()


def written(address: str, version: int) -> int:
    """The events of the request that are there; its receipt is there with them or not at all."""
    service = opened(address)
    rows = service.store.load(CUP, after=version)
    receipt = service.store.receipt(CUP, CommandId("next"))
    service.close()
    if (0 if receipt is None else receipt.events) != len(rows):
        raise AssertionError((receipt, rows))
    return len(rows)


def main(address: str) -> None:
    version = prepare(address)
    for step in range(10_000):
        pid = os.fork()
        if pid == 0:
            try:
                request(address, step)
            finally:
                os._exit(0 if sys.exc_info()[0] is None else 1)
        _, status = os.waitpid(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        print("events", written(address, version), flush=True)  # noqa: T201
        if code != -signal.SIGKILL:
            print("through" if code == 0 else f"ended with {code}")  # noqa: T201
            return


if __name__ == "__main__":
    main(sys.argv[1])
