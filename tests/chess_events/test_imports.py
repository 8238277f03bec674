"""Imported report files: rounds that are paired again, and FIDE mode."""

from contextlib import closing
from pathlib import Path

import pytest

from fairpair.app.files.trf_files import file_and_notes
from fairpair.app.transfer.imports import (
    ImportedLog,
    ImportOptions,
    LogSource,
    build_log,
    import_event,
)
from fairpair.bootstrap import open_service
from fairpair.core.action_warnings import UnconfirmedError
from fairpair.core.tournament import FideState
from fairpair.formats.trf import read
from fairpair.formats.trf.from_tournament import numbers_of
from fairpair.log.codec import Codec
from fairpair.log.integrity import integrity_lines
from fairpair.log.journal import Journal, Record, read_journal
from formats.sheet import Person, player, text


def seven_players(round_2: str, bye: str = "U", *comments: str) -> bytes:
    """A file with this second round, `2-1= 7-30 6-51`; 4 has the bye."""
    first = {1: "4 w 1", 2: "5 b 1", 3: "6 w =", 4: "1 b 0", 5: "2 w 0", 6: "3 b ="}
    second = {4: "- - U"}
    for board in round_2.split():
        white, black, code = board[0], board[2], board[3]
        other = {"1": "0", "0": "1", "=": "="}[code]
        second |= {int(white): f"{black} w {code}", int(black): f"{white} b {other}"}
    players = [
        player(n, first.get(n, f"- - {bye}"), second[n], who=Person(f"P{n}", str(2425 - 25 * n)))
        for n in range(1, 8)
    ]
    return text("012 Seven", "142 5", "152 W", "192 FIDE_DUTCH_2026", *comments, *players)


def imported(data: bytes, fide: bool | None = None) -> ImportedLog:
    file, notes = file_and_notes(read(data, repair=True))
    return build_log(LogSource(file, notes, "", "x", "x", "2026-01-01T00:00:00+00:00", "", fide))


def imported_notes(round_2: str, bye: str = "U") -> list[str]:
    return [str(note) for note in imported(seven_players(round_2, bye)).notes]


def journal_of(found: ImportedLog) -> Journal:
    codec = Codec()
    rows = [
        Record(x.seq, x.seq - x.part, codec.decode(x.type, x.version, x.payload))
        for x in found.rows
    ]
    return read_journal(rows)


def test_t32_imported_rounds_are_paired_again() -> None:
    told = " ".join(imported_notes("2-1= 7-30 6-51"))
    assert "7-1" in told
    assert "2-1" in told


def test_t32_a_wrong_round_is_confirmed_and_recorded(tmp_path: Path) -> None:
    data = seven_players("2-1= 7-30 6-51")
    with closing(open_service(f"sqlite:///{tmp_path}/x.db")) as service:
        with pytest.raises(UnconfirmedError) as caught:
            import_event(service, "seven.trf", data)
        assert [one.level for one in caught.value.warnings] == [3]
        assert caught.value.codes == ("import-differs",)
        text_of_it = str(caught.value.problems[0].text)
        assert "the rules: 7-1, 2-3. In the file: 2-1, 7-3." in text_of_it
        assert not list(service.store.tournaments())
        done = import_event(
            service, "seven.trf", data, ImportOptions(confirmed=("import-differs",))
        )
        journal = service.journal(done.tournament)
    assert journal.tournament.is_in_fide_mode
    lines = integrity_lines(journal, numbers_of(journal.tournament))
    assert lines == ["Import @ Round 2: 7-1 2-3 => 2-1 7-3"]


def test_t33_right_rounds_are_not_mentioned() -> None:
    told = " ".join(imported_notes("7-10 2-3= 6-51"))
    assert "7-1" not in told
    found = imported(seven_players("7-10 2-3= 6-51"))
    assert found.wrong_rounds == ()
    assert journal_of(found).tournament.is_in_fide_mode


def test_imported_tournaments_are_in_fide_mode_unless_something_is_against_it() -> None:
    right = "7-10 2-3= 6-51"
    left = journal_of(imported(seven_players(right, "U", "### FIDE mode exited @ Round 2")))
    assert left.tournament.fide_exit is not None
    assert left.tournament.fide_exit.round_no == 2
    other = seven_players(right).replace(b"FIDE_DUTCH_2026", b"CUSTOM_SWISS")
    found = imported(other)
    assert journal_of(found).tournament.fide_state is FideState.NONE
    assert any("not in FIDE mode because of" in str(note) for note in found.notes)
    off = imported(seven_players("2-1= 7-30 6-51"), fide=False)
    assert off.wrong_rounds == ()
    assert journal_of(off).tournament.fide_state is FideState.NONE


def test_t34_an_old_bye_is_the_pairing_allocated_bye() -> None:
    told = imported_notes("7-10 2-3= 6-51", bye="+")
    assert "'+' without an opponent once; it was read as the pairing-allocated bye" in told[0]
    assert "7-1" not in " ".join(told)


def told_of(*lines: str) -> str:
    return " ".join(str(note) for note in imported(text(*lines)).notes)


def test_every_change_to_a_trf06_file_is_told() -> None:
    """Old byes, records that there are no more, and what the file does not say."""
    told = told_of(
        "012 Old",
        "XXX 1",
        "### written long ago",
        player(1, "2 w 1", "- - =", who=Person("P1", "2400", "1.5")),
        player(2, "1 b 0", "3 w 1", who=Person("P2", "2300", "1.0")),
        player(3, "- - +", "2 b 0", who=Person("P3", "2200", "1.0")),
    )
    for change in (
        "'=' without an opponent once; it was read as a half-point bye",
        "'+' without an opponent once; it was read as the pairing-allocated bye",
        "Unknown record 'XXX'; it was ignored",
        "does not have the records 142, 152, 192 and 202",
        "1 comment was left out",
    ):
        assert change in told, told


def test_every_change_to_a_trf16_file_is_told() -> None:
    """Points that do not add up, an unknown symbol, a date that is none, and what is not said."""
    told = told_of(
        "012 Open",
        "XXR 3",
        "092 Individual: Swiss-System",
        player(1, "3 w 1", who=Person("P1", "2400", "9.0", "1", birth="soon")),
        player(2, "4 b X", who=Person("P2", "2300", "0.5", "2")),
        player(3, "1 b 0", who=Person("P3", "2200", "0.0", "4")),
        player(4, "2 w X", who=Person("P4", "2100", "0.5", "3")),
    )
    for change in (
        "The points of player 1 are given as 9.0, but the results add up to 1",
        "'X' is not a known result; the game counts as adjourned",
        "does not have the records 152, 192 and 202",
        "birth date",
    ):
        assert change in told, told
