"""How requests travel: some twice at once, some without waiting for the answer, some much later."""

import asyncio
import random
from dataclasses import dataclass

from .order_log import Acknowledgement, Order, OrderLog
from .wire import Address, Answer, LostError, ask, hang_up, request


@dataclass(frozen=True, slots=True)
class NetworkFaults:
    """How often what happens to a request."""

    doubled: float = 0.10
    hung_up: float = 0.05
    late: float = 0.05
    given_up: float = 0.02
    """Of those whose outcome is unknown: the client goes home."""


class ServerAddress:
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


class OrderSender:
    """Sends orders until they are answered, and reads until there is something to read."""

    def __init__(
        self,
        server_address: ServerAddress,
        order_log: OrderLog,
        chance: random.Random,
        network_faults: NetworkFaults,
    ) -> None:
        self.server_address = server_address
        self.order_log = order_log
        self.chance = chance
        self.network_faults = network_faults
        self._late: set[asyncio.Task[None]] = set()

    async def deliver(self, order: Order, *, faithful: bool = False) -> Acknowledgement | None:
        """Until it is acknowledged or refused; a client that is not `faithful` may give up."""
        self.order_log.add(order)
        while True:
            await self._send(order)
            if order.acknowledged or order.refusal:
                break
            if not faithful and self.chance.random() < self.network_faults.given_up:
                self.order_log.copies["given up"] += 1
                break
            await asyncio.sleep(self.chance.uniform(0.02, 0.3))
        if order.acknowledged and order.acknowledged.action is not None:
            self._perhaps_later(order)
        return order.acknowledged

    async def read(self, path: str, key: str | None = None) -> Answer:
        """The answer to a GET, after as many tries as it takes."""
        while True:
            try:
                answer = await ask(
                    await self.server_address.pick(self.chance), request("GET", path, key)
                )
            except LostError:
                answer = None
            if answer is not None and answer.status < 500:
                return answer
            if answer is not None:
                self.order_log.server_errors[f"{answer.status} {answer.code} (reading)"] += 1
            await asyncio.sleep(self.chance.uniform(0.02, 0.2))

    async def close(self) -> None:
        """Wait for what is still on its way."""
        await asyncio.gather(*self._late)

    async def _send(self, order: Order) -> None:
        fate = self.chance.random()
        if fate < self.network_faults.hung_up:
            self.order_log.copies["hung up"] += 1
            order.copies += 1
            order.unanswered += 1
            address = await self.server_address.pick(self.chance)
            await hang_up(address, order.sent, self.chance.choice([0, 0, 0.005, 0.02, 0.1]))
        elif fate < self.network_faults.hung_up + self.network_faults.doubled:
            self.order_log.copies["doubled"] += 1
            await asyncio.gather(self._copy(order), self._copy(order))
        else:
            await self._copy(order)

    async def _copy(self, order: Order) -> None:
        address = await self.server_address.pick(self.chance)
        order.copies += 1
        self.order_log.copies["sent"] += 1
        try:
            answer = await ask(address, order.sent)
        except LostError:
            order.unanswered += 1
            self.order_log.copies["lost"] += 1
        else:
            self.order_log.hear(order, answer)

    def _perhaps_later(self, order: Order) -> None:
        if self.chance.random() < self.network_faults.late:
            task = asyncio.create_task(self._later(order, self.chance.uniform(0.1, 8)))
            self._late.add(task)
            task.add_done_callback(self._late.discard)

    async def _later(self, order: Order, after: float) -> None:
        """A copy that was held up on its way: long after others it must get the first answer."""
        await asyncio.sleep(after)
        self.order_log.copies["late"] += 1
        refused, order.refusal = order.refusal, ""
        await self._copy(order)
        if order.refusal:
            self.order_log.complaints.append(
                f"refused late: {order.kind} {order.name} was acknowledged, then {order.refusal}"
            )
        order.refusal = refused
