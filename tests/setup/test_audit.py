"""The audit of the locked versions, against an index of our own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

ROOT = Path(__file__).parents[2]
FAULT = {"id": "PYSEC-1", "aliases": ["CVE-1"], "fixed_in": ["9.9"], "withdrawn": None}
KNOWN = {"one": ("1.0", [FAULT]), "two": ("2.0", [{**FAULT, "withdrawn": "2026"}])}


class Index(BaseHTTPRequestHandler):
    """Tells of the newest release of each package only."""

    def do_GET(self) -> None:
        name = self.path.removeprefix("/pypi/").removesuffix("/json")
        self.send_response(200 if name in KNOWN else 404)
        self.end_headers()
        if name in KNOWN:
            version, faults = KNOWN[name]
            said = {"info": {"version": version}, "vulnerabilities": faults}
            self.wfile.write(json.dumps(said).encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@pytest.fixture
def index() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Index)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/simple"
    server.shutdown()
    server.server_close()


def audited(tmp_path: Path, address: str, *locked: str) -> tuple[int, str]:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "audit.py").write_bytes((ROOT / "tools" / "audit.py").read_bytes())
    lines = "".join(f"{pin} \\\n    --hash=sha256:0\n" for pin in locked)
    (tmp_path / "requirements.lock").write_text(lines, encoding="utf-8")
    (tmp_path / "requirements-dev.lock").write_text(lines, encoding="utf-8")
    (tmp_path / "requirements-load.lock").write_text(lines, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(tmp_path / "tools" / "audit.py")],
        env={**os.environ, "PIP_INDEX_URL": address},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr
    return done.returncode, done.stdout


def test_a_known_fault_is_told_with_its_remedy(tmp_path: Path, index: str) -> None:
    code, said = audited(tmp_path, index, "one==1.0", "two==2.0 ; python_version < '4'")
    assert code == 1
    assert "one 1.0: PYSEC-1, CVE-1; mended in 9.9" in said
    assert "2 locked versions: 1 with known faults, 0 not looked up." in said


def test_what_cannot_be_looked_up_is_not_called_fine(tmp_path: Path, index: str) -> None:
    code, said = audited(tmp_path, index, "two==2.0", "one==0.9", "three==1")
    assert code == 2
    assert "one 0.9: the index knows nothing" in said
    assert "three 1: the index knows nothing" in said


def test_without_an_index_it_says_so(tmp_path: Path) -> None:
    code, said = audited(tmp_path, "http://127.0.0.1:1/simple", "one==1.0")
    assert code == 2
    assert "online" in said
