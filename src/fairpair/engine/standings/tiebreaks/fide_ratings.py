"""FIDE's tie-breaks by rating (C.07, article 10)."""

from collections.abc import Callable
from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.core.results import HALF_POINTS
from fairpair.engine.ratings.tables import difference, lowest_expecting
from fairpair.engine.standings.codes import Options
from fairpair.engine.standings.sheet import Kind, PlayerRound
from fairpair.engine.standings.tiebreak import Sum, TiebreakFn, tiebreak, undefined
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.language.message import Message

CHESS = ("chess",)
RATING_TIEBREAKS = ("ARO", "TPR", "PTP", "APRO", "APPO", "RTNG")
"""Those that look at ratings."""

# --- What all of them need ------------------------------------------------------------------------


RatingIn = Callable[[PlayerId, int], int]
"""The rating of a player in a round."""


def _ratings(inputs: TiebreakInput, options: Options) -> RatingIn | None:
    """Everybody's rating; none if somebody has none and no rule says what to take (10, /U).

    In a long event it is the first one, that of a chosen round, or that of each round.
    """
    rules, entries = inputs.rules, inputs.entries
    chosen = rules.rating_round if rules.tiebreak_ratings == "chosen" else 1
    found = {player: entry.rating_in(chosen) for player, entry in entries.items()}
    known = [rating for rating in found.values() if rating is not None]
    fallback = 0 if len(known) == len(found) else _unrated(inputs, options, known)
    if fallback is None:
        return None
    usual = {p: fallback if rating is None else rating for p, rating in found.items()}
    if rules.tiebreak_ratings != "round":
        return lambda player, _round_no: usual[player]
    return lambda player, round_no: entries[player].rating_in(round_no) or usual[player]


def _unrated(inputs: TiebreakInput, options: Options, known: list[int]) -> int | None:
    """What an unrated player counts as: the fixed value, else by the second method."""
    fixed = options.unrated if options.unrated is not None else inputs.rules.unrated_rating
    method = inputs.rules.unrated_method
    if fixed is not None or method == "none" or not known:
        return fixed
    return min(known) if method == "lowest" else _rounded(Fraction(sum(known), len(known)))


def _rounded(value: Fraction) -> int:
    """A whole rating, halves up: the mean of a team may be a fraction."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def _over_the_board(inputs: TiebreakInput, player: PlayerId) -> list[PlayerRound]:
    """The games that were played: forfeits are none, not even in a round robin (15.2)."""
    return [r for r in inputs.sheet.rows[player] if r.kind is Kind.PLAYED]


def _half_points(played: list[PlayerRound]) -> int:
    """The score of these games in half points, whatever the tournament gives for a win."""
    return sum(HALF_POINTS[r.mark] for r in played)


def _average_over_opponents(inputs: TiebreakInput, of: TiebreakFn) -> TiebreakFn:
    """The mean of another rating tie-break over the opponents met, rounded, halves up (10.4)."""
    values = {player: of(player) for player in inputs.sheet.rows}

    def sum_of(player: PlayerId) -> Sum | None:
        played = _over_the_board(inputs, player)
        sums = [values[r.opponent] for r in played]
        amounts = [total.ratio[0] for total in sums if total is not None]
        if not amounts or len(amounts) < len(sums):
            return None
        return Sum(played, amounts, 1, len(amounts), rounded=True)

    return sum_of


# --- The tie-breaks -------------------------------------------------------------------------------


@tiebreak(
    "ARO",
    name="Average rating of opponents",
    about="The mean rating of the opponents met over the board.",
    clause="FIDE C.07, 10.1",
    range="a rating",
    games=CHESS,
    modifiers="CMU",
    shown="whole",
)
def average_rating(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Of the opponents met over the board, rounded, halves up (C.07, 10.1).

    Cuts take the lowest ratings.
    """
    found = _ratings(inputs, options)
    if found is None:
        return undefined

    def sum_of(player: PlayerId) -> Sum | None:
        played = _over_the_board(inputs, player)
        amounts = [found(r.opponent, r.round_no) for r in played]
        left = sorted(range(len(amounts)), key=amounts.__getitem__)
        kept = left[options.cut_low : len(left) - options.cut_high]
        if not kept:
            return None
        cut = [*left[: options.cut_low], *left[len(left) - options.cut_high :]]
        return Sum(played, amounts, 1, len(kept), cut, rounded=True)

    return sum_of


@tiebreak(
    "TPR",
    name="Performance rating",
    about="The average rating of the opponents plus the difference that FIDE's table"
    " gives for the score.",
    clause="FIDE C.07, 10.2",
    range="a rating",
    games=CHESS,
    modifiers="U",
    shown="whole",
)
def performance(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """ARO plus the difference in FIDE's table for the percentage, rounded half up (C.07, 10.2)."""
    average = average_rating(inputs, options)

    def sum_of(player: PlayerId) -> Sum | None:
        aro = average(player)
        if aro is None:
            return None
        played = _over_the_board(inputs, player)
        percent = (100 * _half_points(played) + len(played)) // (2 * len(played))
        parts = [
            Message("term.average-rating"),
            Message("term.table-value", percent=percent),
        ]
        return Sum(parts, [aro.ratio[0], difference(percent)])

    return sum_of


@tiebreak(
    "PTP",
    name="Perfect tournament performance",
    about="The lowest rating at which the player's score would have been expected.",
    clause="FIDE C.07, 10.3",
    range="a rating",
    games=CHESS,
    modifiers="U",
    shown="whole",
)
def perfect_performance(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """The lowest rating with which the score made would have been expected (C.07, 10.3).

    Differences of more than 400 count as they are. For a score of zero it is the lowest
    opponent's rating less 800.
    """
    found = _ratings(inputs, options)
    if found is None:
        return undefined

    def sum_of(player: PlayerId) -> Sum | None:
        played = _over_the_board(inputs, player)
        if not played:
            return None
        opponents = [found(r.opponent, r.round_no) for r in played]
        half = _half_points(played)
        score = f"{half // 2}.5" if half % 2 else f"{half // 2}"
        part = Message("term.lowest-rating", score=score)
        return Sum([part], [lowest_expecting(50 * half, opponents)])

    return sum_of


@tiebreak(
    "APRO",
    name="Average of opponents' performance rating",
    about="The mean performance rating of the opponents met over the board.",
    clause="FIDE C.07, 10.4",
    range="a rating",
    games=CHESS,
    modifiers="U",
    shown="whole",
)
def average_performance(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Of the opponents met over the board, rounded, halves up (C.07, 10.4)."""
    return _average_over_opponents(inputs, performance(inputs, options))


@tiebreak(
    "APPO",
    name="Average of opponents' perfect performance",
    about="The mean perfect performance of the opponents met over the board.",
    clause="FIDE C.07, 10.5",
    range="a rating",
    games=CHESS,
    modifiers="U",
    shown="whole",
)
def average_perfect(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Of the opponents met over the board, rounded, halves up (C.07, 10.5)."""
    return _average_over_opponents(inputs, perfect_performance(inputs, options))


@tiebreak(
    "RTNG",
    name="Rating",
    about="The player's rating; not used if any player is unrated and no rating is"
    " assumed for unrated players.",
    clause="FIDE C.07, 10.6 (since 2026)",
    range="a rating",
    games=CHESS,
    modifiers="RU",
    shown="whole",
)
def own_rating(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """The higher one first; with /R the lower one (C.07, 10.6)."""
    found = _ratings(inputs, options)
    if found is None:
        return undefined
    return lambda player: Sum([Message("term.rating")], [found(player, 1)])
