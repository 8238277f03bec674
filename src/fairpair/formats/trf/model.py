"""What a Tournament Report File says, as plain frozen values.

Values compare by what they say, not by where it stood: lines and columns are left out.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from datetime import date
from fractions import Fraction
from itertools import accumulate, groupby
from typing import Literal

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.proposal import VirtualPoints
from fairpair.formats.days import read_day
from fairpair.formats.trf.points import PointSystem
from fairpair.language.message import Message, first_message

Severity = Literal["error", "note"]
Colour = Literal["w", "b"]
_KINDS = {"1": "W", "=": "D", "0": "L"}  # 299 does not care whether a game is rated


@dataclass(frozen=True, slots=True)
class TrfProblem:
    """Something wrong or worth knowing, at a place in the file; both numbers start at 1."""

    line: int
    column: int
    text: Message
    severity: Severity = "error"
    repairable: bool = False
    """Whether reading with repair may help."""

    @property
    def code(self) -> str:
        """The code of the problem, without the variant of its text."""
        return self.text.code.split(".")[1]

    @property
    def place(self) -> Message:
        """The place in the file."""
        return Message("place.line-column", line=self.line, column=self.column)

    @property
    def remedy(self) -> Message | None:
        """What to do about it."""
        hints = (f"{self.text.code}.hint", f"trf.{self.code}.hint")
        hint = first_message(hints, **self.text.values)
        if not self.repairable:
            return hint
        return Message("trf.hint-or-repair", hint=hint) if hint else Message("trf.can-repair")

    @property
    def where(self) -> str:
        """The place, in the current language."""
        return str(self.place)

    @property
    def message(self) -> str:
        """What is wrong, in the current language."""
        return str(self.text)

    @property
    def hint(self) -> str:
        """What to do about it, in the current language."""
        return str(self.remedy or "")


@dataclass(frozen=True, slots=True)
class TrfCell:
    """One round of one player, 001 columns 92-99 and every ten further.

    | result | meaning | opponent |
    |---|---|---|
    | `1 = 0` | win, draw, loss | yes |
    | `W D L` | the same, not rated | yes |
    | `+ -` | forfeit win and loss | yes; in team events also none |
    | `?` | unknown, adjourned | yes |
    | empty | paired, no result yet | yes |
    | `H F U` | half-point, full-point, pairing-allocated bye | no |
    | `Z` | zero-point bye or absent; a blank cell too | no |

    While a file is being read, colour and result may still be codes that do not exist, and a blank
    cell has no opponent and an empty result.
    """

    opponent: int | None
    colour: str | None
    result: str

    @property
    def blank(self) -> bool:
        """Whether nothing is said about the round."""
        return self.opponent is None and not self.result


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """A 001 record; `rounds` has one cell for every round played so far, no more and no fewer."""

    id: int
    name: str
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    points: Fraction | None = None
    rank: int | None = None
    rounds: tuple[TrfCell, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class TrfNational:
    """A national rating: federation code in 1-3, then the columns 5-79 of the 001 record."""

    federation: str
    player: int
    title: str
    name: str
    rating: int | None
    origin: str
    national_id: str
    birth: str


@dataclass(frozen=True, slots=True)
class TrfEvent:
    """The tournament records that nothing is computed from (012-132, 172, 182, 222)."""

    name: str = ""
    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    players_declared: int | None = None
    rated_declared: int | None = None
    teams_declared: int | None = None
    kind: str = ""
    chief_arbiter: str = ""
    deputy_arbiters: tuple[str, ...] = ()
    time_control: str = ""
    time_control_code: str = ""
    round_dates: tuple[str, ...] = ()
    ranking_method: str = ""
    program: str = ""

    @property
    def start_date(self) -> date | None:
        """The first day (042), or else the first round's (132), or the last day (052)."""
        for text in (self.start, *self.round_dates, self.end):
            try:
                return date.fromisoformat(read_day(text))
            except ValueError:
                continue
        return None


@dataclass(frozen=True, slots=True)
class TrfBye:
    """A bye of a player or a team: `F`, `H` or `Z` (240, XXZ, or a 001 cell of a later round)."""

    round_no: int
    kind: str
    id: int


