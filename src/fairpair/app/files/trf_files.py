"""Report files (TRF) for the commands: reading them, and why their next round cannot be paired."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.brackets.contender import BLACK
from fairpair.engine.pairing.proposal import (
    DeadlockCause,
    ImpossiblePairingError,
    Lonely,
    present_in,
)
from fairpair.formats import trf
from fairpair.formats.trf.model import TrfFile, TrfProblem, TrfReport
from fairpair.formats.trf.tournament import tournament_of
from fairpair.language.message import Message

_DUTCH = re.compile(r"FIDE_DUTCH(_20(25|26))?(_BAKU)?", re.IGNORECASE)
_NAMED_AT_MOST = 5


def trf_file(data: bytes, *, repair: bool = False) -> tuple[TrfFile, list[Message]]:
    """The file in these bytes, and what there is to say of it.

    Raises `InvalidInputError` if it has errors.
    """
    return file_and_notes(trf.read(data, repair=repair))


def file_and_notes(
    report: TrfReport, without: Collection[str] = ()
) -> tuple[TrfFile, list[Message]]:
    """The file that was read, and what there is to say of it, but for notes with these codes.

    Raises `InvalidInputError` if it has errors.
    """
    if report.file is None:
        error = trf.refusal(report)
        if any(problem.repairable for problem in report.errors):
            error.remedy = Message("bad-trf.repair")
        raise error
    others = [problem for problem in report.problems if problem.text.code not in without]
    notes = [*_notes("note.repaired", report.repairs), *_notes("note.found", others)]
    return report.file, notes


def _notes(code: str, problems: Sequence[TrfProblem]) -> Iterator[Message]:
    """One for each problem; of many of one kind the first ones, and how many more there are."""
    counted = Counter(problem.text.code for problem in problems)
    shown: Counter[str] = Counter()
    for problem in problems:
        kind = problem.text.code
        shown[kind] += 1
        if shown[kind] <= _NAMED_AT_MOST or counted[kind] == _NAMED_AT_MOST + 1:
            yield Message(code, place=problem.place, problem=problem.text)
        elif shown[kind] == _NAMED_AT_MOST + 1:
            yield Message("note.more", n=counted[kind] - _NAMED_AT_MOST)


def other_system(file: TrfFile) -> Message | str:
    """The system that 192, or else the words of 092, ask for; empty if it is the Dutch of 2026."""
    if file.teams.numbered:
        return Message("trf.team-pairings")
    if file.system:
        return "" if _DUTCH.fullmatch(file.system) else file.system
    return "" if tournament_of(file).tournament.rules.system == "dutch" else file.event.kind


def require_no_teams(file: TrfFile) -> None:
    """Reject a file of a team tournament."""
    if file.teams.numbered:
        raise InvalidInputError("no-team-pairing")


def open_games(file: TrfFile) -> dict[int, list[str]]:
    """The games without a result by their rounds, as `1-2`; first rounds first."""
    games: dict[int, list[str]] = {}
    for player in file.players:
        for round_no, cell in enumerate(player.rounds, 1):
            if cell.opponent and cell.opponent > player.id and not cell.result:
                seats = (player.id, cell.opponent)
                white, black = seats[::-1] if cell.colour == "b" else seats
                games.setdefault(round_no, []).append(f"{white}-{black}")
    return dict(sorted(games.items()))


def shorten_list(names: Sequence[str]) -> Message | Sequence[str]:
    """The names, or the first of them and how many more there are."""
    more = len(names) - _NAMED_AT_MOST
    return Message("list.more", names=names[:_NAMED_AT_MOST], n=more) if more > 0 else names


def adapt_error_for_files(error: ImpossiblePairingError, tournament: Tournament) -> None:
    """Describe the cause of an error by numbers and records, not by what the desk offers."""
    cause = error.cause
    if cause is None:
        return
    round_no = len(tournament.rounds) + 1
    count = len(present_in(tournament, round_no))
    text, hint, problems = _deadlock_texts(cause, tournament)
    error.text = Message("file-deadlock", round=round_no, count=count, cause=text)
    error.remedy = hint
    error.problems = problems
    error.suggestions = ()


_DeadlockTexts = tuple[Message, Message | None, tuple[FieldProblem, ...]]


def _deadlock_texts(cause: DeadlockCause, tournament: Tournament) -> _DeadlockTexts:
    """What is in the way, what to do about it, and the details."""
    if cause.kind == "lonely":
        return _lonely_texts(cause.lonely, tournament)
    code = f"file-deadlock.{cause.kind}"
    if cause.kind == "met" and cause.may_have_bye:
        code = "file-deadlock.met-or-bye"
    hint = None if cause.kind == "nobody" else Message(f"{code}.hint")
    return Message(code), hint, ()


def _lonely_texts(lonely: Sequence[Lonely], tournament: Tournament) -> _DeadlockTexts:
    """A player has no possible opponent: all have met, are forbidden, or want the same colour."""
    players = [one.player.player for one in lonely]
    names = [f"{player} ({tournament.name_of(player)})" for player in players]
    obstacles = (list(_obstacles(one)) for one in lonely[:_NAMED_AT_MOST])
    problems = tuple(
        FieldProblem(name, Message("obstacles", obstacles=found))
        for name, found in zip(names, obstacles, strict=False)
        if found
    )
    if any(one.forbidden for one in lonely):
        hint = Message("file-deadlock.lonely-forbidden.hint")
    elif any(one.colour for one in lonely):
        hint = Message("file-deadlock.lonely-colour.hint")
    else:
        hint = Message("file-deadlock.lonely-met.hint")
    return Message("file-deadlock.lonely", names=shorten_list(names)), hint, problems


def _obstacles(one: Lonely) -> Iterator[Message]:
    """`already met 3, 4`, `needs Black, like 5 (C3)` and so on."""
    colour = "black" if one.player.colour == BLACK else "white"
    kinds = (("met", one.met), ("forbidden", one.forbidden), (f"colour-{colour}", one.colour))
    for kind, others in kinds:
        if others:
            numbers = shorten_list([str(other.player) for other in others])
            yield Message(f"obstacle.{kind}", players=numbers)
