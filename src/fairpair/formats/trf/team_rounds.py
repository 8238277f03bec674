"""The rounds of a team file: which teams met, in what match, and who had which bye.

A match is made from the games of its players: who met whom on which board, and the colours.
"""

from collections.abc import Iterable, Mapping, Sequence

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem
from fairpair.core.ids import PlayerId
from fairpair.core.results import Board, Boards, Forfeit, Mark, Result
from fairpair.core.rounds import ByeKind, Pairing
from fairpair.formats.trf.cells import BYES, OUTCOMES
from fairpair.formats.trf.model import TrfCell, TrfFile, TrfForfeitedMatch
from fairpair.language.message import Message

_ABSENT = TrfCell(None, None, "-")
_Boards = list[tuple[int | None, int | None]]


class UnfitMatchError(Exception):
    """Line-ups and games that do not make a match; the text says why."""

    def __init__(self, text: Message) -> None:
        super().__init__(text)
        self.text = text


@dataclass(frozen=True, slots=True)
class Side:
    """A team in one round: who sits where (None: an empty board), all its members' cells of that
    round, and their places in the team's list.
    """

    line_up: Sequence[int | None]
    cells: Mapping[int, TrfCell]
    places: Mapping[int, int]

    def cell(self, player: int | None) -> TrfCell:
        """A player's round; an empty board is like somebody who did not come."""
        return _ABSENT if player is None else self.cells[player]

    def code(self, player: int | None) -> str:
        """The result code of a player; who is lined up and absent forfeits."""
        code = self.cell(player).result
        if code in ("H", "F", "U"):
            raise UnfitMatchError(Message("trf-teams.bye-in-match", player=player, code=code))
        return "-" if code == "Z" else code

    def place(self, player: int | None) -> int:
        """Where the player stands in the team's list, 0 for nobody."""
        return 0 if player is None else self.places[player]


def match_of(one: Side, other: Side, colours: str) -> tuple[bool, Result | None]:
    """Whether the first side has White on board 1, and the result with that side as it sits.

    `colours` are those of one team's boards (352). A match with an open board has no result.
    """
    boards = _boards(one, other)
    white = _has_white(one, boards, colours)
    first, second = (one, other) if white else (other, one)
    results = []
    for pair in boards:
        mine, theirs = pair if white else pair[::-1]
        outcome = OUTCOMES[first.code(mine), second.code(theirs)]
        if outcome is None:
            return white, None
        results.append(Board(outcome, (first.place(mine), second.place(theirs))))
    match = Boards(tuple(results))
    if match.problem:
        raise UnfitMatchError(match.problem)
    return white, match


def as_forfeit(match: Boards, boards: int) -> Forfeit | None:
    """A match in which nobody played and one side, or nobody, has all the points: a forfeit.

    One that is short of boards stays as it is, since it gives fewer game points.
    """
    results = {board.result for board in match.boards}
    result = results.pop() if len(results) == 1 else None
    if not isinstance(result, Forfeit):
        return None
    whole = len(match.boards) == boards or Mark.WIN not in result.marks
    return result if whole else None


def _boards(one: Side, other: Side) -> _Boards:
    """Who sits opposite whom: the games tie the two line-ups together.

    A player without an opponent faces an empty board, or somebody who did not come either.
    """
    _require_lined_up(one)
    _require_lined_up(other)
    boards: _Boards = []
    mine, theirs = list(one.line_up), list(other.line_up)
    while mine or theirs:
        me, them = mine[0] if mine else None, theirs[0] if theirs else None
        mine_next, theirs_next = _next(one, me, other, them)
        if not (mine and mine_next) and not (theirs and theirs_next):
            raise UnfitMatchError(Message("trf-teams.order"))
        boards.append((me if mine_next else None, them if theirs_next else None))
        del mine[:mine_next], theirs[:theirs_next]
    return boards


def _next(one: Side, me: int | None, other: Side, them: int | None) -> tuple[bool, bool]:
    """Whose first player sits at the next board: of this side, of the other, of both."""
    my_opponent, their_opponent = one.cell(me).opponent, other.cell(them).opponent
    if my_opponent is None and their_opponent is None:
        return True, not one.code(me) == other.code(them) == "+"
    if my_opponent is None or their_opponent is None:
        return my_opponent is None, their_opponent is None
    if my_opponent != them:
        raise UnfitMatchError(Message("trf-teams.order"))
    return True, True


def _require_lined_up(side: Side) -> None:
    for player, cell in side.cells.items():
        if cell.opponent is not None and player not in side.line_up:
            raise UnfitMatchError(Message("trf-teams.not-lined-up", player=player))


def _has_white(one: Side, boards: _Boards, colours: str) -> bool:
    """Whether the side has White on board 1, told by the first board with a colour."""
    pattern = colours or "WB"
    for index, (me, _) in enumerate(boards):
        colour = one.cell(me).colour
        if colour is not None:
            as_board_1 = pattern[index % len(pattern)] == pattern[0]
            return (colour == "w") == as_board_1
    return True


RoundData = tuple[list[Pairing], dict[PlayerId, ByeKind]]
"""The matches and the byes of a round."""


