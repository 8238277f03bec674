"""The tournaments of a database: where each stands."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from fairpair.app.service import Service
from fairpair.app.views.audience import published
from fairpair.core.errors import DomainError
from fairpair.core.ids import TournamentId
from fairpair.core.rounds import RoundStatus
from fairpair.core.tournament import Phase, Tournament
from fairpair.engine.pairing.foresight import foreseen
from fairpair.engine.stages.planning import cut_size
from fairpair.engine.stages.progress import plan_for
from fairpair.engine.stages.recommend import rounds_warnings


@dataclass(frozen=True, slots=True)
class Summary:
    """One tournament in a list; `trouble` says why it cannot be read, if so."""

    id: TournamentId
    name: str
    state: str
    players: int
    version: int
    trouble: str = ""
    warnings: tuple[str, ...] = ()
    """What will make a round impossible if nothing changes."""
    hidden: bool = False
    """Only for those with a key."""
    game: str = ""


@dataclass(frozen=True, slots=True)
class TournamentList:
    """A part of all tournaments, by id; `next` is the offset of the following part, if any."""

    total: int
    limit: int
    offset: int
    next: int | None
    tournaments: Sequence[Summary]


def summaries(service: Service) -> list[Summary]:
    """All tournaments; one that cannot be read does not hide the others."""
    return [_summary(service, i, version) for i, version in service.store.tournaments().items()]


class Listing:
    """The list of tournaments; one that did not change since is not read again."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._known: dict[TournamentId, Summary] = {}

    def page(
        self, limit: int, offset: int, unhidden: Collection[TournamentId] | None = ()
    ) -> TournamentList:
        """So many from an offset on, with those hidden ones that are named; with none, all."""
        versions = self._service.store.tournaments()
        known = self._known
        found = {
            one: known[one]
            if one in known and known[one].version == version and not known[one].trouble
            else _summary(self._service, one, version)
            for one, version in versions.items()
        }
        self._known = found
        seen = [
            one
            for one in found.values()
            if unhidden is None or not (one.hidden or one.trouble) or one.id in unhidden
        ]
        rest = offset + limit < len(seen)
        part = seen[offset : offset + limit]
        return TournamentList(len(seen), limit, offset, offset + limit if rest else None, part)


def _summary(service: Service, tournament: TournamentId, version: int) -> Summary:
    try:
        t = service.journal(tournament).tournament
    except DomainError as error:
        return Summary(tournament, tournament, "cannot be read", 0, version, str(error))
    active = sum(not entry.dropped for entry in t.entries.values())
    texts = () if t.finished or not t.created else (*_warnings(t),)
    return Summary(
        tournament,
        t.name,
        state_text(published(t)),
        active,
        version,
        warnings=texts,
        hidden=t.rules.hidden,
        game=t.rules.game,
    )


def _warnings(t: Tournament) -> Iterator[str]:
    """What will make a round impossible, and before the start what is odd about their number."""
    if t.phase is Phase.SETUP and t.rules.rounds is not None and t.rules.mode != "elimination":
        players = len(t.entrants_in(t.upcoming))
        found = rounds_warnings(t.rules.rounds, players, cut_size(t.rules, players))
        yield from (f"{x.text} {x.hint}" for x in found if x.code != "too-many-rounds")
    yield from (one.message for one in foreseen(t))


def state_text(t: Tournament) -> str:
    """Where a tournament stands, in the words every shell uses.

    >>> state_text(Tournament(created=True))
    'Registration'
    """
    if not t.created:
        return "Undone"
    if t.finished:
        return "Finished"
    latest = t.latest_published
    if latest is None:
        return "Registration"
    of = f" of {t.rules.rounds}" if latest.stage == 1 and t.rules.rounds else ""
    planned = plan_for(t).round_at(latest)
    text = (planned.title if planned else latest.title) + of
    round_ = t.rounds[latest]
    if round_.status == RoundStatus.COMPLETE:
        return f"{text} complete"
    pending = len(round_.pending)
    return f"{text}: {pending} {'result' if pending == 1 else 'results'} pending"
