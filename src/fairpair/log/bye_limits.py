"""The limit for byes that are worth a win, however a player comes to them."""

from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.scoring import missed_round_kind


def require_byes_left(t: Tournament, name: str, byes: int) -> None:
    """Require that this number of byes worth a win is within the limit."""
    limit = t.rules.max_byes_per_player
    if limit is not None and byes > limit:
        raise InvalidStateError("too-many-byes.requested", player=name, n=byes, limit=limit)


def byes_worth_a_win(t: Tournament, player: PlayerId) -> int:
    """How many a player had, was given for missed rounds, or has asked for."""
    entry, shown = t.entries[player], t.published_rounds
    kinds = [
        round_.byes.get(player) or missed_round_kind(entry, ref)
        for ref, round_ in shown.items()
        if ref.stage == 1 and round_.table_of(player) is None
    ]
    kinds += [kind for no, kind in entry.requested_byes.items() if RoundRef(1, no) not in shown]
    return sum(kind in (ByeKind.PAIRING, ByeKind.FULL) for kind in kinds)
