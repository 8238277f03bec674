"""The way back: from the values of a file to its text, in one of two dialects."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import Any, TypeVar

from fairpair.engine.pairing.proposal import Proposal
from fairpair.formats.trf.byes import ByePlaces, bye_places
from fairpair.formats.trf.columns import MOST_ROUNDS
from fairpair.formats.trf.lines import Output
from fairpair.formats.trf.model import (
    TrfAcceleration,
    TrfFile,
    TrfForbidden,
    TrfNational,
    TrfPlayer,
    TrfTeams,
    runs_of,
)
from fairpair.formats.trf.points import Dialect, point_records
from fairpair.formats.trf.records import (
    ABNORMAL_POINTS,
    ABSENT,
    ACCELERATION,
    ALWAYS_FORBIDDEN,
    BYES,
    COMMENT,
    FORBIDDEN,
    FORFEITED_MATCH,
    HEADER,
    LINE_UP,
    MATCH_SYMBOLS,
    NATIONAL_RATING,
    OLD_TEAM,
    PLAYER,
    TEAM,
    TEAM_PAB,
    VIRTUAL_POINTS,
    Record,
)
from fairpair.language.message import Message

_Named = TypeVar("_Named", TrfPlayer, TrfNational)
_COLOUR_WORDS = {"w": "white1", "b": "black1"}
_ONLY_IN_OTHER = {"trf16": ("142", "152"), "trf26": ("XXR",)}
_NOTHING: tuple[object, ...] = (None, "", (), {})
# TEC's earlier codes of the same rules.
_EARLIER_CODES = {
    "FIDE_DUTCH_2026": "FIDE_DUTCH_2025",
    "FIDE_DUTCH_2026_BAKU": "FIDE_DUTCH_2025_BAKU",
}


def write(file: TrfFile, *, dialect: Dialect = "trf26") -> bytes:
    """The TRF text of a file, UTF-8 with line feeds; read again it is in `dialect`.

    That is the same file, but for what `convert_to_dialect` lists: TRF16 has its own words for
    acceleration, and names longer than their columns (33 for players, 32 for teams, 5 for a
    team's short name) are cut. A bye to come, forbidden pairs, the point system, the number of
    rounds and the initial colour read back the same, whichever records say them.

    | | TRF16 | TRF26 |
    |---|---|---|
    | rounds, initial colour | XXR, XXC | 142, 152 |
    | points | 162 `W D L P`, BB and XXS | 162 |
    | byes of the next round | cells of 001 | 240 |
    | acceleration, forbidden pairs | XXA, XXP | 250, 260 |
    | teams | 013, and 310 if they have numbers | 310; 013 without numbers |

    TRF26 also writes what only extensions can say: XXC `rank`, points by colour (XXS). TRF16 also
    writes what only TRF26 has: 172 to 222, 240 of later rounds, 260 of some rounds, 299, 300 to
    362. Programs skip records they do not know, except that bbpPairings stops at 299 and at teams.

    `InvalidInputError` (`trf-columns`) lists everything that has no place: pairing numbers above
    9999, team numbers above 999, points that are no short decimal, texts with line breaks.
    """
    output = Output()
    _write_records(output, convert_to_dialect(file, dialect), dialect)
    return "".join(f"{line}\n" for line in output.lines()).encode()


def convert_to_dialect(file: TrfFile, dialect: Dialect) -> TrfFile:
    """The same event in a dialect's words: exactly what reading the written file gives back.

    | value | TRF16 with the engines' extensions | TRF26 |
    |---|---|---|
    | virtual points of players | XXA: each id by itself | 250 as it is |
    | the Dutch system of 2026 (192) | `FIDE_DUTCH_2025`, which bbpPairings 6.0.0 knows | as it is |
    | names | cut to their columns | cut to their columns |

    Whatever a dialect has no word for keeps that of the other one, so nothing else changes.
    """
    in_16 = dialect == "trf16"
    return replace(
        file,
        players=tuple(_cut_name(player, PLAYER) for player in file.players),
        national=tuple(_cut_name(one, NATIONAL_RATING) for one in file.national),
        teams=_teams(file.teams),
        byes=tuple(sorted(file.byes, key=lambda bye: (bye.round_no, bye.id))),
        forbidden=tuple(_close_range(one, file.rounds) for one in file.forbidden),
        acceleration=tuple(_singles(file)) if in_16 and _by_player(file) else file.acceleration,
        system=_EARLIER_CODES.get(file.system.upper(), file.system) if in_16 else file.system,
    )


def _by_player(file: TrfFile) -> bool:
    """Whether XXA can say the acceleration: it is of players, and there are no match points."""
    return not file.teams.numbered and all(one.match_points is None for one in file.acceleration)


def _cut(text: str, record: Record, field: str = "name") -> str:
    """As much of a text as its columns hold."""
    return text.strip(" ")[: record[field].width].rstrip(" ")


def _cut_name(one: _Named, record: Record) -> _Named:
    name = _cut(one.name, record)
    return one if name == one.name else replace(one, name=name)


def _teams(teams: TrfTeams) -> TrfTeams:
    cut = (
        replace(one, name=_cut(one.name, TEAM), nickname=_cut(one.nickname, TEAM, "nickname"))
        for one in teams.teams
    )
    return replace(teams, teams=tuple(cut))


def _close_range(one: TrfForbidden, rounds: int | None) -> TrfForbidden:
    """A range that is open at one end is closed, as 260 needs it."""
    if one.first_round is not None or one.last_round is not None:
        last = one.last_round or rounds or MOST_ROUNDS
        one = replace(one, first_round=one.first_round or 1, last_round=last)
    return one.within(rounds)


def _singles(file: TrfFile) -> Iterator[TrfAcceleration]:
    """Every player's runs of rounds with equal points, in the order in which they are named."""
    last = max((one.last_round for one in file.acceleration), default=0)
    by_round = {round_no: file.virtual_points(round_no) for round_no in range(1, last + 1)}
    for player in _named(file):
        points = ((round_no, values[player]) for round_no, values in by_round.items())
        yield from runs_of(player, points)


def _named(file: TrfFile) -> list[int]:
    ids = sorted(player.id for player in file.players)
    ranges = [(one.first_id, one.last_id) for one in file.acceleration]
    return list(dict.fromkeys(i for first, last in ranges for i in ids if first <= i <= last))


def _write_records(output: Output, file: TrfFile, dialect: Dialect) -> None:
    """All records in their order; `file` has the words of the dialect already."""
    byes = bye_places(file, dialect)
    _write_header(output, file, dialect)
    for player in file.players:
        _write_player(output, player, byes)
    for national in file.national:
        if len(national.federation) != 3:
            where = Message("place.national-rating", number=national.player)
            output.add_problem(where, "federation", federation=repr(national.federation))
        NATIONAL_RATING.write_value(output, national, national.federation)
    _write_teams(output, file.teams, dialect)
    _write_byes(output, file, byes)
    _write_acceleration(output, file, dialect)
    for forbidden in file.forbidden:
        _write_forbidden(output, forbidden, None if dialect == "trf16" else file.rounds)
    for abnormal in file.abnormal:
        ABNORMAL_POINTS.write_value(output, abnormal)
    for unknown in file.unknown:
        output.line(unknown, Message("place.unknown-record"))
    for comment in file.comments:
        output.line(COMMENT).put(5, comment)


def _write_header(output: Output, file: TrfFile, dialect: Dialect) -> None:
    """012 to 362; what is not known has no line."""
    said = _header_values(file, dialect)
    for record in HEADER:
        value = said.get(record.key)
        name = record.fields[0].name
        if record.key == "112":  # one deputy a line
            for deputy in file.event.deputy_arbiters:
                record.write(output, **{name: deputy})
        elif value not in _NOTHING:
            record.write(output, **{name: value})


def _header_values(file: TrfFile, dialect: Dialect) -> dict[str, Any]:
    """What the records of the header say, by their keys."""
    parts = {"event": file.event, "file": file, "team_settings": file.teams}
    said = {r.key: getattr(parts[r.part], r.fields[0].name) for r in HEADER if r.part}
    unknown = any(cell.result == "?" for player in file.players for cell in player.rounds)
    said |= point_records(file.points, dialect, has_unknown=unknown)
    said["362"] = _match_points(file.teams)
    if not any(file.event.round_dates):
        del said["132"]
    words = [_COLOUR_WORDS[file.initial_colour]] if file.initial_colour else []
    said["XXC"] = (*(words if dialect == "trf16" else ()), *(["rank"] * file.rank_by_position))
    return {key: value for key, value in said.items() if key not in _ONLY_IN_OTHER[dialect]}


def _match_points(teams: TrfTeams) -> dict[str, Fraction]:
    """Only what is not 2, 1, 0."""
    usual = TrfTeams()
    return {
        symbol: getattr(teams, name)
        for symbol, name in MATCH_SYMBOLS.items()
        if getattr(teams, name) != getattr(usual, name)
    }


def _write_player(output: Output, player: TrfPlayer, byes: ByePlaces) -> None:
    values = {field.name: getattr(player, field.name) for field in PLAYER.fields}
    values["rounds"] = player.rounds, byes.cells.get(player.id, {})
    PLAYER.write(output, **values)


def _write_teams(output: Output, teams: TrfTeams, dialect: Dialect) -> None:
    """Teams with numbers are 310; TRF16 has 013 for them as well, which 310 makes void."""
    for team in teams.teams:
        if team.number is not None:
            TEAM.write_value(output, team)
        elif teams.numbered:
            where = Message("place.team", number=repr(team.name))
            output.add_problem(where, "team-number")
        if team.number is None or dialect == "trf16":
            OLD_TEAM.write_value(output, team)
    for line_up in teams.line_ups:
        LINE_UP.write_value(output, line_up)
    if teams.pab is not None:
        TEAM_PAB.write_value(output, teams.pab)
    for match in teams.forfeited:
        FORFEITED_MATCH.write_value(output, match)


def _write_byes(output: Output, file: TrfFile, places: ByePlaces) -> None:
    """240 of players, those of one kind in a line; of teams in their order, which reading keeps."""
    by_kind: dict[tuple[int, str], list[int]] = {}
    for bye in places.listed:
        by_kind.setdefault((bye.round_no, bye.kind), []).append(bye.id)
    for (round_no, kind), ids in by_kind.items():
        BYES.write(output, kind=kind, round_no=round_no, ids=ids)
    for (kind, round_no), byes in groupby(file.teams.byes, key=lambda b: (b.kind, b.round_no)):
        BYES.write(output, kind=kind, round_no=round_no, ids=[bye.id for bye in byes])
    if places.absent:
        ABSENT.write(output, ids=places.absent)


def _write_acceleration(output: Output, file: TrfFile, dialect: Dialect) -> None:
    """250, or XXA for each player; rounds without points between others are 0.0 there, since
    bbpPairings wants a number.
    """
    if dialect == "trf16" and _by_player(file):
        for player, runs in groupby(file.acceleration, key=lambda one: one.first_id):
            VIRTUAL_POINTS.write(output, player=player, points=_by_round(runs))
    else:
        for one in file.acceleration:
            ACCELERATION.write_value(output, one)


def _by_round(runs: Iterable[TrfAcceleration]) -> Iterator[Fraction]:
    round_no = 1
    for one in runs:
        yield from [Fraction(0)] * (one.first_round - round_no)
        yield from [one.points] * (one.last_round - one.first_round + 1)
        round_no = one.last_round + 1


def _write_forbidden(output: Output, one: TrfForbidden, rounds: int | None) -> None:
    """260 with its rounds; XXP if the number of rounds is not known."""
    last = one.last_round or rounds
    if last is None:
        ALWAYS_FORBIDDEN.write(output, ids=one.ids)
    else:
        first = one.first_round or 1
        FORBIDDEN.write(output, first_round=first, last_round=last, ids=one.ids)


def pairs_text(round_: Proposal) -> str:
    """A round as pairing engines write it: how many lines follow, then `white black` by board.

    The bye is `number 0`, comes last, and counts as a line.
    """
    lines = [f"{board.white} {board.black}" for board in round_.boards]
    if round_.bye is not None:
        lines.append(f"{round_.bye} 0")
    return "".join(f"{line}\n" for line in (str(len(lines)), *lines))
