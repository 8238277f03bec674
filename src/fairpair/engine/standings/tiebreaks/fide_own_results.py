"""FIDE's tie-breaks on a player's own results (C.07, article 7)."""

from itertools import accumulate

from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark
from fairpair.engine.standings.codes import Options
from fairpair.engine.standings.sheet import VOLUNTARY, Kind, PlayerRound, Sheet
from fairpair.engine.standings.tiebreak import (
    Sum,
    TiebreakFn,
    count,
    tiebreak,
)
from fairpair.engine.standings.tiebreak_input import TiebreakInput, points_by_round
from fairpair.language.message import Message


@tiebreak(
    "WIN",
    name="Wins",
    about="Rounds that earned the points for a win, including forfeit wins and byes.",
    clause="FIDE C.07, 7.1",
    range="0 to rounds",
    games=("chess",),
    scores=True,
    compares=True,
    shown="whole",
)
def wins(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """A forfeit win and a bye count if they are worth a win (C.07, 7.1)."""
    sheet = inputs.by_score(options.score).sheet
    return lambda player: count([r for r in sheet.rows[player] if r.points >= sheet.win])


@tiebreak(
    "WON",
    name="Games won",
    about="Games won over the board.",
    clause="FIDE C.07, 7.2",
    range="0 to rounds",
    games=("chess",),
    scores=True,
    compares=True,
    shown="whole",
)
def games_won(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Forfeits do not count as games here, not even in a round robin (C.07, 7.2)."""
    rows = inputs.sheet.rows

    def sum_of(player: PlayerId) -> Sum:
        row = rows[player]
        return count([r for r in row if r.kind is Kind.PLAYED and r.mark is Mark.WIN])

    return sum_of


@tiebreak(
    "BPG",
    name="Games with Black",
    about="Games played over the board with the black pieces.",
    clause="FIDE C.07, 7.3",
    range="0 to rounds",
    games=("chess",),
    shown="whole",
)
def black_games(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Over the board only (C.07, 7.3)."""
    rows = inputs.sheet.rows
    return lambda player: count([r for r in rows[player] if _is_black(r)])


def _is_black(round_: PlayerRound) -> bool:
    return round_.kind is Kind.PLAYED and round_.side == 1


@tiebreak(
    "BWG",
    name="Wins with Black",
    about="Games won over the board with the black pieces.",
    clause="FIDE C.07, 7.4",
    range="0 to rounds",
    games=("chess",),
    shown="whole",
)
def black_wins(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Over the board only (C.07, 7.4)."""
    rows = inputs.sheet.rows

    def sum_of(player: PlayerId) -> Sum:
        return count([r for r in rows[player] if _is_black(r) and r.mark is Mark.WIN])

    return sum_of


@tiebreak(
    "PS",
    name="Progressive score",
    about="The sum of the scores after each round: early wins count for more.",
    clause="FIDE C.07, 7.5",
    range="0 to rounds x the best score",
    games=("chess",),
    modifiers="C",
    scores=True,
)
def progressive(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """The sum of the score after each round; a cut takes the first rounds (C.07, 7.5, 14.1.2 c)."""
    sheet = inputs.by_score(options.score).sheet
    cut = range(options.cut_low)

    def sum_of(player: PlayerId) -> Sum:
        row = sheet.rows[player]
        amounts = list(accumulate([r.points for r in row]))
        parts = [Message("term.after-round", round=r.round_no) for r in row]
        return Sum(parts, amounts, sheet.unit, cut=cut[: len(row)])

    return sum_of


@tiebreak(
    "REP",
    name="Rounds elected to play",
    about="Rounds the player chose to play: all except requested byes and forfeit losses.",
    clause="FIDE C.07, 7.6 (GE before August 2024)",
    range="0 to rounds",
    games=("chess",),
    shown="whole",
)
def rounds_elected(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """All rounds but requested byes and forfeit losses (C.07, 7.6)."""
    rows = inputs.sheet.rows
    return lambda player: count([r for r in rows[player] if r.kind not in VOLUNTARY])


@tiebreak(
    "STD",
    name="Standard points",
    about="One point for each round in which the player scored more than the opponent,"
    " half a point if equal.",
    clause="FIDE C.07, 7.7 (since 2026)",
    range="0 to rounds",
    games=("chess",),
    scores=True,
    compares=True,
)
def standard_points(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Compared with what the scheduled opponent got in the round, or unpaired with a draw (7.7).

    So a double forfeit is an equal round, half a point for each, as the text says; some programs
    compare it with a draw and give nothing.
    """
    inputs = inputs.by_score(options.score)
    sheet, got = inputs.sheet, inputs.get_or_compute(points_by_round)

    def sum_of(player: PlayerId) -> Sum:
        row = sheet.rows[player]
        return Sum(row, [_standard_halves(r, got, sheet) for r in row], 2)

    return sum_of


def _standard_halves(
    round_: PlayerRound, got: dict[tuple[PlayerId, int], int], sheet: Sheet
) -> int:
    against = got[round_.opponent, round_.round_no] if round_.paired else sheet.draw
    return 2 if round_.points > against else 1 if round_.points == against else 0


@tiebreak(
    "TPN",
    name="Pairing number",
    about="The number in the list of players; the lower number ranks higher.",
    clause="FIDE C.07, 7.8 (since 2026)",
    range="1 and up",
    games=("chess",),
    lower_is_better=True,
    modifiers="R",
    shown="whole",
    last=True,
)
def pairing_number(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """The lower number first; with /R the higher one (C.07, 7.8)."""
    return lambda player: Sum([Message("term.pairing-number")], [inputs.numbers[player]])
