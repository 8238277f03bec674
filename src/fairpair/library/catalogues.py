"""What there is to choose from: presets and tie-breaks."""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from fairpair.core.dataclass import dataclass
from fairpair.engine.standings.registry import catalogue
from fairpair.language.message import Phrase
from fairpair.library.arguments import name_of
from fairpair.library.shown import Record, Rows
from fairpair.presets import names, preset, rules_of


@dataclass(frozen=True, slots=True)
class PresetInfo(Record):
    """A preset: its `name` is what calls take."""

    name: str
    """What `preset=` takes."""
    title: str
    """What people call it."""
    system: str
    """Its pairing system."""
    about: str
    """What it is for."""
    source: str
    """Where its rules come from."""


@dataclass(frozen=True, slots=True)
class TiebreakInfo(Record):
    """A tie-break: its `code` is what calls take, with `modifiers` after it."""

    code: str
    """What `tiebreaks=` takes."""
    name: str
    """What people call it."""
    about: str
    """How it is calculated."""
    modifiers: str
    """What the code may have after it."""
    better: str
    """`higher` or `lower`."""
    range: str
    """The values it can have."""
    games: str
    """The games it is used in."""
    clause: str
    """Where it is defined."""


I = TypeVar("I", PresetInfo, TiebreakInfo)  # noqa: E741


@dataclass(frozen=True, slots=True)
class Catalogue(Rows[I], Generic[I]):
    """What there is to choose from; iterating gives the rows, `[...]` finds one by name or code."""

    rows: tuple[I, ...]
    """In the order in which they are listed."""

    __repr__ = Rows.__repr__

    @property
    def title(self) -> str:
        """Empty: this table has no title."""
        return ""

    @property
    def names(self) -> list[str]:
        """The names or codes that calls take."""
        return [next(iter(row.to_dict().values())) for row in self.rows]

    def to_dict(self) -> dict[str, Any]:
        """Plain data by name or code, ready for `json.dumps`."""
        return dict(zip(self.names, self.records(), strict=True))

    def records(self) -> list[dict[str, Any]]:
        """One dictionary per row."""
        return [row.to_dict() for row in self.rows]

    def _all(self) -> tuple[I, ...]:
        return self.rows

    def _names(self) -> list[str]:
        return self.names

    def _named(self, name: str) -> I:
        return self.rows[self.names.index(name_of(self.names, "name", name))]

    def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        heads = [key for key in self.records()[0] if key in _PRINTED]
        return heads, [[one[head] for head in heads] for one in self.records()]


_PRINTED = ("name", "title", "system", "code", "modifiers")
"""The columns that fit into a line."""


def list_presets() -> Catalogue[PresetInfo]:
    """All presets, those of one game together.

    >>> import fairpair
    >>> fairpair.list_presets()["fide_dutch"].system
    'dutch'
    """
    return Catalogue(tuple(map(_preset, names())))


def _preset(name: str) -> PresetInfo:
    one = preset(name)
    title, about = str(Phrase(one.title)), str(Phrase(one.about))
    return PresetInfo(name, title, rules_of(name, {}).system, about, one.source)


def list_tiebreaks() -> Catalogue[TiebreakInfo]:
    """All tie-breaks with their codes.

    >>> import fairpair
    >>> fairpair.list_tiebreaks()["BH"].name
    'Buchholz'
    """
    return Catalogue(tuple(TiebreakInfo(**entry) for entry in catalogue()))
