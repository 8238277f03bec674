"""The tournaments of a database: where each stands."""

import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from fairpair import __version__
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

_EDITION = f"{__version__} 3"
"""Another program may sum up otherwise: what it kept does not count here. The number behind the
version is raised when summaries become others between two releases.
"""
_MANY = 50
"""So many summaries are kept in the store at once: after a restart no more logs are read."""
_NAMED_AT_MOST = 20
"""So many tournaments are named to who has mistyped one."""


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
    """All tournaments; one that cannot be read does not hide the others."""
    return TournamentIndex(service).all()


class TournamentIndex:
    """The list of tournaments. Safe to use from threads.

    A log is read only if it has changed since it was summed up: here, or by whoever kept the
    summary in the store. New summaries are kept there when they have become many.
    """

    def __init__(self, service: Service) -> None:
        self._service = service
        self._lock = threading.Lock()
        self._known: dict[TournamentId, Summary] = {}
        self._unkept: dict[TournamentId, Summary] = {}

    def page(
        self,
        limit: int,
        offset: int,
        unhidden: Collection[TournamentId] | None = (),
        query: str = "",
    ) -> TournamentList:
        """So many from an offset on, with those hidden ones that are named; with none, all.

        With a `query` only those that have all its words in their name, game or id.
        """
        words = same_name_key(query).split()
        seen = [
            one
            for one in self.all()
            if unhidden is None or not (one.hidden or one.trouble) or one.id in unhidden
            if not words or _has(one, words)
        ]
        rest = offset + limit < len(seen)
        part = seen[offset : offset + limit]
        return TournamentList(
            total=len(seen),
            limit=limit,
            offset=offset,
            next=offset + limit if rest else None,
            tournaments=part,
        )

    def all(self) -> list[Summary]:
        """Every tournament, hidden ones too, by id."""
        with self._lock:  # one reads the logs, the others wait for it
            versions = self._service.store.tournaments()
            if not self._known:
                self._known = _stored_summaries(self._service)
            self._known = {one: self._newest(one, version) for one, version in versions.items()}
            return list(self._known.values())

    def _newest(self, tournament: TournamentId, version: int) -> Summary:
        known = self._known.get(tournament)
        if known and known.version == version and not known.trouble:
            return known
        new = _summary(self._service, tournament, version)
        if not new.trouble:
            self._unkept[tournament] = new
        if len(self._unkept) >= _MANY:
            with suppress(StorageError):  # then they are read from the logs next time
                self._service.store.summaries.save([*map(_to_stored, self._unkept.values())])
            self._unkept.clear()
        return new


def _stored_summaries(service: Service) -> dict[TournamentId, Summary]:
    """The summaries in the store that this program would write just so."""
    found = {}
    for one in service.store.summaries.all().values():
        with suppress(msgspec.ValidationError, msgspec.DecodeError):
            if one.edition == _EDITION:
                summary = msgspec.json.decode(one.text, type=Summary, dec_hook=_decode_message)
                found[one.tournament] = replace(summary, version=one.version)
    return found


def _to_stored(one: Summary) -> StoredSummary:
    text = msgspec.json.encode(one, enc_hook=_encode_message).decode()
    return StoredSummary(one.id, one.version, _EDITION, text)


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


def _has(one: Summary, words: Sequence[str]) -> bool:
    text = same_name_key(f"{one.name} {one.game} {one.id}")
    return all(word in text for word in words)


def _summary(service: Service, tournament: TournamentId, version: int) -> Summary:
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
    ids = service.store.tournaments()
    if wanted in ids:
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
