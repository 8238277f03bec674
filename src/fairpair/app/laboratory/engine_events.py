"""Events of the laboratory, played by the exact engine: any rules, a few dozen events a second.

Lots belong to the round and the pair, whichever of the two is named first: where two formats have
the same pair in the same round, the match ends the same way.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from fairpair.app.laboratory.figures import Scale, last_round_figures, standings_figures
from fairpair.app.laboratory.plan import Format, LabPlan, Strength
from fairpair.app.simulation.events import initial_tournament, with_finals, with_round
from fairpair.app.simulation.figures import floats_of, rematches_of
from fairpair.app.simulation.results import (
    Lots,
    Match,
    is_one_game,
    random_rating,
    result_of,
    winning_chances,
)
from fairpair.core.ids import PlayerId
from fairpair.core.results import Decided, Mark, Result, flip, win_for
from fairpair.core.rounds import ByeKind
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import ImpossiblePairingError, Past
from fairpair.engine.pairing.systems import pair_round
from fairpair.engine.stages.ranking import ranking_of
from fairpair.engine.standings.sheet import Sheet
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input

_MEAN_RATING = 1950
_MOST_LEAD = 1200
"""The rating lead that would win every game."""


def event_figures(plan: LabPlan, event: int) -> list[list[int]]:
    """The figures of an event in every format. Formats that differ in the cut share its rounds."""
    lots = Lots(f"laboratory:{plan.seed}:{event}")
    ratings = _ratings(plan, lots)
    played: list[tuple[Rules, Tournament]] = []
    found = []
    for number, one in enumerate(plan.formats):
        rules = _before_the_cut(one.plan.rules)
        t = next((t for known, t in played if known == rules), None)
        if t is None:
            t = _main_rounds(plan, one, event, lots)
            played.append((rules, t))
        found.append(_figures(plan, number, replace(t, rules=one.plan.rules), ratings, lots))
    return found


def _before_the_cut(rules: Rules) -> Rules:
    """The same for formats whose main rounds are the same."""
    if rules.cut_aware_rounds or rules.structure or rules.total_rounds:
        return rules
    return replace(rules, cut=None, mode="swiss")


def _ratings(plan: LabPlan, lots: Lots) -> list[int]:
    """Everybody's, the strongest first; all the same if nobody is to be stronger."""
    drawn = sorted((random_rating(lots, n) for n in range(plan.players)), reverse=True)
    return drawn if plan.model.strength is Strength.RATING else [_MEAN_RATING] * len(drawn)


def _main_rounds(plan: LabPlan, chosen: Format, event: int, lots: Lots) -> Tournament:
    ratings = _ratings(plan, lots)
    t = initial_tournament(chosen.plan, event, ratings, lots)
    for _ in range(chosen.plan.rounds):
        try:
            made = pair_round(t, Past())
        except ImpossiblePairingError:
            break
        t = with_round(t, made, partial(_Matches(t, plan, ratings, lots).result, made.round_no))
    return t


def _figures(
    plan: LabPlan, number: int, t: Tournament, ratings: Sequence[int], lots: Lots
) -> list[int]:
    """The main rounds in numbers, and the winner of the knockout after them."""
    standings, rounds = Standings(tiebreak_input(t)), list(t.rounds.values())
    order = [row.player - 1 for row in standings.rows]
    scale = scale_of(plan, number)
    is_unfinished = len(rounds) < scale.rounds
    final = None if is_unfinished else ranking_of(with_finals(t, ratings, lots))
    champion = order[0] if final is None else final.rows[0].player - 1
    return [
        *standings_figures(order, [int(r.points * plan.unit) for r in standings.rows], scale),
        *(int(champion == 0), champion + 1),
        sum(kind is ByeKind.PAIRING for round_ in rounds for kind in round_.byes.values()),
        *(floats_of(standings.inputs.sheet.rows)[0].total(), rematches_of(rounds)),
        *_last_round(standings.inputs.sheet, plan.unit, scale),
        int(is_unfinished),
    ]


def _last_round(sheet: Sheet, unit: int, scale: Scale) -> tuple[int, int]:
    before, mates, byes = [], [], []
    for player in sorted(sheet.rows):
        row = sheet.rows[player]
        last = next((one for one in row if one.round_no == scale.rounds), None)
        gained = last.points if last else 0
        before.append((sum(one.points for one in row) - gained) * unit // sheet.unit)
        mates.append(last.opponent - 1 if last and last.paired else -1)
        byes.append(gained * unit // sheet.unit)
    return last_round_figures(before, mates, byes, scale)


def scale_of(plan: LabPlan, number: int) -> Scale:
    """What the figures of this format are measured by."""
    rules, unit = plan.formats[number].plan.rules, plan.unit
    points = rules.points
    return Scale(
        plan.formats[number].plan.rounds,
        plan.places(number),
        plan.top,
        win=int(points.win * unit),
        draw=int(points.draw * unit),
        loss=int(points.loss * unit),
        draws=int(rules.draws_allowed),
    )


class _Matches:
    """The results of a round."""

    def __init__(self, t: Tournament, plan: LabPlan, ratings: Sequence[int], lots: Lots) -> None:
        self._rules, self._ratings, self._lots = t.rules, ratings, lots
        self._downs_lose = plan.model.downs_lose
        has_downs = self._downs_lose is not None
        self._points = tiebreak_input(t).sheet.totals if has_downs else {}

    def result(self, round_no: int, seats: tuple[PlayerId, ...]) -> Result:
        """The result for the two by their seats."""
        first, second = seats
        low, high = min(first, second), max(first, second)
        what = (round_no, low, high)
        match = Match((self._ratings[low - 1], self._ratings[high - 1]), self._lots, what)
        down = self._points.get(low, 0) - self._points.get(high, 0)
        if self._downs_lose is not None and down:
            lead = (self._downs_lose - 50) * _MOST_LEAD // 50
            match = Match((0, lead) if down > 0 else (lead, 0), self._lots, what)
            if is_one_game(self._rules):
                found: Result = Decided(win_for(match.winner("down")))
                return found if first == low else flip(found)
        elif is_one_game(self._rules):
            return self._one_game(match, first == low)
        found = result_of(match, self._rules)
        return found if first == low else flip(found)

    def _one_game(self, match: Match, low_is_white: bool) -> Result:
        """As `result_of`, but the same lot is good for the same player with either colour."""
        low, high = match.ratings
        chances = winning_chances(low, high) if low_is_white else winning_chances(high, low)[::-1]
        share = match.lots.share(*match.what, "game")
        if share < chances[0]:
            winner = 0
        elif share >= 1 - chances[1]:
            winner = 1
        elif self._rules.draws_allowed:
            return Decided((Mark.DRAW, Mark.DRAW))
        else:
            winner = match.winner("no draw")
        return Decided(win_for(winner if low_is_white else 1 - winner))
