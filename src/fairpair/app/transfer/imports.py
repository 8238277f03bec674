"""Imports: a file with players, rounds and results becomes a tournament."""

import hashlib
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from pathlib import PurePath

from fairpair.app.files.check import check_trf
from fairpair.app.files.complaints import Verdict
from fairpair.app.files.trf_files import file_and_notes
from fairpair.app.own_presets import rules_from
from fairpair.app.rating_lists.contradictions import contradictions
from fairpair.app.requests import CommandContext
from fairpair.app.service import Service
from fairpair.app.transfer.fide_imports import (
    in_fide_mode,
    require_confirmed_import,
    wrong_rounds,
)
from fairpair.app.transfer.import_notes import (
    assumed_settings,
    differences_in,
    same_numbers,
    tell_apart,
)
from fairpair.app.transfer.replay import commands_of, log_of
from fairpair.app.use_cases.tournaments import (
    CreationRequest,
    KeyFactory,
    NewTournament,
    create_once,
    create_tournament,
    ids_for,
)
from fairpair.app.views.document import document
from fairpair.app.views.rounds import round_view
from fairpair.app.views.standings import standings_view
from fairpair.app.views.status import status
from fairpair.core.action_warnings import ActionWarning
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError, InvalidInputError, VersionConflictError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.rounds import ByeKind
from fairpair.core.rules import RULES, Rules
from fairpair.core.stored import StoredPicture
from fairpair.core.texts import normalise_lines
from fairpair.core.tournament import Admission, Tournament
from fairpair.engine.pairing.dutch.position import virtual_points
from fairpair.engine.rule_validation import rule_problems
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.formats import archive, event_files, list_files, trf
from fairpair.formats.imported import ImportedTournament, seeds_of
from fairpair.formats.kinds import FileKind, kind_of
from fairpair.formats.reader_process import USUAL, FileReader, Limits, read_here
from fairpair.formats.trf.assembly import TIEBREAKS
from fairpair.formats.trf.header import header_of
from fairpair.formats.trf.model import TrfFile
from fairpair.formats.trf.remarks import as_corrected
from fairpair.formats.trf.tournament import tournament_of
from fairpair.language.message import Message, Phrase
from fairpair.log.bye_limits import byes_worth_a_win
from fairpair.log.chain import chain
from fairpair.log.codec import Codec, checked, fingerprint
from fairpair.log.commands import RecordWarnings, RenameTournament
from fairpair.log.decide import carry_out
from fairpair.log.journal import Journal, Record, read_journal
from fairpair.log.normalise import normalise_name
from fairpair.log.persons import by_event, separate
from fairpair.log.stored import DELETED, PersonChanges, StoredEvent, StoredPerson
from fairpair.presets import rules_of
from fairpair.process_limits import MIB


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The tournament that a file became; `notes` tell what was left out or guessed."""

    tournament: TournamentId
    kind: FileKind
    notes: tuple[Message, ...] = ()
    repeated: bool = False
    """It had been imported before; nothing was written this time."""
    version: int = 0
    key: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How a file is to be imported: under which id, which division of it, with damage mended.

    Repeating the same `request` gives the same tournament, for callers who got no answer.
    `make_key` makes the key that its organiser gets.
    """

    id: TournamentId | None = None
    name: str = ""
    """Instead of the one in the file."""
    division: str = ""
    repair: bool = True
    request: str = ""
    make_key: KeyFactory | None = None
    is_archive: bool = False
    """Nothing else is taken."""
    fide: bool | None = None
    """Whether a report is to be in FIDE mode; if nobody says so, it is where nothing is against it.
    """
    confirmed: tuple[str, ...] = ()
    """The codes of warnings that somebody confirms."""
    read: FileReader = read_here
    """A server reads what others send in a process with limits."""


