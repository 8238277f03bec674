"""A network that loses answers: a proxy between a client and a real server."""

import http.client
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from timeouts import PATIENCE

LOSE = "lose the answer"


@dataclass
class BadNetwork:
    """`faults` are what happens to the next requests: `LOSE`, or an answer of the network's own.

    `passed` are the requests that reached the server, with their Idempotency-Keys.
    """

    server: str
    address: str = ""
    faults: deque[str | tuple[int, dict[str, str]]] = field(default_factory=deque)
    passed: list[tuple[str, str | None]] = field(default_factory=list)


@contextmanager
def bad_network(server: str) -> Iterator[BadNetwork]:
    """A proxy that passes everything on until it is given faults."""
    network = BadNetwork(server)
    proxy = ThreadingHTTPServer(("127.0.0.1", 0), _handler(network))
    network.address = f"http://127.0.0.1:{proxy.server_port}"
    thread = threading.Thread(target=proxy.serve_forever, daemon=True)
    thread.start()
    try:
        yield network
    finally:
        proxy.shutdown()
        proxy.server_close()
        thread.join(PATIENCE)


def _handler(network: BadNetwork) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            fault = network.faults.popleft() if network.faults else None
            if isinstance(fault, tuple):
                self._answer(fault[0], fault[1], b"busy")
                return
            status, headers, content = self._pass_on()
            if fault != LOSE:
                self._answer(status, headers, content)

        do_POST = do_PUT = do_GET  # noqa: N815  so the standard library calls them

        def _pass_on(self) -> tuple[int, dict[str, str], bytes]:
            network.passed.append((self.path, self.headers.get("Idempotency-Key")))
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            place = urlsplit(network.server)
            onward = http.client.HTTPConnection(
                str(place.hostname), place.port or 80, timeout=PATIENCE
            )
            onward.request(self.command, self.path, body or None, dict(self.headers))
            answer = onward.getresponse()
            content = answer.read()
            onward.close()
            kept = {k: v for k, v in answer.getheaders() if k.lower() == "content-type"}
            return answer.status, kept, content

        def _answer(self, status: int, headers: dict[str, str], content: bytes) -> None:
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(content))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    return Handler
