"""From a team file (310) to a tournament whose entrants are teams, if its records agree."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Team
from fairpair.core.results import Boards, Forfeit, marks_of
from fairpair.core.rounds import Pairing, Round, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.formats.imported import ImportedTournament, round_of
from fairpair.formats.trf.assembly import (
    avoided_of,
    by_game_points,
    entries_of,
    player_of,
    team_rules_of,
)
from fairpair.formats.trf.cells import BYE_CODES, FORFEITED, UNRATED
from fairpair.formats.trf.model import TrfAbnormal, TrfFile
from fairpair.formats.trf.points import PointSystem
from fairpair.formats.trf.team_rounds import RoundData, TeamRounds, as_forfeit
from fairpair.language.message import Message


def team_tournament_of(file: TrfFile) -> ImportedTournament:
    """The tournament of the teams in a file.

    Raises `InvalidInputError` with all that has no counterpart here.
    """
    by_games = by_game_points(file)
    _require_none(team_problems(file, by_game_points=by_games))
    making = TeamRounds(file)
    plain = {n: making.round(n) for n in range(1, file.rounds_played + 1)}
    _require_none(making.problems)
    boards = _board_count(file, plain.values())
    rules = team_rules_of(file, boards)
    rounds = {
        RoundRef(1, n): round_of(_mark_forfeits(pairings, boards), byes, rules.system)
        for n, (pairings, byes) in plain.items()
    }
    entries = entries_of(_teams(file), _requests(file))
    tournament = Tournament(
        created=True,
        name=file.event.name,
        rules=rules,
        entries=entries,
        avoided=avoided_of(file.forbidden, file.rounds_played + 1),
        order=tuple(sorted(entries)),
        rounds=rounds,
    )
    awarded = _awarded_points(file, rounds, by_games=by_games)
    return ImportedTournament(tournament, awarded, file.penalties(match_points=not by_games))


def _require_none(problems: list[FieldProblem]) -> None:
    if problems:
        raise InvalidInputError("trf-teams", problems=problems)


def _teams(file: TrfFile) -> dict[int, Team]:
    players = {player.id: player for player in file.players}
    return {
        team.number: Team(team.name, tuple(player_of(players[one]) for one in team.players))
        for team in file.teams.teams
        if team.number is not None
    }


def _requests(file: TrfFile) -> Iterable[tuple[int, int, str]]:
    later = (bye for bye in file.teams.byes if bye.round_no > file.rounds_played)
    return ((bye.id, bye.round_no, bye.kind) for bye in later)


def _board_count(file: TrfFile, rounds: Iterable[RoundData]) -> int:
    """As many as 352 gives colours for, or as the longest match has."""
    played = (
        len(pairing.result.boards)
        for pairings, _ in rounds
        for pairing in pairings
        if isinstance(pairing.result, Boards)
    )
    return max(len(file.teams.board_colours), max(played, default=0))


def _mark_forfeits(pairings: Iterable[Pairing], boards: int) -> list[Pairing]:
    """The same, with matches that nobody played as forfeits."""
    settled = []
    for pairing in pairings:
        result = pairing.result
        forfeit = as_forfeit(result, boards) if isinstance(result, Boards) else None
        settled.append(replace(pairing, result=forfeit) if forfeit else pairing)
    return settled


def _awarded_points(
    file: TrfFile, rounds: Mapping[RoundRef, Round], *, by_games: bool
) -> dict[tuple[PlayerId, int], Fraction]:
    """299 with a kind: points of single rounds, in the points that rank."""
    awarded: dict[tuple[PlayerId, int], Fraction] = {}
    codes = _codes(rounds) if file.abnormal else {}
    for one in file.abnormal:
        points = one.points if by_games else one.match_points
        for (team, round_no), code in codes.items():
            if points is not None and team in one.ids and one.is_about(round_no, code):
                awarded[team, round_no] = points
    return awarded


def _codes(rounds: Mapping[RoundRef, Round]) -> dict[tuple[PlayerId, int], str]:
    """What each team's round was, in the kinds of 299; nothing for open matches and for PABs."""
    codes: dict[tuple[PlayerId, int], str] = {}
    for ref, round_ in rounds.items():
        for pairing in round_.pairings.values():
            kinds = FORFEITED if isinstance(pairing.result, Forfeit) else UNRATED
            marks = marks_of(pairing.result) if pairing.result else ()
            for team, mark in zip(pairing.seats, marks, strict=False):
                codes[team, ref.round_no] = kinds[mark]
        for team, bye in round_.byes.items():
            codes[team, ref.round_no] = BYE_CODES[bye]
    return codes


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
            yield _problem(_record("310"), "number", team=repr(team.name))
        for player in team.players:
            if player in seen:
                other = seen[player]
                fault = "same-team" if other == team.number else "other-team"
                where = Message("place.team", number=team.number)
                yield _problem(where, fault, player=player, team=other)
            seen[player] = team.number
    for one in file.players:
        if one.id not in seen and any(cell.result != "Z" for cell in one.rounds):
            yield _problem(Message("place.player", number=one.id), "no-team")


