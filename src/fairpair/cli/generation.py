"""`fairpair generate`: random tournament files."""

from fractions import Fraction
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
from fairpair.core.players import BEST_RATING
from fairpair.core.rounds import MOST_ROUNDS
from fairpair.formats.grids import escape_controls
from fairpair.formats.trf.writer import write as trf_bytes
from fairpair.language.message import Message

PERCENT = click.IntRange(0, 100)
RATING = click.IntRange(1, BEST_RATING)


class RatingList(click.ParamType[tuple[int | None, ...]]):
    """Ratings with commas between; 0 is an unrated player."""

    name = "ratings"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int | None, ...]:
        """The ratings as numbers."""
        words = str(value).replace(",", " ").split()
        if not words or not all(
            word.isascii() and word.isdecimal() and int(word) <= BEST_RATING for word in words
        ):
            self.fail(f"{value!r:.60} is not a list of ratings such as 2100,1950,0.", param, ctx)
        return tuple(int(word) or None for word in words)


class TiebreakList(click.ParamType[tuple[str, ...]]):
    """Codes of tie-breaks with commas between."""

    name = "codes"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """The codes."""
        codes = tuple(filter(None, str(value).replace(",", " ").split()))
        if not codes:
            self.fail("Name at least one tie-break, such as BH/C1.", param, ctx)
        return codes


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
@click.option("--half-byes", type=PERCENT, help="Percentage of rounds with a half-point bye.")
@click.option("--zero-byes", type=PERCENT, help="Percentage of rounds with a zero-point bye.")
@click.option("--full-byes", type=PERCENT, help="Percentage of rounds with a full-point bye.")
@click.option(
    "--double-forfeits",
    type=PERCENT,
    help="Percentage of games forfeited by both. [default: a fifth of the forfeits]",
)
@click.option(
    "--unusual",
    type=PERCENT,
    help="Percentage of games that end 1/2-0, 0-1/2 or 0-0. [default: 0, in some files 1 to 3]",
)
@click.option(
    "--unrated-games",
    type=PERCENT,
    help="Percentage of games that end before both have moved. [default: as --unusual]",
)
@click.option(
    "--unrated-players", type=PERCENT, help="Percentage of unrated players. [default: as --unusual]"
)
@click.option(
    "--tiebreaks", type=TiebreakList(), help="Tie-breaks in order. [default: one of six lists]"
)
@click.option(
    "--ratings",
    type=RatingList(),
    help="All ratings, such as 2100,1950,0; 0 for an unrated player.",
)
@click.option("--lowest", type=RATING, help="Lowest rating to draw. [default: random ratings]")
@click.option("--highest", type=RATING, help="Highest rating to draw.")
@click.option(
    "--rating-step",
    type=click.IntRange(0, 1000),
    help="Amount by which ratings fall from one player to the next, starting with the highest.",
)
@click.option(
    "--initial-colour", type=click.Choice(["w", "b"]), help="Colour of the first player in round 1."
)
@click.option(
    "--bye-points",
    type=click.Choice(["1", "0.5", "0"]),
    help="Points for the pairing-allocated bye. [default: mostly 1]",
)
@click.option(
    "--forbidden",
    type=click.IntRange(0, 100),
    help="Number of pairs that must not meet. [default: 0 to 3]",
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
        fairpair generate --ratings 2100,1950,1800,0 --tiebreaks BH/C1,SB -o small.trf
    """
    points = options.pop("bye_points")
    options["bye_points"] = None if points is None else Fraction(points)
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
