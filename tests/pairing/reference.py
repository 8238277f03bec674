"""The FIDE (Dutch) System, C.04.3 of February 2026, by trying everything: slow but easy to check.

This is what the engine is compared with, so it shares nothing with it but the reader of files, and
whatever can be tried out is tried out: no blossoms, no weights. Articles and criteria (C1 to C21)
have the names of the rules; `bracket`, `MDP`, `S1` and so on are the rules' words too.

| step | rules | here |
|---|---|---|
| who floats, wants which colour, may have the bye | 1.4, 1.7, 1.8, C2 | `facts.py` |
| candidates of a bracket, first generated first | 3.6, 3.7, 4 | `candidates`, `pairings` |
| which of them may be taken | C1 to C5 | `Round.can_meet`, `Round.completable` |
| which of them is best | C6 to C9, C10 to C21 | `Round.floating_sets`, `Round.quality` |
| colours, boards | 5, C.04.2 3.6 | `white_of`, `Round.boards` |

Exact for any number of players, but the time grows with what a bracket can be paired to: 10 players
have 945 pairings, 11 or 12 have 10,395, and 13 already 135,135.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, groupby, permutations
from typing import NamedTuple

from fairpair.formats.trf.model import TrfFile
from pairing.facts import ABSOLUTE, STRONG, Player, by_rank, other, players_of

LIMBO = Fraction(10**9)  # C18 and C20: larger than any difference with a resident

Pairing = tuple[tuple[int, int], ...]
Cost = tuple[object, ...]


class RoundPairing(NamedTuple):
    """White and Black of every board, best board first, and who has the pairing-allocated bye."""

    pairs: list[tuple[int, int]]
    bye: int | None


def pair(file: TrfFile) -> RoundPairing | None:
    """The next round of this file; None if there is no legal pairing (1.9.3)."""
    return round_of(file).paired()


def round_of(file: TrfFile) -> "Round":
    """The round to be paired: everybody but those with a bye (F, H, Z) in it.

    A file that says nothing of the initial colour has White.
    """
    _refuse(file)
    absent = {bye.id for bye in file.next_byes}
    present = [player for player in players_of(file) if player.id not in absent]
    return Round(present, file.initial_colour or "w")


def _refuse(file: TrfFile) -> None:
    """A wrong answer would be worse than none."""
    if file.teams.teams or file.abnormal:
        raise ValueError("The reference knows neither teams nor abnormal points (299).")
    if file.system.endswith("_BAKU") and not file.acceleration:
        raise ValueError("The reference wants virtual points as 250 or XXA, not by 192.")
    if any(cell.result == "" for player in file.players for cell in player.rounds):
        raise ValueError("A game has no result yet.")


# The order in which candidates are generated (3.6, 3.7, art. 4)


def generation_key(pairs: Pairing) -> Cost:
    """The place of a homogeneous candidate, as BSNs, among those with as many pairs.

    First the exchange that it takes (4.3), then its transposition of S2 (4.2).
    """
    opponents = {min(one): max(one) for one in pairs}
    s1 = set(range(1, len(pairs) + 1))
    going_down = s1 - opponents.keys()
    going_up = opponents.keys() - s1
    return (
        len(going_down),
        sum(going_up) - sum(going_down),
        [-bsn for bsn in sorted(going_down, reverse=True)],
        sorted(going_up),
        [opponents[bsn] for bsn in sorted(opponents)],
    )


@cache
def pairings(players: int, pairs: int) -> tuple[Pairing, ...]:
    """All ways to make so many pairs of the BSNs 1 to `players`, first generated first."""
    everybody = tuple(range(1, players + 1))
    return tuple(sorted(_all_pairings(everybody, pairs), key=generation_key))


def _all_pairings(bsns: tuple[int, ...], pairs: int) -> Iterator[Pairing]:
    if not pairs:
        yield ()
    elif len(bsns) >= 2 * pairs:
        first, *others = bsns
        for opponent in others:
            rest = tuple(bsn for bsn in others if bsn != opponent)
            yield from (((first, opponent), *more) for more in _all_pairings(rest, pairs - 1))
        yield from _all_pairings(tuple(others), pairs)


# Pairing a round


Group = tuple[Player, ...]
Pairs = tuple[tuple[Player, Player], ...]
Everybody = frozenset[Player]


class Round:
    """All who are to be paired, and what the brackets of the round have in common."""

    def __init__(self, players: Sequence[Player], initial_colour: str) -> None:
        self.players: Group = tuple(sorted(players, key=by_rank))
        self.initial_colour = initial_colour
        self._matchable: dict[tuple[Everybody, Everybody], bool] = {}
        self._colour_costs: dict[tuple[Player, Player], tuple[int, int, int, int]] = {}
        self.bye_score = self._lowest_bye_score()

    def paired(self) -> RoundPairing | None:
        """Bracket by bracket from the top; each choice is final (C4 and C5 see to that)."""
        if not self.completable(self.players):
            return None
        groups = [tuple(group) for _, group in groupby(self.players, key=lambda one: one.score)]
        pairs: list[tuple[Player, Player]] = []
        mdps: Group = ()
        for place, residents in enumerate(groups):
            made, mdps = self.best_candidate(mdps, residents, groups[place + 1 :])
            pairs += made
        assert len(mdps) == len(self.players) % 2
        return RoundPairing(self.boards(pairs), mdps[0].id if mdps else None)

    # Absolute criteria, completion, bye (C1 to C5)

    def can_meet(self, one: Player, two: Player) -> bool:
        """C1 with the forbidden pairs, and C3 with its exception for topscorers."""
        if two.id in one.barred:
            return False
        clash = one.strength == two.strength == ABSOLUTE and one.wants == two.wants
        return not clash or one.topscorer or two.topscorer

    def matchable(self, players: Everybody, mdps: Everybody = frozenset()) -> bool:
        """Whether all of them can be paired with each other, but no MDP with an MDP."""
        if not players:
            return True
        known = self._matchable.get((players, mdps))
        if known is None:
            first = min(players, key=by_rank)
            known = any(
                self.matchable(players - {first, two}, mdps)
                for two in players
                if two is not first
                and not (first in mdps and two in mdps)
                and self.can_meet(first, two)
            )
            self._matchable[players, mdps] = known
        return known

    def _lowest_bye_score(self) -> Fraction | None:
        """C5, once for the whole round; None if nobody needs a bye, or nobody can have it."""
        everybody = frozenset(self.players)
        return min(
            (
                one.score
                for one in self.players
                if len(everybody) % 2 and one.may_have_bye and self.matchable(everybody - {one})
            ),
            default=None,
        )

    def completable(self, players: Iterable[Player]) -> bool:
        """C4 with C2 and C5: a legal pairing of them all, an odd one having the lowest score."""
        everybody = frozenset(players)
        if len(everybody) % 2 == 0:
            return self.matchable(everybody)
        return any(
            one.may_have_bye and one.score == self.bye_score and self.matchable(everybody - {one})
            for one in everybody
        )

    # One bracket (art. 3)

    def best_candidate(
        self, mdps: Group, residents: Group, lower: Sequence[Group]
    ) -> tuple[Pairs, Group]:
        """The pairs of the bracket and its downfloaters (3.8): the first generated of the best."""
        sets = self.best_floating_sets(mdps, residents, lower)
        best: tuple[Cost, Pairs, Everybody] | None = None
        for pairs in self.candidates(mdps, residents, sets[0]):
            floaters = {*mdps, *residents}.difference(*pairs)
            if floaters not in sets:
                continue
            cost = self.quality(pairs, floaters, mdps)
            if best is None or cost < best[0]:
                best = cost, pairs, frozenset(floaters)
            if not any(cost):  # 3.4.1: perfect
                break
        assert best is not None
        return best[1], tuple(sorted(best[2], key=by_rank))

    def candidates(self, mdps: Group, residents: Group, example: Everybody) -> Iterator[Pairs]:
        """All that obey C1 and C3, with as many pairs and as many MDPs among them as the example.

        In the order of generation: sets of pairable MDPs (4.4), opponents for them (4.2), and
        exchanges and transpositions of the remainder, which is the bracket itself without MDPs.
        """
        paired_mdps = len(set(mdps) - example)
        pairs = (len(mdps) + len(residents) - len(example)) // 2
        for chosen in combinations(mdps, paired_mdps):
            for opponents in permutations(residents, paired_mdps):
                mdp_pairing = tuple(zip(chosen, opponents, strict=True))
                if not all(self.can_meet(*two) for two in mdp_pairing):
                    continue
                remainder = [one for one in residents if one not in opponents]
                for pairing in pairings(len(remainder), pairs - paired_mdps):
                    rest = tuple((remainder[a - 1], remainder[b - 1]) for a, b in pairing)
                    if all(self.can_meet(*two) for two in rest):
                        yield mdp_pairing + rest

    def floating_sets(
        self, mdps: Group, residents: Group, lower: Sequence[Group]
    ) -> list[Everybody]:
        """The sets of downfloaters that C1 to C5 allow and that are best by C6 and C7."""
        bracket = frozenset((*mdps, *residents))
        below = [one for group in lower for one in group]
        for count in range(len(bracket) % 2, len(bracket) + 1, 2):
            allowed = [
                floaters
                for floaters in map(frozenset, combinations((*mdps, *residents), count))
                if self.matchable(bracket - floaters, frozenset(mdps) - floaters)
                and self.completable((*floaters, *below))
            ]
            if allowed:
                best = min(map(falling_scores, allowed))
                return [floaters for floaters in allowed if falling_scores(floaters) == best]
        raise AssertionError("the rest could not be completed")

    def best_floating_sets(
        self, mdps: Group, residents: Group, lower: Sequence[Group]
    ) -> list[Everybody]:
        """Those that are also best by C8 and C9."""

        def cost(floaters: Everybody) -> Cost:
            next_bracket: Cost = ()
            if lower:  # C8: that one only
                moved = tuple(sorted(floaters, key=by_rank))
                leaving = self.floating_sets(moved, lower[0], lower[1:])[0]
                next_bracket = len(leaving), falling_scores(leaving)
            # C9: all below have lower scores, so a single one with this score takes the bye
            takes_bye = [one for one in floaters if one.score == self.bye_score]
            unplayed = takes_bye[0].unplayed if len(floaters) == len(takes_bye) == 1 else 0
            return next_bracket, unplayed

        sets = self.floating_sets(mdps, residents, lower)
        costs = [cost(floaters) for floaters in sets]
        return [floaters for floaters, one in zip(sets, costs, strict=True) if one == min(costs)]

    # Quality of a candidate (C10 to C21)

    def quality(self, pairs: Pairs, floaters: Iterable[Player], mdps: Group) -> Cost:
        """C10 to C21, the smaller the better; C5 to C9 are equal for all that come here."""
        colours = [self.colour_cost(*two) for two in pairs]
        met = [(mdp, resident) for mdp, resident in pairs if mdp in mdps]
        leaving = [one for one in floaters if one not in mdps]
        limbo = [one for one in floaters if one in mdps]
        counts: list[int] = []
        gaps: list[list[Fraction]] = []
        for ago in (0, 1):
            counts.append(sum(one.floats[ago] == "down" for one in leaving))
            counts.append(sum(resident.floats[ago] == "up" for _, resident in met))
            down = [mdp.score - two.score for mdp, two in met if mdp.floats[ago] == "down"]
            down += [LIMBO for mdp in limbo if mdp.floats[ago] == "down"]
            gaps.append(sorted(down, reverse=True))
            up = [mdp.score - two.score for mdp, two in met if two.floats[ago] == "up"]
            gaps.append(sorted(up, reverse=True))
        return (*(sum(cost[n] for cost in colours) for n in range(4)), *counts, *gaps)

    def colour_cost(self, one: Player, two: Player) -> tuple[int, int, int, int]:
        """C10 to C13 of a pair, with the colours that it would get."""
        known = self._colour_costs.get((one, two))
        if known is None:
            white = white_of(one, two, self.initial_colour)
            sides = ((one, "w" if white is one else "b"), (two, "w" if white is two else "b"))
            denied = [player for player, colour in sides if player.wants not in ("", colour)]
            exempt = one.topscorer or two.topscorer
            known = (
                sum(exempt and abs(difference_after(*side)) > 2 for side in sides),
                sum(exempt and player.colours[-2:] == 2 * colour for player, colour in sides),
                len(denied),
                sum(player.strength == STRONG for player in denied),
            )
            self._colour_costs[one, two] = known
        return known

    # What comes out

    def boards(self, pairs: Iterable[tuple[Player, Player]]) -> list[tuple[int, int]]:
        """C.04.2 3.6: by the higher-ranked player's score, both scores, the higher-ranked's TPN."""

        def place(two: Group) -> tuple[Fraction, Fraction, int]:
            return -two[0].score, -two[0].score - two[1].score, two[0].tpn

        boards = []
        for higher, lower in sorted((tuple(sorted(two, key=by_rank)) for two in pairs), key=place):
            white = white_of(higher, lower, self.initial_colour)
            boards.append((white.id, (lower if white is higher else higher).id))
        return boards


def falling_scores(players: Iterable[Player]) -> tuple[Fraction, ...]:
    """C7: highest first."""
    return tuple(sorted((one.score for one in players), reverse=True))


def difference_after(player: Player, colour: str) -> int:
    """Whites less blacks when this game has been played."""
    return player.difference + (1 if colour == "w" else -1)


def white_of(one: Player, two: Player, initial_colour: str) -> Player:
    """Article 5: who of the two has White."""
    higher, lower = sorted((one, two), key=by_rank)
    if higher.wants != lower.wants:  # 5.2.1
        return higher if higher.wants == "w" or lower.wants == "b" else lower
    wishes = [(player.strength, abs(player.difference)) for player in (higher, lower)]
    if wishes[0] != wishes[1]:  # 5.2.2; the difference only tells absolute ones apart
        granted = higher if wishes[0] > wishes[1] else lower
        colour = granted.wants
    else:
        granted = higher
        colour = _by_history(higher, lower) or higher.wants  # 5.2.3, 5.2.4
    if not colour:  # 5.2.5
        colour = initial_colour if higher.number % 2 else other(initial_colour)
    return granted if colour == "w" else lower if granted is higher else higher


def _by_history(higher: Player, lower: Player) -> str:
    """Article 5.2.3: what the higher-ranked gets if the latest different colours are swapped."""
    for own, opposite in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if own != opposite:
            return opposite
    return ""
