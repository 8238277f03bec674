"""The whole way: bytes to lines, lines to a draft, repairs, checks, and the frozen file."""

from collections.abc import Callable
from dataclasses import replace

from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.formats.trf import (
    header,
    pairing_records,
    players,
    point_records,
    team_records,
)
from fairpair.formats.trf.acceleration import TrfAcceleration, virtual_points
from fairpair.formats.trf.byes import fill_from_240, later_byes, read_old_byes, rounds_played
from fairpair.formats.trf.checks import check_ids, check_rounds
from fairpair.formats.trf.draft import Draft
from fairpair.formats.trf.fields import Record
from fairpair.formats.trf.findings import Findings
from fairpair.formats.trf.games import GameChecks
from fairpair.formats.trf.lines import Line, lines_of
from fairpair.formats.trf.points import check_points
from fairpair.formats.trf.records import TrfFile, TrfProblem, TrfReport, TrfUnknown
from fairpair.formats.trf.remarks import remark
from fairpair.formats.trf.repair import mend_cells
from fairpair.formats.trf.scoring import point_system
from fairpair.formats.trf.teams import TrfTeamBye, TrfTeams

_TEXTS = "012 022 032 042 052 062 072 082 092 102 122 172 182 192 202 212 222"
_COMMENT = "###"
_INFORMATIVE = ("801", "802")

_Reader = Callable[[Record, Draft], None]
_READERS: dict[str, _Reader] = {
    **dict.fromkeys(_TEXTS.split(), header.read_text),
    "001": players.read_player,
    "112": header.read_deputy,
    "132": header.read_dates,
    "142": header.read_rounds,
    "XXR": header.read_rounds,
    "152": header.read_colour,
    "XXC": header.read_configuration,
    "162": point_records.read_game_points,
    "XXS": point_records.read_settings,
    **dict.fromkeys(("BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"), point_records.read_bb_points),
    "362": point_records.read_match_points,
    "240": pairing_records.read_byes,
    "XXZ": pairing_records.read_absent,
    "250": pairing_records.read_range,
    "XXA": pairing_records.read_virtual_points,
    "260": pairing_records.read_forbidden,
    "XXP": pairing_records.read_always_forbidden,
    "299": pairing_records.read_abnormal,
    "013": team_records.read_old_team,
    "310": team_records.read_team,
    "300": team_records.read_line_up,
    "320": team_records.read_team_pab,
    "330": team_records.read_forfeited_match,
    "352": team_records.read_board_colours,
}


def read(data: bytes, *, repair: bool = False) -> TrfReport:
    """The file in these bytes with every problem in it; it never raises.

    `TrfReport.file` is there exactly if no problem is an error. With `repair`, faults that have
    one sensible answer are mended and told in `TrfReport.repairs`.
    """
    found = Findings(repair=repair)
    lines, encoding = lines_of(data, found)
    if not any(line.key in _READERS for line in lines):
        if not encoding:
            return TrfReport(None, found.problems)
        return TrfReport(None, (_not_trf(lines),))
    draft = Draft()
    unknown = _read_records(lines, draft, found)
    comments = tuple(line.text[3:].strip() for line in lines if line.key == _COMMENT)
    file = _checked(draft, found)
    if file is None or found.has_errors:
        return TrfReport(None, found.problems, found.repairs)
    whole = replace(file, comments=comments, unknown=unknown, encoding=encoding)
    return TrfReport(whole, found.problems, found.repairs)


def read_or_raise(data: bytes, *, repair: bool = False) -> tuple[TrfFile, tuple[TrfProblem, ...]]:
    """The file and what was mended.

    Raises `InvalidInputError` with every error of a file that cannot be used.
    """
    report = read(data, repair=repair)
    if report.file is not None:
        return report.file, report.repairs
    raise refusal(report)


def refusal(report: TrfReport) -> InvalidInputError:
    """Why a file cannot be used: every error, then what else there is to say of it."""
    errors = report.errors
    count = "1 error" if len(errors) == 1 else f"{len(errors)} errors"
    hints = dict.fromkeys(problem.hint for problem in errors if problem.hint)
    notes = [problem for problem in report.problems if problem.severity == "note"]
    return InvalidInputError(
        "bad-trf",
        f"The TRF file has {count}.",
        next(iter(hints)) if len(hints) == 1 else "Correct these places and read it again.",
        [
            *(FieldProblem(problem.where, problem.message) for problem in errors),
            *(FieldProblem(problem.where, f"(note) {problem.message}") for problem in notes),
        ],
    )


