"""The rounds of a team file: which teams met, in what match, and who had which bye."""

from collections.abc import Iterable

from fairpair.core.errors import FieldProblem
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind, Pairing
from fairpair.formats.trf.matches import Side, UnfitMatchError, match_of
from fairpair.formats.trf.outcomes import BYES, OUTCOMES
from fairpair.formats.trf.records import TrfCell, TrfFile
from fairpair.formats.trf.teams import TrfForfeitedMatch

Drawn = tuple[list[Pairing], dict[PlayerId, ByeKind]]
"""The matches and the byes of a round."""


class TeamRounds:
    """Makes the rounds of one file, whose records must agree (`team_problems`).

    What makes no round goes into `problems`, so that all of it can be told.
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
            self._byes.setdefault((bye.round_no, bye.team), set()).add(BYES[bye.kind])
        for round_no, team in enumerate(teams.pab.teams if teams.pab else (), 1):
            if team is not None:
                self._byes.setdefault((round_no, team), set()).add(ByeKind.PAIRING)

    def round(self, round_no: int) -> Drawn:
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
            self._tell(round_no, f"team {team}", "it has two different byes")
        elif not given and not codes <= BYES.keys():
            text = "it has forfeits, but no opponent: name it in a record 330, or a bye in 240 or"
            self._tell(round_no, f"team {team}", f"{text} 320")
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
            self._tell(round_no, f"teams {team} and {opponent}", str(error))
            return []
        seats = (team, opponent) if white_first else (opponent, team)
        return [Pairing((PlayerId(seats[0]), PlayerId(seats[1])), result)]

    def _forfeit(self, one: TrfForfeitedMatch) -> Pairing:
        """A forfeited match; none of its games can have been played."""
        for player in (*self._members[one.white], *self._members[one.black]):
            cell = self._cell(player, one.round_no)
            if cell.opponent is not None and cell.result not in ("+", "-"):
                text = f"record 330 says it was forfeited, but player {player} has played"
                self._tell(one.round_no, f"teams {one.white} and {one.black}", text)
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
            text = "its players met each other"
        elif len(met) > 1:
            text = f"it met teams {', '.join(map(str, sorted(met)))} in one round"
        else:
            text = f"it has a bye, but met team {min(met)}"
        self._tell(round_no, f"team {team}", text)

    def _cell(self, player: int, round_no: int) -> TrfCell:
        return self._cells[player][round_no - 1]

    def _tell(self, round_no: int, whom: str, text: str) -> None:
        self.problems.append(FieldProblem(f"round {round_no}, {whom}", text))
