"""Tie-breaks of card games: Magic and its family, Pokemon, Yu-Gi-Oh, Flesh and Blood."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry
from fairpair.core.results import Mark
from fairpair.core.rounds import FIRST_ROUND, RoundRef
from fairpair.engine.standings.codes import Options
from fairpair.engine.standings.scoring import NO_GAMES
from fairpair.engine.standings.sheet import AWARDED_BYES, Kind, PlayerRound, Sheet
from fairpair.engine.standings.tiebreak import Part, Sum, TiebreakFn, tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.averages import (
    NOTHING,
    Share,
    Shares,
    all_shares,
    counted_rounds,
    mean_over_opponents,
    point_shares,
    rounds_with_opponent,
)
from fairpair.language.message import Message

MAGIC = ("magic", "lorcana", "cards")
MAGIC_RULES = "Magic Tournament Rules of 2025, appendix C"
POKEMON_RULES = "Play! Pokemon Tournament Rules Handbook 2026"
YUGIOH_RULES = "Yu-Gi-Oh! TCG Tournament Policy 2.5, tie-break number"
FLESH_AND_BLOOD_RULES = "Flesh and Blood, Pairings and Tiebreaker Policy"

_BYES = AWARDED_BYES | {Kind.HALF_BYE, Kind.ZERO_BYE}
_LATE, _ON_TIME = Message("term.entered-late"), Message("term.entered-on-time")
_BY_RESULT = ("", "mp", "gp")


# --- Floors ---------------------------------------------------------------------------------------
# `omw_floor` and `gw_floor` are put under each opponent's percentage, not under the mean.


def apply_floor(share: Share, floor: Fraction) -> Share:
    """The share, or the floor if that is more; the floor too for nothing out of nothing."""
    return floor.as_integer_ratio() if _is_below(share, floor) or not share[1] else share


def _floor_note(share: Share, floor: Fraction) -> Message | None:
    return Message("term.floor") if _is_below(share, floor) else None


def _is_below(share: Share, floor: Fraction) -> bool:
    return share[0] * floor.denominator < floor.numerator * share[1]


# --- Which rounds and points count ----------------------------------------------------------------


def _without_byes(sheet: Sheet) -> Sheet:
    """The sheet with nothing but matches; a round missed by a late entry is a lost one."""
    rows = {player: [r for r in row if r.kind not in _BYES] for player, row in sheet.rows.items()}
    return replace(sheet, rows=rows)


def _by_result(inputs: TiebreakInput) -> TiebreakInput:
    """With points for wins and draws, also where a named score ranks the players."""
    if inputs.rules.primary_score in _BY_RESULT:
        return inputs
    return inputs.with_sheet(_points_by_result)


def _points_by_result(sheet: Sheet) -> Sheet:
    points = {Mark.WIN: sheet.win, Mark.DRAW: sheet.draw, Mark.LOSS: sheet.loss, None: 0}
    return sheet.map_rounds(lambda round_: round_._replace(points=points[round_.mark]))


def _match_inputs(inputs: TiebreakInput) -> TiebreakInput:
    """The rounds that match-win percentages are taken of (`byes_in_match_win`)."""
    inputs = _by_result(inputs)
    return inputs if inputs.rules.byes_in_match_win else inputs.with_sheet(_without_byes)


def _worth_of_win(inputs: TiebreakInput) -> int:
    """The points of a win, never nothing: one can divide by it."""
    return max(1, inputs.sheet.win)


# --- Magic ----------------------------------------------------------------------------------------


def match_shares(inputs: TiebreakInput) -> Shares:
    """MW% before the floor: match points by what wins in all rounds would have brought."""
    chosen = _match_inputs(inputs)
    win = _worth_of_win(chosen)
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
    return _floor_note(inputs.get_or_compute(match_shares)[round_.opponent], inputs.rules.omw_floor)


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
    return _floor_note((points, 3 * games), inputs.rules.gw_floor)


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
    rows, win = chosen.get_or_compute(counted_rounds), _worth_of_win(chosen)
    floor = inputs.rules.omw_floor

    def sum_of(player: PlayerId) -> Sum:
        row = rows[player]
        if not row:
            return NOTHING
        return Sum(row, [r.points for r in row], win, len(row), least=floor)

    return sum_of


# --- Pokemon --------------------------------------------------------------------------------------


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

    Byes are no match, neither here nor there; a round missed by a late entry is a lost one.
    """
    draw = inputs.rules.draw_win_share
    shares = {}
    for player, row in inputs.with_sheet(_without_byes).sheet.rows.items():
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
    return _floor_note(share, rules.omw_floor)


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


