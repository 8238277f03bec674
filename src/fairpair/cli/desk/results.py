"""`fairpair result`: one result, many at once, corrections."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from fairpair.app.requests import Outcome
from fairpair.app.use_cases.edits import ResultEntry, clear_result, enter_result
from fairpair.app.views.command_results import CommandResult, build_execution, command_result
from fairpair.app.views.correction import CorrectionView, correction_view
from fairpair.cli.desk.context import (
    TournamentSession,
    name_argument,
    reason_option,
    to_api_json,
    write_command,
)
from fairpair.cli.desk.round_context import round_option, stage_option
from fairpair.cli.files import MANY, STDIN, read_content
from fairpair.cli.output import (
    join_lines,
    print_error,
    progress_bar,
    shell_command,
    write,
)
from fairpair.cli.tables import sheet
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import ConflictError, DomainError, FieldProblem, InvalidInputError
from fairpair.core.results import Result
from fairpair.core.rounds import MatchRef, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import rules_at
from fairpair.formats import pgn
from fairpair.formats.encodings import decode_text
from fairpair.formats.result_words import result_from_text
from fairpair.language.message import Message
from fairpair.log.commands import ClearResult, CorrectColours, CorrectForRating, CorrectResult
from fairpair.log.results import find_match


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A line: the table and what was typed behind it."""

    where: str
    table: str
    text: str