def _line_ups(file: TrfFile) -> Iterator[FieldProblem]:
    """A line-up names members of the team, each once."""
    members = {team.number: team.players for team in file.teams.teams}
    for one in file.teams.line_ups:
        players = [player for player in one.players if player is not None]
        strangers = set(players) - set(members.get(one.team, ()))
        where = Message("place.line-up", round=one.round_no, team=one.team)
        if strangers and one.team in members:
            yield _problem(where, "stranger", player=min(strangers))
        if len(set(players)) < len(players):
            yield _problem(where, "two-boards")


def _mentions(file: TrfFile) -> Iterator[FieldProblem]:
    """Every team that a record names exists; nothing is forfeited in a round to come."""
    teams = file.teams
    known = {team.number for team in teams.teams}
    named = [
        *(("240", bye.id) for bye in teams.byes),
        *(("260", number) for one in file.forbidden for number in one.ids),
        *(("299", number) for one in file.abnormal for number in one.ids),
        *(("300", number) for one in teams.line_ups for number in (one.team, one.opponent)),
        *(("320", number) for number in (teams.pab.teams if teams.pab else ())),
        *(("330", number) for one in teams.forfeited for number in (one.white, one.black)),
    ]
    for record, number in dict.fromkeys(named):
        if number is not None and number not in known:
            yield _problem(_record(record), "unknown-team", team=number)
    for one in teams.forfeited:
        where = Message("place.record-round", record="330", round=one.round_no)
        if one.white == one.black:
            yield _problem(where, "own-opponent", team=one.white)
        if one.round_no > file.rounds_played:
            yield _problem(where, "not-begun", n=file.rounds_played)


def _points(file: TrfFile) -> Iterator[FieldProblem]:
    """Boards count 1, 1/2 and 0 here, for both colours and in forfeits."""
    points, usual = file.points, PointSystem()
    for code in "1=0+-?":
        for colour in ("w", "b") if code in "1=0" else ("w",):
            worth = points.worth(code, colour)
            if worth != usual.worth(code, colour):
                where = Message("place.records", records=("162", "XXS"))
                yield _problem(where, "board-points", result=code, points=str(worth))


def _abnormal(one: TrfAbnormal, *, by_game_points: bool) -> Iterator[FieldProblem]:
    """299 can change the points that rank, and not the other ones."""
    other = one.match_points if by_game_points else one.points
    if other if not one.kind else other is not None:
        fault = "changes-match-points" if by_game_points else "changes-game-points"
        yield _problem(_record("299"), fault)


def _record(key: str) -> Message:
    if key == "260":
        return Message("place.record-either", record="260", other="XXP")
    return Message("place.record", record=key)


def _problem(where: Message, fault: str, **values: object) -> FieldProblem:
    return FieldProblem(where, Message(f"trf-teams.{fault}", **values))
