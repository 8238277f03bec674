"""Why a round that another program paired is not the one that the Dutch rules give."""

from collections.abc import Iterator, Mapping

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.brackets.contender import may_meet
from fairpair.engine.pairing.dutch.position import Position
from fairpair.engine.pairing.explanation.alternatives import (
    Candidate,
    PairedBracket,
    paired_brackets,
    pairs_inside,
)
from fairpair.engine.pairing.explanation.reasons import RuledOut
from fairpair.engine.pairing.explanation.rule_checks import RuleChecks
from fairpair.engine.pairing.proposal import Past, Proposal, seated_in


@dataclass(frozen=True, slots=True)
class Objection:
    """What rules out a pair that was found, the bye that was found, or the pairs of a bracket."""

    players: frozenset[PlayerId]
    ruled_out: RuledOut
    of_bracket: bool = False
    """Whether it is about a bracket as a whole: then `players` are those with other opponents."""


def objections(
    tournament: Tournament, past: Past, expected: Proposal, found: Mapping[PlayerId, PlayerId]
) -> list[Objection]:
    """Everything against a round that was found, by who met whom in it.

    First the pairs and the bye that no round may have (C1 to C3), then the first bracket from the
    top that has other pairs: the brackets below follow from it.
    """
    present = seated_in(tournament, expected)
    position = Position(tournament, past, expected.round_no, present)
    checks = RuleChecks(position)
    return [
        *_forbidden_pairs(position, checks, found),
        *_forbidden_bye(position, checks, found),
        *_other_bracket(position, checks, expected, found),
    ]


def _forbidden_pairs(
    position: Position, checks: RuleChecks, found: Mapping[PlayerId, PlayerId]
) -> Iterator[Objection]:
    contenders = {one.player: one for one in position.players}
    for one in position.players:
        other = contenders.get(found.get(one.player, one.player), one)
        if one.number < other.number and not may_meet(one, other):
            players = frozenset((one.player, other.player))
            yield Objection(players, checks.may_not_meet(one, other))


def _forbidden_bye(
    position: Position, checks: RuleChecks, found: Mapping[PlayerId, PlayerId]
) -> Iterator[Objection]:
    alone = [one for one in position.players if one.player not in found]
    for one in alone:
        barred = checks.bye_exclusion(one)
        if barred is None and position.bye_score is not None and one.score > position.bye_score:
            barred = RuledOut("C5")
        if barred is not None:
            yield Objection(frozenset([one.player]), barred)


def _other_bracket(
    position: Position,
    checks: RuleChecks,
    expected: Proposal,
    found: Mapping[PlayerId, PlayerId],
) -> Iterator[Objection]:
    boards = [(board.white, board.black) for board in expected.boards]
    ruled = dict(boards) | {black: white for white, black in boards}
    for bracket in paired_brackets(position.players, ruled, position.bye_score, position.style):
        rival = Candidate(bracket.task, pairs_inside(bracket.task, found))
        if rival.pairs != bracket.chosen.pairs:
            here = (one.player for one in bracket.task.left[: bracket.task.bracket])
            others = frozenset(p for p in here if found.get(p) != ruled.get(p))
            yield Objection(others, _why_worse(bracket, rival, checks), of_bracket=True)
            return


def _why_worse(bracket: PairedBracket, rival: Candidate, checks: RuleChecks) -> RuledOut:
    """The criterion on which it loses; one that is better cannot be completed (C4)."""
    if not rival.can_be_completed:
        return RuledOut("C4")
    difference = bracket.chosen.difference(rival)
    if difference is not None and difference.totals[1] < difference.totals[0]:
        return RuledOut("C4")
    return checks.compare(bracket, rival) or checks.order(bracket, rival)
