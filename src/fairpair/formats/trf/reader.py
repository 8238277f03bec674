"""The whole way: bytes to lines, lines to a draft, repairs, checks, and the frozen file."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.formats.trf.byes import fill_from_240, later_byes, read_old_byes, rounds_played
from fairpair.formats.trf.cells import HIGHEST_ID
from fairpair.formats.trf.checks import (
    GameChecks,
    add_remarks,
    check_declared,
    check_ids,
    check_rounds,
    with_points,
)
from fairpair.formats.trf.columns import number
from fairpair.formats.trf.draft import Draft, PlayerDraft, Values
from fairpair.formats.trf.lines import Findings, InputLine, Line, lines_of
from fairpair.formats.trf.model import (
    TrfAcceleration,
    TrfCell,
    TrfEvent,
    TrfFile,
    TrfPlayer,
    TrfProblem,
    TrfReport,
    TrfTeams,
    virtual_points,
)
from fairpair.formats.trf.points import point_system
from fairpair.formats.trf.records import (
    COMMENT,
    INFORMATIVE,
    PLAYER,
    RECORDS,
    read_fields,
    record_of,
)
from fairpair.formats.trf.repair import align, repair_cells
from fairpair.language.message import Message

MOST_LISTED = 20
"""The errors of one kind that are named one by one."""


def read(data: bytes, *, repair: bool = False) -> TrfReport:
    """The file in these bytes with every problem in it; it never raises.

    `TrfReport.file` is there exactly if no problem is an error. With `repair`, faults that have
    one sensible answer are repaired and listed in `TrfReport.repairs`.
    """
    found = Findings(repair=repair)
    lines, encoding = lines_of(data, found)
    if not any(line.key in RECORDS for line in lines):
        if not encoding:
            return TrfReport(None, found.problems)
        return TrfReport(None, (_not_trf(lines),))
    count = sum(line.key == PLAYER.key for line in lines)
    if count > HIGHEST_ID:
        found.error(1, 1, "too-many-players", most=HIGHEST_ID, count=count)
        return TrfReport(None, found.problems)
    draft = Draft()
    unknown = _read_records(lines, draft, found)
    comments = tuple(line.text[3:].strip() for line in lines if line.key == COMMENT)
    file = _check_draft(draft, comments, found)
    if file is None or found.has_errors:
        return TrfReport(None, found.problems, found.repairs)
    whole = replace(file, unknown=unknown, encoding=encoding)
    return TrfReport(whole, found.problems, found.repairs)


def read_or_raise(data: bytes, *, repair: bool = False) -> tuple[TrfFile, tuple[TrfProblem, ...]]:
    """The file and what was repaired.

    Raises `InvalidInputError` with every error of a file that cannot be used.
    """
    report = read(data, repair=repair)
    if report.file is not None:
        return report.file, report.repairs
    raise refusal(report)


def refusal(report: TrfReport) -> InvalidInputError:
    """Why a file cannot be used: every error, then the notes on it."""
    errors = report.errors
    hints = {problem.remedy for problem in errors} - {None}
    notes = [problem for problem in report.problems if problem.severity == "note"]
    problems = [
        *_listed(errors),
        *(FieldProblem(one.place, Message("trf.note", problem=one.text)) for one in notes),
    ]
    hint = hints.pop() if len(hints) == 1 else None
    return InvalidInputError("bad-trf", hint=hint, problems=problems, n=len(errors))


def _listed(errors: Sequence[TrfProblem]) -> Iterator[FieldProblem]:
    """The errors; of many of one kind the first ones, and how many more there are."""
    counted = Counter(one.text.code for one in errors)
    shown: Counter[str] = Counter()
    for one in errors:
        kind = one.text.code
        shown[kind] += 1
        if shown[kind] <= MOST_LISTED:
            yield FieldProblem(one.place, one.text)
        elif shown[kind] == MOST_LISTED + 1:
            more = Message("trf.more-errors", n=counted[kind] - MOST_LISTED)
            yield FieldProblem(one.place, more)


def _not_trf(lines: list[Line]) -> TrfProblem:
    return TrfProblem(1, 1, Message("trf.not-trf" if lines else "trf.not-trf.empty"))


def _read_records(lines: list[Line], draft: Draft, found: Findings) -> tuple[str, ...]:
    """Every line by its record; what no record is known for comes back."""
    unknown = []
    numbers = {number(line.cut(5, 8)) for line in lines if line.key == PLAYER.key}
    players = {one for one in numbers if one is not None}
    for line in lines:
        record = record_of(line, players)
        if record is PLAYER:
            _read_player(line, draft, found)
        elif record is not None:
            record.read(InputLine(line, found), draft)
        elif line.key != COMMENT:
            unknown.append(line.text)
            if line.key not in INFORMATIVE:
                found.note(line.number, 1, "unknown-record", record=repr(line.key))
    return tuple(unknown)


def _read_player(line: Line, draft: Draft, found: Findings) -> None:
    """001, moved into its columns if wanted; of a line that does not fit only the number counts."""
    moved, readable = align(line, found)
    source = InputLine(moved, found)
    values, _ = read_fields(PLAYER.fields if readable else PLAYER.fields[:1], source, draft)
    draft.keep_player(source, values)


def _check_draft(draft: Draft, comments: tuple[str, ...], found: Findings) -> TrfFile | None:
    """The file of a draft after repairs and checks; None without players."""
    if not draft.players:
        found.error(1, 1, "no-players")
        return None
    by_id = check_ids(draft, found)
    read_old_byes(draft, found)
    played = rounds_played(draft.players)
    fill_from_240(draft, played, found)
    if found.repair:
        repair_cells(by_id, found)
    check_rounds(draft, found)
    GameChecks(by_id, found).check(draft.players)
    check_declared(draft, found)
    file = replace(_file(draft, played, found), comments=comments)
    file = replace(file, players=tuple(with_points(draft.players, file, found)))
    if not found.has_errors:
        add_remarks(file, draft, found)
    return file


def _file(draft: Draft, played: int, found: Findings) -> TrfFile:
    """The values of a draft, without the points of players: these are still to be checked."""
    return TrfFile(
        event=TrfEvent(**draft.event),
        players=tuple(_player(player, played) for player in draft.players),
        rounds_played=played,
        points=point_system(draft.points),
        byes=later_byes(draft, played, found),
        forbidden=tuple(one.within(draft.rounds) for one in draft.forbidden),
        acceleration=_acceleration(draft, found),
        abnormal=tuple(draft.abnormal),
        teams=_teams(draft),
        national=tuple(draft.national),
        **draft.file,
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
                said = {"player": one.first_id, "round": round_no}
                InputLine(line, found).contradiction(5, "acceleration", **said)
                break
    return tuple(draft.ranges)


def _teams(draft: Draft) -> TrfTeams:
    byes = draft.byes if draft.of_teams else []
    return TrfTeams(
        teams=tuple(draft.teams or draft.old_teams),
        line_ups=tuple(draft.line_ups),
        forfeited=tuple(draft.forfeited),
        byes=tuple(bye for _, bye in byes),
        **draft.team_settings,
    )


def _player(draft: PlayerDraft, rounds_played: int) -> TrfPlayer:
    """The player with exactly the rounds played; a blank cell is an absence (`Z`)."""
    cells = draft.cells[:rounds_played]
    rounds = [one if one.opponent else TrfCell(None, None, one.result or "Z") for one in cells]
    rounds += [TrfCell(None, None, "Z")] * (rounds_played - len(cells))
    values: Values = {"name": ""} | draft.values
    return TrfPlayer(id=draft.id, rounds=tuple(rounds), line=draft.line.number, **values)
