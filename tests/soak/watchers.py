"""Those who watch, all the time."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

from .post import Post
from .wire import stream


@dataclass(slots=True)
class Watcher:
    """Looks at whatever is played; what it is told must never go back or be lost."""

    post: Post
    tournament: str = ""

    async def run(self) -> None:
        while True:
            with suppress(OSError, ValueError):
                await self._watch(self.tournament)
            await asyncio.sleep(self.post.chance.uniform(0.1, 2))

    async def _watch(self, tournament: str) -> None:
        ledger = self.post.ledger
        address = await self.post.door.pick(self.post.chance)
        told = 0
        async for line in stream(address, f"/api/tournaments/{tournament}/events"):
            if line.startswith("id: "):
                version = int(line[4:])
                ledger.watched += 1
                ledger.show(tournament, version)
                if version < told:
                    ledger.complaints.append(f"went back: a watcher saw {told}, then {version}")
                told = version
            if tournament != self.tournament:
                return
