"""How much may be sent: counted while it comes in, before anybody keeps it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairpair.api.problems import HttpError, problem

MIB = 1024 * 1024
LONGEST_HOST = 300
"""No name on the net is longer than 253 letters."""
_NO_HOST = HttpError(
    400, "bad-host", "The name of the host is longer than any can be.", "Send a real one."
)


@dataclass
class BodyLimit:
    """Refuses bodies above a size with 413; some addresses may have a size of their own.

    Names of hosts have one too.
    """

    app: ASGIApp
    most: int = MIB
    larger: Mapping[str, int] = field(default_factory=dict)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on, counting."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = self.larger.get(scope["path"], self.most)
        if any(name == b"host" and len(host) > LONGEST_HOST for name, host in scope["headers"]):
            # It gets into links and codes, which have no room for more.
            await problem(_NO_HOST)(scope, receive, send)
            return
        if _announced(scope) > most:
            await problem(_too_large(most))(scope, receive, send)
            return
        counting = _Counting(receive, send, most)
        try:
            await self.app(scope, counting.receive, counting.send)
        except Exception:
            if not counting.over:
                raise
        if counting.over and not counting.answered:
            await problem(_too_large(most))(scope, receive, send)


class _Counting:
    """What goes in and out of one request; whoever reads too much is told the line is dead."""

    def __init__(self, receive: Receive, send: Send, most: int) -> None:
        self._receive, self._send, self._most = receive, send, most
        self._got = 0
        self.over = self.answered = False

    async def receive(self) -> Message:
        """The next part, as long as they are not too many."""
        message: Message = {"type": "http.disconnect"}
        if not self.over:
            message = await self._receive()
            self._got += len(message.get("body", b""))
            self.over = self._got > self._most
        return {"type": "http.disconnect"} if self.over else message

    async def send(self, message: Message) -> None:
        """An answer that was begun goes on; a new one is not wanted any more."""
        if self.answered or not self.over:
            self.answered = True
            await self._send(message)


def _announced(scope: Scope) -> int:
    """What the header says; nothing if it says nothing that can be true."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value[:20])
    return 0


def _too_large(most: int) -> HttpError:
    return HttpError(
        413,
        "too-large",
        f"The body is larger than {most // 1024} KiB.",
        "Send less at once.",
    )
