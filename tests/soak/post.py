"""How requests travel: some twice at once, some without waiting for the answer, some much later."""

import asyncio
import random
from dataclasses import dataclass

from .ledger import Acknowledged, Ledger, Order
from .wire import Address, Answer, LostError, ask, hang_up, request


@dataclass(frozen=True, slots=True)
class Mischief:
    """How often what happens to a request."""

    doubled: float = 0.10
    hung_up: float = 0.05
    late: float = 0.05
    given_up: float = 0.02
    """Of those whose outcome is unknown: the client goes home."""


class Door:
    """Where servers answer at the moment."""

    def __init__(self) -> None:
        self._open: list[Address] = []
        self._opened = asyncio.Event()

    def opens(self, address: Address) -> None:
        self._open.append(address)
        self._opened.set()

    def closes(self, address: Address) -> None:
        if address in self._open:
            self._open.remove(address)
        if not self._open:
            self._opened.clear()

    async def pick(self, chance: random.Random) -> Address:
        while not self._open:
            await self._opened.wait()
        return chance.choice(self._open)


class Post:
    """Sends orders until they are answered, and reads until there is something to read."""

    def __init__(
        self, door: Door, ledger: Ledger, chance: random.Random, mischief: Mischief
    ) -> None:
        self.door = door
        self.ledger = ledger
        self.chance = chance
        self.mischief = mischief
        self._late: set[asyncio.Task[None]] = set()

    async def deliver(self, order: Order, *, faithful: bool = False) -> Acknowledged | None:
        """Until it is acknowledged or refused; a client that is not `faithful` may give up."""
        self.ledger.add(order)
        while True:
            await self._send(order)
            if order.acknowledged or order.refusal:
                break
            if not faithful and self.chance.random() < self.mischief.given_up:
                self.ledger.copies["given up"] += 1
                break
            await asyncio.sleep(self.chance.uniform(0.02, 0.3))
        if order.acknowledged and order.acknowledged.action is not None:
            self._perhaps_later(order)
        return order.acknowledged

    async def read(self, path: str, key: str | None = None) -> Answer:
        """The answer to a GET, after as many tries as it takes."""
        while True:
            try:
                answer = await ask(await self.door.pick(self.chance), request("GET", path, key))
            except LostError:
                answer = None
            if answer is not None and answer.status < 500:
                return answer
            if answer is not None:
                self.ledger.server_errors[f"{answer.status} {answer.code} (reading)"] += 1
            await asyncio.sleep(self.chance.uniform(0.02, 0.2))

    async def close(self) -> None:
        """Wait for what is still on its way."""
        await asyncio.gather(*self._late)

    async def _send(self, order: Order) -> None:
        fate = self.chance.random()
        if fate < self.mischief.hung_up:
            self.ledger.copies["hung up"] += 1
            order.copies += 1
            order.unanswered += 1
            address = await self.door.pick(self.chance)
            await hang_up(address, order.sent, self.chance.choice([0, 0, 0.005, 0.02, 0.1]))
        elif fate < self.mischief.hung_up + self.mischief.doubled:
            self.ledger.copies["doubled"] += 1
            await asyncio.gather(self._copy(order), self._copy(order))
        else:
            await self._copy(order)

    async def _copy(self, order: Order) -> None:
        address = await self.door.pick(self.chance)
        order.copies += 1
        self.ledger.copies["sent"] += 1
        try:
            answer = await ask(address, order.sent)
        except LostError:
            order.unanswered += 1
            self.ledger.copies["lost"] += 1
        else:
            self.ledger.hear(order, answer)

    def _perhaps_later(self, order: Order) -> None:
        if self.chance.random() < self.mischief.late:
            task = asyncio.create_task(self._later(order, self.chance.uniform(0.1, 8)))
            self._late.add(task)
            task.add_done_callback(self._late.discard)

    async def _later(self, order: Order, after: float) -> None:
        """A copy that was held up on its way: long after others it must get the first answer."""
        await asyncio.sleep(after)
        self.ledger.copies["late"] += 1
        refused, order.refusal = order.refusal, ""
        await self._copy(order)
        if order.refusal:
            self.ledger.complaints.append(
                f"refused late: {order.kind} {order.name} was acknowledged, then {order.refusal}"
            )
        order.refusal = refused
