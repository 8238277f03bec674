"""The state of a bracket: who sits where, found from the seeds, the results and the rounds.

What was drafted is a fact: a match has the players it was drafted with, even if the tree would
give others. Matches are found by who plays, because tables can be moved.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.results import Result
from fairpair.core.rounds import ByeKind, MatchRef, Round, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.bracket import (
    FINAL,
    NOBODY,
    THIRD_PLACE,
    Match,
    Seat,
    both_lose,
    decides,
    knock_out_kinds,
    match_name,
    rank_left,
    seed_order,
)
from fairpair.engine.stages.plan import PlannedStage
from fairpair.engine.stages.third_place import FEEDERS, is_beside_final
from fairpair.language.message import Message

Key = tuple[str, int]
"""Kind and slot of a match."""
SEATS = 2
"""A match of the tree has two: the winner goes on."""
Seats = tuple[Seat, Seat]
GOES_ON = (ByeKind.PAIRING, ByeKind.FULL)
"""The byes that are worth a win."""


@dataclass(frozen=True, slots=True)
class DraftedMatch:
    """A match as a round has it; a bye is one player without a table."""

    seats: tuple[PlayerId, ...]
    table: int | None = None
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """Another result of one match, to see what would follow from it."""

    before: "BracketState"
    match: MatchRef
    result: Result | None


@dataclass(frozen=True, slots=True)
class BracketSetup:
    """Who is in the tree by seed number, and the words it uses.

    `waiting_for` is what the seeds wait for before the cut; `within` says of which part of a stage
    it is the tree, if it is not the whole.
    """

    seeds: Mapping[int, PlayerId]
    waiting_for: Message | None = None
    within: Message | None = None

    def match_name(self, kind: str, number: int, of: int, *, only: bool) -> Message:
        """What people call a match; `only` if the tree has just this one."""
        name = match_name(kind, number, of)
        if self.within is None:
            return name
        return self.within if only else Message("match.of-play-in", match=name, play_in=self.within)


class BracketState:
    """The whole tree, round by round. `void` are the matches that a trial takes the players of."""

    def __init__(
        self,
        tournament: Tournament,
        planned: PlannedStage,
        setting: BracketSetup,
        trial: Trial | None = None,
    ) -> None:
        self._tournament = tournament
        self._stage = planned.number
        self._setting = setting
        self._trial = trial
        self._players = setting.seeds
        self._seeds = {player: n for n, player in self._players.items()}
        self.size = max(self._players, default=planned.size or 0)
        self.rounds = _rounds(planned, self.size)
        self._main = [kind for kind in self.rounds.values() if kind != THIRD_PLACE]
        self.matches: dict[Key, Match] = {}
        self.drafted: dict[Key, DraftedMatch] = {}
        self.void: list[Key] = []
        for round_no in self.rounds:
            self._add_round(round_no)

    def _add_round(self, round_no: int) -> None:
        kind = self.rounds[round_no]
        natural: dict[Key, Seats] = {}
        for each in self._kinds(kind):
            natural |= self._natural(each)
        # Where the tree would put players, where the organiser has put them, then the free places.
        drafted = self._drafted_matches(round_no, natural)
        self.drafted |= drafted
        seats = natural
        if self._is_reseeded(kind):
            taken = frozenset(p for match in drafted.values() for p in match.seats)
            free = [key for key in natural if key not in drafted]
            seats = natural | self._by_rank(kind, free, taken)
        names = self._names(kind, natural)
        for key, pair in natural.items():
            match = Match(round_no, *key, names[key], seats[key], expected=players_of(pair))
            self.matches[key] = self._settle(match, drafted.get(key))

    def _kinds(self, kind: str) -> Sequence[str]:
        """The kinds of matches that are played in a round of this kind."""
        # A part of a stage only decides who goes on: nobody needs to be third there.
        if kind != FINAL or self._setting.within:
            return (kind,)
        rules, kinds = self._tournament.rules, self.rounds.values()
        return (kind, THIRD_PLACE) if is_beside_final(rules, self.size, kinds) else (kind,)

    def _names(self, kind: str, natural: Mapping[Key, Seats]) -> dict[Key, Message]:
        """People count the matches that are played, not the byes of the first round."""
        byes = {
            key: Message("match.bye", seed=upper.seed)
            for key, (upper, lower) in natural.items()
            if kind == self._main[0] and lower.vacant
        }
        played = [key for key in natural if key not in byes]
        of = sum(key[0] == kind for key in played)
        only = len(self._main) == 1
        return byes | {
            key: self._setting.match_name(key[0], n, of, only=only)
            for n, key in enumerate(played, 1)
        }

    # Who comes where, as the tree says

    def _natural(self, kind: str) -> dict[Key, Seats]:
        if kind == THIRD_PLACE:
            first, second = map(self._loser_of, FEEDERS)
            return {(kind, 1): (first, second)}
        number = self._main.index(kind)
        slots = range(1, (1 << (len(self._main) - 1 - number)) + 1)
        if number == 0:
            order = [self._seat_of(seed) for seed in seed_order(2 * len(slots))]
            return {(kind, s): (order[2 * s - 2], order[2 * s - 1]) for s in slots}
        if self._is_reseeded(kind):
            return self._by_rank(kind, [(kind, slot) for slot in slots])
        before = self._main[number - 1]
        return {
            (kind, s): (self._winner_of((before, 2 * s - 1)), self._winner_of((before, 2 * s)))
            for s in slots
        }

    def _is_reseeded(self, kind: str) -> bool:
        """Whether the players of this round are seeded anew; two are the same in any order."""
        again = kind not in (self._main[0], THIRD_PLACE, FINAL)
        return again and self._tournament.rules.reseed

    def _seat_of(self, seed: int) -> Seat:
        if seed > self.size:
            return NOBODY
        if not self._players:
            return Seat(None, seed, self._setting.waiting_for or Message("seat.seed", seed=seed))
        return self._seat_for(self._players.get(seed))

    def _winner_of(self, key: Key) -> Seat:
        match = self.matches[key]
        if match.over:
            return self._seat_for(match.winner)
        upper, lower = match.seats
        if lower.vacant and upper.seed and upper.player is None:
            return upper  # a seed that is not known yet, but has a bye
        return Seat(waiting=Message("seat.winner", match=match.name))

    def _loser_of(self, key: Key) -> Seat:
        match = self.matches[key]
        if match.over or any(seat.vacant for seat in match.seats):
            return self._seat_for(match.loser)
        return Seat(waiting=Message("seat.loser", match=match.name))

    def _seat_for(self, player: PlayerId | None) -> Seat:
        return NOBODY if player is None else Seat(player, self._seeds.get(player))

    def _by_rank(
        self, kind: str, keys: Sequence[Key], taken: frozenset[PlayerId] = frozenset()
    ) -> dict[Key, Seats]:
        """Best remaining against worst remaining, at these places, among those not taken.

        Who has left does not remain: then the best have no opponent.
        """
        before = self._main[self._main.index(kind) - 1]
        feeders = [match for match in self.matches.values() if match.kind == before]
        order = seed_order(len(feeders))
        ranks = {key: (order[2 * key[1] - 2], order[2 * key[1] - 1]) for key in keys}
        places = sorted(rank for pair in ranks.values() for rank in pair)
        left = self._rank_remaining(feeders, RoundRef(self._stage, self._round_no(kind)), taken)
        found = dict.fromkeys(places, NOBODY)
        for rank, seat in zip(places, left, strict=False):
            found[rank] = seat or Seat(waiting=rank_left(rank, len(feeders), before))
        return {key: (found[upper], found[lower]) for key, (upper, lower) in ranks.items()}

    def _rank_remaining(
        self, feeders: Sequence[Match], ref: RoundRef, taken: frozenset[PlayerId]
    ) -> list[Seat | None]:
        """Who remains, best first; none where an open match can still change the rank."""
        known, spans = [], []
        # An open match brings one of its two seeds, so it can move everybody between them by one.
        for match in feeders:
            seat = self._winner_of((match.kind, match.slot))
            if seat.seed and (seat.player is None or self._remains(seat.player, ref, taken)):
                known.append((seat.seed, seat))
            elif seat.waiting:
                found = sorted(seat.seed for seat in match.seats if seat.seed)
                both = len(found) == SEATS
                spans.append((found[0], found[1]) if both else (0, self.size + 1))
        # Who lies outside all spans has as many ahead as there are better seeds and better spans.
        left: list[Seat | None] = [None] * (len(known) + len(spans))
        for n, (seed, seat) in enumerate(sorted(known, key=lambda item: item[0])):
            if not any(low < seed < high for low, high in spans):
                left[n + sum(high < seed for _, high in spans)] = seat
        return left

    def _remains(self, player: PlayerId, ref: RoundRef, taken: frozenset[PlayerId]) -> bool:
        return player not in taken and self._tournament.takes_part(player, ref)

    def _round_no(self, kind: str) -> int:
        return next(number for number, k in self.rounds.items() if k == kind)

    # What was drafted

    def _drafted_matches(
        self, round_no: int, natural: Mapping[Key, Seats]
    ) -> dict[Key, DraftedMatch]:
        if self._trial is not None:
            return self._drafted_after_trial(natural, self._trial)
        there = self._tournament.rounds.get(RoundRef(self._stage, round_no))
        return _place_tables(there, natural) if there else {}

    def _drafted_after_trial(
        self, natural: Mapping[Key, Seats], trial: Trial
    ) -> dict[Key, DraftedMatch]:
        """What a trial leaves: a match stays if it gets the players it has, or the same as ever."""
        kept = {}
        for key, seats in natural.items():
            match = trial.before.drafted.get(key)
            if match is None:
                continue
            old, new = trial.before.matches[key], players_of(seats)
            # Players that were put there by hand stay, whatever the tree says.
            if old.expected != new and new != frozenset(match.seats) and not old.by_hand:
                self.void.append(key)
                continue
            tried = trial.match.round == RoundRef(self._stage, old.round_no)
            tried = tried and trial.match.table == match.table
            kept[key] = replace(match, result=trial.result) if tried else match
        return kept

    # How it ends

    def _settle(self, match: Match, drafted: DraftedMatch | None) -> Match:
        if drafted is None:
            return self._walkover(match)
        if drafted.table is None:
            return _won(match, drafted.seats[0])
        seats = self._order_seats(match.seats, drafted.seats)
        match = replace(match, seats=seats, table=drafted.table, result=drafted.result)
        side = decides(drafted.result, self._tournament.rules.scores)
        if side is None:
            return _won(match, None) if both_lose(drafted.result) else match
        return _won(match, drafted.seats[side])

    def _walkover(self, match: Match) -> Match:
        """Nobody plays against a seat that stays vacant, or against somebody who has left."""
        ref = RoundRef(self._stage, match.round_no)
        present = [p for p in match.players if self._tournament.takes_part(p, ref)]
        if any(seat.waiting for seat in match.seats):
            gone = tuple(p for p in match.players if p not in present)
            return replace(match, out=gone) if gone else match
        if len(present) == SEATS:
            return match
        return _won(match, present[0] if present else None)

    def _order_seats(self, natural: Seats, players: tuple[PlayerId, ...]) -> Seats:
        """The players in the tree's order, as far as they are the tree's."""
        first, second = players
        if first == natural[1].player or second == natural[0].player:
            first, second = second, first
        return self._seat_for(first), self._seat_for(second)


def _rounds(planned: PlannedStage, size: int) -> dict[int, str]:
    """The kinds by number, as planned; if the cut let in others than planned, as they need."""
    kinds = {r.ref.round_no: r.kind for r in planned.rounds}
    own = THIRD_PLACE in kinds.values()
    needed = knock_out_kinds(size, own_third_place=own)
    return kinds if list(kinds.values()) == needed else dict(enumerate(needed, 1))


def _won(match: Match, winner: PlayerId | None) -> Match:
    """The match as it is when it is over; without a winner nobody goes on."""
    out = tuple(p for p in match.players if p != winner)
    loser = out[0] if len(out) == 1 else None
    return replace(match, winner=winner, loser=loser, over=True, out=out)


# Where the tables and byes of a drafted round belong: found by who plays


def _place_tables(there: Round, natural: Mapping[Key, Seats]) -> dict[Key, DraftedMatch]:
    """The tables and byes of a round by their places in the tree.

    A table that has not the players of any place takes the one it is most like, if it shares a
    player with it; other matches (for fifth place, for fun) have no place.
    """
    by_players = {players_of(seats): key for key, seats in natural.items()}
    found: dict[Key, DraftedMatch] = {}
    others = []
    for number, pairing in sorted(there.pairings.items()):
        if len(pairing.seats) == SEATS:
            match = DraftedMatch(pairing.seats, number, pairing.result)
            key = by_players.get(frozenset(match.seats))
            others += [match] if key is None else []
            found |= {} if key is None else {key: match}
    _place_others(found, others, natural)
    for key, seats in natural.items():
        unopposed = [p for p in players_of(seats) if there.byes.get(p) in GOES_ON]
        if key not in found and len(unopposed) == 1:
            found[key] = DraftedMatch((unopposed[0],))
    return found


def _place_others(
    found: dict[Key, DraftedMatch], others: Sequence[DraftedMatch], natural: Mapping[Key, Seats]
) -> None:
    free = [key for key in natural if key not in found]
    likeness = [(_likeness(m, natural[key]), key, m) for m in others for key in free]
    done = set()
    for (shared, _), key, match in sorted(likeness, key=lambda item: item[0], reverse=True):
        if shared and key not in found and match.table not in done:
            found[key] = match
            done.add(match.table)


def _likeness(match: DraftedMatch, seats: Seats) -> tuple[int, bool]:
    """How many players a table shares with a place of the tree, and whether the upper one."""
    return len(players_of(seats).intersection(match.seats)), seats[0].player in match.seats


def players_of(seats: Iterable[Seat]) -> frozenset[PlayerId]:
    """Those who are known."""
    return frozenset(seat.player for seat in seats if seat.player is not None)
