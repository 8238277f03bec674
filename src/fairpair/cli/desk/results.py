"""`fairpair result`: one result, many at once, corrections."""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from fairpair.app.service import Outcome
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
    count_noun,
    join_lines,
    print_error,
    progress_bar,
    shell_command,
    write,
)
from fairpair.cli.tables import sheet
from fairpair.core.errors import ConflictError, DomainError, FieldProblem, InvalidInputError
from fairpair.core.results import Result
from fairpair.core.rounds import MatchRef, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import rules_at
from fairpair.formats.result_words import result_from_text
from fairpair.language.message import Message
from fairpair.log.commands import ClearResult, CorrectResult
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
    help="Read many results, one `TABLE RESULT` a line; - is standard input.",
)
@round_option
@stage_option
@click.option("--correct", is_flag=True, help="Replace a result, in a closed round too.")
@click.option("--clear", is_flag=True, help="Take the result away while the round runs.")
@click.option("--preview", is_flag=True, help="Only say what a correction would change.")
@click.option(
    "--void-later",
    is_flag=True,
    help="Later knock-out matches that others would have played do not count any more.",
)
@reason_option
@write_command
def result(
    session: TournamentSession, table: str | None, words: tuple[str, ...], **options: Any
) -> None:
    """Enter the RESULT of a TABLE of the tournament NAME.

    A result is typed as on a slip: 1, 0 or = for a match of one game; 2-1 or 2-0-1 (one drawn)
    for several; + or - if it was not played, 0-0f if both lose; 1-1 w2 if the second side won a
    level match. Scores are `7 120 30 : 3 80 10`, boards of a team match `1 0 = +`. Without a
    TABLE results are read from standard input, one a line.

    \b
        fairpair result friday 3 2-1
        fairpair result friday 3 0-1 --correct --reason "the slip was read wrongly"
        fairpair result friday --from slips.txt
        printf '1 2-0\\n2 1-2\\n' | fairpair result friday
    """
    _check_usage(table, words, options)
    ref = _round(session, options)
    if options["clear"]:
        _clear(session, _match(session.t, ref, str(table)), options)
        return
    typed = _lines(options["file"]) if table is None else [ResultLine("", table, " ".join(words))]
    entries = parse_lines(session.t, ref, typed, options)
    if options["preview"]:
        _preview(session, entries[0][1], options["reason"])
    else:
        enter_results(session, entries)


def _check_usage(table: str | None, words: tuple[str, ...], options: dict[str, Any]) -> None:
    if options["file"] and table is not None:
        raise click.UsageError("Name a TABLE, or a file with --from, not both.")
    if table is None and (options["clear"] or options["preview"]):
        raise click.UsageError("Name the TABLE.")
    if table is None and not options["file"] and (sys.stdin is None or sys.stdin.isatty()):
        raise click.UsageError("Name TABLE and RESULT, or a file with --from.")
    if table is not None and bool(words) == options["clear"]:
        raise click.UsageError("Say the RESULT, or --clear, and not both.")
    if options["correct"] and not options["reason"]:
        raise click.UsageError("A correction needs a --reason.")


def _round(session: TournamentSession, options: dict[str, Any]) -> RoundRef:
    """The round that is meant; without a number the one that is played."""
    t = session.t
    if options["number"] is not None:
        return RoundRef(options["stage"] or t.stage, options["number"])
    latest = t.latest_published
    if latest is None:
        hint = f"Publish one: {shell_command('round', session.here, 'next')}"
        raise InvalidInputError("no-round", "No round is published yet.", hint)
    return latest


def _lines(file: Path | None) -> list[ResultLine]:
    """The lines of a file that say something; what stands behind # is a remark."""
    name = "-" if file is None else str(file)
    try:
        text = read_content(file or STDIN).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInputError(
            "bad-list", "The results are not in UTF-8.", "Save them so."
        ) from error
    found = []
    for n, line in enumerate(text.splitlines(), 1):
        said = line.partition("#")[0].replace("\t", " ").strip()
        if said:
            table, _, rest = said.partition(" ")
            found.append(
                ResultLine(f"{'line' if name == '-' else f'{name} line'} {n}", table, rest)
            )
    if not found:
        raise InvalidInputError(
            "empty-list", "There is no result in it.", "Write `1 2-0` in each line."
        )
    return found


