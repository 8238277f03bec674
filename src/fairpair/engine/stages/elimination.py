"""A knock-out as it stands: all its matches, what can be played, who is out and who has won."""

from collections.abc import Iterable, Iterator

from fairpair.core.ids import PlayerId
from fairpair.core.results import Result
from fairpair.core.rounds import Bye, ByeKind, MatchRef, RoundRef, RoundStatus
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.colours import seats_by_colour
from fairpair.engine.pairing.proposal import Board
from fairpair.engine.stages.bracket import (
    FINAL,
    THIRD_PLACE,
    Match,
    NextBoards,
    Outcome,
    knock_out_kinds,
    players_in,
    round_name,
)
from fairpair.engine.stages.bracket_state import BracketSetup, BracketState, Key, Trial
from fairpair.engine.stages.plan import PlannedStage, RoundShape
from fairpair.engine.stages.third_place import fourth_of, has_own_round, is_played, third_of
from fairpair.language.message import Message


class KnockOut:
    """The tree of a stage, all matches from the start, round by round and from top to bottom."""

    def __init__(
        self,
        tournament: Tournament,
        planned: PlannedStage,
        waiting_for: Message | None = None,
        setting: BracketSetup | None = None,
    ) -> None:
        """`waiting_for` is what the seeds wait for before the cut. Without a `setting` the tree is
        the whole stage.
        """
        self._tournament = tournament
        self._stage = planned.number
        self._planned = planned
        seeds = tournament.seed_numbers(self._stage)
        self._setting = setting or BracketSetup(seeds, waiting_for)
        self._state = BracketState(tournament, planned, self._setting)
        self._seeds = {player: n for n, player in self._setting.seeds.items()}
        self.matches: tuple[Match, ...] = tuple(self._state.matches.values())

    def in_round(self, round_no: int) -> tuple[Match, ...]:
        """The matches of a round; a match for third place beside the final comes after it."""
        return tuple(match for match in self.matches if match.round_no == round_no)

    def match_at(self, match: MatchRef) -> Match | None:
        """The match of the tree that is played at a table; none if it has no place in the tree."""
        if match.stage != self._stage:
            return None
        there = (m for m in self.in_round(match.round_no) if m.table == match.table)
        return next(there, None)

    # What can be played

    def open_matches(self) -> tuple[Match, ...]:
        """Every match whose players are known and that is not drafted yet, in any round."""
        return tuple(match for match in self.matches if _is_open(match))

    def board_of(self, match: Match) -> Board:
        """The match as a board: White first where there are colours, else the higher seed."""
        higher, lower = sorted(match.players, key=self._seed_of)
        return seat_match(self._tournament, RoundRef(self._stage, match.round_no), higher, lower)

    def next_boards(self) -> NextBoards | None:
        """The first round that is not drafted at all; none if there is no such round."""
        for round_no in self._state.rounds:
            ref = RoundRef(self._stage, round_no)
            if ref not in self._tournament.rounds:
                return self.boards_in(ref)
        return None

    def boards_in(self, ref: RoundRef) -> NextBoards:
        """What can be played in a round and is not drafted yet, byes for those without a match,
        and what its other matches wait for.
        """
        matches = self.in_round(ref.round_no)
        there = self._tournament.rounds.get(ref)
        waiting = dict.fromkeys(seat.waiting for m in matches for seat in m.seats if seat.waiting)
        boards = tuple(self.board_of(match) for match in matches if _is_open(match))
        byes = _unopposed(matches)
        if not boards and not byes and not waiting:
            byes = tuple(self._unopposed_finalists(ref))
        placed = there.placed if there else ()
        new = [p for p in byes if p not in placed]
        return NextBoards(ref, boards, tuple(Bye(p, ByeKind.PAIRING) for p in new), tuple(waiting))

    def walkovers(self, ref: RoundRef) -> tuple[PlayerId, ...]:
        """Who has won a match of a round that is there without playing, and has no bye for it."""
        placed = self._tournament.rounds[ref].placed
        return tuple(p for p in _unopposed(self.in_round(ref.round_no)) if p not in placed)

    def _unopposed_finalists(self, ref: RoundRef) -> Iterator[PlayerId]:
        """Who goes on after a round that nobody plays: those of a final, if nobody is there to
        play for third place. Rounds have no gaps, so this one has to be.
        """
        for match in self.in_round(ref.round_no + 1):
            yield from (p for p in match.players if self._tournament.takes_part(p, ref))

    def _seed_of(self, player: PlayerId) -> int:
        return self._seeds.get(player, len(self._seeds) + 1)

    # What a correction would change

    def affected(self, match: MatchRef, result: Result | None) -> tuple[Match, ...]:
        """The later matches, drafted or played, that would get other players if this match had
        this result; as they are now. A bye because an opponent was missing counts as one, and so
        does a match of a complete round that nobody had to play, and somebody would have to then.
        """
        trial = Trial(self._state, match, result)
        after = BracketState(self._tournament, self._planned, self._setting, trial)
        again = [key for key in self._state.matches if self._opens_again(key, after)]
        return tuple(self._state.matches[key] for key in (*after.void, *again))

    def _opens_again(self, key: Key, after: BracketState) -> bool:
        match = self._state.matches[key]
        there = self._tournament.rounds.get(RoundRef(self._stage, match.round_no))
        complete = there is not None and there.status == RoundStatus.COMPLETE
        free = key not in self._state.drafted
        return complete and free and match.over and not after.matches[key].over

    # Who has won

    @property
    def champion(self) -> PlayerId | None:
        """The winner of the final, or who has moved up to that place."""
        return self.podium[0]

    @property
    def runner_up(self) -> PlayerId | None:
        """The loser of a final that somebody won, or who has moved up to that place."""
        return self.podium[1]

    @property
    def third(self) -> PlayerId | None:
        """See `third_place.py`."""
        return self.podium[2]

    @property
    def fourth(self) -> PlayerId | None:
        """The loser of the match for third place."""
        return self.podium[3]

    @property
    def winners(self) -> tuple[PlayerId, ...]:
        """The champion, once there is one."""
        return () if self.champion is None else (self.champion,)

    @property
    def podium(self) -> tuple[PlayerId | None, ...]:
        """First, second, third and fourth, as far as they are known. Once there is a winner,
        others move up for somebody who was expelled.
        """
        final, entries = self._final, self._tournament.entries
        if final is None or final.winner is None:
            return (None, None, third_of(self.matches), fourth_of(self.matches))
        places = (final.winner, final.loser, third_of(self.matches), fourth_of(self.matches))
        if all(p is None or not entries[p].expelled for p in places):
            return places
        kept = [p for p in places if p is not None and not entries[p].expelled]
        return (*kept, *[None] * (len(places) - len(kept)))

    def outcome(self) -> Outcome:
        """How far everybody came, for the final ranking."""
        champion = self._final.winner if self._final else None
        third, lost = third_of(self.matches), self.lost_in()
        # Rounds that were changed by hand may say two things of one player: the better one counts.
        lost = {player: kind for player, kind in lost.items() if player != champion}
        if third is not None and lost.get(third) in (None, FINAL):
            third = None
        return Outcome(lost, champion, third, self.still_in())

    @property
    def over(self) -> bool:
        """Whether every match is decided."""
        return all(match.over for match in self.matches)

    def reached(self) -> dict[PlayerId, int | None]:
        """The round in which each player, best seed first, lost or was missing; none while they
        are in, and for the champion. The match for third place does not count.
        """
        found: dict[PlayerId, int | None] = dict.fromkeys(self._seeds)
        through: set[PlayerId] = set()
        for round_no, kind in self._state.rounds.items():
            if kind == THIRD_PLACE:
                continue
            matches = [m for m in self.in_round(round_no) if m.kind == kind]
            playing = {p for m in matches for p in m.players}
            missing = {p for m in matches for p in m.expected} | self._gone(through, round_no)
            found |= dict.fromkeys(playing)
            found |= dict.fromkeys(missing - playing, round_no)
            found |= dict.fromkeys((p for m in matches for p in m.out), round_no)
            through = {m.winner for m in matches if m.winner is not None}
        return found

    def _gone(self, players: Iterable[PlayerId], round_no: int) -> set[PlayerId]:
        ref = RoundRef(self._stage, round_no)
        return {p for p in players if not self._tournament.takes_part(p, ref)}

    def lost_in(self) -> dict[PlayerId, str]:
        """The same by the kind of the round, for those who are out."""
        kinds = self._state.rounds
        return {player: kinds[number] for player, number in self.reached().items() if number}

    def still_in(self) -> dict[PlayerId, str]:
        """The kind of the round that everybody else has come to; at the end the champion's."""
        gone = self.lost_in()
        main = [match for match in self.matches if match.kind != THIRD_PLACE]
        return {p: match.kind for match in main for p in match.players if p not in gone}

    @property
    def _final(self) -> Match | None:
        return next((match for match in self.matches if match.kind == FINAL), None)


def seat_match(t: Tournament, ref: RoundRef, higher: PlayerId, lower: PlayerId) -> Board:
    """A match of a knockout as a board, by the seeds of its players."""
    if not t.rules.has_colours:
        return Board(higher, lower, "")
    return Board(*seats_by_colour(t, ref, higher, lower), "")


def rounds(rules: Rules, size: int, _places: int = 1) -> list[RoundShape]:
    """The rounds of a knock-out of this size."""
    kinds = knock_out_kinds(size, own_third_place=has_own_round(rules))
    return [RoundShape(kind, round_name(kind), min(players_in(kind), size)) for kind in kinds]


def match_count(rules: Rules, size: int) -> int:
    """Each match but the one for third place knocks one player out."""
    return size - 1 + is_played(rules, size)


def _unopposed(matches: Iterable[Match]) -> tuple[PlayerId, ...]:
    return tuple(m.winner for m in matches if m.winner is not None and m.table is None)


def _is_open(match: Match) -> bool:
    known = len(match.players) == len(match.seats)
    return match.table is None and not match.over and known
