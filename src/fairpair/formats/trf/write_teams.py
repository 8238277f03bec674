"""Team records: 013, 310, 300, 320, 330."""

from fairpair.formats.trf.columns import Sheet
from fairpair.formats.trf.dialects import Dialect
from fairpair.formats.trf.teams import (
    TrfForfeitedMatch,
    TrfLineUp,
    TrfTeam,
    TrfTeamPab,
    TrfTeams,
)


def write_teams(sheet: Sheet, teams: TrfTeams, dialect: Dialect) -> None:
    """Teams with numbers are 310; TRF16 has 013 for them as well, which 310 makes void."""
    for team in teams.teams:
        if team.number is not None:
            _write_team(sheet, team)
        elif teams.numbered:
            sheet.row("310", f"team {team.name!r}").tell("it has no number, but others have one")
        if team.number is None or dialect == "trf16":
            _write_old_team(sheet, team)
    for line_up in teams.line_ups:
        _write_line_up(sheet, line_up)
    if teams.pab is not None:
        _write_pab(sheet, teams.pab)
    for match in teams.forfeited:
        _write_forfeited(sheet, match)


def _write_team(sheet: Sheet, team: TrfTeam) -> None:
    row = sheet.row("310", f"team {team.number}")
    row.whole(5, 7, team.number, "team number")
    row.text(9, 40, team.name, "name")
    row.text(42, 46, team.nickname, "short name")
    row.exact(48, 53, team.strength, "strength")
    row.exact(55, 60, team.match_points, "number of match points")
    row.exact(62, 67, team.game_points, "number of game points")
    row.whole(69, 71, team.rank, "rank")
    row.numbers(74, team.players, "pairing number")


def _write_old_team(sheet: Sheet, team: TrfTeam) -> None:
    row = sheet.row("013", f"team {team.name!r}")
    row.text(5, 36, team.name, "name")
    row.numbers(37, team.players, "pairing number")


def _write_line_up(sheet: Sheet, one: TrfLineUp) -> None:
    row = sheet.row("300")
    row.whole(5, 7, one.round_no, "round")
    row.whole(9, 11, one.team, "team")
    row.whole(13, 15, one.opponent, "opponent")
    row.numbers(17, one.players, "pairing number")


def _write_pab(sheet: Sheet, pab: TrfTeamPab) -> None:
    row = sheet.row("320")
    row.exact(5, 8, pab.match_points, "number of match points")
    row.exact(10, 13, pab.game_points, "number of game points")
    row.numbers(15, pab.teams, "team", width=3)


def _write_forfeited(sheet: Sheet, match: TrfForfeitedMatch) -> None:
    row = sheet.row("330")
    row.text(5, 6, match.kind, "type")
    row.whole(8, 10, match.round_no, "round")
    row.whole(12, 14, match.white, "team")
    row.whole(16, 18, match.black, "team")
