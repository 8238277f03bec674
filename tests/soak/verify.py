"""The end of it all, with Fairpair's own means: rules that always hold, archives, pairings."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from archives import import_archive
from fairpair.app.files.check import check_file
from fairpair.app.files.complaints import NoPairing, WrongPair
from fairpair.app.service import Service
from fairpair.app.transfer.exports import archive_text
from fairpair.app.use_cases.pairing import draft
from fairpair.bootstrap import utc_now
from fairpair.core.ids import TournamentId
from fairpair.formats import archive
from fairpair.log.events import RoundDrafted
from fairpair.log.journal import Journal, read_journal
from fairpair.storage.sqlite import MemoryStore
from invariants import broken

from .oracle import Row


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong with an exported tournament, and what was looked at."""

    wrong: tuple[str, ...]
    rounds: int
    events: int


def verdict_on(exported: bytes, rows: list[Row]) -> Verdict:
    """Judge the archive of a tournament, whose rows in the database are these."""
    service = Service(MemoryStore(), utc_now)
    tournament = import_archive(service, exported)
    journal = service.journal(tournament)
    drafted = [r for r in journal.effective_records() if isinstance(r.event, RoundDrafted)]
    wrong = [
        *_same_again(service, tournament, exported),
        *_same_rows(exported, rows),
        *(f"invariant: {what}" for what in broken(journal.tournament)),
        *(f"pairing: {what}" for what in _other_rounds(journal)),
    ]
    return Verdict(tuple(wrong), len(drafted), journal.version)


def complaints(report_file: bytes, rows: list[Row]) -> list[str]:
    """What `fairpair check` finds in a FIDE report file, but for what the file cannot tell: it has
    corrected results only, and rounds were paired from those that were known then.
    """
    found, moved = check_file(report_file), corrected_under(rows)
    return [
        f"check: {one}"
        for one in found.complaints
        if not isinstance(one, WrongPair | NoPairing) or one.round_no not in moved
    ]


def corrected_under(rows: Iterable[Row]) -> set[int]:
    """The rounds after which a result of a round before them was corrected."""
    drafted, moved = 0, set[int]()
    for row in rows:
        if row.type == "round_drafted":
            drafted = row.fields["round"]["round_no"]
        elif row.type == "result_corrected":
            moved.update(range(row.fields["match"]["round_no"] + 1, drafted + 1))
    return moved


def _same_again(service: Service, tournament: TournamentId, exported: bytes) -> Iterator[str]:
    if archive_text(service, tournament).encode() != exported:
        yield "archive: what was read from it is written otherwise"


def _same_rows(exported: bytes, rows: list[Row]) -> Iterator[str]:
    found = archive.read(exported)
    data = {one.seq: one.data for one in found.persons if not one.member}
    told = [
        Row(r.seq, r.command_id, r.part, r.type, r.payload, data.get(r.seq, "")) for r in found.rows
    ]
    if told != rows:
        yield "archive: it does not hold what is in the database"


def _other_rounds(journal: Journal) -> Iterator[str]:
    """Rounds that are not what the engine makes of the log as it was then."""
    for record in journal.effective_records():
        made = record.event
        if isinstance(made, RoundDrafted):
            before = read_journal(journal.records[: made.basis]).tournament
            again = draft(before, made.basis)
            if (again.tables, again.byes) != (made.tables, made.byes):
                yield f"round {made.round.round_no} is another one when it is made again"
