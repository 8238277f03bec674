"""A server on this machine that publishes rating lists, well and badly."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CHANGED = "Thu, 19 Nov 2026 10:00:00 GMT"


class ListServer(ThreadingHTTPServer):
    """`files` are those that it has by path, `headers` what it says of them besides, `moved` where
    paths lead; `cut` are those whose end never comes, and `trickles` those that come byte by byte.
    `asked` is what it was asked for.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.files: dict[str, bytes] = {}
        self.headers: dict[str, dict[str, str]] = {}
        self.moved: dict[str, str] = {}
        self.cut: set[str] = set()
        self.trickles: set[str] = set()
        self.sent = 0
        self.asked: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def publish(self, path: str, content: bytes, **headers: str) -> str:
        """Its address."""
        self.files[path] = content
        self.headers[path] = {name.replace("_", "-"): text for name, text in headers.items()}
        return f"{self.url}{path}"

    def take_asked(self) -> list[str]:
        """What it was asked for since the last time."""
        found, self.asked = self.asked, []
        return found


class _Handler(BaseHTTPRequestHandler):
    server: ListServer

    def do_HEAD(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        content = self._answer()
        if self.path in self.server.trickles:
            self._trickle(content)
            return
        self.wfile.write(content[: len(content) // 2] if self.path in self.server.cut else content)

    def _trickle(self, content: bytes) -> None:
        """Byte by byte, until nobody listens any more."""
        with suppress(OSError):
            for place in range(len(content)):
                self.wfile.write(content[place : place + 1])
                self.server.sent += 1
                time.sleep(0.02)

    def _answer(self) -> bytes:
        self.server.asked.append(f"{self.command} {self.path}")
        content = self.server.files.get(self.path)
        if self.path in self.server.moved:
            self.send_response(302)
            self.send_header("Location", self.server.moved[self.path])
        else:
            self.send_response(404 if content is None else 200)
        given = {
            "Content-Length": str(len(content or b"")),
            **self.server.headers.get(self.path, {}),
        }
        for name, text in given.items():
            if text:
                self.send_header(name, text)
        self.end_headers()
        return content or b""

    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def list_server() -> Iterator[ListServer]:
    """The server, running."""
    server = ListServer()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
