"""Many tournaments played at once on one server, each with its organiser and a watcher."""

import asyncio
import random
import secrets
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx

from fairpair.core.rounds import MatchRef

from .servers import ADMIN_KEY

PLAYERS, ROUNDS = 8, 3
PATIENCE = 300.0
CUT_OFF = (httpx.ReadError, httpx.RemoteProtocolError, httpx.WriteError)
RESULTS = ("1-0", "0-1", "1/2-1/2")


@dataclass
class Event:
    """One tournament as its organiser and a watcher saw it."""

    client: httpx.AsyncClient
    number: int
    answers: Counter[int]
    id: str = ""
    results: dict[MatchRef, str] = field(default_factory=dict)
    version: int = 0
    commands: int = 0
    told: int = 0
    report_file: bytes = b""

    async def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        """Send it; every answer is counted (0 is none at all), and must be a good one."""
        once = {} if method == "GET" else {"Idempotency-Key": secrets.token_hex(8)}
        while True:
            try:
                answer = await self.client.request(method, path, json=body, headers=once)
                break
            except CUT_OFF:
                # An idle connection was closed that moment: a client sends it again.
                self.answers[0] += 1
                assert self.answers[0] < 1000, "the server is gone"
        self.answers[answer.status_code] += 1
        assert answer.is_success, answer.text
        return answer

    async def do(self, method: str, path: str, body: object = None) -> Any:
        told = (await self.ask(method, f"/api/tournaments/{self.id}{path}", body)).json()
        self.version = max(self.version, told["version"])
        self.commands += 1
        return told

    async def play(self) -> None:
        body = {"name": f"Cup {self.number}", "preset": "fide_dutch", "config": {"rounds": ROUNDS}}
        self.id = (await self.ask("POST", "/api/tournaments", body)).json()["id"]
        watching = asyncio.create_task(self.watch())
        names = [{"name": f"Player {n}", "rating": 2000 - n} for n in range(PLAYERS)]
        await self.do("POST", "/players", {"players": names})
        for round_no in range(1, ROUNDS + 1):
            await self.play_round(round_no)
        await self.do("POST", "/finish", {})
        trf = await self.ask("GET", f"/api/tournaments/{self.id}/export/trf26.trf")
        self.report_file = trf.content
        async with asyncio.timeout(PATIENCE):
            while self.told < self.version and not watching.done():
                await asyncio.sleep(0.02)
        watching.cancel()

    async def play_round(self, round_no: int) -> None:
        await self.do("POST", f"/rounds/{round_no}/generate", {})
        tables = range(1, PLAYERS // 2 + 1)
        await asyncio.gather(*(self.enter(MatchRef(1, round_no, table)) for table in tables))
        await asyncio.gather(
            self.do("POST", f"/rounds/{round_no}/complete", {}),
            *(self.ask("GET", page.format(self.id, round_no)) for page in PAGES),
        )

    async def enter(self, match: MatchRef) -> None:
        dice = random.Random(f"{self.number} {match}")
        self.results[match] = dice.choice(RESULTS)
        path = f"/pairings/{match.stage}-{match.round_no}-{match.table}/result"
        await self.do("PUT", path, {"result": self.results[match]})

    async def watch(self) -> None:
        """Listen to the versions, and look at the tournament each time; come back when cut off."""
        while True:
            with suppress(*CUT_OFF):
                await self.listen()

    async def listen(self) -> None:
        async with self.client.stream("GET", f"/api/tournaments/{self.id}/events") as answer:
            self.answers[answer.status_code] += 1
            async for line in answer.aiter_lines():
                if line.startswith("id: "):
                    assert int(line[4:]) >= self.told
                    self.told = int(line[4:])
                    await self.ask("GET", f"/api/tournaments/{self.id}/status")


PAGES = (
    "/",
    "/api/tournaments?limit=500",
    "/t/{0}",
    "/t/{0}/standings",
    "/desk/{0}/round/1/{1}",
    "/api/tournaments/{0}/standings",
)


async def played(address: str, many: int) -> tuple[list[Event], Counter[int]]:
    answers: Counter[int] = Counter()
    key = {"Authorization": f"Bearer {ADMIN_KEY}"}
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(
        base_url=address, headers=key, timeout=PATIENCE, limits=limits
    ) as client:
        events = [Event(client, number, answers) for number in range(many)]
        await asyncio.gather(*(event.play() for event in events))
    return events, answers
