"""The reference of the Python library, from its docstrings and annotations."""

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import pairwise
from types import UnionType
from typing import Any, Union, get_args, get_origin

import fairpair
from fairpair.library import arguments, entrants, entries, rule_changes, shown, stateless

_CALLS = (
    *("open", "read_trf", "write_trf", "write_pgn", "read_players", "pair", "standings", "check"),
    *("simulate", "compare_formats", "list_presets", "list_tiebreaks"),
)
_CLASSES = (
    *("Round", "Match", "Bye", "Standings", "StandingsRow", "Ranking", "RankingRow"),
    *("Bracket", "BracketMatch", "Crosstable", "CrosstableRow", "Ratings", "RatingRow"),
    *(
        "Odds",
        "OddsRow",
        "PlayerList",
        "ListedPlayer",
        "History",
        "Action",
        "Explanation",
        "CheckReport",
    ),
    *(
        "Simulation",
        "FormatComparison",
        "ComparedFigure",
        "Catalogue",
        "PresetInfo",
        "TiebreakInfo",
        "Player",
        "Team",
    ),
)
_ERRORS = (
    *("FairpairError", "InvalidInputError", "NotFoundError", "InvalidStateError"),
    "ForbiddenError",
    *("ImpossiblePairingError", "ConflictError", "StorageError", "MissingPackageError"),
)
_MODULES = {
    "PlayerLike": entrants,
    "PlayerRef": entries,
    "ResultLike": arguments,
    "PointsLike": rule_changes,
    "MatchLike": stateless,
    "Players": stateless,
    "Rounds": stateless,
    "Number": shown,
}
"""Names for types that several calls take, and the modules that describe them."""
_TYPES = {name: getattr(module, name) for name, module in _MODULES.items()}


def library(generated: str) -> str:
    """Describe everything that `import fairpair` offers, from its docstrings and annotations."""
    parts = [
        "# Python\n",
        "This page is for developers who use Fairpair as a library. [How to use Fairpair from"
        " Python](../how-to/use-from-python.md) has recipes.\n",
        generated,
        "Every error is a `fairpair.FairpairError`: `str(error)` says what happened and what to do,"
        " `error.code` is for programs, and nothing was changed. See [errors](#errors). Numbers are"
        " exact: an `int`, or a `fractions.Fraction`. The package has type annotations (PEP 561);"
        " the [names for types](#types) are below.\n",
        "Everything that is shown as a table (`Round`, `Standings`, `Ranking`, `Bracket`,"
        " `Crosstable`, `Ratings`, `Odds`, `Simulation`, `FormatComparison`, the history, the list"
        " of players) prints as one, also in notebooks, and has `to_dict()` for JSON,"
        " `records()`, `to_csv()`, `to_html()` and `to_pandas()`. Its rows are found by place or by"
        " name: `standings[0]`,"
        ' `standings["Ana"]`. Each row has `to_dict()`, too.\n',
        "## Tournament\n",
        *_described("Tournament", fairpair.Tournament),
        *_members("t", fairpair.Tournament),
    ]
    for name in _CALLS:
        parts += [f"## fairpair.{name}\n", *_described(name, getattr(fairpair, name))]
    for name in _CLASSES:
        kind = getattr(fairpair, name)
        parts += [f"## {name}\n", *_paragraphs(kind), *_fields(kind), *_members("", kind)]
    parts += ["## Errors\n", *_errors(), "## Types\n", *_types()]
    return "\n".join(parts).rstrip("\n") + "\n"


def _described(name: str, call: Any) -> Iterator[str]:
    yield f"    fairpair.{name}{_parameters(call, lines=True)}\n"
    yield from _paragraphs(call)


def _parameters(call: Any, *, lines: bool = False) -> str:
    """The parameters with their types and defaults; on lines of their own if they are many."""
    found = inspect.signature(call)
    named = [one for one in found.parameters.values() if one.name != "self"]
    result = "" if inspect.isclass(call) else f" -> {_type(found.return_annotation)}"
    words = list(_parameter_words(named))
    text = f"({', '.join(words)}){result}"
    if not lines or len(text) < 80:
        return text
    return "(\n" + "".join(f"        {word},\n" for word in words) + f"    ){result}"


_MARKS: Mapping[Any, str] = {
    inspect.Parameter.VAR_POSITIONAL: "*",
    inspect.Parameter.VAR_KEYWORD: "**",
}


def _parameter_words(parameters: Iterable[inspect.Parameter]) -> Iterator[str]:
    star = False
    for one in parameters:
        star = star or one.kind is one.VAR_POSITIONAL
        if one.kind is one.KEYWORD_ONLY and not star:
            star = True
            yield "*"
        mark = _MARKS.get(one.kind, "")
        default = "" if one.default is one.empty else f" = {one.default!r}"
        yield f"{mark}{one.name}: {_type(one.annotation)}{default}"


