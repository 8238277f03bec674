"""Why two players do not meet in a round: the best legal round in which they do, compared with it.

| verdict    | what |
|------------|------|
| PAIRED     | they meet in the round |
| KEPT_APART | a rule keeps the two apart: C1, C3 or a restriction |
| IMPOSSIBLE | they may meet, but then not all others can be paired |
| WORSE      | they may meet, but the best round in which they do is worse by a criterion |
| EQUAL      | it is as good by every criterion, but comes later in the order of the rules |
| RULED      | they meet in the round that the rules give, but this one is another |
| DEADLOCK   | the rules allow no round of these players at all |
| SCHEDULE   | a table of all rounds decides |
| UNKNOWN    | the system does not tell |
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from fractions import Fraction

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.bracket import pairs_of_bracket
from fairpair.engine.pairing.brackets.contender import Contender, may_meet
from fairpair.engine.pairing.brackets.task import PairsOfBracket
from fairpair.engine.pairing.explanation.alternatives import Candidate, pairs_inside
from fairpair.engine.pairing.explanation.explainer import RoundExplainer
from fairpair.engine.pairing.explanation.reasons import ORDER, Group, RuledOut
from fairpair.engine.pairing.explanation.round_with_pair import RoundWithPair
from fairpair.engine.pairing.explanation.rule_checks import RuleChecks, View
from fairpair.engine.pairing.explanation.shortage import Shortage, shortage
from fairpair.engine.pairing.proposal import Board, Proposal

Two = tuple[PlayerId, PlayerId]


class Verdict(StrEnum):
    """Why two players do not meet."""

    PAIRED = "paired"
    KEPT_APART = "kept_apart"
    IMPOSSIBLE = "impossible"
    WORSE = "worse"
    EQUAL = "equal"
    RULED = "ruled"
    DEADLOCK = "deadlock"
    SCHEDULE = "schedule"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why two players do not meet in a round.

    `ruled_out` is the rule that keeps them apart, or the first criterion that is worse in the best
    round with them, and `group` the bracket where that is. `round` is this round, and `changes` are
    the boards of it that the round by the rules does not have. `exact` is false where so many
    players could float down that not all were looked at: then there may be a better round with the
    pair. `edited`: the round that was made is not the one the rules give.
    """

    players: Two
    verdict: Verdict
    ruled_out: RuledOut | None = None
    group: Group | None = None
    round: Proposal | None = None
    changes: tuple[Two, ...] = ()
    shortage: Shortage | None = None
    exact: bool = True
    edited: bool = False
    numbers: tuple[int | None, int | None] = (None, None)
    """Of SCHEDULE: the numbers of the two in the table, and the `rounds` in which they meet."""
    rounds: tuple[int, ...] = ()
    size: int = 0


@dataclass(frozen=True, slots=True)
class RulesOfRound:
    """How a system pairs the players of a round, and looks at one that is paired.

    `bye_reason` says what is worse about the bye of a second round than about that of the first.
    """

    players: Sequence[Contender]
    pair: Callable[[Sequence[Contender], PairsOfBracket], Proposal | None]
    view_of: Callable[[Proposal], View]
    bye_reason: Callable[[Proposal, Proposal], RuledOut | None]


def why_not_paired(rules: RulesOfRound, made: Proposal, players: Two) -> WhyNot:
    """Why two players of a round that was made do not meet in it."""
    if frozenset(players) in _boards(made):
        return WhyNot(players, Verdict.PAIRED)
    contenders = {one.player: one for one in rules.players}
    one, other = (contenders[player] for player in players)
    if not may_meet(one, other):
        found = RuleChecks(rules.view_of(made)).may_not_meet(one, other)
        return WhyNot(players, Verdict.KEPT_APART, found)
    ruled = rules.pair(rules.players, pairs_of_bracket)
    if ruled is None:
        return WhyNot(players, Verdict.DEADLOCK, edited=True)
    asked = RoundWithPair(rules.players, players)
    rival = rules.pair(asked.players, asked.pairs_of)
    edited = _boards(made) != _boards(ruled)
    if rival is None:
        others = [one for one in rules.players if one.player not in players]
        return WhyNot(players, Verdict.IMPOSSIBLE, shortage=shortage(others), edited=edited)
    if frozenset(players) in _boards(ruled):
        return WhyNot(players, Verdict.RULED, edited=True)
    found, group = _first_difference(rules, ruled, rival)
    return WhyNot(
        players,
        Verdict.WORSE if found.by != ORDER else Verdict.EQUAL,
        found,
        group,
        rival,
        tuple((b.white, b.black) for b in rival.boards if _pair(b) not in _boards(ruled)),
        exact=asked.exact,
        edited=edited,
    )


def _pair(board: Board) -> frozenset[PlayerId]:
    return frozenset((board.white, board.black))


def _boards(round_: Proposal) -> set[frozenset[PlayerId]]:
    return set(map(_pair, round_.boards))


def _first_difference(
    rules: RulesOfRound, ruled: Proposal, rival: Proposal
) -> tuple[RuledOut, Group | None]:
    """What is worse about a round first of all, and in which bracket: the bye comes before them."""
    if ruled.bye != rival.bye:
        worse = rules.bye_reason(ruled, rival)
        if worse is not None:
            return worse, None
    view = rules.view_of(ruled)
    worse = _other_leavers(view, rules.view_of(rival))
    if worse is not None:
        return worse, None
    checks, explainer = RuleChecks(view), RoundExplainer(view, ruled)
    opponents = RoundExplainer(view, rival).opponents
    for bracket in explainer.brackets:
        other = Candidate(bracket.task, pairs_inside(bracket.task, opponents))
        if other.pairs != bracket.chosen.pairs:
            found = checks.compare(bracket, other) or checks.order(bracket, other)
            return found, explainer.group(bracket)
    raise AssertionError("two rounds that are the same")


def _other_leavers(view: View, rival: View) -> RuledOut | None:
    """Whether other players who can still make or miss the cut leave their groups."""
    made, other = (
        {c.player for c in one.fields[-1] if c.score in one.contested} for one in (view, rival)
    )
    if made == other:
        return None
    who = tuple(sorted(other - made))
    if len(made) == len(other):
        return RuledOut("cut_players", who=who, fide=False)
    return RuledOut("cut", ((Fraction(len(made)),), (Fraction(len(other)),)), who, fide=False)
