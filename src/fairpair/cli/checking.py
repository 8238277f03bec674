"""`fairpair check`: whether the pairings and ranks of files follow the rules."""

from pathlib import Path
from typing import Any

import click

from fairpair.app.files.check import check_file
from fairpair.app.files.complaints import Verdict
from fairpair.cli.error_handling import CHECK_FAILED
from fairpair.cli.files import (
    MANY,
    Answer,
    Findings,
    files_argument,
    name_of,
    print_notes,
    process_files,
    read_content,
    repair_option,
)
from fairpair.cli.options import as_json, form_of, json_option
from fairpair.cli.output import progress_bar, write
from fairpair.formats.grids import escape_controls
from fairpair.language.message import Message

system_option = click.option(
    "--system",
    type=click.Choice(["dutch"]),
    help="Pairing system. [default: from the file, otherwise Dutch]",
)


@click.command()
@files_argument
@system_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    help="Output format. [default: text]",
)
@json_option
@repair_option
@click.pass_context
def check(ctx: click.Context, /, files: tuple[Path, ...], **options: Any) -> None:
    """Check tournament files: re-pair every round and recalculate the ranks.

    FILE is a FIDE tournament report file (TRF16 or TRF26), or - for standard input. The command
    reports every pairing that does not follow the rules, and every rank that does not match the
    tie-breaks named in the file (202 or 212).

    \b
        fairpair check open.trf
        fairpair check *.trf --format json

    The exit code is 1 if there are any differences.
    """

    form = form_of(options["form"], options["is_json"])

    def answer(file: Path) -> Answer[Verdict]:
        data, how = read_content(file), {key: options[key] for key in ("system", "repair")}
        label = Message("cli.progress.checking-file", file=name_of(file))
        with progress_bar(label, shown=len(files) < MANY) as told:
            found = check_file(data, **how, on_progress=told)
        return tuple(map(str, found.notes)), found

    found = process_files(files, answer, label=Message("cli.progress.checking"))
    print_notes(found)
    write(_check_data(found) if form == "json" else _check_lines(found))
    failed = any(not verdict.is_right for _, verdict in found.done)
    ctx.exit(found.exit_code or (CHECK_FAILED if failed else 0))


def _check_lines(found: Findings[Verdict]) -> str:
    """Every complaint, and one line in sum for each file."""
    lines = [
        escape_controls(f"{name_of(file)}: {line}")
        for file, verdict in found.done
        for line in (*map(str, verdict.complaints), _summary_line(verdict))
    ]
    if found.count > 1:
        wrong = sum(not verdict.is_right for _, verdict in found.done)
        right, refused = len(found.done) - wrong, len(found.refusals)
        summary = Message(
            "cli.check-files", n=found.count, right=right, wrong=wrong, unreadable=refused
        )
        lines.append(str(summary))
    return "".join(f"{line}\n" for line in lines)


def _summary_line(verdict: Verdict) -> str:
    rounds = Message("cli.rounds", n=verdict.rounds)
    ranks = Message("cli.ranks", n=verdict.ranks)
    if verdict.is_right:
        return str(Message("cli.checked-correct", rounds=rounds, ranks=ranks))
    wrong = {
        "cli.wrong-pairings": len(verdict.pairs),
        "cli.unpairable-rounds": len(verdict.unpairable),
        "cli.wrong-points": len(verdict.wrong_points),
        "cli.wrong-ranks": len(verdict.wrong_ranks),
    }
    parts = [Message(code, n=n) for code, n in wrong.items() if n]
    return str(Message("cli.checked-wrong", rounds=rounds, ranks=ranks, wrong=parts))


def _check_data(found: Findings[Verdict]) -> str:
    data = [{"file": name_of(file), **_verdict_data(verdict)} for file, verdict in found.done]
    return as_json(data[0] if found.count == len(data) == 1 else data)


def _verdict_data(verdict: Verdict) -> dict[str, Any]:
    return {
        "right": verdict.is_right,
        "rounds_checked": verdict.rounds,
        "ranks_checked": verdict.ranks,
        "pairings": [
            {
                "round": one.round_no,
                "board": one.board,
                "expected": one.expected,
                "found": one.found,
                "reasons": list(map(str, one.reasons)),
            }
            for one in verdict.pairs
        ],
        "unpairable": [
            {"round": one.round_no, "reason": str(one.reason)} for one in verdict.unpairable
        ],
        "points": [
            {"id": one.player, "expected": one.expected, "found": one.found}
            for one in verdict.wrong_points
        ],
        "ranks": [
            {"id": one.player, "expected": list(one.expected), "found": one.found}
            for one in verdict.wrong_ranks
        ],
    }
