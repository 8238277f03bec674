"""Somebody who gets webhooks: a real HTTP server that does as it is told."""

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class ReceivedRequest:
    """One request that came."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """Answers with `status`; `got` is what came, whatever the answer was.

    `told` may decide on each request by itself, with the status and further headers.
    """

    def __init__(self, port: int = 0) -> None:
        self.status = 204
        self.headers: dict[str, str] = {}
        self.seconds = 0.0
        self.got: list[ReceivedRequest] = []
        self.told: Callable[[ReceivedRequest], int] | None = None
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                receiver.answer(self)

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=[0.01])
        self._thread.start()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    @property
    def ids(self) -> list[str]:
        return [got.json["id"] for got in self.got]

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers["Content-Length"]))
        got = ReceivedRequest(request.path, dict(request.headers.items()), body)
        self.got.append(got)
        time.sleep(self.seconds)
        try:
            request.send_response(self.told(got) if self.told else self.status)
            for name, value in self.headers.items():
                request.send_header(name, value)
            request.end_headers()
        except OSError:
            pass  # they did not wait

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
