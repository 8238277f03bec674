"""Those who watch, all the time."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

from .order_sender import OrderSender
from .wire import stream


@dataclass(slots=True)
class Watcher:
    """Looks at whatever is played; what it is told must never go back or be lost."""

    sender: OrderSender
    tournament: str = ""

    async def run(self) -> None:
        while True:
            with suppress(OSError, ValueError):
                await self._watch(self.tournament)
            await asyncio.sleep(self.sender.chance.uniform(0.1, 2))

    async def _watch(self, tournament: str) -> None:
        order_log = self.sender.order_log
        address = await self.sender.server_address.pick(self.sender.chance)
        told = 0
        async for line in stream(address, f"/api/tournaments/{tournament}/events"):
            if line.startswith("id: "):
                version = int(line[4:])
                order_log.watched += 1
                order_log.show(tournament, version)
                if version < told:
                    order_log.complaints.append(f"went back: a watcher saw {told}, then {version}")
                told = version
            if tournament != self.tournament:
                return
