"""Many tournaments played at once on one server: no answer is a failure, and nothing is lost."""

import asyncio
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from fairpair.app.files.check import check_file
from fairpair.bootstrap import open_service
from fairpair.core.ids import TournamentId
from fairpair.core.rounds import RoundRef
from fairpair.formats.result_words import WORDS
from fairpair.log.journal import Journal

from .parallel_events import PLAYERS, ROUNDS, Event, played
from .servers import Server


def play_and_check(database: str, log: Path, many: int) -> None:
    with Server("--log-level", "warning", database=database, log=log) as server:
        events, answers = asyncio.run(played(server.address, many))
    assert set(answers) <= {0, 200, 201}
    assert log.read_text() == ""
    with closing(open_service(database)) as service:
        assert set(service.store.tournaments()) == {event.id for event in events}
        for event in events:
            check(service.journal(TournamentId(event.id)), event)
            assert not check_file(event.report_file).complaints


def check(journal: Journal, event: Event) -> None:
    """The log holds what was acknowledged, once each."""
    t = journal.tournament
    assert t.finished
    assert t.name == f"Cup {event.number}"
    assert journal.version == event.version == event.told
    assert [record.seq for record in journal.records] == list(range(1, event.version + 1))
    kinds = Counter(type(record.event).__name__ for record in journal.records)
    assert kinds["ResultRecorded"] == len(event.results) == ROUNDS * PLAYERS // 2
    assert kinds["PlayerRegistered"] == PLAYERS == len(t.entries)
    for match, word in event.results.items():
        ref = RoundRef(match.stage, match.round_no)
        assert t.rounds[ref].pairings[match.table].result == WORDS[word]


def test_a_few_tournaments_at_once(sqlite_path: Path, tmp_path: Path) -> None:
    play_and_check(f"sqlite:///{sqlite_path}", tmp_path / "log", 6)


@pytest.mark.slow
def test_a_hundred_tournaments_at_once(sqlite_path: Path, tmp_path: Path) -> None:
    play_and_check(f"sqlite:///{sqlite_path}", tmp_path / "log", 100)


@pytest.mark.slow
def test_a_hundred_tournaments_at_once_on_postgresql(postgres_url: str, tmp_path: Path) -> None:
    play_and_check(postgres_url, tmp_path / "log", 100)
