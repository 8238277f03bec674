"""A play-in: players level at the cut play for its last places.

There are as many groups as places, filled in a snake from the best: each is a knock-out
of its own, and its winner goes on. A group of one has nobody to play.

>>> groups(["a", "b", "c", "d", "e"], 2)
[['a', 'd', 'e'], ['b', 'c']]
"""

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import TypeVar

from fairpair.core.ids import PlayerId
from fairpair.core.results import Result
from fairpair.core.rounds import MatchRef, RoundRef
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import Board
from fairpair.engine.stages.bracket import Match, NextBoards, Outcome
from fairpair.engine.stages.bracket_state import BracketSetup
from fairpair.engine.stages.elimination import KnockOut, seat_match
from fairpair.engine.stages.plan import PLAY_IN, PlannedStage, RoundShape
from fairpair.language.message import Message

P = TypeVar("P")
_ONLY_GROUP = Message("match.only-play-in")


def groups(players: Sequence[P], places: int) -> list[list[P]]:
    """Who plays for which place: 1, 2, 3, then back 3, 2, 1, and so on."""
    found: list[list[P]] = [[] for _ in range(places)]
    for n, player in enumerate(players):
        turn, place = divmod(n, places)
        found[place if turn % 2 == 0 else places - 1 - place].append(player)
    return found


def rounds(_rules: Rules, size: int, places: int) -> list[RoundShape]:
    """As many as the largest group needs."""
    count = _round_count(size, places)
    if count == 1:
        return [RoundShape(PLAY_IN, Message("round.play-in"), None)]
    names = (Message("round.play-in-round", number=n) for n in range(1, count + 1))
    return [RoundShape(PLAY_IN, name, None) for name in names]


def _round_count(size: int, places: int) -> int:
    return (-(-size // places) - 1).bit_length()


def match_count(_rules: Rules, size: int) -> int:
    """At most: for one place all but one are knocked out."""
    return size - 1


class PlayIn:
    """All groups together, as one stage."""

    def __init__(
        self, tournament: Tournament, planned: PlannedStage, waiting_for: Message | None = None
    ) -> None:
        self._tournament = tournament
        self._planned = planned
        seeds = list(tournament.seed_numbers(planned.number).items())
        self._groups = [dict(group) for group in groups(seeds, planned.places)]
        self._trees = [
            KnockOut(tournament, planned, setting=BracketSetup(seeds, waiting_for, within))
            for within, seeds in self._settings()
        ]
        self.matches: tuple[Match, ...] = tuple(
            match for n, _ in enumerate(planned.rounds, 1) for match in self.in_round(n)
        )

    def _settings(self) -> Iterator[tuple[Message, dict[int, PlayerId]]]:
        """Within a group players are seeded from 1, as a tree needs it."""
        for n, group in enumerate(self._groups):
            if len(group) > 1:
                several = len(self._groups) > 1
                name = Message("match.play-in", group=_letters(n)) if several else _ONLY_GROUP
                yield name, dict(enumerate(group.values(), 1))

    def in_round(self, round_no: int) -> tuple[Match, ...]:
        """The matches of a round, group by group."""
        return tuple(match for tree in self._trees for match in tree.in_round(round_no))

    def match_at(self, match: MatchRef) -> Match | None:
        """The match that is played at a table; none if that has no place in a group."""
        found = (tree.match_at(match) for tree in self._trees)
        return next((one for one in found if one is not None), None)

    def open_matches(self) -> tuple[Match, ...]:
        """Every match whose players are known and that is not drafted yet, in any round."""
        return tuple(match for tree in self._trees for match in tree.open_matches())

    def board_of(self, match: Match) -> Board:
        """The match as a board: White first where there are colours, else the better placed."""
        order = {p: n for group in self._groups for n, p in group.items()}
        higher, lower = sorted(match.players, key=lambda p: order[p])
        ref = RoundRef(self._planned.number, match.round_no)
        return seat_match(self._tournament, ref, higher, lower)

    def next_boards(self) -> NextBoards | None:
        """The first round that is not drafted at all; none if there is no such round."""
        for planned in self._planned.rounds:
            if planned.ref not in self._tournament.rounds:
                return self.boards_in(planned.ref)
        return None

    def boards_in(self, ref: RoundRef) -> NextBoards:
        """What can be played in a round and is not drafted yet, in all groups."""
        found = [tree.boards_in(ref) for tree in self._trees]
        return NextBoards(
            ref,
            tuple(board for one in found for board in one.boards),
            tuple(bye for one in found for bye in one.byes),
            tuple(text for one in found for text in one.waiting),
        )

    def walkovers(self, ref: RoundRef) -> tuple[PlayerId, ...]:
        """Who has won a match of a round that is there without playing, and has no bye for it."""
        return tuple(player for tree in self._trees for player in tree.walkovers(ref))

    def affected(self, match: MatchRef, result: Result | None) -> tuple[Match, ...]:
        """The later matches that would get other players if this match had this result."""
        return tuple(one for tree in self._trees for one in tree.affected(match, result))

    @property
    def over(self) -> bool:
        """Whether every match is decided."""
        return all(tree.over for tree in self._trees)

    @property
    def winners(self) -> tuple[PlayerId, ...]:
        """Who goes on, the better placed first: the groups' winners, and who has nobody to play."""
        won = {p for tree in self._trees for p in tree.winners}
        won |= {p for group in self._groups if len(group) == 1 for p in group.values()}
        return tuple(p for p in self._tournament.seeds.get(self._planned.number, ()) if p in won)

    @property
    def podium(self) -> tuple[PlayerId | None, ...]:
        """Nobody: it only decides who goes on."""
        return ()

    def outcome(self) -> Outcome:
        """It only decides who goes on: nobody is ranked by it."""
        return Outcome()


def _letters(number: int) -> str:
    """A, B ... Z, AA, AB ..."""
    before, last = divmod(number, len(ascii_uppercase))
    return (_letters(before - 1) if before else "") + ascii_uppercase[last]
