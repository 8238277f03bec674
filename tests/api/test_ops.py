"""What whoever runs the server needs: is it well, what does it do, what does it write down."""

import asyncio
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path

import httpx
import psutil  # type: ignore[import-untyped]
import pytest
from starlette.types import Message, Receive, Scope, Send

from fairpair.app.access.grants import Role
from fairpair.bootstrap import open_access, open_service
from fairpair.http.metrics import Metrics
from fairpair.http.request_log import RequestLogMiddleware
from fairpair.server import make_app
from fairpair.storage.filelock import FileLock
from postgres import FAST
from postgres import Server as Postgres
from processes import still_running
from timeouts import PATIENCE, wait_until

from .role_server import CUP, begin, serve_app
from .servers import ADMIN_KEY, Server, Stream, record
from .servers import begin as begin_over_http

SERVE_TWO = [sys.executable, "-m", "fairpair", "serve", "--workers", "2", "--database"]


@pytest.fixture
def database(sqlite_path: Path) -> str:
    return f"sqlite:///{sqlite_path}"


@pytest.fixture
def server(database: str, tmp_path: Path) -> Iterator[Server]:
    with Server("--log-format", "json", database=database, log=tmp_path / "log") as server:
        yield server


def requests(server: Server, number: int) -> list[dict[str, object]]:
    """The lines of so many requests; they are written when the answers have been sent."""

    def found() -> list[dict[str, object]]:
        whole = server.log.read_text().rpartition("\n")[0]
        logged = [json.loads(line) for line in whole.splitlines()]
        return [line for line in logged if line["event"] == "request"]

    wait_until(lambda: len(found()) >= number)
    return found()


class TestHealth:
    def test_it_is_well(self, server: Server) -> None:
        anybody = httpx.Client(base_url=server.address)
        assert anybody.get("/api/health").json()["status"] == "ok"
        assert anybody.get("/api/ready").json() == {"status": "ready"}
        anybody.close()

    def test_a_schema_of_the_future_is_not_ready_but_alive(
        self, server: Server, sqlite_path: Path
    ) -> None:
        with closing(sqlite3.connect(sqlite_path)) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
            connection.commit()
        assert server.client.get("/api/health").status_code == 200
        refused = server.client.get("/api/ready")
        assert refused.status_code == 503
        assert refused.headers["Content-Type"] == "application/problem+json"
        assert refused.json()["code"] == "database-newer"

    def test_a_file_that_was_moved_is_not_ready(self, server: Server, sqlite_path: Path) -> None:
        sqlite_path.rename(sqlite_path.with_name("moved.db"))
        assert server.client.get("/api/ready").json()["code"] == "database-unreachable"

    def test_without_its_database_it_is_alive_but_not_ready(self, tmp_path: Path) -> None:
        postgres = Postgres()  # one that is killed has to keep what it has acknowledged
        with Server(database=postgres.url(), log=tmp_path / "log") as server:
            assert server.client.get("/api/ready").status_code == 200
            postgres.kill()
            # A good answer holds for a second.
            wait_until(lambda: server.client.get("/api/ready").status_code != 200)
            refused = server.client.get("/api/ready")
            assert (refused.status_code, refused.json()["code"]) == (503, "database-unreachable")
            assert server.client.get("/api/health").status_code == 200
            postgres.start()
            # It is ready when it listens again, not before.
            wait_until(lambda: server.client.get("/api/ready").status_code == 200)
            cup = begin_over_http(server)
            Stream(server.address, cup).until(record(server, cup, 1))
        postgres.stop()


class TestMetrics:
    def test_they_are_the_administrators(self, database: str) -> None:
        service = open_service(database)
        begin(service, CUP)
        access = open_access(service)
        with serve_app(make_app(service, access)) as url, httpx.Client(base_url=url) as client:
            organiser = access.make(Role.ORGANISER, CUP).key
            for key, status in ((None, 401), ("wrong", 401), (organiser, 403)):
                headers = {"Authorization": f"Bearer {key}"} if key else {}
                assert client.get("/metrics", headers=headers).status_code == status
            admin = access.make(Role.ADMIN).key
            assert client.get("/metrics", headers={"Authorization": f"Bearer {admin}"}).is_success
        service.close()

    def test_they_count(self, server: Server) -> None:
        cup = begin_over_http(server, players=4)
        stream = Stream(server.address, cup)
        stream.until(record(server, cup, 1))
        record(server, cup, 2)
        server.send("POST", f"/api/tournaments/{cup}/rounds/1/complete")
        server.client.put(f"/api/tournaments/{cup}/pairings/1-1-99/result", json={"result": "1-0"})
        server.client.get("/api/tournaments/x/nothing/at/all?key=hidden")
        for _ in range(3):  # the second and third time it is kept
            httpx.get(f"{server.address}/api/tournaments/{cup}/standings")
        for expected in (
            'fairpair_http_requests_total{method="PUT",'
            'route="/api/tournaments/{tournament}/pairings/{pairing}/result",status="200"} 2.0',
            'fairpair_http_requests_total{method="GET",'
            'route="/api/tournaments/{tournament}/standings",status="200"} 3.0',
            'fairpair_http_requests_total{method="GET",route="unknown",status="404"} 1.0',
            'fairpair_http_request_seconds_count{method="POST",route="/api/tournaments"} 1.0',
            'fairpair_commands_total{command="enter_result",outcome="done"} 2.0',
            'fairpair_backups_total{outcome="done"} 1.0',
            "fairpair_live_streams 1.0",
        ):
            wait_until(partial(has_metric, server, expected))
        text = metrics(server)
        assert cup not in text
        assert "hidden" not in text