def _match(t: Tournament, ref: RoundRef, table: str) -> MatchRef:
    if not (table.isascii() and table.isdecimal() and len(table) < 6):
        raise InvalidInputError(
            "bad-table", f"{table!r:.40} is no table.", "It is a number, like 3."
        )
    match = MatchRef(ref.stage, ref.round_no, int(table))
    find_match(t, match)
    return match


Entries = list[tuple[ResultLine, "ResultEntry"]]


def parse_lines(
    t: Tournament, ref: RoundRef, typed: list[ResultLine], options: dict[str, Any]
) -> Entries:
    """What is to be entered; all lines that cannot be read are told together."""
    found, problems = [], []
    seen: set[MatchRef] = set()
    for line in typed:
        try:
            entry = _entry(t, ref, line, options)
            if entry.match in seen:
                text = f"Table {line.table} is there twice."
                raise InvalidInputError("twice", text, "Leave one of them out.")
            seen.add(entry.match)
            found.append((line, entry))
        except DomainError as refusal:
            if not line.where:
                raise
            problems.append(FieldProblem(line.where, f"{refusal.message} {refusal.hint}".strip()))
    if problems:
        raise InvalidInputError(
            "bad-list",
            f"{len(problems)} of {len(typed)} lines cannot be used; nothing was entered.",
            "Put them right and repeat.",
            problems,
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
    """One after the other; one that is refused does not stop the others."""
    if len(entries) == 1 and not entries[0][0].where:
        session.report(session.service.run(session.command_context(), enter_result, entries[0][1]))
        return
    told: list[Message] = []
    refused: list[FieldProblem] = []
    outcome = Outcome(session.journal.version, ())
    with progress_bar("Entering", shown=len(entries) >= MANY) as so_far:
        for n, (line, entry) in enumerate(entries, 1):
            try:
                made = session.service.run(
                    session.command_context(first=n == 1), enter_result, entry
                )
            except DomainError as refusal:
                text = f"{refusal.message} {refusal.hint}".strip()
                refused.append(FieldProblem(line.where, text))
            else:
                told += command_result(build_execution(session.service, session.here, made)).done
                outcome = made if made.events else outcome
            so_far(n, len(entries))
    _report_many(session, outcome, told, len(entries) - len(refused))
    if refused:
        text = f"{len(refused)} of {len(entries)} results were refused; the others are entered."
        raise ConflictError(
            "some-refused", text, "Look at the round, and enter these again.", refused
        )


def _report_many(
    session: TournamentSession, outcome: Outcome, told: list[Message], count: int
) -> None:
    if session.is_json:
        action = outcome.action
        write(to_api_json(CommandResult(outcome.version, action, tuple(told))))
        return
    lines: list[Message | str] = [
        *told,
        count_noun(count, "result", " entered"),
        session.next_line(),
    ]
    write(join_lines(lines))
    if told:
        print_error(f"Each can be undone by its number: {shell_command('history', session.here)}")


def _clear(session: TournamentSession, match: MatchRef, options: dict[str, Any]) -> None:
    seats = find_match(session.t, match).seats
    command = ClearResult(match, options["reason"], seats, options["void_later"])
    session.report(session.service.run(session.command_context(), clear_result, command))


def _preview(session: TournamentSession, entry: ResultEntry, reason: str) -> None:
    command = CorrectResult(entry.match, entry.result, reason or "preview", entry.players)
    view = correction_view(session.journal, command)
    session.show(view, lambda: "".join(_preview_lines(view)))


def _preview_lines(view: CorrectionView) -> Iterator[str]:
    yield f"{view.before or 'no result'} would become {view.after}; nothing is changed yet.\n"
    if view.moved:
        rows = [
            (
                str(one.id),
                one.name,
                f"{one.points_before} > {one.points_after}",
                f"{one.rank_before} > {one.rank_after}",
            )
            for one in view.moved
        ]
        yield sheet(("no.", "name", "points", "rank"), rows, left={1})
    if view.tiebreaks_only:
        yield f"Only tie-breaks change for {view.tiebreaks_only} others.\n"
    yield join_lines(view.void)
    if view.stale:
        yield f"{view.stale} was paired from the old result.\n"
    yield join_lines(view.kept)