def _type(annotation: Any) -> str:
    """A type as the program writes it, with the short names that it has for long ones."""
    for name, known in _TYPES.items():
        if annotation == known:
            return name
    if annotation is None:
        return "None"
    if get_origin(annotation) in (Union, UnionType):
        return _union(get_args(annotation))
    if get_args(annotation):
        own = ", ".join("..." if one is ... else _type(one) for one in get_args(annotation))
        return f"{annotation.__origin__.__name__}[{own}]"
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "Any")
    return "None" if text == "NoneType" else text.strip('"')


def _union(members: Sequence[Any]) -> str:
    """The members, with the short name for those that have one together."""
    rest, words = list(members), []
    for name, known in _TYPES.items():
        whole = set(map(str, _whole(known)))
        if whole <= set(map(str, rest)):
            rest = [one for one in rest if str(one) not in whole]
            words.append(name)
    return " | ".join([*words, *map(_type, rest)])


def _paragraphs(thing: Any) -> Iterator[str]:
    """The docstring; an example becomes a block of code."""
    text, mark, example = inspect.cleandoc(thing.__doc__ or "").partition(">>> ")
    yield text.strip() + "\n"
    if mark:
        yield f"```pycon\n{mark}{example}\n```\n"


def _fields(kind: Any) -> Iterator[str]:
    """A table of the fields with their types, and what is said of them below each."""
    texts = _texts_below(kind)
    rows = [
        f"| `{one.name}: {_cell(_type(one.type))}` | {texts.get(one.name, '')} |"
        for one in fields(kind)
        if one.name[0] != "_" and one.name != "kind"
    ]
    rows += [row for row in [_kind_row(kind)] if row]
    yield "| field | what it is |\n|---|---|\n" + "\n".join(rows) + "\n"


def _kind_row(kind: Any) -> str:
    """The kind of a bye is said by callers, that of a player or team is not."""
    return "| `kind: str` | |" if kind is fairpair.Bye else ""


def _texts_below(thing: Any) -> dict[str, str]:
    """The texts that stand below fields, or below names of a module."""
    found: dict[str, str] = {}
    body = ast.parse(textwrap.dedent(inspect.getsource(thing))).body
    body = body[0].body if isinstance(body[0], ast.ClassDef) else body
    for field, text in pairwise(body):
        match field, text:
            case (
                (ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)])),
                ast.Expr(value=ast.Constant(value=str(words))),
            ):
                found[name] = " ".join(words.split())
    return found


def _errors() -> Iterator[str]:
    rows = []
    for name in _ERRORS:
        kind = getattr(fairpair, name)
        base = next(
            one for one in kind.__mro__[1:] if one.__module__ != "builtins" or one is Exception
        )
        first = inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0]
        base_name = "FairpairError" if base is fairpair.FairpairError else base.__name__
        rows.append(f"| `{name}` | `{base_name}` | {' '.join(first.split())} |")
    yield "| error | is a | when |\n|---|---|---|\n" + "\n".join(rows) + "\n"
    yield (
        "`error.message` is what happened, `error.hint` what to do next, `error.problems` every"
        " single problem with its `where` and `message`.\n"
    )


def _types() -> Iterator[str]:
    rows = []
    for name, known in _TYPES.items():
        text = _texts_below(_MODULES[name]).get(name, "")
        own = (
            " | ".join(map(_type, _whole(known))) if len(_whole(known)) > 1 else _plain_type(known)
        )
        rows.append(f"| `{name}` | `{_cell(own)}` | {text} |")
    yield "| name | type | such as |\n|---|---|---|\n" + "\n".join(rows) + "\n"


def _whole(known: Any) -> tuple[Any, ...]:
    """The members of a union, or the type alone."""
    return get_args(known) if get_origin(known) in (Union, UnionType) else (known,)


def _cell(text: str) -> str:
    return text.replace("|", r"\|")


def _plain_type(known: Any) -> str:
    own = ", ".join("..." if one is ... else _type(one) for one in get_args(known))
    return f"{known.__origin__.__name__}[{own}]"


def _members(owner: str, kind: Any) -> Iterator[str]:
    """A table of the methods and properties, inherited ones included."""
    rows = []
    for name, member in inspect.getmembers(kind):
        of_ours = callable(member) or isinstance(member, property)
        if name.startswith("_") or not of_ours or name in _NOT_LISTED:
            continue
        if isinstance(member, property):
            returned = inspect.signature(member.fget).return_annotation  # type: ignore[arg-type]
            signature = f": {_type(returned)}"
        else:
            signature = _parameters(member)
        call = _cell(f"{owner}.{name}{signature}".lstrip("."))
        text = " ".join(inspect.cleandoc(member.__doc__ or "").split())
        rows.append(f"| `{call}` | {text} |")
    if rows:
        yield "| call or property | what it does |\n|---|---|\n" + "\n".join(rows) + "\n"


_NOT_LISTED = ("of_log", "ref_of", "archive", "journal", "identity", "strength", "as_history")
"""What is for the layers below."""
