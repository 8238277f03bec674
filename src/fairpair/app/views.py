"""What pages show, as plain data."""

from collections.abc import Iterator
from dataclasses import dataclass

from fairpair.app.service import Service
from fairpair.core.errors import DomainError
from fairpair.core.ids import TournamentId
from fairpair.core.rounds import RoundStatus
from fairpair.core.tournament import Phase, Tournament
from fairpair.engine.pairing.foresight import foreseen
from fairpair.engine.stages.planning import cut_size
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


def summaries(service: Service) -> list[Summary]:
    """All tournaments; one that cannot be read does not hide the others."""
    return [_summary(service, i, version) for i, version in service.store.tournaments().items()]


def _summary(service: Service, tournament: TournamentId, version: int) -> Summary:
    try:
        t = service.journal(tournament).tournament
    except DomainError as error:
        return Summary(tournament, tournament, "cannot be read", 0, version, str(error))
    active = sum(not entry.dropped for entry in t.entries.values())
    texts = () if t.finished or not t.created else (*_warnings(t),)
    return Summary(tournament, t.name, state_text(t), active, version, warnings=texts)


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
    text = latest.title + of
    round_ = t.rounds[latest]
    if round_.status == RoundStatus.COMPLETE:
        return f"{text} complete"
    pending = len(round_.pending)
    return f"{text}: {pending} {'result' if pending == 1 else 'results'} pending"
