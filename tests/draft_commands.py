"""Drafting the next round through the service, as the tests of rounds need it."""

from collections.abc import Iterable

from fairpair.app.requests import CommandContext, Outcome, Steps
from fairpair.app.service import Service
from fairpair.app.use_cases.pairing import draft
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.tournament import Tournament


def draft_next(
    service: Service,
    tournament: TournamentId,
    command_id: CommandId,
    by: str = "",
    confirmed: Iterable[str] = (),
) -> Outcome:
    """Pair the next round, whichever it is, and store it as a draft."""
    context = CommandContext(tournament, command_id, by)
    return service.run(context, _draft_next, tuple(confirmed))


def _draft_next(t: Tournament, confirmed: tuple[str, ...]) -> Steps:
    yield draft(t, confirmed=confirmed)
