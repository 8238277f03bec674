"""A short chaos run, faults that the oracle must notice, and the long runs."""

import asyncio
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from archives import forged
from fairpair.app.transfer.exports import stored_archive
from fairpair.formats import archive
from fairpair.storage import open_store

from .__main__ import NOT_HERE, on_database
from .clients import Size
from .databases import SqliteFile
from .faults import Chances
from .oracle import Oracle, Row, points
from .order_log import OrderLog
from .order_sender import NetworkFaults
from .run import Plan, Run
from .server_processes import Launcher
from .verify import corrected_under, verdict_on
from .wire import Answer

SMALL = Size(players=14, scorekeepers=2, watchers=6, rounds=2, seconds=0.5)
SHORT = Plan(
    kills=5,
    size=SMALL,
    chances=Chances(early=0.2, clock=0.5, full_disk=0.2, cold=0, seconds=(0.1, 0.5)),
    network_faults=NetworkFaults(doubled=0.3, hung_up=0.1, late=0.1),
)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("soak")
    launcher = Launcher()
    try:
        run = Run(SHORT, SqliteFile(folder / "soak.db"), folder, launcher)
        asyncio.run(run.run())
    finally:
        launcher.close()
    return run


@pytest.fixture
def copy(finished: Run, tmp_path: Path) -> SqliteFile:
    """A copy of its database that can be tampered with."""
    assert isinstance(finished.database, SqliteFile)
    path = tmp_path / "copy.db"
    with (
        closing(sqlite3.connect(finished.database.path)) as source,
        closing(sqlite3.connect(path)) as target,
    ):
        source.backup(target)
        for name in ("changed", "deleted", "replaced"):
            target.execute(f"DROP TRIGGER events_are_not_{name}")
        target.commit()
    return SqliteFile(path)


def change(copy: SqliteFile, statement: str) -> None:
    with closing(sqlite3.connect(copy.path)) as connection:
        assert connection.execute(statement).rowcount > 0
        connection.commit()


def found_in(run: Run, copy: SqliteFile) -> list[str]:
    """What an oracle says that sees the log for the first time."""
    oracle, rows = Oracle(run.order_log), copy.rows("soak-1")
    return [
        *oracle.look("soak-1", rows, oracle.promises("soak-1")),
        *oracle.explain("soak-1", rows),
    ]


def exported(copy: SqliteFile) -> archive.Archive:
    store = open_store(copy.address)
    name = next(iter(store.tournaments()))
    found = stored_archive(store, name)
    store.close()
    return found


class TestShortRun:
    def test_nothing_is_lost(self, finished: Run) -> None:
        report = finished.report
        assert report.wrong == []
        assert report.is_good, report.as_text()

    def test_there_was_something_to_lose(self, finished: Run) -> None:
        report = finished.report
        assert report.kills >= 5
        assert report.outcomes["acknowledged"] > 20
        assert report.copies["doubled"] > 3
        assert report.looks >= 5
        assert report.versions_watched > 20
        assert report.rounds >= 2
        assert report.files_checked == report.tournaments

    def test_the_report_can_be_read_by_people_and_programs(self, finished: Run) -> None:
        assert "lost 0, doubled 0" in finished.report.as_text()
        assert '"kills": 5' in finished.report.as_json()


