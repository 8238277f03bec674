"""`fairpair standings`: the ranking of tournaments in files, with its reasons."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairpair.cli.exits import exit_code
from fairpair.cli.output import grid, save, visible, write
from fairpair.core.errors import BadInput, DomainError, StorageError

if TYPE_CHECKING:
    from fairpair.app.standings import FileStandings, Wishes

STDIN = Path("-")
Answer = tuple[tuple[str, ...], str]
"""Notes, and what is asked for."""
_ASKED_WRONGLY = ("bad-tiebreaks", "bad-rules", "no-preset")
"""Refusals of what was asked for: they may come again for every file."""
_SUFFIX = {"csv": ".csv", "table": ".txt"}


@click.command()
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option("--tiebreaks", help="The tie-breaks in their order, like PTS,BH/C1,BH,SB,DE.")
@click.option(
    "--edition",
    type=click.Choice(["2024", "2026"]),
    help="FIDE's tie-break rules to use; without it those of the event's first day.",
)
@click.option(
    "--preset",
    help="How results in JSON are scored; see `fairpair presets`. [default: mtg_standard]",
)
@click.option(
    "--set",
    "settings",
    metavar="KEY=VALUE",
    multiple=True,
    help="Change one rule, like omw_floor=1/3 or unrated_rating=1400; can be given again.",
)
@click.option("--round", "until", type=click.IntRange(1), help="The standings after this round.")
@click.option(
    "--draw-seed",
    default="",
    help="What lots are drawn from; without it the file's draw_seed, if it has one.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "csv"]),
    help="How to write them. [default: table, with --out-dir json]",
)
@click.option("--explain", metavar="ID", help="Show how this player's numbers and rank came about.")
@click.option(
    "--out-dir",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write one file for each input there, and one line in sum.",
)
@click.option(
    "--repair", is_flag=True, help="Mend what is beyond doubt in a TRF file, and tell it."
)
@click.pass_context
def standings(ctx: click.Context, /, files: tuple[Path, ...], **options: Any) -> None:
    """Print ranks and tie-breaks of tournaments in files.

    FILE is a FIDE tournament report file (TRF16 or TRF26), a results file in JSON, or - for
    standard input.

    \b
        fairpair standings open.trf
        fairpair standings open.trf --tiebreaks PTS,BH/C1,BH,SB,DE --explain 12
        fairpair standings friday.json --preset mtg_standard --format json
        fairpair standings *.trf --out-dir results
    """
    wishes = _wishes(options)
    out_dir, explained = options["out_dir"], options["explain"]
    form = options["form"] or ("json" if out_dir else "table")
    if explained is not None and (out_dir or form == "csv"):
        raise click.UsageError(
            "--explain goes with --format table or json, and not with --out-dir."
        )
    targets = _targets(files, out_dir, form) if out_dir else {}

    def answer(file: Path) -> Answer:
        notes, text = _answer(file, wishes, explained, form)
        if out_dir:
            save(targets[file], text)
        return notes, "" if out_dir else text

    done: list[tuple[Path, str]] = []
    told: list[str] = []
    refusals: list[tuple[Path, DomainError]] = []
    for file, found in _each(files, answer):
        if isinstance(found, DomainError):
            refusals.append((file, found))
        else:
            told += [f"{_name(file)}: {note}" for note in found[0]]
            done.append((file, found[1]))
    if len(files) == len(refusals):
        _raise_if_the_same(refusals)
    told += [f"{names}: Error: {error}" for names, error in _together(refusals)]
    for line in told:
        click.echo(line, err=True)
    _finish(files, done, out_dir, form)
    ctx.exit(max((exit_code(error) for _, error in refusals), default=0))


def _wishes(options: Mapping[str, Any]) -> "Wishes":
    from fairpair.app.standings import Wishes

    settings = list(map(_setting, options["settings"]))
    if options["edition"]:
        settings.append(("fide_edition", options["edition"]))
    changes = dict(settings)
    if len(changes) < len(settings):
        twice = next(key for n, (key, _) in enumerate(settings) if key in dict(settings[:n]))
        raise click.UsageError(f"{twice} is set twice.")
    given = options["tiebreaks"]
    codes = None if given is None else tuple(given.replace(",", " ").split())
    return Wishes(
        codes,
        options["preset"],
        changes,
        options["draw_seed"],
        options["until"],
        options["repair"],
    )


def _setting(text: str) -> tuple[str, object]:
    """`KEY=VALUE`; what is no JSON is a text, and so is 2024 where a rule has words."""
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise click.BadParameter(f"{text!r} must be KEY=VALUE.", param_hint="--set")
    try:
        parsed = json.loads(value, parse_float=str)
    except (ValueError, RecursionError):
        return key.strip(), value
    return key.strip(), value if _is_meant_as_text(key.strip(), parsed, value) else parsed


def _is_meant_as_text(key: str, parsed: object, text: str) -> bool:
    """Whether the rule takes the text, but not the number it could be."""
    from fairpair.core.rules import Rules

    def fits(value: object) -> bool:
        try:
            Rules().changed({key: value})
        except BadInput:
            return False
        return True

    return not fits(parsed) and fits(text)


def _each(
    files: tuple[Path, ...], answer: Callable[[Path], Answer]
) -> Iterator[tuple[Path, Answer | DomainError]]:
    """What there is to say of every file, or why nothing; many files show how far they are."""
    hidden = len(files) < 20 or not sys.stderr.isatty()
    bar = click.progressbar(files, label="Standings", file=sys.stderr)
    with nullcontext(files) if hidden else bar as left:
        for file in left:
            try:
                yield file, answer(file)
            except DomainError as error:
                yield file, error


def _answer(file: Path, wishes: "Wishes", explained: str | None, form: str) -> Answer:
    """The notes on a file, and its standings or the explanation that was asked for."""
    from fairpair.app.standings import file_standings

    found = file_standings(_bytes(file), wishes)
    return found.notes, _text(found, form) if explained is None else _why(found, explained, form)


def _raise_if_the_same(refusals: list[tuple[Path, DomainError]]) -> None:
    """If no file can do what was asked, that is told once, and no file is to blame."""
    _, first = refusals[0]
    if first.code in _ASKED_WRONGLY and len({str(error) for _, error in refusals}) == 1:
        raise first


def _together(refusals: list[tuple[Path, DomainError]]) -> Iterator[tuple[str, DomainError]]:
    """The refusals with the names of their files; what was asked wrongly is told once."""
    by_text: dict[str, list[tuple[Path, DomainError]]] = {}
    for file, error in refusals:
        key = str(error) if error.code in _ASKED_WRONGLY else f"{file}:{error}"
        by_text.setdefault(key, []).append((file, error))
    for group in by_text.values():
        file, error = group[0]
        more = f" and {len(group) - 1} more" if len(group) > 1 else ""
        yield f"{_name(file)}{more}", error


def _name(file: Path) -> str:
    """A file's name as UTF-8 can write it."""
    return click.format_filename(file)


