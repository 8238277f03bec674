"""What becomes of a file at every entrance: it is read to the end, or refused with kind words."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from app.events import clock
from fairpair.app.files.check import check_file
from fairpair.app.files.pairing import file_pairing
from fairpair.app.files.standings import StandingsOptions, file_standings
from fairpair.app.service import Service
from fairpair.app.transfer.exports import EXPORTS, source_of
from fairpair.app.transfer.fide_imports import WRONG_ROUND
from fairpair.app.transfer.imports import (
    ImportOptions,
    NewFromList,
    create_from_list,
    import_event,
)
from fairpair.app.use_cases.pairing import draft
from fairpair.app.verification import lines_of, verify_file
from fairpair.app.views.players import player_list
from fairpair.app.views.rounds import round_list
from fairpair.app.views.standings import standings_view
from fairpair.app.views.status import status
from fairpair.core.errors import DomainError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Player
from fairpair.formats.kinds import FileKind, kind_of
from fairpair.formats.list_files import read_file
from fairpair.formats.proof import is_proof
from fairpair.storage import open_store

CUP, AGAIN = TournamentId("cup"), TournamentId("again")
LONGEST = 2_000
"""Of one line of a refusal, in characters."""
_REREAD = ("trf16", "trf26", "tdf", "wer")


@dataclass
class FileOutcome:
    """By which entrances a file came in, and what was said at the others."""

    read: set[str] = field(default_factory=set)
    refused: dict[str, DomainError] = field(default_factory=dict)

    def tried(self, entrance: str, work: Callable[[], object]) -> bool:
        """Whether it was read; any exception but a refusal is a fault of ours, and goes up."""
        try:
            work()
        except DomainError as refusal:
            _require_kind(refusal)
            self.refused[entrance] = refusal
            return False
        self.read.add(entrance)
        return True


def outcome_of(data: bytes) -> FileOutcome:
    """Everything that can be done with a file, done."""
    outcome = FileOutcome()
    _as_event(outcome, data, "")
    if "event" in outcome.refused and outcome.refused["event"].code == "no-division":
        _as_event(outcome, data, "Masters")
    _as_list(outcome, data)
    outcome.tried("teams", lambda: read_file(data, teams=True))
    for repair in (False, True):
        outcome.tried("standings", partial(_standings, data, repair))
        outcome.tried("check", partial(_checked, data, repair))
    outcome.tried("pair", lambda: file_pairing(data, repair=True, explain=True).text)
    if is_proof(data):
        outcome.tried("verify", lambda: "\n".join(map(str, lines_of(verify_file(data)))))
    return outcome


def _standings(data: bytes, repair: bool) -> object:
    return file_standings(data, StandingsOptions(repair=repair)).standings.rows


def _checked(data: bytes, repair: bool) -> object:
    return check_file(data, repair=repair).complaints


def _as_event(outcome: FileOutcome, data: bytes, division: str) -> None:
    service = Service(open_store("memory:"), clock)
    wanted = ImportOptions(CUP, division=division, confirmed=(WRONG_ROUND.code,))
    if outcome.tried("event", lambda: import_event(service, "x", data, wanted)):
        _look_around(service, reread=kind_of(data) != FileKind.ARCHIVE)
    else:
        assert not service.store.tournaments(), "something of a refused file was kept"


def _as_list(outcome: FileOutcome, data: bytes) -> None:
    service = Service(open_store("memory:"), clock)
    wanted = NewFromList("Cup", "mtg_standard", CUP)
    if outcome.tried("list", lambda: create_from_list(service, data, wanted, CommandId("c"))):
        _reads_back_as_a_list(service)
    else:
        assert not service.store.tournaments(), "something of a refused list was kept"


def _look_around(service: Service, *, reread: bool) -> None:
    """Every view and export of the tournament, each of them read back where it can be.

    The log of an archive that somebody edited may say what today's rules would not let happen.
    """
    journal = service.journal(CUP)
    views: list[Callable[..., object]] = [status, standings_view, round_list, player_list]
    for view in views:
        _or_refused(partial(view, journal.tournament, journal.version))
    _or_refused(partial(draft, journal.tournament))
    for export in EXPORTS:
        made = _or_refused(partial(export.make, source_of(service, CUP)))
        if isinstance(made, bytes) and export.format == "archive":
            import_event(service, "x", made, ImportOptions(AGAIN))
            assert service.store.load(AGAIN) == service.store.load(CUP)
        elif reread and isinstance(made, bytes) and export.format in _REREAD:
            there = Service(open_store("memory:"), clock)
            try:
                how = ImportOptions(CUP, repair=False, confirmed=(WRONG_ROUND.code,))
                import_event(there, "x", made, how)
            except DomainError as refusal:
                raise AssertionError(f"{export.format} not read back: {refusal}") from refusal


def _reads_back_as_a_list(service: Service) -> None:
    """The players as CSV and XLSX give the same players again, without their birth dates."""
    here = service.journal(CUP).tournament
    names = [
        replace(one, birth="") if isinstance(one, Player) else one
        for one in (entry.entrant for entry in here.entries.values())
    ]
    for export in EXPORTS:
        if export.what == "players":
            made = export.make(source_of(service, CUP))
            assert list(read_file(made).listing.entrants()) == names


def _or_refused(work: Callable[[], object]) -> object:
    try:
        return work()
    except DomainError as refusal:
        _require_kind(refusal)
        return None


def _require_kind(refusal: DomainError) -> None:
    """It says something, what to do, and all of it can be printed."""
    text = str(refusal)
    assert refusal.message, "a refusal without a word"
    assert refusal.hint or refusal.problems, f"no way out: {text[:500]}"
    for line in text.split("\n"):
        assert len(line) <= LONGEST, f"too long: {line[:300]}"
    text.encode()
