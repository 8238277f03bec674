"""Why a round of the Dutch system is as it is."""

from fractions import Fraction
from functools import partial

from fairpair.core.ids import PlayerId
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.dutch.position import Position
from fairpair.engine.pairing.dutch.system import proposal_of
from fairpair.engine.pairing.explanation.explainer import RoundExplainer, explain_bracketed_round
from fairpair.engine.pairing.explanation.reasons import RoundExplanation, RuledOut
from fairpair.engine.pairing.explanation.why_not import RulesOfRound, Two, WhyNot, why_not_paired
from fairpair.engine.pairing.proposal import Past, Proposal, seated_in


def explain(
    tournament: Tournament, past: Past, proposal: Proposal, player: PlayerId | None
) -> RoundExplanation:
    """Why a round is as it is, or what of it concerns one player."""
    position = Position(tournament, past, proposal.round_no, seated_in(tournament, proposal))
    explainer = RoundExplainer(position, proposal)
    return explain_bracketed_round(explainer, proposal, player, explainer.bye)


def why_not(tournament: Tournament, past: Past, proposal: Proposal, players: Two) -> WhyNot:
    """Why two players do not meet in a round."""
    position = Position(tournament, past, proposal.round_no, seated_in(tournament, proposal))
    scores = {one.player: one.score for one in position.players}

    def bye_reason(made: Proposal, other: Proposal) -> RuledOut | None:
        """The score of the bye comes before all else (C5); who of that score, in its bracket."""
        if made.bye is None or other.bye is None or scores[made.bye] == scores[other.bye]:
            return None
        unit = position.sheet.unit
        one, rival = (Fraction(scores[player], unit) for player in (made.bye, other.bye))
        return RuledOut("C5", ((one,), (rival,)), (other.bye,))

    rules = RulesOfRound(
        position.players, partial(proposal_of, position), lambda _: position, bye_reason
    )
    return why_not_paired(rules, proposal, players)
