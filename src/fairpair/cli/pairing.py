"""`fairpair pair`: a pairing engine for files of any program."""

from collections.abc import Sequence
from os.path import realpath
from pathlib import Path
from typing import Any

import click

from fairpair.app.files.pairing import PairingOptions, file_pairing
from fairpair.cli.files import (
    STDIN,
    Answer,
    Target,
    files_argument,
    out_dir_option,
    print_findings,
    process_files,
    read_content,
    repair_option,
    targets_in,
)
from fairpair.cli.options import as_json, changes_of, set_option
from fairpair.cli.output import save
from fairpair.core.errors import InvalidInputError
from fairpair.engine.pairing.systems import SYSTEMS
from fairpair.language.message import Message


def known_system(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    """The name of a pairing system; they are looked up only when one is given."""
    if name is not None and name not in SYSTEMS:
        known = ", ".join(map(repr, sorted(SYSTEMS)))
        raise click.BadParameter(f"{name!r} is not one of {known}.")
    return name


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
@click.option(
    "--why-not",
    nargs=2,
    metavar="A B",
    help="Explain on standard error why players A and B of the file do not meet.",
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
        fairpair pair open.trf --why-not 3 8
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
