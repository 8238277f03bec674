"""The short way for what a whole hall asks at once: past everything but the kept answers."""

import asyncio
from dataclasses import dataclass, field

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairpair.api.answering.answers import Address, Answers, address_of
from fairpair.api.answering.sending import Wishes

_PLACE = "/api/tournaments/"


@dataclass
class FastPath:
    """Answers reads without a key that somebody has made before; all others go the usual way.

    What only a key opens never comes from here: neither drafts nor hidden events. Of those who
    ask for something new at the same moment one goes ahead, and the others wait for the answer.
    """

    app: ASGIApp
    answers: Answers
    _ahead: dict[Address, asyncio.Event] = field(default_factory=dict)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """From what is kept, or pass it on."""
        reads = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not reads or not scope["path"].startswith(_PLACE):
            await self.app(scope, receive, send)
            return
        wishes = Wishes.of(scope)
        if wishes.has_key:
            await self.app(scope, receive, send)
            return
        address = address_of(scope)
        found = await self.answers.give_known(scope, wishes)
        if found is None and address in self._ahead:
            await self._ahead[address].wait()
            found = await self.answers.give_known(scope, wishes)
            if found is None:
                await self.app(scope, receive, send)
                return
        if found is None:
            await self._go_ahead(address, scope, receive, send)
        else:
            await found(scope, receive, send)

    async def _go_ahead(self, address: Address, scope: Scope, receive: Receive, send: Send) -> None:
        """The usual way; the others need not wait until this client has received it all."""
        answered = self._ahead[address] = asyncio.Event()

        async def told(message: Message) -> None:
            done()
            await send(message)

        def done() -> None:
            answered.set()
            if self._ahead.get(address) is answered:
                del self._ahead[address]

        try:
            await self.app(scope, receive, told)
        finally:
            done()