@dataclass(frozen=True, slots=True)
class TrfForbidden:
    """None of these may meet, in these rounds (260) or in all.

    No rounds are given for all: so says XXP, or 260 from 1 to the last round of the event.
    """

    ids: tuple[int, ...]
    first_round: int | None = None
    last_round: int | None = None
    line: int = field(default=0, compare=False)

    def within(self, rounds: int | None) -> "TrfForbidden":
        """The same in an event with this number of rounds: without rounds if it holds in all."""
        first, last = self.first_round or 1, self.last_round
        if rounds is None or first > 1 or (last is not None and last < rounds):
            return self
        return replace(self, first_round=None, last_round=None)


@dataclass(frozen=True, slots=True)
class TrfAcceleration:
    """Virtual points of a range of ids in a range of rounds (250; XXA: one id)."""

    points: Fraction
    first_round: int
    last_round: int
    first_id: int
    last_id: int
    match_points: Fraction | None = None


@dataclass(frozen=True, slots=True)
class TrfAbnormal:
    """Points that differ from the point system (299); an empty kind is a penalty or a bonus.

    `round_no` None stands for all rounds (written 000).
    """

    kind: str
    points: Fraction | None
    match_points: Fraction | None
    round_no: int | None
    ids: tuple[int, ...]

    def is_about(self, round_no: int, result: str) -> bool:
        """Whether a result of this code counts by it in this round."""
        return self.round_no in (None, round_no) and self.kind == _KINDS.get(result, result)


@dataclass(frozen=True, slots=True)
class TrfTeam:
    """A team (310; old 013, which has no number)."""

    name: str
    players: tuple[int, ...]
    number: int | None = None
    nickname: str = ""
    strength: Fraction | None = None
    match_points: Fraction | None = None
    game_points: Fraction | None = None
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class TrfLineUp:
    """Who sat where when it differs from the team's order (300); None is an empty board."""

    round_no: int
    team: int
    opponent: int | None
    players: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class TrfTeamPab:
    """The pairing-allocated byes of teams (320): their worth, and who had it, round by round."""

    match_points: Fraction | None
    game_points: Fraction | None
    teams: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class TrfForfeitedMatch:
    """A match that was not played (330): `+-`, `-+` or `--`."""

    kind: str
    round_no: int
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class TrfTeams:
    """Everything about teams."""

    teams: tuple[TrfTeam, ...] = ()
    line_ups: tuple[TrfLineUp, ...] = ()
    pab: TrfTeamPab | None = None
    forfeited: tuple[TrfForfeitedMatch, ...] = ()
    byes: tuple[TrfBye, ...] = ()
    board_colours: str = ""
    match_win: Fraction = Fraction(2)
    match_draw: Fraction = Fraction(1)
    match_loss: Fraction = Fraction(0)

    @property
    def numbered(self) -> bool:
        """Whether teams are the participants: 310 gives them numbers, 013 does not."""
        return any(team.number is not None for team in self.teams)


@dataclass(frozen=True, slots=True)
class TrfFile:
    """A whole file without errors. `byes` are those of rounds not yet played.

    In a team event with 310 records the ids of 240, 250, 260 and 299 are team numbers; its byes
    (240) are then in `teams.byes`. `unknown` are the records that the reader does not know, or
    that only inform (801, 802), as they stand.
    """

    event: TrfEvent
    players: tuple[TrfPlayer, ...]
    rounds: int | None = None
    rounds_played: int = 0
    initial_colour: Colour | None = None
    rank_by_position: bool = False
    points: PointSystem = field(default_factory=PointSystem)
    system: str = ""
    tiebreaks: tuple[str, ...] = ()
    ranking: tuple[str, ...] = ()
    byes: tuple[TrfBye, ...] = ()
    forbidden: tuple[TrfForbidden, ...] = ()
    acceleration: tuple[TrfAcceleration, ...] = ()
    abnormal: tuple[TrfAbnormal, ...] = ()
    teams: TrfTeams = field(default_factory=TrfTeams)
    national: tuple[TrfNational, ...] = ()
    comments: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    encoding: str = field(default="utf-8", compare=False)

    @property
    def next_byes(self) -> tuple[TrfBye, ...]:
        """Who asked for a bye in the round to be paired."""
        return tuple(bye for bye in self.byes if bye.round_no == self.rounds_played + 1)

    def virtual_points(self, round_no: int) -> dict[int, Fraction]:
        """What acceleration adds to each player's score while this round is paired (250, XXA)."""
        return virtual_points(self.acceleration, (player.id for player in self.players), round_no)

    def penalties(self, *, match_points: bool = False) -> dict[tuple[PlayerId, int], Fraction]:
        """Penalties and bonuses (299 without a kind) by number and round, 0 for all rounds."""
        total: dict[tuple[PlayerId, int], Fraction] = {}
        for one in self.abnormal:
            points = one.match_points if match_points else one.points
            if points is not None and not one.kind:
                for number in one.ids:
                    key = PlayerId(number), one.round_no or 0
                    total[key] = total.get(key, Fraction(0)) + points
        return total

    def awards(self) -> Iterator[tuple[PlayerId, int, Fraction, Fraction]]:
        """Player, round, usual points and those that 299 gives for a kind of result instead."""
        rounds = {player.id: player.rounds for player in self.players}
        worth = self.points.table
        for one in self.abnormal:
            for number in one.ids if one.kind else ():
                for round_no, cell in enumerate(rounds.get(number, ()), 1):
                    if one.points is not None and one.is_about(round_no, cell.result):
                        usual = worth[cell.result, cell.colour == "b"]
                        yield PlayerId(number), round_no, usual, one.points


