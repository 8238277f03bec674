"""What one request walks through: files, functions, SQL statements and transactions.

    python tools/walk.py

Prints it for a round that is published through its page and through the API, and for one that is
generated, on a real SQLite file. Statements that begin or end a transaction count as transactions.
"""

import re
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from fastapi.testclient import TestClient
from httpx import Response
from sqlalchemy import Engine, event

import fairpair
from fairpair.app.access.grants import Role
from fairpair.app.requests import CommandContext, Steps
from fairpair.app.service import Service
from fairpair.app.use_cases import edits, rounds
from fairpair.app.use_cases.edits import ResultEntry
from fairpair.app.use_cases.rounds import RoundOptions
from fairpair.bootstrap import open_access, open_service
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Player
from fairpair.core.results import Games
from fairpair.core.rounds import RoundRef
from fairpair.log import commands as c
from fairpair.server import make_app

CUP = TournamentId("cup")
SOURCE = str(Path(fairpair.__file__).parent)


@dataclass
class Walk:
    """What was executed."""

    functions: set[tuple[str, str, int]] = field(default_factory=set)
    statements: list[str] = field(default_factory=list)
    transactions: int = 0

    @property
    def files(self) -> list[str]:
        """The files of ours, by their place in the package."""
        return sorted({name.removeprefix(SOURCE)[1:] for name, _, _ in self.functions})

    def seen(self, frame: FrameType, what: str, _argument: object) -> None:
        """For `sys.setprofile`."""
        code = frame.f_code
        if what == "call" and code.co_filename.startswith(SOURCE):
            self.functions.add((code.co_filename, code.co_qualname, code.co_firstlineno))

    def sent(self, _connection: object, _cursor: object, statement: str, *_more: object) -> None:
        """For SQLAlchemy, before a statement is executed."""
        beside = threading.current_thread().name.startswith("fairpair-")
        if not beside and not statement.startswith("BEGIN"):
            self.statements.append(re.sub(r"\s+", " ", statement))

    def committed(self, _connection: object) -> None:
        """For SQLAlchemy, before a transaction is committed."""
        self.transactions += 1


@contextmanager
def walking() -> Iterator[Walk]:
    """Record everything that is done for a request; a client's first one starts its threads."""
    walk = Walk()
    event.listen(Engine, "before_cursor_execute", walk.sent)
    event.listen(Engine, "commit", walk.committed)
    threading.setprofile(walk.seen)
    sys.setprofile(walk.seen)
    try:
        yield walk
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        event.remove(Engine, "before_cursor_execute", walk.sent)
        event.remove(Engine, "commit", walk.committed)


class Walker:
    """A tournament of eight, and how its rounds are made."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.access = open_access(service)
        self.app = make_app(service, self.access)
        service.execute(CUP, c.CreateTournament("Cup", "seed", {"rounds": 5}), CommandId("create"))
        self.run(edits.enter_players, [Player(f"P{n}") for n in range(8)])
        self.run(rounds.start)

    def run(self, use_case: Callable[..., Steps], *args: object) -> None:
        """Carry out a request past the shells."""
        version = self.service.journal(CUP).version
        context = CommandContext(CUP, CommandId(f"c{version}"))
        self.service.run(context, use_case, *args)

    def play(self, *, draft: bool) -> RoundRef:
        """Enter all results; draft the next round if that is wanted."""
        ref = self.service.journal(CUP).tournament.upcoming
        for table in range(1, 5):
            self.run(edits.enter_result, ResultEntry(ref.at(table), Games((2, table % 2))))
        if draft:
            self.run(rounds.generate, ref.next, RoundOptions(draft_only=True))
        return ref.next

    def by_page(self) -> Walk:
        """Publish a draft with the button of its page."""
        ref = self.play(draft=True)
        key = self.access.make(Role.ORGANISER, CUP)
        client = TestClient(self.app, follow_redirects=False)
        client.post("/api/login", json={"key": key.key})
        page = client.get(f"/desk/{CUP}/round/{ref.stage}/{ref.round_no}").text
        [csrf, *_] = re.findall(r'name="csrf" value="([^"]+)"', page)
        form = {"csrf": csrf, "command": "publish-by-page"}
        with walking() as walk:
            answer = client.post(f"/desk/{CUP}/round/1/{ref.round_no}/publish", data=form)
        require(answer, 303)
        return walk

    def by_api(self, operation: str, *, draft: bool) -> Walk:
        """Publish or generate the next round with an organiser's key."""
        ref = self.play(draft=draft)
        key = self.access.make(Role.ORGANISER, CUP).key
        headers = {"Authorization": f"Bearer {key}"}
        client = TestClient(self.app)
        client.get(f"/api/tournaments/{CUP}", headers=headers)
        address = f"/api/tournaments/{CUP}/rounds/{ref.round_no}/{operation}"
        with walking() as walk:
            answer = client.post(address, headers=headers)
        require(answer, 200)
        return walk


def require(answer: Response, status: int) -> None:
    """Stop unless it was carried out."""
    if answer.status_code != status:
        raise SystemExit(f"{answer.request.url}: {answer.status_code} {answer.text:.500}")


def report(name: str, walk: Walk, *, full: bool) -> None:
    """Print it."""
    counts = (
        f"{len(walk.files)} files, {len(walk.functions)} functions,"
        f" {len(walk.statements)} SQL statements, {walk.transactions} transaction(s)"
    )
    lines = [f"{name}: {counts}"]
    if full:
        lines += [f"    {one}" for one in walk.files]
        lines += [f"    {one:.110}" for one in walk.statements]
    sys.stdout.write("\n".join(lines) + "\n")


def main() -> None:
    """Walk, and print what there was on the way; with --full each file and statement."""
    full = "--full" in sys.argv
    with tempfile.TemporaryDirectory() as folder:
        service = open_service(f"sqlite:///{folder}/walk.db")
        walker = Walker(service)
        report("publish through the page", walker.by_page(), full=full)
        report("publish through the API", walker.by_api("publish", draft=True), full=full)
        report("generate through the API", walker.by_api("generate", draft=False), full=full)
        service.close()


if __name__ == "__main__":
    main()