def import_event(
    service: Service,
    file_name: str,
    data: bytes,
    options: ImportOptions | None = None,
    by: str = "",
) -> ImportResult:
    """Add the tournament of a file, our own or of another program; all of it or nothing.

    It gets an id made from its name, unless one is wanted. `InvalidInputError` for lists of
    players, which are entered into a tournament that has rules.
    """
    how = options or ImportOptions()
    kind = FileKind.ARCHIVE if how.is_archive else kind_of(data)
    if kind == FileKind.ARCHIVE:
        new_name = NewName(how.name, service.now, by) if how.name else None
        whole = how.read(archive_of, data, new_name, limits=_archive_limits(data))
        own = [how.id or whole.tournament]
        log = _Log(kind, whole.rows, whole.persons, own, pictures=whole.pictures)
        return _store_log(service, how, data, by, log)
    read = READERS.get(kind)
    if read is None:
        raise InvalidInputError("no-event")
    found, told = how.read(read, data, how.division, how.repair)
    name = file_name or str(Message("import.name"))
    prefix = _prefix(how.request, data)
    source = LogSource(found, told, how.name, name, prefix, service.now, by, how.fide)
    made = how.read(build_log, source, limits=_LONG_EVENT)
    require_confirmed_import(made.wrong_rounds, how.confirmed)
    listed = contradictions(made.players, service.store.rating_lists, service.now[:10])
    rows, persons = separate(made.rows, service.new_salt)
    ids = [how.id] if how.id else ids_for(made.name)
    notes = (*made.notes, *listed)
    return _store_log(service, how, data, by, _Log(kind, chain(rows), persons, ids, notes))


_LONG_EVENT = Limits(60, 1024 * MIB)
"""For making the log, once a file is read: that takes longer the more players there are."""


def _archive_limits(data: bytes) -> Limits:
    """Our own files may be long: all that ever happened is in them, and it is replayed."""
    size = 1 + len(data) // MIB
    return Limits(max(USUAL.seconds, size), max(USUAL.memory, 15 * size * MIB))


@dataclass(frozen=True, slots=True)
class LogSource:
    """What the log of an imported tournament is made of."""

    read: TrfFile | ImportedTournament
    notes: Sequence[Message]
    name: str
    file_name: str
    prefix: str
    now: str
    by: str
    fide: bool | None = None


@dataclass(frozen=True, slots=True)
class ImportedLog:
    """The name of an imported tournament, its events, what there is to say of it, the tournament
    without its rounds, and its rounds in FIDE mode that the rules do not give.
    """

    name: str
    rows: Sequence[StoredEvent]
    notes: tuple[Message, ...]
    players: Tournament
    wrong_rounds: tuple[ActionWarning, ...] = ()


def build_log(source: LogSource) -> ImportedLog:
    """The log of an imported tournament."""
    found, wrong = source.read, tuple[ActionWarning, ...]()
    if isinstance(found, TrfFile):
        verdict = None if found.teams.numbered else check_trf(as_corrected(found))
        found = _report(found, source, verdict)
        wrong = wrong_rounds(verdict, found.tournament) if verdict else ()
    t, told = event_of(found, source.file_name)
    t = replace(t, name=normalise_name(source.name)) if source.name else t
    commands = [*commands_of(t), *([RecordWarnings(wrong)] if wrong else [])]
    rows = log_of(commands, source.prefix, source.now, source.by)
    return ImportedLog(t.name, rows, told, replace(t, rounds={}), wrong)


def found_in(read: TrfFile | ImportedTournament, notes: Sequence[Message]) -> ImportedTournament:
    """What was read, with the header of a report."""
    if not isinstance(read, TrfFile):
        return read
    found, (header, lost) = tournament_of(read), header_of(read)
    t = replace(found.tournament, header=header)
    return replace(found, tournament=t, notes=(*notes, *lost))


@dataclass(frozen=True, slots=True)
class _Log:
    """The events of a file, under the first of these ids that is free."""

    kind: FileKind
    rows: Sequence[StoredEvent]
    persons: Sequence[StoredPerson]
    ids: Iterable[TournamentId]
    notes: tuple[Message, ...] = ()
    pictures: tuple[StoredPicture, ...] = ()


def _store_log(
    service: Service, how: ImportOptions, data: bytes, by: str, log: _Log
) -> ImportResult:
    """The log stored, once for one request."""
    rows = log.rows
    command_id = CommandId(how.request or f"import-{secrets.token_hex(16)}")
    parameters = [hashlib.sha256(data).hexdigest(), how.id, how.division, how.repair]
    parameters += [how.name] if how.name else []
    request = fingerprint("import_event", parameters)

    def write(context: CommandContext) -> int | None:
        receipts = [replace(receipt, version=len(rows)) for receipt in context.receipts]
        try:
            beside = (context.keys, PersonChanges(tuple(log.persons)), log.pictures)
            service.store.append(context.tournament, 0, rows, receipts, *beside)
        except VersionConflictError:
            return None
        return len(rows)

    # The ids in an archive are those of the tournament it was made of, and of every copy of it.
    first_id = None if log.kind == FileKind.ARCHIVE else CommandId(rows[0].command_id)
    asked = CreationRequest(command_id, request, by, how.make_key, first_id)
    made = create_once(service, asked, log.ids, write)
    return ImportResult(made.tournament, log.kind, log.notes, made.repeated, made.version, made.key)