# --- Yu-Gi-Oh -------------------------------------------------------------------------------------
# The formula was recovered from a tournament file of Konami's KTS 3.0 (October 2018, 21 players):
# it gives all 21 numbers on both parts. The Tournament Policy prints only the form of the number.

_DIGITS = 1000


def _pool_shares(inputs: TiebreakInput, totals: Mapping[PlayerId, Share]) -> TiebreakFn:
    """All points of the opponents by wins in all rounds of theirs; 0 without an opponent.

    What stands after the third digit is a term of its own, so that all terms add up.
    """
    win, met = _worth_of_win(_by_result(inputs)), inputs.get_or_compute(rounds_with_opponent)

    def sum_of(player: PlayerId) -> Sum:
        row = met[player]
        if not row:
            return NOTHING
        rounds = sum([totals[r.opponent][1] for r in row])
        amounts = [_DIGITS * totals[r.opponent][0] for r in row]
        rest = sum(amounts) % (win * rounds)
        parts: list[Part] = [*row, Message("term.digits")]
        return Sum(parts, [*amounts, -rest], _DIGITS * win, rounds)

    return sum_of


def _own_records(inputs: TiebreakInput) -> dict[PlayerId, Share]:
    """Everybody's points and rounds: a bye is won, a missed round lost."""
    return _by_result(inputs).get_or_compute(point_shares)


def _opponents_records(inputs: TiebreakInput) -> dict[PlayerId, Share]:
    """The points and rounds of all of somebody's opponents, one for each meeting."""
    own = inputs.get_or_compute(_own_records)
    return {
        player: (
            sum([own[r.opponent][0] for r in row]),
            sum([own[r.opponent][1] for r in row]),
        )
        for player, row in inputs.get_or_compute(rounds_with_opponent).items()
    }


@tiebreak(
    "ygo_owp",
    name="Opponents' win rate, pooled",
    about="The opponents' total match points divided by what they would have for"
    " winning every round, to three digits.",
    clause=f"{YUGIOH_RULES}, as a file of KTS 3.0 has it",
    range="0 to 1",
    games=("yugioh",),
    shown="percent",
    terms="points",
)
def pooled_opponents_win(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Pooled: an opponent with more rounds weighs more. Byes are won rounds, there is no floor.

    Part B of the tie-break number (Tournament Policy 2.5).
    """
    return _pool_shares(inputs, inputs.get_or_compute(_own_records))


@tiebreak(
    "ygo_oowp",
    name="Opponents' opponents' win rate, pooled",
    about="The pooled win rate of all the opponents' opponents, to three digits.",
    clause=f"{YUGIOH_RULES}, as a file of KTS 3.0 has it",
    range="0 to 1",
    games=("yugioh",),
    shown="percent",
    terms="points",
)
def pooled_opponents_opponents_win(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Pooled over the opponents of all opponents, the player included, with repetition.

    Part C of the tie-break number (Tournament Policy 2.5).
    """
    return _pool_shares(inputs, inputs.get_or_compute(_opponents_records))


@tiebreak(
    "late_losses",
    name="Late losses",
    about="The sum of the squared numbers of the rounds lost: later losses are better.",
    clause=f"{YUGIOH_RULES}, last part",
    range="0 and up",
    games=("yugioh",),
    shown="whole",
)
def late_losses(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Losing rounds 3 and 5 makes 9 + 25; a round missed by a late entry is lost.

    Part D of the tie-break number (Tournament Policy 2.5).
    """
    rows = inputs.sheet.rows

    def sum_of(player: PlayerId) -> Sum:
        lost = [r for r in rows[player] if r.mark is Mark.LOSS]
        return Sum(lost, [r.round_no**2 for r in lost])

    return sum_of


# --- Flesh and Blood ------------------------------------------------------------------------------


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
    """Lost by played matches; a draw is no loss, a bye no match (Policy, PML).

    Undefined without a match.
    """
    rows = inputs.with_sheet(_without_byes).get_or_compute(counted_rounds)

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
