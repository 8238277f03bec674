"""Puts server, people, attacks and judge together."""

import asyncio
import json
import random
import signal
import time
from dataclasses import dataclass, field
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from api.servers import ADMIN_KEY, Server
from soak.databases import Database
from soak.oracle import Row

from .aftermath import damaged, open_files, told
from .attacks import RequestBuilder, aimed
from .forms import Visitor
from .framing import framed
from .judge import ResponseChecker
from .report import Report
from .routes import Target, surface
from .slow import SlowClients
from .wire import HangError, Probe, send_probe
from .world import INSIDERS, PEOPLE, TargetServer, TargetTournament


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be run: so many requests, or as long as that, whichever comes first."""

    requests: int
    minutes: float = 60.0
    seed: int = 1
    clients: int = 8
    slow: int = 10
    slow_seconds: float = 2.0


@dataclass(slots=True)
class Run:
    """One run on one database; files are made in the folder."""

    plan: Plan
    database: Database
    folder: Path
    secrets: tuple[bytes, ...] = ()
    """What else must not be told to anybody."""
    checker: ResponseChecker = field(default_factory=ResponseChecker)
    _fresh: list[Target] = field(default_factory=list)
    """Routes that nobody has attacked yet."""
    _left: int = 0
    _until: float = 0.0

    def run(self) -> Report:
        """The report."""
        begun, report = time.monotonic(), Report(self.database.kind, self.plan.seed)
        log = self.folder / "server.log"
        log.touch(0o600)
        with Server("--log-format", "json", database=self.database.address, log=log) as server:
            host, _, port = server.address.removeprefix("http://").partition(":")
            process = psutil.Process(server.process.pid)
            first = process.memory_info().rss
            before = asyncio.run(self._attack((host, int(port)), report))
            report.megabytes = (first // 2**20, process.memory_info().rss // 2**20)
            if server.process.poll() is not None:
                report.wrong.append("lost: the server has ended")
            server.signal(signal.SIGTERM)
            out = server.process.stdout.read() if server.process.stdout else ""
            if code := server.end():
                report.wrong.append(f"lost: the server ended with {code}")
        report.wrong += self._look(before, log, out)
        self._count(report, log)
        report.seconds = time.monotonic() - begun
        return report

    async def _attack(self, address: tuple[str, int], report: Report) -> dict[str, list[Row]]:
        target_server = TargetServer(address, surface())
        await target_server.begin()
        before = {
            target_tournament.id: self.database.rows(target_tournament.id)
            for target_tournament in target_server.bystanders
        }
        self._fresh = list(target_server.surface.targets)
        random.Random(self.plan.seed).shuffle(self._fresh)
        self._left, self._until = self.plan.requests, time.monotonic() + 60 * self.plan.minutes
        await asyncio.gather(*(self._client(target_server, n) for n in range(self.plan.clients)))
        slow = SlowClients(
            address, target_server.bystanders[0], self.plan.slow, self.plan.slow_seconds
        )
        await slow.run()
        report.slow, report.wrong = dict(slow.counted), [*report.wrong, *slow.wrong]
        await self._still_works(target_server)
        self.checker.secrets |= target_server.secrets
        report.tournaments = len(target_server.made)
        known = {target.route for target in target_server.surface.targets}
        report.routes, report.routes_attacked = len(known), len(known & self.checker.routes)
        report.never_attacked = sorted(known - self.checker.routes)
        return before

    async def _client(self, target_server: TargetServer, number: int) -> None:
        """First every route, together with the others; then by lot, what changes something more."""
        dice = random.Random(f"{self.plan.seed} client {number}")
        while self._fresh and self._goes_on():
            await self._send(target_server, await aimed(dice, target_server, self._fresh.pop()))
        targets = target_server.surface.targets
        deck = targets + [t for t in targets if t.writes and t.is_api] * 3
        deck += [t for t in targets if t.method == "GET" and not t.is_api] * 2
        while self._goes_on():
            for target in dice.sample(deck, len(deck)):
                if not self._goes_on():
                    return
                await self._one(dice, target_server, target)

    def _goes_on(self) -> bool:
        return self._left > 0 and time.monotonic() < self._until

    async def _one(self, dice: random.Random, target_server: TargetServer, target: Target) -> None:
        if dice.random() < 0.1:
            target_tournament = await target_server.target_tournament(dice)
            await self._send(target_server, framed(dice, target_tournament), target_tournament)
        elif target.method == "GET" and not target.is_api and dice.random() < 0.6:
            await self._visit(dice, target_server, target)
        else:
            await self._send(target_server, await aimed(dice, target_server, target))

    async def _visit(
        self, dice: random.Random, target_server: TargetServer, target: Target
    ) -> None:
        """A page, and its forms."""
        target_tournament, who = (
            await target_server.target_tournament(dice),
            dice.choice((*PEOPLE, *INSIDERS, *INSIDERS)),
        )
        path = RequestBuilder(dice, target_server, target, target_tournament, who).path()
        try:
            opened, shots = await Visitor(dice, target_server, target_tournament, who).shots(
                target, path
            )
        except HangError:
            self.checker.wrong.append(f"hang: {path}")
            return
        await self._send(target_server, opened, target_tournament)
        for probe in shots:
            await self._send(target_server, probe, target_tournament)

    async def _send(
        self,
        target_server: TargetServer,
        probe: Probe,
        target_tournament: TargetTournament | None = None,
    ) -> None:
        self._left -= 1
        try:
            answer = await send_probe(target_server.address, probe)
        except HangError:
            self.checker.hang(probe)
            return
        except OSError as error:
            self.checker.wrong.append(
                f"closed: no connection ({error}) for {probe.method} {probe.target[:200]}"
            )
            return
        self.checker.hear(probe, answer)
        if answer is not None and probe.who in INSIDERS and probe.raw is None:
            asked_again = answer.headers.get("location", "").startswith("/login?")
            if answer.status == 401 or asked_again or probe.target.endswith("/logout"):
                await target_server.logged_out(probe)
        if (
            answer is not None
            and answer.status < 400
            and probe.method in ("POST", "PUT", "PATCH", "DELETE")
        ):
            target_server.changed(probe.target)

    async def _still_works(self, target_server: TargetServer) -> None:
        """After all that somebody begins an event, and plays a round."""
        body = json.dumps(
            {"name": "After", "config": {"rounds": 2, "few_rounds_reason": "short"}}
        ).encode()
        made = await target_server.ask("POST", "/api/tournaments", body, ADMIN_KEY)
        here, key = f"/api/tournaments/{made['id']}", made["organiser_key"]
        players = json.dumps({"players": [{"name": name} for name in ("Ana", "Bo", "Cy")]}).encode()
        await target_server.ask("POST", f"{here}/players", players, key)
        await target_server.ask("POST", f"{here}/start", b"{}", key)
        await target_server.ask("PUT", f"{here}/pairings/1-1-1/result", b'{"games": [2, 0]}', key)
        standings = await target_server.ask("GET", f"{here}/standings")
        assert len(standings["players"]) == 3, standings

    def _look(self, before: dict[str, list[Row]], log: Path, out: str) -> list[str]:
        printed = self.folder / "server.out"
        printed.write_text(out)
        printed.chmod(0o600)
        hidden = {*self.checker.secrets, ADMIN_KEY.encode(), *self.secrets}
        return [
            *self.checker.wrong,
            *damaged(self.database, before),
            *told([log, printed], hidden),
            *open_files(self.folder),
        ]

    def _count(self, report: Report, log: Path) -> None:
        checker = self.checker
        report.requests = checker.kinds.total()
        report.kinds = dict(checker.kinds.most_common())
        report.answers = dict(sorted(checker.answers.items()))
        report.codes = dict(checker.codes.most_common())
        report.pages, report.secrets = checker.pages, len(checker.secrets)
        report.log_lines = len(log.read_bytes().splitlines())
