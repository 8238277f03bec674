"""What an organiser can do about a round that cannot be paired: suggestions as commands."""

from collections.abc import Sequence

from fairpair.app.drafting import draft_of
from fairpair.core.rounds import ByeKind
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import Suggestion
from fairpair.log import commands as c


def remedy(
    tournament: Tournament, suggestion: Suggestion, basis: int | None = None
) -> Sequence[c.Command]:
    """The commands that follow a suggestion; where it names several players, for the first.

    | kind    | commands |
    |---------|----------|
    | drop    | a requested bye without points in this round: the player stays in the event |
    | rematch | the round drafted as suggested, its rematches confirmed |
    | bye     | the round drafted as suggested, its bye confirmed |
    | allow   | the pairs may meet again |
    | end     | the tournament is finished early |
    """
    if suggestion.proposal is not None:
        confirmed = ("rematch", "too-many-byes", "consecutive-byes")
        return [draft_of(tournament, suggestion.proposal, basis, confirmed)]
    if suggestion.kind == "drop":
        return [c.RequestBye(suggestion.players[0], tournament.upcoming.round_no, ByeKind.ZERO)]
    if suggestion.kind == "allow":
        return [c.AllowPair(a, b) for a, b in suggestion.pairs]
    return [c.FinishTournament(early=True, reason="No legal pairing was left.")]
