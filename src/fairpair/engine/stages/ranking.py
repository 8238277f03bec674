"""The final ranking: the knock-out first, then the standings of the rounds before it.

| place | goes to |
|---|---|
| 1, 2 | the winner and the loser of the final |
| 3, 4 | likewise of the match for third place; without one both semi-final losers by stage-1 rank |
| then | by the round of the loss, the later the better, then by stage-1 rank |
| last | who never was in the knock-out, by stage-1 rank |
| none | who was expelled, or whose games do not count |

With `knockout_places = "standings"` all places after the fourth go by stage-1 rank alone.

Whether somebody has left meanwhile changes no place. If nobody wins the final, because both lost
it or nobody came to it, nobody is first: those who came farthest share the best place that players
of their round can have without winning it, 2 after the final, 3 after the semi-finals.
"""

from collections.abc import Mapping
from dataclasses import replace

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.bracket import (
    FINAL,
    SEMI_FINAL,
    THIRD_PLACE,
    Outcome,
    players_in,
    round_name,
)
from fairpair.engine.stages.progress import knock_out_of, plan_for
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.language.message import Message

_OUTSIDE = (10**9, 0)
"""Behind every round of a knock-out."""
_FIRST_FOUR = (4, 9)
"""Behind everybody who came to the semi-finals."""


@dataclass(frozen=True, slots=True)
class FinalRow:
    """A place. It is shared only where stage 1 left players level and nothing later parted them, or
    where a knock-out ended without a winner.
    """

    rank: int | None
    player: PlayerId
    stage_1_rank: int | None
    why: Message


@dataclass(frozen=True, slots=True)
class FinalRanking:
    """Everybody's place, best first."""

    rows: tuple[FinalRow, ...]

    def at(self, rank: int) -> PlayerId | None:
        """Who has this place alone; none if it is shared or there is no such place."""
        found = [row.player for row in self.rows if row.rank == rank]
        return found[0] if len(found) == 1 else None

    @property
    def champion(self) -> PlayerId | None:
        """The first; before the end, who is ahead."""
        return self.at(1)

    @property
    def runner_up(self) -> PlayerId | None:
        """The second."""
        return self.at(2)

    @property
    def third(self) -> PlayerId | None:
        """The third."""
        return self.at(3)


def ranking_of(tournament: Tournament) -> FinalRanking | None:
    """Everybody's place once a cut is made, as far as it is known; none before, or without one."""
    tree = knock_out_of(tournament) if tournament.seeds else None
    if tree is None:
        return None
    if not plan_for(tournament).stages[0].rounds:
        ranks = _seed_ranks(tournament)
        final = final_ranking(ranks, tree.outcome(), stage_1="ranking.seeding")
    else:
        ranks = Standings(tiebreak_input(tournament)).ranks
        by_round = tournament.rules.knockout_places == "round"
        final = final_ranking(ranks, tree.outcome(), by_round=by_round)
    return with_unranked(_name_successor(final), tournament)


def _name_successor(ranking: FinalRanking) -> FinalRanking:
    """The ranking with the reason of somebody who is first because the winner was expelled."""
    rows = [
        replace(row, why=Message("ranking.winner-expelled"))
        if row.rank == 1 and row.why.code == "ranking.lost-final"
        else row
        for row in ranking.rows
    ]
    return FinalRanking(tuple(rows))


def with_unranked(ranking: FinalRanking, tournament: Tournament) -> FinalRanking:
    """The ranking, and after it those without a place."""
    ranked = {row.player for row in ranking.rows}
    rows = [
        FinalRow(None, player, None, Message(f"ranking.{'expelled' if e.expelled else 'annulled'}"))
        for player, e in tournament.entries.items()
        if player not in ranked
    ]
    return FinalRanking((*ranking.rows, *rows))


def _seed_ranks(tournament: Tournament) -> dict[PlayerId, int]:
    """Nothing was played before: the seeds stand for it, and who has none comes last."""
    seeds = {player: n for n, player in tournament.seed_numbers(2).items()}
    last = max(seeds.values(), default=0) + 1
    here = (player for player, entry in tournament.entries.items() if not entry.expelled)
    return {player: seeds.get(player, last) for player in here}


