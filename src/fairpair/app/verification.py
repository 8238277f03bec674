"""Proves that a log is complete and unchanged, and that its pairings are the engine's.

The same for a log in the database, in a backup and in an archive.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from fairpair.app.use_cases.pairing import ENGINE, draft, engine_of
from fairpair.app.verification_notes import cut_notes, draw_notes, draw_problems, manual_changes
from fairpair.app.views.ranking import ranking_view
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError
from fairpair.core.ids import TournamentId
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.systems import SYSTEMS
from fairpair.engine.stages.progress import round_title
from fairpair.formats import archive, proof
from fairpair.formats.archive import Archive
from fairpair.formats.proof import Proof, Ranking
from fairpair.language.message import Message
from fairpair.log.chain import first_break
from fairpair.log.codec import Codec, read_records
from fairpair.log.events import RoundDrafted
from fairpair.log.journal import Journal, Record, erased_persons, read_journal
from fairpair.log.persons import by_event, commitment, commitments
from fairpair.log.stored import ErasedPerson

_UNFOLDABLE = (DomainError, LookupError, ValueError, TypeError, AttributeError)


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found. `hash` is the one of the last event: note it down, and nobody can replace
    the log by another one unnoticed. `version` counts the events.
    """

    tournament: TournamentId
    version: int
    hash: str
    ok: bool
    persons: int
    """Players, teams and team members whose data is there."""
    erased: int
    """Those whose data was erased."""
    rounds: int
    """Rounds that the engine paired, and would pair the same way again."""
    manual_rounds: int
    """Rounds that were paired manually or by another program."""
    unchecked: tuple[Message, ...] = ()
    """Rounds that can no longer be checked, and why."""
    problems: tuple[Message, ...] = ()
    notes: tuple[Message, ...] = ()
    """What is right and worth knowing: the draw, and every change by hand with who and why."""


@dataclass(frozen=True, slots=True)
class Known:
    """What somebody has noted down before, to be compared; nothing where it is empty."""

    known_hash: str = ""
    """The hash of an event."""
    commitment: str = ""
    """The hash of the draw seed."""
    key: str = ""
    """The key of the server, for a proof."""


NOTHING = Known()


@dataclass(frozen=True, slots=True)
class _Rounds:
    """What became of pairing every round again."""

    same: int
    manual: int
    unchecked: tuple[Message, ...]
    problems: tuple[Message, ...]


def verify_file(data: bytes, known: Known = NOTHING) -> Verification:
    """Check a proof or an archive; `InvalidInputError` if the file is neither."""
    return verify_proof(data, known) if proof.is_proof(data) else verify_archive(data, known)


def verify_archive(data: bytes, known: Known = NOTHING) -> Verification:
    """Check the archive in a file; `InvalidInputError` if the file is not one."""
    log, is_right = archive.read_unchecked(data)
    found = verify_log(log, known)
    if is_right:
        return found
    problems = (Message("verify.checksum"), *found.problems)
    return replace(found, ok=False, problems=problems)


def verify_proof(data: bytes, known: Known = NOTHING) -> Verification:
    """Check a proof file: nothing but the file is needed. `InvalidInputError` if it is not one."""
    found = proof.read(data)
    checked = verify_log(found.log, known, is_public=True)
    problems = [*_proof_problems(found, known.key), *checked.problems]
    withheld = sum(not one.salt for one in found.log.persons)
    notes = [*checked.notes, *([Message("verify.withheld", n=withheld)] if withheld else ())]
    if found.is_signed:
        notes.append(Message("verify.signed", key=found.key))
    return replace(checked, ok=not problems, problems=tuple(problems), notes=tuple(notes))


def _proof_problems(found: Proof, key: str) -> Iterator[Message]:
    if not found.is_whole:
        yield Message("verify.checksum")
    if not found.is_signed:
        yield Message("verify.signature", key=found.key)
    if key and key.lower() != found.key:
        yield Message("verify.other-key", key=key, found=found.key)
    with suppress(*_UNFOLDABLE):  # said when the log itself is checked
        records = read_records(Codec(), found.log.rows, found.log.persons)
        if ranking_in(read_journal(records).tournament) != found.ranking:
            yield Message("verify.ranking")


def ranking_in(t: Tournament) -> Ranking:
    """The players, best first, with their ranks, as a proof has them."""
    if not t.entries:
        return ()
    return tuple((row.id, row.rank) for row in ranking_view(t, 0).players)


