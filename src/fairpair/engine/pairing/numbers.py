"""Tournament pairing numbers: by strength at first, and kept once a round is paired (C.04.2, 2)."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.rounds import RoundRef, RoundStatus
from fairpair.core.texts import same_name_key
from fairpair.core.tournament import Tournament
from fairpair.engine.lots import draw_lots

LAST_FREE_ROUND = 3
"""No number changes for another reason than a late entry once the round after it is paired."""
_TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")


def initial_order(tournament: Tournament) -> list[PlayerId]:
    """Everybody, strongest first: by rating, title, the criterion of the rules, name (2.2), then by
    registration.
    """
    return _sort_by_strength(tournament, tournament.entries)


def _sort_by_strength(tournament: Tournament, players: Iterable[PlayerId]) -> list[PlayerId]:
    def key(player: PlayerId) -> tuple[Any, ...]:
        name = same_name_key(tournament.entries[player].entrant.name)
        return *_strength(tournament, player), *criterion(player), name, player

    criterion = _criterion(tournament)
    return sorted(players, key=key)


def _criterion(tournament: Tournament) -> Callable[[PlayerId], tuple[Any, ...]]:
    """The announced criterion before names for players of equal rating and title (2.2)."""

    def fide_id(player: PlayerId) -> tuple[Any, ...]:
        number = _player(tournament, player).ids.get("fide", "")
        return (not number, len(number), number)

    def birth(player: PlayerId) -> tuple[Any, ...]:
        day = _player(tournament, player).birth
        return (not day, *(int(part) for part in day.split("-") if part.isdigit()))

    def youngest(player: PlayerId) -> tuple[Any, ...]:
        unknown, *day = birth(player)
        return (unknown, *(-part for part in day))

    match tournament.rules.number_ties:
        case "fide_id":
            return fide_id
        case "oldest":
            return birth
        case "youngest":
            return youngest
        case "lot":
            drawn = draw_lots(tournament.draw_seed, "equal numbers", tournament.entries)
            place = {player: n for n, player in enumerate(drawn)}
            return lambda player: (place[player],)
        case _:
            return lambda _player: ()


def _player(tournament: Tournament, player: PlayerId) -> Player:
    """The person; of a team somebody of whom nothing is known."""
    entrant = tournament.entries[player].entrant
    return entrant if isinstance(entrant, Player) else Player(entrant.name)


def pairing_order(tournament: Tournament) -> list[PlayerId]:
    """Everybody by pairing number in the next round.

    Who has a number keeps it, whatever was corrected since (2.3). A late entry is put before the
    first weaker player, and those below move down by one (2.4).
    """
    return _complete_order(tournament, tournament.order)


def order_in(tournament: Tournament, round_no: int) -> list[PlayerId]:
    """Everybody by the numbers that a round of stage 1 was paired with, or would be now."""
    there = tournament.rounds.get(RoundRef(1, round_no))
    return _complete_order(tournament, (there and there.order) or tournament.order)


def _complete_order(tournament: Tournament, known: Sequence[PlayerId]) -> list[PlayerId]:
    """These and all others, each before the first weaker one."""
    order = [player for player in known if player in tournament.entries]
    new = _sort_by_strength(tournament, tournament.entries.keys() - set(order))
    if not new or not order:
        return order or new
    strength = {player: _strength(tournament, player) for player in tournament.entries}
    found: list[PlayerId] = []
    start = 0
    for player in new:  # strongest first: none of those that were passed is weaker than the next
        weaker = (n for n in range(start, len(order)) if strength[order[n]] > strength[player])
        end = next(weaker, len(order))
        found += [*order[start:end], player]
        start = end
    return found + order[start:]


def order_by_strength(tournament: Tournament) -> list[PlayerId]:
    """Everybody by rating and title; equal players stay in the order of their numbers."""
    order = pairing_order(tournament)
    return sorted(order, key=lambda player: _strength(tournament, player))


def possible_renumbering(tournament: Tournament) -> dict[PlayerId, tuple[int, int]]:
    """Who would have another number by the corrected ratings: the number now, and that one.

    Empty if numbers are not used or final.
    """
    if tournament.rules.system != "dutch" or not tournament.order:
        return {}
    if tournament.finished or not numbers_are_free(tournament):
        return {}
    now = {player: n for n, player in enumerate(pairing_order(tournament), 1)}
    then = {player: n for n, player in enumerate(order_by_strength(tournament), 1)}
    return {player: (n, then[player]) for player, n in now.items() if then[player] != n}


def numbers_are_free(tournament: Tournament) -> bool:
    """Whether corrected ratings may still change numbers: round 4 has not been paired (2.3)."""
    there = tournament.rounds.get(RoundRef(1, LAST_FREE_ROUND + 1))
    return tournament.stage == 1 and (there is None or there.status == RoundStatus.DRAFT)


def _strength(tournament: Tournament, player: PlayerId) -> tuple[int, int]:
    """What the order of strength looks at before names; less is stronger."""
    entrant = tournament.entries[player].entrant
    strength = entrant.strength
    title = entrant.title.upper() if isinstance(entrant, Player) else ""
    rank = _TITLES.index(title) if title in _TITLES else len(_TITLES)
    return (0 if strength is None else -round(strength * 1000)), rank


def effective_numbers(order: Sequence[PlayerId], counted: set[PlayerId]) -> dict[PlayerId, int]:
    """The numbers that 5.2.5 of the Dutch system looks at: of those who are paired now or were
    before; who has never been paired has no number yet.
    """
    arrived = (player for player in order if player in counted)
    return {player: number for number, player in enumerate(arrived, 1)}