class _Results(click.Command):
    """Takes `-+` for a result, and no option for one."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """With such results as words that begin with no dash."""
        plain = [re.sub(r"^-[/:-]?\+$", "0-1f", re.sub(r"^-[/:-]-$", "0-0f", x)) for x in args]
        return super().parse_args(ctx, plain)


@click.command(cls=_Results)
@name_argument
@click.argument("table", required=False)
@click.argument("words", metavar="[RESULT]...", nargs=-1)
@click.option(
    "--from",
    "file",
    type=click.Path(path_type=Path, allow_dash=True, dir_okay=False),
    help="Read several results, one `TABLE RESULT` per line, or the games of a PGN file; - reads"
    " standard input.",
)
@round_option
@stage_option
@click.option("--correct", is_flag=True, help="Replace a result, even in a completed round.")
@click.option(
    "--for-rating", is_flag=True, help="Correct the game for the rating report only, in any round."
)
@click.option("--swap-colours", is_flag=True, help="Swap White and Black in the game.")
@click.option("--clear", is_flag=True, help="Clear the result while the round is in progress.")
@click.option("--preview", is_flag=True, help="Preview a correction without saving it.")
@click.option(
    "--void-later",
    is_flag=True,
    help="Void later knockout matches affected by the correction.",
)
@reason_option
@write_command
def result(
    session: TournamentSession, table: str | None, words: tuple[str, ...], **options: Any
) -> None:
    """Enter the RESULT for TABLE in tournament NAME.

    Type a result as on a result slip: 1, 0 or = for a single game; 2-1 or 2-0-1 (one draw) for
    several games; + or - for a forfeit, 0-0f if both players forfeit; 1-1 w2 if the second player
    wins a tied match. Type scores as `7 120 30 : 3 80 10` and the boards of a team match as
    `1 0 = +`. Without TABLE, results are read from standard input, one per line.

    \b
        fairpair result friday 3 2-1
        fairpair result friday 3 0-1 --correct --reason "the slip was read wrongly"
        fairpair result friday 3 0-1 --for-rating --round 2 --reason "the slip was read wrongly"
        fairpair result friday 3 --swap-colours --reason "they sat the other way round"
        fairpair result friday --from slips.txt
        fairpair result friday --from round-3.pgn
        printf '1 2-0\\n2 1-2\\n' | fairpair result friday
    """
    _check_usage(table, words, options)
    ref = _round(session, options)
    if options["clear"]:
        _clear(session, _match(session.t, ref, str(table)), options)
        return
    if options["for_rating"] or options["swap_colours"]:
        _correct_game(session, _match(session.t, ref, str(table)), " ".join(words), options)
        return
    typed = [ResultLine("", str(table), " ".join(words))]
    if table is None:
        typed = _lines(options["file"], session.t, ref)
    entries = parse_lines(session.t, ref, typed, options)
    if options["preview"]:
        _preview(session, entries[0][1], options["reason"])
    else:
        enter_results(session, entries)


def _check_usage(table: str | None, words: tuple[str, ...], options: dict[str, Any]) -> None:
    if options["file"] and table is not None:
        raise click.UsageError("Specify either a TABLE or a file with --from, not both.")
    corrects = options["for_rating"] or options["swap_colours"]
    if table is None and (options["clear"] or options["preview"] or corrects):
        raise click.UsageError("Specify a TABLE.")
    if table is None and not options["file"] and (sys.stdin is None or sys.stdin.isatty()):
        raise click.UsageError("Specify TABLE and RESULT, or a file with --from.")
    needs_words = not options["clear"] and not options["swap_colours"]
    has_wrong_words = (bool(words) and options["clear"]) or (not words and needs_words)
    if table is not None and has_wrong_words:
        raise click.UsageError("Specify either a RESULT or --clear, not both.")
    if (options["correct"] or corrects) and not options["reason"]:
        raise click.UsageError("A correction needs a --reason.")


def _correct_game(
    session: TournamentSession, match: MatchRef, text: str, options: dict[str, Any]
) -> None:
    """Colours, or what the rating report has; a result with other colours is as the slip has it."""
    result = _result(session.t, match, text) if text else None
    command: CorrectColours | CorrectForRating
    if options["for_rating"]:
        swap = options["swap_colours"]
        command = CorrectForRating(match, result, options["reason"], swap)
    elif text:
        raise click.UsageError("--swap-colours keeps the result; correct it separately.")
    else:
        command = CorrectColours(match, options["reason"])
    session.report(session.execute(command))


def _round(session: TournamentSession, options: dict[str, Any]) -> RoundRef:
    """The round that is meant; without a number the one that is played."""
    t = session.t
    if options["number"] is not None:
        return RoundRef(options["stage"] or t.stage, options["number"])
    latest = t.latest_published
    if latest is None:
        command = shell_command("round", session.here, "next")
        raise InvalidInputError("no-round.none-published", command=command)
    return latest


def _lines(file: Path | None, t: Tournament, ref: RoundRef) -> list[ResultLine]:
    """The lines of a file with content, where text after # is a comment, or the games of a PGN."""
    name = "-" if file is None else str(file)
    try:
        text, _ = decode_text(read_content(file or STDIN))
    except InvalidInputError as error:
        raise InvalidInputError("bad-list.results-encoding") from error
    if pgn.is_pgn(text) and ref in t.rounds:
        games = pgn.results_in(text, t, ref)
        return [ResultLine(_game_place(x.game), str(x.table), x.result) for x in games]
    found = []
    for n, line in enumerate(text.splitlines(), 1):
        said = line.partition("#")[0].replace("\t", " ").strip()
        if said:
            table, _, rest = said.partition(" ")
            found.append(ResultLine(_place(name, n), table, rest))
    if not found:
        raise InvalidInputError("empty-list.results")
    return found


def _game_place(number: int) -> str:
    return str(Message("place.game", number=number))


def _place(file: str, line: int) -> str:
    code = "cli.line" if file == "-" else "cli.line-of-file"
    return str(Message(code, file=file, line=line))


def _with_remedy(refusal: DomainError) -> Message:
    """The error with its hint as one text."""
    parts = [part for part in (refusal.text, refusal.remedy) if part]
    return Message("cli.sentences", parts=parts)


def _match(t: Tournament, ref: RoundRef, table: str) -> MatchRef:
    if not (table.isascii() and table.isdecimal() and len(table) < 6):
        raise InvalidInputError("bad-table", table=f"{table:.40}")
    match = MatchRef(ref.stage, ref.round_no, int(table))
    find_match(t, match)
    return match


Entries = list[tuple[ResultLine, "ResultEntry"]]