class TestLogs:
    def test_one_line_a_request_without_secrets(self, server: Server) -> None:
        cup = begin_over_http(server)
        for path, headers in (
            (f"/api/tournaments/{cup}/webhooks?key=fp_org_s3cretkey&x=y", {}),
            (f"/api/tournaments/{cup}/webhooks", {"Authorization": "Bearer s3cretkey"}),
            (f"/api/tournaments/{cup}/webhooks", {"Cookie": f"fairpair-{cup}=s3cretkey"}),
            ("/s3cretkey/is/no/route", {"X-Request-ID": "s3cretkey\tnot fine"}),
        ):
            with httpx.Client(base_url=server.address) as client:
                client.get(path, headers=headers)
        logged = requests(server, 7)
        assert len(logged) == 7
        log = server.log.read_text()
        assert "s3cretkey" not in log
        assert ADMIN_KEY not in log
        assert cup not in log
        created = logged[0]
        assert (created["method"], created["route"]) == ("POST", "/api/tournaments")
        assert (created["status"], created["role"]) == (201, "admin")
        assert logged[-1]["route"] == "unknown"
        assert all(isinstance(line["ms"], float) and line["request_id"] for line in logged)

    def test_the_status_is_a_plain_number(self, caplog: pytest.LogCaptureFixture) -> None:
        async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
            await send({"type": "http.response.start", "status": HTTPStatus.OK, "headers": []})

        async def ignore(_message: Message) -> None:
            pass

        async def receive() -> Message:
            return {"type": "http.request"}

        scope = {"type": "http", "method": "GET", "path": "/", "headers": []}
        with caplog.at_level("INFO", "fairpair.requests"):
            asyncio.run(RequestLogMiddleware(app, Metrics())(scope, receive, ignore))
        [line] = caplog.records
        assert repr(line.__dict__["fields"]["status"]) == "200"

    def test_a_harmless_request_id_comes_back_and_another_is_replaced(self, server: Server) -> None:
        for given in (b"abc-DEF_1.2", b"x" * 64):
            answer = server.client.get("/api/health", headers={b"X-Request-ID": given})
            assert answer.headers["X-Request-ID"] == given.decode()
        for given in (b"", b"x" * 65, b"a b", b"a;b", "é".encode()):
            answer = server.client.get("/api/health", headers={b"X-Request-ID": given})
            assert re.fullmatch("[0-9a-f]{32}", answer.headers["X-Request-ID"])
        assert requests(server, 7)[1]["request_id"] == "x" * 64

    def test_text_is_for_people_and_can_be_quiet(self, database: str, tmp_path: Path) -> None:
        with Server(database=database, log=tmp_path / "one") as talking:
            talking.client.get("/api/health")
            wait_until(lambda: "route=/api/health" in talking.log.read_text())
        with Server("--log-level", "warning", database=database, log=tmp_path / "two") as quiet:
            quiet.client.get("/api/health")
            quiet.signal(signal.SIGTERM)
            quiet.end()
            assert quiet.log.read_text() == ""


