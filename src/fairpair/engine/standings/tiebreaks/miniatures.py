"""Tie-breaks of miniature games and others with several scores a match."""

from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark
from fairpair.engine.standings.codes import Options
from fairpair.engine.standings.tiebreak import Sum, TiebreakFn, mean, tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput, points_by_round
from fairpair.engine.standings.tiebreaks.averages import (
    Shares,
    all_shares,
    mean_over_opponents,
    point_shares,
    rounds_with_opponent,
    sum_over_opponents,
)

FFG = "FFG tournament rules (Star Wars: Legion 2018, X-Wing); Netrunner: Cobra"


@tiebreak(
    "opponent_wins",
    name="Opponents' wins",
    about="The sum of the opponents' match wins.",
    clause="Warhammer 40,000 Leviathan Tournament Companion 1.0 (2023), opponents' win record",
    range="0 to rounds x rounds",
    games=("miniatures",),
    shown="whole",
)
def opponent_wins(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """All wins of every opponent met, byes and no-shows included (Leviathan Companion)."""
    return sum_over_opponents(inputs, inputs.get_or_compute(_wins))


def _wins(inputs: TiebreakInput) -> dict[PlayerId, int]:
    rows = inputs.sheet.rows
    return {player: sum(r.mark is Mark.WIN for r in row) for player, row in rows.items()}


@tiebreak(
    "margin",
    name="Margin",
    about="The player's score minus the opponents': margin:vp for the difference in"
    " victory points.",
    clause="Age of Sigmar event packs, Star Wars: Legion 2.0 (2020); Scrabble: spread",
    range="any, also below 0",
    games=("miniatures", "scrabble"),
    scores=True,
)
def margin(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """`margin:vp`; a bye counts with what the rules give for it, against nothing."""
    inputs = inputs.by_score(options.score)
    sheet, scored = inputs.sheet, inputs.get_or_compute(points_by_round)

    def sum_of(player: PlayerId) -> Sum:
        row = sheet.rows[player]
        amounts = [r.points - scored.get((r.opponent, r.round_no), 0) for r in row]
        return Sum(row, amounts, sheet.unit)

    return sum_of


@tiebreak(
    "mean",
    name="Mean per match",
    about="A score averaged over matches with an opponent, for example mean:vp; byes are left out.",
    clause="Infinity ITS 2014: a bye counts as the mean of one's own rounds",
    range="any",
    games=("infinity", "miniatures"),
    scores=True,
)
def mean_score(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """`mean:vp` over the rounds with an opponent, so a bye costs nothing; undefined without one."""
    inputs = inputs.by_score(options.score)
    met, unit = inputs.get_or_compute(rounds_with_opponent), inputs.sheet.unit

    def sum_of(player: PlayerId) -> Sum | None:
        row = met[player]
        return mean(row, [r.points for r in row], unit)

    return sum_of


@tiebreak(
    "ffg_sos",
    name="Strength of schedule, mean",
    about="The mean of the opponents' points per round played.",
    clause=FFG,
    range="0 to a win",
    games=("miniatures", "netrunner"),
)
def mean_strength_of_schedule(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """The mean of each opponent's points by rounds played; 0 without an opponent (FFG).

    A bye gives no opponent, but its points and its round are in the average of who had it.
    """
    return inputs.get_or_compute(_mean_schedules)


def _mean_schedules(inputs: TiebreakInput) -> TiebreakFn:
    """Made once for both tie-breaks that need it."""
    unit = inputs.sheet.unit
    averages: Shares = {
        player: (points, unit * max(1, rounds))
        for player, (points, rounds) in inputs.get_or_compute(point_shares).items()
    }
    return mean_over_opponents(inputs, averages)


@tiebreak(
    "ffg_esos",
    name="Extended strength of schedule",
    about="The mean of the opponents' mean strengths of schedule.",
    clause=FFG,
    range="0 to a win",
    games=("miniatures", "netrunner"),
)
def extended_strength_of_schedule(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """`ffg_sos` of every opponent met; 0 without one (FFG)."""
    return mean_over_opponents(inputs, all_shares(inputs, inputs.get_or_compute(_mean_schedules)))
