"""FIDE's tie-breaks for team tournaments (C.07, articles 12 and 13)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import accumulate, zip_longest

from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.engine.standings.codes import Options
from fairpair.engine.standings.sheet import PlayerRound
from fairpair.engine.standings.tiebreak import (
    TIEBREAKS,
    Groups,
    Part,
    Sum,
    TiebreakFn,
    tiebreak,
    tiebreak_among_tied,
)
from fairpair.engine.standings.tiebreak_input import TiebreakInput, team_scores
from fairpair.engine.standings.tiebreaks.fide_encounter import encounter_once, points_in_encounter
from fairpair.engine.standings.tiebreaks.fide_opponents import buchholz, factors, products
from fairpair.engine.standings.tiebreaks.general import total
from fairpair.language.message import Message

CHESS = ("chess",)
_NAMES = {"mp": "match points", "gp": "game points"}
Attempt = tuple[Groups, Callable[[PlayerId], Sum]]
"""How some teams are told apart by one method, and what each of them has in it."""


# --- Both scores (13.1, 13.2) ---------------------------------------------------------------------


@tiebreak(
    "MPvGP",
    name="Match points or game points",
    about="Game points if match points decide the ranking, and vice versa.",
    clause="FIDE C.07, 13.1",
    range="0 to rounds x boards, or rounds x a win",
    games=CHESS,
    teams_only=True,
)
def other_score(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Game points where match points rank, match points where game points do (C.07, 13.1)."""
    return total(inputs, replace(options, score=team_scores(inputs.rules)[1]))


def _declare_extended_sonneborn(code: str, totals: str, scored: str, clause: str) -> None:
    """Each opponent's total in one score times what was scored against it in the same or the other
    (C.07, 13.2).

    Article 16 applies in the score of the totals: adjusted scores, dummies and their limits. A cut
    takes the product of the opponent with the lowest total, among several the lowest product
    (14.1.2); a voluntarily unplayed round is cut instead if its product is no lower (16.5).
    """
    theirs, made = _NAMES[totals], _NAMES[scored]

    def extended_sonneborn(inputs: TiebreakInput, options: Options) -> TiebreakFn:
        return products(inputs.by_score(totals), inputs.by_score(scored), options)

    def note(
        inputs: TiebreakInput, options: Options, team: PlayerId, round_: PlayerRound
    ) -> Message:
        both = inputs.by_score(totals), inputs.by_score(scored)
        return factors(*both, options, team, round_)

    tiebreak(
        code,
        name=f"Sonneborn-Berger, {theirs} x {made}",
        about=f"The sum of each opponent's {theirs} times the {made} scored against them.",
        clause=clause,
        range=f"0 to rounds x the best {theirs} x the best {made}",
        games=CHESS,
        modifiers="CP",
        teams_only=True,
        note=note,
    )(extended_sonneborn)


_declare_extended_sonneborn("EMMSB", "mp", "mp", "FIDE C.07, 13.2.1")
_declare_extended_sonneborn("EMGSB", "mp", "gp", "FIDE C.07, 13.2.2")
_declare_extended_sonneborn("EGMSB", "gp", "mp", "FIDE C.07, 13.2.3")
_declare_extended_sonneborn("EGGSB", "gp", "gp", "FIDE C.07, 13.2.4")


# --- Extended direct encounter (13.3) -------------------------------------------------------------


class ExtendedEncounter:
    """Direct encounter on the primary score, else on the secondary one, else by `then`.

    `then` are codes of article 12, for exactly two teams that are level on match points and on
    game points, of the whole tournament (13.3.2). Every smaller group starts again with the
    primary score (13.3.3).
    """

    def __init__(self, *then: str) -> None:
        self._then = then

    def split(self, inputs: TiebreakInput, options: Options, tied: Sequence[PlayerId]) -> Groups:
        """The tied in groups, best first; one group if nothing decides."""
        if len(tied) > 1:
            for groups, _ in self._attempts(inputs, options, tied):
                if len(groups) > 1:
                    return [part for group in groups for part in self.split(inputs, options, group)]
        return [list(tied)]

    def inside(
        self, inputs: TiebreakInput, options: Options, tied: Sequence[PlayerId], team: PlayerId
    ) -> Sum:
        """What the team has in the first method that decides, or in the first one of all."""
        attempts = list(self._attempts(inputs, options, tied))
        decisive = (points_of for groups, points_of in attempts if len(groups) > 1)
        return next(decisive, attempts[0][1])(team)

    def _attempts(
        self, inputs: TiebreakInput, options: Options, tied: Sequence[PlayerId]
    ) -> Iterator[Attempt]:
        for score in team_scores(inputs.rules):
            of_score = replace(options, score=score)
            groups = encounter_once(inputs.by_score(score), of_score, tied)
            yield groups, partial(points_in_encounter, inputs, of_score, tied)
        if len(tied) == 2 and _level(inputs, tied):
            for code in self._then:
                method = TIEBREAKS[code]
                if method.split and method.inside:
                    points_of = partial(method.inside, inputs, options, tied)
                    yield method.split(inputs, options, tied), points_of


