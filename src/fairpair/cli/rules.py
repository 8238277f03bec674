"""The commands about rules: which presets there are and what they set."""

import json
from typing import Any

import click

from fairpair.cli.output import table, write


@click.group(invoke_without_command=True)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json"]),
    help="How to print it: a table for people (the default), or JSON.",
)
@click.pass_context
def presets(ctx: click.Context, form: str | None) -> None:
    """List the named rule sets that a tournament can start from.

    \b
        fairpair presets
        fairpair presets show mtg_standard
    """
    from fairpair.presets import names, preset

    if ctx.invoked_subcommand:
        if form:
            raise click.UsageError(f"Write --format behind {ctx.invoked_subcommand}.")
        return
    known = [preset(name) for name in names()]
    if form == "json":
        keys = ("name", "title", "about", "source")
        _write_json({"presets": [{key: getattr(p, key) for key in keys} for p in known]})
    else:
        write(table(("name", "title", "about"), [(p.name, p.title, p.about) for p in known]))


@presets.command()
@click.argument("name")
@click.option(
    "--format",
    "form",
    type=click.Choice(["toml", "json"]),
    default="toml",
    show_default=True,
    help="How to print it: as a TOML file, or JSON.",
)
def show(name: str, form: str) -> None:
    """Print every rule of a preset.

    First those that NAME sets itself, then all others with their defaults.

    \b
        fairpair presets show mtg_standard
        fairpair presets show fide_dutch --format json
    """
    from fairpair.presets import preset, rules_of
    from fairpair.presets.toml import written

    chosen = preset(name)
    if form == "toml":
        write(written(chosen))
        return
    _write_json(
        {
            "name": chosen.name,
            "title": chosen.title,
            "about": chosen.about,
            "source": chosen.source,
            "set_by_preset": list(chosen.settings),
            "rules": rules_of(name, {}).as_settings(),
        }
    )


def _write_json(value: Any) -> None:
    write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")
