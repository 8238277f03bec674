"""Why a round of the Dutch system is as it is."""

from fairpair.core.ids import PlayerId
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.dutch.position import Position
from fairpair.engine.pairing.explanation.explainer import RoundExplainer, explain_bracketed_round
from fairpair.engine.pairing.explanation.reasons import RoundExplanation
from fairpair.engine.pairing.proposal import Past, Proposal, seated_in


def explain(
    tournament: Tournament, past: Past, proposal: Proposal, player: PlayerId | None
) -> RoundExplanation:
    """Why a round is as it is, or what of it concerns one player."""
    position = Position(tournament, past, proposal.round_no, seated_in(tournament, proposal))
    explainer = RoundExplainer(position, proposal)
    return explain_bracketed_round(explainer, proposal, player, explainer.bye)
