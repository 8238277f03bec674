"""Random results of matches: as the rules play them, and better for the stronger side.

| rules | a match | how it is drawn |
|---|---|---|
| one game, a draw worth half a win | 1-0, 1/2-1/2, 0-1 | `winning_chances` |
| best of n games | 2-0, 2-1, 1-1 | game by game: even chances, 1 % more for 24 points of rating |
| named scores | op 7 vp 120 : op 3 vp 80 | the winner as in a game, then what each has |

Only whole numbers are compared, so that a seed gives the same results on every computer.
"""

from fractions import Fraction
from hashlib import sha256

from fairpair.core.dataclass import dataclass
from fairpair.core.results import Decided, Games, Mark, Result, Scored, win_for
from fairpair.core.rules import Rules

_EVEN = 1200
"""The rating lead that would win every game if it counted in full."""
_LEAD_AT_MOST = 960
_OUT_OF_TIME, _LAST_GAME_DRAWN = 10, 2
"""Of a hundred matches that come to the last game."""
_SCORES_LEVEL = 8
"""Of a hundred matches with scores."""
_MOST = (10, 300, 400)
"""What the first, the second and every further score go up to."""
_DRAW = Decided((Mark.DRAW, Mark.DRAW))


_BITS = 53
"""What a float holds exactly."""


@dataclass(frozen=True, slots=True)
class Lots:
    """Lots drawn from a seed: each belongs to what it is drawn for, so the order is of no matter.

    >>> Lots("spring").number(1, 6, "die") == Lots("spring").number(1, 6, "die")
    True
    """

    seed: str

    def share(self, *what: object) -> float:
        """At least 0 and less than 1."""
        return (self._draw(what) >> (256 - _BITS)) / 2.0**_BITS

    def number(self, first: int, last: int, *what: object) -> int:
        """One of these, both included."""
        return first + self._draw(what) % (last - first + 1)

    def happens(self, percent: int, *what: object) -> bool:
        """Whether an event with this percentage happens."""
        return self.share(*what) * 100 < percent

    def _draw(self, what: tuple[object, ...]) -> int:
        text = ":".join((self.seed, *map(str, what)))
        return int.from_bytes(sha256(text.encode()).digest(), "big")


def random_rating(lots: Lots, number: int) -> int:
    """Between 1200 and 2700, most of them in the middle."""
    return 1200 + sum(lots.number(0, 500, "rating", number, part) for part in range(3))


def winning_chances(white: int, black: int) -> tuple[float, float]:
    """How likely White wins and Black wins, by their ratings; what is left are draws.

    Milvang's model, to which FIDE's commission points for random tournaments: quadratic arcs in
    the difference of the ratings, more draws the stronger the two are. Only the four basic
    operations are used, so that the numbers are the same everywhere.

    >>> [round(chance, 3) for chance in winning_chances(2467, 2344)]
    [0.511, 0.138]
    """
    mean, lead = (white + black) / 2, float(white - black)
    strength = max(0.0, (mean - 1200) / 1200)
    for_white = _arc(
        lead, 40, 0.45 - 0.10 * strength * strength, -1492 + 0.391 * mean, 1691 - 0.428 * mean
    )
    for_black = _arc(
        -lead, 80, 0.46 - 0.13 * strength * strength, -1428 + 0.388 * mean, 1753 - 0.416 * mean
    )
    return for_white, min(for_black, 1 - for_white)


def _arc(lead: float, centre: float, value: float, never: float, always: float) -> float:
    """0 up to a lead of `never`, `value` at the centre, 1 from a lead of `always` on."""
    if lead <= never:
        return 0.0
    if lead >= always:
        return 1.0
    if lead < centre:
        part = (lead - never) / (centre - never)
        return value * part * part
    part = (lead - always) / (centre - always)
    return 1 - (1 - value) * part * part


@dataclass(frozen=True, slots=True)
class Match:
    """Two sides by rating, and what their lots are drawn for."""

    ratings: tuple[int, int]
    lots: Lots
    what: tuple[object, ...]

    def number(self, first: int, last: int, *more: object) -> int:
        """A lot of this match."""
        return self.lots.number(first, last, *self.what, *more)

    def happens(self, percent: int, *more: object) -> bool:
        """Whether something does in this match."""
        return self.lots.happens(percent, *self.what, *more)

    def winner(self, *more: object) -> int:
        """The side that wins a game which must have a winner."""
        lead = self.ratings[0] - self.ratings[1]
        lead = max(-_LEAD_AT_MOST, min(_LEAD_AT_MOST, lead))
        return 0 if self.number(1, 2 * _EVEN, *more) <= _EVEN + lead else 1


def result_of(match: Match, rules: Rules) -> Result:
    """A result that the rules allow."""
    if rules.scores:
        return _scored_result(match, rules)
    if is_one_game(rules):
        return _one_game(match, rules)
    return _games(match, rules)


def is_one_game(rules: Rules) -> bool:
    """Whether a match is one game, and a draw half a win: as in chess."""
    points = rules.points
    return rules.best_of in (None, 1) and 2 * points.draw == points.win + points.loss


def _one_game(match: Match, rules: Rules) -> Result:
    first, second = winning_chances(*match.ratings)
    share = match.lots.share(*match.what, "game")
    if share < first:
        return Decided(win_for(0))
    if share < first + second:
        return Decided(win_for(1))
    return _DRAW if rules.draws_allowed else Decided(win_for(match.winner("no draw")))


def _games(match: Match, rules: Rules) -> Result:
    """Game after game, until one side has won enough, or the time is over in the last one."""
    length = rules.best_of or 1
    needed = length // 2 + 1
    wins = [0, 0]
    while max(wins) < needed:
        played = sum(wins)
        if rules.draws_allowed and wins[0] == wins[1] and played >= length - 1:
            if played == length:
                break
            ended = _unfinished_match(match, wins)
            if ended:
                return ended
        wins[match.winner("game", played)] += 1
    return Games((wins[0], wins[1]))


def _unfinished_match(match: Match, wins: list[int]) -> Games | None:
    """The match as it stands, if its last game is drawn or not finished."""
    drawn = match.happens(_LAST_GAME_DRAWN, "drawn game")
    if not drawn and not match.happens(_OUT_OF_TIME, "time"):
        return None
    return Games((wins[0], wins[1]), 1 if drawn or not any(wins) else 0)


def _scored_result(match: Match, rules: Rules) -> Result:
    """What decides is higher for the winner; in all others a side has more by its own lot."""
    level = rules.draws_allowed and match.happens(_SCORES_LEVEL, "level")
    winner = match.winner("winner")
    deciding = {rules.scores[0], rules.primary_score}
    sides: tuple[dict[str, Fraction], dict[str, Fraction]] = ({}, {})
    for place, name in enumerate(rules.scores):
        most = _MOST[min(place, len(_MOST) - 1)]
        if name in deciding:
            higher = match.number(most // 2, most, name, "higher")
            lower = higher if level else match.number(0, higher - 1, name, "lower")
            values = (higher, lower) if winner == 0 else (lower, higher)
        else:
            first, second = (match.number(0, most, name, side) for side in (0, 1))
            values = (first, second)
        for side, value in zip(sides, values, strict=True):
            side[name] = Fraction(value)
    return Scored(sides)
