"""How many players end a Swiss with at most one loss, exactly: an independent calculation.

Players are only counted by their losses. In every round the players of a group meet each other; an
odd group lends one player to the next group, who loses there with a given chance. No draws.
"""

from collections import defaultdict
from fractions import Fraction

Groups = tuple[int, int]
"""Players without a loss, and with one."""
ONE = Fraction(1)


def chance_of_more(players: int, rounds: int, places: int, downs_lose: Fraction) -> Fraction:
    """The chance that more than `places` players have at most one loss."""
    chances: dict[Groups, Fraction] = {(players, 0): ONE}
    for _ in range(rounds):
        following: dict[Groups, Fraction] = defaultdict(Fraction)
        for groups, chance in chances.items():
            for after, share in _after_a_round(groups, downs_lose):
                following[after] += chance * share
        chances = following
    return sum((c for groups, c in chances.items() if sum(groups) > places), Fraction(0))


def _after_a_round(groups: Groups, downs_lose: Fraction) -> list[tuple[Groups, Fraction]]:
    unbeaten, beaten = groups
    winners, lends = divmod(unbeaten, 2)
    found = []
    for loses, chance in (
        ((True, downs_lose), (False, ONE - downs_lose)) if lends else ((True, ONE),)
    ):
        without, with_one, left = winners, winners, beaten
        if lends:
            without += not loses
            with_one += loses
            if beaten:
                left -= 1
                with_one += loses  # the opponent, who has one loss already, has won
        wins, lends_too = divmod(left, 2)
        if not lends_too:
            found.append(((without, with_one + wins), chance))
            continue
        found.append(((without, with_one + wins), chance * downs_lose))
        found.append(((without, with_one + wins + 1), chance * (ONE - downs_lose)))
    return found
