"""What rules something out in a round: a rule for two players or for the bye, or a criterion."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.contender import Contender, same_absolute
from fairpair.engine.pairing.brackets.task import Style
from fairpair.engine.pairing.explanation.alternatives import Candidate, PairedBracket
from fairpair.engine.pairing.explanation.reasons import FORBIDDEN, ORDER, RuledOut
from fairpair.engine.standings.sheet import Kind, Sheet


class View(Protocol):
    """The players of the brackets, best first, and the rules they were paired by."""

    @property
    def players(self) -> Sequence[Contender]:
        """Those who are in brackets."""

    @property
    def fields(self) -> Sequence[Sequence[Contender]]:
        """The same players in the parts that are paired separately: usually one."""

    @property
    def contested(self) -> frozenset[int]:
        """The scores whose players are paired apart from the others, for the cut."""

    @property
    def split_as_ruled(self) -> bool:
        """Whether the players who leave those scores are the ones whom the rules choose."""

    @property
    def sheet(self) -> Sheet:
        """The results before the round."""

    @property
    def style(self) -> Style:
        """What counts in a bracket."""

    @property
    def bye_score(self) -> int | None:
        """The score that the bye can go to, if it is given in a bracket."""

    @property
    def fide(self) -> bool:
        """Whether these are the FIDE rules, whose criteria have numbers."""

    @property
    def grouping(self) -> str:
        """What makes a group: `score`, `quarters` or `all`."""

    @property
    def first_colour(self) -> int:
        """The initial colour."""

    @property
    def numbers(self) -> Mapping[PlayerId, int]:
        """The numbers that decide who begins with which colour."""

    def colours(self, higher: Contender, lower: Contender) -> tuple[Contender, Contender, str]:
        """White, Black and the article that decided it."""

    def points(self, one: Contender) -> int:
        """The points to show, in the unit of the sheet."""


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
            return RuledOut("C1", round_no=next(rounds), fide=self._view.fide)
        if same_absolute(one, other) and not (one.topscorer or other.topscorer):
            return RuledOut("C3", who=(one.player, other.player), fide=self._view.fide)
        return RuledOut(FORBIDDEN)

    def compare(
        self, bracket: PairedBracket, rival: Candidate | str, *, given_earlier: bool = False
    ) -> RuledOut | None:
        """What is worse about a rival; none if nothing is."""
        if isinstance(rival, str):
            return RuledOut(rival, given_earlier=given_earlier, fide=self._view.fide)
        found = bracket.chosen.difference(rival)
        if found is None:
            return None
        criterion, unit = found.criterion, self._view.sheet.unit
        counters = bracket.task.counters
        one, other = (counters.amount(criterion, total, unit) for total in found.totals)
        who, back = tuple(map(bracket.player, found.who)), criterion.again
        return RuledOut(
            criterion.code,
            (one, other),
            who,
            kinds=() if back is None else tuple(self._kind(player, back) for player in who),
            given_earlier=given_earlier,
            fide=self._view.fide,
        )

    def order(
        self, bracket: PairedBracket, rival: Candidate | str, who: tuple[PlayerId, ...] = ()
    ) -> RuledOut:
        """A rival that is as good, but comes later."""
        article = ""
        if self._view.fide and isinstance(rival, Candidate):
            article = bracket.chosen.order_article(rival)
        return RuledOut(ORDER, who=who, article=article)

    def bye_exclusion(self, one: Contender) -> RuledOut | None:
        """The round after which somebody cannot have the bye (C2)."""
        if one.may_have_bye:
            return None
        for outing in self._view.sheet.rows[one.player]:
            unplayed = outing.kind is not Kind.PLAYED
            if outing.kind is Kind.PAIRING_BYE or (
                unplayed and outing.points >= self._view.sheet.win
            ):
                return RuledOut(
                    "C2", round_no=outing.round_no, kind=outing.kind, fide=self._view.fide
                )
        raise AssertionError("barred from the bye by no round")

    def _kind(self, player: PlayerId, back: int) -> Kind:
        """What the last round was, or an earlier one counted back from it."""
        round_no = self._view.sheet.rounds - back
        return next(o.kind for o in self._view.sheet.rows[player] if o.round_no == round_no)
