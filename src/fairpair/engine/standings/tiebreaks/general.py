"""Tie-breaks that any game can use."""

from collections.abc import Sequence
from itertools import accumulate

from fairpair.core.ids import PlayerId
from fairpair.core.results import HALF_POINTS, Mark
from fairpair.engine.lots import draw_lots
from fairpair.engine.standings.codes import EXTERNAL, Options
from fairpair.engine.standings.sheet import PlayerRound
from fairpair.engine.standings.tiebreak import (
    Groups,
    Part,
    Sum,
    TiebreakFn,
    count,
    tiebreak,
    tiebreak_among_tied,
    undefined,
)
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.averages import (
    counted_rounds,
    rounds_with_opponent,
    sum_over_opponents,
)
from fairpair.language.message import Message

TOURNAMENT_DIRECTOR = "Swiss Tournament System Design 1.0 (Tournament Director)"


@tiebreak(
    "PTS",
    name="Points",
    about="The score; it always comes first.",
    clause="FIDE C.07, 5 for chess; every game's own rules",
    range="0 to rounds x a win",
    games=("all",),
)
def points(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """The points of all rounds, and what was given or taken beside them."""
    sheet = inputs.sheet
    extra: dict[PlayerId, list[int]] = {}
    for (player, _), amount in sheet.extra.items():
        extra.setdefault(player, []).append(amount)

    def sum_of(player: PlayerId) -> Sum:
        row = sheet.rows[player]
        amounts = [r.points for r in row]
        given = extra.get(player, [])
        parts: list[Part] = [*row, *[Message("term.bonus")] * len(given)]
        return Sum(parts, [*amounts, *given], sheet.unit)

    return sum_of


@tiebreak(
    "match_wins",
    name="Match wins",
    about="Matches won, including byes.",
    clause=f"{TOURNAMENT_DIRECTOR}, Available Tiebreakers",
    range="0 to rounds",
    games=("all",),
    shown="whole",
)
def match_wins(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """A bye and a win over somebody who did not come count (Tournament Director)."""
    rows = inputs.sheet.rows
    return lambda player: count([r for r in rows[player] if r.mark is Mark.WIN])


@tiebreak(
    "game_wins",
    name="Game wins",
    about="Games won in all matches, including those awarded for byes.",
    clause=f"{TOURNAMENT_DIRECTOR}, Available Tiebreakers",
    range="0 to rounds x games of a match",
    games=("magic", "cards"),
    shown="whole",
)
def game_wins(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """A bye counts with the games that the rules give for it (Tournament Director)."""
    rows = inputs.sheet.rows

    def sum_of(player: PlayerId) -> Sum:
        won = [r for r in rows[player] if r.games[0]]
        return Sum(won, [r.games[0] for r in won])

    return sum_of


@tiebreak(
    "total",
    name="Total",
    about="The sum of a score: total:vp, or simply vp, for victory points.",
    clause="Infinity ITS and other miniature games",
    range="any",
    games=("infinity", "miniatures"),
    scores=True,
)
def total(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """All rounds of a named score, byes as the rules value them; its bare name means the same."""
    sheet = inputs.by_score(options.score).sheet

    def sum_of(player: PlayerId) -> Sum:
        row = sheet.rows[player]
        return Sum(row, [r.points for r in row], sheet.unit)

    return sum_of


@tiebreak(
    "buchholz",
    name="Buchholz",
    about="The sum of the opponents' points; variants leave out the lowest, or the"
    " highest and the lowest.",
    clause=f"{TOURNAMENT_DIRECTOR}, Buchholz; also Solkoff",
    range="0 to rounds x the best score",
    games=("chess", "all"),
    scores=True,
)
def buchholz(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Without FIDE's dummy opponents, which `BH` has: a bye gives no opponent here.

    Swiss Tournament System Design 1.0: "Standard: sum of all opponent scores. Median: drop highest
    and lowest opponent scores. Modified: drop lowest opponent score." Each meeting counts, also if
    somebody did not come.
    """
    inputs = inputs.by_score(options.score)
    totals, unit, met = (
        inputs.totals,
        inputs.sheet.unit,
        inputs.get_or_compute(rounds_with_opponent),
    )
    variant = inputs.rules.buchholz_variant

    def sum_of(player: PlayerId) -> Sum:
        row = met[player]
        amounts = [totals[r.opponent] for r in row]
        return Sum(row, amounts, unit, cut=_cut_by_variant(amounts, variant))

    return sum_of


def _cut_by_variant(amounts: list[int], variant: str) -> list[int]:
    """The places of what is dropped; something must be left."""
    order = sorted(range(len(amounts)), key=amounts.__getitem__)
    if variant == "median" and len(order) > 2:
        return [order[0], order[-1]]
    return order[:1] if variant == "modified" and len(order) > 1 else []


_SHARE_OF_OPPONENT = {Mark.DRAW: Message("term.half-drawn"), Mark.LOSS: Message("term.lost")}


def _why_not_all(
    inputs: TiebreakInput, options: Options, player: PlayerId, round_: PlayerRound
) -> Message | None:
    return None if round_.mark is None else _SHARE_OF_OPPONENT.get(round_.mark)


@tiebreak(
    "sonneborn_berger",
    name="Sonneborn-Berger",
    about="The points of opponents beaten, plus half the points of opponents drawn against.",
    clause=f"{TOURNAMENT_DIRECTOR}, Available Tiebreakers",
    range="0 to rounds x the best score",
    games=("chess", "all"),
    note=_why_not_all,
)
def sonneborn_berger(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Swiss Tournament System Design 1.0: "weighted opponent scores"; chess has FIDE's `SB`.

    Only who won counts, not what a win is worth; each meeting counts.
    """
    totals, met = inputs.totals, inputs.get_or_compute(rounds_with_opponent)
    unit = 2 * inputs.sheet.unit

    def sum_of(player: PlayerId) -> Sum:
        row = met[player]
        return Sum(row, [totals[r.opponent] * HALF_POINTS[r.mark] for r in row], unit)

    return sum_of


def _points_among(
    inputs: TiebreakInput, options: Options, tied: Sequence[PlayerId], player: PlayerId
) -> Sum:
    among = [r for r in inputs.sheet.rows[player] if r.opponent in tied]
    return Sum(among, [r.points for r in among], inputs.sheet.unit)


@tiebreak_among_tied(
    "head_to_head",
    name="Head to head",
    about="The result of the match between two tied players, if only two are tied and"
    " they have met.",
    clause="Play! Pokemon Tournament Rules Handbook 2026, 5.6, from reports about it",
    games=("pokemon", "all"),
    inside=_points_among,
)
def head_to_head(inputs: TiebreakInput, options: Options, tied: Sequence[PlayerId]) -> Groups:
    """Who has more points from their matches is first (Pokemon handbook 2026, 5.6).

    Three or more stay tied: `DE` tells those apart.
    """
    if len(tied) != 2:
        return [list(tied)]
    first, second = tied
    own, other = (sum(_points_among(inputs, options, tied, player).amounts) for player in tied)
    if own == other:
        return [[first, second]]
    return [[first], [second]] if own > other else [[second], [first]]


@tiebreak(
    "cumulative",
    name="Cumulative score",
    about="The sum of the scores after each round: early wins count for more. Known as CUSS in Go.",
    clause="US Chess cumulative without its deductions; Go: OpenGotha, CUSS",
    range="0 to rounds x the best score",
    games=("chess", "go", "all"),
    scores=True,
)
def cumulative(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Of the rounds with a match or a bye: it stops at the drop, other than FIDE's `PS`."""
    inputs = inputs.by_score(options.score)
    rows, unit = inputs.get_or_compute(counted_rounds), inputs.sheet.unit

    def sum_of(player: PlayerId) -> Sum:
        row = rows[player]
        return Sum(row, list(accumulate([r.points for r in row])), unit)

    return sum_of


@tiebreak(
    "opponent_cumulative",
    name="Opponents' cumulative scores",
    about="The sum of the opponents' cumulative scores.",
    clause="US Chess cumulative of opposition, without its deductions",
    range="0 to rounds x rounds x the best score",
    games=("chess", "all"),
    scores=True,
)
def opponent_cumulative(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """`cumulative` of each opponent, one for each meeting (US Chess)."""
    inputs = inputs.by_score(options.score)
    return sum_over_opponents(inputs, inputs.get_or_compute(_cumulative_totals), inputs.sheet.unit)


def _cumulative_totals(inputs: TiebreakInput) -> dict[PlayerId, int]:
    rows = inputs.get_or_compute(counted_rounds)
    return {p: sum(accumulate([r.points for r in row])) for p, row in rows.items()}


@tiebreak(
    "sos",
    name="Strength of schedule",
    about="The sum of the opponents' points, or of another of their scores, for example sos:vp.",
    clause="Go: OpenGotha, SOS, in a pure Swiss; Infinity ITS 2014: opponents' OP; Age of Sigmar",
    range="0 to rounds x the best score",
    games=("go", "miniatures", "all"),
    scores=True,
)
def strength_of_schedule(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Their points, or with `sos:vp` their victory points (OpenGotha, SOS).

    A round without an opponent adds nothing: only a McMahon start score would add something there.
    """
    inputs = inputs.by_score(options.score)
    return sum_over_opponents(inputs, inputs.totals, inputs.sheet.unit)


@tiebreak(
    "sosos",
    name="Sum of opponents' strengths of schedule",
    about="How strong the opponents' opponents were: the sum of the opponents'"
    " strengths of schedule.",
    clause="Go: OpenGotha, SOSOS, in a pure Swiss",
    range="0 to rounds x rounds x the best score",
    games=("go",),
    scores=True,
)
def opponents_strength_of_schedule(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """`sos` of each opponent, one for each meeting (OpenGotha, SOSOS)."""
    inputs = inputs.by_score(options.score)
    return sum_over_opponents(inputs, inputs.get_or_compute(_schedules), inputs.sheet.unit)


def _schedules(inputs: TiebreakInput) -> dict[PlayerId, int]:
    totals, met = inputs.totals, inputs.get_or_compute(rounds_with_opponent)
    return {player: sum([totals[r.opponent] for r in row]) for player, row in met.items()}


# Go's name for Sonneborn-Berger.
tiebreak(
    "sodos",
    name="Sum of defeated opponents' scores",
    about="The points of opponents beaten, plus half the points of opponents drawn against.",
    clause="Go: OpenGotha, SODOS, in a pure Swiss",
    range="0 to rounds x the best score",
    games=("go",),
    note=_why_not_all,
)(sonneborn_berger)


_BALANCE = {Mark.WIN: 1, Mark.DRAW: 0, Mark.LOSS: -1, None: 0}


@tiebreak(
    "difficulty",
    name="Difficulty",
    about="The sum of the opponents' wins minus their losses.",
    clause="Counter-Strike Major Supplemental Rulebook (Valve, October 2025), Swiss seeding",
    range="-rounds x rounds to rounds x rounds",
    games=("counter-strike",),
    shown="whole",
)
def difficulty(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """As they stand now, not when they were met; a bye is a win (Counter-Strike rulebook)."""
    return sum_over_opponents(inputs, inputs.get_or_compute(_balances))


def _balances(inputs: TiebreakInput) -> dict[PlayerId, int]:
    rows = inputs.sheet.rows
    return {player: sum([_BALANCE[r.mark] for r in row]) for player, row in rows.items()}


@tiebreak(
    "rating",
    name="Rating",
    about="The player's rating, highest first; unrated players come last.",
    clause="customary",
    range="a rating",
    games=("all",),
    modifiers="RU",
    shown="whole",
)
def rating(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Who has none is behind those who have one; FIDE's `RTNG` would drop it for everybody.

    /U and `unrated_rating` say what to take instead. A team has the mean of its members.
    """
    entries = inputs.entries
    fallback = options.unrated if options.unrated is not None else inputs.rules.unrated_rating

    def sum_of(player: PlayerId) -> Sum | None:
        strength = entries[player].entrant.strength
        if strength is not None:
            return Sum([Message("term.rating")], [strength.numerator], strength.denominator)
        return None if fallback is None else Sum([Message("term.unrated")], [fallback])

    return sum_of


@tiebreak(
    EXTERNAL,
    name="External value",
    about="A number that the organiser enters for a player, such as points of a play-off; players"
    " without one come last.",
    clause="the regulations of the tournament",
    range="any number",
    games=("all",),
    modifiers="R",
)
def external_value(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Exactly as it was entered; with /R the lowest is first."""
    entries = inputs.entries

    def sum_of(player: PlayerId) -> Sum | None:
        value = entries[player].external_value
        if value is None:
            return None
        return Sum([Message("term.external-value")], [value.numerator], value.denominator)

    return sum_of


@tiebreak(
    "player_number",
    name="Player number",
    about="The order of registration; the lower number ranks higher.",
    clause="customary",
    range="1 and up",
    games=("all",),
    lower_is_better=True,
    shown="whole",
    last=True,
)
def player_number(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """The number in order of registration."""
    return lambda player: Sum([Message("term.registration-order")], [player])


@tiebreak(
    "random",
    name="Random draw",
    about="Drawn at random using the tournament's draw seed: always the same, and verifiable.",
    clause="FIDE C.07, 4.2; customary elsewhere",
    range="1 to the number of players",
    games=("all",),
    lower_is_better=True,
    shown="whole",
    last=True,
)
def lot(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """The place in a draw of all players; who enters later does not change the others' order.

    Without a recorded seed nothing can be drawn: then it is undefined and players stay tied.
    """
    if not inputs.draw_seed:
        return undefined
    places = inputs.get_or_compute(_places_by_lot)
    return lambda player: Sum([Message("term.lot")], [places[player]])


def _places_by_lot(inputs: TiebreakInput) -> dict[PlayerId, int]:
    order = draw_lots(inputs.draw_seed, "standings", inputs.entries)
    return {player: place for place, player in enumerate(order, 1)}
