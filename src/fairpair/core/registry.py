"""Things that are looked up by name: those that are built in, and those that extensions add.

This layer reads nothing from outside: whoever starts the program passes in where extensions are
found (`use_extensions`). They are asked for only if a name is not built in, or if all are listed.

>>> registry = Registry("fairpair.example", {"one": 1}, lambda found: found.value)
>>> registry["one"], "two" in registry, list(registry)
(1, False, ['one'])
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar

from fairpair.core.errors import DomainError, InvalidInputError, InvalidStateError
from fairpair.language.message import Message

P = ParamSpec("P")
T = TypeVar("T")


class Extension(NamedTuple):
    """What a package adds, under which name; `package` is its name and version."""

    name: str
    value: Any
    package: str


class Extensions(Protocol):
    """Where extensions are found."""

    def names(self, group: str, built_in: Collection[str]) -> Collection[str]:
        """The names in a group; one that is built in is refused with a warning."""

    def find(self, group: str, name: str) -> Extension | None:
        """The extension with this name; none if it is missing or cannot be used."""

    def warn(self, text: Message) -> None:
        """Say this to whoever runs the program, once."""


class _NoExtensions:
    """The source until there is one."""

    def names(self, _group: str, _built_in: Collection[str]) -> Collection[str]:
        return ()

    def find(self, _group: str, _name: str) -> Extension | None:
        return None

    def warn(self, _text: Message) -> None:
        return


_NOTHING = _NoExtensions()
_source: Extensions = _NOTHING


def use_extensions(source: Extensions | None) -> None:
    """Look for extensions there from now on; nowhere without a source."""
    global _source  # noqa: PLW0603 - one for the whole program
    _source = source or _NOTHING


def are_extensions_used() -> bool:
    """Whether extensions are looked for."""
    return _source is not _NOTHING


def warn(text: Message) -> None:
    """Say this once to whoever runs the program."""
    _source.warn(text)


class Registry(Mapping[str, T]):
    """What is `built_in` by name, then what extensions of a `group` add; `make` makes it of what
    a package has. A name that is built in cannot be taken by an extension.
    """

    def __init__(
        self, group: str, built_in: Mapping[str, T], make: Callable[[Extension], T]
    ) -> None:
        self.group = group
        self.built_in = dict(built_in)
        self._make = make
        self._made: dict[str, tuple[Extension, T]] = {}

    def __getitem__(self, name: str) -> T:
        if name in self.built_in:
            return self.built_in[name]
        found = _source.find(self.group, name)
        if found is None:
            raise KeyError(name)
        if name not in self._made or self._made[name][0] is not found:
            self._made[name] = found, self._make(found)
        return self._made[name][1]

    def __contains__(self, name: object) -> bool:
        if name in self.built_in:
            return True
        return isinstance(name, str) and _source.find(self.group, name) is not None

    def __iter__(self) -> Iterator[str]:
        yield from self.built_in
        yield from self.added

    def __len__(self) -> int:
        return len(self.built_in) + len(self.added)

    @property
    def added(self) -> tuple[str, ...]:
        """The names that extensions add; those that cannot be used are not among them."""
        names = _source.names(self.group, self.built_in)
        return tuple(name for name in names if _source.find(self.group, name) is not None)


def guarded(function: Callable[P, T], extension: Extension) -> Callable[P, T]:
    """The same, but whatever goes wrong in it is an error that names the extension."""

    @wraps(function)
    def run(*args: P.args, **options: P.kwargs) -> T:
        try:
            return function(*args, **options)
        except DomainError:
            raise
        except Exception as error:
            raise failure(extension, reason_of(error)) from error

    return run


def failure(extension: Extension, reason: Message | str) -> DomainError:
    """The error that an extension did not do what it has to."""
    facts: dict[str, Any] = {"name": extension.name, "package": extension.package}
    return InvalidStateError("extension-failed", reason=reason, **facts)


def extension_error(text: str, hint: str = "") -> InvalidInputError:
    """An error of an extension in its own words: what happened, then what to do."""
    remedy = Message("literal", text=hint) if hint else None
    return InvalidInputError("extension-error", hint=remedy, text=text)


def require_kind(extension: Extension, value: object, kind: type[T]) -> T:
    """What an extension made, if it is of this kind; else an error that names the extension."""
    if isinstance(value, kind):
        return value
    names = {"found": type(value).__name__, "expected": kind.__name__}
    raise failure(extension, Message("extension-kind.wrong", **names))


def reason_of(error: Exception) -> Message | str:
    """What went wrong, in one line."""
    if isinstance(error, DomainError):
        parts = [error.text, *(f"{one.where_in_words}: {one.message}" for one in error.problems)]
        return " ".join(map(str, parts))
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text:.300}" if text else type(error).__name__
