"""The state of a tournament: everything that follows from its log, and nothing else."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from fairpair.core.dataclass import dataclass
from fairpair.core.draw import PublicDraw
from fairpair.core.header import Header
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, PlayerRequest, RequestState
from fairpair.core.rounds import MatchRef, Round, RoundRef, RoundStatus
from fairpair.core.rules import Rules


class Phase(StrEnum):
    """The phase of a tournament: rules are free in SETUP, nothing changes once FINISHED."""

    ABSENT = "absent"
    SETUP = "setup"
    RUNNING = "running"
    FINISHED = "finished"


class FideState(StrEnum):
    """Whether an event follows the FIDE rules: `LEFT` if it did until some round."""

    NONE = "none"
    ON = "on"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class FideExit:
    """When and why an event left FIDE mode; `round_no` is 0 before the first round was paired.

    `cause` is the code of what made it leave, or empty if somebody just decided to.
    """

    round_no: int
    cause: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PairingRestriction:
    """Two players who must not be paired in stage 1 (`hard`), or should not, in some rounds."""

    hard: bool
    from_round: int = 1
    until_round: int | None = None
    since: int = field(default=1, compare=False)
    """The first round to be paired when it was made; rounds before it were paired without it."""

    @property
    def rounds(self) -> tuple[int, int | None] | None:
        """The first and last round that it had or has a say in; none if there is no such round."""
        first = max(self.from_round, self.since)
        if self.until_round is not None and self.until_round < first:
            return None
        return first, self.until_round

    def applies_in(self, round_: RoundRef) -> bool:
        """Whether it is to be kept in this round."""
        last = self.until_round
        return (
            round_.stage == 1
            and self.from_round <= round_.round_no
            and (last is None or round_.round_no <= last)
        )


@dataclass(frozen=True, slots=True)
class TieOrder:
    """The order in which the organiser ranks tied players after a main round, and why."""

    round_no: int
    players: tuple[PlayerId, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Admission:
    """How a stage after a cut is played, apart from its players."""

    kind: str = "single_elimination"
    numbers: tuple[int, ...] = ()
    """The seed numbers of its players; without them 1, 2, 3 ..."""
    places: int = 1
    """How many of its players advance: more than one only from a play-in."""
    through: tuple[PlayerId, ...] = ()
    """The players who advance to the stage after it without playing, best first."""

    @property
    def has_next_stage(self) -> bool:
        """Whether another stage follows; a knock-out ends with its champion."""
        return bool(self.through) or self.places > 1


@dataclass(frozen=True, slots=True)
class Tournament:
    """The whole state. Before the first event it is absent and empty.

    The rounds of a stage are numbered from 1 without gaps.
    """

    created: bool = False
    name: str = ""
    rules: Rules = field(default_factory=Rules)
    draw_seed: str = ""
    draw: PublicDraw | None = None
    """What was announced about the draw seed before the first round; none if nothing was."""
    header: Header = field(default_factory=Header)
    entries: Mapping[PlayerId, Entry] = field(default_factory=dict)
    identities: Mapping[tuple[str, ...], PlayerId] = field(default_factory=dict)
    """The players by their names, to find duplicates quickly."""
    avoided: Mapping[frozenset[PlayerId], PairingRestriction] = field(default_factory=dict)
    lifted: tuple[tuple[frozenset[PlayerId], PairingRestriction], ...] = ()
    """Who was kept apart in earlier rounds only."""
    rounds: Mapping[RoundRef, Round] = field(default_factory=dict)
    order: tuple[PlayerId, ...] = ()
    """The players by pairing number, as the last round was paired or they were renumbered since.
    Nobody has a number before the first round; who came after the last one has none yet.
    """
    last_accelerated: PlayerId | None = None
    """The last player of the accelerated half, if a file says who that is."""
    seeds: Mapping[int, tuple[PlayerId, ...]] = field(default_factory=dict)
    """The players of each stage after a cut, best seed first."""
    admissions: Mapping[int, Admission] = field(default_factory=dict)
    """How those stages are played."""
    requests: Mapping[PlayerRequest, RequestState] = field(default_factory=dict)
    """What players ask for, and what was declined."""
    tie_orders: tuple[TieOrder, ...] = ()
    """How tied players are ranked, the latest last; it counts only while they are tied."""
    external_meaning: str = ""
    """What the external values of the players are, in words."""
    finished: bool = False
    archived: bool = False
    """Lists show it apart from the others; nothing else depends on it."""
    fide_exit: FideExit | None = None
    """When it left FIDE mode; that is for ever."""

    @property
    def fide_state(self) -> FideState:
        """Whether it is in FIDE mode, was in it, or never claimed to be."""
        if not self.rules.fide:
            return FideState.NONE
        return FideState.ON if self.fide_exit is None else FideState.LEFT

    @property
    def is_in_fide_mode(self) -> bool:
        """Whether it is in FIDE mode."""
        return self.fide_state is FideState.ON

    @property
    def stage(self) -> int:
        """The current stage."""
        return max(self.seeds, default=1)

    @property
    def latest(self) -> RoundRef | None:
        """The last round of the current stage, even if it is a draft."""
        return max((ref for ref in self.rounds if ref.stage == self.stage), default=None)

    @property
    def latest_published(self) -> RoundRef | None:
        """The last published round, in any stage."""
        shown = (ref for ref, r in self.rounds.items() if r.status != RoundStatus.DRAFT)
        return max(shown, default=None)

    def last_seen(self, player: PlayerId) -> RoundRef:
        """The last round that the player has seen, round 0 before the first: who leaves now, leaves
        after it. Of rounds that open match by match it is the last one with a place for them.
        """
        running = self.upcoming
        shown = (
            ref
            for ref, r in self.rounds.items()
            if r.status != RoundStatus.DRAFT and (ref <= running or r.has(player))
        )
        return max(shown, default=RoundRef(1, 0))

    @property
    def upcoming(self) -> RoundRef:
        """The first round of the current stage that is not complete; it may not exist yet."""
        mine = [ref for ref in self.rounds if ref.stage == self.stage]
        open_ = [ref for ref in mine if self.rounds[ref].status != RoundStatus.COMPLETE]
        if open_:
            return min(open_)
        return max(mine).next if mine else RoundRef(self.stage, 1)

    @property
    def published_rounds(self) -> dict[RoundRef, Round]:
        """The rounds that players have seen, in their order: no drafts."""
        return {ref: r for ref, r in sorted(self.rounds.items()) if r.status != RoundStatus.DRAFT}

    @property
    def first_unpublished(self) -> RoundRef:
        """The first round of the present stage that players have not seen: a draft, or none yet."""
        latest = self.latest
        if latest is None or self.rounds[latest].status == RoundStatus.DRAFT:
            return latest or RoundRef(self.stage, 1)
        return latest.next

    @property
    def current_requests(self) -> dict[PlayerRequest, RequestState]:
        """The requests, open or declined, that can still be granted: no byes in past rounds."""
        if self.finished or not self.requests:
            return {}
        first = self.first_unpublished
        return {
            one: state
            for one, state in self.requests.items()
            if one.round_no is None or RoundRef(1, one.round_no) >= first
        }

    @property
    def phase(self) -> Phase:
        """Where it stands."""
        if not self.created:
            return Phase.ABSENT
        if self.finished:
            return Phase.FINISHED
        return Phase.RUNNING if self.latest_published else Phase.SETUP

    def seed_numbers(self, stage: int) -> dict[int, PlayerId]:
        """Who has which seed in a stage; a number that is missing is a place that stays empty."""
        seeds = self.seeds.get(stage, ())
        numbers = self.admission(stage).numbers or range(1, len(seeds) + 1)
        return dict(zip(numbers, seeds, strict=True))

    def admission(self, stage: int) -> Admission:
        """How a stage is played."""
        return self.admissions.get(stage, Admission())

    def entrants_in(self, round_: RoundRef) -> list[PlayerId]:
        """The players who are paired or have a bye in a round, in order of registration."""
        everybody = self.entries if round_.stage == 1 else ()
        field_ = self.seeds.get(round_.stage, everybody)
        return [p for p in field_ if self._is_present(p, round_)]

    def takes_part(self, player: PlayerId, round_: RoundRef) -> bool:
        """Whether the player takes part in a round: not dropped, and checked in if required."""
        qualified = round_.stage == 1 or player in self.seeds.get(round_.stage, ())
        return qualified and self._is_present(player, round_)

    def _is_present(self, player: PlayerId, round_: RoundRef) -> bool:
        entry = self.entries[player]
        return (entry.checked_in or not self.rules.check_in) and entry.plays_in(round_)

    def match_id(self, match: MatchRef) -> str:
        """The id of the match at a table; it stays the same when the match is moved."""
        round_ = self.rounds.get(match.round)
        return match.id if round_ is None else match.round.at(round_.number_at(match.table)).id

    def match_with_id(self, wanted: MatchRef) -> MatchRef | None:
        """Where the match with this id is now."""
        round_ = self.rounds.get(wanted.round)
        table = None if round_ is None else round_.table_with(wanted.table)
        return None if table is None else wanted.round.at(table)

    def name_of(self, player: PlayerId) -> str:
        """The name to show; for a number that nobody has, the number."""
        entry = self.entries.get(player)
        return entry.entrant.name if entry else f"#{player}"
