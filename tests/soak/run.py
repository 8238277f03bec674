"""Puts clients, faults and oracle together."""

import asyncio
import random
import statistics
import time
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from .clients import Event, Size
from .databases import Database
from .faults import Chances, Chaos
from .oracle import Oracle, Row, points
from .order_log import OrderLog
from .order_sender import NetworkFaults, OrderSender, ServerAddress
from .report import Report
from .server_processes import Launcher
from .verify import complaints, verdict_on
from .watchers import Watcher

STUCK = 1200.0
"""Seconds after the last fault in which everything must have come to its end."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be run."""

    kills: int
    seed: int = 1
    servers: int = 1
    minutes: float = 60.0
    """After so long no more faults are injected, and the event is played to its end."""
    size: Size = Size()
    chances: Chances = Chances()
    network_faults: NetworkFaults = NetworkFaults()


@dataclass(slots=True)
class Run:
    """One run on one database; `report` has what came out."""

    plan: Plan
    database: Database
    folder: Path
    launcher: Launcher
    report: Report = field(init=False)
    events: list[Event] = field(default_factory=list)
    order_log: OrderLog = field(default_factory=OrderLog)
    _oracle: Oracle = field(init=False)
    _chaos: Chaos = field(init=False)
    _post: OrderSender = field(init=False)

    async def run(self) -> Report:
        begun = time.monotonic()
        plan, server_address = self.plan, ServerAddress()
        self.report = Report(self.database.kind, plan.seed)
        self._oracle = Oracle(self.order_log)
        self._post = OrderSender(
            server_address, self.order_log, random.Random(f"{plan.seed} post"), plan.network_faults
        )
        self._chaos = Chaos(
            self.launcher,
            self.database,
            server_address,
            self.folder,
            random.Random(f"{plan.seed} chaos"),
            plan.chances,
            plan.kills,
            self._look,
        )
        chaos = asyncio.create_task(self._chaos.run(plan.servers))
        try:
            async with asyncio.timeout(plan.minutes * 60 + STUCK):
                await self._beside(chaos, self._play())
                await self._beside(chaos, self._judge())
        finally:
            chaos.cancel()
            await asyncio.gather(chaos, return_exceptions=True)
            await asyncio.to_thread(self._chaos.end)
            self._count(time.monotonic() - begun)
        return self.report

    async def _beside(self, chaos: asyncio.Task[None], work: Coroutine[Any, Any, None]) -> None:
        """Do it as long as chaos reigns; trouble there is trouble here."""
        task = asyncio.create_task(work)
        await asyncio.wait([task, chaos], return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            task.cancel()
            await chaos
        await task

    async def _play(self) -> None:
        """Tournament after tournament until there were enough kills; the last one is finished."""
        watchers = [Watcher(self._post, "soak-1") for _ in range(self.plan.size.watchers)]
        watching = [asyncio.create_task(watcher.run()) for watcher in watchers]
        limit = asyncio.create_task(self._until(self.plan.minutes * 60))
        while not self._chaos.calm.is_set():
            event = Event(self._post, self.plan.size, len(self.events) + 1)
            self.events.append(event)
            for watcher in watchers:
                watcher.tournament = event.id
            await event.run()
            await self._look()
        await self._post.close()
        for task in (*watching, limit):
            task.cancel()
        await asyncio.gather(*watching, limit, return_exceptions=True)

    async def _until(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._chaos.calm.set()

    async def _look(self) -> None:
        """The oracle looks at the tournament that is played."""
        if not self.events:
            return
        name = self.events[-1].id
        promised = self._oracle.promises(name)
        try:
            rows = await asyncio.to_thread(self.database.rows, name)
        except self.database.away:
            return
        self._oracle.look(name, rows, promised)
        if self._oracle.looks % 20 == 0:
            await self._look_for_damage()

    async def _look_for_damage(self) -> None:
        damage = await asyncio.to_thread(self.database.damage)
        if damage:
            self.report.wrong.append(f"lost: the file is damaged: {damage}")

    async def _judge(self) -> None:
        """Every tournament as a whole."""
        await self._look_for_damage()
        for event in self.events:
            promised = self._oracle.promises(event.id)
            rows = await asyncio.to_thread(self.database.rows, event.id)
            self._oracle.look(event.id, rows, promised)
            self._oracle.explain(event.id, rows)
            path = f"/api/tournaments/{event.id}"
            exported = await self._post.read(f"{path}/export?format=archive", event.key)
            verdict = await asyncio.to_thread(verdict_on, exported.content, rows)
            self.report.wrong += [f"{event.id}: {what}" for what in verdict.wrong]
            self.report.rounds += verdict.rounds
            self.report.events += verdict.events
            await self._check_file(event, rows)
            shown = (await self._post.read(f"{path}/standings")).document["players"]
            told = {one["id"]: Fraction(one["points"]) for one in shown}
            if told != points(rows):
                self.report.wrong.append(f"{event.id}: the standings are not the sum of results")

    async def _check_file(self, event: Event, rows: list[Row]) -> None:
        """As an arbiter would: the report file, with `fairpair check`."""
        path = f"/api/tournaments/{event.id}/export/trf26.trf"
        found = await self._post.read(path, event.key)
        if found.status == 200:
            wrong = await asyncio.to_thread(complaints, found.content, rows)
            self.report.files_checked += 1
            self.report.wrong += [f"{event.id}: {what}" for what in wrong]

    def _count(self, seconds: float) -> None:
        report, order_log, chaos = self.report, self.order_log, self._chaos
        orders = [order for some in order_log.orders.values() for order in some]
        report.seconds = seconds
        report.tournaments = len(self.events)
        report.faults = dict(chaos.injected)
        report.copies = dict(order_log.copies)
        report.outcomes = dict(Counter(order.outcome for order in orders))
        report.commands = dict(Counter(o.kind for o in orders if o.acknowledged).most_common())
        report.refusals = dict(order_log.refusals.most_common())
        report.server_errors = dict(order_log.server_errors.most_common())
        report.versions_watched = order_log.watched
        report.looks = self._oracle.looks
        report.median_start = statistics.median(chaos.starts) if chaos.starts else 0.0
        report.wrong += [*self._oracle.found, *order_log.complaints, *chaos.troubled]
