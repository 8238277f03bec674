"""A preset as the text of a TOML file: `title`, `about`, `source` and a table `rules`."""

import re
import tomllib
from collections.abc import Iterator, Mapping

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.rules import Rules
from fairpair.engine.rule_validation import rule_problems
from fairpair.language.message import Message

_TEXTS = ("title", "about", "source")
_RULES = "rules"
_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


@dataclass(frozen=True, slots=True)
class Preset:
    """A named rule set; `settings` are only the keys it sets itself."""

    name: str
    title: str
    about: str
    source: str
    settings: Mapping[str, object]


def read_preset(name: str, text: str) -> Preset:
    """The preset in this text.

    Raises `InvalidInputError` with everything that is wrong, each with its line.
    """
    try:
        file = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInputError("bad-preset", problems=[_toml_problem(text, error)]) from error
    problems = list(_problems(file))
    if not problems:
        title, about, source = (str(file.get(key, "")) for key in _TEXTS)
        made = Preset(name, title, about, source, file[_RULES])
        problems = list(_rule_problems(made))
        if not problems:
            return made
    found = [FieldProblem(_place(text, one.where), one.text) for one in problems]
    raise InvalidInputError("bad-preset", problems=found)


def require_usable(preset: Preset) -> None:
    """Raise `InvalidInputError` unless a tournament can have its rules."""
    problems = [FieldProblem(one.where, one.text) for one in _rule_problems(preset)]
    if problems or not preset.title:
        raise InvalidInputError("bad-preset", problems=problems)


def _problems(file: Mapping[str, object]) -> Iterator[FieldProblem]:
    for key, value in file.items():
        if key in _TEXTS and (not isinstance(value, str) or not value.isprintable()):
            yield FieldProblem(key, Message("preset-file.text"))
        elif key not in (*_TEXTS, _RULES):
            yield FieldProblem(key, Message("preset-file.unknown"))
    for key in ("title", _RULES):
        if not file.get(key):
            yield FieldProblem(key, Message("preset-file.missing"))
    if not isinstance(file.get(_RULES, {}), dict):
        yield FieldProblem(_RULES, Message("preset-file.table"))


def _rule_problems(preset: Preset) -> Iterator[FieldProblem]:
    """What is wrong with its rules: each of them, then all together."""
    try:
        rules = Rules.read(preset.settings)
    except InvalidInputError as error:
        yield from error.problems
    else:
        yield from rule_problems(rules)


def _toml_problem(text: str, error: tomllib.TOMLDecodeError) -> FieldProblem:
    said = str(error)
    place = _TOML_PLACE.search(said)
    last = len(text.splitlines()) or 1
    line = int(place[1]) if place and place[1] else last
    return FieldProblem(Message("place.line", line=line), _TOML_PLACE.sub("", said))


def _place(text: str, key: str) -> Message:
    """A key with the line that sets it, the first line if none does."""
    pattern = re.compile(rf"""\s*\[?\s*["']?{re.escape(key)}["']?\s*[].=]""")
    lines = (n for n, line in enumerate(text.splitlines(), 1) if pattern.match(line))
    return Message("place.line-key", line=next(lines, 1), key=key)
