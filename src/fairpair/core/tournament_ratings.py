"""Which ratings of a player count in a tournament, and which one is the official one of FIDE."""

from collections.abc import Iterator

from fairpair.core.errors import InvalidValueError
from fairpair.core.header import Header
from fairpair.core.players import Player
from fairpair.core.ratings import (
    MANUAL,
    SEQUENCES,
    FoundRating,
    ListRating,
    Ratings,
    find_tournament_rating,
    method_in,
)
from fairpair.core.time_control import TimeControl


def usual_sequence(time_control_code: str) -> tuple[str, ...]:
    """The lists that count by a time control; those of standard games where it says nothing."""
    try:
        chapter = TimeControl.read(time_control_code).chapter if time_control_code else ""
    except InvalidValueError:
        chapter = ""
    return SEQUENCES[chapter or "standard"]


def sequence_of(header: Header) -> tuple[str, ...]:
    """The lists that count in a tournament, in order: those it names, else by its time control."""
    return header.rating_lists or usual_sequence(header.time_control_code)


def found_rating(ratings: Ratings, header: Header) -> FoundRating | None:
    """The rating that counts in a tournament for somebody with these ratings, and its list: the one
    that was chosen, else by the method and the lists of the tournament.
    """
    for key, one in ratings.items():
        if one.chosen:
            return FoundRating(key, one)
    return find_tournament_rating(ratings, method_in(header.ranking_method), sequence_of(header))


def counting_rating(ratings: Ratings, header: Header) -> int | None:
    """Its value."""
    found = found_rating(ratings, header)
    return None if found is None else found.rating.value


def official_rating(player: Player, header: Header) -> int | None:
    """The rating of FIDE, which reports have: that of the first list of FIDE that counts.

    A player without ratings from lists has the one that was typed; so has a player whom no list of
    FIDE has, as long as no method sets typed ratings apart from those of FIDE.
    """
    sequence = (*sequence_of(header), *usual_sequence(header.time_control_code))
    found = find_tournament_rating(player.ratings, "FIDE", sequence)
    if found is not None:
        return found.rating.value
    if all(key == MANUAL for key in player.ratings):
        return player.rating or None
    typed = player.ratings.get(MANUAL)
    return typed.value if typed and not method_in(header.ranking_method) else None


def national_ratings(player: Player) -> Iterator[tuple[str, ListRating]]:
    """The ratings of federations, by their code."""
    for key, one in sorted(player.ratings.items()):
        if key.startswith("nat."):
            yield key[4:], one
