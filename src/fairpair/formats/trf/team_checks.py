"""What the records of a team event must agree on before matches can be made of them."""

from collections.abc import Iterator

from fairpair.core.errors import FieldProblem
from fairpair.formats.trf.records import TrfAbnormal, TrfFile
from fairpair.formats.trf.scoring import PointSystem


def team_problems(file: TrfFile, *, by_game_points: bool) -> list[FieldProblem]:
    """Everything that is wrong, or has no counterpart here."""
    return [
        *_members(file),
        *_line_ups(file),
        *_mentions(file),
        *_points(file),
        *(p for one in file.abnormal for p in _abnormal(one, by_game_points=by_game_points)),
    ]


def _members(file: TrfFile) -> Iterator[FieldProblem]:
    """Every player who plays is in one team."""
    seen: dict[int, int | None] = {}
    for team in file.teams.teams:
        if not team.number:
            yield FieldProblem("record 310", f"team {team.name!r} needs a number from 1 to 999")
        for player in team.players:
            if player in seen:
                other = f"team {seen[player]}" if seen[player] != team.number else "the same team"
                yield FieldProblem(f"team {team.number}", f"player {player} is also in {other}")
            seen[player] = team.number
    for one in file.players:
        if one.id not in seen and any(cell.result != "Z" for cell in one.rounds):
            yield FieldProblem(f"player {one.id}", "has results, but is in no team (310)")


def _line_ups(file: TrfFile) -> Iterator[FieldProblem]:
    """A line-up names members of the team, each once."""
    members = {team.number: team.players for team in file.teams.teams}
    for one in file.teams.line_ups:
        players = [player for player in one.players if player is not None]
        strangers = set(players) - set(members.get(one.team, ()))
        where = f"record 300, round {one.round_no}, team {one.team}"
        if strangers and one.team in members:
            yield FieldProblem(where, f"player {min(strangers)} is not in the team")
        if len(set(players)) < len(players):
            yield FieldProblem(where, "somebody sits at two boards")


def _mentions(file: TrfFile) -> Iterator[FieldProblem]:
    """Every team that a record names exists; nothing is forfeited in a round to come."""
    teams = file.teams
    known = {team.number for team in teams.teams}
    named = [
        *(("240", bye.team) for bye in teams.byes),
        *(("260 or XXP", number) for one in file.forbidden for number in one.ids),
        *(("299", number) for one in file.abnormal for number in one.ids),
        *(("300", number) for one in teams.line_ups for number in (one.team, one.opponent)),
        *(("320", number) for number in (teams.pab.teams if teams.pab else ())),
        *(("330", number) for one in teams.forfeited for number in (one.white, one.black)),
    ]
    for record, number in dict.fromkeys(named):
        if number is not None and number not in known:
            yield FieldProblem(f"record {record}", f"there is no team {number}")
    for one in teams.forfeited:
        where = f"record 330, round {one.round_no}"
        if one.white == one.black:
            yield FieldProblem(where, f"team {one.white} meets itself")
        if one.round_no > file.rounds_played:
            yield FieldProblem(where, f"only {file.rounds_played} rounds have begun")


def _points(file: TrfFile) -> Iterator[FieldProblem]:
    """Boards count 1, 1/2 and 0 here, for both colours and in forfeits."""
    points, usual = file.points, PointSystem()
    for code in "1=0+-?":
        for colour in ("w", "b") if code in "1=0" else ("w",):
            worth = points.worth(code, colour)
            if worth != usual.worth(code, colour):
                text = f"the result {code} gives {worth}: boards of teams count 1, 1/2 and 0 here"
                yield FieldProblem("records 162 and XXS", text)


def _abnormal(one: TrfAbnormal, *, by_game_points: bool) -> Iterator[FieldProblem]:
    """299 can change the points that rank, and not the other ones."""
    other = one.match_points if by_game_points else one.points
    if other if not one.kind else other is not None:
        changed, ranking = ("match", "game") if by_game_points else ("game", "match")
        text = f"it changes {changed} points; only {ranking} points, which rank, can be changed"
        yield FieldProblem("record 299", text)
