"""The ratings of a player by list, to choose the one that counts in the tournament."""

from collections.abc import Sequence

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.ratings import MANUAL, list_title
from fairpair.core.tournament import Tournament
from fairpair.core.tournament_ratings import found_rating, official_rating
from fairpair.language.message import Message


@dataclass(frozen=True, slots=True)
class RatingChoice:
    """A rating of a player. `counts`: in this tournament; `chosen`: because somebody took it."""

    list: str
    title: Message | str
    value: int
    period: str
    source: str
    by_hand: bool
    counts: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class RatingChoices:
    """All of them. `official` is the one of FIDE that reports have, `rating` the one that counts
    here.
    """

    official: int | None
    rating: int | None
    ratings: Sequence[RatingChoice]

    @property
    def is_chosen(self) -> bool:
        """Whether somebody took the one that counts."""
        return any(one.chosen for one in self.ratings)


def rating_choices(t: Tournament, player: PlayerId) -> RatingChoices:
    """What the lists say of a player; nothing of teams."""
    one = t.entries[player].entrant
    if not isinstance(one, Player):
        return RatingChoices(None, None, ())
    found = found_rating(one.ratings, t.header)
    counting = found.key if found and found.rating.value == one.rating else MANUAL
    choices = [
        RatingChoice(
            key,
            list_title(key),
            rating.value,
            rating.period,
            rating.source,
            rating.by_hand,
            key == counting and rating.value == one.rating,
            rating.chosen,
        )
        for key, rating in one.ratings.items()
    ]
    return RatingChoices(official_rating(one, t.header), one.rating, choices)
