"""`fairpair generate`: random tournament files."""

from pathlib import Path
from secrets import token_hex
from typing import Any

import click

from fairpair.app.simulation.random_files import RandomFileOptions, random_event
from fairpair.cli.files import (
    STDIN,
    Target,
    name_of,
)
from fairpair.cli.output import print_error, progress_bar, save, write
from fairpair.core.rounds import MOST_ROUNDS
from fairpair.formats.grids import escape_controls
from fairpair.formats.trf.writer import write as trf_bytes
from fairpair.language.message import Message

PERCENT = click.IntRange(0, 100)


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
