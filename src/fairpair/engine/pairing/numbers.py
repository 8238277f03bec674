"""Tournament pairing numbers: the initial order of strength (C.04.2, 2)."""

from collections.abc import Sequence

from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.texts import same_name_key
from fairpair.core.tournament import Tournament

_TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")


def initial_order(tournament: Tournament) -> list[PlayerId]:
    """Everybody, strongest first: by rating, title, name (2.2), then by registration.

    A late entry takes its place in this list, and those below move down by one (2.4).
    """

    def key(player: PlayerId) -> tuple[int, int, str, int]:
        entrant = tournament.entries[player].entrant
        strength = entrant.strength
        title = entrant.title.upper() if isinstance(entrant, Player) else ""
        rank = _TITLES.index(title) if title in _TITLES else len(_TITLES)
        rating = 0 if strength is None else -round(strength * 1000)
        return rating, rank, same_name_key(entrant.name), player

    return sorted(tournament.entries, key=key)


def effective_numbers(order: Sequence[PlayerId], counted: set[PlayerId]) -> dict[PlayerId, int]:
    """The numbers that 5.2.5 of the Dutch system looks at: of those who are paired now or were
    before; who has never been paired has no number yet.
    """
    arrived = (player for player in order if player in counted)
    return {player: number for number, player in enumerate(arrived, 1)}
