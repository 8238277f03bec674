"""Tie-breaks of Pokemon."""

from dataclasses import replace
from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry
from fairpair.core.results import Mark
from fairpair.core.rounds import FIRST_ROUND, RoundRef
from fairpair.engine.standings.codes import Options
from fairpair.engine.standings.sheet import PlayerRound
from fairpair.engine.standings.tiebreak import Sum, TiebreakFn, tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.averages import (
    Share,
    Shares,
    all_shares,
    mean_over_opponents,
)
from fairpair.engine.standings.tiebreaks.card_rounds import (
    apply_floor,
    floor_note,
    without_byes,
)
from fairpair.language.message import Message

POKEMON_RULES = "Play! Pokemon Tournament Rules Handbook 2026"

_LATE, _ON_TIME = Message("term.entered-late"), Message("term.entered-on-time")


@tiebreak(
    "on_time",
    name="On time",
    about="1 for players who joined before round 1, 0 for late entries.",
    clause=f"{POKEMON_RULES}, 5.6, from reports about it",
    range="0 or 1",
    games=("pokemon",),
    shown="whole",
)
def on_time(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """1 for players entered for round 1, 0 for later entries (handbook 2026, 5.6)."""
    entries = inputs.entries

    def sum_of(player: PlayerId) -> Sum:
        late = entries[player].periods[0].first > FIRST_ROUND
        return Sum([_LATE if late else _ON_TIME], [int(not late)])

    return sum_of


def _win_shares(inputs: TiebreakInput) -> Shares:
    """Won of played matches before floor and cap; a draw is `draw_win_share` of a win.

    Byes do not count as matches; a round missed by a late entry counts as lost.
    """
    draw = inputs.rules.draw_win_share
    shares = {}
    for player, row in inputs.with_sheet(without_byes).sheet.rows.items():
        marks = [r.mark for r in row]
        won = draw.denominator * marks.count(Mark.WIN) + draw.numerator * marks.count(Mark.DRAW)
        shares[player] = (won, draw.denominator * len(row))
    return shares


def _win_percentages(inputs: TiebreakInput) -> Shares:
    """At least `omw_floor`, also without any match; at most `dropped_cap` after a drop."""
    rules, gone = inputs.rules, inputs.get_or_compute(_dropped_players)

    def limited(player: PlayerId, share: Share) -> Share:
        share = apply_floor(share, rules.omw_floor)
        capped = player in gone and _is_above(share, rules.dropped_cap)
        return rules.dropped_cap.as_integer_ratio() if capped else share

    return {
        player: limited(player, share)
        for player, share in inputs.get_or_compute(_win_shares).items()
    }


def _is_above(share: Share, cap: Fraction) -> bool:
    return share[0] * cap.denominator > cap.numerator * share[1]


def _opponents_win(inputs: TiebreakInput) -> TiebreakFn:
    return mean_over_opponents(inputs, inputs.get_or_compute(_win_percentages))


def _note_of_win(
    inputs: TiebreakInput, options: Options, player: PlayerId, round_: PlayerRound
) -> Message | None:
    seen = _inputs_until_drop(inputs, player)
    share, rules = seen.get_or_compute(_win_shares)[round_.opponent], inputs.rules
    if round_.opponent in seen.get_or_compute(_dropped_players) and _is_above(
        share, rules.dropped_cap
    ):
        return Message("term.cap")
    return floor_note(share, rules.omw_floor)


@tiebreak(
    "owp",
    name="Opponents' win percentage",
    about="The mean of the opponents' win percentages, excluding byes, each subject to a minimum.",
    minimum="omw_floor",
    clause=f"{POKEMON_RULES}, 5.3, from reports about it",
    range="0 to 1",
    games=("pokemon", "cards"),
    shown="percent",
    note=_note_of_win,
)
def opponents_win_percentage(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """The mean of the opponents' win percentages; 0 without an opponent (handbook 2026, 5.3).

    Each is won by played matches without byes, at least `omw_floor`, and at most `dropped_cap` for
    who has dropped.
    """
    return lambda player: _inputs_until_drop(inputs, player).get_or_compute(_opponents_win)(player)


@tiebreak(
    "oowp",
    name="Opponents' opponents' win percentage",
    about="The mean of the opponents' own OW%.",
    clause=f"{POKEMON_RULES}, 5.3, from reports about it",
    range="0 to 1",
    games=("pokemon", "cards"),
    shown="percent",
)
def opponents_opponents_win_percentage(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """The mean of the opponents' `owp`, not of all their opponents together (handbook, 5.3).

    An opponent who has dropped counts with the `owp` of now, also with `freeze_dropped`: that is
    for the player's own rank only.
    """
    return lambda player: _inputs_until_drop(inputs, player).get_or_compute(
        _opponents_opponents_win
    )(player)


def _opponents_opponents_win(inputs: TiebreakInput) -> TiebreakFn:
    return mean_over_opponents(inputs, all_shares(inputs, inputs.get_or_compute(_opponents_win)))


def _dropped_players(inputs: TiebreakInput) -> set[PlayerId]:
    """Who has left before the end: is not there for the next round, or was not for the last.

    Who plays all rounds and then goes home, or leaves the knock-out, has not.
    """
    next_ = inputs.sheet.rounds + 1
    limit = inputs.rules.rounds
    round_ = RoundRef(1, next_ if limit is None else min(next_, limit))
    return {player for player, entry in inputs.entries.items() if not entry.plays_in(round_)}


def _inputs_until_drop(inputs: TiebreakInput, player: PlayerId) -> TiebreakInput:
    """What a player's own percentages come from.

    With `freeze_dropped` that is as it was after the round with which the player dropped.
    """
    return (
        inputs.get_or_compute(_frozen).get(player, inputs)
        if inputs.rules.freeze_dropped
        else inputs
    )


def _frozen(inputs: TiebreakInput) -> dict[PlayerId, TiebreakInput]:
    """For everybody who has dropped, the inputs of that moment."""
    moments: dict[int, TiebreakInput] = {}
    found = {}
    for player in inputs.get_or_compute(_dropped_players):
        last = _last_round(inputs.entries[player], inputs.sheet.rounds)
        if last not in moments:
            moments[last] = _until(inputs, last)
        found[player] = moments[last]
    return found


def _last_round(entry: Entry, rounds: int) -> int:
    """The last round in which the player was there."""
    there = (n for n in range(rounds, 0, -1) if entry.plays_in(RoundRef(1, n)))
    return next(there, 0)


def _until(inputs: TiebreakInput, last: int) -> TiebreakInput:
    rows = inputs.sheet.rows
    early = {player: [r for r in row if r.round_no <= last] for player, row in rows.items()}
    sheet = replace(inputs.sheet, rows=early, rounds=last)
    return inputs.replace_sheet(sheet)
