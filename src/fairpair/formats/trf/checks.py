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
from fairpair.formats.trf.lines import CAN_REPAIR, Findings, Line, quote
from fairpair.formats.trf.model import TrfCell, TrfFile, TrfPlayer
from fairpair.formats.trf.points import PointSystem
from fairpair.formats.trf.records import HEADER, PLAYER

_DIGITS = re.compile(r"[0-9]+")
_NAMED_AT_MOST = 5
_CORRECT_ROUNDS = "Correct record 142 (or XXR), or this line."
PLAYED = frozenset("1=0WDL?")
_KNOWN = "1 = 0 W D L + - H F U Z ?"
_BYES_ARE = "Byes are U (odd man out), H, F and Z; + and - without an opponent are for team events."
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
    """Players by id; one that stands twice is told, and nothing is said about its games."""
    players: dict[int, PlayerDraft] = {}
    for player in draft.players:
        first = players.setdefault(player.id, player)
        if first is not player:
            first.readable = player.readable = False
            message = f"Pairing number {player.id} is also in line {first.line.number}."
            found.error(player.line.number, 5, "duplicate-id", message)
    _report_gap(players, found)
    for line, start, ids in draft.player_mentions + ([] if draft.of_teams else draft.mentions):
        _check_mention(line, start, ids, players.keys(), found)
    return players


def _report_gap(players: Mapping[int, PlayerDraft], found: Findings) -> None:
    previous = 0
    for player in sorted(players):
        if player != previous + 1:
            missing = f"{previous + 1}" + (f" to {player - 1}" if player > previous + 2 else "")
            message = f"The pairing numbers have a gap: {missing} is not there."
            hint = "That is allowed, but some programs refuse it."
            found.note(players[player].line.number, 5, "id-gap", message, hint)
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
        message = f"Record {line.key} names player {player}, who is not in the file."
        found.error(line.number, column, "unknown-player", message)


def check_rounds(draft: Draft, found: Findings) -> None:
    """No cells and no byes beyond the number of rounds (142, XXR)."""
    rounds = draft.rounds
    if rounds is None:
        return
    for line, bye in draft.byes:
        if bye.round_no > rounds:
            message = f"Record 240 is about round {bye.round_no}, but the event has {rounds}."
            found.error(line.number, 7, "too-many-rounds", message, _CORRECT_ROUNDS)
    for player in draft.players:
        for round_no in range(rounds + 1, len(player.cells) + 1):
            if not player.cells[round_no - 1].blank:
                message = f"There is something in round {round_no}, but the event has {rounds}."
                place = player.line.number, column_of(round_no)
                found.error(*place, "too-many-rounds", message, _CORRECT_ROUNDS)
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
            message = f"Record {record.key} is no number: {quote(line.value)}."
            found.note(line.number, 5, "declared-number", message)
        elif value != counted:
            message = f"Record {record.key} says {value}, but the file has {counted} players."
            found.note(line.number, 5, "declared-number", message)


def add_remarks(file: TrfFile, draft: Draft, found: Findings) -> None:
    """Tell rounds with two byes or without games, and Baku acceleration of other points."""
    for round_no in range(1, file.rounds_played + 1):
        if not draft.has_teams:  # a team has its bye on all boards
            _report_second_bye(round_no, file.players, found)
        cells = [player.rounds[round_no - 1] for player in file.players]
        if all(cell.opponent is None and cell.result in BYES for cell in cells):
            message = f"Round {round_no}: nobody has an opponent."
            found.note(file.players[0].line, column_of(round_no), "nobody-played", message)
    _report_baku(file, draft, found)


def _report_second_bye(round_no: int, players: Iterable[TrfPlayer], found: Findings) -> None:
    """`U` is for one player a round (TRF26)."""
    byes = [player for player in players if player.rounds[round_no - 1].result == "U"]
    if len(byes) > 1:
        *others, last = [str(player.id) for player in byes[:_NAMED_AT_MOST]]
        more = f" ({len(byes)} players in all)" if len(byes) > _NAMED_AT_MOST else ""
        message = (
            f"Round {round_no}: {', '.join(others)} and {last}{more} have the pairing-allocated"
            " bye (U), which is for one player a round."
        )
        found.note(byes[1].line, column_of(round_no), "second-bye", message)


def _report_baku(file: TrfFile, draft: Draft, found: Findings) -> None:
    """Its premise: a win is worth two draws, a loss nothing (C.04.7, 1.1)."""
    points, line = file.points, draft.first_lines.get("192")
    fits = points.win == 2 * points.draw and points.loss == 0
    if line and file.system.upper().endswith("_BAKU") and not fits and not file.teams.numbered:
        message = (
            "Baku acceleration is for a win worth two draws and a loss worth nothing (C.04.7);"
            " the points of this file are others."
        )
        found.note(line.number, 5, "baku-points", message)