def _bytes(file: Path) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == STDIN else file.read_bytes()
    except OSError as error:
        raise StorageError(
            "cannot-read", f"It cannot be read: {error.strerror}.", "Check the name and its rights."
        ) from error


def _targets(files: tuple[Path, ...], out_dir: Path, form: str) -> dict[Path, Path]:
    """Where each result goes; two inputs must not meet in one file, nor may one be replaced."""
    inputs = set(map(realpath, files))
    targets: dict[Path, Path] = {}
    taken: dict[Path, Path] = {}
    for file in files:
        stem = "stdin" if file == STDIN else file.stem
        target = out_dir / (stem + _SUFFIX.get(form, ".json"))
        if target in taken and taken[target] != file:
            raise BadInput(
                "same-name",
                f"{file} and {taken[target]} would both be written to {target}.",
                "Rename one of them, or write them to two folders.",
            )
        if realpath(target) in inputs:
            raise BadInput(
                "same-name",
                f"{target} is one of the files to read: it would be replaced.",
                "Choose another folder for --out-dir.",
            )
        targets[file] = taken.setdefault(target, file) and target
    return targets


def _text(found: "FileStandings", form: str) -> str:
    from fairpair.formats.standings import standings_csv, standings_data

    args = (found.tournament, found.standings, found.ids)
    if form == "json":
        return _json(standings_data(*args, fractions=not found.from_trf))
    return standings_csv(*args) if form == "csv" else _table(found)


def _table(found: "FileStandings") -> str:
    from fairpair.engine.standings.wording import number

    links = found.standings.chain[1:]
    heads = ("rank", "id", "name", "W-D-L", "points", *(link.step.text for link in links))
    rows = [
        (
            str(row.rank),
            str(found.ids[row.player]),
            found.tournament.name_of(row.player),
            f"{row.wins}-{row.draws}-{row.losses}",
            *(
                number(value, link.tiebreak.shown)
                for link, value in zip(found.standings.chain, row.values, strict=True)
            ),
        )
        for row in found.standings.rows
    ]
    return grid(heads, rows, left={1, 2})


def _why(found: "FileStandings", wanted: str, form: str) -> str:
    from fairpair.engine.standings.explain import explain, separation
    from fairpair.engine.standings.wording import explanation_text, separation_text
    from fairpair.formats.standings import explanation_data, separation_data

    table, name_of = found.standings, found.tournament.name_of
    fractions = not found.from_trf
    player = found.player(wanted)
    why = explain(table, player)
    order = [row.player for row in table.rows]
    place = order.index(player)
    pairs = zip(
        order[max(0, place - 1) : place + 1], order[max(1, place) : place + 2], strict=False
    )
    neighbours = [separation(table, upper, lower) for upper, lower in pairs]
    if form == "json":
        data = {
            "id": found.ids[player],
            "rank": table.ranks[player],
            "explanations": explanation_data(why, found.ids, name_of, fractions=fractions),
            "neighbours": [
                separation_data(one, found.ids, name_of, fractions=fractions) for one in neighbours
            ],
        }
        return _json(data)
    lines = [f"{name_of(player)}: rank {table.ranks[player]} of {len(order)}", ""]
    lines += [explanation_text(one, name_of) for one in why]
    lines += [""] if neighbours else []
    lines += [separation_text(one, name_of) for one in neighbours]
    return "".join(f"{visible(line)}\n" for line in lines)


def _finish(
    files: tuple[Path, ...], done: list[tuple[Path, str]], out_dir: Path | None, form: str
) -> None:
    if out_dir:
        bad = len(files) - len(done)
        failed = f", {bad} with errors" if bad else ""
        write(f"{len(done)} of {len(files)} files written to {_name(out_dir)}{failed}.\n")
    elif len(files) == 1:
        write("".join(text for _, text in done))
    elif form == "json":
        write(_json([{"file": _name(file), **json.loads(text)} for file, text in done]))
    else:
        write("\n".join(f"{_name(file)}\n{text}" for file, text in done))


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
