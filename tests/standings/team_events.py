"""Random team events as TRF26 text; a seed always gives the same text.

| record | how it comes about |
|---|---|
| cells `1 = 0` | a board that was played; members who sit out have none |
| cells `+ -`, `- -` | a board of which one did not come, or both |
| 330 | a whole match like that, with the same cells on every board |
| 320 | the bye of an odd field; worth what the event gives for it |
| 240 | byes that were asked for; `Z` or nothing after a withdrawal |

Teams have the match and game points that the matches give, added up here board by board.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from random import Random

from formats.sheet import Person, columns, player

MATCH_POINTS = {"2-1-0": (2.0, 1.0, 0.0), "3-1-0": (3.0, 1.0, 0.0), "3-2-1": (3.0, 2.0, 1.0)}
_OTHER = {"1": "0", "=": "=", "0": "1"}
_BOARD = {"1": 1.0, "+": 1.0, "=": 0.5, "0": 0.0, "-": 0.0}


@dataclass(frozen=True)
class TeamChances:
    """How likely each thing is, from 0 to 1; the three byes together at most 1."""

    # of a team in each round
    half_bye: float = 0
    zero_bye: float = 0
    full_bye: float = 0
    # of a match
    forfeit: float = 0
    double_forfeit: float = 0
    # of a board
    board_forfeit: float = 0
    empty_board: float = 0  # both did not come
    # of a round
    rematch: float = 0
    # of a team in the whole event
    withdrawal: float = 0


_HIGHEST = TeamChances(
    half_bye=0.15,
    zero_bye=0.1,
    full_bye=0.06,
    forfeit=0.15,
    double_forfeit=0.08,
    board_forfeit=0.1,
    empty_board=0.05,
    rematch=0.5,
    withdrawal=0.3,
)


@dataclass(eq=False)
class _Team:
    number: int
    members: list[int]
    leaves: int
    stays: bool
    cells: dict[int, list[str]]
    match_points: float = 0
    game_points: float = 0
    met: Counter[int] = field(default_factory=Counter)
    had_bye: bool = False


_Pair = tuple[_Team, _Team]


class _Event:
    """An event in the making."""

    def __init__(self, seed: int, rng: Random, size: tuple[int, int, int], primary: str) -> None:
        teams, self.boards, self.rounds = size
        self.seed, self.rng = seed, rng
        self.chances = _drawn(rng)
        # Rules that rank by game points cannot say that a forfeit has no match points.
        kinds = [kind for kind in MATCH_POINTS if primary == "MP" or kind[-1] == "0"]
        self.scoring = rng.choice(kinds) if rng.random() < 0.3 else "2-1-0"
        win, draw, _ = MATCH_POINTS[self.scoring]
        self.bye = rng.choice(((draw, self.boards / 2), (win, float(self.boards)), (win, draw)))
        self.pairing_byes: list[int] = []
        self.records: list[str] = []
        self.teams = self._entered(teams)

    def _entered(self, count: int) -> list[_Team]:
        """Two are there in every round, so that none is empty."""
        rng, each = self.rng, self.boards + self.rng.randint(0, 2)
        always = rng.sample(range(1, count + 1), 2)
        entered = []
        for number in range(1, count + 1):
            members = list(range((number - 1) * each + 1, number * each + 1))
            goes = rng.random() < self.chances.withdrawal and number not in always
            leaves = rng.randint(2, max(2, self.rounds)) if goes else self.rounds + 1
            cells: dict[int, list[str]] = {one: [] for one in members}
            entered.append(_Team(number, members, leaves, number in always, cells))
        return entered

    def swiss_round(self, round_no: int) -> None:
        playing = [one for one in self.teams if not self._away(one, round_no)]
        self.pairing_byes.append(0)
        if len(playing) % 2:
            last = min(playing, key=lambda one: (one.had_bye, one.match_points, self.rng.random()))
            playing.remove(last)
            self._pairing_bye(last)
        limit = int(self.rng.random() < self.chances.rematch)
        for pair in _pairs(self.rng, playing, limit):
            self.play(pair, round_no)

    def _pairing_bye(self, team: _Team) -> None:
        team.had_bye = True
        self.pairing_byes[-1] = team.number
        team.match_points += self.bye[0]
        team.game_points += self.bye[1]
        self.rest(team)

    def _away(self, team: _Team, round_no: int) -> bool:
        if round_no >= team.leaves:
            self.rest(team)
            return True
        half, zero = self.chances.half_bye, self.chances.half_bye + self.chances.zero_bye
        dice = self.rng.random()
        if team.stays or dice >= zero + self.chances.full_bye:
            return False
        kind, share = ("H", 1) if dice < half else ("Z", 0) if dice < zero else ("F", 2)
        win, draw, _ = MATCH_POINTS[self.scoring]
        team.match_points += (0.0, draw, win)[share]
        team.game_points += self.boards * share / 2
        self.records.append(f"240 {kind} {round_no:3} {team.number:4}")
        self.rest(team)
        return True

    @staticmethod
    def rest(team: _Team) -> None:
        for cells in team.cells.values():
            cells.append("- - Z")

    def play(self, pair: _Pair, round_no: int, results: Sequence[str] = ()) -> None:
        """One match; what a board gives is added up for the teams and written into the cells."""
        results = results or self._results()
        forfeited = set(results) <= {"+-", "-+", "--"}
        if forfeited and len(set(results)) == 1:
            self.records.append(
                f"330 {results[0]} {round_no:3} {pair[0].number:3} {pair[1].number:3}"
            )
        line_ups = [sorted(self.rng.sample(team.members, self.boards)) for team in pair]
        points = [sum(_BOARD[result[side]] for result in results) for side in (0, 1)]
        for side, team in enumerate(pair):
            team.game_points += points[side]
            team.match_points += self._match_points(points[side], points[1 - side], forfeited)
            other = pair[1 - side]
            if not forfeited:
                team.met[other.number] += 1
            for one, cells in team.cells.items():
                board = line_ups[side].index(one) if one in line_ups[side] else None
                colour = "" if board is None else "wb"[(board + side) % 2]
                cells.append(
                    "- - Z"
                    if board is None
                    else f"{line_ups[1 - side][board]} {colour} {results[board][side]}"
                )

    def _match_points(self, mine: float, theirs: float, forfeited: bool) -> float:
        win, draw, loss = MATCH_POINTS[self.scoring]
        if forfeited:
            return draw if mine and mine == theirs else win if mine > theirs else 0
        return win if mine > theirs else draw if mine == theirs else loss

    def _results(self) -> list[str]:
        """The boards' results, each as two characters."""
        rng, chances = self.rng, self.chances
        dice = rng.random()
        if dice < chances.double_forfeit:
            return ["--"] * self.boards
        if dice < chances.double_forfeit + chances.forfeit:
            return [rng.choice(("+-", "-+"))] * self.boards
        return [self._board_result() for _ in range(self.boards)]

    def _board_result(self) -> str:
        rng, chances = self.rng, self.chances
        dice = rng.random()
        if dice < chances.empty_board:
            return "--"
        if dice < chances.empty_board + chances.board_forfeit:
            return rng.choice(("+-", "-+"))
        return rng.choice(("10", "==", "01"))

    def text(self, system: str) -> str:
        byes = " ".join(f"{number:03}" for number in self.pairing_byes)
        symbols = zip(("TW", "TD", "TL"), MATCH_POINTS[self.scoring], strict=True)
        lines = [
            f"012 Teams {self.seed}",
            "042 2026/04/01",
            "052 2026/04/09",
            f"142 {self.rounds}",
            f"192 {system}",
            f"352 {('WB' * self.boards)[: self.boards]}",
            "362 " + "   ".join(f"{name}{value:4.1f}" for name, value in symbols),
            *(
                [f"320 {self.bye[0]:4.1f} {self.bye[1]:4.1f} {byes}"]
                if any(self.pairing_byes)
                else []
            ),
            *self.records,
        ]
        for team in self.teams:
            lines.append(_team_line(team))
            lines += [_player_line(one, cells) for one, cells in team.cells.items()]
        return "\n".join(lines) + "\n"


