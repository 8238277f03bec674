"""Ratings that change during a tournament of more than 30 days."""

from collections.abc import Sequence

from fairpair.core.errors import InvalidStateError
from fairpair.core.players import BEST_RATING
from fairpair.core.rounds import MOST_ROUNDS
from fairpair.core.tournament import Tournament
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide import decider_for, require_change
from fairpair.log.fold import TournamentBuilder, applier_for
from fairpair.log.journal import Journal
from fairpair.log.normalise import require_whole_number
from fairpair.log.validate import get_entry, validator_for


@decider_for(c.SetLaterRating)
def decide_set_later_rating(journal: Journal, command: c.SetLaterRating) -> Sequence[e.Event]:
    """From round 2 on: in round 1 the entrant's own rating counts."""
    entry = get_entry(journal.tournament, command.player)
    require_whole_number("round_no", command.round_no, 2, MOST_ROUNDS)
    if command.rating is not None:
        require_whole_number("rating", command.rating, 1, BEST_RATING)
    before = entry.later_ratings.get(command.round_no)
    require_change(before != command.rating, "player", player=entry.entrant.name)
    return [e.LaterRatingSet(command.player, command.round_no, command.rating)]


@validator_for(e.LaterRatingSet)
def validate_later_rating_set(t: Tournament, event: e.LaterRatingSet) -> None:
    """Only in a long event; what is there can always be removed."""
    get_entry(t, event.player)
    if event.rating is not None and not t.rules.long_event:
        raise InvalidStateError("no-long-event")


@applier_for(e.LaterRatingSet)
def apply_later_rating_set(builder: TournamentBuilder, event: e.LaterRatingSet) -> None:
    """Pairing numbers do not follow it."""
    known = builder.entries[event.player].later_ratings
    others = {n: rating for n, rating in known.items() if n != event.round_no}
    if event.rating is not None:
        others[event.round_no] = event.rating
    builder.entry(event.player, later_ratings=dict(sorted(others.items())))
