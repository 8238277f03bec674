"""Why a round was paired as it was, as data: computed afterwards, from the round and its past.

Nothing is recorded while pairing. The brackets follow from the pairs; what else a bracket could
have got is found by pairing it again with something kept (see `alternatives.py`).
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.completion import fewest_leaving, fewest_left_over
from fairpair.engine.pairing.brackets.contender import Contender, may_meet
from fairpair.engine.pairing.brackets.task import Pair
from fairpair.engine.pairing.explanation.alternatives import (
    PairedBracket,
    alternative_pairing,
    alternative_with_floaters,
    alternative_with_pairs,
    paired_brackets,
)
from fairpair.engine.pairing.explanation.colours import colour_explanation
from fairpair.engine.pairing.explanation.reasons import (
    BoardExplanation,
    ByeExplanation,
    Cause,
    ExpectedOpponent,
    FloatExplanation,
    Group,
    PassedOver,
    RoundExplanation,
    RuledOut,
)
from fairpair.engine.pairing.explanation.rule_checks import RuleChecks, View
from fairpair.engine.pairing.proposal import Proposal

ASKED = 8
"""How many of those who might have floated instead are looked at, the lowest ranked first."""


class RoundExplainer:
    """The facts of a round, and the brackets that its pairs tell of."""

    def __init__(self, view: View, proposal: Proposal) -> None:
        self.view, self.proposal = view, proposal
        self.players, self.sheet, self.bye_score = view.players, view.sheet, view.bye_score
        self._checks = RuleChecks(view)
        self.places = {c.player: place for place, c in enumerate(self.players)}
        self._ruled_out: dict[tuple[PlayerId, PlayerId], RuledOut] = {}

    def boards(self) -> tuple[BoardExplanation, ...]:
        """All boards, in their order."""
        return tuple(self.board(board.white) for board in self.proposal.boards)

    def floats(self, player: PlayerId | None = None) -> tuple[FloatExplanation, ...]:
        """Everybody who floated down but the one with the bye; or one of them."""
        return tuple(
            self.explain_float(bracket, place)
            for bracket in self.brackets
            for place in bracket.chosen.floaters
            if bracket.player(place) != self.proposal.bye
            and player in (None, bracket.player(place))
        )

    @cached_property
    def opponents(self) -> dict[PlayerId, PlayerId]:
        """Who meets whom, both ways round."""
        boards = [(board.white, board.black) for board in self.proposal.boards]
        return dict(boards) | {black: white for white, black in boards}

    @cached_property
    def brackets(self) -> list[PairedBracket]:
        """All brackets, from the top."""
        return [
            bracket
            for field in self.view.fields
            for bracket in paired_brackets(field, self.opponents, self.bye_score, self.view.style)
        ]

    def points(self, units: int) -> Fraction:
        """Points as they are shown."""
        return Fraction(units, self.sheet.unit)

    def group(self, bracket: PairedBracket) -> Group:
        """What there is to say of a bracket."""
        task = bracket.task
        moved = tuple(c.player for c in task.left[: task.moved])
        score = self.points(task.left[task.bracket - 1].score)
        kind, as_ruled = self.view.grouping, bracket.as_ruled
        if self._is_contested(bracket):
            as_ruled = as_ruled and self.view.split_as_ruled
        return Group(score, task.bracket, moved, as_ruled, self._accelerated, kind, self.view.fide)

    def _is_contested(self, bracket: PairedBracket) -> bool:
        return bracket.task.left[bracket.task.bracket - 1].score in self.view.contested

    @cached_property
    def _accelerated(self) -> bool:
        return any(self._virtual(c) for c in self.players)

    # --- boards ----------------------------------------------------------------------------------

    def board(self, player: PlayerId) -> BoardExplanation:
        """The board of a player."""
        bracket, pair = self._pairs[player]
        higher, lower = (bracket.task.left[p] for p in pair)
        white, black, _ = self.view.colours(higher, lower)
        floats = higher.score != lower.score
        return BoardExplanation(
            white.player,
            black.player,
            (self._score(white), self._score(black)),
            (self._virtual(white), self._virtual(black)),
            self.group(bracket),
            higher.player if floats else None,
            lower.player if floats else None,
            tuple(self._instead(bracket, pair)) if bracket.as_ruled else (),
            colour_explanation(self.view, higher, lower),
        )

    def _score(self, one: Contender) -> Fraction:
        return self.points(self.view.points(one))

    def _virtual(self, one: Contender) -> Fraction:
        return self.points(self.view.points(one) - self._totals[one.player])

    @cached_property
    def _totals(self) -> dict[PlayerId, int]:
        return self.sheet.totals

    @cached_property
    def _pairs(self) -> dict[PlayerId, tuple[PairedBracket, Pair]]:
        """By player, the pair and where it was made."""
        return {
            bracket.player(place): (bracket, pair)
            for bracket in self.brackets
            for pair in bracket.chosen.pairs
            for place in pair
        }

    def _instead(self, bracket: PairedBracket, pair: Pair) -> Iterator[ExpectedOpponent]:
        chosen = bracket.chosen
        for place in pair:
            natural = bracket.natural.get(place)
            if natural is not None and natural != chosen.opponent[place]:
                both = min(place, natural), max(place, natural)
                has = chosen.opponent.get(natural)
                yield ExpectedOpponent(
                    bracket.player(place),
                    bracket.player(natural),
                    self._exclusion_of(bracket, both),
                    None if has is None else bracket.player(has),
                )

    def _exclusion_of(self, bracket: PairedBracket, pair: Pair) -> RuledOut:
        """The boards of both ask it, so the answer is kept."""
        key = bracket.player(pair[0]), bracket.player(pair[1])
        if key not in self._ruled_out:
            self._ruled_out[key] = self._find_exclusion(bracket, pair)
        return self._ruled_out[key]

    def _find_exclusion(self, bracket: PairedBracket, pair: Pair) -> RuledOut:
        """Against the best candidate with this pair, then with those chosen earlier as well."""
        one, other = (bracket.task.left[p] for p in pair)
        if not may_meet(one, other):
            return self._checks.may_not_meet(one, other)
        rival = alternative_with_pairs(bracket.chosen, [pair])
        reason = self._checks.compare(bracket, rival)
        if reason is not None:
            return reason
        earlier = bracket.earlier(pair)
        before = next((made for made in earlier if set(made) & set(pair)), None)
        if before is not None:
            return self._checks.order(bracket, rival, tuple(map(bracket.player, before)))
        rival = alternative_with_pairs(bracket.chosen, [*earlier, pair])
        reason = self._checks.compare(bracket, rival, given_earlier=True)
        if reason is not None:
            return reason
        own = [made for made in bracket.chosen.pairs if made[0] == pair[0]]
        who = tuple(bracket.player(p) for made in own for p in made)
        return self._checks.order(bracket, rival, who)

    # --- floats and the bye ----------------------------------------------------------------------

    def explain_float(self, bracket: PairedBracket, place: int) -> FloatExplanation:
        """Why this bracket left over this player."""
        others = tuple(bracket.player(p) for p in bracket.chosen.floaters if p != place)
        cause, staying = self._cause(bracket, place)
        lower, kept = self._lower_in_group(bracket, place), list[PassedOver]()
        if cause in (Cause.NO_OPPONENT, Cause.CUT):
            lower = []
        if bracket.as_ruled:
            kept = [self._explain_passed_over(bracket, place, one) for one in lower[-ASKED:]]
        return FloatExplanation(
            bracket.player(place),
            self.group(bracket),
            cause,
            others,
            tuple(kept),
            len(lower) - len(kept),
            staying,
            self._explain_no_opponent(bracket, place) if cause is Cause.NO_OPPONENT else (),
            self._contested_between(bracket.player(place)),
        )

    def _contested_between(self, player: PlayerId) -> tuple[Fraction, ...]:
        """The scores that were left out on the way down to the opponent, for the cut."""
        opponent = self.opponents.get(player)
        if opponent is None:
            return ()
        high, low = (self.players[self.places[one]].score for one in (player, opponent))
        found = sorted((s for s in self.view.contested if low < s < high), reverse=True)
        return tuple(map(self.points, found))

    def _explain_no_opponent(self, bracket: PairedBracket, place: int) -> tuple[PassedOver, ...]:
        """Why none of those whom the player might meet here will do."""
        one, task = bracket.task.left[place], bracket.task
        others = [task.left[p] for p in bracket.possible_opponents(place)]
        return tuple(
            PassedOver(other.player, self._checks.may_not_meet(one, other)) for other in others
        )

    def _lower_in_group(self, bracket: PairedBracket, place: int) -> list[int]:
        """Those of the same score, ranked lower, who stayed."""
        task, stayed = bracket.task, bracket.chosen.opponent
        end = task.moved if place < task.moved else task.bracket
        score = task.left[place].score
        return [p for p in range(place + 1, end) if p in stayed and task.left[p].score == score]

    def _explain_passed_over(self, bracket: PairedBracket, place: int, instead: int) -> PassedOver:
        """The best candidate with the one in the other's place, against the one chosen."""
        player = bracket.player(instead)
        floaters = [instead if p == place else p for p in bracket.chosen.floaters]
        rival = alternative_with_floaters(bracket.task, floaters)
        if isinstance(rival, str) and bracket.player(place) == self.proposal.bye:
            barred = self._checks.bye_exclusion(bracket.task.left[instead])
            if barred is not None:
                return PassedOver(player, barred)
        worse = self._checks.compare(bracket, rival)
        return PassedOver(player, worse or self._checks.order(bracket, rival))

    def _cause(self, bracket: PairedBracket, place: int) -> tuple[Cause, RuledOut | None]:
        """Why this many are left over, and what would be worse with this player paired here."""
        task, left_over = bracket.task, len(bracket.chosen.floaters)
        others = [task.left[p] for p in bracket.possible_opponents(place)]
        if self._is_contested(bracket):
            return Cause.CUT, None
        if task.bracket == 1:
            return Cause.ODD, None
        if not any(may_meet(task.left[place], other) for other in others):
            return Cause.NO_OPPONENT, None
        staying = None
        if bracket.as_ruled and place < task.moved:
            staying = self._checks.compare(bracket, alternative_pairing(task, place))
        if left_over == task.bracket % 2:
            return Cause.ODD, staying
        if left_over == fewest_left_over(task):
            return Cause.UNPAIRABLE, staying
        sooner = bracket.as_ruled and fewest_leaving(task) < left_over
        return (Cause.BYE if sooner else Cause.REST), staying

    def bye(self) -> ByeExplanation | None:
        """Why this player has the bye: first the score (C5), then who of that score."""
        player = self.proposal.bye
        if player is None:
            return None
        one = self.players[self.places[player]]
        lower = self.players[self.places[player] :] if one.score == self.bye_score else ()
        own = next(b for b in self.brackets if b.task.left[b.task.bracket - 1].score == one.score)
        place = next(p for p in own.chosen.floaters if own.player(p) == player)
        kept = tuple(
            PassedOver(c.player, self._checks.bye_exclusion(c) or RuledOut("C4"))
            for c in lower
            if c.score < one.score
        )
        way = self.brackets[self.brackets.index(own) :]
        changed = next((self.group(bracket) for bracket in way if not bracket.as_ruled), None)
        floated = self.explain_float(own, place)
        return ByeExplanation(player, self._score(one), self._virtual(one), kept, floated, changed)


def explain_bracketed_round(
    explainer: RoundExplainer,
    proposal: Proposal,
    player: PlayerId | None,
    bye: Callable[[], ByeExplanation | None],
) -> RoundExplanation:
    """The whole round, or what of it concerns one player: only that is looked at then."""
    if player is None:
        return RoundExplanation(proposal.round_no, explainer.boards(), explainer.floats(), bye())
    if player == proposal.bye:
        return RoundExplanation(proposal.round_no, (), (), bye())
    return RoundExplanation(
        proposal.round_no, (explainer.board(player),), explainer.floats(player), None
    )