def random_team_event(
    seed: int, *, primary: str = "", teams: int | None = None, boards: int | None = None
) -> str:
    """A Swiss of teams; what is not given is drawn. `primary` is MP or GP."""
    rng = Random(seed)
    primary = primary or rng.choice(("MP", "MP", "GP"))
    count = teams or rng.randint(4, 16)
    rounds = rng.randint(3, min(9, max(3, count - 2)))
    event = _Event(seed, rng, (count, boards or rng.randint(2, 6), rounds), primary)
    for round_no in range(1, rounds + 1):
        event.swiss_round(round_no)
    return event.text(f"FIDE_TEAM_TYPEA_{primary}_{'GP' if primary == 'MP' else 'MP'}")


def random_team_round_robin(seed: int, *, primary: str = "", teams: int | None = None) -> str:
    """All meet all, once; the free round of an odd field is worth nothing."""
    rng = Random(seed)
    primary = primary or rng.choice(("MP", "GP"))
    count = teams or rng.randint(3, 9)
    event = _Event(seed, rng, (count, rng.randint(2, 6), count - 1 + count % 2), primary)
    for round_no, pairs in enumerate(_circle(event.teams), 1):
        met = {team.number for pair in pairs for team in pair}
        for team in event.teams:
            if team.number not in met:
                event.rest(team)
        for pair in pairs:
            event.play(pair, round_no)
    event.records.append(f"212 {primary[0]}PTS,TPN")
    return event.text("FIDE_TEAM_ROUNDROBIN")


