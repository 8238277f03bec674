"""FIDE's tie-breaks on the opponents' scores (C.07, articles 8 and 9)."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.engine.standings.codes import Options
from fairpair.engine.standings.sheet import Kind, PlayerRound, Sheet
from fairpair.engine.standings.tiebreak import (
    Sum,
    TiebreakFn,
    mean,
    tiebreak,
)
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.unplayed_rounds import (
    Cutter,
    before_last_round,
    contributions,
    counted_rows,
    note_of_contribution,
)
from fairpair.language.message import Message


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
    games=("chess",),
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
    games=("chess",),
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
    games=("chess",),
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
    games=("chess",),
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
    games=("chess",),
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
