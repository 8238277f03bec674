"""Whether a list is current: one HEAD, to a server on this machine."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from cli.shell import Shell
from rating_lists.fide_lines import PEOPLE, file_of

ASKED: list[str] = []


class _Handler(BaseHTTPRequestHandler):
    def do_HEAD(self) -> None:
        ASKED.append(f"{self.command} {self.path}")
        year = 2020 if self.path == "/old.zip" else 2099
        self.send_response(404 if self.path == "/gone.zip" else 200)
        self.send_header("Last-Modified", f"Wed, 01 Jan {year} 10:00:00 GMT")
        self.send_header("Content-Length", "45000000")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_one_question_says_whether_a_newer_list_is_published(address: str, tmp_path: Path) -> None:
    shell = Shell(f"sqlite:///{tmp_path / 'events.db'}")
    path = tmp_path / "players.txt"
    path.write_bytes(file_of(PEOPLE))
    shell.do("lists", "import", str(path), "--period", "2026-11")
    assert ASKED == []
    said = shell.do("lists", "current", "--url", f"{address}/old.zip")
    assert "FIDE 2026-11 is current" in said
    said = shell.do("lists", "current", "--url", f"{address}/new.zip")
    assert "2099-01-01" in said
    assert ASKED == ["HEAD /old.zip", "HEAD /new.zip"]
    found = json.loads(shell.do("lists", "current", "--url", f"{address}/gone.zip", "--json"))
    assert (found["state"], found["why"]) == ("unknown", "HTTP 404")
    assert "could not be reached" in shell.do("lists", "current", "--url", "http://127.0.0.1:9/x")
    shell.refuse(3, "lists", "current", "--url", "ftp://127.0.0.1/x")
    shell.refuse(3, "lists", "current", "--kind", "rapid")
