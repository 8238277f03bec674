"""What an organiser can do about a round that cannot be paired: suggestions as commands."""

from collections.abc import Iterator, Sequence

from fairpair.app.use_cases.pairing import draft_of
from fairpair.core.rounds import ByeKind
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import Suggestion
from fairpair.engine.stages.planning import cut_size
from fairpair.log import commands as c

REASON = "No legal pairing was left."


def remedy(
    tournament: Tournament, suggestion: Suggestion, basis: int | None = None
) -> Sequence[c.Command]:
    """The commands that follow a suggestion; where it names several players, for the first.

    | kind    | commands |
    |---------|----------|
    | drop    | a requested bye without points in this round: the player stays in the event |
    | rematch | the round drafted as suggested, its rematches confirmed |
    | bye     | the round drafted as suggested, its bye confirmed |
    | colours | the round drafted as suggested |
    | allow   | the pairs may meet again; a rule about clubs becomes a soft one |
    | end     | the tournament is finished early, or goes on to its knock-out |
    """
    if suggestion.proposal is not None:
        confirmed = ("avoided-pair", "colour", "consecutive-byes", "rematch", "too-many-byes")
        return [draft_of(tournament, suggestion.proposal, basis, confirmed)]
    if suggestion.kind == "drop":
        return [c.RequestBye(suggestion.players[0], tournament.upcoming.round_no, ByeKind.ZERO)]
    if suggestion.kind == "allow":
        return list(_allowed(tournament, suggestion))
    done = len([ref for ref in tournament.rounds if ref.stage == 1])
    if cut_size(tournament.rules, len(tournament.entries)) is not None:
        return [c.ChangeRules({"rounds": done}, REASON)]
    return [c.FinishTournament(early=True, reason=REASON)]


def _allowed(tournament: Tournament, suggestion: Suggestion) -> Iterator[c.Command]:
    """Named pairs may meet; what a club is kept apart by is a rule, and becomes a soft one."""
    named = [pair for pair in suggestion.pairs if frozenset(pair) in tournament.avoided]
    yield from (c.AllowPair(a, b) for a, b in named)
    if len(named) < len(suggestion.pairs):
        yield c.ChangeRules({"avoid_same_hard": False}, REASON)
