"""Makes the pages of reference in docs from the program: commands, options, presets, tie-breaks.

`.venv/bin/python tools/reference.py` writes what has changed; with `--check` it writes nothing,
names the pages that are not up to date, and ends with 1 if there are some.
"""

import difflib
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from fairpair.cli import error_handling
from fairpair.cli.main import cli
from fairpair.core.rules import GROUPS, RULES, Rules
from fairpair.core.settings import Declaration, Locked
from fairpair.engine.standings.registry import catalogue, markdown
from fairpair.presets import names, preset, to_toml

DOCS = Path(__file__).parent.parent / "docs" / "reference"
MADE = "<!-- From here on made by tools/reference.py: change the program, not this text. -->\n"
Page = Callable[[str], str]
"""The page, given what stands there now."""


# --- commands ------------------------------------------------------------------------------------


def commands(_before: str) -> str:
    """Every command with its arguments and options."""
    every = cli.all_commands()
    parts = [
        "# The command line\n",
        MADE,
        "`fairpair COMMAND --help` prints the same. [How to run a tournament from the command"
        " line](../how-to/command-line.md) shows a whole tournament.\n",
        "| command | what it does |\n|---|---|",
        *(f"| [`{n}`](#fairpair-{n}) | {_short(one)} |" for n, one in every.items()),
        "",
        *_common(),
    ]
    told: dict[int, str] = {}
    for name, command in every.items():
        first = told.setdefault(id(command), name)
        if first != name:
            parts += [
                f"## fairpair {name}\n",
                f"The same as [`fairpair {first}`](#fairpair-{first}).\n",
            ]
        else:
            parts += _command(command, f"fairpair {name}", 2)
    return "\n".join(parts)


def _common() -> Iterator[str]:
    """What holds for all of them."""
    table = (error_handling.__doc__ or "").rpartition("\n\n")[2].strip()
    yield "## Exit codes\n"
    yield table.replace("| 1 |", "| 0 | fine |\n| 1 |", 1) + "\n"
    yield "## Common options\n"
    yield "| option | what it does |\n|---|---|"
    undo = cli.all_commands()["undo"]
    ctx = click.Context(undo, info_name="undo")
    found = [one for one in undo.params if isinstance(one, click.Option) and _is_common(one)]
    yield from (_option(one, ctx) for one in found)
    yield ""
    yield "## Variables\n"
    yield "| variable | option it stands for |\n|---|---|"
    variables: dict[str, str] = {}
    for param in (one for command in cli.all_commands().values() for one in _params(command)):
        if isinstance(param, click.Option) and isinstance(param.envvar, str):
            variables.setdefault(param.envvar, param.opts[0])
    yield "| `FAIRPAIR_ADMIN_KEY` | none: the administrator's key, in place of one that is made |"
    yield from (f"| `{name}` | `{option}` |" for name, option in sorted(variables.items()))
    yield "| `NO_COLOR` | none: tables without colours, whatever its value is |"
    yield "| `FAIRPAIR_DEBUG` | none: shows where an internal error happened |\n"


def _is_common(option: click.Option) -> bool:
    """Whether it is one that most commands about tournaments have."""
    first = {
        one.opts[0]: one
        for one in cli.all_commands()["undo"].params
        if isinstance(one, click.Option)
    }
    same = first.get(option.opts[0])
    return option.opts[0] != "--reason" and same is not None and same.help == option.help


def _params(command: click.Command) -> Iterator[click.Parameter]:
    yield from command.params
    if isinstance(command, click.Group):
        for one in command.commands.values():
            yield from _params(one)


def _command(command: click.Command, path: str, depth: int) -> Iterator[str]:
    ctx = click.Context(command, info_name=path)
    yield f"{'#' * depth} {path}\n"
    yield f"    {' '.join([path, *command.collect_usage_pieces(ctx)])}\n"
    yield from _prose(command.help or "")
    options = [one for one in command.params if isinstance(one, click.Option)]
    own = [one for one in options if not _is_common(one)]
    if own:
        yield "| option | what it does |\n|---|---|"
        yield from (_option(one, ctx) for one in own)
        yield ""
    shared = [f"`{one.opts[0]}`" for one in options if _is_common(one)]
    if shared:
        yield f"{'And' if own else 'Options:'} {', '.join(shared)}: [common](#common-options).\n"
    if isinstance(command, click.Group):
        for name, one in command.commands.items():
            name_of_group = " NAME" if any(p.name == "name" for p in command.params) else ""
            yield from _command(one, f"{path}{name_of_group} {name}", depth + 1)


