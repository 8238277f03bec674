"""A tournament moves between databases bit for bit, and bad files change nothing."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from queue import Queue

import pytest

from archives import forged, import_archive
from fairpair.app.deletion import restore_tournament
from fairpair.app.pictures import PictureFiles, change_header
from fairpair.app.requests import CommandContext
from fairpair.app.service import Service
from fairpair.app.transfer.exports import archive_text, stored_archive
from fairpair.app.transfer.imports import ImportOptions, import_event
from fairpair.app.verification import verify_log
from fairpair.app.views.tournaments import find_tournament
from fairpair.core.errors import ConflictError, InvalidInputError, NotFoundError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.formats import archive
from fairpair.formats.pictures import PictureKind
from fairpair.log import commands as c
from fairpair.log.persons import commitments
from fairpair.log.stored import DELETED, StoredEvent
from fairpair.storage import open_store
from picture_files import picture_file
from timeouts import PATIENCE

from .events import clock

CUP = TournamentId("cup")
LONG = "Ж" * 300
NAMES = ('Ana "Queen" O\'Neil', "<script>alert(1)</script>", "דנה לוי", "ابن سينا", "李雷 🏆", LONG)


@pytest.fixture
def filled() -> Iterator[Service]:
    """A tournament with awkward names, a mistake and an undo in it, once deleted and restored."""
    from log.scripted import SCRIPT

    service = Service(open_store("memory:"), clock)
    for n, command in enumerate(SCRIPT):
        service.execute(CUP, command, CommandId(f"c{n}"), "Zoë")
    service.execute(CUP, c.DeleteTournament(), CommandId("delete"), "Zoë")
    restore_tournament(service, CUP, "Zoë")
    yield service
    service.close()


@pytest.fixture
def empty(address: str) -> Iterator[Service]:
    service = Service(open_store(address), clock)
    yield service
    service.close()


def test_export_and_import_move_every_bit(filled: Service, empty: Service) -> None:
    text = archive_text(filled, CUP)
    assert import_archive(empty, text.encode()) == CUP
    assert empty.store.load(CUP) == filled.store.load(CUP)
    assert archive_text(empty, CUP) == text
    assert empty.journal(CUP) == filled.journal(CUP)


def test_an_imported_tournament_goes_on(filled: Service, empty: Service) -> None:
    import_archive(empty, archive_text(filled, CUP).encode())
    empty.execute(CUP, c.ReopenTournament("more to come"), CommandId("new"))
    assert empty.execute(CUP, c.RenameTournament("Friday Union"), CommandId("c1")).repeated


def test_a_file_laid_out_anew_is_still_the_same(filled: Service, empty: Service) -> None:
    pretty = json.dumps(json.loads(archive_text(filled, CUP)), indent=4, ensure_ascii=False)
    import_archive(empty, pretty.encode())
    assert empty.store.load(CUP) == filled.store.load(CUP)


def test_names_of_all_kinds_travel() -> None:
    from fairpair.core.players import Player

    here, there = (Service(open_store("memory:"), clock) for _ in range(2))
    here.execute(CUP, c.CreateTournament("Cup", "seed"), CommandId("a"))
    players = c.RegisterPlayers(tuple(map(Player, NAMES)))
    here.execute(CUP, players, CommandId("b"))
    import_archive(there, archive_text(here, CUP).encode(), TournamentId("copy"))
    entries = there.journal(TournamentId("copy")).tournament.entries.values()
    assert tuple(x.entrant.name for x in entries) == NAMES


def test_a_log_that_ends_with_its_deletion_is_refused(filled: Service, empty: Service) -> None:
    whole = stored_archive(filled.store, CUP)
    last = next(n for n, row in enumerate(whole.rows, 1) if row.type == DELETED)
    persons = tuple(one for one in whole.persons if one.seq <= last)
    ended = replace(whole, rows=whole.rows[:last], persons=persons)
    with pytest.raises(InvalidInputError) as refused:
        import_archive(empty, archive.write(ended).encode())
    assert refused.value.code == "archive-inconsistent"
    assert empty.store.version(CUP) == 0


def test_an_archive_is_imported_in_one_transaction(filled: Service, empty: Service) -> None:
    """With its pictures and another name: nobody sees a part of it."""
    logo = PictureFiles({PictureKind.LOGO: picture_file()})
    change_header(filled, CommandContext(CUP, CommandId("logo")), {}, logo)
    data = archive_text(filled, CUP).encode()
    seen: Queue[tuple[int, int]] = Queue()

    def hear(here: TournamentId, version: int) -> None:
        seen.put((version, len(empty.store.pictures.of(here))))

    stop = empty.store.subscribe(hear)
    options = ImportOptions(id=TournamentId("again"), name="Another Cup", request="once")
    added = import_event(empty, "", data, options)
    assert seen.get(timeout=PATIENCE) == (added.version, 1)
    stop()
    assert empty.journal(added.tournament).tournament.name == "Another Cup"
    assert added.version == len(filled.store.load(CUP)) + 1
    assert verify_log(stored_archive(empty.store, added.tournament)).problems == ()
    again = import_event(empty, "", data, options)
    assert (again.repeated, again.version) == (True, added.version)


def test_a_second_import_is_a_conflict_and_changes_nothing(filled: Service) -> None:
    text = archive_text(filled, CUP).encode()
    version = filled.store.version(CUP)
    with pytest.raises(ConflictError) as caught:
        import_archive(filled, text)
    assert caught.value.code == "tournament-exists"
    assert filled.store.version(CUP) == version
    assert import_archive(filled, text, TournamentId("cup-2")) == "cup-2"


def test_a_newer_archive_does_not_count_as_imported(filled: Service, empty: Service) -> None:
    """In logs from before requests had names the same first command is no repeat either."""

    def older(row: StoredEvent) -> StoredEvent:
        return replace(row, digest=row.digest.rpartition(":")[2])

    import_archive(empty, rewritten(archive_text(filled, CUP), older))
    before = empty.store.load(CUP)
    filled.execute(CUP, c.ReopenTournament("more to come"), CommandId("new"))
    newer = rewritten(archive_text(filled, CUP), older)
    for request in ("", "again", "c0"):
        with pytest.raises(ConflictError) as caught:
            import_event(empty, "", newer, ImportOptions(request=request))
        assert caught.value.code == "tournament-exists"
    assert empty.store.load(CUP) == before


def test_the_id_of_a_request_may_occur_in_the_archive(filled: Service, empty: Service) -> None:
    text = archive_text(filled, CUP).encode()
    for known in ("c0", "c3"):
        how = ImportOptions(TournamentId(f"as-{known}"), request=known)
        first, again = (import_event(empty, "", text, how) for _ in range(2))
        assert (first.tournament, first.repeated) == (how.id, False)
        assert again == replace(first, repeated=True)
        assert empty.store.load(first.tournament) == filled.store.load(CUP)


def edited(text: str, **changes: object) -> bytes:
    return json.dumps({**json.loads(text), **changes}).encode()


def test_bad_files_are_refused_with_a_reason(filled: Service) -> None:
    text = archive_text(filled, CUP)
    events = json.loads(text)["events"]
    swapped = [events[1], events[0], *events[2:]]
    renamed = [{**events[0], "payload": {**events[0]["payload"], "name": "Mine"}}, *events[1:]]
    files = {
        "not-an-archive": [b"", b"hello", b"\xff\xfe\x00", b"[]", b"{}", text[:-30].encode(),
                           text[: len(text) // 2].encode(), b'{"format": "other"}', b"PK\x03\x04"],
        "archive-newer": [edited(text, version=3)],
        "archive-damaged": [
            edited(text, events=renamed),
            edited(text, events=events[:-1]),
            edited(text, events=swapped),
            edited(text, events=[]),
            edited(text, events=7),
            edited(text, checksum="0" * 64),
            edited(text, tournament=None),
        ],
    }  # fmt: skip
    target = Service(open_store("memory:"), clock)
    for code, contents in files.items():
        for content in contents:
            with pytest.raises(InvalidInputError) as caught:
                import_archive(target, content)
            assert caught.value.code == code, content[:60]
            assert caught.value.hint
    assert target.store.tournaments() == {}


def rewritten(text: str, change: object) -> bytes:
    """A file whose checksum fits, as a malicious or newer program would write it."""
    from fairpair.formats import archive

    found = archive.read(text.encode())
    rows = (change(row) for row in found.rows)  # type: ignore[operator]
    made = forged(found.tournament, rows)
    known = {(row.seq, *person) for row in made.rows for person in commitments(row)}
    persons = tuple(x for x in found.persons if (x.seq, x.player, x.member) in known)
    return archive.write(replace(made, persons=persons)).encode()


def test_an_event_from_the_future_is_named(filled: Service) -> None:
    text = archive_text(filled, CUP)
    newer = rewritten(text, lambda r: replace(r, type="clock_started") if r.seq == 5 else r)
    target = Service(open_store("memory:"), clock)
    with pytest.raises(InvalidInputError) as caught:
        import_archive(target, newer)
    assert caught.value.code == "event-unknown"
    assert caught.value.message.startswith("Event 5: ")


def test_events_that_contradict_each_other_are_refused(filled: Service) -> None:
    text = archive_text(filled, CUP)
    payload = '{"player":99}'
    wrong = rewritten(
        text,
        lambda r: replace(r, payload=payload) if r.type == "player_checked_in" else r,
    )
    target = Service(open_store("memory:"), clock)
    with pytest.raises(InvalidInputError) as caught:
        import_archive(target, wrong)
    assert caught.value.code == "archive-inconsistent"
    parts = rewritten(text, lambda r: replace(r, part=1) if r.seq == 1 else r)
    with pytest.raises(InvalidInputError) as caught:
        import_archive(target, parts)
    assert caught.value.code == "archive-damaged"
    timeless = rewritten(text, lambda r: replace(r, at="2026-11-15T10:00:00+-00:00"))
    with pytest.raises(InvalidInputError, match="has no time"):
        import_archive(target, timeless)
    assert target.store.tournaments() == {}


def test_personal_data_other_than_recorded_is_refused(filled: Service) -> None:
    """Even in an archive whose checksum is right again."""
    log = stored_archive(filled.store, CUP)
    target = Service(open_store("memory:"), clock)
    for data in ('{"name":"Eve"}', '{"name":"Ana","rating":2800}', "5"):
        other = (replace(log.persons[0], data=data), *log.persons[1:])
        with pytest.raises(InvalidInputError, match="personal data") as caught:
            import_archive(target, archive.write(replace(log, persons=other)).encode())
        assert caught.value.code == "archive-damaged"
    assert target.store.tournaments() == {}


def test_files_made_to_break_something_are_refused(filled: Service) -> None:
    text = archive_text(filled, CUP)
    target = Service(open_store("memory:"), clock)
    bad = [
        b'{"format":"fairpair-archive","version":1,"x":' + b"[" * 200_000,
        rewritten(text, lambda r: replace(r, by="a\x00b")),
        rewritten(text, lambda r: replace(r, command_id="c0") if r.seq == 2 else r),
        rewritten(text, lambda r: replace(r, payload='{"action":999}', type="action_undone")),
    ]
    for content in bad[:3]:
        with pytest.raises(InvalidInputError):
            import_archive(target, content)
    assert target.store.tournaments() == {}
    import_archive(target, bad[3])  # undoes what is not there: harmless
    with pytest.raises(NotFoundError):
        target.execute(CUP, c.Redo(), CommandId("redo"))


def test_an_unknown_event_in_the_database_is_told_and_kept(filled: Service, tmp_path: Path) -> None:
    from fairpair.app.views import summaries

    store = open_store(f"sqlite:///{tmp_path / 'newer.db'}")
    rows = filled.store.load(CUP)
    store.append(CUP, 0, [replace(rows[0], type="tournament_dreamt")])
    store.append(TournamentId("fine"), 0, rows)
    service = Service(store, clock)
    with pytest.raises(InvalidInputError) as caught:
        service.journal(CUP)
    assert caught.value.code == "event-unknown"
    assert "Update" in caught.value.hint
    listed = {str(s.id): s.trouble for s in summaries(service)}
    assert listed["fine"] == ""
    assert "tournament_dreamt" in listed["cup"]
    assert store.version(CUP) == 1
    service.close()


def test_a_tournament_is_found_by_id_or_by_its_only_name(filled: Service) -> None:
    assert find_tournament(filled, "cup") == CUP
    assert find_tournament(filled, "friday  UNION") == CUP
    with pytest.raises(NotFoundError, match="no tournament called nothing"):
        find_tournament(filled, "nothing")
    filled.execute(
        TournamentId("two"), c.CreateTournament("Friday Union", "s"), CommandId("create")
    )
    with pytest.raises(InvalidInputError, match="Several"):
        find_tournament(filled, "Friday Union")
    with pytest.raises(NotFoundError):
        archive_text(filled, TournamentId("nothing"))
