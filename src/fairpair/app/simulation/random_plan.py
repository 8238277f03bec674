"""What a random tournament is to be like: what is asked for, and the rest by lot."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from fairpair.app.simulation.results import Lots, random_rating
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError
from fairpair.core.numbers import format_number
from fairpair.core.rules import Rules
from fairpair.engine.standings.registry import chain_problems
from fairpair.formats.trf.model import Colour

LOWEST, HIGHEST = 1200, 2700
CHAINS: tuple[tuple[str, ...], ...] = (
    ("BH/C1", "BH", "SB", "PS", "DE"),
    ("DE", "BH/C1", "BH", "SB", "WON"),
    ("BH", "SB", "WIN", "BPG"),
    ("SB", "BH/C2", "PS", "REP"),
    ("AOB", "FB", "KS", "WON", "BWG"),
    ("ARO/U1400", "TPR/U1400", "BH/C1", "SB"),
)
"""One of these is drawn where no tie-breaks are named."""
_BYE_SHARES = {"H": 6, "Z": 3, "F": 1}
"""Of ten byes, where their kinds are not named."""
_DOUBLE = 20
"""Of a hundred forfeits, where they are not named."""


@dataclass(frozen=True, slots=True)
class RandomFileOptions:
    """What a random tournament is to be like; what is not said is drawn by lot.

    Forfeits, unusual results (1/2-0, 0-1/2, 0-0) and games that end before both have moved are
    percentages of the games, byes of each player's rounds, withdrawals and unrated players of a
    hundred players. `byes` are of all kinds, the others of one kind each. `ratings` are given,
    none for an unrated player; otherwise they are drawn from `lowest` to `highest`, or fall by
    `rating_step` from the highest. `forbidden` is a number of pairs that must not meet.
    """

    players: int | None = None
    rounds: int | None = None
    forfeits: int | None = None
    byes: int | None = None
    withdrawals: int | None = None
    baku: bool | None = None
    half_byes: int | None = None
    zero_byes: int | None = None
    full_byes: int | None = None
    double_forfeits: int | None = None
    unusual: int | None = None
    unrated_games: int | None = None
    unrated_players: int | None = None
    tiebreaks: tuple[str, ...] | None = None
    ratings: tuple[int | None, ...] | None = None
    lowest: int | None = None
    highest: int | None = None
    rating_step: int | None = None
    initial_colour: Colour | None = None
    bye_points: Fraction | None = None
    forbidden: int | None = None


@dataclass(frozen=True, slots=True)
class FilePlan:
    """A plan with everything said. Shares are in thousandths.

    `byes` are by kind: `H`, `Z`, `F`. `forfeits` and `double_forfeits`, `unusual` and
    `unrated_games` are of all games. `words` is the command that makes it again.
    """

    players: int
    rounds: int
    forfeits: int
    double_forfeits: int
    unusual: int
    unrated_games: int
    byes: dict[str, int]
    withdrawals: int
    baku: bool
    tiebreaks: tuple[str, ...]
    ratings: tuple[int | None, ...]
    initial_colour: Colour
    bye_points: Fraction
    forbidden: tuple[tuple[int, int], ...]
    words: str


def settle(options: RandomFileOptions, lots: Lots) -> FilePlan:
    """The plan with a lot for everything that was not said."""
    _require_sense(options)
    players = options.players
    if players is None:
        players = len(options.ratings or ()) or lots.number(10, 120, "players")
    rounds = options.rounds
    if rounds is None:
        rounds = max(1, min(lots.number(5, 11, "rounds"), players // 2))
    forfeits = _percent(options.forfeits, 5, lots, "forfeits")
    double = options.double_forfeits
    byes = _percent(options.byes, 8, lots, "byes")
    withdrawals = _percent(options.withdrawals, 10, lots, "withdrawals")
    baku = lots.number(1, 4, "baku") == 1 if options.baku is None else options.baku
    colours: Sequence[Colour] = ("b", "w")
    colour = options.initial_colour or colours[lots.number(0, 1, "initial colour")]
    pairs = _percent(options.forbidden, 3, lots, "forbidden")
    told = replace(
        options,
        players=players,
        rounds=rounds,
        forfeits=forfeits,
        byes=byes,
        withdrawals=withdrawals,
        baku=baku,
    )
    return FilePlan(
        players=players,
        rounds=rounds,
        forfeits=10 * forfeits if double is not None else forfeits * (1000 - 10 * _DOUBLE) // 100,
        double_forfeits=10 * double if double is not None else forfeits * _DOUBLE // 10,
        unusual=10 * _rare(options.unusual, lots, "unusual"),
        unrated_games=10 * _rare(options.unrated_games, lots, "unrated games"),
        byes=_bye_shares(options, byes),
        withdrawals=withdrawals,
        baku=baku,
        tiebreaks=options.tiebreaks or CHAINS[lots.number(0, len(CHAINS) - 1, "tie-breaks")],
        ratings=_ratings(options, players, lots),
        initial_colour=colour,
        bye_points=_bye_points(options, lots),
        forbidden=tuple(_forbidden_pairs(players, rounds, pairs, lots)),
        words=_words(told, lots.seed),
    )


def _require_sense(options: RandomFileOptions) -> None:
    """Ratings for everybody, a range that is one, and tie-breaks that there are."""
    ratings, players = options.ratings, options.players
    if ratings is not None and players is not None and len(ratings) != players:
        raise InvalidInputError("generate.ratings", n=len(ratings), players=players)
    low, high = options.lowest or LOWEST, options.highest or HIGHEST
    if low > high:
        raise InvalidInputError("generate.range", low=low, high=high)
    problems = chain_problems(options.tiebreaks or (), Rules(system="dutch", game="Chess"))
    if problems:
        place, text = problems[0]
        raise InvalidInputError("generate.tiebreaks", place=place, problem=text)


def _percent(given: int | None, most: int, lots: Lots, what: str) -> int:
    return lots.number(0, most, what) if given is None else given


def _rare(given: int | None, lots: Lots, what: str) -> int:
    """In three files out of four there is none."""
    if given is not None:
        return given
    return lots.number(1, 3, what) if lots.number(1, 4, what, "at all") == 1 else 0


def _bye_shares(options: RandomFileOptions, byes: int) -> dict[str, int]:
    """In thousandths by kind; without any kind named, of all of them."""
    given = {"H": options.half_byes, "Z": options.zero_byes, "F": options.full_byes}
    if all(one is None for one in given.values()):
        return {kind: byes * share for kind, share in _BYE_SHARES.items()}
    return {kind: 10 * (one or 0) for kind, one in given.items()}


def _bye_points(options: RandomFileOptions, lots: Lots) -> Fraction:
    """Mostly a win; in some files half of it or nothing."""
    if options.bye_points is not None:
        return options.bye_points
    drawn = lots.number(1, 10, "bye points")
    return Fraction(1, 2) if drawn == 1 else Fraction(0) if drawn == 2 else Fraction(1)


def _ratings(options: RandomFileOptions, players: int, lots: Lots) -> tuple[int | None, ...]:
    """From the top, unrated players last."""
    if options.ratings is not None:
        return tuple(sorted(options.ratings, key=lambda one: -(one or 0)))
    low, high = options.lowest, options.highest
    if options.rating_step is not None:
        top = HIGHEST if high is None else high
        found = [max(low or 1, top - options.rating_step * n) for n in range(players)]
    elif low is not None or high is not None:
        ends = low or LOWEST, high or HIGHEST
        found = [lots.number(*ends, "rating between", n) for n in range(players)]
    else:
        found = [random_rating(lots, n) for n in range(players)]
    unrated = _rare(options.unrated_players, lots, "unrated players")
    kept = [one for n, one in enumerate(found) if not lots.happens(unrated, "unrated", n)]
    rated: list[int | None] = [*sorted(kept, reverse=True)]
    return (*rated, *[None] * (players - len(rated)))


def _forbidden_pairs(
    players: int, rounds: int, pairs: int, lots: Lots
) -> Iterator[tuple[int, int]]:
    """So many different pairs, where there are opponents enough without them."""
    if players < 2 * rounds + 2:
        return
    seen: set[tuple[int, int]] = set()
    for number in range(4 * pairs):
        one = lots.number(1, players, "forbidden", number)
        other = lots.number(1, players, "forbidden with", number)
        pair = (min(one, other), max(one, other))
        if one != other and pair not in seen and len(seen) < pairs:
            seen.add(pair)
            yield pair


def _words(options: RandomFileOptions, seed: str) -> str:
    """The command that makes the same file; what is still not said is drawn again."""
    tiebreaks, ratings = options.tiebreaks, options.ratings
    bye = options.bye_points
    named = {
        "players": options.players,
        "rounds": options.rounds,
        "forfeits": options.forfeits,
        "byes": options.byes,
        "withdrawals": options.withdrawals,
        "half-byes": options.half_byes,
        "zero-byes": options.zero_byes,
        "full-byes": options.full_byes,
        "double-forfeits": options.double_forfeits,
        "unusual": options.unusual,
        "unrated-games": options.unrated_games,
        "unrated-players": options.unrated_players,
        "tiebreaks": ",".join(tiebreaks) if tiebreaks else None,
        "ratings": ",".join(str(one or 0) for one in ratings) if ratings else None,
        "lowest": options.lowest,
        "highest": options.highest,
        "rating-step": options.rating_step,
        "initial-colour": options.initial_colour,
        "bye-points": None if bye is None else format_number(bye),
        "forbidden": options.forbidden,
    }
    baku = "" if options.baku is None else " --baku" if options.baku else " --no-baku"
    said = "".join(f" --{key} {value}" for key, value in named.items() if value is not None)
    return f"fairpair generate{said}{baku} --seed {shlex.quote(seed)}"