@dataclass(frozen=True, slots=True)
class TrfReport:
    """What reading gave: a file exactly if no problem is an error."""

    file: TrfFile | None
    problems: tuple[TrfProblem, ...] = ()
    repairs: tuple[TrfProblem, ...] = ()

    @property
    def errors(self) -> tuple[TrfProblem, ...]:
        """The problems that keep the file from being used."""
        return tuple(p for p in self.problems if p.severity == "error")


def virtual_points(
    ranges: Iterable[TrfAcceleration], ids: Iterable[int], round_no: int
) -> dict[int, Fraction]:
    """Virtual points by id in one round; ranges that overlap add up."""
    ordered = sorted(ids)
    steps = [Fraction(0)] * (len(ordered) + 1)
    for one in ranges:
        if one.first_round <= round_no <= one.last_round:
            steps[bisect_left(ordered, one.first_id)] += one.points
            steps[bisect_right(ordered, one.last_id)] -= one.points
    return dict(zip(ordered, accumulate(steps), strict=False))


def ranges_of(points: VirtualPoints) -> tuple[TrfAcceleration, ...]:
    """Virtual points by id and round as ranges of both.

    >>> [(x.first_round, x.last_round, x.first_id, x.last_id)
    ...  for x in ranges_of({(PlayerId(n), r): Fraction(1) for n in (1, 2) for r in (1, 2, 3)})]
    [(1, 3, 1, 2)]
    """
    by_round: dict[int, list[tuple[int, Fraction]]] = {}
    for (number, round_no), value in sorted(points.items()):
        by_round.setdefault(round_no, []).append((number, value))
    ranges: list[TrfAcceleration] = []
    for round_no, numbered in sorted(by_round.items()):
        for first, last, value in _runs_of_ids(numbered):
            before = TrfAcceleration(value, 0, round_no - 1, first, last)
            known = [n for n, x in enumerate(ranges) if replace(x, first_round=0) == before]
            if known:
                ranges[known[0]] = replace(ranges[known[0]], last_round=round_no)
            else:
                ranges.append(TrfAcceleration(value, round_no, round_no, first, last))
    return tuple(ranges)


def _runs_of_ids(
    numbered: Sequence[tuple[int, Fraction]],
) -> Iterator[tuple[int, int, Fraction]]:
    """Neighbouring ids with the same points: the first, the last, and the points."""
    steps = ((number, value, number - place) for place, (number, value) in enumerate(numbered))
    for (value, _), run in groupby(steps, key=lambda step: step[1:]):
        ids = [number for number, *_ in run]
        yield ids[0], ids[-1], value


def runs_of(player: int, points: Iterable[tuple[int, Fraction]]) -> Iterator[TrfAcceleration]:
    """One player's points by round, equal ones of neighbouring rounds as one range."""
    for value, run in groupby(points, key=lambda numbered: numbered[1]):
        rounds = [round_no for round_no, _ in run]
        if value:
            yield TrfAcceleration(value, rounds[0], rounds[-1], player, player)
