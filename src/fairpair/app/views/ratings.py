"""What the games of a tournament do to ratings: estimates, for people and programs.

FIDE's own server rates tournaments; other systems are for clubs and series.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from fairpair.app.views.norms import NormView, norm_views
from fairpair.app.views.people import Person, fields_of, person, person_fields, require_player
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.players import Player, Team
from fairpair.core.results import HALF_POINTS, Decided, Games, Mark, Result, Scored, marks_of
from fairpair.core.rounds import RoundRef
from fairpair.core.rules import CHESS, Rules
from fairpair.core.time_control import TimeControl
from fairpair.core.tournament import Tournament
from fairpair.core.tournament_ratings import official_rating
from fairpair.core.vocabulary import conventions_of
from fairpair.engine.ratings.fide import rounded_change
from fairpair.engine.ratings.model import Change, Game, Rating
from fairpair.engine.ratings.performance import FirstRating, Performance, first_rating, performance
from fairpair.engine.ratings.systems import rate
from fairpair.language.message import Message

FIDE = "fide"


@dataclass(frozen=True, slots=True)
class RatingOptions:
    """The rating system, and the K-factor of everybody instead of their own."""

    system: str = FIDE
    k: int | None = None


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game that counts: `counted` is the opponent's rating within the limit of 400 points."""

    round: int
    opponent: Person
    counted: int
    score: str
    expected: str
    change: str


@dataclass(frozen=True, slots=True)
class RatingLine(Person):
    """A player with the change of the rating. `change` is not rounded further than its system does
    it; `new` is the rating if this were the only tournament of the period. `first` is the first
    rating of an unrated player, where there are enough games. `average` is that of the rated
    opponents. `left_out` games do not count: against unrated players, or not rated.
    """

    k: int | None
    games: int
    left_out: int
    score: str
    expected: str
    change: str
    new: int | None
    average: int | None
    performance: int | None
    deviation: str
    first: int | None


@dataclass(frozen=True, slots=True)
class RatingReport:
    """Everybody's change. `chapter` is the FIDE list it counts for, nothing if the games are not
    rated. All numbers are estimates.
    """

    version: int
    system: str
    chapter: str
    players: Sequence[RatingLine]
    notices: Sequence[Message]


@dataclass(frozen=True, slots=True)
class PlayerRating(RatingLine):
    """A player's change game by game, and the chances of title norms."""

    version: int
    system: str
    chapter: str
    rated_games: Sequence[RatedGame]
    norms: Sequence[NormView]
    notices: Sequence[Message]


def rating_report(
    t: Tournament, version: int, options: RatingOptions | None = None
) -> RatingReport:
    """Everybody's change by the results so far, in order of registration."""
    made = _Ratings(t, options or RatingOptions())
    return RatingReport(
        version,
        made.options.system,
        made.chapter,
        [made.line(player) for player in t.entries],
        made.notices,
    )


def player_rating(
    t: Tournament, version: int, number: int, options: RatingOptions | None = None
) -> PlayerRating:
    """One player's change with its games and norms."""
    made = _Ratings(t, options or RatingOptions())
    player = require_player(t, number)
    fide_games = made.options.system == FIDE and made.chapter == "standard"
    return PlayerRating(
        **fields_of(made.line(player)),
        version=version,
        system=made.options.system,
        chapter=made.chapter,
        rated_games=[*made.games_of(player)],
        norms=norm_views(t, player) if fide_games else [],
        notices=made.notices,
    )


def has_ratings(t: Tournament) -> bool:
    """Whether pages show changes of FIDE ratings: games of chess between players, some rated."""
    entrants = [entry.entrant for entry in t.entries.values()]
    return (
        CHESS in conventions_of(t.rules).rules
        and t.rules.has_colours
        and not any(isinstance(one, Team) for one in entrants)
        and any(one.strength is not None for one in entrants)
        and t.latest_published is not None
    )


def shown_rating(t: Tournament, version: int, player: int) -> PlayerRating | None:
    """A player's change by published results for everybody, if the organiser shows it."""
    shown = t.header.public_ratings == "yes" and player in t.entries and has_ratings(t)
    return player_rating(t, version, player) if shown else None


def chapter_of(t: Tournament) -> str:
    """The FIDE list that the games count for; standard where no time control is set."""
    code = t.header.time_control_code
    return TimeControl.read(code).chapter if code else "standard"


@dataclass(frozen=True, slots=True)
class _Played:
    """A game that is rated, with the round for people."""

    round: RoundRef
    game: Game


