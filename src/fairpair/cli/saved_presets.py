"""`fairpair presets saved`, `save`, `rename` and `delete`: presets of one's own database."""

from contextlib import closing

import click

from fairpair.app import own_presets
from fairpair.app.views.tournaments import find_tournament
from fairpair.cli.dependencies import Dependencies, database_option
from fairpair.cli.options import json_option, write_json
from fairpair.cli.output import join_lines, write
from fairpair.cli.tables import sheet
from fairpair.core.rules import Rules
from fairpair.language.message import Message


@click.command()
@json_option
@database_option
@click.pass_obj
def saved(dependencies: Dependencies, is_json: bool, database: str) -> None:
    """List the presets that were saved in the database.

    \b
        fairpair presets saved
    """
    with closing(dependencies.open_service(database, create=False)) as service:
        found = own_presets.own_presets(service)
    if is_json:
        write_json({"presets": [{"name": one.name, "rules": one.settings} for one in found]})
    else:
        rows = [(one.name, Rules.read(one.settings).game) for one in found]
        write(sheet(("name", "game"), rows, left={0, 1}))


@click.command()
@click.argument("tournament")
@click.argument("name")
@click.option("--replace", is_flag=True, help="Replace a saved preset with this name.")
@database_option
@click.pass_obj
def save(
    dependencies: Dependencies, tournament: str, name: str, replace: bool, database: str
) -> None:
    """Save the rules of TOURNAMENT as the preset NAME.

    \b
        fairpair presets save friday-magic "Club evening"
        fairpair new "Next Friday" --preset "Club evening"
    """
    with closing(dependencies.open_service(database, create=False)) as service:
        t = service.journal(find_tournament(service, tournament)).tournament
        made = own_presets.save_preset(service, name, t.rules, replace=replace)
    write(join_lines([Message("cli.preset-saved", tournament=t.name, name=made.name)]))


@click.command()
@click.argument("name")
@click.argument("new_name")
@database_option
@click.pass_obj
def rename(dependencies: Dependencies, name: str, new_name: str, database: str) -> None:
    """Rename the saved preset NAME.

    \b
        fairpair presets rename "Club evening" "Thursday club"
    """
    with closing(dependencies.open_service(database, create=False)) as service:
        made = own_presets.rename_preset(service, name, new_name)
    write(join_lines([Message("cli.preset-renamed", name=made.name)]))


@click.command()
@click.argument("name")
@database_option
@click.pass_obj
def delete(dependencies: Dependencies, name: str, database: str) -> None:
    """Delete the saved preset NAME. Tournaments created from it do not change.

    \b
        fairpair presets delete "Club evening"
    """
    with closing(dependencies.open_service(database, create=False)) as service:
        own_presets.delete_preset(service, name)
    write(join_lines([Message("cli.preset-deleted", name=name)]))
