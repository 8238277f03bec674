"""The pages about files match the registry of exports and the readers."""

import re
from dataclasses import replace
from pathlib import Path

import click

from fairpair.app.transfer import tables
from fairpair.app.transfer.exports import EXPORTS, FORMATS
from fairpair.cli.main import cli
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry
from fairpair.core.rounds import MOST_ROUNDS
from fairpair.core.tournament import Tournament
from fairpair.formats import imported, list_files, lists, sheets, trf, xml_files
from fairpair.formats.kinds import FileKind
from fairpair.formats.list_columns import COLUMNS
from fairpair.formats.tables import write_csv
from fairpair.formats.trf.from_tournament import file_of
from fairpair.formats.trf.header import header_of
from fairpair.formats.trf.tournament import tournament_of
from fairpair.formats.trf.writer import write as write_trf

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "reference" / "files.md").read_text(encoding="utf-8")
STEPS = (DOCS / "how-to" / "exchange-files.md").read_text(encoding="utf-8")


def test_the_table_is_the_register() -> None:
    rows = [
        (one.path, one.title, one.format, one.what, "yes" if one.by_round else "", str(one.least))
        for one in EXPORTS
    ]
    shown = [
        f"| `{path}` | {title} | `{form}` | `{what}` | {by_round} | {least} |"
        for path, title, form, what, by_round, least in rows
    ]
    found = [line for line in PAGE.splitlines() if re.match(r"\| `[a-z0-9]+\.[a-z]+` \|", line)]
    assert found == shown


def test_every_option_is_there() -> None:
    for name in ("export", "import"):
        command = cli.all_commands()[name]
        for option in command.params:
            if isinstance(option, click.Option) and option.name not in ("database", "help"):
                assert option.opts[0] in PAGE + STEPS or option.name == "stage", option.opts


def test_the_help_names_every_format_and_table() -> None:
    options = {option.name: option for option in cli.all_commands()["export"].params}
    form, what = options["form"], options["what"]
    assert isinstance(form, click.Option)
    assert isinstance(what, click.Option)
    assert set(re.findall(r"[a-z]+\d*", form.help or "")) - {"or"} == set(FORMATS)
    of_tables = {one.what for one in EXPORTS if one.format in ("csv", "xlsx")}
    assert of_tables <= set(re.findall(r"[a-z]+", what.help or ""))


def test_every_column_and_kind_is_named() -> None:
    for column in COLUMNS:
        assert f"`{column}`" in PAGE
    for kind in FileKind:
        assert kind.value.upper() in PAGE.upper() or kind in (FileKind.SHEET, FileKind.TEXT)


def test_the_limits_are_those_of_the_code() -> None:
    def spaced(number: int) -> str:
        return f"{number:,}".replace(",", " ")

    assert (
        f"{xml_files.MOST_BYTES // 2**20} MiB, {spaced(xml_files.MOST_ELEMENTS)} elements" in PAGE
    )
    assert f"{xml_files.MOST_DEPTH} levels" in PAGE
    assert f"{MOST_ROUNDS} rounds or {spaced(imported.MOST_PLAYERS)} players" in PAGE
    assert f"unpacks to more than {sheets.MOST_BYTES // 2**20} MiB" in PAGE
    assert f"row {spaced(sheets.MOST_ROWS)} or column {sheets.MOST_COLUMNS}" in PAGE
    assert f"more than {spaced(lists.MOST_ROWS)} rows" in PAGE
    assert list_files.read_file(b"Ana\n").listing.lines


def test_the_examples_are_files_as_we_write_them() -> None:
    """The same event as a list and as a report."""
    (table,) = re.findall(r"```csv\n(.*?)```", PAGE, re.DOTALL)
    (report,) = re.findall(r"```trf\n(.*?)```", PAGE, re.DOTALL)
    people = list_files.read_entries(table.encode())
    players = {PlayerId(n): Entry(one, ()) for n, one in enumerate(people, 1)}
    made = tables.players_table(Tournament(created=True, entries=players))
    assert write_csv(made).decode("utf-8-sig").replace("\r\n", "\n") == table
    read = trf.read(report.encode())
    assert not read.problems
    assert read.file
    assert [player.name for player in read.file.players] == [one.name for one in people]
    t = replace(tournament_of(read.file).tournament, header=header_of(read.file)[0])
    again = file_of(t, read.file.comments)
    assert write_trf(again).decode() == report
