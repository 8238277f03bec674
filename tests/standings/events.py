"""Random chess events as TRF16 text, with all that can happen; a seed always gives the same text.

| cell | how it comes about |
|---|---|
| `1 = 0`, `W D L` | a game; the letters for one that is not rated |
| `+ -`, `- -` | forfeits: one did not come, or both |
| `U` | one a round, for whoever is left over |
| `H F Z` | asked for; `Z` or blank also before arriving and after withdrawing |

Points stand as the point system makes them; ranks are by points, then by number.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from random import Random

from formats.sheet import Person, player

SCORINGS = {
    "1-0.5-0": {},
    "bye-0.5": {"P": 0.5},
    "3-1-0": {"W": 3.0, "D": 1.0, "L": 0.0, "A": 0.0, "P": 3.0, "X": 1.0},
    "3-2-1": {"W": 3.0, "D": 2.0, "L": 1.0, "A": 0.0, "P": 3.0, "X": 2.0},
}
_USUAL = {"W": 1.0, "D": 0.5, "L": 0.0, "A": 0.0, "P": 1.0}
_COUNTS_AS = dict(zip("1W+F=DH0L-ZU", "WWWWDDDLLAAP", strict=True)) | {"": "A"}
_UNRATED = str.maketrans("1=0", "WDL")
_Pair = tuple["_Player", "_Player"]


@dataclass(frozen=True)
class Chances:
    """How likely each thing is, from 0 to 1; the three byes together at most 1."""

    # of a player in each round
    half_bye: float = 0
    zero_bye: float = 0
    full_bye: float = 0
    # of a game
    forfeit: float = 0
    double_forfeit: float = 0
    unrated_game: float = 0
    odd_result: float = 0  # 1/2-0 or 0-0; never drawn: gacrux's STD is not that of article 7.7
    # of a round
    rematch: float = 0
    # of a player in the whole event
    withdrawal: float = 0
    late: float = 0
    unrated: float = 0


_HIGHEST = Chances(
    half_bye=0.15,
    zero_bye=0.1,
    full_bye=0.06,
    forfeit=0.2,
    double_forfeit=0.08,
    unrated_game=0.1,
    rematch=0.5,
    withdrawal=0.35,
    late=0.25,
    unrated=0.3,
)


def random_event(
    seed: int,
    *,
    players: int | None = None,
    rounds: int | None = None,
    scoring: str | None = None,
    chances: Chances | None = None,
) -> str:
    """A Swiss: equal scores meet, roughly; what is not given is drawn, so no two are alike.

    Two players only meet again where `chances` say so or nobody else is left; a forfeit is no
    meeting. Every round has a pairing, but not always a game over the board. They meet a third
    time only where a field is too small for anything else; gacrux's DE is wrong then.
    """
    rng = Random(seed)
    chances = chances or _drawn(rng)
    count = players or rng.randint(4, 40)
    length = rounds or rng.randint(3, min(11, max(3, count - 2)))
    worth = _scoring(rng, scoring)
    everybody = _players(rng, count, length, chances)
    for round_no in range(1, length + 1):
        _swiss_round(rng, everybody, round_no, chances, _USUAL | SCORINGS[worth])
    return _text(everybody, "Swiss-System", f"Swiss {seed}", length, worth)


def random_round_robin(
    seed: int,
    *,
    players: int | None = None,
    cycles: int | None = None,
    scoring: str | None = None,
    chances: Chances | None = None,
) -> str:
    """All meet all, once or (`cycles`) more often; an odd field has a free round each, worth 0.

    Who withdraws loses the rest by forfeit. There are no byes, and nobody comes late.
    """
    rng = Random(seed)
    chances = replace(chances or _drawn(rng), late=0)
    count = players or rng.randint(3, 14)
    cycles = cycles or rng.choice((1, 1, 1, 2))
    worth = _scoring(rng, scoring)
    length = cycles * (count - 1 + count % 2)
    everybody = _players(rng, count, length, chances)
    for round_no, pairs in enumerate(_circle(everybody, cycles), 1):
        met = {one.id for pair in pairs for one in pair}
        for one in everybody:
            if one.id not in met:
                one.cells.append(one.idle)
        for pair in pairs:
            _play(rng, pair, [one for one in pair if round_no >= one.leaves], chances)
    return _text(everybody, "Round-Robin", f"round robin {seed}", length, worth)


def _drawn(rng: Random) -> Chances:
    """Half of the things cannot happen, so that each is also met without the others."""
    names = [one.name for one in fields(Chances)]
    return Chances(**{n: rng.choice((0, rng.random() * getattr(_HIGHEST, n))) for n in names})


def _scoring(rng: Random, wanted: str | None) -> str:
    return wanted or rng.choices(("1-0.5-0", "3-1-0", "bye-0.5"), (7, 2, 1))[0]


# Players


@dataclass(eq=False)
class _Player:
    id: int
    rating: int
    stays: bool
    arrives: int
    leaves: int
    no_show: bool  # the last round before leaving is paired, and lost by forfeit
    early: str  # the cell of a round before arriving
    idle: str  # the cell of a round without points
    cells: list[str] = field(default_factory=list)
    met: Counter[int] = field(default_factory=Counter)
    whites: int = 0

    def points(self, worth: dict[str, float]) -> float:
        return sum(worth[_COUNTS_AS[cell[-1:]]] for cell in self.cells)


def _players(rng: Random, count: int, rounds: int, chances: Chances) -> list[_Player]:
    """By rating. Two are there in every round, so that none is empty."""
    ratings = sorted((rng.randint(1000, 2700) for _ in range(count)), reverse=True)
    always = rng.sample(range(1, count + 1), 2)
    everybody = []
    for number, rating in enumerate(ratings, 1):
        late = rng.random() < chances.late and number not in always
        goes = rng.random() < chances.withdrawal and number not in always
        everybody.append(
            _Player(
                id=number,
                rating=0 if rng.random() < chances.unrated else rating,
                stays=number in always,
                arrives=rng.randint(2, rounds // 2 + 2) if late else 1,
                leaves=rng.randint(2, max(2, rounds)) if goes else rounds + 1,
                no_show=goes and rng.random() < 0.5,
                early=rng.choice(("- - Z", "- - H", "")),
                idle=rng.choice(("- - Z", "")),
            )
        )
    return everybody


# Rounds


def _swiss_round(
    rng: Random,
    everybody: Sequence[_Player],
    round_no: int,
    chances: Chances,
    worth: dict[str, float],
) -> None:
    playing = []
    for one in everybody:
        cell = _away(rng, one, round_no, chances)
        if cell is None:
            playing.append(one)
        else:
            one.cells.append(cell)
    scores = {one.id: one.points(worth) for one in playing}
    if len(playing) % 2:
        had = {one.id: "- - U" in one.cells for one in playing}
        left_over = min(playing, key=lambda one: (had[one.id], scores[one.id], rng.random()))
        playing.remove(left_over)
        left_over.cells.append("- - U")
    limit = int(rng.random() < chances.rematch)
    for pair in _pairs(rng, playing, scores, limit):
        missing = [one for one in pair if one.no_show and round_no == one.leaves - 1]
        _play(rng, pair, missing, chances)


def _away(rng: Random, one: _Player, round_no: int, chances: Chances) -> str | None:
    """The cell of a player who is not to be paired; None for one who is."""
    if round_no < one.arrives:
        return one.early
    if round_no >= one.leaves:
        return one.idle
    half, zero = chances.half_bye, chances.half_bye + chances.zero_bye
    dice = rng.random()
    if one.stays or dice >= zero + chances.full_bye:
        return None
    return "- - H" if dice < half else one.idle if dice < zero else "- - F"


def _pairs(
    rng: Random, playing: Sequence[_Player], scores: dict[int, float], limit: int
) -> list[_Pair]:
    """From the top each with the next met at most `limit` times; shuffled until that works out."""
    pairs: list[_Pair] = []
    for noise in range(20):
        order = {one.id: -scores[one.id] + noise * rng.random() / 4 for one in playing}
        queue = sorted(playing, key=lambda one: (order[one.id], rng.random()))
        pairs, fresh = [], True
        while queue:
            first = queue.pop(0)
            second = min(queue, key=lambda one: max(limit, first.met[one.id]))
            fresh = fresh and first.met[second.id] <= limit
            queue.remove(second)
            pairs.append((first, second))
        if fresh:
            break
    return [_coloured(rng, pair) for pair in pairs]


def _coloured(rng: Random, pair: _Pair) -> _Pair:
    white = min(pair, key=lambda one: (one.whites, rng.random()))
    return white, pair[1] if white is pair[0] else pair[0]


def _circle(everybody: Sequence[_Player], cycles: int) -> Iterator[list[_Pair]]:
    """The circle method: one stays, the others move round; colours change with the cycle."""
    ring: list[_Player | None] = [*everybody, *([None] * (len(everybody) % 2))]
    for cycle in range(cycles):
        for turn in range(len(ring) - 1):
            rest = ring[1:]
            order = [ring[0], *rest[-turn:], *rest[:-turn]] if turn else ring
            pairs = []
            for place in range(len(order) // 2):
                sides = order[place], order[-1 - place]
                first, second = sides[::-1] if (place + turn + cycle) % 2 else sides
                if first and second:
                    pairs.append((first, second))
            yield pairs


def _play(rng: Random, pair: _Pair, missing: Sequence[_Player], chances: Chances) -> None:
    white, black = pair
    results = _results(rng, chances)
    if missing:
        results = "".join("-" if one in missing else "+" for one in pair)
    if results[0] not in "+-":
        white.met[black.id] += 1
        black.met[white.id] += 1
        white.whites += 1
    white.cells.append(f"{black.id} w {results[0]}")
    black.cells.append(f"{white.id} b {results[1]}")


def _results(rng: Random, chances: Chances) -> str:
    """White's and Black's, as two characters."""
    dice = rng.random()
    if dice < chances.double_forfeit:
        return "--"
    if dice < chances.double_forfeit + chances.forfeit:
        return rng.choice(("+-", "-+"))
    results = rng.choices(("10", "==", "01"), (4, 3, 3))[0]
    if rng.random() < chances.odd_result:
        results = rng.choice(("=0", "0=", "00"))
    return results.translate(_UNRATED) if rng.random() < chances.unrated_game else results


# Text


def _text(everybody: Sequence[_Player], kind: str, name: str, rounds: int, scoring: str) -> str:
    worth = _USUAL | SCORINGS[scoring]
    points = {one.id: one.points(worth) for one in everybody}
    order = sorted(points, key=lambda number: (-points[number], number))
    rank = {number: place for place, number in enumerate(order, 1)}
    symbols = "    ".join(f"{symbol}{value:4.1f}" for symbol, value in SCORINGS[scoring].items())
    lines = [
        f"012 {name}",
        "022 Nowhere",
        "032 NOR",
        "042 2026/04/01",
        "052 2026/04/09",
        f"062 {len(everybody)}",
        f"072 {sum(one.rating > 0 for one in everybody)}",
        f"092 Individual: {kind}",
        *([f"162  {symbols}"] if symbols else []),
        f"XXR {rounds}",
    ]
    for one in everybody:
        who = Person(
            name=f"Player {one.id:03}",
            rating=str(one.rating),
            points=f"{points[one.id]:.1f}",
            rank=str(rank[one.id]),
        )
        lines.append(player(one.id, *one.cells, who=who))
    return "\n".join(lines) + "\n"
