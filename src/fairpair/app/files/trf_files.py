"""Report files (TRF) as the commands take them: read or refused, what they ask for, and why their
next round cannot be paired.
"""

import re
from collections.abc import Sequence

from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.brackets.contender import BLACK
from fairpair.engine.pairing.proposal import DeadlockCause, ImpossiblePairingError, Lonely
from fairpair.formats import trf
from fairpair.formats.trf.lines import CAN_REPAIR
from fairpair.formats.trf.model import Colour, TrfFile, TrfReport
from fairpair.formats.trf.tournament import tournament_of
from fairpair.language.message import Message

_DUTCH = re.compile(r"FIDE_DUTCH(_20(25|26))?(_BAKU)?", re.IGNORECASE)
_NAMED_AT_MOST = 5
_LET_OUT = "let somebody out of the round with record 240"
_ALLOW = f"Allow one of these pairs, or {_LET_OUT}."
_COMMON = {
    "no_bye": (
        "their number is odd, but each of them has had the bye or a win without playing (C2)",
        f"{_LET_OUT.capitalize()}, or find somebody to fill in.",
    ),
    "forbidden": ("the forbidden pairs (260, XXP) leave no way to pair everybody", _ALLOW),
    "colours": ("the colours (C3) leave no way to pair everybody", f"{_LET_OUT.capitalize()}."),
    "forbidden_colours": (
        "the forbidden pairs (260, XXP) and the colours (C3) leave no way to pair everybody",
        _ALLOW,
    ),
}
"""What there is to say, and what to do."""


def trf_file(data: bytes, *, repair: bool = False) -> tuple[TrfFile, list[str]]:
    """The file in these bytes, and what there is to say of it.

    Raises `InvalidInputError` if it has errors.
    """
    return file_and_notes(trf.read(data, repair=repair))


def file_and_notes(report: TrfReport) -> tuple[TrfFile, list[str]]:
    """The file that was read, and what there is to say of it.

    Raises `InvalidInputError` if it has errors.
    """
    if report.file is None:
        error = trf.refusal(report)
        if any(CAN_REPAIR in problem.hint for problem in report.errors):
            text = "Correct these places, or let --repair mend what is beyond doubt."
            error.remedy = Message("literal", text=text)
        raise error
    notes = [f"repaired, {problem.where}: {problem.message}" for problem in report.repairs]
    notes += [f"note, {problem.where}: {problem.message}" for problem in report.problems]
    return report.file, notes


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
            return "w" if (cell.colour == "w") == bool(number % 2) else "b"
    return None


def require_no_teams(file: TrfFile) -> None:
    """Refuse a file whose pairings are those of teams."""
    if file.teams.numbered:
        raise InvalidInputError(
            "no-team-pairing",
            "The file is of a team tournament, and those cannot be paired from a file.",
            "Give a tournament of individuals.",
        )


def open_games(file: TrfFile) -> dict[int, str]:
    """The games without a result by their rounds, as `the game 1-2 has`; first rounds first."""
    games: dict[int, list[str]] = {}
    for player in file.players:
        for round_no, cell in enumerate(player.rounds, 1):
            if cell.opponent and cell.opponent > player.id and not cell.result:
                seats = (player.id, cell.opponent)
                white, black = seats[::-1] if cell.colour == "b" else seats
                games.setdefault(round_no, []).append(f"{white}-{black}")
    return {
        round_no: f"the game {some[0]} has" if len(some) == 1 else f"the games {listed(some)} have"
        for round_no, some in sorted(games.items())
    }


def listed(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    more = len(names) - _NAMED_AT_MOST
    return ", ".join(names[:_NAMED_AT_MOST]) + (f" and {more} more" if more > 0 else "")


def adapt_error_for_files(
    error: ImpossiblePairingError, tournament: Tournament
) -> ImpossiblePairingError:
    """The same refusal with numbers and records in place of the desk's words."""
    cause = error.cause
    if cause is None:
        return error
    problems: tuple[FieldProblem, ...] = ()
    if cause.kind == "lonely":
        text, hint, problems = _lonely_text(cause.lonely, tournament)
    else:
        text, hint = _COMMON.get(cause.kind) or _met_text(cause)
    before = error.message.split(":", 1)[0]
    return ImpossiblePairingError(error.code, f"{before}: {text}.", hint, problems)


def _lonely_text(
    lonely: Sequence[Lonely], tournament: Tournament
) -> tuple[str, str, tuple[FieldProblem, ...]]:
    """Somebody may meet nobody: because they have met, are forbidden, or by their colours."""
    players = [one.player.player for one in lonely]
    names = [f"{player} ({tournament.name_of(player)})" for player in players]
    told = (_obstacles(one) for one in lonely[:_NAMED_AT_MOST])
    problems = tuple(FieldProblem(*one) for one in zip(names, told, strict=False) if one[1])
    if any(one.forbidden for one in lonely):
        hint = f"Allow one of the forbidden pairs (260, XXP), or {_LET_OUT}."
    elif any(one.colour for one in lonely):
        hint = f"{_LET_OUT.capitalize()}."
    else:
        hint = f"End the tournament here, or {_LET_OUT}."
    return f"nobody is left that {listed(names)} may meet", hint, problems


def _obstacles(one: Lonely) -> str:
    """`met 3, 4; forbidden 2; colour 5 (Black for both, C3)`."""
    note = f" ({'Black' if one.player.colour == BLACK else 'White'} for both, C3)"
    kinds = (("met", one.met, ""), ("forbidden", one.forbidden, ""), ("colour", one.colour, note))
    return "; ".join(
        f"{kind} {listed([str(other.player) for other in others])}{more}"
        for kind, others, more in kinds
        if others
    )


def _met_text(cause: DeadlockCause) -> tuple[str, str]:
    bye = ", or had the bye (C2)" if cause.may_have_bye else ""
    text = f"too many of them have met already (C1){bye}"
    return text, f"End the tournament here, or {_LET_OUT}."