class GameChecks:
    """The checks of one file; nothing is changed by them."""

    def __init__(
        self, players: Mapping[int, PlayerDraft], found: Findings, *, forfeits_alone: bool
    ) -> None:
        self._players = players
        self._found = found
        self._forfeits_alone = forfeits_alone

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
        def error(offset: int, code: str, message: str, hint: str = "") -> None:
            place = player.line.number, column_of(round_no) + offset
            self._found.error(*place, code, f"Round {round_no}: {message}", hint)

        if cell.opponent == NO_NUMBER:
            text = player.line.cut(column_of(round_no), column_of(round_no) + 3)
            error(0, "not-a-number", f"the opponent must be a number, not {text!r}.")
        if cell.colour not in ("w", "b", None):
            error(5, "bad-colour", f"the colour must be w, b or -, not {cell.colour!r}.")
        if cell.result not in CODES and cell.result:
            error(7, "unknown-result", f"{cell.result!r} is no result; known are {_KNOWN}.")
        elif cell.opponent is None and self._needs_opponent(cell.result):
            error(7, "needs-opponent", f"the result {cell.result} needs an opponent.", _BYES_ARE)
        elif cell.opponent is not None and cell.result in BYES:
            error(7, "needs-no-opponent", f"{cell.result} is a bye, but there is an opponent.")
        if cell.opponent is None and cell.colour in ("w", "b"):
            message = f"Round {round_no}: a colour without an opponent is left out."
            place = player.line.number, column_of(round_no) + 5
            self._found.note(*place, "stray-colour", message)

    def _needs_opponent(self, result: str) -> bool:
        return result in PLAYED or (result in ("+", "-") and not self._forfeits_alone)

    def _check_opponent(
        self, player: PlayerDraft, round_no: int, other: PlayerDraft | None
    ) -> None:
        """The opponent exists, is somebody else, and says the same."""

        def error(code: str, message: str, hint: str = "") -> None:
            place = player.line.number, column_of(round_no)
            self._found.error(*place, code, f"Round {round_no}: {message}", hint)

        if other is player:
            error("own-opponent", f"player {player.id} meets themselves.")
        elif other is None:
            opponent = player.cells[round_no - 1].opponent
            error("unknown-opponent", f"the opponent {opponent} is not in the file.")
        elif other.readable:
            back = other.cell(round_no)
            says = f"{player.id} names {other.id}, but {other.id} (line {other.line.number})"
            if back is None or back.opponent is None:
                hint = CAN_REPAIR if back is None or back.blank else ""
                error("missing-mirror", f"{says} has no opponent.", hint)
            elif back.opponent not in (player.id, NO_NUMBER):
                error("asymmetric", f"{says} names {back.opponent}.")
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
            self._found.note(*place, "no-result-yet", f"{game} there is no result yet.")
        elif "" in pair:
            message = f"{game} only one side has a result, {mine or theirs}."
            self._found.error(*place, "missing-result", message)
        elif pair not in _POSSIBLE and pair[::-1] not in _POSSIBLE:
            message = f"{game} the results {mine} and {theirs} contradict each other."
            self._found.error(*place, "contradictory-results", message)
        elif (mine in _UNRATED) != (theirs in _UNRATED):
            message = f"{game} of {mine} and {theirs} only one says that the game is rated."
            self._found.note(*place, "rated-differs", message)

    def _check_colours(self, player: PlayerDraft, other: PlayerDraft, round_no: int) -> None:
        cell, back = player.cells[round_no - 1], other.cells[round_no - 1]
        column = column_of(round_no) + 5
        game = _game(player, other, round_no)
        colours = [cell.colour, back.colour]
        if cell.colour == back.colour and cell.colour in ("w", "b"):
            message = f"{game} both have the same colour, {cell.colour}."
            self._found.error(player.line.number, column, "same-colour", message)
        elif None in colours and set(colours) <= {"w", "b", None} and cell.result in PLAYED:
            side = player if cell.colour is None else other
            hint = "Write w and b into the two cells." if colours == [None, None] else CAN_REPAIR
            message = f"{game} the colour of player {side.id} is missing."
            self._found.error(side.line.number, column, "missing-colour", message, hint)


def _game(player: PlayerDraft, other: PlayerDraft, round_no: int) -> str:
    return f"Round {round_no}, {player.id} against {other.id} (line {other.line.number}):"


def with_points(
    drafts: Sequence[PlayerDraft], file: TrfFile, found: Findings
) -> Iterator[TrfPlayer]:
    """Every player with the points as declared; told, or mended, where they are not the sum.

    A declared sum may also contain the virtual points, or the bye of the round to be paired:
    programs write all of these.
    """
    sums = _Sums(file.points)
    special = _special(file)
    allowed = _AllowedExcess(file)
    for draft, player in zip(drafts, file.players, strict=True):
        points = decimal(draft.declared)
        total = sums.of(player) if draft.declared and draft.readable else None
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
    text = player.declared
    code = "not-a-number" if points is None else "wrong-points"
    fault = f"are no number: {text!r}" if points is None else f"are given as {text}"
    message = (
        f"The points of player {player.id} {fault}, but the results make {format_number(total)}"
    )
    if found.repair:
        found.add_repair(*place, code, f"{message}; that is taken.")
    else:
        hint = f"A result, the points or the point system is wrong. {CAN_REPAIR}"
        found.error(*place, code, f"{message}.", hint)
