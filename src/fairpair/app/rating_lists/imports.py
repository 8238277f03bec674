"""A rating list from a file into the store: all of it or nothing, and only in place of its like."""

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

from fairpair.app.ports import RatingListStore
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidInputError, InvalidStateError
from fairpair.core.listed import FIDE_LISTS, RatingList
from fairpair.core.ratings import is_list_key, is_period
from fairpair.formats.rating_lists.reading import list_key_of, preview_list, read_list
from fairpair.formats.rating_lists.rows import BadRows, ListContent
from fairpair.formats.rating_lists.source import ListSource, open_list
from fairpair.formats.rating_lists.tables import ListPreview, read_columns, read_mapping
from fairpair.language.message import Message

SHORTER = "shorter-list"
"""The confirmation for a list with far fewer players than the one before."""
_LEAST_SHARE = (9, 10)
_FIDE_NAMES = {
    "fide": "FIDE",
    "fide.standard": "FIDE standard",
    "fide.rapid": "FIDE rapid",
    "fide.blitz": "FIDE blitz",
}
_BLOCK = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class ListImport:
    """What is to be imported: a file, and which list it is.

    `file_name` is what the file is called where it comes from; a list of one rating is known by it.
    Without a `mapping` that of the list before is used, or what the columns are called.
    """

    path: Path
    key: str = "fide"
    name: str = ""
    file_name: str = ""
    period: str = ""
    mapping: str = ""
    source: str = ""
    published: str = ""
    confirmed: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class ImportedList:
    """A list that is in use now, and the rows that were left out."""

    list: RatingList
    left_out: int
    problems: Sequence[FieldProblem]
    notes: Sequence[Message]


@dataclass
class ImportProgress:
    """How far an import has come: rows loaded, and the share of the file that was read."""

    rows: int = 0
    share: int = 0
    heard: Callable[["ImportProgress"], None] = field(default=lambda _: None)


def import_list(
    store: RatingListStore, wanted: ListImport, now: str, progress: ImportProgress | None = None
) -> ImportedList:
    """Import a list; readers see the one before until all of it is there.

    Raises `InvalidStateError` (`needs-confirmation`) if it has less than nine tenths of the rows
    of the one before, and `InvalidInputError` for what is not such a list.
    """
    require_key(wanted.key)
    told = progress or ImportProgress()
    with open_list(wanted.path, wanted.file_name) as source:
        key = list_key_of(source, wanted.key)
        there = [one for one in store.lists() if one.key == key]
        content, mapping = read_list(source, key, _mapping(wanted, there))
        period, notes = _period(wanted, content, source, now)
        new = RatingList(
            0,
            key,
            wanted.name or next((one.name for one in there), _name(key)),
            key[4:] if key.startswith("nat.") else "",
            wanted.source or wanted.file_name or wanted.path.name,
            period,
            wanted.published or source.dated,
            now,
            checksum=_checksum(wanted.path),
            mapping=json.dumps(mapping) if mapping else "",
        )
        _require_new(new, there)
        check = _row_check(content.bad, there, wanted.confirmed)
        made = store.load(new, content.rows, check, lambda rows: _tell(told, rows, source))
    return ImportedList(made, content.bad.count, content.bad.told, (*content.notes, *notes))


def preview_file(store: RatingListStore, wanted: ListImport) -> ListPreview:
    """How a list would be read, with its first rows and all that cannot be used."""
    require_key(wanted.key)
    with open_list(wanted.path, wanted.file_name) as source:
        there = [one for one in store.lists() if one.key == wanted.key]
        return preview_list(source, wanted.key, _mapping(wanted, there))


def file_columns(wanted: ListImport) -> tuple[str, ...]:
    """The columns of a table, for people who say what they are."""
    with open_list(wanted.path, wanted.file_name) as source:
        return read_columns(source)


def key_of(kind: str) -> str:
    """The key of a list from what people type.

    >>> key_of("rapid"), key_of("GER"), key_of("Chess club")
    ('fide.rapid', 'nat.GER', 'custom.chess-club')
    """
    if f"fide.{kind}" in FIDE_LISTS:
        return f"fide.{kind}"
    if kind == "fide" or "." in kind:
        return kind
    if re.fullmatch(r"[A-Z]{3}", kind):
        return f"nat.{kind}"
    return own_key(kind)


def own_key(name: str) -> str:
    """The key of a list of one's own by its name."""
    return f"custom.{re.sub(r'[^a-z0-9]+', '-', name.lower()).strip('-')[:40]}"


def require_key(key: str) -> None:
    """`InvalidInputError` for what cannot be the key of a list."""
    if key not in FIDE_LISTS and not (is_list_key(key) and key.startswith(("nat.", "custom."))):
        raise InvalidInputError("bad-rating-list.key", key=f"{key!r:.60}")


def _mapping(wanted: ListImport, there: Sequence[RatingList]) -> Mapping[str, str]:
    """The mapping that was asked for, or that of the list before."""
    said = wanted.mapping or next((one.mapping for one in there if one.mapping), "")
    return read_mapping(said) if said else {}


def _name(key: str) -> str:
    return _FIDE_NAMES.get(key) or key.partition(".")[2]


def _period(
    wanted: ListImport, content: ListContent, source: ListSource, now: str
) -> tuple[str, tuple[Message, ...]]:
    """The month of a list: from its header, from whoever imports it, or from its date."""
    asked, said = wanted.period, content.period
    if asked and not is_period(asked):
        problem = FieldProblem("period", Message("value.period", value=f"{asked!r:.20}"))
        raise InvalidInputError("bad-value", problems=[problem], n=1)
    if asked and said and asked != said:
        raise InvalidInputError("bad-rating-list.month", found=said, wanted=asked)
    if asked or said:
        return asked or said, ()
    found = (wanted.published or source.dated or now)[:7]
    return found, (Message("rating-list.month-assumed", period=found),)


def _require_new(new: RatingList, there: Sequence[RatingList]) -> None:
    """Refuse a file that is already there, read in the same way."""
    same = replace(new, id=0)
    for one in there:
        if (one.checksum, one.mapping, one.period) == (same.checksum, same.mapping, same.period):
            raise InvalidStateError("nothing-changed.rating-list", list=f"{one.name} {one.period}")


def _row_check(
    bad: BadRows, there: Sequence[RatingList], confirmed: Sequence[str]
) -> Callable[[int], None]:
    """Refuses a list when it is complete: without rows, with bad ones, or far too short."""
    before = next((one.rows for one in there if one.active), 0)

    def check(rows: int) -> None:
        bad.require_few(rows)
        if not rows:
            raise InvalidInputError("bad-rating-list.empty")
        share, of = _LEAST_SHARE
        if rows * of < before * share and SHORTER not in confirmed:
            problem = FieldProblem(SHORTER, Message("rating-list.shorter"))
            raise InvalidStateError(
                "needs-confirmation.shorter-list", rows=rows, before=before, problems=[problem]
            )

    return check


def _tell(told: ImportProgress, rows: int, source: ListSource) -> None:
    told.rows = rows
    told.share = min(100, source.read * 100 // max(1, source.size))
    told.heard(told)


def _checksum(path: Path) -> str:
    made = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            made.update(block)
    return made.hexdigest()