class TeamRounds:
    """Makes the rounds of one file, whose records must agree (`team_problems`).

    What does not make a round goes into `problems`, so that all of it can be reported.
    """

    def __init__(self, file: TrfFile) -> None:
        teams = file.teams
        self.problems: list[FieldProblem] = []
        self._members = {t.number: t.players for t in teams.teams if t.number is not None}
        self._team_of = {p: team for team, players in self._members.items() for p in players}
        self._cells = {player.id: player.rounds for player in file.players}
        self._line_ups = {(one.round_no, one.team): one for one in teams.line_ups}
        self._forfeits = {(one.round_no, one.white, one.black): one for one in teams.forfeited}
        self._colours = teams.board_colours
        self._byes: dict[tuple[int, int], set[ByeKind]] = {}
        for bye in teams.byes:
            self._byes.setdefault((bye.round_no, bye.id), set()).add(BYES[bye.kind])
        for round_no, team in enumerate(teams.pab.teams if teams.pab else (), 1):
            if team is not None:
                self._byes.setdefault((round_no, team), set()).add(ByeKind.PAIRING)

    def round(self, round_no: int) -> RoundData:
        """The matches in order of the smaller team number, and the byes."""
        opponents = self._opponents(round_no)
        pairings: list[Pairing] = []
        byes: dict[PlayerId, ByeKind] = {}
        for team in sorted(self._members):
            met = opponents[team]
            if team in met or len(met) > 1 or (met and (round_no, team) in self._byes):
                self._contradiction(round_no, team, met)
            elif not met:
                byes[PlayerId(team)] = self._bye(round_no, team)
            elif team < (opponent := min(met)):
                pairings += self._match(round_no, team, opponent)
        return pairings, byes

    def _opponents(self, round_no: int) -> dict[int, set[int]]:
        """Whom each team met: by the games of its players, by 300 and by 330."""
        met: dict[int, set[int]] = {team: set() for team in self._members}
        for pair in self._meetings(round_no):
            met[pair[0]].add(pair[1])
            met[pair[1]].add(pair[0])
        return met

    def _meetings(self, round_no: int) -> Iterable[tuple[int, int]]:
        for player, team in self._team_of.items():
            opponent = self._cell(player, round_no).opponent
            if opponent is not None:
                yield team, self._team_of[opponent]
        for (n, team), line_up in self._line_ups.items():
            if n == round_no and line_up.opponent is not None:
                yield team, line_up.opponent
        for n, white, black in self._forfeits:
            if n == round_no:
                yield white, black

    def _bye(self, round_no: int, team: int) -> ByeKind:
        """The bye of a record (240, 320), or the one that all members' cells say."""
        given = self._byes.get((round_no, team))
        codes = {self._cell(player, round_no).result for player in self._members[team]} - {"Z"}
        kinds = given or {BYES[code] for code in codes if code in BYES} or {ByeKind.ZERO}
        if len(kinds) > 1:
            self._add_problem(round_no, (team,), "two-byes")
        elif not given and not codes <= BYES.keys():
            self._add_problem(round_no, (team,), "lone-forfeits")
        return min(kinds)

    def _match(self, round_no: int, team: int, opponent: int) -> list[Pairing]:
        for white, black in ((team, opponent), (opponent, team)):
            forfeit = self._forfeits.get((round_no, white, black))
            if forfeit is not None:
                return [self._forfeit(forfeit)]
        try:
            sides = self._side(round_no, team), self._side(round_no, opponent)
            white_first, result = match_of(*sides, self._colours)
        except UnfitMatchError as error:
            self.problems.append(FieldProblem(_place(round_no, team, opponent), error.text))
            return []
        seats = (team, opponent) if white_first else (opponent, team)
        return [Pairing((PlayerId(seats[0]), PlayerId(seats[1])), result)]

    def _forfeit(self, one: TrfForfeitedMatch) -> Pairing:
        """A forfeited match; none of its games can have been played."""
        for player in (*self._members[one.white], *self._members[one.black]):
            cell = self._cell(player, one.round_no)
            if cell.opponent is not None and cell.result not in ("+", "-"):
                teams = one.white, one.black
                self._add_problem(one.round_no, teams, "forfeited", player=player)
                break
        return Pairing(
            (PlayerId(one.white), PlayerId(one.black)), OUTCOMES[one.kind[0], one.kind[1]]
        )

    def _side(self, round_no: int, team: int) -> Side:
        """Who sits where: by 300, or the members who are not absent in the team's order."""
        members = self._members[team]
        cells = {player: self._cell(player, round_no) for player in members}
        given = self._line_ups.get((round_no, team))
        present = tuple(player for player in members if cells[player].result != "Z")
        places = {player: place for place, player in enumerate(members, 1)}
        return Side(given.players if given else present, cells, places)

    def _contradiction(self, round_no: int, team: int, met: set[int]) -> None:
        if team in met:
            self._add_problem(round_no, (team,), "own-players")
        elif len(met) > 1:
            self._add_problem(round_no, (team,), "several-opponents", teams=sorted(met))
        else:
            self._add_problem(round_no, (team,), "bye-and-match", team=min(met))

    def _cell(self, player: int, round_no: int) -> TrfCell:
        return self._cells[player][round_no - 1]

    def _add_problem(
        self, round_no: int, teams: Sequence[int], fault: str, /, **values: object
    ) -> None:
        text = Message(f"trf-teams.{fault}", **values)
        self.problems.append(FieldProblem(_place(round_no, *teams), text))


def _place(round_no: int, team: int, opponent: int | None = None) -> Message:
    if opponent is None:
        return Message("place.round-team", round=round_no, team=team)
    return Message("place.round-teams", round=round_no, team=team, opponent=opponent)
