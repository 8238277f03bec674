"""Berger tables: who has which number in a round robin, and who meets in which round."""

from fairpair.core.ids import PlayerId
from fairpair.core.rounds import FIRST_ROUND, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.lots import draw_lots


def players_by_number(tournament: Tournament) -> list[PlayerId]:
    """The players by number: as a file or the organiser numbers them, whoever is entered after
    that last; else by lot, or as they were entered if the method of round 1 says so.

    Only those of round 1 have one, so it stays the same whoever comes, leaves or checks in later.
    """
    first = tournament.rounds.get(FIRST_ROUND)
    if first is None or first.status == RoundStatus.DRAFT:
        players = set(tournament.entrants_in(FIRST_ROUND))
    else:
        seated = {player for pairing in first.pairings.values() for player in pairing.seats}
        players = seated | first.byes.keys()
    if tournament.order:
        numbered = [player for player in tournament.order if player in players]
        return numbered + sorted(players.difference(numbered))
    if tournament.rules.pairing_methods.get("round_1") == "entry_order":
        return sorted(players)
    return draw_lots(tournament.draw_seed, "round robin", players)


def total_rounds(players: int, cycles: int) -> int:
    """How many rounds there are; in an odd field everybody is free once a cycle.

    >>> total_rounds(6, 1), total_rounds(5, 2)
    (5, 10)
    """
    return _cycle_length(players) * cycles


def boards_in(tournament: Tournament, players: int, round_no: int) -> list[tuple[int, int]]:
    """The boards of a round for so many players, by the rules of a tournament."""
    rules = tournament.rules
    return boards(players, round_no, rules.cycles, swap=rules.swap_last_rounds)


def boards(
    size: int, round_no: int, cycles: int = 1, *, swap: bool = True
) -> list[tuple[int, int]]:
    """The numbers of White and Black, board by board; in an odd field `size + 1` is nobody.

    Colours are reversed in every even cycle; `swap` exchanges the last two rounds of a cycle where
    that is recommended.

    >>> boards(6, 2)
    [(6, 4), (5, 3), (1, 2)]
    """
    length = _cycle_length(size)
    cycle, row = divmod(round_no - 1, length)
    if swap and row >= length - 2 and _swaps_last_rounds(length, cycle + 1, cycles):
        row = 2 * length - 3 - row
    pairs = _row(length, row)
    return [(black, white) for white, black in pairs] if cycle % 2 else pairs


def _cycle_length(size: int) -> int:
    return size - 1 + size % 2


def _swaps_last_rounds(length: int, cycle: int, cycles: int) -> bool:
    """Whether the last two rounds of a cycle change places, so that nobody has the same colour
    three times running where the next cycle begins.

    FIDE recommends it for the first of two cycles. With more, each that another one follows needs
    it; but of four players two would have a colour three times if two cycles running had it.
    """
    if length == 1 or cycles == 1:
        return False
    return cycle % 2 == 1 if length == 3 else cycle < cycles


def _row(length: int, row: int) -> list[tuple[int, int]]:
    """A row of the table, from 0. All but the highest number stand in a circle: one of them meets
    the highest, and the others whoever is as far from that one on the other side.
    """
    half, highest = (length + 1) // 2, length + 1
    pivot = row * half % length
    first = (highest, pivot + 1) if row % 2 else (pivot + 1, highest)
    others = (((pivot + k) % length + 1, (pivot - k) % length + 1) for k in range(1, half))
    return [first, *others]
