"""What goes wrong: servers are killed and started again, under bad conditions, without end."""

import asyncio
import os
import random
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from .databases import Database, Postgres, SqliteFile
from .order_sender import ServerAddress
from .server_processes import PATIENCE, Conditions, Launcher, ServerProcess

DAY = 86_400.0
ROOM = (0, 32_768, 49_152, 65_536, 98_304, 196_608)
"""Bytes that are left on a full disk; a server needs some to start at all."""
JUMPS = (-20 * 365 * DAY, -DAY, -3600.0, -1.0, 1.0, 3600.0, DAY, 20 * 365 * DAY)


@dataclass(frozen=True, slots=True)
class Chances:
    """How often what happens to a server."""

    early: float = 0.08
    """Killed while it starts."""
    gentle: float = 0.04
    """Told to stop by SIGTERM, not killed."""
    frozen: float = 0.04
    """Stands still for a moment before it is killed, with all its connections."""
    clock: float = 0.25
    full_disk: float = 0.12
    cold: float = 0.03
    workers: float = 0.12
    """Several processes under one, on PostgreSQL: some of them are killed, then the one."""
    seconds: tuple[float, float] = (0.1, 1.5)
    """How long it lives once it answers."""
    database_seconds: tuple[float, float] = (2.0, 6.0)
    """Between two kills of PostgreSQL."""