def _prefix(request: str, data: bytes) -> str:
    """What the ids of the commands begin with: the same for a request that comes again."""
    if not request:
        return f"import-{secrets.token_hex(16)}"
    digest = hashlib.sha256(request.encode("utf-8", "surrogatepass") + b"\0" + data).hexdigest()
    return f"import-{digest[:32]}"


def event_of(
    found: ImportedTournament, file_name: str = ""
) -> tuple[Tournament, tuple[Message, ...]]:
    """The tournament of a file with its rules and seeds, and what there is to say of it."""
    notes = list(found.notes)
    t = found.tournament
    if found.preset:
        t = replace(t, rules=rules_of(found.preset, found.settings))
    else:
        t = replace(t, rules=_usable(t.rules, notes))
    played = max((ref.round_no for ref in t.rounds if ref.stage == 1), default=0)
    if t.rules.rounds is not None and t.rules.rounds < played:
        t = replace(t, rules=replace(t.rules, rounds=played))
    name = normalise_lines(t.name) or PurePath(file_name).stem or str(Message("import.name"))
    t = replace(_add_seeds(t), name=name, draw_seed=t.draw_seed or _seed_of(t))
    notes += _lost_details(found, t)
    t = _allow_requested_byes(t)
    t, same_names = tell_apart(t)
    notes += [*same_names, *same_numbers(t)]
    return t, tuple(notes)


def _usable(rules: Rules, notes: list[Message]) -> Rules:
    """The rules of a report; what cannot be set here gives way to what is usual."""
    wrong = {problem.where for problem in rule_problems(rules)}
    if "standings_tiebreakers" in wrong:
        usual = TIEBREAKS.get(rules.system, TIEBREAKS["dutch"])
        codes = rules.standings_tiebreakers
        notes.append(Message("import.tiebreaks", tiebreaks=codes, used=usual))
        rules = replace(rules, standings_tiebreakers=usual)
    for key in wrong & {"acceleration", "bye_points"}:
        notes.append(Message("import.rule", rule=Phrase(RULES[key].title)))
        rules = replace(rules, **{key: RULES[key].default})
    return rules


def _allow_requested_byes(t: Tournament) -> Tournament:
    """With a limit of byes that lets all those stand that the file has for rounds to come."""
    limit = t.rules.max_byes_per_player
    asked = (
        byes_worth_a_win(t, player)
        for player, entry in t.entries.items()
        if ByeKind.FULL in entry.requested_byes.values()
    )
    most = max(asked, default=0)
    if limit is None or most <= limit:
        return t
    return replace(t, rules=replace(t.rules, max_byes_per_player=most))


def _add_seeds(t: Tournament) -> Tournament:
    """With the seeds of a knock-out that the file only shows by its matches."""
    finals = [r for ref, r in sorted(t.rounds.items()) if ref.stage == 2]
    if len(finals) > 1 and len(finals[-1].pairings) == 2 == len(finals[-2].pairings):
        t = replace(t, rules=replace(t.rules, third_place=True))
    if not finals or t.seeds:
        return t
    ranks = Standings(tiebreak_input(t)).ranks
    seeds = seeds_of([list(r.pairings.values()) for r in finals], ranks)
    return replace(t, seeds={2: seeds}, admissions={2: Admission()})


def _seed_of(t: Tournament) -> str:
    """A draw seed: the same file draws the same lots. It is made of nothing personal: nobody can
    try out names with it.
    """
    facts = [t.name, *(str(entry.entrant.strength) for entry in t.entries.values())]
    for ref, round_ in sorted(t.rounds.items()):
        games = (f"{one.seats} {one.result}" for one in round_.pairings.values())
        facts += [str(ref), *games, str(list(round_.byes.items()))]
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()[:32]


def _lost_details(found: ImportedTournament, t: Tournament) -> list[Message]:
    notes = []
    odd = len(found.awarded) + len(found.extra)
    if odd:
        notes.append(Message("import.points", n=odd))
    if not (found.virtual or {}).items() <= virtual_points(t).items():
        notes.append(Message("import.virtual-points"))
    return notes


