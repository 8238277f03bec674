"""The way of each player through the rounds: whom, with which colour, and what it brought."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from fairpair.app.views.rounds import COLOURS, outcome_of, ref_of
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import shown
from fairpair.core.results import Forfeit, Mark, is_adjourned
from fairpair.core.rounds import MatchRef, Pairing, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.sheet import Kind, PlayerRound
from fairpair.engine.standings.tiebreak_input import TiebreakInput, tiebreak_input

OPEN = "open"
"""The kind of a match without a result."""


@dataclass(frozen=True, slots=True)
class RoundOfPlayer:
    """One round of one player.

    `kind` is `played`, `open`, `forfeit_win`, `forfeit_loss`, `pairing_bye`, `full_bye`,
    `half_bye`, `zero_bye` or `loss_bye`. `points` are what it brought and `total` all up to it; in
    a knock-out there are none.
    """

    stage: int
    round: int
    kind: str
    pairing: str | None
    table: int | None
    opponent: PlayerId | None
    opponent_name: str | None
    colour: str | None
    result: str | None
    outcome: str | None
    points: str | None
    total: str | None


_NOBODY = (None, None, None, None, None, None)
_Gained = tuple[str | None, str | None, str | None]
"""Outcome, points and total."""
Seats = Mapping[PlayerId, tuple[MatchRef, Pairing]]


def seats_of(t: Tournament, ref: RoundRef) -> Seats:
    """Where everybody sits in a round."""
    round_ = t.rounds.get(ref)
    if round_ is None:
        return {}
    return {
        player: (ref.at(table), pairing)
        for table, pairing in round_.pairings.items()
        for player in pairing.seats
    }


class PlayerRounds:
    """Everybody's rounds; each round is looked through once."""

    def __init__(self, t: Tournament, inputs: TiebreakInput | None = None) -> None:
        self.t = t
        self.inputs = inputs or tiebreak_input(t)
        self._seats = {ref: seats_of(t, ref) for ref in sorted(t.rounds)}

    def of(self, player: PlayerId) -> Sequence[RoundOfPlayer]:
        """All rounds of a player, those of a knock-out last."""
        return [*self._swiss(player), *self._knock_out(player)]

    def _swiss(self, player: PlayerId) -> Iterator[RoundOfPlayer]:
        sheet = self.inputs.sheet
        rounds = [(outing, False) for outing in sheet.rows.get(player, [])]
        rounds += [(outing, True) for outing in sheet.open_matches.get(player, [])]
        total = 0
        for outing, is_open in sorted(rounds, key=lambda one: one[0].round_no):
            total += 0 if is_open else outing.points
            yield self._player_round(player, outing, total, is_open=is_open)

    def _player_round(
        self, player: PlayerId, outing: PlayerRound, total: int, *, is_open: bool
    ) -> RoundOfPlayer:
        ref = RoundRef(1, outing.round_no)
        unit = self.inputs.sheet.unit
        mark = outing.mark
        gained = (
            mark.value if mark and not is_open else None,
            None if is_open else shown(Fraction(outing.points, unit)),
            shown(Fraction(total, unit)),
        )
        return self._at(player, ref, OPEN if is_open else outing.kind.value, gained)

    def _knock_out(self, player: PlayerId) -> Iterator[RoundOfPlayer]:
        for ref in (ref for ref in self._seats if ref.stage > 1):
            if player in self.t.rounds[ref].byes:
                yield self._at(player, ref, f"{self.t.rounds[ref].byes[player].value}_bye")
            elif player in self._seats[ref]:
                pairing = self._seats[ref][player][1]
                kind, outcome = _kind_and_outcome(self.t, pairing, player)
                yield self._at(player, ref, kind, (outcome, None, None))

    def _at(
        self, player: PlayerId, ref: RoundRef, kind: str, gained: _Gained = (None, None, None)
    ) -> RoundOfPlayer:
        found = self._seats.get(ref, {}).get(player)
        if found is None:
            return RoundOfPlayer(*ref_of(ref), kind, *_NOBODY, *gained)
        match, pairing = found
        side = pairing.seats.index(player)
        opponent = next((p for p in pairing.seats if p != player), None)
        result = outcome_of(self.t, pairing)
        return RoundOfPlayer(
            *ref_of(ref),
            kind,
            match.id,
            match.table,
            opponent,
            None if opponent is None else self.t.name_of(opponent),
            COLOURS[side] if self.t.rules.has_colours else None,
            None if result is None else result.text,
            *gained,
        )


def _kind_and_outcome(t: Tournament, pairing: Pairing, player: PlayerId) -> tuple[str, str | None]:
    result = outcome_of(t, pairing)
    if result is None or is_adjourned(pairing.result):
        return OPEN, None
    won = result.winner == player
    outcome = Mark.WIN if won else Mark.DRAW if result.winner is None else Mark.LOSS
    if isinstance(pairing.result, Forfeit):
        outcome = pairing.result.marks[pairing.seats.index(player)]
        return (Kind.FORFEIT_WIN if won else Kind.FORFEIT_LOSS).value, outcome.value
    return Kind.PLAYED.value, outcome.value
