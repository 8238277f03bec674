"""Why a round is paired as it is, in sentences."""

from fairpair.app.views.missing_pair import missing_pair_reasons
from fairpair.app.views.pairing_explanation import player_reasons, round_reasons
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import vocabulary_of
from fairpair.engine.stages.progress import round_title
from fairpair.language.texts import use
from fairpair.library.arguments import player_of
from fairpair.library.shown import Explanation


def explain_round(t: Tournament, ref: RoundRef, player: object = None) -> Explanation:
    """Why everybody, or one player, is paired like this in a round."""
    with use(vocabulary=vocabulary_of(t.rules)):
        if player is None:
            why = round_reasons(t, 0, ref.stage, ref.round_no)
            players = [one.text for one in (*why.floats, *why.byes)]
            texts = [why.method, *(one.text for one in why.pairings), *players]
            subject = str(round_title(t, ref))
        else:
            who = player_of(t, player)
            own = player_reasons(t, 0, (ref.stage, ref.round_no), who)
            texts = [own.method, *([own.pairing.text] if own.pairing else ())]
            texts += [one.text for one in (*own.floats, *own.byes)]
            subject = own.name
        return Explanation(subject, tuple(line for line in map(str, texts) if line))


def explain_missing_pair(
    t: Tournament, ref: RoundRef, player: object, other: object
) -> Explanation:
    """Why two players do not meet in a round."""
    pair = player_of(t, player), player_of(t, other)
    with use(vocabulary=vocabulary_of(t.rules)):
        why = missing_pair_reasons(t, 0, (ref.stage, ref.round_no), *pair)
        return Explanation(" - ".join(why.names), tuple(map(str, why.sentences)))