def final_ranking(
    ranks: Mapping[PlayerId, int],
    outcome: Outcome | None = None,
    *,
    by_round: bool = True,
    stage_1: str = "ranking.swiss",
) -> FinalRanking:
    """The final places, from the stage-1 ranks and what the knock-out brought.

    Without `by_round` only places 1 to 4 are the knock-out's, for which those still in it come
    first; all others go by stage-1 rank alone, be they in the knock-out or not. With a knock-out of
    up to eight, of whom nobody was passed over, both give the same; so they do where nobody won and
    nobody came to the first four.
    """
    brought = outcome or Outcome()
    feats = {player: feat for player, feat in _achievements(brought).items() if player in ranks}
    ahead = {p: x for p, x in feats.items() if x.key < _FIRST_FOUR or p in brought.still_in}
    if not by_round and (ahead or not brought.nobody_won):
        feats = ahead

    def key(player: PlayerId) -> tuple[tuple[int, int], int]:
        return feats[player].key if player in feats else _OUTSIDE, ranks[player]

    def why(player: PlayerId) -> Message:
        standing = Message(stage_1, rank=ranks[player])
        return feats[player].describe(standing) if player in feats else standing

    rows: list[FinalRow] = []
    firsts: dict[int, int] = {}
    for place, player in enumerate(sorted(ranks, key=lambda p: (key(p), p)), 1):
        best = _best_place(feats[player]) if brought.nobody_won and player in feats else 0
        level = bool(rows) and key(rows[-1].player) == key(player)
        rank, reason = rows[-1].rank if level else place, why(player)
        if firsts.setdefault(best, place) < best:
            rank, reason = best, Message("ranking.nobody-won", outcome=feats[player].text)
        rows.append(FinalRow(rank, player, ranks[player], reason))
    return FinalRanking(tuple(rows))


@dataclass(frozen=True, slots=True)
class _Achievement:
    """How far somebody came: a smaller key is better. `alone` if nobody else came just as far."""

    key: tuple[int, int]
    text: Message
    alone: bool = False

    def describe(self, standing: Message) -> Message:
        if self.alone:
            return self.text
        return Message("ranking.then", outcome=self.text, standing=standing)


def _best_place(feat: _Achievement) -> int:
    """The best place of those who lose in a round of this size."""
    return feat.key[0] // 2 + 1


def _achievements(outcome: Outcome) -> dict[PlayerId, _Achievement]:
    feats = {player: _lost(kind, player, outcome) for player, kind in outcome.lost_in.items()}
    for player, kind in outcome.still_in.items():
        # Ahead of those who lost in the round that is open for this one.
        text = Message("ranking.reached", round=round_name(kind))
        feats[player] = _Achievement((_size(kind), 0), text)
    if outcome.champion is not None:
        feats[outcome.champion] = _Achievement((1, 0), Message("ranking.won-final"), alone=True)
    return feats


def _lost(kind: str, player: PlayerId, outcome: Outcome) -> _Achievement:
    size, text = _size(kind), Message("ranking.knocked-out", round=round_name(kind))
    if kind == FINAL:
        alone = list(outcome.lost_in.values()).count(FINAL) == 1
        return _Achievement((size, 1), Message("ranking.lost-final"), alone)
    if player == outcome.third:
        return _Achievement((4, 1), _third_text(outcome), alone=True)
    if kind == SEMI_FINAL and outcome.third is not None:
        if _played_for_third(outcome):
            return _Achievement((size, 2), Message("ranking.lost-third-place"), alone=True)
        return _Achievement((size, 2), text)
    return _Achievement((size, 1), text)


def _played_for_third(outcome: Outcome) -> bool:
    """Whether the third is one of two who lost the semi-finals, as it should be."""
    losers = [player for player, kind in outcome.lost_in.items() if kind == SEMI_FINAL]
    return len(losers) == 2 and outcome.third in losers


def _third_text(outcome: Outcome) -> Message:
    alone = list(outcome.lost_in.values()).count(SEMI_FINAL) == 1
    if alone and outcome.third is not None and outcome.lost_in[outcome.third] == SEMI_FINAL:
        return Message("ranking.lost-semi-final")
    return Message("ranking.won-third-place")


def _size(kind: str) -> int:
    """How many can still win when a round of this kind begins.

    >>> _size("round_of_16")
    16
    """
    if kind == THIRD_PLACE:
        raise AssertionError("nobody is knocked out by the third-place match")
    return players_in(kind)
