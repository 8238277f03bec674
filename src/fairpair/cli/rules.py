"""The commands about rules: which presets and tie-breaks there are, and what they mean."""

from collections.abc import Mapping
from dataclasses import asdict

import click

from fairpair.cli import saved_presets
from fairpair.cli.options import form_of, json_option, write_json
from fairpair.cli.output import join_lines, write
from fairpair.cli.tables import sheet
from fairpair.core.rounds import MOST_ROUNDS
from fairpair.engine.stages.recommend import recommendation, rounds_warnings
from fairpair.engine.standings.registry import catalogue, markdown
from fairpair.language.message import Message, Phrase
from fairpair.presets import names, preset, rules_of, to_toml


@click.group(invoke_without_command=True)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json"]),
    help="Output format. [default: table]",
)
@json_option
@click.pass_context
def presets(ctx: click.Context, form: str | None, is_json: bool) -> None:
    """List the presets: rule sets to start a tournament from.

    \b
        fairpair presets
        fairpair presets show mtg_standard
        fairpair presets recommend 24
    """
    form = form_of(form, is_json)
    if ctx.invoked_subcommand:
        if form:
            raise click.UsageError(f"Put --format or --json after {ctx.invoked_subcommand}.")
        return
    known = [preset(name) for name in names()]
    if form == "json":
        keys = ("name", "title", "about", "source")
        write_json({"presets": [{key: getattr(p, key) for key in keys} for p in known]})
    else:
        rows = [(p.name, str(Phrase(p.title)), str(Phrase(p.about))) for p in known]
        write(sheet(("name", "title", "description"), rows, wrapped=True))


for _one in (saved_presets.saved, saved_presets.save, saved_presets.rename, saved_presets.delete):
    presets.add_command(_one)


@presets.command()
@click.argument("name")
@click.option(
    "--format",
    "form",
    type=click.Choice(["toml", "json"]),
    help="Output format. [default: toml]",
)
@json_option
def show(name: str, form: str | None, is_json: bool) -> None:
    """Print every rule of a preset.

    The rules set by the preset come first, then all others with their defaults.

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
@click.option("--game", default="chess", show_default=True, help="Game or preset name.")
@click.option("--rounds", type=click.IntRange(1, MOST_ROUNDS), help="Check this number of rounds.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    help="Output format. [default: text]",
)
@json_option
def recommend(players: int, game: str, rounds: int | None, form: str | None, is_json: bool) -> None:
    """Recommend the number of rounds and the cut for PLAYERS players.

    For chess with a knockout, a preset for this number of players is also recommended. With
    --rounds, the command warns you if that number of rounds does not suit the number of players.

    \b
        fairpair presets recommend 24
        fairpair presets recommend 60 --game magic --rounds 4
    """
    found = recommendation(game, players)
    odd = rounds_warnings(found.rounds if rounds is None else rounds, players, found.cut)
    if form_of(form, is_json) == "json":
        write_json({**asdict(found), "warnings": [asdict(one) for one in odd]})
        return
    lines: list[object] = [found.text, Message("cli.source", source=found.source)]
    lines += [Message("cli.preset", preset=found.preset)] if found.preset else []
    lines += [Message("cli.warning-with-hint", text=one.text, hint=one.hint) for one in odd]
    write(join_lines(lines))


@click.command()
@click.argument("codes", nargs=-1)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "markdown"]),
    help="Output format. [default: table]",
)
@json_option
def tiebreaks(codes: tuple[str, ...], form: str | None, is_json: bool) -> None:
    """List all tie-breaks, or only those given as CODES.

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
        write(sheet(("code", "description"), rows, wrapped=True))


def _tiebreak_text(entry: Mapping[str, str]) -> str:
    """A tie-break in a few words, for a column that is wrapped."""
    parts = [Message("cli.tiebreak", name=Phrase(entry["name"]), about=Phrase(entry["about"]))]
    parts += [Message("cli.lower-is-better")] if entry["better"] == "lower" else []
    if entry["modifiers"]:
        parts.append(Message("cli.modifiers", modifiers=entry["modifiers"]))
    return str(Message("cli.sentences", parts=parts))
