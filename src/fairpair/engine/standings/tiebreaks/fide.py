"""FIDE's tie-breaks for individuals that need no rating (C.07, articles 6 to 9)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from math import lcm

from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.results import Mark
from fairpair.engine.standings.codes import Options
from fairpair.engine.standings.sheet import VOLUNTARY, Kind, PlayerRound, Sheet
from fairpair.engine.standings.tiebreak import (
    Groups,
    Sum,
    TiebreakFn,
    count,
    mean,
    tiebreak,
    tiebreak_among_tied,
)
from fairpair.engine.standings.tiebreak_input import TiebreakInput, points_by_round
from fairpair.engine.standings.tiebreaks.unplayed_rounds import (
    Cutter,
    before_last_round,
    contributions,
    counted_rows,
    games,
    note_of_contribution,
)
from fairpair.language.message import Message

CHESS = ("chess",)


# --- Direct encounter (6) -------------------------------------------------------------------------


def points_in_encounter(
    inputs: TiebreakInput, options: Options, tied: Sequence[PlayerId], player: PlayerId
) -> Sum:
    """The player's points from the games among the tied; each of n games with one of them is
    worth an nth (6.1.2).
    """
    inputs = inputs.by_score(options.score)
    kinds = games(inputs, options)
    others = set(tied)
    against = [r for r in inputs.sheet.rows[player] if r.opponent in others and r.kind in kinds]
    met = Counter(r.opponent for r in against)
    finer = lcm(*met.values())
    amounts = [r.points * (finer // met[r.opponent]) for r in against]
    return Sum(against, amounts, inputs.sheet.unit * finer)


@tiebreak_among_tied(
    "DE",
    name="Direct encounter",
    about="The games among the players still tied, if they settle the order regardless"
    " of any missing games.",
    clause="FIDE C.07, 6",
    modifiers="P",
    scores=True,
    compares=True,
    inside=points_in_encounter,
)
def direct_encounter(inputs: TiebreakInput, options: Options, tied: Sequence[PlayerId]) -> Groups:
    """The tied in groups, best first; one group if it decides nothing (C.07, 6).

    All have met: the table of their games ranks them (6.2). Otherwise whoever would be alone on
    top whatever the missing games bring is first, then the same for the next place (6.3). Every
    smaller group that is left is treated again from scratch.
    """
    return _split_encounter(inputs.by_score(options.score), options, list(tied))


def _split_encounter(inputs: TiebreakInput, options: Options, tied: list[PlayerId]) -> Groups:
    if len(tied) < 2:
        return [tied]
    groups = encounter_once(inputs, options, tied)
    if len(groups) == 1:
        return groups
    return [smaller for group in groups for smaller in _split_encounter(inputs, options, group)]


def encounter_once(inputs: TiebreakInput, options: Options, tied: Sequence[PlayerId]) -> Groups:
    """What the games among the tied settle at once, without a second look at smaller groups."""
    mutual = _scores_among(inputs, options, tied)
    low = {player: sum(scores, Fraction(0)) for player, scores in mutual.items()}
    win, loss, rest = inputs.sheet.win, inputs.sheet.loss, len(tied) - 1
    missing = {player: rest - len(scores) for player, scores in mutual.items()}
    if not any(missing.values()):
        return _by_score(low, tied)
    # Everybody between losing and winning all the games that are missing.
    high = {player: low[player] + win * missing[player] for player in tied}
    low = {player: low[player] + loss * missing[player] for player in tied}
    return _certain(low, high, tied)


def _scores_among(
    inputs: TiebreakInput, options: Options, tied: Sequence[PlayerId]
) -> dict[PlayerId, list[Fraction]]:
    """For each of the tied the points against each other one met; of several games the mean."""
    inside, kinds = set(tied), games(inputs, options)
    found = {}
    for player in tied:
        against: dict[PlayerId, list[int]] = {}
        for round_ in inputs.sheet.rows[player]:
            if round_.opponent in inside and round_.kind in kinds:
                against.setdefault(round_.opponent, []).append(round_.points)
        found[player] = [Fraction(sum(points), len(points)) for points in against.values()]
    return found


def _by_score(scores: dict[PlayerId, Fraction], tied: Sequence[PlayerId]) -> Groups:
    groups: dict[Fraction, list[PlayerId]] = {}
    for player in tied:
        groups.setdefault(scores[player], []).append(player)
    return [groups[score] for score in sorted(groups, reverse=True)]


def _certain(
    low: dict[PlayerId, Fraction], high: dict[PlayerId, Fraction], tied: Sequence[PlayerId]
) -> Groups:
    """First those whose places are certain, one by one; then all others together."""
    left = sorted(tied, key=lambda player: high[player], reverse=True)
    certain: Groups = []
    while len(left) > 1:
        best = max(left, key=lambda player: low[player])
        # `left` is by the most one can have: the first of the others is the one to fear.
        rival = left[1] if left[0] == best else left[0]
        if low[best] <= high[rival]:
            break
        certain.append([best])
        left.remove(best)
    behind = set(left)
    rest = [player for player in tied if player in behind]
    return [*certain, rest]


# --- Own results (7) ------------------------------------------------------------------------------


@tiebreak(
    "WIN",
    name="Wins",
    about="Rounds that earned the points for a win, including forfeit wins and byes.",
    clause="FIDE C.07, 7.1",
    range="0 to rounds",
    games=CHESS,
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
    games=CHESS,
    scores=True,
    compares=True,
    shown="whole",
)
def games_won(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Forfeits are no games here, not even in a round robin (C.07, 7.2)."""
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
    games=CHESS,
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
    games=CHESS,
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
    games=CHESS,
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
    games=CHESS,
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
    games=CHESS,
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
    games=CHESS,
    lower_is_better=True,
    modifiers="R",
    shown="whole",
    last=True,
)
def pairing_number(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """The lower number first; with /R the higher one (C.07, 7.8)."""
    return lambda player: Sum([Message("term.pairing-number")], [inputs.numbers[player]])


# --- Opponents' scores (8, 9) ---------------------------------------------------------------------


def _effective_inputs(inputs: TiebreakInput, options: Options) -> TiebreakInput:
    """With /F what Fore Buchholz looks at: BH/F and FB are the same."""
    inputs = inputs.by_score(options.score)
    return before_last_round(inputs) if options.fore else inputs


def _note_of_buchholz(
    inputs: TiebreakInput, options: Options, player: PlayerId, round_: PlayerRound
) -> Message | None:
    return note_of_contribution(_effective_inputs(inputs, options), options, player, round_)


@tiebreak(
    "BH",
    name="Buchholz",
    about="The sum of the opponents' scores; a player's own unplayed rounds count as"
    " games against a dummy opponent.",
    clause="FIDE C.07, 8.1",
    range="0 to rounds x the best score",
    games=CHESS,
    modifiers="CMPF",
    scores=True,
    compares=True,
    swiss_only=True,
    note=_note_of_buchholz,
)
def buchholz(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """The opponents' adjusted scores; an unplayed round counts by a dummy (C.07, 8.1, 16.4)."""
    inputs = _effective_inputs(inputs, options)
    rows, of = inputs.get_or_compute(counted_rows), contributions(inputs, options)
    cutter = Cutter(inputs, options, inputs.sheet.unit)

    def sum_of(player: PlayerId) -> Sum:
        amounts = of[player]
        return cutter(rows[player], amounts, amounts)

    return sum_of


@tiebreak(
    "AOB",
    name="Average of opponents' Buchholz",
    about="How strong the opponents' opponents were.",
    clause="FIDE C.07, 8.2",
    range="0 to rounds x the best score",
    games=CHESS,
    modifiers="F",
    scores=True,
    compares=True,
    swiss_only=True,
)
def average_of_opponents_buchholz(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Of the opponents met over the board; with /F of their Fore Buchholz (C.07, 8.2).

    Not rounded.
    """
    sheet = inputs.by_score(options.score).sheet
    of = buchholz(inputs, options)
    values = {player: sum(_amounts(of(player))) for player in sheet.rows}

    def sum_of(player: PlayerId) -> Sum | None:
        played = [r for r in sheet.rows[player] if r.kind is Kind.PLAYED]
        return mean(played, [values[r.opponent] for r in played], sheet.unit)

    return sum_of


def _amounts(total: Sum | None) -> Sequence[int]:
    return total.amounts if total else ()


def _note_of_fore_buchholz(
    inputs: TiebreakInput, options: Options, player: PlayerId, round_: PlayerRound
) -> Message | None:
    return _note_of_buchholz(inputs, replace(options, fore=True), player, round_)


@tiebreak(
    "FB",
    name="Fore Buchholz",
    about="Buchholz as if every match of the last round had been drawn, so it is known"
    " before that round ends.",
    clause="FIDE C.07, 8.3",
    range="0 to rounds x the best score",
    games=CHESS,
    modifiers="CMP",
    scores=True,
    compares=True,
    swiss_only=True,
    note=_note_of_fore_buchholz,
)
def fore_buchholz(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Every paired match of the final round counts as a draw, for all scores in it (C.07, 8.3).

    Byes of that round keep their points; a forfeited match of it is a draw against the scheduled
    opponent and therefore no voluntarily unplayed round. In standings before the final round it
    is Buchholz.
    """
    return buchholz(inputs, replace(options, fore=True))


def _note_of_product(
    inputs: TiebreakInput, options: Options, player: PlayerId, round_: PlayerRound
) -> Message | None:
    inputs = inputs.by_score(options.score)
    return factors(inputs, inputs, options, player, round_)


@tiebreak(
    "SB",
    name="Sonneborn-Berger",
    about="The sum of each opponent's score times the points scored against them.",
    clause="FIDE C.07, 9.1",
    range="0 to rounds x the best score",
    games=CHESS,
    modifiers="CP",
    scores=True,
    compares=True,
    note=_note_of_product,
)
def sonneborn_berger(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Each opponent's adjusted score times the points made against it (C.07, 9.1).

    A cut takes the product of the opponent with the lowest score, among several the lowest
    product (14.1.2 d); a voluntarily unplayed round is cut instead if its product is no lower.
    """
    inputs = inputs.by_score(options.score)
    return products(inputs, inputs, options)


def products(theirs: TiebreakInput, ours: TiebreakInput, options: Options) -> TiebreakFn:
    """The opponents' adjusted scores in one score times the points made against each in another;
    cuts and unplayed rounds go by the first one.
    """
    of, rows = contributions(theirs, options), ours.get_or_compute(counted_rows)
    cutter = Cutter(theirs, options, theirs.sheet.unit * ours.sheet.unit)

    def sum_of(player: PlayerId) -> Sum:
        row, scores = rows[player], of[player]
        return cutter(row, [s * r.points for s, r in zip(scores, row, strict=True)], scores)

    return sum_of


def factors(
    theirs: TiebreakInput,
    ours: TiebreakInput,
    options: Options,
    player: PlayerId,
    round_: PlayerRound,
) -> Message:
    """The two factors of a product, the opponent's score first."""
    place = ours.get_or_compute(counted_rows)[player].index(round_)
    score = Fraction(contributions(theirs, options)[player][place], theirs.sheet.unit)
    own = format_number(Fraction(round_.points, ours.sheet.unit))
    return Message("term.factors", theirs=format_number(score), own=own)


@tiebreak(
    "KS",
    name="Koya system",
    about="Points scored against opponents who scored at least half of the possible points.",
    clause="FIDE C.07, 9.2",
    range="0 to rounds x a win",
    games=CHESS,
    modifiers="L",
    scores=True,
    compares=True,
)
def koya(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Points against those with half of the possible points, forfeits too (C.07, 9.2).

    The limit is half of the most one could score; /L+1, or /L1 as FIDE's list of codes has it, and
    /L-1 move it by half a point, /L60 sets it in percent (14.5).
    """
    inputs = inputs.by_score(options.score)
    sheet, totals = inputs.sheet, inputs.totals
    limit = _koya_limit(sheet, options.limit) * sheet.unit

    def sum_of(player: PlayerId) -> Sum:
        against = [r for r in sheet.rows[player] if r.paired and totals[r.opponent] >= limit]
        return Sum(against, [r.points for r in against], sheet.unit)

    return sum_of


def _koya_limit(sheet: Sheet, given: str) -> Fraction:
    """In points. A free round, as in an odd round robin, cannot be won."""
    rounds = sheet.rounds
    if sheet.predetermined:
        rounds = max((sum(r.paired for r in row) for row in sheet.rows.values()), default=0)
    most = Fraction(sheet.win * rounds, sheet.unit)
    if given.isdecimal() and int(given) >= 10:
        return most * int(given) / 100
    return most / 2 + Fraction(int(given or 0), 2)
