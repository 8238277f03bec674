"""The commands about rules: which presets and tie-breaks there are, and what they mean."""

from collections.abc import Mapping
from dataclasses import asdict

import click

from fairpair.cli.options import form_of, json_option, write_json
from fairpair.cli.output import write
from fairpair.cli.tables import sheet
from fairpair.core.rounds import MOST_ROUNDS
from fairpair.engine.stages.recommend import recommendation, rounds_warnings
from fairpair.engine.standings.registry import catalogue, markdown
from fairpair.presets import names, preset, rules_of, to_toml


@click.group(invoke_without_command=True)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json"]),
    help="How to print it: a table for people (the default), or JSON.",
)
@json_option
@click.pass_context
def presets(ctx: click.Context, form: str | None, is_json: bool) -> None:
    """List the named rule sets that a tournament can start from.

    \b
        fairpair presets
        fairpair presets show mtg_standard
        fairpair presets recommend 24
    """
    form = form_of(form, is_json)
    if ctx.invoked_subcommand:
        if form:
            raise click.UsageError(f"Write --format or --json behind {ctx.invoked_subcommand}.")
        return
    known = [preset(name) for name in names()]
    if form == "json":
        keys = ("name", "title", "about", "source")
        write_json({"presets": [{key: getattr(p, key) for key in keys} for p in known]})
    else:
        rows = [(p.name, p.title, p.about) for p in known]
        write(sheet(("name", "title", "about"), rows, wrapped=True))


@presets.command()
@click.argument("name")
@click.option(
    "--format",
    "form",
    type=click.Choice(["toml", "json"]),
    help="How to print it: as a TOML file (the default), or JSON.",
)
@json_option
def show(name: str, form: str | None, is_json: bool) -> None:
    """Print every rule of a preset.

    First those that NAME sets itself, then all others with their defaults.

    \b
        fairpair presets show mtg_standard
        fairpair presets show fide_dutch --format json
    """
    chosen = preset(name)
    if form_of(form, is_json) != "json":
        write(to_toml(chosen))
        return
    write_json(
        {
            "name": chosen.name,
            "title": chosen.title,
            "about": chosen.about,
            "source": chosen.source,
            "set_by_preset": list(chosen.settings),
            "rules": rules_of(name, {}).as_settings(),
        }
    )


@presets.command()
@click.argument("players", type=click.IntRange(2, 100_000))
@click.option("--game", default="chess", show_default=True, help="The game, or a preset's name.")
@click.option(
    "--rounds", type=click.IntRange(1, MOST_ROUNDS), help="Look at this number of rounds instead."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    help="How to print it: for people (the default), or JSON.",
)
@json_option
def recommend(players: int, game: str, rounds: int | None, form: str | None, is_json: bool) -> None:
    """Say how many rounds and which cut suit so many PLAYERS.

    For chess with finals also which preset was made for that size. With --rounds it says what is
    odd about that number.

    \b
        fairpair presets recommend 24
        fairpair presets recommend 60 --game magic --rounds 4
    """
    found = recommendation(game, players)
    odd = rounds_warnings(found.rounds if rounds is None else rounds, players, found.cut)
    if form_of(form, is_json) == "json":
        write_json({**asdict(found), "warnings": [asdict(one) for one in odd]})
        return
    preset = f"Preset: {found.preset}\n" if found.preset else ""
    warnings = "".join(f"Warning: {one.text} {one.hint}\n" for one in odd)
    write(f"{found.text}\nSource: {found.source}\n{preset}{warnings}")


@click.command()
@click.argument("codes", nargs=-1)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "markdown"]),
    help="How to print it: a table for people (the default), JSON, or the page of the docs.",
)
@json_option
def tiebreaks(codes: tuple[str, ...], form: str | None, is_json: bool) -> None:
    """List all tie-breaks with their codes, or only those with these CODES.

    \b
        fairpair tiebreaks
        fairpair tiebreaks omw BH/C1 --format json
    """
    form = form_of(form, is_json)
    found = catalogue(codes)
    if form == "json":
        write_json({"tiebreaks": found})
    elif form == "markdown":
        write(markdown(found))
    else:
        rows = [(entry["code"], _tiebreak_text(entry)) for entry in found]
        write(sheet(("code", "what it is"), rows, wrapped=True))


def _tiebreak_text(entry: Mapping[str, str]) -> str:
    """A tie-break in a few words, for a column that is wrapped."""
    lower = " Lower is better." if entry["better"] == "lower" else ""
    takes = f" Takes {entry['modifiers']}." if entry["modifiers"] else ""
    return f"{entry['name']}. {entry['about']}{lower}{takes}"
