"""Whether the rounds of a knock-out fit its tree, so that it can go on.

A table with others than the tree says is no fault by itself: an organiser may want it. What must
not be is in the table; `bracket_conflicts` finds all of it.

| kind | means |
|---|---|
| `others` | a table has not the players that the tree gives, or no place in it |
| `twice` | somebody is in two matches of a round |
| `idle` | somebody has a bye, but the tree lets them play, or others in their place |
| `stuck` | a match is to be played, and its round is complete |
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import field

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import MatchRef, Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.bracket import Match
from fairpair.engine.stages.bracket_state import GOES_ON
from fairpair.engine.stages.kinds import StageState
from fairpair.engine.stages.progress import knock_out_of, round_name
from fairpair.language.message import Message

OTHERS, TWICE, IDLE, STUCK = "others", "twice", "idle", "stuck"


@dataclass(frozen=True, slots=True)
class BracketConflict:
    """One of them; two are the same if they are about the same people of a round."""

    kind: str
    ref: RoundRef
    who: frozenset[PlayerId]
    text: Message = field(compare=False)


def bracket_conflicts(t: Tournament) -> list[BracketConflict]:
    """All of the present stage; before a cut there are none."""
    tree = knock_out_of(t, t.stage) if t.stage > 1 else None
    if tree is None:
        return []
    return [
        misfit
        for ref, round_ in sorted(t.rounds.items(), key=lambda item: item[0])
        if ref.stage == t.stage
        for misfit in _conflicts_in_round(t, tree, ref, round_)
    ]


def _conflicts_in_round(
    t: Tournament, tree: StageState, ref: RoundRef, round_: Round
) -> Iterator[BracketConflict]:
    matches, named = tree.in_round(ref.round_no), round_name(t, ref)
    for table, pairing in round_.pairings.items():
        match = tree.match_at(MatchRef(ref.stage, ref.round_no, table))
        if match is None or match.by_hand:
            names = " - ".join(map(t.name_of, pairing.seats))
            text = Message("bracket-conflict.others", players=names, round=named)
            yield BracketConflict(OTHERS, ref, frozenset(pairing.seats), text)
    for player, times in Counter(p for match in matches for p in _participants(match)).items():
        if times > 1:
            text = Message("bracket-conflict.twice", player=t.name_of(player), round=named)
            yield BracketConflict(TWICE, ref, frozenset([player]), text)
    for player in _idle(matches, round_):
        text = Message("bracket-conflict.idle", player=t.name_of(player), round=named)
        yield BracketConflict(IDLE, ref, frozenset([player]), text)
    if round_.status == RoundStatus.COMPLETE:
        for match in matches:
            if not match.over and match.table is None:
                text = Message("bracket-conflict.stuck", match=match.name)
                yield BracketConflict(STUCK, ref, frozenset(match.players), text)


def _participants(match: Match) -> Iterable[PlayerId]:
    """Who plays it, or goes on without playing it."""
    if match.over and match.table is None:
        return () if match.winner is None else (match.winner,)
    return match.players


def _idle(matches: Iterable[Match], round_: Round) -> Iterator[PlayerId]:
    byes = {player for player, kind in round_.byes.items() if kind in GOES_ON}
    for match in matches:
        for player in match.expected & byes:
            if match.table is not None or match.winner != player:
                yield player
