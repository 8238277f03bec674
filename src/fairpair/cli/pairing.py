"""`fairpair pair`, `check` and `generate`: a pairing engine for files of any program."""

from collections.abc import Sequence
from os.path import realpath
from pathlib import Path
from secrets import token_hex
from typing import Any

import click

from fairpair.app.files.check import check_file
from fairpair.app.files.complaints import Verdict
from fairpair.app.files.pairing import PairingOptions, file_pairing
from fairpair.app.simulation.random_files import RandomFileOptions, random_event
from fairpair.cli.error_handling import CHECK_FAILED
from fairpair.cli.files import (
    MANY,
    STDIN,
    Answer,
    Findings,
    Target,
    files_argument,
    name_of,
    out_dir_option,
    print_findings,
    print_notes,
    process_files,
    read_content,
    repair_option,
    targets_in,
)
from fairpair.cli.options import as_json, changes_of, form_of, json_option, set_option
from fairpair.cli.output import escape_controls, print_error, progress_bar, save, write
from fairpair.core.errors import InvalidInputError
from fairpair.core.rounds import MOST_ROUNDS
from fairpair.engine.pairing.systems import SYSTEMS
from fairpair.formats.trf.writer import write as trf_bytes
from fairpair.language.message import Message

PERCENT = click.IntRange(0, 100)


def known_system(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    """The name of a pairing system; they are looked up only when one is given."""
    if name is not None and name not in SYSTEMS:
        known = ", ".join(map(repr, sorted(SYSTEMS)))
        raise click.BadParameter(f"{name!r} is not one of {known}.")
    return name


system_option = click.option(
    "--system",
    type=click.Choice(["dutch"]),
    help="Pairing system. [default: from the file, otherwise Dutch]",
)


@click.command()
@files_argument
@click.option(
    "--system",
    callback=known_system,
    metavar="NAME",
    help="Pairing system. [default: from the file or preset, otherwise Dutch]",
)
@click.option(
    "--preset",
    help="Preset for results in JSON; see `fairpair presets`. [default: mtg_standard]",
)
@set_option("rounds=5", "one rule for results in JSON")
@click.option(
    "--out",
    type=Target(path_type=Path, dir_okay=False, allow_dash=True),
    help="Write the pairings to this file; - writes to standard output.",
)
@out_dir_option
@click.option(
    "--explain", is_flag=True, help="Explain every pairing, float and bye on standard error."
)
@click.option("--json", "is_json", is_flag=True, help="Write round, pairs and byes as JSON.")
@repair_option
@click.pass_context
def pair(ctx: click.Context, /, files: tuple[Path, ...], **options: Any) -> None:
    """Pair the next round of tournament files.

    FILE is a FIDE tournament report file (TRF16 or TRF26) or a results file in JSON with all
    previous rounds, or - for standard input. The output is the number of pairs, then one pair per
    line, White first. A bye comes last, with 0 as the opponent. With --out-dir, each output file
    has the name of its input file, with the extension .pairs.

    \b
        fairpair pair open.trf --explain
        fairpair pair open.trf --out open.pairs
        fairpair pair *.trf --out-dir pairs
        fairpair pair friday.json --preset mtg_standard

    The exit code is 1 if no legal pairing exists.
    """
    out, out_dir = options.pop("out"), options.pop("out_dir")
    changes = changes_of(options.pop("settings"))
    asked = PairingOptions(options.pop("system"), options.pop("preset"), changes)
    targets = _targets(files, out, out_dir)

    def answer(file: Path) -> Answer[str]:
        return _pair_file(file, targets.get(file), asked, **options)

    found = process_files(files, answer, label=Message("cli.progress.pairing"))
    print_findings(found, out_dir, is_json=options["is_json"])
    ctx.exit(found.exit_code)


def _targets(files: Sequence[Path], out: Path | None, out_dir: Path | None) -> dict[Path, Path]:
    """Where the pairs of each file go; without a target it is standard output."""
    if out and (out_dir or len(files) > 1):
        raise click.UsageError("--out takes one FILE. For several files, use --out-dir instead.")
    if out_dir:
        return targets_in(out_dir, files, ".pairs")
    return {files[0]: _require_other_target(files[0], out)} if out and out != STDIN else {}


def _pair_file(
    file: Path, target: Path | None, asked: PairingOptions, *, is_json: bool, **options: Any
) -> Answer[str]:
    """What there is to say of a file, and its pairs unless they were written to the target."""
    found = file_pairing(read_content(file), asked, **options)
    text = as_json(found.data) if is_json else found.text
    if target:
        save(target, text)
    return tuple(map(str, (*found.notes, *found.reasons))), "" if target else text


def _require_other_target(file: Path, target: Path) -> Path:
    """The target, unless it would replace what is read."""
    if realpath(file) == realpath(target):
        raise InvalidInputError("same-name.as-only-input", target=str(target))
    return target


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


@click.command()
@click.option(
    "--players", type=click.IntRange(2, 9999), help="Number of players. [default: 10 to 120]"
)
@click.option(
    "--rounds", type=click.IntRange(1, MOST_ROUNDS), help="Number of rounds. [default: 5 to 11]"
)
@click.option("--forfeits", type=PERCENT, help="Percentage of forfeited games. [default: 0 to 5]")
@click.option(
    "--byes",
    type=PERCENT,
    help="Percentage of each player's rounds for which a bye is requested. [default: 0 to 8]",
)
@click.option(
    "--withdrawals", type=PERCENT, help="Percentage of players who withdraw. [default: 0 to 10]"
)
@click.option(
    "--baku/--no-baku",
    default=None,
    help="Use Baku acceleration. [default: one file in four]",
)
@click.option("--seed", help="Random seed; the same seed gives the same file. [default: random]")
@click.option(
    "--out",
    "-o",
    type=Target(path_type=Path, dir_okay=False, allow_dash=True),
    required=True,
    help="Output file, or - for standard output.",
)
def generate(seed: str | None, out: Path, **options: Any) -> None:
    """Generate a random tournament file with correct pairings.

    The file is a FIDE tournament report file (TRF26) with standings and results based on the
    ratings. A comment in the file gives the command that generates the same file again. Options you
    omit are chosen at random.

    \b
        fairpair generate -o random.trf
        fairpair generate --players 60 --rounds 9 --byes 5 --seed spring -o random.trf
    """
    with progress_bar(Message("cli.progress.generating")) as told:
        made = random_event(
            RandomFileOptions(**options), token_hex(8) if seed is None else seed, told
        )
    text = trf_bytes(made.file).decode()
    if out == STDIN:
        write(text)
    else:
        save(out, text)
    for note in made.notes:
        print_error(escape_controls(f"{name_of(out)}: {note}"))
