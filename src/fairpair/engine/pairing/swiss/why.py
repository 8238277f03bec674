"""What explains a Swiss round: how its brackets are seen, and who has the bye."""

from collections.abc import Sequence
from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.colours import first_colour_of, white_of
from fairpair.engine.pairing.explanation.reasons import ByeChoice, PassedOver, RuledOut
from fairpair.engine.pairing.proposal import Proposal
from fairpair.engine.pairing.swiss.byes import bye_of, bye_order
from fairpair.engine.pairing.swiss.position import Position
from fairpair.engine.standings.sheet import AWARDED_BYES

ASKED = 8
"""How many of those who do not have the bye are looked at."""


class BracketView:
    """The brackets of a Swiss round: all but the one with the bye."""

    bye_score, fide = None, False

    def __init__(self, position: Position, proposal: Proposal) -> None:
        self._position = position
        self.players: Sequence[Contender] = position.grouped(
            [c for c in position.players if c.player != proposal.bye]
        )
        self.sheet, self.style = position.sheet, position.style
        self.grouping = position.method.groups
        self.has_colours = position.rules.has_colours
        self.first_colour = first_colour_of(position.tournament)
        self.numbers: dict[PlayerId, int] = {
            player: number
            for number, board in enumerate(proposal.boards, 1)
            for player in (board.white, board.black)
        }
        self._white = {board.white for board in proposal.boards}

    def colours(self, higher: Contender, lower: Contender) -> tuple[Contender, Contender, str]:
        """White, Black and the article that decided it; without colours as they are named."""
        if not self.has_colours:
            named = higher.player in self._white
            return (higher, lower, "") if named else (lower, higher, "")
        number = self.numbers[higher.player]
        return white_of(higher, lower, first_colour=self.first_colour, effective=number)

    def points(self, one: Contender) -> int:
        """The player's points, whatever the groups are made by."""
        return self._position.totals[one.player]


def bye_choice(position: Position, proposal: Proposal) -> ByeChoice | None:
    """Why this player has the bye: who came before, and why they cannot have it."""
    player = proposal.bye
    if player is None:
        return None
    sheet, totals = position.sheet, position.totals
    order = [c.player for c in bye_order(position, position.players)]
    given = bye_of(position, position.players)
    before = order[: order.index(player)] if player in order else []
    barred = [
        c.player
        for c in position.players
        if not c.may_have_bye and totals[c.player] <= totals[player]
    ]
    passed = [PassedOver(one, RuledOut("C4", fide=False)) for one in before]
    passed += [PassedOver(one, _limit(position, one)) for one in barred]
    byes = len(position.byes[player])
    return ByeChoice(
        player,
        Fraction(totals[player], sheet.unit),
        byes,
        position.rules.bye_assignment,
        tuple(passed[:ASKED]),
        given is not None and given.player == player,
        sum(len(position.byes[p]) == byes and totals[p] == totals[player] for p in order)
        - len(before),
    )


def _limit(position: Position, player: PlayerId) -> RuledOut:
    """The last bye of somebody who cannot have another one."""
    last = [o for o in position.sheet.rows[player] if o.kind in AWARDED_BYES]
    if not last:
        return RuledOut("bye_limit", fide=False)
    return RuledOut("C2", round_no=last[-1].round_no, kind=last[-1].kind, fide=False)
