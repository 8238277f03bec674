"""The next round of a tournament in a report file."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fairpair.app.trf_files import trf_file
from fairpair.core.errors import BadInput, NotAllowed
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.dutch.facts import Contender, contenders
from fairpair.engine.pairing.propose import ImpossiblePairing, Past, Proposal, pair_round
from fairpair.engine.standings.scoring import sheet_of
from fairpair.formats.imported import Imported
from fairpair.formats.trf import TrfFile
from fairpair.formats.trf.records import Colour
from fairpair.formats.trf.tournament import tournament_of

_DUTCH = re.compile(r"FIDE_DUTCH(_20(25|26))?(_BAKU)?", re.IGNORECASE)
_NAMED_AT_MOST = 5


@dataclass(frozen=True, slots=True)
class FilePairing:
    """The next round of a file, and what there is to say of it."""

    round: Proposal
    notes: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    """In words, why each pair, float and bye: if that was asked for."""


def file_pairing(
    data: bytes, *, system: str | None = None, repair: bool = False, explain: bool = False
) -> FilePairing:
    """The next round by the file's own system, or by one that was asked for.

    `ImpossiblePairing` names the cause if there is no legal pairing; `BadInput` is for files that
    are no TRF, contradict themselves, are over, or ask for a system that is not here.
    """
    file, notes = trf_file(data, repair=repair)
    other = None if system else other_system(file)
    if other:
        raise BadInput(
            "other-system",
            f"The file asks for {other}; what can be paired is the FIDE (Dutch) system of 2026.",
            "Use --system dutch to have it paired by that one all the same.",
        )
    _require_a_next_round(file)
    round_no = file.rounds_played + 1
    if file.rounds is None:
        notes.append(
            f"note: neither 142 nor XXR tells the number of rounds: round {round_no} is paired"
            " as one that is not the last."
        )
    if round_no == 1 and file.initial_colour is None:
        notes.append("note: neither 152 nor XXC gives an initial colour: White is taken.")
    imported = _imported(file)
    try:
        found = pair_round(imported.tournament, _past(imported))
    except ImpossiblePairing as error:
        raise _explained(error, tournament_of(file)) from error
    return FilePairing(found, tuple(notes), _reasons(imported, found) if explain else ())


def _reasons(imported: Imported, found: Proposal) -> tuple[str, ...]:
    from fairpair.engine.pairing.dutch.why import explain_round
    from fairpair.engine.pairing.wording import round_lines

    def name_of(player: PlayerId) -> str:
        return f"{imported.tournament.name_of(player)} ({player})"

    why = explain_round(imported.tournament, _past(imported), found)
    return tuple(round_lines(why, name_of))


def next_round(file: TrfFile) -> Proposal:
    """The round after the last one in the file, by the Dutch system; players by their numbers."""
    imported = _imported(file)
    return pair_round(imported.tournament, _past(imported))


def _imported(file: TrfFile) -> Imported:
    return tournament_of(replace(file, initial_colour=initial_colour(file)))


def other_system(file: TrfFile) -> str:
    """The system that 192, or else the words of 092, ask for; empty if it is the Dutch of 2026."""
    if file.teams.numbered:
        return "a tournament of teams"
    if file.system:
        return "" if _DUTCH.fullmatch(file.system) else file.system
    return "" if tournament_of(file).tournament.rules.system == "dutch" else file.event.kind


def initial_colour(file: TrfFile) -> Colour | None:
    """As the file says, or as the first board of round 1 shows: 152 may be left out then.

    The highest-ranked player of round 1 is number 1 for C.04.3 5.2.5, so has the initial colour;
    the second is number 2 if the first has no colour because of a forfeit.
    """
    if file.initial_colour or not file.rounds_played:
        return file.initial_colour
    listed = file.players if file.rank_by_position else sorted(file.players, key=lambda p: p.id)
    place = {player.id: number for number, player in enumerate(listed, 1)}
    number = 0
    for player in listed:
        cell = player.rounds[0]
        number += cell.opponent is not None or cell.result == "U"
        if cell.opponent and cell.colour and place[cell.opponent] > place[player.id]:
            return cell.colour if number % 2 else "b" if cell.colour == "w" else "w"
    return None


def _require_a_next_round(file: TrfFile) -> None:
    if file.teams.numbered:
        raise BadInput(
            "no-team-pairing",
            "The file is of a team tournament: teams cannot be paired yet.",
            "Give a tournament of individuals.",
        )
    last = file.rounds_played
    if file.rounds is not None and last >= file.rounds:
        raise BadInput(
            "tournament-over",
            f"The tournament is over: all {file.rounds} rounds of it are paired already.",
            "`fairpair standings` ranks it. If there is to be one more, raise the number of rounds"
            " in record 142 (XXR).",
        )
    waiting = [
        f"{player.id}-{cell.opponent}"
        for player in file.players
        for cell in player.rounds
        if cell.opponent and cell.opponent > player.id and not cell.result
    ]
    if waiting:
        raise BadInput(
            "round-open",
            f"The next round needs all results; {_some(waiting)} has none yet.",
            "Enter it, or ? for an adjourned game, which counts as a draw until it is finished.",
        )
    if file.rounds is None and file.system.upper().endswith("_BAKU") and not file.acceleration:
        raise BadInput(
            "no-rounds",
            "Baku acceleration depends on the number of rounds, and the file does not tell it.",
            "Add record 142 (or XXR).",
        )


def _past(imported: Imported) -> Past:
    return Past(imported.awarded, imported.extra, imported.virtual, imported.order)


def _explained(error: ImpossiblePairing, imported: Imported) -> ImpossiblePairing:
    """The same refusal with the cause, as far as one can name it."""
    tournament = imported.tournament
    round_no = len(tournament.rounds) + 1
    players = _to_be_paired(imported, round_no)
    cause, hint = _cause(imported, players, round_no) or ("", "")
    if not cause:
        return error
    text = f"Round {round_no} cannot be paired with these {len(players)} players: {cause}."
    return ImpossiblePairing(error.code, text, hint)


def _to_be_paired(imported: Imported, round_no: int) -> list[Contender]:
    tournament = imported.tournament
    present = [
        player
        for player, entry in tournament.entries.items()
        if round_no not in entry.requested_byes
    ]
    sheet = sheet_of(tournament, awarded=imported.awarded, extra=imported.extra)
    return contenders(sheet, present, imported.order, last_round=False, virtual={})


def _cause(
    imported: Imported, players: Sequence[Contender], round_no: int
) -> tuple[str, str] | None:
    """What stands in the way and what to do; none if rematches and colours do so together."""
    tournament = imported.tournament
    odd = len(players) % 2 == 1
    if odd and not any(one.may_have_bye for one in players):
        return (
            "their number is odd, but each of them has had the bye or a win without playing (C2)",
            "Let somebody out of the round with record 240, or find somebody to fill in.",
        )
    lonely = [one for one in players if not _has_opponent(one, players, tournament, round_no)]
    if len(lonely) > odd or any(not one.may_have_bye for one in lonely):
        names = _some([f"{one.player} ({tournament.name_of(one.player)})" for one in lonely])
        return (
            f"nobody is left that {names} may meet",
            "End the tournament here, or let them out of the round with record 240.",
        )
    if tournament.avoided and _can_be_paired(imported, replace(tournament, avoided={})):
        return (
            "the forbidden pairs (260, XXP) leave no way to pair everybody",
            "Allow one of these pairs, or let somebody out of the round with record 240.",
        )
    return None


def _has_opponent(
    one: Contender, players: Sequence[Contender], tournament: Tournament, round_no: int
) -> bool:
    return any(
        other.player != one.player
        and other.player not in one.met
        and not _is_forbidden(one.player, other.player, tournament, round_no)
        for other in players
    )


def _is_forbidden(one: PlayerId, other: PlayerId, tournament: Tournament, round_no: int) -> bool:
    avoidance = tournament.avoided.get(frozenset((one, other)))
    return avoidance is not None and avoidance.hard and avoidance.holds_in(RoundRef(1, round_no))


def _can_be_paired(imported: Imported, tournament: Tournament) -> bool:
    try:
        pair_round(tournament, _past(imported))
    except NotAllowed:
        return False
    return True


def _some(names: Sequence[str]) -> str:
    more = len(names) - _NAMED_AT_MOST
    return ", ".join(names[:_NAMED_AT_MOST]) + (f" and {more} more" if more > 0 else "")
