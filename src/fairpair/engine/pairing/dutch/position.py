"""What the Dutch system looks at before a round."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import lcm

from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.acceleration import virtual_points
from fairpair.engine.pairing.apart import kept_apart
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.brackets.task import DUTCH
from fairpair.engine.pairing.colours import first_colour_of, white_of
from fairpair.engine.pairing.dutch.facts import contenders
from fairpair.engine.pairing.dutch.rounds import lowest_bye_score
from fairpair.engine.pairing.numbers import effective_numbers, initial_order
from fairpair.engine.pairing.proposal import Past
from fairpair.engine.standings.scoring import sheet_of
from fairpair.engine.standings.sheet import Kind, Sheet


class Position:
    """What the rules look at when some players are to be paired in a round of stage 1."""

    def __init__(
        self, tournament: Tournament, past: Past, round_no: int, present: Collection[PlayerId]
    ) -> None:
        self.round_no = round_no
        self.order = list(past.order or initial_order(tournament))
        rounds, virtual = tournament.rules.rounds or 0, past.virtual
        if virtual is None:
            virtual = virtual_points(tournament, self.order, rounds)
        sheet = sheet_of(tournament, until=round_no - 1, awarded=past.awarded, extra=past.extra)
        self.sheet, units = _in_units(sheet, virtual)
        found = contenders(
            self.sheet, present, self.order, last_round=rounds == round_no, virtual=units
        )
        away = kept_apart(tournament, RoundRef(1, round_no))[0]
        self.players = [
            replace(c, forbidden=away[c.player]) if c.player in away else c for c in found
        ]
        self.first_colour = first_colour_of(tournament)

    style, fide, grouping = DUTCH, True, "score"

    @cached_property
    def bye_score(self) -> int | None:
        """The lowest score that the bye can go to (C5)."""
        return lowest_bye_score(self.players) if len(self.players) % 2 else None

    def points(self, one: Contender) -> int:
        """The pairing score."""
        return one.score

    @cached_property
    def numbers(self) -> dict[PlayerId, int]:
        """Pairing numbers as 5.2.5 counts them: without those who were never paired."""
        here = {player.player for player in self.players}
        return effective_numbers(self.order, here | _paired_before(self.sheet))

    def colours(self, higher: Contender, lower: Contender) -> tuple[Contender, Contender, str]:
        """White, Black and the article that decided it."""
        number = self.numbers[higher.player]
        return white_of(higher, lower, first_colour=self.first_colour, effective=number)


def _in_units(
    sheet: Sheet, virtual: Mapping[tuple[PlayerId, int], Fraction]
) -> tuple[Sheet, dict[tuple[PlayerId, int], int]]:
    """The sheet and the virtual points in one unit."""
    factor = lcm(sheet.unit, *{value.denominator for value in virtual.values()}) // sheet.unit
    if factor != 1:
        sheet = sheet.scaled(factor)
    return sheet, {key: int(value * sheet.unit) for key, value in virtual.items()}


def _paired_before(sheet: Sheet) -> set[PlayerId]:
    """Who has been in a pairing, be it with a forfeit or the bye."""
    return {
        player
        for player, row in sheet.rows.items()
        if any(o.paired or o.kind is Kind.PAIRING_BYE for o in row)
    }