class _Ratings:
    """The changes of a tournament; everything is calculated once."""

    def __init__(self, t: Tournament, options: RatingOptions) -> None:
        if any(isinstance(entry.entrant, Team) for entry in t.entries.values()):
            raise InvalidStateError("no-ratings.of-teams")
        self.t = t
        self.options = options
        self.is_fide = options.system == FIDE
        self.chapter = chapter_of(t) if self.is_fide else ""
        is_rated = bool(self.chapter) or not self.is_fide
        self.played = [*_rated_games(t, fide=self.is_fide)] if is_rated else []
        self.values = {player: self._value_of(player) for player in t.entries}
        players: dict[int, Rating] = {p: self._rating_of(p) for p in t.entries}
        parameters: dict[str, object] = {}
        if self.is_fide:
            parameters = {"chapter": self.chapter or "standard", "year": _year(t)}
        self.changes = rate(options.system, players, [one.game for one in self.played], parameters)

    def _value_of(self, player: PlayerId) -> int | None:
        """The rating: for FIDE the official one, else the one that counts in the tournament."""
        one = self.t.entries[player].entrant
        if self.is_fide and isinstance(one, Player):
            return official_rating(one, self.t.header)
        return None if one.strength is None else round(one.strength)

    def _rating_of(self, player: PlayerId) -> Rating:
        """What is known of a player; the K-factor of FIDE's list goes before that of the rules."""
        entrant, k = self.t.entries[player].entrant, self.options.k
        listed = entrant.ratings if isinstance(entrant, Player) and self.is_fide else {}
        if k is None and (found := listed.get(f"fide.{self.chapter}")):
            k = found.k
        value = self.values[player]
        birth = entrant.birth[:4] if isinstance(entrant, Player) else ""
        return Rating(
            value=None if value is None else Decimal(value),
            k=k,
            birth_year=int(birth) if birth.isdecimal() else None,
        )

    @property
    def notices(self) -> list[Message]:
        """What limits these estimates."""
        found = [Message("rating.estimate")]
        if self.is_fide and not self.chapter:
            found.append(Message("rating.time-control"))
        elif self.is_fide and not self.t.header.time_control_code:
            found.append(Message("rating.standard-assumed"))
        return found

    def games_of(self, player: PlayerId) -> Iterator[RatedGame]:
        """The games that count, in their order."""
        change = self.changes[player]
        rounds = _rounds_by_opponent(self.played, player)
        for step in change.steps:
            amount = step.surplus * change.k if change.k else None
            yield RatedGame(
                next(rounds[step.opponent]),
                person(self.t, PlayerId(step.opponent)),
                int(step.counted_rating),
                format_number(step.score),
                _places(step.expected, 2),
                "" if amount is None else signed(amount),
            )

    def line(self, player: PlayerId) -> RatingLine:
        """The sums of a player."""
        change = self.changes[player]
        achieved, first = self._achieved(player, change)
        amount = change.amount
        gained = Decimal(0) if amount is None else amount
        before = change.before.value
        score = sum((step.score for step in change.steps), Fraction(0))
        new = None if before is None else int(before) + rounded_change(gained)
        return RatingLine(
            **person_fields(self.t, player),
            k=change.k,
            games=len(change.steps),
            left_out=change.left_out,
            score=format_number(score),
            expected=_places(sum((step.expected for step in change.steps), Decimal(0)), 2),
            change="" if amount is None or not change.steps else signed(amount),
            new=new if change.steps else None,
            average=achieved.average if achieved else None,
            performance=achieved.rating if achieved else None,
            deviation=_places(change.after.deviation, 1) if change.after.deviation else "",
            first=first.rating if first.published else None,
        )

    def _achieved(self, player: PlayerId, change: Change) -> tuple[Performance | None, FirstRating]:
        """The performance against rated opponents, and the first rating of an unrated player."""
        ratings, half_points = [], 0
        for one in self.played:
            game = one.game
            if player not in (game.first, game.second):
                continue
            theirs = self.values[PlayerId(game.opponent_of(player))]
            if theirs is not None:
                ratings.append(theirs)
                half_points += int(2 * game.score_of(player))
        is_new = self.is_fide and change.before.value is None
        first = first_rating(ratings, half_points) if is_new else FirstRating(0)
        return performance(ratings, half_points), first


def _rounds_by_opponent(played: Sequence[_Played], player: PlayerId) -> Mapping[int, Iterator[int]]:
    """The rounds in which a player met each opponent, one after the other."""
    found: dict[int, list[int]] = {}
    for one in played:
        if player in (one.game.first, one.game.second):
            found.setdefault(one.game.opponent_of(player), []).append(one.round.round_no)
    return {opponent: iter(rounds) for opponent, rounds in found.items()}


def _rated_games(t: Tournament, *, fide: bool) -> Iterator[_Played]:
    """All games that were played; for FIDE not those that ended before both had moved."""
    for ref, round_ in t.published_rounds.items():
        for pairing in (one.rated for one in round_.pairings.values()):
            marks = None if pairing.result is None else _marks(pairing.result, t.rules, fide=fide)
            if marks and len(pairing.seats) == 2:
                scores = (Fraction(HALF_POINTS[mark], 2) for mark in marks)
                yield _Played(ref, Game(*pairing.seats, *scores))


def _marks(result: Result, rules: Rules, *, fide: bool) -> Sequence[Mark]:
    """What the game was for both sides; nothing if it is not rated."""
    match result:
        case Decided(rated=rated) if rated:
            return result.marks
        case Games() | Scored() if not fide or (rules.best_of or 1) == 1:
            return marks_of(result, (rules.primary_score,) if rules.primary_score else ())
        case _:
            return ()


def _year(t: Tournament) -> int | None:
    first = t.header.first_known_day[:4]
    return int(first) if first.isdecimal() else None


def _places(value: Decimal, places: int) -> str:
    return str(value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))


def signed(amount: Decimal) -> str:
    """A change with its sign and one decimal.

    >>> signed(Decimal("16.2")), signed(Decimal("-0.04")), signed(Decimal("-6.10"))
    ('+16.2', '0.0', '-6.1')
    """
    rounded = amount.quantize(Decimal("0.1"), ROUND_HALF_UP)
    return f"{rounded:+}" if rounded else "0.0"
