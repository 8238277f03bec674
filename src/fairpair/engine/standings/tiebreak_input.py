"""A sheet with everything that is derived from it once and used by many tie-breaks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from math import lcm
from typing import Any, TypeVar

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry
from fairpair.core.rules import Rules
from fairpair.core.tournament import TieOrder, Tournament
from fairpair.engine.pairing.numbers import pairing_order
from fairpair.engine.standings.scoring import Awards, sheet_of
from fairpair.engine.standings.sheet import PlayerRound, Sheet

T = TypeVar("T")


class TiebreakInput:
    """What tie-breaks are computed from: the sheet, who the players are, and the rules."""

    def __init__(
        self,
        sheet: Sheet,
        entries: Mapping[PlayerId, Entry],
        rules: Rules,
        draw_seed: str = "",
        order: Callable[[], Sequence[PlayerId]] | None = None,
    ) -> None:
        self.sheet = sheet
        self.entries = entries
        self.rules = rules
        self.draw_seed = draw_seed
        self._order = order
        self.tie_orders: Sequence[TieOrder] = ()
        """How the organiser ranks those who are tied after all tie-breaks."""
        self._made: dict[Any, Any] = {}

    @cached_property
    def totals(self) -> dict[PlayerId, int]:
        """Everybody's points, in the sheet's unit."""
        return self.sheet.totals

    @cached_property
    def numbers(self) -> Mapping[PlayerId, int]:
        """Everybody's pairing number; the number of registration if no others are used."""
        order = self._order() if self._order else sorted(self.entries)
        if list(order) == sorted(order):
            return {player: player for player in order}
        return {player: number for number, player in enumerate(order, 1)}

    def replace_sheet(self, sheet: Sheet) -> "TiebreakInput":
        """The same inputs with another sheet: of its ties nobody has decided anything."""
        return TiebreakInput(sheet, self.entries, self.rules, self.draw_seed, self._order)

    def get_or_compute(self, make: Callable[["TiebreakInput"], T]) -> T:
        """What this function makes of the inputs, made once."""
        if make not in self._made:
            self._made[make] = make(self)
        result: T = self._made[make]
        return result

    def with_sheet(self, view: Callable[[Sheet], Sheet]) -> "TiebreakInput":
        """The inputs of the sheet as this view shows it."""
        if view not in self._made:
            self._made[view] = self.replace_sheet(view(self.sheet))
        result: TiebreakInput = self._made[view]
        return result

    def by_score(self, score: str) -> "TiebreakInput":
        """The inputs in which this score takes the place of the points; itself if it does."""
        if score in ("", self.rules.primary_score) or _ranks_teams(score, self.rules):
            return self
        if score not in self._made:
            sheet = with_score_as_points(self.sheet, score, self.rules)
            self._made[score] = self.replace_sheet(sheet)
        result: TiebreakInput = self._made[score]
        return result


def tiebreak_input(
    tournament: Tournament,
    *,
    until: int | None = None,
    awarded: Awards | None = None,
    extra: Awards | None = None,
) -> TiebreakInput:
    """The inputs of stage 1, of the published rounds up to one of them."""
    sheet = sheet_of(tournament, until=until, awarded=awarded, extra=extra)
    order = partial(pairing_order, tournament) if tournament.rules.system == "dutch" else None
    inputs = TiebreakInput(sheet, tournament.entries, tournament.rules, tournament.draw_seed, order)
    inputs.tie_orders = [one for one in tournament.tie_orders if one.round_no == sheet.rounds]
    return inputs


def points_by_round(inputs: TiebreakInput) -> dict[tuple[PlayerId, int], int]:
    """What everybody had from each round."""
    rows = inputs.sheet.rows
    return {(player, o.round_no): o.points for player, row in rows.items() for o in row}


def team_scores(rules: Rules) -> tuple[str, str]:
    """Of match and game points the primary score, which ranks, and the secondary one."""
    return ("gp", "mp") if rules.primary_score == "gp" else ("mp", "gp")


def _ranks_teams(score: str, rules: Rules) -> bool:
    """Whether these are the match points that are meant where no primary score is named."""
    return score == "mp" and rules.boards is not None and not rules.primary_score


def with_score_as_points(sheet: Sheet, score: str, rules: Rules) -> Sheet:
    """The sheet with a named score, or a team's match or game points, in place of the points."""
    if score == "mp":
        scale = (rules.points.win, rules.points.draw, rules.points.loss)
    else:
        boards = Fraction((rules.boards or 0) if score == "gp" else 0)
        scale = (boards, boards / 2, Fraction(0))
    values = {o.scores[score] for row in sheet.rows.values() for o in row if score in o.scores}
    unit = lcm(*(value.denominator for value in (*values, *scale)))
    units = {value: int(value * unit) for value in values}

    def change(round_: PlayerRound) -> PlayerRound:
        value = round_.scores.get(score)
        return round_._replace(points=0 if value is None else units[value])

    win, draw, loss = (int(part * unit) for part in scale)
    changed = sheet.map_rounds(change)
    return replace(changed, unit=unit, win=win, draw=draw, loss=loss, extra={})