def _report(file: TrfFile, source: LogSource, verdict: Verdict | None) -> ImportedTournament:
    found = found_in(file, source.notes)
    t, told = in_fide_mode(found.tournament, file, source.fide)
    differences = differences_in(verdict) if verdict else ()
    notes = (*found.notes, *assumed_settings(file), *told, *differences)
    return replace(found, tournament=t, notes=notes)


_Read = tuple[TrfFile | ImportedTournament, Sequence[Message]]
"""What a file says, and notes about reading it."""


def _trf(data: bytes, _division: str, repair: bool) -> _Read:
    return file_and_notes(trf.read(data, repair=repair))


def _event(kind: FileKind, data: bytes, division: str, _repair: bool) -> _Read:
    return event_files.read_event(kind, data, division), ()


READERS: Mapping[FileKind, Callable[[bytes, str, bool], _Read]] = {
    FileKind.TRF: _trf,
    **{kind: partial(_event, kind) for kind in event_files.READERS},
}


@dataclass(frozen=True, slots=True)
class NewFromList:
    """What is to be begun: its name, the name of its rules, and its id if that is not to be made
    from the name.
    """

    name: str
    preset: str
    id: TournamentId | None = None


@dataclass(frozen=True, slots=True)
class ListImportResult:
    """The tournament, how many are in it, and what was left out or guessed of the list."""

    tournament: TournamentId
    players: int
    notes: tuple[Message, ...]


def create_from_list(
    service: Service, data: bytes, options: NewFromList, command_id: CommandId
) -> ListImportResult:
    """Begin it with the players of a list.

    Raises `InvalidInputError` with every bad row, and nothing is made.
    """
    listing = list_files.read_file(data).listing
    entrants = list_files.require_usable(listing)
    new = NewTournament(options.name, rules_from(service, options.preset, {}), entrants, options.id)
    here = create_tournament(service, new, command_id).tournament
    return ListImportResult(here, len(entrants), listing.notes)


@dataclass(frozen=True, slots=True)
class NewName:
    """The name that the tournament of an archive is to have, and who wants that when."""

    name: str
    now: str
    by: str


def archive_of(data: bytes, wanted: NewName | None = None) -> archive.Archive:
    """The archive of a file; refused unless its events make a tournament.

    With another name its log has one event more.
    """
    found = archive.read(data)
    journal = _require_readable(found)
    if wanted is None or normalise_name(wanted.name) == journal.tournament.name:
        return found
    command, digest = checked(RenameTournament(wanted.name))
    longer = carry_out(journal, command)
    renamed = StoredEvent(
        longer.version,
        f"import-{secrets.token_hex(16)}",
        0,
        f"{type(command).__name__}:{digest}",
        *Codec().encode(longer.records[-1].event),
        at=wanted.now,
        by=wanted.by,
    )
    return replace(found, rows=(*found.rows, *chain([renamed], found.rows[-1].hash)))


def _require_readable(found: archive.Archive) -> Journal:
    """The log: every event is known, and together they make a tournament that is there."""
    codec = Codec()
    records, persons = [], by_event(found.persons)
    for row in found.rows:
        try:
            event = codec.read(row, persons.get(row.seq, {}))
        except InvalidInputError as error:
            error.text = Message("archive.event", number=row.seq, problem=error.text)
            raise
        records.append(Record(row.seq, row.action, event))
    if found.rows[-1].type == DELETED:
        raise InvalidInputError("archive-inconsistent")
    try:
        journal = read_journal(records)
        _show(journal.tournament)
    except (LookupError, ValueError, TypeError, AttributeError, DomainError) as error:
        raise InvalidInputError("archive-inconsistent") from error
    return journal


def _show(t: Tournament) -> None:
    """Everything that every list and page shows of it; a log that names what is not there fails.

    The rules that let events happen are not asked again: they may be stricter than when it did.
    """
    status(t, 1)
    standings_view(t, 1)
    document(t)
    for ref, round_ in t.rounds.items():
        round_view(t, 1, ref.stage, ref.round_no)
        for pairing in round_.pairings.values():
            result = pairing.result
            if result and (result.problem or result.seats not in (None, len(pairing.seats))):
                raise ValueError(f"{result} is not a result of {ref}")
