"""Title norms (B.01, 1.4): what a norm needs, and how far a player is from it.

Only FIDE grants titles. What depends on the tournament as a whole, such as its registration, is
not known here.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from fairpair.core.dataclass import dataclass
from fairpair.engine.ratings.tables import difference, rounded

UNRATED = 1400
GAMES_NEEDED = 9
MOST_SETS = 6
"""Up to so many beaten opponents all sets of them are tried; beyond, the lowest rated first."""
HOLDERS = frozenset({"GM", "IM", "FM", "WGM", "WIM", "WFM"})
FIDE_FLAG = "FID"
"""Counts as a game, a title and a rating, but is no federation for the mix."""


@dataclass(frozen=True, slots=True)
class NormRule:
    """What a title asks for (1.4.6 to 1.4.9).

    The opponents in `must` are a third of all, and at least 3.
    """

    title: str
    performance: int
    average: int
    floor: int
    must: frozenset[str]
    women: bool = False


NORMS: Mapping[str, NormRule] = {
    rule.title: rule
    for rule in (
        NormRule("GM", 2600, 2380, 2200, frozenset({"GM"})),
        NormRule("IM", 2450, 2230, 2050, frozenset({"IM", "GM"})),
        NormRule("WGM", 2400, 2180, 2000, frozenset({"WGM", "IM", "GM"}), True),
        NormRule("WIM", 2250, 2030, 1850, frozenset({"WIM", "WGM", "IM", "GM"}), True),
    )
}


@dataclass(frozen=True, slots=True)
class NormGame:
    """A game that counts: the opponent, and the half points made. `round_no` is for people."""

    rating: int | None
    title: str
    federation: str
    half_points: int
    round_no: int = 0


@dataclass(frozen=True, slots=True)
class NormEvent:
    """What the tournament brings along.

    `exempt`: the rules about federations do not apply (1.4.3). `round_robin`: no game can be left
    out. `minimum`: the games needed; `one_unplayed`: one of the rounds was a win without a game
    (forfeit or pairing-allocated bye), so that one game less is enough (1.4.1).
    """

    federation: str
    rounds: int = 9
    exempt: bool = False
    round_robin: bool = False
    minimum: int = GAMES_NEEDED
    one_unplayed: bool = False

    @property
    def needed(self) -> int:
        """The games that are enough."""
        nine_rounds = self.rounds == self.minimum
        return self.minimum - (1 if self.one_unplayed and nine_rounds else 0)


@dataclass(frozen=True, slots=True)
class Requirement:
    """One line of the evaluation; `code` is `games`, `performance`, `average`, `score`, `holders`,
    `titles`, `federations`, `own_federation` or `one_federation`.
    """

    code: str
    found: int
    needed: int
    at_most: bool = False

    @property
    def met(self) -> bool:
        """Whether it is."""
        return self.found <= self.needed if self.at_most else self.found >= self.needed


@dataclass(frozen=True, slots=True)
class NormResult:
    """The evaluation of some games for a title. `left_out` are rounds that do not help.

    `short_by` is how many half points more would do, none if points alone cannot.
    """

    rule: NormRule
    games: Sequence[NormGame]
    average: int
    percent: int
    performance: int
    raised: int | None
    requirements: Sequence[Requirement]
    short_by: int | None
    left_out: tuple[int, ...] = ()

    @property
    def met(self) -> bool:
        """Whether it is a norm, as far as the games can tell."""
        return all(one.met for one in self.requirements)

    @property
    def failed(self) -> list[Requirement]:
        """What is missing."""
        return [one for one in self.requirements if not one.met]


def best_norm(games: Sequence[NormGame], rule: NormRule, event: NormEvent) -> NormResult:
    """All games if they are a norm, or else the fewest left out that make one (1.4.2).

    In a Swiss these are the last ones, after the norm was made, or games against beaten opponents.
    If nothing makes a norm, the evaluation of all games.
    """
    everything = evaluate(games, rule, event)
    if everything.met or event.round_robin:
        return everything
    for left_out in _omissions(games, len(games) - event.needed):
        kept = [game for n, game in enumerate(games) if n not in left_out]
        rounds = tuple(games[n].round_no for n in sorted(left_out))
        found = evaluate(kept, rule, event, rounds)
        if found.met:
            return found
    return everything


def _omissions(games: Sequence[NormGame], most: int) -> Iterator[frozenset[int]]:
    """Which games may be left out: the last ones, then sets of wins, smallest first."""
    for count in range(1, most + 1):
        yield frozenset(range(len(games) - count, len(games)))
    wins = sorted(
        (n for n, game in enumerate(games) if game.half_points == 2),
        key=lambda n: (games[n].rating or UNRATED, n),
    )
    for count in range(1, min(most, len(wins)) + 1):
        if len(wins) > MOST_SETS:
            yield frozenset(wins[:count])
        else:
            yield from map(frozenset, combinations(wins, count))


def evaluate(
    games: Sequence[NormGame], rule: NormRule, event: NormEvent, left_out: tuple[int, ...] = ()
) -> NormResult:
    """Exactly these games, with every requirement."""
    ratings, raised = _ratings(games, rule)
    count, half_points = len(games), sum(game.half_points for game in games)
    average = rounded(sum(ratings), count) if count else 0
    percent = rounded(100 * half_points, 2 * count) if count else 0
    performance = average + difference(percent) if count else 0
    requirements = [
        Requirement("games", count, event.needed),
        Requirement("performance", performance, rule.performance),
        Requirement("average", average, rule.average),
        Requirement("score", half_points, _lowest_score(count)),
        *_mix(games, rule, event),
    ]
    short = _short_by(requirements, average, half_points, count, rule)
    return NormResult(
        rule, games, average, percent, performance, raised, requirements, short, left_out
    )


def _ratings(games: Sequence[NormGame], rule: NormRule) -> tuple[list[int], int | None]:
    """The ratings that count: the lowest one is raised to the floor if it is below (1.4.6.3)."""
    ratings = [UNRATED if game.rating is None else game.rating for game in games]
    if not ratings or min(ratings) >= rule.floor:
        return ratings, None
    lowest = ratings.index(min(ratings))
    ratings[lowest] = rule.floor
    return ratings, lowest


def _lowest_score(games: int) -> int:
    """35 percent in half points, rounded up (1.4.8).

    >>> _lowest_score(9), _lowest_score(10), _lowest_score(13)
    (7, 7, 10)
    """
    return -(-70 * games // 100)


def _mix(games: Sequence[NormGame], rule: NormRule, event: NormEvent) -> Iterator[Requirement]:
    """Titles (1.4.5) and federations (1.4.3, 1.4.4) of the opponents."""
    count = len(games)
    yield Requirement("holders", sum(game.title in HOLDERS for game in games), -(-count // 2))
    holding = sum(game.title in rule.must for game in games)
    yield Requirement("titles", holding, max(3, -(-count // 3)))
    if event.exempt:
        return
    flags = [game.federation for game in games if game.federation not in ("", FIDE_FLAG)]
    yield Requirement("federations", len(set(flags) - {event.federation}), 2)
    yield Requirement("own_federation", flags.count(event.federation), 3 * count // 5, True)
    most = max((flags.count(flag) for flag in set(flags)), default=0)
    yield Requirement("one_federation", most, 2 * count // 3, True)


def _short_by(
    requirements: Sequence[Requirement], average: int, half_points: int, count: int, rule: NormRule
) -> int | None:
    """The half points that are missing, if only points are missing and there could be so many."""
    by_points = ("performance", "score")
    if not all(one.met for one in requirements if one.code not in by_points):
        return None
    needed = lowest_half_points(average, count, rule)
    return None if needed is None else max(0, needed - half_points)


def lowest_half_points(average: int, count: int, rule: NormRule) -> int | None:
    """The fewest half points for the performance and 35 percent; none if all wins do not do.

    >>> lowest_half_points(2422, 9, NORMS["GM"])
    14
    """
    return next(
        (
            half
            for half in range(_lowest_score(count), 2 * count + 1)
            if average + difference(rounded(100 * half, 2 * count)) >= rule.performance
        ),
        None,
    )
