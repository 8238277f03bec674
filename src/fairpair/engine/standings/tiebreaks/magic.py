"""Tie-breaks of Magic and its family."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Options
from fairpair.engine.standings.scoring import NO_GAMES
from fairpair.engine.standings.sheet import PlayerRound
from fairpair.engine.standings.tiebreak import Sum, TiebreakFn, tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.averages import (
    NOTHING,
    Share,
    Shares,
    counted_rounds,
    mean_over_opponents,
    point_shares,
)
from fairpair.engine.standings.tiebreaks.card_rounds import (
    apply_floor,
    by_result,
    floor_note,
    without_byes,
    worth_of_win,
)
from fairpair.language.message import Message

MAGIC = ("magic", "lorcana", "cards")
MAGIC_RULES = "Magic Tournament Rules of 2025, appendix C"


def _match_inputs(inputs: TiebreakInput) -> TiebreakInput:
    """The rounds that match-win percentages are taken of (`byes_in_match_win`)."""
    inputs = by_result(inputs)
    return inputs if inputs.rules.byes_in_match_win else inputs.with_sheet(without_byes)


def match_shares(inputs: TiebreakInput) -> Shares:
    """MW% before the floor: match points by what wins in all rounds would have brought."""
    chosen = _match_inputs(inputs)
    win = worth_of_win(chosen)
    return {
        p: (points, win * rounds)
        for p, (points, rounds) in chosen.get_or_compute(point_shares).items()
    }


def match_win(inputs: TiebreakInput) -> Shares:
    """MW%: at least `omw_floor` each."""
    floor = inputs.rules.omw_floor
    return {
        p: apply_floor(share, floor) for p, share in inputs.get_or_compute(match_shares).items()
    }


def _note_of_match_win(
    inputs: TiebreakInput, options: Options, player: PlayerId, round_: PlayerRound
) -> Message | None:
    return floor_note(inputs.get_or_compute(match_shares)[round_.opponent], inputs.rules.omw_floor)


@tiebreak(
    "omw",
    name="Opponents' match-win percentage",
    about="The mean of the opponents' match-win percentages, each subject to a minimum.",
    minimum="omw_floor",
    clause=MAGIC_RULES,
    range="0 to 1",
    games=MAGIC,
    shown="percent",
    note=_note_of_match_win,
)
def opponents_match_win(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """The mean of the opponents' MW%, each at least `omw_floor`; 0 without an opponent (MTR, C).

    Byes of one's own give no opponent; the opponents' byes are in their MW% or not, as
    `byes_in_match_win` says: the rules can be read either way.
    """
    return mean_over_opponents(inputs, inputs.get_or_compute(match_win))


def games_of(inputs: TiebreakInput) -> dict[PlayerId, Share]:
    """Everybody's game points, 3 for a won and 1 for a drawn game, and the number of games."""
    totals = {}
    for player, row in inputs.sheet.rows.items():
        points = games = 0
        for round_ in row:
            won, lost, drawn = round_.games
            points += 3 * won + drawn
            games += won + lost + drawn
        totals[player] = (points, games)
    return totals


def _enough_games(inputs: TiebreakInput, games: int) -> bool:
    """Whether this number of games has a percentage."""
    return games >= max(1, inputs.rules.min_games_for_gw)


@tiebreak(
    "gw",
    name="Game-win percentage",
    about="The percentage of possible game points won, subject to a minimum.",
    minimum="gw_floor",
    clause=MAGIC_RULES,
    range="0 to 1",
    games=MAGIC,
    shown="percent",
    terms="points",
)
def game_win_percentage(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Game points, 3 for a won and 1 for a drawn game, by 3 for every game (MTR, C).

    At least `gw_floor`. A bye counts with the games that the rules give for it. With fewer games
    than `min_games_for_gw` it is 0, without the floor (the Swiss Tournament System Design 1.0).
    """
    rows, totals = inputs.sheet.rows, inputs.get_or_compute(games_of)
    floor = inputs.rules.gw_floor

    def sum_of(player: PlayerId) -> Sum:
        games = totals[player][1]
        if not _enough_games(inputs, games):
            return Sum([Message("term.too-few-games")], [0])
        row = [r for r in rows[player] if r.games != NO_GAMES]
        points = [3 * won + drawn for won, _, drawn in [r.games for r in row]]
        return Sum(row, points, 1, 3 * games, least=floor)

    return sum_of


def game_win(inputs: TiebreakInput) -> Shares:
    """GW%: at least `gw_floor` each, but 0 with fewer games than `min_games_for_gw`."""
    floor = inputs.rules.gw_floor
    return {
        player: apply_floor((points, 3 * games), floor) if _enough_games(inputs, games) else (0, 1)
        for player, (points, games) in inputs.get_or_compute(games_of).items()
    }


def _note_of_game_win(
    inputs: TiebreakInput, options: Options, player: PlayerId, round_: PlayerRound
) -> Message | None:
    points, games = inputs.get_or_compute(games_of)[round_.opponent]
    if not _enough_games(inputs, games):
        return Message("term.too-few-games")
    return floor_note((points, 3 * games), inputs.rules.gw_floor)


@tiebreak(
    "ogw",
    name="Opponents' game-win percentage",
    about="The mean of the opponents' game-win percentages, each subject to a minimum.",
    minimum="gw_floor",
    clause=MAGIC_RULES,
    range="0 to 1",
    games=MAGIC,
    shown="percent",
    note=_note_of_game_win,
)
def opponents_game_win(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """The mean of the opponents' GW%, each at least `gw_floor`; 0 without an opponent (MTR, C).

    The games of an opponent's bye are among theirs in any case.
    """
    return mean_over_opponents(inputs, inputs.get_or_compute(game_win))


@tiebreak(
    "mw",
    name="Match-win percentage",
    about="The percentage of possible match points won, subject to a minimum.",
    minimum="omw_floor",
    clause=MAGIC_RULES,
    range="0 to 1",
    games=MAGIC,
    shown="percent",
)
def match_win_percentage(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Match points by those of wins in all rounds, at least `omw_floor`; 0 without any round.

    The rounds end with the drop: 1-3 and gone is 3/12. With `byes_in_match_win` a bye is a won
    round, else it is none (MTR, C).
    """
    chosen = _match_inputs(inputs)
    rows, win = chosen.get_or_compute(counted_rounds), worth_of_win(chosen)
    floor = inputs.rules.omw_floor

    def sum_of(player: PlayerId) -> Sum:
        row = rows[player]
        if not row:
            return NOTHING
        return Sum(row, [r.points for r in row], win, len(row), least=floor)

    return sum_of
