"""The tournaments of a database: where each stands."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from fairpair import __version__
from fairpair.app.requests import check_tournament_id
from fairpair.app.service import Service
from fairpair.app.views.audience import redact_for_public
from fairpair.app.views.people import has_teams
from fairpair.core.errors import DomainError, InvalidInputError, NotFoundError, StorageError
from fairpair.core.ids import TournamentId
from fairpair.core.rounds import RoundStatus
from fairpair.core.stored import StoredSummary
from fairpair.core.texts import same_name_key
from fairpair.core.tournament import Phase, Tournament
from fairpair.engine.pairing.feasibility import feasibility_warnings
from fairpair.engine.stages.plan_builder import cut_size
from fairpair.engine.stages.progress import full_title
from fairpair.engine.stages.recommend import rounds_warnings
from fairpair.language.message import Message

EDITION = f"{__version__} 3"
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


@dataclass(frozen=True, slots=True)
class TournamentList:
    """One page of all tournaments, by ID; `next` is the offset of the next page, if any."""

    total: int
    limit: int
    offset: int
    next: int | None
    tournaments: Sequence[Summary]


def summaries(service: Service) -> list[Summary]:
    """All tournaments, hidden ones too, by ID; one that cannot be read does not hide the others.

    A log is read only if it has changed since its summary was kept in the store.
    """
    versions = service.store.tournaments()
    kept = {one.id: one for one in _decode_all(service.store.summaries.all().values())}
    found, new = [], []
    for tournament, version in versions.items():
        one = kept.get(tournament)
        if one is None or one.version != version:
            one = summary_of(service, tournament, version)
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


def summary_of(service: Service, tournament: TournamentId, version: int) -> Summary:
    """What its log says; `version` is for one that cannot be read."""
    try:
        journal = service.uncached_journal(tournament)
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
    )


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
    with suppress(InvalidInputError):
        check_tournament_id(wanted)
        if service.store.version(TournamentId(wanted)):
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