def team_league(*rounds: str, boards: int) -> str:
    """A round robin with known results: `"1 10== 2, 3 1111 4"`, the boards of the first team."""
    lines = [[match.split() for match in line.split(",")] for line in rounds]
    count = max(int(words[place]) for line in lines for words in line for place in (0, 2))
    event = _Event(0, Random(0), (count, boards, len(rounds)), "MP")
    event.scoring = "2-1-0"
    for round_no, line in enumerate(lines, 1):
        resting = list(event.teams)
        for first, results, second in line:
            pair = event.teams[int(first) - 1], event.teams[int(second) - 1]
            event.play(pair, round_no, [one + _OTHER[one] for one in results])
            resting = [team for team in resting if team not in pair]
        for team in resting:
            event.rest(team)
    return event.text("FIDE_TEAM_ROUNDROBIN")


def _drawn(rng: Random) -> TeamChances:
    """Half of the things cannot happen, so that each is also met without the others."""
    names = [one.name for one in fields(TeamChances)]
    return TeamChances(**{n: rng.choice((0, rng.random() * getattr(_HIGHEST, n))) for n in names})


def _pairs(rng: Random, playing: Sequence[_Team], limit: int) -> list[_Pair]:
    """From the top each with the next met at most `limit` times; shuffled until that works out."""
    pairs: list[_Pair] = []
    for noise in range(20):
        order = {one.number: -one.match_points + noise * rng.random() / 2 for one in playing}
        queue = sorted(playing, key=lambda one: (order[one.number], rng.random()))
        pairs, fresh = [], True
        while queue:
            first = queue.pop(0)
            second = min(queue, key=lambda one: max(limit, first.met[one.number]))
            fresh = fresh and first.met[second.number] <= limit
            queue.remove(second)
            pairs.append((first, second) if rng.random() < 0.5 else (second, first))
        if fresh:
            break
    return pairs


def _circle(teams: Sequence[_Team]) -> Iterator[list[_Pair]]:
    """The circle method: one stays, the others move round."""
    ring: list[_Team | None] = [*teams, *([None] * (len(teams) % 2))]
    for turn in range(len(ring) - 1):
        rest = ring[1:]
        order = [ring[0], *rest[turn:], *rest[:turn]]
        sides = [(order[n], order[-1 - n]) for n in range(len(order) // 2)]
        yield [(one, other) for one, other in sides if one and other]


def _team_line(team: _Team) -> str:
    places = {74 + 5 * n: f"{one:4}" for n, one in enumerate(team.members)}
    points = {55: f"{team.match_points:6.1f}", 62: f"{team.game_points:6.1f}", 69: "  1"}
    return columns("310", {5: f"{team.number:3}", 9: f"Team {team.number}", **points, **places})


def _player_line(number: int, cells: Sequence[str]) -> str:
    points = sum(_BOARD.get(cell[-1:], 0) for cell in cells)
    who = Person(name=f"Player {number:03}", points=f"{points:.1f}", rank="1")
    return player(number, *cells, who=who)