def _level(inputs: TiebreakInput, tied: Sequence[PlayerId]) -> bool:
    """Whether all have the same match points and the same game points."""
    totals = [inputs.by_score(score).totals for score in team_scores(inputs.rules)]
    return all(len({of[team] for team in tied}) == 1 for of in totals)


def _declare_extended_encounter(code: str, clause: str, words: str = "", *then: str) -> None:
    """Declare a kind of it; `words` are for what follows (`then`)."""
    method = ExtendedEncounter(*then)
    name = f"Extended direct encounter, then {', '.join(then)}"
    about = (
        f"The matches among the tied teams; two teams tied on both scores are separated by {words}."
    )
    if not then:
        name = "Extended direct encounter"
        about = (
            "The matches among the tied teams, by the primary score; if still tied, by"
            " the other score."
        )
    tiebreak_among_tied(
        code,
        name=name,
        about=about,
        clause=clause,
        modifiers="P",
        teams_only=True,
        inside=method.inside,
    )(method.split)


_declare_extended_encounter("EDE", "FIDE C.07, 13.3.1")
_declare_extended_encounter(
    "EDEBT", "FIDE C.07, 13.3.2 a", "board count, then top board results", "BC", "TBR"
)
_declare_extended_encounter(
    "EDEBB", "FIDE C.07, 13.3.2 b", "board count, then bottom board elimination", "BC", "BBE"
)
_declare_extended_encounter("EDET", "FIDE C.07, 13.3.2 c", "top board results", "TBR")
_declare_extended_encounter("EDEB", "FIDE C.07, 13.3.2 d", "bottom board elimination", "BBE")


# --- Schedule strength (13.4) ---------------------------------------------------------------------


