"""One connection of a client: how long it may take, and what becomes of what is no HTTP."""

import asyncio
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_LATE = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Connection(H11Protocol):
    """Lets go of who sends no request, or one that never ends; all others are left in peace.

    It looks now and then at a request that is coming in. The head must be there at the first look,
    and of the body some more at every later one. Nobody looks at a connection whose request is
    there: streams cost nothing.
    """

    seconds: ClassVar[float] = 15.0
    """From one look to the next."""
    least: ClassVar[int] = 1024
    """So many bytes of a body between two looks are enough."""

    _look: asyncio.TimerHandle | None = None
    _came = 0
    _waiting = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there."""
        super().connection_made(transport)
        self._look_later()

    def data_received(self, data: bytes) -> None:
        """Some of a request, or all of it."""
        self._came += len(data)
        super().data_received(data)
        if not self._is_coming_in():
            self._look_no_more()
        elif self._look is None:
            self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._look_no_more()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Say that it is no HTTP, if there is an answer to be given; then nobody is there."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        self._give_up()

    def _unsupported_upgrade_warning(self) -> None:
        """They get the plain answer, and that is all there is to it."""

    def _is_coming_in(self) -> bool:
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def _look_later(self) -> None:
        self._came, self._waiting = 0, self.conn.their_state is h11.IDLE
        self._look = self.loop.call_later(self.seconds, self._looked)

    def _look_no_more(self) -> None:
        if self._look is not None:
            self._look.cancel()
            self._look = None

    def _looked(self) -> None:
        self._look = None
        if self.transport.is_closing() or not self._is_coming_in():
            return
        if self.conn.their_state is h11.IDLE:
            late = self._waiting
        elif self.conn.our_state is h11.DONE:
            late = not self._waiting  # answered long ago, and they still send
        else:
            # What we do not read ourselves is not their fault.
            late = self._came < self.least and not self._waiting and not self.flow.read_paused
        if not late:
            self._look_later()
            return
        # Browsers open connections ahead of time: one that was not used just ends.
        begun = self.conn.trailing_data[0] or self.conn.their_state is h11.SEND_BODY
        if begun and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(_LATE)
        self._give_up()

    def _give_up(self) -> None:
        """Whoever works on the request learns that nobody waits for the answer."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()
