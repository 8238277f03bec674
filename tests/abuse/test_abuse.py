"""A short abuse run, faults that the judge must notice, and the long runs."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from soak.databases import SqliteFile
from soak.wire import Answer

from .__main__ import on_database
from .aftermath import damaged, open_files, told
from .judge import ResponseChecker
from .page import Page
from .report import Report
from .routes import surface
from .run import Plan, Run
from .values import MARK
from .wire import Probe, parsed

SHORT = Plan(requests=900, slow=3, slow_seconds=1.0)
POLICY = {"content-type": "text/html; charset=utf-8", "content-security-policy": "x"}
ASKED = Probe("plain", "POST", "/api/tournaments/cup/undo")
KEY = b"fp_org_" + b"a" * 30


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, Report]:
    folder = tmp_path_factory.mktemp("abuse")
    run = Run(SHORT, SqliteFile(folder / "abuse.db"), folder)
    return run, run.run()


class TestShortRun:
    def test_nothing_breaks(self, finished: tuple[Run, Report]) -> None:
        _, report = finished
        assert report.wrong == []
        assert "GOOD" in report.as_text()

    def test_every_route_was_attacked(self, finished: tuple[Run, Report]) -> None:
        _, report = finished
        assert report.never_attacked == []
        assert report.routes == len({target.route for target in surface().targets})

    def test_there_was_something_to_break(self, finished: tuple[Run, Report]) -> None:
        _, report = finished
        assert report.requests >= 900
        assert report.answers["2xx"] > 100
        assert report.kinds["forms"] > 20
        assert report.pages > 100
        assert report.secrets > 100
        assert report.slow["others asked meanwhile"] > 0
        assert json.loads(report.as_json())["good"]


def wrong(answer: Answer | None, probe: Probe = ASKED) -> str:
    checker = ResponseChecker()
    checker.hear(probe, answer)
    return " ".join(checker.wrong)


class TestPlantedFaults:
    def test_a_refusal_is_fine(self) -> None:
        body = b'{"code": "key-needed", "title": "x"}'
        assert wrong(Answer(401, {"content-type": "application/problem+json"}, body)) == ""

    def test_an_accident_of_the_server(self) -> None:
        assert "server error" in wrong(Answer(500, {}, b"oops"))
        assert "server error" in wrong(Answer(503, {}, b'{"code": "database-busy"}'))

    def test_no_answer(self) -> None:
        assert "closed without an answer" in wrong(None)

    def test_somebody_is_let_in(self) -> None:
        assert "let in" in wrong(Answer(200, {}, b"{}"))
        assert wrong(Answer(200, {}, b"{}"), replace(ASKED, who="organiser")) == ""

    def test_a_refusal_without_a_code(self) -> None:
        assert "not a problem document" in wrong(Answer(404, {}, b"Not Found"))

    def test_a_secret_of_somebody_else(self) -> None:
        probe = Probe("plain", "GET", "/")
        assert "leak" in wrong(Answer(200, {}, b"..." + KEY), probe)
        assert wrong(Answer(200, {}, b"..." + KEY), replace(probe, body=KEY)) == ""

    @pytest.mark.parametrize(
        "html",
        [
            f"<p><{MARK}>",
            "<script>x()</script>",
            "<script src='https://evil.example/x.js'></script>",
            "<p onclick=x>",
            "<a href=' java\nscript:x()'>",
            "<form action='//evil.example/'>",
        ],
    )
    def test_a_page_with_what_somebody_typed(self, html: str) -> None:
        probe = Probe("plain", "GET", "/")
        assert "page: " in wrong(Answer(200, POLICY, html.encode()), probe)

    def test_a_page_without_a_policy(self) -> None:
        probe = Probe("plain", "GET", "/")
        assert wrong(Answer(200, POLICY, b"<p>&lt;script&gt;"), probe) == ""
        assert "Policy" in wrong(Answer(200, {"content-type": "text/html"}, b"<p>"), probe)

    def test_a_tournament_that_nobody_addressed_has_changed(
        self, finished: tuple[Run, Report], tmp_path: Path
    ) -> None:
        run, _ = finished
        assert isinstance(run.database, SqliteFile)
        copy = SqliteFile(tmp_path / "copy.db")
        with (
            closing(sqlite3.connect(run.database.path)) as source,
            closing(sqlite3.connect(copy.path)) as target,
        ):
            source.backup(target)
        before = {"abused-0": run.database.rows("abused-0")}
        assert list(damaged(copy, before)) == []
        with closing(sqlite3.connect(copy.path)) as connection:
            connection.execute("DROP TRIGGER events_are_not_deleted")
            connection.execute("DELETE FROM events WHERE tournament = 'abused-0' AND seq = 1")
            connection.commit()
        found = list(damaged(copy, before))
        assert any("nobody was let in" in what for what in found)
        assert len(found) > 1  # its log does not fold any more

    def test_logs_and_files(self, tmp_path: Path) -> None:
        tmp_path.chmod(0o700)
        log = tmp_path / "log"
        log.write_bytes(b"fine\n")
        log.chmod(0o600)
        assert [*told([log], [KEY]), *open_files(tmp_path)] == []
        log.write_bytes(b"key " + KEY + b"\nTraceback (most recent call last)\n")
        log.chmod(0o640)
        assert len([*told([log], [KEY]), *open_files(tmp_path)]) == 3


def test_a_form_is_read_as_a_browser_reads_it() -> None:
    [form] = Page(
        "<form action=/a method=post id=f><input name=csrf value=x><textarea name=t>one</textarea>"
        "<select name=s><option value=1><option value=2 selected></select><button name=do value=y>"
        "</form><input form=f name=late value=z>"
    ).forms
    assert (form.action, form.method) == ("/a", "POST")
    assert form.fields == [("csrf", "x"), ("t", "one"), ("s", "1"), ("s", "2"), ("late", "z")]
    assert form.buttons == [("do", "y", "")]


def test_answers_in_pieces_are_put_together() -> None:
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
    assert parsed(chunked, "GET") == Answer(200, {"transfer-encoding": "chunked"}, b"abc")
    assert parsed(b"nonsense", "GET") is None


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_long_run(kind: str, tmp_path: Path) -> None:
    report = on_database(kind, Plan(requests=20_000, slow=40, slow_seconds=90), tmp_path)
    assert report.is_good, report.as_text()
    assert report.slow["head byte by byte: sent away"] == 40