def _not_trf(lines: list[Line]) -> TrfProblem:
    fault = "no line begins with a TRF record such as 012 or 001" if lines else "it is empty"
    hint = "Choose the report file (TRF16 or TRF26) that the tournament program wrote."
    return TrfProblem(1, 1, "not-trf", f"This is not a TRF file: {fault}.", hint)


def _read_records(lines: list[Line], draft: Draft, found: Findings) -> tuple[TrfUnknown, ...]:
    """Every line by its record; what no record is known for comes back."""
    unknown = []
    for line in lines:
        reader = _READERS.get(line.key)
        if reader is not None:
            reader(Record(line, found), draft)
        elif players.is_national(line):
            players.read_national(Record(line, found), draft)
        elif line.key != _COMMENT:
            unknown.append(TrfUnknown(line.number, line.text))
            if line.key not in _INFORMATIVE:
                message = f"The record {line.key!r} is not known; it is left out."
                found.note(line.number, 1, "unknown-record", message)
    return tuple(unknown)


def _checked(draft: Draft, found: Findings) -> TrfFile | None:
    """The file of a draft after repairs and checks; None without players."""
    if not draft.players:
        message = "The file has no players (001 records that can be read)."
        found.error(1, 1, "no-players", message)
        return None
    by_id = check_ids(draft, found)
    read_old_byes(draft.players, found)
    played = rounds_played(draft.players)
    fill_from_240(draft, played, found)
    alone = draft.has_teams
    if found.repair:
        mend_cells(by_id, found, forfeits_alone=alone)
    check_rounds(draft, found)
    GameChecks(by_id, found, forfeits_alone=alone).check(draft.players)
    file = _file(draft, played, found)
    check_points(draft.players, file, found)
    if not found.has_errors:
        remark(file, draft, found)
    scored = zip(file.players, draft.players, strict=True)
    return replace(file, players=tuple(replace(p, points=d.points) for p, d in scored))


def _file(draft: Draft, played: int, found: Findings) -> TrfFile:
    """The values of a draft; the points of the players are still to be checked."""
    system = draft.texts.get("192")
    return TrfFile(
        event=header.event(draft, found),
        players=tuple(players.frozen(player, played) for player in draft.players),
        rounds=draft.rounds,
        rounds_played=played,
        initial_colour=draft.initial_colour,
        rank_by_position=draft.rank_by_position,
        points=point_system(draft.points),
        system=system.value if system else "",
        tiebreaks=header.codes("202", draft),
        ranking=header.codes("212", draft),
        byes=later_byes(draft, played, found),
        forbidden=tuple(one.within(draft.rounds) for one in draft.forbidden),
        acceleration=_acceleration(draft, found),
        abnormal=tuple(draft.abnormal),
        teams=_teams(draft),
        national=tuple(draft.national),
    )


def _acceleration(draft: Draft, found: Findings) -> tuple[TrfAcceleration, ...]:
    """250 where it is given, else XXA; files for several engines write both."""
    singles = tuple(one for _, one in draft.singles)
    if not draft.ranges:
        return singles
    ids = {player.id for player in draft.players}
    rounds = {r for one in singles for r in range(one.first_round, one.last_round + 1)}
    by_range = {r: virtual_points(draft.ranges, ids, r) for r in rounds}
    for line, one in draft.singles:
        for round_no in range(one.first_round, one.last_round + 1):
            if by_range[round_no].get(one.first_id, one.points) != one.points:
                fault = f"gives player {one.first_id} other points than 250 in round {round_no}"
                Record(line, found).contradiction(5, fault)
                break
    return tuple(draft.ranges)


def _teams(draft: Draft) -> TrfTeams:
    points = draft.match_points
    default = TrfTeams()
    colours = draft.texts.get("352")
    return TrfTeams(
        teams=tuple(team for _, team in draft.teams or draft.old_teams),
        line_ups=tuple(draft.line_ups),
        pab=draft.team_pab,
        forfeited=tuple(draft.forfeited),
        byes=tuple(
            TrfTeamBye(bye.round_no, bye.kind, bye.id) for _, bye in draft.byes if draft.of_teams
        ),
        board_colours=colours.value.upper() if colours else "",
        match_win=points.get("TW", default.match_win),
        match_draw=points.get("TD", default.match_draw),
        match_loss=points.get("TL", default.match_loss),
    )