def _prose(text: str) -> Iterator[str]:
    """The help text; what stands behind \\b are examples."""
    for block in re.split(r"\n\s*\n", text.strip()):
        if block.lstrip().startswith("\b"):
            lines = [line.strip() for line in block.splitlines()[1:]]
            yield "\n".join(["```", *lines, "```"]) + "\n"
        else:
            yield " ".join(block.split()) + "\n"


def _option(option: click.Option, ctx: click.Context) -> str:
    words = [f"`{word}`" for word in (*option.opts, *option.secondary_opts)]
    metavar = "" if option.is_flag else f" {_cell(option.make_metavar(ctx))}"
    if isinstance(option.type, click.IntRange) and option.metavar is None:
        low, high = option.type.min, option.type.max
        metavar = f" NUMBER from {low}" + ("" if high is None else f" to {high}")
    notes = [option.help or ""]
    if isinstance(option.show_default, str):
        notes.append(f"Default: {option.show_default}.")
    elif option.show_default and option.default is not None:
        notes.append(f"Default: `{option.default}`.")
    if option.required:
        notes.append("Needed.")
    return f"| {', '.join(words)}{metavar} | {_cell(' '.join(notes))} |"


def _short(command: click.Command) -> str:
    return _cell(" ".join((command.help or "").strip().split("\n\n")[0].split()))


def _cell(text: str) -> str:
    return text.replace("|", r"\|").replace("<", r"\<")


# --- rules ---------------------------------------------------------------------------------------


def rules(_before: str) -> str:
    """Every rule by its group: what it means, its default, what can be set, and until when."""
    lines = [
        "# All rules of a tournament\n",
        MADE,
        "A tournament begins with the rules of a [preset](presets.md), and each of these keys can"
        " be set anew: in the web under *Settings*, with `fairpair new --set KEY=VALUE` and"
        " `fairpair settings NAME --set KEY=VALUE`, and in the API as `config` and `rules`."
        " After the start a change needs a reason, and the keys marked *no* stay as they are."
        " What is wrong, or contradicts another rule, is refused when it is set.\n",
    ]
    defaults = Rules().as_settings()
    for group, title in GROUPS.items():
        lines += [
            f"## {title}\n",
            "| key | title | what it means | default | what can be set | after the start |",
            "|---|---|---|---|---|---|",
            *(_rule(one, defaults[one.key]) for one in RULES.values() if one.group == group),
            "",
        ]
    return "\n".join(lines)


def _rule(one: Declaration, default: object) -> str:
    notes = [one.help]
    if one.systems:
        notes.append(f"Only with the system {' or '.join(one.systems)}.")
    if one.games:
        notes.append(f"For {' and '.join(one.games)}.")
    after = "no" if one.locked is Locked.AFTER_START else "yes"
    meaning, can = _cell(" ".join(notes)), _cell(one.kind.about)
    cells = (f"`{one.key}`", _cell(one.title), meaning, _shown(default), can, after)
    return f"| {' | '.join(cells)} |"


def _shown(value: object) -> str:
    if value is None:
        return "none"
    return f"`{_cell(json.dumps(value, ensure_ascii=False))}`"


# --- presets and tie-breaks ----------------------------------------------------------------------


def presets(before: str) -> str:
    """What is written by hand, and below it what each preset sets."""
    kept = before.partition(MADE)[0].rstrip("\n")
    parts = [kept, "", MADE, "## What each preset sets\n"]
    for name in names():
        one = preset(name)
        own = to_toml(one).partition("# Set by this preset:\n")[2]
        parts += [
            f"### {name}\n",
            f"{one.title}. {one.about}\n",
            f"Source: {one.source}\n",
            f"```toml\n{own.partition('# Not set by it')[0].strip()}\n```\n",
        ]
    return "\n".join(parts).rstrip("\n") + "\n"


def tiebreaks(before: str) -> str:
    """What is written by hand, and the table."""
    return before[: before.index("| code |")] + markdown(catalogue())


PAGES: dict[str, Page] = {
    "cli.md": commands,
    "rules.md": rules,
    "presets.md": presets,
    "tiebreaks.md": tiebreaks,
}


def main(words: list[str]) -> int:
    """1 if a page is not up to date and only looked at."""
    stale = []
    for name, made in PAGES.items():
        path = DOCS / name
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        after = made(before)
        if after == before:
            continue
        stale.append(name)
        if "--check" in words:
            print("\n".join(difflib.unified_diff(before.splitlines(), after.splitlines(), n=0)))
        else:
            path.write_text(after, encoding="utf-8")
    print(f"{'Stale' if '--check' in words else 'Written'}: {', '.join(stale) or 'nothing'}")
    return 1 if stale and "--check" in words else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
