"""Everything that can be exported: one register for the command line, the API and the pages."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain

from fairpair.app.access.grants import Role
from fairpair.app.journals import no_tournament
from fairpair.app.ports import EventStore
from fairpair.app.proofs import proof_of
from fairpair.app.service import Service
from fairpair.app.transfer import tables
from fairpair.app.use_cases.open_games import open_games
from fairpair.app.views.audience import redact_for_public
from fairpair.app.views.document import document
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError, NotFoundError
from fairpair.core.ids import TournamentId
from fairpair.core.rounds import RoundRef
from fairpair.core.rules import CHESS
from fairpair.core.suggestions import list_available
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import conventions_of
from fairpair.formats import archive, pgn, tdf, wer
from fairpair.formats.tables import Table, write_csv, write_xlsx
from fairpair.formats.trf.from_tournament import file_of, numbers_of, why_not
from fairpair.formats.trf.points import Dialect
from fairpair.formats.trf.writer import write as write_trf
from fairpair.formats.xml_files import EventTimes, has_no_teams
from fairpair.language.languages import DEFAULT
from fairpair.language.message import encode_message
from fairpair.language.texts import use
from fairpair.log import events as e
from fairpair.log.describe import describe
from fairpair.log.integrity import integrity_lines
from fairpair.log.journal import Journal
from fairpair.log.stored import DELETED

CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
JSON = "application/json"
PROOF = "application/octet-stream"
"""A proof is more than one line of JSON."""
TEXT = "text/plain; charset=utf-8"
PGN = "application/vnd.chess-pgn"
XML = "application/xml"
DIALECTS: tuple[Dialect, ...] = ("trf16", "trf26")


@dataclass(frozen=True, slots=True)
class Source:
    """The tournament to be exported, as whoever asks may see it, and the round they want."""

    id: TournamentId
    journal: Journal
    log: Callable[[], archive.Archive]
    round: RoundRef | None = None
    prove: Callable[[archive.Archive], bytes] | None = None
    """Makes a proof file; only a server has a key to sign it with."""

    @property
    def t(self) -> Tournament:
        """The state."""
        return self.journal.tournament

    @property
    def moments(self) -> EventTimes:
        """When it began, and when the last thing happened."""
        rows = self.log().rows
        return EventTimes.of(rows[0].at, rows[-1].at)


@dataclass(frozen=True, slots=True)
class Export:
    """One file: `what` and `ending` are its address, `format` is its name on the command line."""

    what: str
    ending: str
    format: str
    title: str
    media_type: str
    make: Callable[[Source], bytes]
    least: Role = Role.PUBLIC
    by_round: bool = False
    """Whether it can be of one round, or up to one."""
    fits: Callable[[Tournament], bool] = lambda _t: True
    """Whether there is such a file of a tournament."""

    @property
    def path(self) -> str:
        """`standings.csv`."""
        return f"{self.what}.{self.ending}"

    def file_name(self, source: Source) -> str:
        """`spring-open-standings-3.csv`."""
        ref = source.round
        number = "" if ref is None else f"-{ref.round_no}"
        stage = "" if ref is None or ref.stage == 1 else f"-stage-{ref.stage}"
        word = "" if self.what == "tournament" else f"-{self.what}"
        return f"{source.id}{word}{stage}{number}.{self.ending}"


def source_of(
    service: Service,
    tournament: TournamentId,
    round_: RoundRef | None = None,
    *,
    staff: bool = True,
) -> Source:
    """The tournament as it is now, for the staff or for everybody."""
    journal = service.existing_journal(tournament)
    if not staff:
        journal = replace(journal, tournament=redact_for_public(journal.tournament))
    log = partial(stored_archive, service.store, tournament, journal.version)
    return Source(tournament, journal, log, round_, partial(proof_of, service.store))


def archive_text(service: Service, tournament: TournamentId) -> str:
    """The tournament with its whole log as the text of an archive file."""
    found = stored_archive(service.store, tournament)
    if not found.rows:
        raise no_tournament(tournament)
    return archive.write(found)


def stored_archive(
    store: EventStore, tournament: TournamentId, version: int | None = None
) -> archive.Archive:
    """The log of a tournament up to a version, with the personal data and pictures of it now."""
    now = -1
    while now != (now := store.version(tournament)):  # else somebody was erased between the two
        rows, persons = store.load(tournament), store.persons(tournament)
    if rows and rows[-1].type == DELETED:
        raise no_tournament(tournament)
    kept = tuple(one for one in persons if version is None or one.seq <= version)
    pictures = tuple(store.pictures.of(tournament))
    return archive.Archive(tournament, tuple(rows[:version]), kept, pictures)


def get_export(form: str, table: str = "") -> Export:
    """The export of a format; of tables `what` is needed. `NotFoundError` lists them all."""
    of_format = [one for one in EXPORTS if one.format == form]
    if not of_format:
        hint = list_available(form, FORMATS)
        raise NotFoundError("no-format", hint=hint, format=f"{form!r:.40}")
    found = [one for one in of_format if one.what == table or (not table and len(of_format) == 1)]
    if found:
        return found[0]
    known = [one.what for one in of_format]
    if not table:
        raise InvalidInputError("what-needed", format=form, known=known)
    raise NotFoundError("no-export", file=f"{table!r:.40}", format=form, known=known)


def remarks(journal: Journal) -> Iterator[str]:
    """What people changed manually, one line each, for the `###` lines of a report."""
    for record in journal.effective_records():
        event = record.event
        by_hand = isinstance(event, _BY_HAND)
        if isinstance(event, e.RoundDrafted) and event.system == "manual":
            yield f"{event.round.title} paired manually"
        elif by_hand and _is_of_stage_1(event):
            reason = getattr(event, "reason", "")
            text = f"{describe(event, journal.tournament)}"
            yield f"{text} ({reason})" if reason else text


_BY_HAND = (
    e.PlayersSwapped,
    e.PlayerReplaced,
    e.TableAdded,
    e.RoundRepaired,
    e.ByeGiven,
    e.ResultCorrected,
    e.MissedRoundsSet,
)


def _is_of_stage_1(event: e.Event) -> bool:
    where = getattr(event, "round", None) or getattr(event, "match", None)
    return where is None or where.stage == 1


def _in_english(make: Callable[[Source], bytes]) -> Callable[[Source], bytes]:
    """Files for other programs are the same in every language."""

    def make_in_english(source: Source) -> bytes:
        with use(DEFAULT):
            return make(source)

    return make_in_english


def _trf(dialect: Dialect) -> Callable[[Source], bytes]:
    def make(source: Source) -> bytes:
        lines = remarks(source.journal)
        if source.t.rules.fide:
            lines = chain(
                _not_final(source.t), integrity_lines(source.journal, numbers_of(source.t))
            )
        file = file_of(source.t, tuple(lines))
        return write_trf(file, dialect=dialect)

    return _in_english(make)


def _not_final(t: Tournament) -> Iterator[str]:
    """That games are open: nobody is to take this report for the last one."""
    count = len(open_games(t))
    if count:
        yield f"Not final: {count} {'game is' if count == 1 else 'games are'} open"


def _xml(write: Callable[[Tournament, EventTimes], bytes]) -> Callable[[Source], bytes]:
    def make(source: Source) -> bytes:
        refusal = _why_no_event_file(source.t)
        if refusal:
            raise refusal
        return write(source.t, source.moments)

    return make


def _why_no_event_file(t: Tournament) -> InvalidInputError | None:
    """Why there is no TDF or WER file of a tournament; nothing if there is one."""
    if not has_no_teams({player: entry.entrant for player, entry in t.entries.items()}):
        return InvalidInputError("no-team-file")
    if t.rules.primary_score or t.rules.scores:
        return InvalidInputError("no-score-file")
    return None


def _has_event_file(t: Tournament) -> bool:
    return _why_no_event_file(t) is None


def _has_games(t: Tournament) -> bool:
    """Whether there are games with White and Black, which is what PGN is for."""
    return t.rules.has_colours and _has_event_file(t)


def _pgn(source: Source) -> bytes:
    if not _has_event_file(source.t):
        raise InvalidInputError("no-pgn")
    return pgn.write(source.t, source.round)


def _has_report(t: Tournament) -> bool:
    return why_not(t) is None


def _document(source: Source) -> bytes:
    found = {"id": source.id, "version": source.journal.version, **document(source.t)}
    return (json.dumps(found, indent=1, ensure_ascii=False, default=encode_message) + "\n").encode()


def _archive(source: Source) -> bytes:
    return archive.write(source.log()).encode()


def _proof(source: Source) -> bytes:
    if source.prove is None:
        raise InvalidInputError("no-proof")
    return source.prove(source.log())


def _until(source: Source) -> int | None:
    return None if source.round is None else source.round.round_no


def _has_ratings(t: Tournament) -> bool:
    """Whether FIDE ratings can change: players play chess for themselves."""
    return _has_games(t) and CHESS in conventions_of(t.rules).rules


_TABLES: Mapping[str, tuple[str, Callable[[Source], Table], bool]] = {
    "pairings": ("Pairings", lambda s: tables.pairings_table(s.t, s.round), True),
    "standings": ("Standings", lambda s: tables.standings_table(s.t, _until(s)), True),
    "crosstable": ("Crosstable", lambda s: tables.cross_table_table(s.t), False),
    "players": ("Players", lambda s: tables.players_table(s.t), False),
    "ratings": ("Rating changes", lambda s: tables.ratings_table(s.t), False),
    "norms": ("Title norms", lambda s: tables.norms_table(s.t), False),
}
_FOR_RATING = ("ratings", "norms")


def _table(what: str, ending: str) -> Export:
    title, table, by_round = _TABLES[what]

    def make(source: Source) -> bytes:
        made = table(source)
        return write_csv(made) if ending == "csv" else write_xlsx([made])

    media_type = CSV if ending == "csv" else XLSX
    made = Export(what, ending, ending, title, media_type, _in_english(make), by_round=by_round)
    return replace(made, least=Role.ORGANISER, fits=_has_ratings) if what in _FOR_RATING else made


EXPORTS: tuple[Export, ...] = (
    *(_table(what, ending) for what in _TABLES for ending in ("csv", "xlsx")),
    Export(
        "all",
        "xlsx",
        "xlsx",
        "Complete workbook",
        XLSX,
        _in_english(lambda source: write_xlsx(tables.all_tables(source.t))),
    ),
    Export("tournament", "json", "json", "Tournament as a document", JSON, _in_english(_document)),
    Export(
        "archive",
        "json",
        "archive",
        "Archive with the complete history",
        JSON,
        _archive,
        Role.ORGANISER,
    ),
    Export(
        "proof",
        "json",
        "proof",
        "Signed proof that anybody can verify",
        PROOF,
        _proof,
        Role.ORGANISER,
    ),
    *(
        Export(
            dialect,
            "trf",
            dialect,
            f"FIDE report, {dialect.upper()}",
            TEXT,
            _trf(dialect),
            Role.ORGANISER,
            fits=_has_report,
        )
        for dialect in DIALECTS
    ),
    *(
        Export(
            "tournament",
            form,
            form,
            title,
            XML,
            _xml(write),
            Role.ORGANISER,
            fits=_has_event_file,
        )
        for form, title, write in (
            ("tdf", "Pokémon TDF", tdf.write),
            ("wer", "Wizards WER", wer.write),
        )
    ),
    Export("games", "pgn", "pgn", "PGN headers", PGN, _pgn, by_round=True, fits=_has_games),
)
FORMATS: tuple[str, ...] = tuple(dict.fromkeys(one.format for one in EXPORTS))