def test_a_bug_is_answered_with_a_problem(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    service = open_service(database)
    app = make_app(service)

    @app.get("/api/bug")
    def bug() -> None:
        raise ZeroDivisionError

    with serve_app(app) as url:
        answer = httpx.get(f"{url}/api/bug", headers={"X-Request-ID": "my-number"})
    service.close()
    assert answer.status_code == 500
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "internal-error"
    assert "my-number" in answer.json()["hint"]
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_who_goes_away_in_the_middle_of_a_request_is_no_bug_of_ours(server: Server) -> None:
    host, port = server.address.removeprefix("http://").split(":")
    head = b"POST /api/login HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
    with socket.create_connection((host, int(port))) as caller:
        caller.sendall(head + b'Content-Length: 100\r\n\r\n{"key": ')
    assert requests(server, 1)[0]["status"] == 499
    assert "Traceback" not in server.log.read_text()


def test_what_outlasts_the_stopping_is_told_so(server: Server, sqlite_path: Path) -> None:
    cup = begin_over_http(server)
    path = f"/api/tournaments/{cup}/pairings/1-1-1/result"
    head = {"Authorization": f"Bearer {ADMIN_KEY}", "Content-Type": "application/json"}
    with (
        closing(HTTPConnection(server.address.removeprefix("http://"), timeout=PATIENCE)) as caller,
        FileLock(sqlite_path, PATIENCE).held(),  # it has to wait for its turn to write
    ):
        caller.request("PUT", path, '{"result": "1-0"}', head)
        server.send("GET", "/api/health")
        server.signal(signal.SIGTERM)
        answer = caller.getresponse()
        assert answer.status == 503
        assert json.load(answer)["code"] == "stopping"
    assert server.end() == 0
    assert "Traceback" not in server.log.read_text()


def test_every_answer_has_the_headers_of_pages(server: Server) -> None:
    for path in ("/", "/api/health", "/static/fairpair.css", "/nothing"):
        headers = server.client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


class TestWorkers:
    @pytest.mark.parametrize("database", ["memory:", "sqlite:///{}/a.db"])
    def test_only_postgresql_takes_several(self, database: str, tmp_path: Path) -> None:
        answer = subprocess.run(
            [*SERVE_TWO, database.format(tmp_path)], capture_output=True, text=True, check=False
        )
        assert answer.returncode == 3
        assert "need a PostgreSQL database" in answer.stderr
        assert "Traceback" not in answer.stderr
        assert list(tmp_path.iterdir()) == []

    def test_trouble_is_told_before_anything_starts(self, tmp_path: Path) -> None:
        answer = subprocess.run(
            [*SERVE_TWO, f"postgresql://ana:s3cret@/none?host={tmp_path}"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert answer.returncode == 5
        assert "s3cret" not in answer.stderr
        assert "Traceback" not in answer.stderr

    def test_they_share_the_work_and_the_dead_are_replaced(
        self, postgres_url: str, tmp_path: Path
    ) -> None:
        with Server("--workers", "2", database=postgres_url, log=tmp_path / "log") as server:
            wait_until(lambda: len(workers(server)) == 2)
            cup = begin_over_http(server)
            streams = [Stream(server.address, cup) for _ in range(12)]
            version = record(server, cup, 1)
            for stream in streams:
                stream.until(version)
            wait_until(lambda: "fairpair_live_streams 12.0" in metrics(server))
            assert 'command="enter_result",outcome="done"} 1.0' in metrics(server)
            victim = workers(server)[0]
            victim.kill()
            wait_until(lambda: victim.pid not in {p.pid for p in workers(server)})
            wait_until(lambda: len(workers(server)) == 2)
            again = Stream(server.address, cup)
            again.until(record(server, cup, 2))
            assert "exited" in server.log.read_text()
            everybody = workers(server)
            server.signal(signal.SIGTERM)
            assert server.end() == 0
            assert not still_running(everybody)

    def test_ctrl_c_stops_all_of_them(self, postgres_url: str, tmp_path: Path) -> None:
        with Server("--workers", "2", database=postgres_url, log=tmp_path / "log") as server:
            wait_until(lambda: len(workers(server)) == 2)
            server.send("GET", "/api/ready")
            everybody = workers(server)
            os.killpg(server.process.pid, signal.SIGINT)
            assert server.end() == 0
            assert not still_running(everybody)
            assert "Traceback" not in server.log.read_text()

    def test_workers_end_when_nobody_watches_over_them(
        self, postgres_url: str, tmp_path: Path
    ) -> None:
        with Server("--workers", "2", database=postgres_url, log=tmp_path / "log") as server:
            wait_until(lambda: len(workers(server)) == 2)
            server.send("GET", "/api/ready")
            everybody = workers(server)
            server.signal(signal.SIGKILL)
            server.end()
            assert not still_running(everybody)

    def test_a_worker_without_a_database_says_so_and_another_is_started(
        self, tmp_path: Path
    ) -> None:
        database = Postgres(*FAST)
        with Server("--workers", "2", database=database.url(), log=tmp_path / "log") as server:
            wait_until(lambda: len(workers(server)) == 2)
            server.send("GET", "/api/ready")
            database.kill()
            workers(server)[0].kill()
            wait_until(lambda: "Worker failed to start" in server.log.read_text())
            assert "Traceback" not in server.log.read_text()
            database.start()
            wait_until(lambda: len(workers(server)) == 2)
            wait_until(lambda: is_ready(server))
        database.stop()


def workers(server: Server) -> list[psutil.Process]:
    """The processes that serve; the spawning method has a small one of its own besides."""
    children = psutil.Process(server.process.pid).children()
    return [p for p in children if "spawn_main" in " ".join(_words(p))]


def is_ready(server: Server) -> bool:
    """Whether a worker answers; nobody listens while all of them are starting."""
    try:
        return server.client.get("/api/ready").is_success
    except httpx.ConnectError:
        return False


def _words(process: psutil.Process) -> list[str]:
    """What it was started with; one that has just ended has no words any more."""
    try:
        return list(process.cmdline())
    except (psutil.NoSuchProcess, psutil.ZombieProcess):
        return []


def has_metric(server: Server, line: str) -> bool:
    return line in metrics(server).splitlines()


def metrics(server: Server) -> str:
    return server.send("GET", "/metrics").text