def verify_log(log: Archive, known: Known = NOTHING, *, is_public: bool = False) -> Verification:
    """Check a log. What is not for everybody may be left out of one that `is_public`."""
    notes: list[Message] = []
    problems = [*_chain_problems(log, known.known_hash)]
    rounds = _Rounds(0, 0, (), ())
    erased: tuple[ErasedPerson, ...] = ()
    try:
        records = read_records(Codec(), log.rows, log.persons)
        erased = erased_persons(records)
        journal = read_journal(records)
        rounds = _check_rounds(journal, erased)
        problems += draw_problems(journal, known.commitment)
        notes += [*draw_notes(journal), *cut_notes(journal)]
        notes += manual_changes(journal, {row.seq: row for row in log.rows})
    except _UNFOLDABLE as error:
        problems.append(Message("verify.unreadable", problem=_text(error)))
    problems += _person_problems(log, erased, is_public=is_public)
    named, gone = _count_persons(log)
    found = (*problems, *rounds.problems)
    return Verification(
        tournament=log.tournament,
        version=len(log.rows),
        hash=log.rows[-1].hash if log.rows else "",
        ok=not found,
        persons=named,
        erased=gone,
        rounds=rounds.same,
        manual_rounds=rounds.manual,
        unchecked=rounds.unchecked,
        problems=found,
        notes=tuple(notes),
    )


def lines_of(found: Verification) -> list[Message]:
    """What was found, in words; the first line is the verdict."""
    code = "verify.ok" if found.ok else "verify.failed"
    counts = {
        "rounds": found.rounds,
        "manual-rounds": found.manual_rounds,
        "erased": found.erased,
    }
    return [
        Message(code, tournament=found.tournament, n=found.version),
        *found.problems,
        *(Message(f"verify.{what}", n=n) for what, n in counts.items() if n),
        *found.unchecked,
        *found.notes,
        Message("verify.hash", hash=found.hash),
    ]


def _text(error: Exception) -> Message | str:
    return error.text if isinstance(error, DomainError) else f"{error!r:.200}"


def _chain_problems(log: Archive, known_hash: str) -> Iterator[Message]:
    if number := first_break(log.rows):
        yield Message("verify.chain", number=number)
    if known_hash and known_hash not in {row.hash for row in log.rows}:
        yield Message("verify.other-log", hash=known_hash)


def _person_problems(
    log: Archive, erased: Sequence[ErasedPerson], *, is_public: bool
) -> Iterator[Message]:
    """Data that is not what was recorded, that is missing, or that should have been erased."""
    persons = by_event(log.persons)
    for row in log.rows:
        for (player, member), promised in commitments(row).items():
            person = persons.get(row.seq, {}).get(member)
            gone = any(one.covers(row.seq, player, member) for one in erased)
            if person is None and not gone:
                yield Message("verify.person-missing", number=row.seq, player=player)
            elif person is not None and gone:
                yield Message("verify.person-kept", number=row.seq, player=player)
            elif person is None or (is_public and not person.salt):
                continue
            elif commitment(person) != promised:
                yield Message("verify.person-changed", number=row.seq, player=player)


def _count_persons(log: Archive) -> tuple[int, int]:
    """How many players, teams and members have all their data, and how many were erased."""
    there = {(one.seq, (one.player, one.member)) for one in log.persons}
    known = {(row.seq, person) for row in log.rows for person in commitments(row)}
    gone = {person for _, person in known - there}
    return len({person for _, person in known} - gone), len(gone)


def _check_rounds(journal: Journal, erased: Sequence[ErasedPerson]) -> _Rounds:
    """Pair every round again from the log as it was then."""
    same, manual = 0, 0
    unchecked: list[Message] = []
    problems: list[Message] = []
    for record in journal.records:
        made = record.event
        if not isinstance(made, RoundDrafted):
            continue
        if made.system == "manual" or not made.engine:
            manual += 1
            continue
        before = read_journal(journal.records[: made.basis]).tournament
        if _is_paired_alike(before, made):
            same += 1
            continue
        title = round_title(journal.tournament, made.round)
        values = {"number": record.seq, "round": title, "engine": made.engine}
        reason = _why_unchecked(before, record, made, erased)
        if reason:
            unchecked.append(Message(f"verify.unchecked.{reason}", **values))
        else:
            problems.append(Message("verify.round", **values))
    return _Rounds(same, manual, tuple(unchecked), tuple(problems))


def _is_paired_alike(before: Tournament, made: RoundDrafted) -> bool:
    try:
        again = draft(before, made.basis)
    except DomainError:
        return False
    return (again.tables, again.byes) == (made.tables, made.byes)


def _why_unchecked(
    before: Tournament, record: Record, made: RoundDrafted, erased: Sequence[ErasedPerson]
) -> str:
    """Why a different pairing does not prove a change; empty if it does.

    The order of equal players goes by name, and players of one club may be kept apart: both are
    gone with the data of a player.
    """
    if any(one.seq > record.seq and one.player in before.entries for one in erased):
        return "erased"
    if made.round.stage == 1 and before.rules.system not in SYSTEMS:
        return "system"
    if made.engine != (engine_of(before) if made.round.stage == 1 else ENGINE):
        return "engine"
    return "rules" if made.confirmed else ""
