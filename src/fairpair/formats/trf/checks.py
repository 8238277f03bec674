"""What can be wrong between the records of a file, and what is legal but perhaps not meant."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

from fairpair.core.numbers import format_number
from fairpair.formats.trf.cells import (
    BYES,
    CODES,
    NO_NUMBER,
    RATED,
    UNRATED,
    column_of,
)
from fairpair.formats.trf.columns import COUNT, decimal, number
from fairpair.formats.trf.draft import Draft, PlayerDraft
from fairpair.formats.trf.lines import Findings, Line, quote
from fairpair.formats.trf.model import TrfCell, TrfFile, TrfPlayer
from fairpair.formats.trf.points import PointSystem
from fairpair.formats.trf.records import HEADER, PLAYER
from fairpair.formats.trf.remarks import as_counted

_DIGITS = re.compile(r"[0-9]+")
_NAMED_AT_MOST = 5
PLAYED = frozenset("1=0WDL?")
_KNOWN = "1 = 0 W D L + - H F U Z ?"
_UNRATED = {code: RATED[mark] for mark, code in UNRATED.items()}
_POSSIBLE = {
    *(("1", "0"), ("=", "="), ("=", "0"), ("0", "0")),
    *(("+", "-"), ("-", "-"), ("?", "?"), ("", "")),
}
# Most games are like this, so they are let through first.
_COMMON = {
    (mine, side, theirs, other)
    for mine, theirs in (("1", "0"), ("0", "1"), ("=", "="))
    for side, other in (("w", "b"), ("b", "w"))
}
_NOTHING = Fraction(0)
_POINTS = PLAYER["points"]


def check_ids(draft: Draft, found: Findings) -> dict[int, PlayerDraft]:
    """Players by id; one that appears twice is reported, and its games are not checked."""
    players: dict[int, PlayerDraft] = {}
    for player in draft.players:
        first = players.setdefault(player.id, player)
        if first is not player:
            first.readable = player.readable = False
            where = first.line.number
            found.error(player.line.number, 5, "duplicate-id", id=player.id, first=where)
    _report_gap(players, found)
    for line, start, ids in draft.player_mentions + ([] if draft.of_teams else draft.mentions):
        _check_mention(line, start, ids, players.keys(), found)
    return players


def _report_gap(players: Mapping[int, PlayerDraft], found: Findings) -> None:
    previous = 0
    for player in sorted(players):
        if player != previous + 1:
            code = "id-gap.range" if player > previous + 2 else "id-gap"
            line = players[player].line.number
            found.note(line, 5, code, first=previous + 1, last=player - 1)
            return
        previous = player


def _check_mention(
    line: Line, start: int, ids: tuple[int, ...], known: Collection[int], found: Findings
) -> None:
    missing = [player for player in ids if player not in known]
    if not missing:
        return
    wanted = set(missing)
    places = (
        match.start() + 1
        for match in _DIGITS.finditer(line.text, start - 1)
        if number(match.group()) in wanted
    )
    for player, column in zip(missing, places, strict=False):
        found.error(line.number, column, "unknown-player", record=line.key, player=player)


def check_rounds(draft: Draft, found: Findings) -> None:
    """No cells and no byes beyond the number of rounds (142, XXR)."""
    rounds = draft.rounds
    if rounds is None:
        return
    for line, bye in draft.byes:
        if bye.round_no > rounds:
            found.error(line.number, 7, "too-many-rounds.bye", round=bye.round_no, n=rounds)
    for player in draft.players:
        for round_no in range(rounds + 1, len(player.cells) + 1):
            if not player.cells[round_no - 1].blank:
                place = player.line.number, column_of(round_no)
                found.error(*place, "too-many-rounds.cell", round=round_no, n=rounds)
                break


def check_declared(draft: Draft, found: Findings) -> None:
    """The numbers in 062, 072 and 082, which only inform, are numbers; 062 counts the players."""
    for record in HEADER:
        line = draft.first_lines.get(record.key)
        if line is None or not line.value or record.fields[0].column is not COUNT:
            continue
        value = draft.event[record.fields[0].name]
        counted = len(draft.players) if record.key == "062" else value
        if value is None:
            said = {"record": record.key, "value": quote(line.value)}
            found.note(line.number, 5, "declared-number", **said)
        elif value != counted:
            known = {"record": record.key, "declared": value, "n": counted}
            found.note(line.number, 5, "declared-number.players", **known)


def add_remarks(file: TrfFile, draft: Draft, found: Findings) -> None:
    """Report rounds with two byes or without games, and Baku acceleration of other points."""
    for round_no in range(1, file.rounds_played + 1):
        if not draft.has_teams:  # a team has its bye on all boards
            _report_second_bye(round_no, file.players, found)
        cells = [player.rounds[round_no - 1] for player in file.players]
        if all(cell.opponent is None and cell.result in BYES for cell in cells):
            place = file.players[0].line, column_of(round_no)
            found.note(*place, "nobody-played", round=round_no)
    _report_baku(file, draft, found)


def _report_second_bye(round_no: int, players: Iterable[TrfPlayer], found: Findings) -> None:
    """`U` is for one player a round (TRF26)."""
    byes = [player for player in players if player.rounds[round_no - 1].result == "U"]
    if len(byes) > 1:
        code = "second-bye.many" if len(byes) > _NAMED_AT_MOST else "second-bye"
        numbers = [player.id for player in byes[:_NAMED_AT_MOST]]
        place = byes[1].line, column_of(round_no)
        found.note(*place, code, round=round_no, players=numbers, count=len(byes))


def _report_baku(file: TrfFile, draft: Draft, found: Findings) -> None:
    """Its premise: a win is worth two draws, a loss nothing (C.04.7, 1.1)."""
    points, line = file.points, draft.first_lines.get("192")
    fits = points.win == 2 * points.draw and points.loss == 0
    if line and file.system.upper().endswith("_BAKU") and not fits and not file.teams.numbered:
        found.note(line.number, 5, "baku-points")


class GameChecks:
    """The checks of one file; nothing is changed by them."""

    def __init__(self, players: Mapping[int, PlayerDraft], found: Findings) -> None:
        self._players = players
        self._found = found

    def check(self, everybody: Sequence[PlayerDraft]) -> None:
        """Every cell by itself, and against the cell of its opponent."""
        for player in everybody:
            for round_no, cell in enumerate(player.cells, 1):
                other = self._players.get(cell.opponent or 0)
                back = other.cell(round_no) if other else None
                if back is not None and back.opponent == player.id != cell.opponent:
                    game = (cell.result, cell.colour, back.result, back.colour)
                    if game in _COMMON:
                        continue
                self._check_cell(player, round_no, cell)
                if cell.opponent not in (None, NO_NUMBER) and player.readable:
                    self._check_opponent(player, round_no, other)

    def _check_cell(self, player: PlayerDraft, round_no: int, cell: TrfCell) -> None:
        def error(offset: int, code: str, **values: object) -> None:
            place = player.line.number, column_of(round_no) + offset
            self._found.error(*place, code, round=round_no, **values)

        if cell.opponent == NO_NUMBER:
            text = player.line.cut(column_of(round_no), column_of(round_no) + 3)
            error(0, "not-a-number.opponent", value=repr(text))
        if cell.colour not in ("w", "b", None):
            error(5, "bad-colour", value=repr(cell.colour))
        if cell.result not in CODES and cell.result:
            place = player.line.number, column_of(round_no) + 7
            said = {"round": round_no, "value": repr(cell.result), "known": _KNOWN}
            alone = cell.opponent in (None, NO_NUMBER)
            report = self._found.error if alone else self._found.repairable
            report(*place, "unknown-result", **said)
        elif cell.opponent is None and cell.result == "?":
            error(7, "needs-opponent", result=cell.result)
        elif cell.opponent is not None and cell.result in BYES:
            error(7, "needs-no-opponent", result=cell.result)
        if cell.opponent is None and cell.colour in ("w", "b"):
            place = player.line.number, column_of(round_no) + 5
            self._found.note(*place, "stray-colour", round=round_no)

    def _check_opponent(
        self, player: PlayerDraft, round_no: int, other: PlayerDraft | None
    ) -> None:
        """The opponent exists, is another player, and names this one."""
        place = player.line.number, column_of(round_no)
        if other is player:
            self._found.error(*place, "own-opponent", round=round_no, player=player.id)
        elif other is None:
            opponent = player.cells[round_no - 1].opponent
            self._found.error(*place, "unknown-opponent", round=round_no, opponent=opponent)
        elif other.readable:
            back = other.cell(round_no)
            game = _game(player, other, round_no)
            if back is None or back.opponent is None:
                blank = back is None or back.blank
                report = self._found.repairable if blank else self._found.error
                report(*place, "missing-mirror", **game)
            elif back.opponent not in (player.id, NO_NUMBER):
                self._found.error(*place, "asymmetric", named=back.opponent, **game)
            elif back.opponent == player.id and player.line.number < other.line.number:
                self._check_results(player, other, round_no)
                self._check_colours(player, other, round_no)

    def _check_results(self, player: PlayerDraft, other: PlayerDraft, round_no: int) -> None:
        mine, theirs = player.cells[round_no - 1].result, other.cells[round_no - 1].result
        if {mine, theirs} - (CODES | {""}) or BYES.keys() & {mine, theirs}:
            return
        place = player.line.number, column_of(round_no) + 7
        game = _game(player, other, round_no)
        pair = _UNRATED.get(mine, mine), _UNRATED.get(theirs, theirs)
        if pair == ("", ""):
            self._found.note(*place, "no-result-yet", **game)
        elif "" in pair:
            self._found.error(*place, "missing-result", result=mine or theirs, **game)
        elif pair not in _POSSIBLE and pair[::-1] not in _POSSIBLE:
            self._found.error(*place, "contradictory-results", mine=mine, theirs=theirs, **game)
        elif (mine in _UNRATED) != (theirs in _UNRATED):
            self._found.note(*place, "rated-differs", mine=mine, theirs=theirs, **game)

    def _check_colours(self, player: PlayerDraft, other: PlayerDraft, round_no: int) -> None:
        cell, back = player.cells[round_no - 1], other.cells[round_no - 1]
        column = column_of(round_no) + 5
        game = _game(player, other, round_no)
        colours = [cell.colour, back.colour]
        if cell.colour == back.colour and cell.colour in ("w", "b"):
            place = player.line.number, column
            self._found.error(*place, "same-colour", colour=cell.colour, **game)
        elif None in colours and set(colours) <= {"w", "b", None} and cell.result in PLAYED:
            side = player if cell.colour is None else other
            place = side.line.number, column
            if colours == [None, None]:
                self._found.error(*place, "missing-colour.both", side=side.id, **game)
            else:
                self._found.repairable(*place, "missing-colour", side=side.id, **game)


def _game(player: PlayerDraft, other: PlayerDraft, round_no: int) -> dict[str, int]:
    """Which game it is, as the texts about games name it."""
    line = other.line.number
    return {"round": round_no, "player": player.id, "opponent": other.id, "other": line}


def with_points(
    drafts: Sequence[PlayerDraft], file: TrfFile, found: Findings
) -> Iterator[TrfPlayer]:
    """Every player with the points as declared; where the sum differs, it counts, with a note.

    Games count as they did in the tournament, also if the report has others for the rating.

    A declared sum may also contain the virtual points, or the bye of the round to be paired:
    programs write all of these.
    """
    sums = _Sums(file.points)
    special = _special(file)
    allowed = _AllowedExcess(file)
    counted = as_counted(file).players
    for draft, player, as_played in zip(drafts, file.players, counted, strict=True):
        points = decimal(draft.declared)
        total = sums.of(as_played) if draft.declared and draft.readable else None
        if total is not None:
            total += special.get(player.id, _NOTHING)
            if points is None or (points != total and not allowed(player.id, points - total)):
                _report_points(draft, points, total, found)
                points = total
        yield replace(player, points=points)


class _Sums:
    """Adds up cells in whole units, since many sums of fractions are slow."""

    def __init__(self, system: PointSystem) -> None:
        table = system.table
        self._unit = lcm(*(points.denominator for points in table.values()))
        self._units = {key: int(points * self._unit) for key, points in table.items()}

    def of(self, player: TrfPlayer) -> Fraction | None:
        """The points of the rounds played; None if one of the results is no known code."""
        total = 0
        for cell in player.rounds:
            units = self._units.get((cell.result, cell.colour == "b"))
            if units is None:
                return None
            total += units
        return Fraction(total, self._unit)


def _special(file: TrfFile) -> dict[int, Fraction]:
    """What 299 adds for each player; in a team event it names teams, so it has no say here."""
    special: dict[int, Fraction] = {}
    if not file.teams.numbered:
        for (player, _), points in file.penalties().items():
            special[player] = special.get(player, _NOTHING) + points
        for player, _, usual, points in file.awards():
            special[player] = special.get(player, _NOTHING) + points - usual
    return special


class _AllowedExcess:
    """Whether declared points may exceed the sum by so much."""

    def __init__(self, file: TrfFile) -> None:
        rounds = (file.rounds_played, file.rounds_played + 1)
        self._virtual = [file.virtual_points(round_no) for round_no in rounds]
        self._byes = {bye.id: file.points.worth(bye.kind) for bye in file.next_byes}

    def __call__(self, player: int, excess: Fraction) -> bool:
        """By the virtual points (of this or the next round), the next bye, or both."""
        virtual = {_NOTHING, *(points.get(player, _NOTHING) for points in self._virtual)}
        return excess in virtual or excess - self._byes.get(player, _NOTHING) in virtual


def _report_points(
    player: PlayerDraft, points: Fraction | None, total: Fraction, found: Findings
) -> None:
    place = player.line.number, player.line.start_of(_POINTS.first, _POINTS.last)
    code = "not-a-number.points" if points is None else "wrong-points"
    value = repr(player.declared) if points is None else player.declared
    found.note(*place, code, player=player.id, value=value, total=format_number(total))