class TestPlantedFaults:
    def test_an_untouched_copy_is_fine(self, finished: Run, copy: SqliteFile) -> None:
        assert found_in(finished, copy) == []

    def test_the_last_events_are_missing(self, finished: Run, copy: SqliteFile) -> None:
        last = copy.rows("soak-1")[-1].seq
        change(copy, f"DELETE FROM events WHERE tournament = 'soak-1' AND seq > {last - 3}")
        assert any(what.startswith("lost:") for what in found_in(finished, copy))

    def test_one_result_in_the_middle_is_missing(self, finished: Run, copy: SqliteFile) -> None:
        order = next(o for o in finished.order_log.orders["soak-1"] if o.kind == "report")
        change(copy, f"DELETE FROM events WHERE command_id = '{order.command_id}'")
        assert any(what.startswith("lost:") for what in found_in(finished, copy))

    def test_a_result_is_another_one(self, finished: Run, copy: SqliteFile) -> None:
        change(
            copy,
            "UPDATE events SET payload = replace(replace(replace(payload, '\"win\"', 'X'),"
            " '\"loss\"', '\"win\"'), 'X', '\"loss\"') WHERE type = 'result_reported'",
        )
        assert any(what.startswith("changed:") for what in found_in(finished, copy))

    def test_a_command_was_carried_out_twice(self, finished: Run, copy: SqliteFile) -> None:
        row = next(r for r in copy.rows("soak-1") if r.type == "round_published")
        last = copy.rows("soak-1")[-1].seq
        change(
            copy,
            f"INSERT INTO events SELECT tournament, {last + 1}, 'again', part, digest, type,"
            f" version, payload, at, actor, hash FROM events WHERE tournament = 'soak-1'"
            f" AND seq = {row.seq}",
        )
        found = found_in(finished, copy)
        assert any(what.startswith("doubled: round_published") for what in found)
        assert any(what.startswith("unexplained:") for what in found)

    def test_a_request_was_carried_out_by_half(self, finished: Run, copy: SqliteFile) -> None:
        order = next(o for o in finished.order_log.orders["soak-1"] if o.kind == "start")
        change(copy, f"DELETE FROM events WHERE command_id = '{order.command_id}' AND part > 0")
        assert any(what.startswith("half done: start") for what in found_in(finished, copy))

    def test_what_was_seen_before_has_changed(self, finished: Run, copy: SqliteFile) -> None:
        oracle, rows = Oracle(finished.order_log), copy.rows("soak-1")
        promised = oracle.promises("soak-1")
        assert oracle.look("soak-1", rows, promised) == []
        assert oracle.look("soak-1", rows[:-1], promised)

    def test_a_refused_command_is_there(self, finished: Run, copy: SqliteFile) -> None:
        order = next(o for o in finished.order_log.orders["soak-1"] if o.outcome == "acknowledged")
        refused = replace(order, acknowledged=None, refusal="result-recorded", unanswered=0)
        oracle, rows = Oracle(finished.order_log), copy.rows("soak-1")
        found = oracle.look("soak-1", rows, ([refused], 0))
        assert found == [f"not asked for: {order.kind} {order.name} was refused and is there"]

    def test_a_key_does_not_work_any_more(self, finished: Run) -> None:
        order_log = OrderLog()
        order = replace(finished.order_log.orders["soak-1"][-1], refusal="")
        order_log.hear(order, Answer(401, {}, b'{"code": "bad-key"}'))
        assert order_log.complaints == [f"lost: the key of {order.kind} {order.name}: bad-key"]

    def test_a_repeat_gets_another_answer(self, finished: Run) -> None:
        order_log = OrderLog()
        order = replace(finished.order_log.orders["soak-1"][-1], acknowledged=None)
        for version in (7, 7, 9):
            order_log.hear(order, Answer(200, {}, b'{"version": %d, "action": 7}' % version))
        [complaint] = order_log.complaints
        assert complaint.startswith("doubled:")

    def test_a_round_was_paired_otherwise(self, copy: SqliteFile) -> None:
        found = exported(copy)
        rows = list(found.rows)
        for at, row in enumerate(rows):
            if row.type == "round_drafted":
                first = row.payload.index("[", row.payload.index("seats")) + 1
                seats = row.payload[first : row.payload.index("]", first)]
                other = ",".join(reversed(seats.split(",")))
                rows[at] = replace(row, payload=row.payload.replace(seats, other, 1))
                break
        text = archive.write(forged(found.tournament, rows, found.persons)).encode()
        wrong = verdict_on(text, copy.rows("soak-1")).wrong
        assert "pairing: round 1 is another one when it is made again" in wrong
        assert "archive: it does not hold what is in the database" in wrong

    def test_rounds_before_a_correction_are_not_checked_by_the_file(self) -> None:
        def row(seq: int, kind: str, round_no: int) -> Row:
            where = "round" if kind == "round_drafted" else "match"
            payload = json.dumps({where: {"stage": 1, "round_no": round_no, "table": 1}})
            return Row(seq, f"c{seq}", 0, kind, payload)

        rows = [row(n, "round_drafted", n) for n in (1, 2, 3, 4)]
        assert corrected_under([*rows, row(5, "result_corrected", 2)]) == {3, 4}
        assert corrected_under([*rows[:3], row(4, "result_corrected", 3)]) == set()

    def test_points_are_added_up_by_hand(self, copy: SqliteFile) -> None:
        before = points(copy.rows("soak-1"))
        row = next(r for r in reversed(copy.rows("soak-1")) if "result_recorded" in r.type)
        change(copy, f"DELETE FROM events WHERE tournament = 'soak-1' AND seq >= {row.seq}")
        assert sum(points(copy.rows("soak-1")).values()) < sum(before.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "plan"),
    [
        ("sqlite", Plan(kills=300, seed=1)),
        ("postgresql", Plan(kills=100, seed=2, servers=2)),
    ],
)
def test_a_long_run(kind: str, plan: Plan, tmp_path: Path) -> None:
    report = on_database(kind, plan, tmp_path)
    assert report.kills >= plan.kills
    assert report.is_good, report.as_text()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process mount")
def test_a_disk_that_is_really_full() -> None:
    """In a process of its own, because it is another process tree that sees the disk."""
    words = [sys.executable, "-m", "soak", "--small-disk", "--kills", "60", "--seed", "7"]
    done = subprocess.run(
        words, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=False
    )
    if done.returncode == NOT_HERE:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "disk-full" in done.stdout
