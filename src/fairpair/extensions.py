"""Extensions: what other packages add through entry points, found when it is needed.

| group | an entry point leads to | its name is |
|---|---|---|
| `fairpair.systems` | a pairing system, `System` | the rule `system` |
| `fairpair.tiebreaks` | a tie-break, `Tiebreak` | its code, in any case |
| `fairpair.presets` | a preset, `Preset` | its name |
| `fairpair.formats` | a file format, `FileFormat` | its name |
| `fairpair.sheets` | something to print, `Sheet` | its name |

The entry points of all packages are read once, and only if a name is not built in or if all are
listed. A package is imported when something of it is used or listed. What cannot be used is named
in a warning and left out.
"""

import re
from collections.abc import Callable, Collection, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from fairpair.core.errors import InvalidInputError
from fairpair.core.registry import Extension, are_extensions_used, reason_of, use_extensions
from fairpair.language.message import Message

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,59}")


class Group(NamedTuple):
    """What the extensions of a group must be, and which attribute is their name."""

    kind: str
    attribute: str = "name"
    normalise: Callable[[str], str] = str
    check: str = ""
    """A function that raises an error if something is wrong with it."""


GROUPS = {
    "fairpair.systems": Group("fairpair.engine.pairing.systems:System"),
    "fairpair.tiebreaks": Group(
        "fairpair.engine.standings.tiebreak:Tiebreak",
        "code",
        str.upper,
        "fairpair.engine.standings.tiebreak:require_usable",
    ),
    "fairpair.presets": Group("fairpair.presets:Preset", check="fairpair.presets:require_usable"),
    "fairpair.formats": Group("fairpair.formats.added_formats:FileFormat"),
    "fairpair.sheets": Group("fairpair.app.printing.register:Sheet"),
}
"""The modules are named, not imported: whoever uses an extension has imported its kind."""


class InstalledExtensions:
    """The extensions in the packages that are installed beside this one."""

    def __init__(self, read: "Callable[[], Iterable[EntryPoint]] | None" = None) -> None:
        self._read = read or _installed
        self._entries: dict[str, dict[str, EntryPoint]] | None = None
        self._found: dict[tuple[str, str], Extension | None] = {}
        self._said: set[str] = set()

    def names(self, group: str, built_in: Collection[str]) -> Collection[str]:
        """The names in a group; one that is built in is refused with a warning."""
        entries = self._all().get(group, {})
        for name in entries.keys() & set(built_in):
            self.warn(Message("extension.built-in", **_facts(group, entries[name])))
        return [name for name in entries if name not in built_in]

    def find(self, group: str, name: str) -> Extension | None:
        """The extension with this name; none if it is missing or cannot be used."""
        if (group, name) not in self._found:
            entry = self._all().get(group, {}).get(name)
            self._found[group, name] = self._load(group, name, entry) if entry else None
        return self._found[group, name]

    def warn(self, text: Message) -> None:
        """Write it to the log, which is standard error unless a server has another one."""
        said = str(text)
        if said not in self._said:
            import logging  # noqa: PLC0415 - the start of the program needs none of it

            self._said.add(said)
            logging.getLogger(__name__).warning("%s", said)

    def _all(self) -> "dict[str, dict[str, EntryPoint]]":
        """The entry points by group and name; of two with one name the first package's."""
        if self._entries is None:
            found: dict[str, dict[str, EntryPoint]] = {group: {} for group in GROUPS}
            for entry in sorted(self._read(), key=_package):
                name = GROUPS[entry.group].normalise(entry.name)
                if found[entry.group].setdefault(name, entry) is not entry:
                    facts = _facts(entry.group, entry)
                    other = _package(found[entry.group][name])
                    self.warn(Message("extension.twice", other=other, **facts))
            self._entries = found
        return self._entries

    def _load(self, group: str, name: str, entry: "EntryPoint") -> Extension | None:
        try:
            value = entry.load()
            _require_kind(GROUPS[group], name, value)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a package does
            facts = _facts(group, entry)
            reason = reason_of(error) if isinstance(error, Exception) else "SystemExit"
            self.warn(Message("extension.broken", reason=reason, **facts))
            return None
        return Extension(name, value, _package(entry))


def activate() -> None:
    """Look for extensions among the installed packages from now on."""
    if not are_extensions_used():
        use_extensions(InstalledExtensions())


def _installed() -> "list[EntryPoint]":
    from importlib.metadata import entry_points  # noqa: PLC0415 - it takes a few milliseconds

    found = entry_points()
    return [entry for group in GROUPS for entry in found.select(group=group)]


def _package(entry: "EntryPoint") -> str:
    """The name and version of the package that an entry point belongs to."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.module


def _facts(group: str, entry: "EntryPoint") -> dict[str, Any]:
    kind = Message(f"extension-kind.{group.partition('.')[2]}")
    return {"kind": kind, "name": entry.name, "package": _package(entry)}


def _require_kind(group: Group, name: str, value: object) -> None:
    kind = _named(group.kind)
    if not isinstance(value, kind):
        found = type(value).__name__
        raise InvalidInputError("extension-kind.wrong", found=found, expected=kind.__name__)
    own = getattr(value, group.attribute)
    if not isinstance(own, str) or not _NAME.fullmatch(own):
        raise InvalidInputError("extension-kind.name", found=repr(own))
    if group.normalise(own) != name:
        raise InvalidInputError("extension-kind.other-name", found=repr(own))
    if group.check:
        _named(group.check)(value)


def _named(path: str) -> Any:
    module, _, attribute = path.partition(":")
    return getattr(import_module(module), attribute)