@tiebreak(
    "SSSC",
    name="Scores and schedule strength",
    about="The secondary score, plus part of the Buchholz for the primary score.",
    clause="FIDE C.07, 13.4",
    range="0 and up",
    games=CHESS,
    modifiers="FPK",
    teams_only=True,
)
def schedule_strength(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """The secondary score plus the Buchholz of the primary one, divided by a number (C.07, 13.4).

    With /F it is Fore Buchholz, with /K4 the number is 4.
    """
    sheet = inputs.by_score(team_scores(inputs.rules)[1]).sheet
    by = options.divisor or schedule_divisor(inputs)
    strength = buchholz(inputs, options)
    code = "term.fore-buchholz" if options.fore else "term.buchholz"

    def sum_of(team: PlayerId) -> Sum:
        row, found = sheet.rows[team], strength(team)
        opposition = found.value if found else Fraction(0)
        above, below = opposition.as_integer_ratio()
        parts: list[Part] = [*row, Message(code, value=format_number(opposition), divisor=by)]
        amounts = [r.points * below * by for r in row]
        return Sum(parts, [*amounts, above * sheet.unit], sheet.unit * below * by)

    return sum_of


def schedule_divisor(inputs: TiebreakInput) -> int:
    """The best primary score of all rounds over the best secondary score of a match, cut to a
    whole number (13.4.2 b); the rounds are those counted so far, and 1 is the least.
    """
    first, second = (inputs.by_score(score).sheet for score in team_scores(inputs.rules))
    most, best = first.win * first.rounds, second.win
    return max(1, most * second.unit // (best * first.unit)) if best > 0 else 1


# --- Points board by board (12) -------------------------------------------------------------------
# A board's forfeits count as its results, in a match that nobody played as well, and a pairing-
# allocated bye as a win on every board, whatever game points it gave.


def _board_points(inputs: TiebreakInput) -> dict[PlayerId, list[int]]:
    """Every team's half points on each board in all rounds; all lists are of one length."""
    rows = inputs.sheet.rows
    most = max((len(r.boards) for row in rows.values() for r in row), default=0)
    nothing = (0,) * most
    return {
        team: list(map(sum, zip_longest(nothing, *(r.boards for r in row), fillvalue=0)))
        for team, row in rows.items()
    }


def _group_by(tied: Sequence[PlayerId], key: Callable[[PlayerId], tuple[int, ...]]) -> Groups:
    """Those of the same key together, the smallest key first."""
    groups: dict[tuple[int, ...], list[PlayerId]] = {}
    for team in tied:
        groups.setdefault(key(team), []).append(team)
    return [groups[value] for value in sorted(groups)]


def _by_board(amounts: Sequence[int]) -> Sum:
    """Half points of the boards from the first on."""
    return Sum([Message("term.board", board=n) for n, _ in enumerate(amounts, 1)], amounts, 2)


def _first_difference(tied: Sequence[PlayerId], points: dict[PlayerId, list[int]]) -> int | None:
    """The place, from 1, of the first of these numbers in which some of the tied differ."""
    columns = zip(*(points[team] for team in tied), strict=True)
    return next((n for n, column in enumerate(columns, 1) if len(set(column)) > 1), None)


def _board_counts(inputs: TiebreakInput) -> dict[PlayerId, list[int]]:
    points = inputs.get_or_compute(_board_points)
    return {team: [n * amount for n, amount in enumerate(of, 1)] for team, of in points.items()}


def _inside_board_count(
    inputs: TiebreakInput, options: Options, tied: Sequence[PlayerId], team: PlayerId
) -> Sum:
    """The products, board by board."""
    return _by_board(inputs.get_or_compute(_board_counts)[team])


@tiebreak_among_tied(
    "BC",
    name="Board count",
    about="Each board's number times the points scored on it, for teams tied on game"
    " points; the lower sum ranks higher.",
    clause="FIDE C.07, 12.1",
    teams_only=True,
    inside=_inside_board_count,
)
def board_count(inputs: TiebreakInput, options: Options, tied: Sequence[PlayerId]) -> Groups:
    """Each board's number times the points made there, the lower sum first (C.07, 12.1).

    Points on the upper boards are worth more. It decides nothing unless all the tied have the same
    number of game points.
    """
    totals = inputs.by_score("gp").totals
    if len({totals[team] for team in tied}) > 1:
        return [list(tied)]
    counts = inputs.get_or_compute(_board_counts)
    return _group_by(tied, lambda team: (sum(counts[team]),))


def _inside_top_boards(
    inputs: TiebreakInput, options: Options, tied: Sequence[PlayerId], team: PlayerId
) -> Sum:
    """The points on the boards down to the first one that tells some of the tied apart."""
    points = inputs.get_or_compute(_board_points)
    return _by_board(points[team][: _first_difference(tied, points)])


@tiebreak_among_tied(
    "TBR",
    name="Top board results",
    about="Points scored on the first board; if still tied, on the second board, and so on.",
    clause="FIDE C.07, 12.2",
    teams_only=True,
    inside=_inside_top_boards,
)
def top_boards(inputs: TiebreakInput, options: Options, tied: Sequence[PlayerId]) -> Groups:
    """More points on the first board on which two teams differ (C.07, 12.2)."""
    points = inputs.get_or_compute(_board_points)
    return _group_by(tied, lambda team: tuple(-amount for amount in points[team]))


def _points_left(inputs: TiebreakInput) -> dict[PlayerId, list[int]]:
    """Every team's points without the last board, without the last two ... down to the first."""
    points = inputs.get_or_compute(_board_points)
    return {team: list(accumulate(of))[-2::-1] for team, of in points.items()}


def _inside_bottom_boards(
    inputs: TiebreakInput, options: Options, tied: Sequence[PlayerId], team: PlayerId
) -> Sum:
    """The points on the boards that are left when some of the tied differ for the first time."""
    points = inputs.get_or_compute(_board_points)
    out = _first_difference(tied, inputs.get_or_compute(_points_left)) or 0
    return _by_board(points[team][: len(points[team]) - out])


@tiebreak_among_tied(
    "BBE",
    name="Bottom board elimination",
    about="Points scored without the last board; if still tied, without the last two, and so on.",
    clause="FIDE C.07, 12.3",
    teams_only=True,
    inside=_inside_bottom_boards,
)
def bottom_boards(inputs: TiebreakInput, options: Options, tied: Sequence[PlayerId]) -> Groups:
    """More points when the fewest boards are left out that make a difference (C.07, 12.3)."""
    left = inputs.get_or_compute(_points_left)
    return _group_by(tied, lambda team: tuple(-amount for amount in left[team]))
