"""Tie-breaks of Flesh and Blood."""

from itertools import accumulate

from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark
from fairpair.engine.standings.codes import Options
from fairpair.engine.standings.sheet import PlayerRound
from fairpair.engine.standings.tiebreak import Sum, TiebreakFn, tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.averages import (
    Shares,
    all_shares,
    counted_rounds,
    mean_over_opponents,
)
from fairpair.engine.standings.tiebreaks.card_rounds import (
    without_byes,
)

FLESH_AND_BLOOD_RULES = "Flesh and Blood, Pairings and Tiebreaker Policy"


@tiebreak(
    "ctb",
    name="Cumulative tie-break",
    about="A quarter of the value after the previous round, plus all wins so far:"
    " later losses are better.",
    clause=f"{FLESH_AND_BLOOD_RULES}, CTB",
    range="0 to rounds x 4/3",
    games=("flesh and blood",),
)
def cumulative_wins(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """After each round a quarter of what it was, and the wins so far; byes are wins (Policy, CTB).

    So a round's wins weigh four times as much as those of the round before. It ends with the drop.
    """
    rows = inputs.get_or_compute(counted_rounds)
    return lambda player: _cumulative_sum(rows[player])


def _cumulative_sum(row: list[PlayerRound]) -> Sum:
    wins = accumulate([int(r.mark is Mark.WIN) for r in row])
    # In units of the first round's weight, the smallest, all amounts are whole.
    amounts = [total << 2 * place for place, total in enumerate(wins)]
    return Sum(row, amounts, 1 << 2 * max(0, len(row) - 1))


def _cumulative_shares(inputs: TiebreakInput) -> Shares:
    rows = inputs.get_or_compute(counted_rounds)
    return {player: _cumulative_sum(row).ratio for player, row in rows.items()}


@tiebreak(
    "pml",
    name="Match loss percentage",
    about="The percentage of matches lost; draws do not count as losses. Lower is better.",
    clause=f"{FLESH_AND_BLOOD_RULES}, PML",
    range="0 to 1",
    games=("flesh and blood",),
    lower_is_better=True,
    shown="percent",
    terms="whole",
)
def match_loss(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Lost by played matches; draws are not losses, byes are not matches (Policy, PML).

    Undefined without a match.
    """
    rows = inputs.with_sheet(without_byes).get_or_compute(counted_rounds)

    def sum_of(player: PlayerId) -> Sum | None:
        row = rows[player]
        lost = [r for r in row if r.mark is Mark.LOSS]
        return Sum(lost, [1] * len(lost), 1, len(row)) if row else None

    return sum_of


@tiebreak(
    "oml",
    name="Opponents' match loss percentage",
    about="The mean of the opponents' match loss percentages. Lower is better.",
    clause=f"{FLESH_AND_BLOOD_RULES}, OML",
    range="0 to 1",
    games=("flesh and blood",),
    lower_is_better=True,
    shown="percent",
)
def opponents_match_loss(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Of every opponent met; undefined, and therefore last, without one (Policy, OML)."""
    return mean_over_opponents(inputs, all_shares(inputs, match_loss(inputs, options)), alone=None)


@tiebreak(
    "octb",
    name="Opponents' cumulative tie-break",
    about="The mean of the opponents' cumulative tie-breaks.",
    clause=f"{FLESH_AND_BLOOD_RULES}, OCTB",
    range="0 to rounds x 4/3",
    games=("flesh and blood",),
)
def opponents_cumulative_wins(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """The mean of the opponents' `ctb`; 0 without an opponent (Policy, OCTB)."""
    return mean_over_opponents(inputs, inputs.get_or_compute(_cumulative_shares))
