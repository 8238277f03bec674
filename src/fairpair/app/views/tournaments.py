"""The tournaments of a database: where each stands."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from enum import StrEnum
from typing import Any

import msgspec

from fairpair import __version__
from fairpair.app.requests import check_tournament_id
from fairpair.app.service import Service
from fairpair.app.views.audience import redact_for_public
from fairpair.app.views.identity import accent_of, picture_address
from fairpair.app.views.leaders import Leaders
from fairpair.app.views.people import has_teams
from fairpair.app.views.rounds import clock_view, planned_rounds
from fairpair.core.accents import DEFAULT_ACCENT
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError, InvalidInputError, NotFoundError, StorageError
from fairpair.core.ids import TournamentId
from fairpair.core.rounds import Round, RoundStatus
from fairpair.core.stored import StoredSummary
from fairpair.core.texts import same_name_key
from fairpair.core.tournament import Phase, Tournament
from fairpair.engine.pairing.feasibility import feasibility_warnings
from fairpair.engine.stages.plan_builder import cut_size
from fairpair.engine.stages.progress import full_title, plan_for
from fairpair.engine.stages.recommend import rounds_warnings
from fairpair.language.message import Message

EDITION = f"{__version__} 5"
"""Another program may sum up otherwise: what it kept does not count here. The number behind the
version is raised when summaries become others between two releases.
"""
MANY = 50
"""The number of new summaries stored at once: after a restart, no more logs than this are read."""
_NAMED_AT_MOST = 20
"""The number of tournaments suggested for a mistyped name."""


@dataclass(frozen=True, slots=True)
class Summary:
    """One tournament in a list; `trouble` says why it cannot be read, if it cannot."""

    id: TournamentId
    name: str
    state: Message
    players: int
    version: int
    trouble: str = ""
    warnings: tuple[Message, ...] = ()
    """What will make a round impossible if nothing changes."""
    hidden: bool = False
    """Only for those with a key."""
    game: str = ""
    teams: bool = False
    """Its players are teams."""
    accent: str = DEFAULT_ACCENT
    """The name of its colour."""
    logo: str = ""
    """The address of its logo, if it has one; so with the banner."""
    banner: str = ""
    phase: str = "coming"
    """`coming`, `running` or `finished`."""
    archived: bool = False
    date: str = ""
    """The first day; if it is not known, the day on which the tournament was created."""
    dated: bool = False
    """Whether that is the day on which it is held."""
    last_day: str = ""
    place: str = ""
    round: int = 0
    """The current round, counted through all stages; 0 before the first one."""
    rounds: int = 0
    """All rounds, the knockout included."""
    results: int = 0
    """The results that are in, of the matches that are being played."""
    matches: int = 0
    clock_ends: str | None = None
    """When the clock of the current round ends, while it runs."""
    leaders: tuple[str, ...] = ()
    """The champion, or who leads after the last complete round."""


@dataclass(frozen=True, slots=True)
class TournamentList:
    """One page of all tournaments; `next` is the offset of the next page, if any."""

    total: int
    limit: int
    offset: int
    next: int | None
    tournaments: Sequence[Summary]


def summaries(service: Service) -> list[Summary]:
    """All tournaments, hidden ones too, by ID; one that cannot be read does not hide the others.

    A log is read only if it has changed since its summary was kept in the store.
    """
    kept = _decode_all(service.store.summaries.all().values())
    return _sum_up(service, service.store.tournaments(), kept)


def _sum_up(
    service: Service, versions: Mapping[TournamentId, int], stored: Iterable[Summary]
) -> list[Summary]:
    """The summaries of these versions; those that are not stored are made from the logs."""
    kept = {one.id: one for one in stored}
    found, new = [], []
    for tournament, version in versions.items():
        one = kept.get(tournament)
        if one is None or one.version != version:
            try:
                one = summary_of(service, tournament, version)
            except NotFoundError:  # it has just been deleted
                continue
            new += [] if one.trouble else [one]
        found.append(one)
    if len(new) >= MANY:
        keep_summaries(service, new)
    return found


def read_stored(service: Service, wanted: Sequence[TournamentId]) -> Iterator[Summary]:
    """The summaries of these tournaments that are kept in the store, of whatever version."""
    return _decode_all(service.store.summaries.of(wanted) if wanted else ())


def keep_summaries(service: Service, new: Iterable[Summary]) -> None:
    """Keep them in the store; if that is not possible, they are read from the logs next time."""
    with suppress(StorageError):
        service.store.summaries.save([*map(_to_stored, new)])


def _decode_all(stored: Iterable[StoredSummary]) -> Iterator[Summary]:
    """Those that this program would write just so."""
    for one in stored:
        with suppress(msgspec.ValidationError, msgspec.DecodeError):
            if one.edition == EDITION:
                summary = msgspec.json.decode(one.text, type=Summary, dec_hook=_decode_message)
                yield replace(summary, version=one.version)


def _to_stored(one: Summary) -> StoredSummary:
    text = msgspec.json.encode(one, enc_hook=_encode_message).decode()
    return StoredSummary(one.id, one.version, EDITION, text)


def _encode_message(value: object) -> object:
    """A message for the store, which must not depend on a language: its code and values."""
    if not isinstance(value, Message):
        raise NotImplementedError
    return [value.code, value.values]


def _decode_message(_type: type, data: Any) -> Message:
    code, values = data
    return Message(code, **{name: _decode_value(value) for name, value in values.items()})


def _decode_value(value: Any) -> Any:
    """Messages within messages are pairs of a code and a mapping."""
    match value:
        case [str(), dict()]:
            return _decode_message(Message, value)
        case list():
            return [_decode_value(one) for one in value]
        case _:
            return value


class ListState(StrEnum):
    """Which tournaments a list has; `CURRENT` are all that are not archived."""

    CURRENT = "current"
    RUNNING = "running"
    COMING = "coming"
    FINISHED = "finished"
    ARCHIVED = "archived"
    ALL = "all"


def list_states(phase: str, archived: bool) -> tuple[ListState, ...]:
    """The lists that a tournament is in."""
    if archived:
        return ListState.ALL, ListState.ARCHIVED
    return ListState.ALL, ListState.CURRENT, ListState(phase)


def list_order(state: ListState, date_: str, tournament: TournamentId) -> tuple[int, TournamentId]:
    """By what a list is sorted: what comes next first, else what was last."""
    day = date.fromisoformat(date_).toordinal() if date_ else 0
    return (day if state == ListState.COMING else -day), tournament


def list_words(*texts: str) -> str:
    """By what a tournament is found: its name, game, ID and place."""
    return same_name_key(" ".join(texts))


def summary_of(
    service: Service, tournament: TournamentId, version: int, leaders: Leaders | None = None
) -> Summary:
    """What its log says; `version` is for one that cannot be read.

    Raises `NotFoundError` when it was deleted.
    """
    try:
        journal = service.uncached_journal(tournament)
    except NotFoundError:
        raise
    except DomainError as error:
        return Summary(
            id=tournament,
            name=tournament,
            state=Message("status.unreadable"),
            players=0,
            version=version,
            trouble=str(error),
        )
    t = journal.tournament
    first = t.header.first_known_day
    running = _running_rounds(t)
    active = sum(not entry.dropped for entry in t.entries.values())
    texts = () if t.finished or not t.created else (*_warnings(t),)
    return Summary(
        id=tournament,
        name=t.name,
        state=state_text(redact_for_public(t)),
        players=active,
        version=journal.version,
        warnings=texts,
        hidden=t.rules.hidden,
        game=t.rules.game,
        teams=has_teams(t),
        accent=accent_of(t),
        logo=picture_address(tournament, t.header.logo),
        banner=picture_address(tournament, t.header.banner),
        phase=_PHASES.get(t.phase, "coming"),
        archived=t.archived,
        date=first or journal.begun[:10],
        dated=bool(first),
        last_day=t.header.last_known_day,
        place=t.header.city,
        round=_round_number(t),
        rounds=max(len(plan_for(t).rounds), _round_number(t)),
        results=sum(len(r.pairings) - len(r.pending) for r in running),
        matches=sum(len(r.pairings) for r in running),
        clock_ends=_clock_end(running),
        leaders=(leaders or Leaders()).names(tournament, t),
    )


_PHASES = {Phase.RUNNING: "running", Phase.FINISHED: "finished"}


def _running_rounds(t: Tournament) -> list[Round]:
    """The rounds that are being played: several only in a knockout."""
    if t.finished:
        return []
    return [r for r in t.published_rounds.values() if r.status == RoundStatus.PUBLISHED]


def _round_number(t: Tournament) -> int:
    latest = t.latest_published
    return next((r.number for r in planned_rounds(t) if r.ref == latest), 0)


def _clock_end(running: Sequence[Round]) -> str | None:
    ends = (clock.ends_at for clock in map(clock_view, running) if clock)
    return max(filter(None, ends), default=None)


def _warnings(t: Tournament) -> Iterator[Message]:
    """What will make a round impossible, and before the start what is odd about their number."""
    if t.phase is Phase.SETUP and t.rules.rounds is not None and t.rules.mode != "elimination":
        players = len(t.entrants_in(t.upcoming))
        found = rounds_warnings(t.rules.rounds, players, cut_size(t.rules, players))
        yield from (
            Message("rounds-warning.with-hint", warning=x.text, hint=x.hint)
            for x in found
            if x.code != "too-many-rounds"
        )
    yield from (one.message for one in feasibility_warnings(t))


def state_text(t: Tournament) -> Message:
    """Where a tournament stands, in the words every shell uses.

    >>> str(state_text(Tournament(created=True)))
    'Registration'
    """
    if not t.created:
        return Message("status.undone")
    if t.finished:
        return Message("status.finished")
    latest = t.latest_published
    if latest is None:
        return Message("status.registration")
    title, round_ = full_title(t, latest), t.rounds[latest]
    if round_.status == RoundStatus.COMPLETE:
        return Message("status.round-complete", round=title)
    if not round_.pending:
        return Message("status.results-complete", round=title)
    return Message("status.result-count", round=title, n=len(round_.pending))


def find_tournament(service: Service, wanted: str) -> TournamentId:
    """The tournament with this id, or with this name if only one has it."""
    with suppress(InvalidInputError, NotFoundError):
        check_tournament_id(wanted)
        if service.journal(TournamentId(wanted)).version:
            return TournamentId(wanted)
    names = {summary.id: summary.name for summary in summaries(service)}
    key = same_name_key(wanted)
    found = [i for i, name in names.items() if same_name_key(name) == key]
    if len(found) == 1:
        return found[0]
    if found:
        hint = _known_hint("ambiguous-name", [f"{i} ({names[i]})" for i in found])
        raise InvalidInputError("ambiguous-name", hint=hint, name=wanted)
    hint = _known_hint("no-tournament.with-name", [f"{i} ({name})" for i, name in names.items()])
    raise NotFoundError("no-tournament.with-name", hint=hint, name=wanted)


def _known_hint(code: str, tournaments: list[str]) -> Message:
    """Which tournaments could be meant; of many the first ones."""
    if not tournaments:
        return Message(f"{code}.none-hint")
    more = len(tournaments) - _NAMED_AT_MOST
    if more <= 0:
        return Message(f"{code}.hint", tournaments=tournaments)
    return Message(f"{code}.many-hint", tournaments=tournaments[:_NAMED_AT_MOST], more=more)
