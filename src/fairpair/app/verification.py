"""Proves that a log is complete and unchanged, and that its pairings are the engine's.

The same for a log in the database, in a backup and in an archive.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from fairpair.app.verification_notes import draw_notes, draw_problems
from fairpair.app.verification_replay import Replay
from fairpair.app.views.ranking import ranking_view
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError, InvalidInputError
from fairpair.core.ids import TournamentId
from fairpair.core.rounds import RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.formats import archive, proof
from fairpair.formats.archive import Archive
from fairpair.formats.proof import Proof, Ranking
from fairpair.language.message import Message
from fairpair.log.chain import first_break
from fairpair.log.codec import Codec, read_records
from fairpair.log.journal import Journal, erased_persons, read_journal
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


def verify_file(data: bytes, known: Known = NOTHING) -> Verification:
    """Check a proof or an archive; `InvalidInputError` if the file is neither."""
    return verify_proof(data, known) if proof.is_proof(data) else verify_archive(data, known)


def verify_archive(data: bytes, known: Known = NOTHING) -> Verification:
    """Check the archive in a file; `InvalidInputError` if the file is not one."""
    read = archive.read_unchecked(data)
    found = verify_log(read.archive, known)
    problems, unchecked = found.problems, found.unchecked
    if not read.is_right:
        problems = (Message("verify.checksum"), *problems)
    if not read.has_hashes:
        unchecked = (Message("verify.unchecked.no-hashes"), *unchecked)
    return replace(found, ok=not problems, problems=problems, unchecked=unchecked)


def verify_proof(data: bytes, known: Known = NOTHING) -> Verification:
    """Check a proof file: nothing but the file is needed. `InvalidInputError` if it is not one."""
    found = proof.read(data)
    checked = verify_log(found.log, known, is_public=True)
    problems = [*_proof_problems(found, known.key), *checked.problems]
    withheld = sum(not one.salt for one in found.log.persons)
    unchecked = [*checked.unchecked]
    if withheld and known.known_hash and not known.key:
        unchecked.append(Message("verify.unchecked.names", n=withheld))
    notes = [*checked.notes, *([Message("verify.withheld", n=withheld)] if withheld else ())]
    if found.is_signed:
        notes.append(Message("verify.signed", key=found.key))
    return replace(
        checked,
        ok=not problems,
        unchecked=tuple(unchecked),
        problems=tuple(problems),
        notes=tuple(notes),
    )


def _proof_problems(found: Proof, key: str) -> Iterator[Message]:
    if not found.is_whole:
        yield Message("verify.checksum")
    if not found.is_signed:
        yield Message("verify.signature", key=found.key)
    if key and key.strip().lower() != found.key:
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
    problems = [*_chain_problems(log, known.known_hash)]
    unchecked: list[Message] = []
    notes: list[Message] = []
    same, manual = 0, 0
    erased: tuple[ErasedPerson, ...] = ()
    try:
        records = read_records(Codec(), log.rows, log.persons)
        erased = erased_persons(records)
        journal = read_journal(records)
        replay = Replay(journal, log.rows, erased)
        same, manual, unchecked = replay.same, replay.manual, replay.unchecked
        problems += [*draw_problems(journal, known.commitment), *replay.problems]
        notes += [*_state_notes(log, journal), *draw_notes(journal), *replay.notes]
    except _UNFOLDABLE as error:
        problems.append(Message("verify.unreadable", problem=_text(error)))
    problems += _person_problems(log, erased, is_public=is_public)
    named, gone = _count_persons(log)
    return Verification(
        tournament=log.tournament,
        version=len(log.rows),
        hash=log.rows[-1].hash if log.rows else "",
        ok=not problems,
        persons=named,
        erased=gone,
        rounds=same,
        manual_rounds=manual,
        unchecked=tuple(unchecked),
        problems=tuple(problems),
        notes=tuple(notes),
    )


def _state_notes(log: Archive, journal: Journal) -> Iterator[Message]:
    """Which tournament it is, and how far it has come: an older file is right, but not the end."""
    t = journal.tournament
    if not t.created:
        return
    code = "verify.finished" if t.finished else "verify.running"
    rounds = sum(one.status == RoundStatus.COMPLETE for one in t.rounds.values())
    yield Message(code, name=t.name, n=rounds, at=f"{log.rows[-1].at:.16}".replace("T", " "))


def lines_of(found: Verification) -> list[Message]:
    """What was found, in words; the first line is the verdict."""
    code = "verify.failed"
    if found.ok:
        code = "verify.ok-partly" if found.unchecked else "verify.ok"
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
    number = first_break(log.rows)
    if number:
        yield Message("verify.chain", number=number)
    else:
        try:
            archive.require_whole(log.rows)
        except InvalidInputError as error:
            yield error.text
    if known_hash and known_hash.strip().lower() not in {row.hash for row in log.rows}:
        yield Message("verify.other-log", hash=known_hash)


def _person_problems(
    log: Archive, erased: Sequence[ErasedPerson], *, is_public: bool
) -> Iterator[Message]:
    """Data that is not what was recorded, that is missing, or that should have been erased."""
    persons = by_event(log.persons)
    known = {(row.seq, *person) for row in log.rows for person in commitments(row)}
    for one in log.persons:
        if (one.seq, one.player, one.member) not in known:
            yield Message("verify.person-unknown", number=one.seq, player=one.player)
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
