"""The rounds of each player, and the cross table: all of them beside each other, best first."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from fairpair.app.views.people import Person, person_fields, points_of
from fairpair.app.views.rounds import COLOURS, outcome_of
from fairpair.app.views.standings import standings_of
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.results import Forfeit, Mark, is_adjourned
from fairpair.core.rounds import MatchRef, Pairing, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.sheet import Kind, PlayerRound
from fairpair.engine.standings.table import Row, Standings
from fairpair.engine.standings.tiebreak_input import TiebreakInput, tiebreak_input
from fairpair.language.message import Message

OPEN = "open"
"""The kind of a match without a result."""
ANNULLED = "annulled"
"""A match that counts for nobody: it has its own kind, and no points."""


@dataclass(frozen=True, slots=True)
class RoundOfPlayer:
    """One round of a player.

    `kind` is `played`, `open`, `forfeit_win`, `forfeit_loss`, `pairing_bye`, `full_bye`,
    `half_bye`, `zero_bye` or `loss_bye`. `points` are those of the round and `total` is the sum so
    far; knockout rounds have neither, and games that count for nobody have no points.
    """

    stage: int
    round: int
    kind: str
    pairing: str | None
    table: int | None
    opponent: PlayerId | None
    opponent_name: str | None
    colour: str | None
    result: Message | str | None
    outcome: str | None
    points: str | None
    total: str | None


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
        rounds = [(outing, "") for outing in sheet.rows.get(player, [])]
        rounds += [(outing, OPEN) for outing in sheet.open_matches.get(player, [])]
        rounds += [(outing, ANNULLED) for outing in sheet.annulled.get(player, [])]
        total = 0
        for outing, state in sorted(rounds, key=lambda one: one[0].round_no):
            total += 0 if state else outing.points
            yield self._player_round(player, outing, total, state)

    def _player_round(
        self, player: PlayerId, outing: PlayerRound, total: int, state: str
    ) -> RoundOfPlayer:
        ref = RoundRef(1, outing.round_no)
        unit = self.inputs.sheet.unit
        mark = None if state == OPEN else outing.mark
        found = self._at(
            player,
            ref,
            OPEN if state == OPEN else outing.kind.value,
            outcome=mark.value if mark else None,
            points=None if state else format_number(Fraction(outing.points, unit)),
            total=format_number(Fraction(total, unit)),
        )
        return self._with_opponent(found, outing) if outing.paired else found

    def _with_opponent(self, found: RoundOfPlayer, outing: PlayerRound) -> RoundOfPlayer:
        """A game that was forfeited before it had a table has an opponent and colours, too."""
        return replace(
            found,
            opponent=outing.opponent,
            opponent_name=self.t.name_of(outing.opponent),
            colour=COLOURS[outing.side] if self.t.rules.has_colours else None,
        )

    def _knock_out(self, player: PlayerId) -> Iterator[RoundOfPlayer]:
        for ref in (ref for ref in self._seats if ref.stage > 1):
            if player in self.t.rounds[ref].byes:
                yield self._at(player, ref, f"{self.t.rounds[ref].byes[player].value}_bye")
            elif player in self._seats[ref]:
                pairing = self._seats[ref][player][1]
                kind, outcome = _kind_and_outcome(self.t, pairing, player)
                yield self._at(player, ref, kind, outcome=outcome)

    def _at(  # noqa: PLR0913
        self,
        player: PlayerId,
        ref: RoundRef,
        kind: str,
        *,
        outcome: str | None = None,
        points: str | None = None,
        total: str | None = None,
    ) -> RoundOfPlayer:
        match, pairing = self._seats.get(ref, {}).get(player, (None, None))
        seats = pairing.seats if pairing else ()
        opponent = next((p for p in seats if p != player), None)
        result = outcome_of(self.t, pairing) if pairing else None
        has_colour = pairing is not None and self.t.rules.has_colours
        return RoundOfPlayer(
            stage=ref.stage,
            round=ref.round_no,
            kind=kind,
            pairing=self.t.match_id(match) if match else None,
            table=match.table if match else None,
            opponent=opponent,
            opponent_name=None if opponent is None else self.t.name_of(opponent),
            colour=COLOURS[seats.index(player)] if has_colour else None,
            result=None if result is None else result.text,
            outcome=outcome,
            points=points,
            total=total,
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


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of a player: the opponent's rank and number, the colour and the outcome.

    `text` is what tables print: `12w1`, `3b=`, `-+` for a bye worth a win.
    """

    round: int
    text: str
    kind: str
    opponent: PlayerId | None
    opponent_rank: int | None
    colour: str | None
    outcome: str | None
    points: str | None


@dataclass(frozen=True, slots=True)
class CrossRow(Person):
    """A player with all rounds."""

    rank: int | None
    points: str
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """All main rounds; a knockout has a bracket instead."""

    version: int
    rounds: int
    players: Sequence[CrossRow]


def cross_table(t: Tournament, version: int) -> CrossTable:
    """The table of all published rounds."""
    standings = standings_of(t)
    return cross_rows(t, version, standings, standings.rows)


def cross_rows(
    t: Tournament, version: int, standings: Standings, shown: Iterable[Row]
) -> CrossTable:
    """The same with some of the rows only."""
    inputs, ranks = standings.inputs, standings.ranks
    points, ways = points_of(inputs), PlayerRounds(t, inputs)
    rows = []
    for row in shown:
        rounds = (one for one in ways.of(row.player) if one.stage == 1)
        cells = [_cell(one, ranks.get(one.opponent or PlayerId(0))) for one in rounds]
        rows.append(
            CrossRow(
                **person_fields(t, row.player),
                rank=row.rank,
                points=points[row.player],
                cells=cells,
            )
        )
    return CrossTable(version, inputs.sheet.rounds, rows)


_PLAYED = {"win": "1", "draw": "=", "loss": "0", None: "*"}
_UNPLAYED = {"win": "+", "draw": "=", "loss": "-", None: ""}


def _cell(one: RoundOfPlayer, rank: int | None) -> Cell:
    signs = _PLAYED if one.kind in ("played", "open") else _UNPLAYED
    colour = one.colour[0] if one.colour else ""
    where = "-" if one.opponent is None else f"{rank or '-'}{colour or ' '}"
    text = f"{where}{signs[one.outcome]}"
    return Cell(
        round=one.round,
        text=text,
        kind=one.kind,
        opponent=one.opponent,
        opponent_rank=rank,
        colour=one.colour,
        outcome=one.outcome,
        points=one.points,
    )
