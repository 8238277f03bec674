"""What rules something out in a round: a rule for two players or for the bye, or a criterion."""

from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.brackets.criteria import same_absolute
from fairpair.engine.pairing.explanation.alternatives import SCORES, Amount, Candidate
from fairpair.engine.pairing.explanation.made import PairedBracket
from fairpair.engine.pairing.explanation.reasons import FORBIDDEN, RuledOut
from fairpair.engine.pairing.explanation.view import View
from fairpair.engine.standings.sheet import Kind

DOWNFLOATS = {"C14": 0, "C16": 1, "C18": 0, "C20": 1}
"""The criteria of those who floated down before, and how many rounds before the last one."""


class RuleChecks:
    """The reasons that the rules of a round give."""

    def __init__(self, view: View) -> None:
        self._view = view

    def may_not_meet(self, one: Contender, other: Contender) -> RuledOut:
        """The rule that keeps two players apart who may not meet."""
        if other.player in one.met:
            rounds = (
                outing.round_no
                for outing in self._view.sheet.rows[one.player]
                if outing.opponent == other.player
                and (outing.kind is Kind.PLAYED or not self._view.fide)
            )
            return RuledOut("C1", round_no=next(rounds))
        if same_absolute(one, other) and not (one.topscorer or other.topscorer):
            return RuledOut("C3", who=(one.player, other.player))
        return RuledOut(FORBIDDEN)

    def compared(
        self, bracket: PairedBracket, rival: Candidate | str, *, given_earlier: bool = False
    ) -> RuledOut | None:
        """What is worse about a rival; none if nothing is."""
        if isinstance(rival, str):
            return RuledOut(rival, given_earlier=given_earlier, fide=self._view.fide)
        found = bracket.chosen.difference(rival)
        if found is None:
            return None
        one, other = (self._amount(found.criterion, amount) for amount in found.amounts)
        who = tuple(map(bracket.player, found.who))
        back = DOWNFLOATS.get(found.criterion)
        return RuledOut(
            found.criterion,
            (one, other),
            who,
            kinds=() if back is None else tuple(self._kind(player, back) for player in who),
            given_earlier=given_earlier,
            fide=self._view.fide,
        )

    def barred(self, one: Contender) -> RuledOut | None:
        """The round after which somebody cannot have the bye (C2)."""
        if one.may_have_bye:
            return None
        for outing in self._view.sheet.rows[one.player]:
            unplayed = outing.kind is not Kind.PLAYED
            if outing.kind is Kind.PAIRING_BYE or (
                unplayed and outing.points >= self._view.sheet.win
            ):
                return RuledOut("C2", round_no=outing.round_no, kind=outing.kind)
        raise AssertionError("barred from the bye by no round")

    def _kind(self, player: PlayerId, back: int) -> Kind:
        """What the last round was, or the one so many before it."""
        round_no = self._view.sheet.rounds - back
        return next(o.kind for o in self._view.sheet.rows[player] if o.round_no == round_no)

    def _amount(self, criterion: str, amount: Amount) -> tuple[Fraction, ...]:
        """Scores as points, counts as they are."""
        if criterion == "C8" and amount:
            return Fraction(amount[0]), *map(self._points, amount[1:])
        if criterion in SCORES:
            return tuple(map(self._points, amount))
        return tuple(map(Fraction, amount))

    def _points(self, units: int) -> Fraction:
        return Fraction(units, self._view.sheet.unit)
