"""Logs that are proved unchanged, and persons who are forgotten."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from itertools import count
from pathlib import Path
from queue import Queue
from random import Random

import pytest

from archives import forged, import_archive
from fairpair.app.erasure import find_persons
from fairpair.app.service import Service
from fairpair.app.transfer.exports import archive_text, stored_archive
from fairpair.app.use_cases.pairing import draft
from fairpair.app.verification import Known, lines_of, verify_archive, verify_log
from fairpair.bootstrap import utc_now
from fairpair.core.errors import DomainError, InvalidStateError
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import ExternalValue, Player, Team
from fairpair.core.rounds import MatchRef
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.formats import archive
from fairpair.formats.archive import Archive
from fairpair.log import commands as c
from fairpair.presets import rules_of
from fairpair.storage import open_store
from fairpair.storage.wal import wal_of
from timeouts import PATIENCE

from .random_results import a_result

CUP = TournamentId("cup")
ANA = Player("Anastasia Limazova", 2100, "FM", "Rookhaven", "POR", "w", "", {"fide": "1900777"})
OTHERS = tuple(Player(f"Player {letter}", 1500, club="Club") for letter in "GFEDCB")
TRACES = (b"Anastasia", b"Limazova", b"Rookhaven", b"1900777")


class Desk:
    """A tournament of seven that is played by the engine."""

    def __init__(self, address: str, **rules: object) -> None:
        self.service = Service(open_store(address), utc_now)
        self._ids, self._lots = count(), Random(7)
        settings = rules_of("fide_dutch", {"rounds": 5, **rules}).as_settings()
        self.do(c.CreateTournament("Cup", "seed", settings), c.RegisterPlayers((ANA, *OTHERS)))

    def do(self, *commands: c.Command) -> None:
        for command in commands:
            self.service.execute(CUP, command, CommandId(f"c{next(self._ids)}"), "Zoe")

    def play(self, rounds: int) -> None:
        for _ in range(rounds):
            self.do_draft()
            self.do(c.PublishRound())
            t = self.service.journal(CUP).tournament
            for table in t.rounds[t.upcoming].pending:
                match = MatchRef(1, t.upcoming.round_no, table)
                self.do(c.RecordResult(match, a_result(t, match, self._lots)))
            self.do(c.CompleteRound())

    def do_draft(self) -> None:
        journal = self.service.journal(CUP)
        self.do(draft(journal.tournament, journal.version))

    @property
    def log(self) -> Archive:
        return stored_archive(self.service.store, CUP)


@pytest.fixture
def desk(address: str) -> Iterator[Desk]:
    made = Desk(address)
    yield made
    made.service.close()


def codes(log: Archive, known_hash: str = "") -> list[str]:
    return [problem.code for problem in verify_log(log, Known(known_hash)).problems]


def test_an_untouched_log_is_proved(desk: Desk) -> None:
    desk.play(3)
    found = verify_log(desk.log)
    assert (found.ok, found.problems, found.unchecked) == (True, (), ())
    assert (found.rounds, found.persons, found.erased) == (3, 7, 0)
    assert found.hash == desk.log.rows[-1].hash
    assert verify_log(desk.log, Known(desk.log.rows[4].hash)).ok
    assert codes(desk.log, "0" * 64) == ["verify.other-log"]
    again = verify_archive(archive_text(desk.service, CUP).encode())
    assert again == found


def test_what_the_organiser_decides_about_ties_is_kept_and_pairs_nobody() -> None:
    """Rounds after it are still what the engine pairs, and an archive is the same in a copy."""
    desk = Desk("memory:", standings_tiebreakers=["EXT"])
    desk.play(1)
    t = desk.service.journal(CUP).tournament
    tie = Standings(tiebreak_input(t)).ties[0]
    desk.do(c.OrderTied(tuple(tie[::-1]), "play-off"))
    values = tuple(ExternalValue(player, Fraction(int(player), 3)) for player in tie)
    desk.do(c.SetExternalValues(values, "blitz play-off"))
    desk.play(2)
    found = verify_log(desk.log)
    assert (found.ok, found.problems, found.rounds) == (True, (), 3)
    assert sorted(x for x in map(str, lines_of(found)) if "play-off" in x) != []
    text = archive_text(desk.service, CUP)
    copy = Service(open_store("memory:"), utc_now)
    made = import_archive(copy, text.encode())
    again = copy.journal(made).tournament
    assert again == desk.service.journal(CUP).tournament
    assert (again.tie_orders[0].players, again.external_meaning) == (
        tuple(tie[::-1]),
        "blitz play-off",
    )


def test_a_changed_log_is_noticed() -> None:
    desk = Desk("memory:")
    desk.play(2)
    log = desk.log
    rows = list(log.rows)
    rows[10] = replace(rows[10], by="Eve")
    assert codes(replace(log, rows=tuple(rows))) == ["verify.chain"]
    assert "verify.chain" in codes(replace(log, rows=log.rows[:5] + log.rows[6:]))
    persons = (replace(log.persons[0], data=log.persons[0].data.replace("Ana", "Eve")),)
    assert codes(replace(log, persons=(*persons, *log.persons[1:]))) == ["verify.person-changed"]
    assert codes(replace(log, persons=log.persons[1:])) == ["verify.person-missing"]


def test_a_round_that_the_engine_did_not_make_is_noticed() -> None:
    """Even by a forger who makes all hashes right again."""
    desk = Desk("memory:")
    desk.play(2)
    rows = list(desk.log.rows)
    at = max(n for n, row in enumerate(rows) if row.type == "round_drafted")
    payload = json.loads(rows[at].payload)
    payload["tables"][0]["seats"].reverse()
    rows[at] = replace(rows[at], payload=json.dumps(payload))
    found = verify_log(forged(CUP, rows, desk.log.persons))
    said = [str(x) for x in found.problems]
    assert f"Round 2 (event {at + 1}) is not what the engine pairs." in said
    assert str(lines_of(found)[0]).startswith("cup: problems found")


def test_an_edited_archive_is_noticed() -> None:
    desk = Desk("memory:")
    text = archive_text(desk.service, CUP)
    found = verify_archive(text.replace("Limazova", "Limasova").encode())
    assert [x.code for x in found.problems] == ["verify.checksum", "verify.person-changed"]


class TestErased:
    def test_the_log_is_still_proved(self, desk: Desk) -> None:
        desk.play(2)
        desk.do(c.ErasePerson(PlayerId(1)))
        desk.play(1)
        found = verify_log(desk.log)
        assert (found.ok, found.erased, found.persons) == (True, 1, 6)
        assert found.rounds + len(found.unchecked) == 3
        t = desk.service.journal(CUP).tournament
        assert t.name_of(PlayerId(1)) == "N.N. 1"
        assert t.entries[PlayerId(1)].entrant.strength == 2100
        text = archive_text(desk.service, CUP)
        assert not any(trace.decode() in text for trace in TRACES)
        other = Service(open_store("memory:"), utc_now)
        import_archive(other, text.encode(), TournamentId("copy"))
        assert verify_log(stored_archive(other.store, TournamentId("copy"))).erased == 1
        assert other.journal(TournamentId("copy")).tournament == t

    def test_other_processes_forget_as_well(self, desk: Desk, address: str) -> None:
        if address == "memory:":
            pytest.skip("has one process only")
        with closing(open_store(address)) as store:
            other = Service(store, utc_now)
            assert other.journal(CUP).tournament.name_of(PlayerId(1)) == ANA.name
            desk.do(c.ErasePerson(PlayerId(1)))
            assert "Limazova" not in repr(other.journal(CUP))

    def test_undo_and_redo_of_everything_else_go_on(self, desk: Desk) -> None:
        desk.do(c.EditPlayer(PlayerId(1), replace(ANA, club="Rookhaven 2")))
        desk.do(c.CheckIn(PlayerId(2)), c.ErasePerson(PlayerId(1), replacement="A. L."))
        desk.do(c.Undo(), c.Redo(), c.Undo())
        with pytest.raises(InvalidStateError, match="cannot be undone"):
            desk.do(c.Undo(11))
        desk.do(c.Undo(9))  # the change of details: what was before is erased, too
        t = desk.service.journal(CUP).tournament
        assert t.name_of(PlayerId(1)) == "A. L."
        assert verify_log(desk.log).ok

    def test_repeated_requests_are_still_known(self, desk: Desk) -> None:
        desk.do(c.ErasePerson(PlayerId(1)))
        register = c.RegisterPlayers((ANA, *OTHERS))
        assert desk.service.execute(CUP, register, CommandId("c1")).repeated

    def test_it_is_found_by_name_in_all_tournaments(self, desk: Desk) -> None:
        name = " anastasia  LIMAZOVA"
        import_archive(desk.service, archive_text(desk.service, CUP).encode(), TournamentId("copy"))
        found = find_persons(desk.service, name)
        assert [(x.tournament, x.player, x.member) for x in found] == [
            ("copy", 1, 0),
            ("cup", 1, 0),
        ]
        desk.do(c.ErasePerson(PlayerId(1)))
        assert [x.tournament for x in find_persons(desk.service, name)] == ["copy"]

    def test_a_member_who_changed_places_is_erased_everywhere(self) -> None:
        service, ids = Service(open_store("memory:"), utc_now), count()
        order = tuple(map(Player, ("Xavier Old", "Yolanda Two", "Zed Three")))
        later = (order[1], order[0], order[2])
        for command in (
            c.CreateTournament("Cup", "seed", rules_of("team_chess", {}).as_settings()),
            c.RegisterPlayers((Team("Rooks", order),)),
            c.EditPlayer(PlayerId(1), Team("Rooks", later)),
        ):
            service.execute(CUP, command, CommandId(f"c{next(ids)}"))
        [found] = find_persons(service, "Xavier Old")
        assert found.member == 2
        service.execute(CUP, c.ErasePerson(PlayerId(1), 2), CommandId("erase"))
        log = stored_archive(service.store, CUP)
        assert "Xavier" not in archive.write(log)
        team = service.journal(CUP).tournament.entries[PlayerId(1)].entrant
        assert isinstance(team, Team)
        assert [one.name for one in team.members] == ["Yolanda Two", "N.N. 1.2", "Zed Three"]
        assert verify_log(log).ok

    def test_who_has_the_place_of_a_former_member_stays(self) -> None:
        service, ids = Service(open_store("memory:"), utc_now), count()
        for command in (
            c.CreateTournament("Cup", "seed", rules_of("team_chess", {}).as_settings()),
            c.RegisterPlayers((Team("Rooks", (Player("Xavier Old"), Player("Zed Three"))),)),
            c.EditPlayer(PlayerId(1), Team("Rooks", (Player("Yolanda Two"), Player("Zed Three")))),
        ):
            service.execute(CUP, command, CommandId(f"c{next(ids)}"))
        [found] = find_persons(service, "Xavier Old")
        assert (found.member, found.former) == (1, True)
        service.execute(CUP, c.ErasePerson(PlayerId(1), 1, former=True), CommandId("erase"))
        log = stored_archive(service.store, CUP)
        assert "Xavier" not in archive.write(log)
        team = service.journal(CUP).tournament.entries[PlayerId(1)].entrant
        assert isinstance(team, Team)
        assert [one.name for one in team.members] == ["Yolanda Two", "Zed Three"]
        assert verify_log(log).ok

    def test_data_that_came_back_is_noticed(self, desk: Desk) -> None:
        before = desk.log.persons
        desk.do(c.ErasePerson(PlayerId(1)))
        log = replace(desk.log, persons=(*before, *desk.log.persons[6:]))
        assert codes(log) == ["verify.person-kept"]


def test_no_byte_is_left_in_the_files(sqlite_path: Path) -> None:
    desk = Desk(f"sqlite:///{sqlite_path}")
    ended: Queue[DomainError | None] = Queue()
    store = desk.service.store
    store.keep_backup("2026-11-15T10:00:00.000000", ended.put)  # type: ignore[attr-defined]
    assert ended.get(timeout=PATIENCE) is None
    desk.do(c.EditPlayer(PlayerId(1), replace(ANA, title="IM")), c.ErasePerson(PlayerId(1)))
    for path in (sqlite_path, wal_of(sqlite_path)):
        content = path.read_bytes()
        assert not [trace for trace in TRACES if trace in content], path
    [backup] = desk.service.store.backups_with(CUP, 1)
    assert re.fullmatch(r"tournaments-\d{20}\.db", backup)
    assert desk.service.store.backups_with(TournamentId("other"), 1) == []
    desk.service.close()
    with closing(sqlite3.connect(sqlite_path)) as connection:
        fingerprints = connection.execute("SELECT fingerprint FROM receipts").fetchall()
    assert ("RegisterPlayers:",) in fingerprints
    assert ("EditPlayer:",) in fingerprints


def test_an_old_archive_is_upgraded_when_it_is_read() -> None:
    golden = Path(__file__).parents[1] / "golden" / "logs" / "v0.1.0-alpha.6"
    for path in sorted(golden.glob("*.archive.json")):
        problems = {problem.code for problem in verify_archive(path.read_bytes()).problems}
        assert problems <= {"verify.round"}, path  # the engine has changed since
        assert archive.read(path.read_bytes()).persons
