"""What can be wrong with the numbers in a file: of players, and of rounds."""

import re
from collections.abc import Collection, Mapping

from fairpair.formats.trf.draft import Draft, PlayerDraft, column_of
from fairpair.formats.trf.fields import number
from fairpair.formats.trf.findings import Findings
from fairpair.formats.trf.lines import Line

_DIGITS = re.compile(r"[0-9]+")


def check_ids(draft: Draft, found: Findings) -> dict[int, PlayerDraft]:
    """Players by id; one that stands twice is told, and nothing is said about its games."""
    players: dict[int, PlayerDraft] = {}
    for player in draft.players:
        first = players.setdefault(player.id, player)
        if first is not player:
            first.readable = player.readable = False
            message = f"Pairing number {player.id} is also in line {first.line.number}."
            found.error(player.line.number, 5, "duplicate-id", message)
    _tell_gap(players, found)
    for line, start, ids in draft.player_mentions + ([] if draft.of_teams else draft.mentions):
        _check_mention(line, start, ids, players.keys(), found)
    return players


def _tell_gap(players: Mapping[int, PlayerDraft], found: Findings) -> None:
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


_CORRECT_ROUNDS = "Correct record 142 (or XXR), or this line."
