"""What pages show, as plain data."""

from dataclasses import dataclass

from fairpair.app.service import Service
from fairpair.core.errors import DomainError
from fairpair.core.ids import TournamentId
from fairpair.core.rounds import RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.foresight import foreseen


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
    warnings = () if t.finished or not t.created else foreseen(t)
    texts = tuple(one.message for one in warnings)
    return Summary(tournament, t.name, state_text(t), active, version, warnings=texts)


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