@dataclass(slots=True)
class Chaos:
    """Keeps servers going, for a moment each, until there were enough kills."""

    launcher: Launcher
    database: Database
    server_address: ServerAddress
    folder: Path
    chance: random.Random
    chances: Chances
    kills: int
    looked: Callable[[], Awaitable[None]]
    """Called after each end of a server."""
    injected: Counter[str] = field(default_factory=Counter)
    calm: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when there were enough kills: the servers of the end then live on."""
    starts: list[float] = field(default_factory=list)
    troubled: list[str] = field(default_factory=list)
    _number: int = 0
    _living: list[ServerProcess] = field(default_factory=list)
    _slow: int = 0
    """Servers of several processes that are starting: they would wait for PostgreSQL for ever."""

    async def run(self, servers: int) -> None:
        """Until it is cancelled."""
        tasks = [self._lives() for _ in range(servers)]
        if isinstance(self.database, Postgres):
            tasks.append(self._kill_postgres(self.database))
        await asyncio.gather(*tasks)

    def end(self) -> None:
        """Nothing is left running."""
        for server_process in self._living:
            server_process.kill()

    @property
    def enough(self) -> bool:
        return self.injected["SIGKILL"] >= self.kills

    async def _lives(self) -> None:
        while not self.enough and not self.calm.is_set():
            await self._live(self._conditions())
        self.calm.set()
        await self._live_on()

    async def _live_on(self) -> None:
        """As servers usually do; the end of the event is played on it."""
        address = None
        while address is None:  # PostgreSQL may be on its way back
            server_process = await self._begin(Conditions())
            address = await self._ready(server_process)
            if address is None:
                self._require_reason(server_process)
        self.server_address.opens(address)
        while not await asyncio.to_thread(server_process.has_ended):
            await asyncio.sleep(1)
        self._note(server_process)
        raise AssertionError(f"A server ended by itself: {server_process.logged()[-3000:]}")

    async def _live(self, conditions: Conditions) -> None:
        server_process = await self._begin(conditions)
        await self._live_until_killed(server_process)
        if isinstance(self.database, SqliteFile):
            self.database.free_disk()
        await self.looked()

    async def _live_until_killed(self, server_process: ServerProcess) -> None:
        if self.chance.random() < self.chances.early:
            await asyncio.sleep(self.chance.uniform(0, 0.4))
            if await self._kill(server_process):
                self.injected["of them while it starts"] += 1
            return
        slow = bool(server_process.conditions.workers)
        self._slow += slow
        try:
            address = await self._ready(server_process)
        finally:
            self._slow -= slow
        if address is None:
            self.injected["did not start"] += 1
            self._require_reason(server_process)
            await asyncio.sleep(0.2)
            return
        self._count(server_process.conditions)
        self.server_address.opens(address)
        await asyncio.sleep(self.chance.uniform(*self.chances.seconds))
        await self._kill_workers(server_process)
        frozen = self.chance.random() < self.chances.frozen and not server_process.has_ended()
        if frozen:
            self.injected["frozen before"] += 1
            os.kill(server_process.pid, signal.SIGSTOP)
            await asyncio.sleep(self.chance.uniform(0.1, 1))
        await self._kill(server_process, gently=not frozen)
        self.server_address.closes(address)

    async def _kill_workers(self, server_process: ServerProcess) -> None:
        """One, then perhaps the one that took its place or one of the others."""
        for _ in range(self.chance.randint(1, 3) if server_process.conditions.workers else 0):
            workers = await asyncio.to_thread(server_process.workers)
            if workers:
                await asyncio.to_thread(self.chance.choice(workers).kill)
                self.injected["SIGKILL"] += 1
                self.injected["of them a worker"] += 1
                await self.looked()
            await asyncio.sleep(self.chance.uniform(*self.chances.seconds))

    def _count(self, conditions: Conditions) -> None:
        """The hardships of a server that has started in spite of them."""
        self.injected["cold start"] += conditions.cold
        self.injected["several workers"] += bool(conditions.workers)
        self.injected["clock off or jumping"] += bool(conditions.shifts)
        self.injected["full disk"] += conditions.full_disk

    def _require_reason(self, server_process: ServerProcess) -> None:
        """Only a full disk, or a database that is away, may end a server or keep it from starting.

        Even then it must say so, and not fall over an error that nobody foresaw.
        """
        away = isinstance(self.database, Postgres)
        if not server_process.conditions.full_disk and not away:
            said = server_process.logged()[-2000:]
            self.troubled.append(f"ended by itself with {server_process.ended}: {said}")
        self._note(server_process)

    async def _begin(self, conditions: Conditions) -> ServerProcess:
        self._number += 1
        server_process = await asyncio.to_thread(
            ServerProcess,
            self.launcher,
            self.folder,
            self._number,
            self.database.address,
            conditions,
        )
        self._living.append(server_process)
        return server_process

    async def _ready(self, server_process: ServerProcess) -> tuple[str, int] | None:
        clock = asyncio.get_running_loop().time
        begun = clock()
        while clock() < begun + PATIENCE:
            if found := server_process.address():
                self.starts.append(clock() - begun)
                return found
            if await asyncio.to_thread(server_process.has_ended):
                return None
            await asyncio.sleep(0.01)
        raise AssertionError(f"A server never answered: {server_process.logged()[-3000:]}")

    async def _kill(self, server_process: ServerProcess, *, gently: bool = True) -> bool:
        """Whether it was still alive; `gently` only now and then."""
        if await asyncio.to_thread(server_process.has_ended):
            self._require_reason(server_process)
            return False
        gently = gently and self.chance.random() < self.chances.gentle
        name = "SIGTERM" if gently else "SIGKILL"
        await asyncio.to_thread(server_process.kill, signal.Signals[name])
        self.injected[name] += 1
        self._note(server_process)
        return True

    def _note(self, server_process: ServerProcess) -> None:
        """What a server logged that it must not: an error nobody foresaw."""
        self._living.remove(server_process)
        if server_process.outlived:
            self.troubled.append(
                f"{server_process.outlived} workers of server {server_process.number} lived on"
            )
        _, traceback, after = server_process.logged().partition("Traceback")
        # A worker whose supervisor dies while it starts it has no words of ours for that yet.
        if traceback and "spawn_main" not in after:
            lines = [line for line in after.splitlines()[1:] if line[:1].strip()]
            what = lines[0] if lines else after
            self.troubled.append(f"server {server_process.number} logged a traceback: {what}")

    def _conditions(self) -> Conditions:
        chance, full, largest = self.chance, False, None
        shifts: tuple[tuple[float, float], ...] = ()
        if chance.random() < self.chances.cold:
            return Conditions(cold=True)
        if isinstance(self.database, Postgres) and chance.random() < self.chances.workers:
            return Conditions(cold=True, workers=2)
        if chance.random() < self.chances.clock:
            shifts = ((0.0, chance.choice(JUMPS)), (chance.uniform(0, 2), chance.choice(JUMPS)))
        if isinstance(self.database, SqliteFile) and chance.random() < self.chances.full_disk:
            full, largest = True, self.database.fill_disk(chance.choice(ROOM))
        return Conditions(full, largest, shifts)

    async def _kill_postgres(self, database: Postgres) -> None:
        while not self.calm.is_set():
            await asyncio.sleep(self.chance.uniform(*self.chances.database_seconds))
            while self._slow:
                await asyncio.sleep(0.1)
            await asyncio.to_thread(database.server.kill)
            self.injected["PostgreSQL killed"] += 1
            await asyncio.sleep(self.chance.uniform(0, 0.5))
            await asyncio.to_thread(database.server.start)