def parse_lines(
    t: Tournament, ref: RoundRef, typed: list[ResultLine], options: dict[str, Any]
) -> Entries:
    """The results to enter; one error lists all invalid lines."""
    found, problems = [], []
    seen: set[MatchRef] = set()
    for line in typed:
        try:
            entry = _entry(t, ref, line, options)
            if entry.match in seen:
                raise InvalidInputError("twice", table=line.table)
            seen.add(entry.match)
            found.append((line, entry))
        except DomainError as refusal:
            if not line.where:
                raise
            problems.append(FieldProblem(line.where, _with_remedy(refusal)))
    if problems:
        raise InvalidInputError(
            "bad-list.results", problems=problems, n=len(problems), lines=len(typed)
        )
    return found


def _entry(t: Tournament, ref: RoundRef, line: ResultLine, options: dict[str, Any]) -> ResultEntry:
    match = _match(t, ref, line.table)
    return ResultEntry(
        match,
        _result(t, match, line.text),
        find_match(t, match).seats,  # if others sit there by then, it is refused
        options["reason"] if options["correct"] else None,
        closed_too=True,
        void_later=options["void_later"],
    )


def _result(t: Tournament, match: MatchRef, text: str) -> Result:
    return result_from_text(text, rules_at(t, match))


def enter_results(session: TournamentSession, entries: Entries) -> None:
    """Enter the results one by one; a rejected one does not stop the others."""
    if len(entries) == 1 and not entries[0][0].where:
        session.report(session.service.run(session.command_context(), enter_result, entries[0][1]))
        return
    done: list[CommandResult] = []
    refused: list[FieldProblem] = []
    outcome = Outcome(session.journal.version, ())
    label = Message("cli.progress.entering-results")
    with progress_bar(label, shown=len(entries) >= MANY) as so_far:
        for n, (line, entry) in enumerate(entries, 1):
            try:
                made = session.service.run(
                    session.command_context(first=n == 1), enter_result, entry
                )
            except DomainError as refusal:
                refused.append(FieldProblem(line.where, _with_remedy(refusal)))
            else:
                done.append(command_result(build_execution(session.service, session.here, made)))
                outcome = made if made.events else outcome
            so_far(n, len(entries))
    _report_many(session, outcome, done, len(entries) - len(refused))
    if refused:
        raise ConflictError("some-refused", problems=refused, n=len(refused), entries=len(entries))


def _report_many(
    session: TournamentSession, outcome: Outcome, done: list[CommandResult], count: int
) -> None:
    told = tuple(text for one in done for text in one.done)
    if session.is_json:
        events = tuple(event for one in done for event in one.events)
        notices = tuple(notice for one in done for notice in one.notices)
        write(to_api_json(CommandResult(outcome.version, outcome.action, told, events, notices)))
        return
    lines = [*told, Message("cli.results-entered", n=count), session.next_line()]
    write(join_lines(lines))
    if told:
        command = shell_command("history", session.here)
        print_error(Message("cli.undo-each", command=command))


def _clear(session: TournamentSession, match: MatchRef, options: dict[str, Any]) -> None:
    seats = find_match(session.t, match).seats
    command = ClearResult(match, options["reason"], seats, options["void_later"])
    session.report(session.service.run(session.command_context(), clear_result, command))


def _preview(session: TournamentSession, entry: ResultEntry, reason: str) -> None:
    command = CorrectResult(entry.match, entry.result, reason or "preview", entry.players)
    view = correction_view(session.journal, command)
    session.show(view, lambda: "".join(_preview_lines(view)))


def _preview_lines(view: CorrectionView) -> Iterator[str]:
    code = "cli.would-change" if view.before else "cli.would-enter"
    yield f"{Message(code, before=view.before, after=view.after)}\n"
    if view.moved:
        rows = [
            (
                str(one.id),
                one.name,
                f"{one.points_before} > {one.points_after}",
                f"{one.rank_before or '-'} > {one.rank_after or '-'}",
            )
            for one in view.moved
        ]
        yield sheet(("no.", "name", "points", "rank"), rows, left={1})
    if view.tiebreaks_only:
        yield f"{Message('cli.only-tie-breaks', n=view.tiebreaks_only)}\n"
    yield join_lines(view.void)
    if view.stale:
        yield f"{Message('cli.paired-from-old-result', round=view.stale)}\n"
    yield join_lines(view.kept)
