"""Rating lists in PostgreSQL: a table for each, filled with COPY, beside those of the tournaments.

An import holds a lock of the database while it works, so that what a killed one has left can be
told from one that is running.

The rows of lists are not in the WAL. A crash of the database server empties their tables, and with
them `filled_lists`, which has the numbers of those that can be used: the others are not there.
"""

# ruff: noqa: S608  the names of tables are made of numbers, and values are parameters

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from typing import Any

import psycopg

from fairpair.core.errors import InvalidStateError
from fairpair.core.listed import ListedPlayer, RatingList, is_number
from fairpair.storage.rating_lists.queries import (
    COLUMNS,
    FOUND,
    LIST_COLUMNS,
    MOST_FOUND,
    MOST_HITS,
    Check,
    Progress,
    Words,
    as_list,
    as_player,
    duplicates,
    duplicates_error,
    kept_and_old,
    list_values,
    pieces,
    table_of,
)

Driver = psycopg.Connection[Any]
_LOCK = 7_301_425_116_532_201
_UNRATED = "((coalesce(standard, rapid, blitz) IS NULL)::int * 2 + inactive::int)"
_NUMBERS = frozenset(
    f"{before}{kind}" for before in ("", "games_", "k_") for kind in ("standard", "rapid", "blitz")
) | {"row", "birth_year"}
_GONE = psycopg.errors.UndefinedTable
"""The list was dropped: another one has come since it was looked up."""
_FILLED = "id IN (SELECT id FROM filled_lists)"
_UNUSABLE = f"SELECT id FROM rating_lists WHERE NOT (complete AND {_FILLED})"
_LIST_TYPES = {"id": "integer", "rows": "integer", "active": "boolean"}


class PostgresLists:
    """A `RatingListStore` in the schema of the tournaments; its tables are made when needed."""

    def __init__(
        self,
        connect: Callable[[], Driver],
        translated: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._connect, self._translated = connect, translated
        self._clean()

    def lists(self) -> list[RatingList]:
        """The complete lists, by key and month."""
        with self._reading() as connection:
            return _complete(connection)

    def load(
        self, new: RatingList, rows: Iterable[ListedPlayer], check: Check, progress: Progress
    ) -> RatingList:
        """Load a list beside the one that is there, then use it; after an error nothing is left."""
        with self._importing() as connection:
            _drop_incomplete(connection)
            [(last,)] = connection.execute("SELECT coalesce(max(id), 0) FROM rating_lists")
            made = replace(new, id=last + 1)
            marks = ", ".join("%s" for _ in LIST_COLUMNS)
            connection.execute(
                f"INSERT INTO rating_lists VALUES ({marks}, false)", list_values(made)
            )
            try:
                count = _fill(connection, made.id, rows, progress)
                check(count)
                return _switch(connection, replace(made, rows=count))
            except BaseException:
                with suppress(psycopg.Error):
                    _drop_incomplete(connection)
                raise

    def search(self, wanted: RatingList, text: str, federation: str) -> list[ListedPlayer]:
        """Those whose number or name begins so, at most 20, the likeliest first."""
        with self._reading() as connection, suppress(_GONE):
            if is_number(text):
                return _by_number(connection, wanted.id, text.strip())
            words = Words.read(text)
            return _by_name(connection, wanted.id, words, federation) if words.words else []
        return []

    def find(self, wanted: RatingList, numbers: Sequence[str]) -> dict[str, ListedPlayer]:
        """The persons with these numbers."""
        return self._find(wanted, "number", numbers)

    def find_by_fide_id(self, wanted: RatingList, ids: Sequence[str]) -> dict[str, ListedPlayer]:
        """The persons of a national list with these numbers of FIDE."""
        return self._find(wanted, "fide_id", ids)

    def remove(self, list_id: int) -> None:
        """Drop a list; another month of it is used from then on."""
        with self._importing() as connection:
            gone = next((one for one in _complete(connection) if one.id == list_id), None)
            if gone is None:
                return
            _drop(connection, [list_id])
            same = [one for one in _complete(connection) if one.key == gone.key]
            if gone.active and same:
                newest = max(same, key=lambda one: (one.period, one.id))
                connection.execute(
                    "UPDATE rating_lists SET active = true WHERE id = %s", [newest.id]
                )

    def close(self) -> None:
        """Nothing is open between two requests."""

    def _find(
        self, wanted: RatingList, column: str, values: Sequence[str]
    ) -> dict[str, ListedPlayer]:
        found: dict[str, ListedPlayer] = {}
        with self._reading() as connection, suppress(_GONE):
            rows = connection.execute(
                f"SELECT {FOUND} FROM {table_of(wanted.id)} WHERE {column} = ANY(%s)",
                [[one for one in values if one.isprintable()]],
            )
            for one in map(as_player, rows):
                found.setdefault(getattr(one, column), one)
        return found

    @contextmanager
    def _reading(self) -> Iterator[Driver]:
        with self._translated(), self._connect() as connection:
            yield connection

    @contextmanager
    def _importing(self) -> Iterator[Driver]:
        with self._reading() as connection:
            [(had,)] = connection.execute("SELECT pg_try_advisory_lock(%s)", [_LOCK])
            if not had:
                raise InvalidStateError("rating-list-busy")
            columns = ", ".join(f"{name} {_LIST_TYPES.get(name, 'text')}" for name in LIST_COLUMNS)
            connection.execute(
                f"CREATE TABLE IF NOT EXISTS rating_lists ({columns}, complete boolean,"
                " PRIMARY KEY (id))"
            )
            connection.execute("CREATE UNLOGGED TABLE IF NOT EXISTS filled_lists (id integer)")
            yield connection  # the lock ends with the connection

    def _clean(self) -> None:
        """Drop what a killed import or a crash has left, unless somebody is importing now."""
        with self._reading() as connection:
            left = _there(connection) and connection.execute(_UNUSABLE).fetchone()
        if left:
            with suppress(InvalidStateError), self._importing() as connection:
                _drop_incomplete(connection)


def _there(connection: Driver) -> bool:
    tables = ("rating_lists", "filled_lists")
    [found] = connection.execute("SELECT to_regclass(%s), to_regclass(%s)", tables)
    return None not in found


def _complete(connection: Driver) -> list[RatingList]:
    if not _there(connection):
        return []
    columns = ", ".join(LIST_COLUMNS)
    rows = connection.execute(
        f"SELECT {columns} FROM rating_lists WHERE complete AND {_FILLED}"
        " ORDER BY key, period DESC, id DESC"
    )
    return [as_list(row) for row in rows]


def _fill(
    connection: Driver, list_id: int, rows: Iterable[ListedPlayer], progress: Progress
) -> int:
    """The table of a list with its indexes; how many rows it has."""
    table = table_of(list_id)
    columns = ", ".join(f"{name} {_type(name)}" for name in COLUMNS)
    connection.execute(f"CREATE UNLOGGED TABLE {table} ({columns})")
    count = 0
    for piece in pieces(rows):
        with connection.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN") as copy:
            for row in piece:
                copy.write_row(row)
        count += len(piece)
        progress(count)
    _index(connection, table)
    return count


def _type(name: str) -> str:
    return (
        "integer" if name in _NUMBERS else "boolean" if name == "inactive" else 'text COLLATE "C"'
    )


def _index(connection: Driver, table: str) -> None:
    try:
        connection.execute(f"CREATE UNIQUE INDEX ON {table} (number)")
    except psycopg.errors.UniqueViolation as error:
        counted, found = duplicates(table)
        [(count,)] = connection.execute(counted)
        raise duplicates_error(count, connection.execute(found)) from error
    connection.execute(f"CREATE INDEX ON {table} (key, federation)")
    connection.execute(f"CREATE INDEX ON {table} (fide_id) WHERE fide_id <> number")
    connection.execute(f"CREATE INDEX ON {table} USING gin (to_tsvector('simple', key))")
    connection.execute(f"ANALYZE {table}")


def _switch(connection: Driver, new: RatingList) -> RatingList:
    """Use the new list from now on; what it replaces is dropped after that."""
    newest, gone = kept_and_old(_complete(connection), new)
    with connection.transaction():
        connection.execute("INSERT INTO filled_lists VALUES (%s)", [new.id])
        connection.execute(
            "UPDATE rating_lists SET complete = true, rows = %s WHERE id = %s", [new.rows, new.id]
        )
        connection.execute(
            "UPDATE rating_lists SET active = (id = %s) WHERE key = %s", [newest.id, new.key]
        )
        connection.execute(
            "UPDATE rating_lists SET complete = false WHERE id = ANY(%s)",
            [[one.id for one in gone]],
        )
    _drop_incomplete(connection)
    return replace(new, active=newest.id == new.id)


def _drop_incomplete(connection: Driver) -> None:
    rows = connection.execute(_UNUSABLE).fetchall()
    _drop(connection, [list_id for (list_id,) in rows])


def _drop(connection: Driver, ids: Sequence[int]) -> None:
    for list_id in ids:
        with connection.transaction():
            connection.execute(f"DROP TABLE IF EXISTS {table_of(list_id)}")
            connection.execute("DELETE FROM rating_lists WHERE id = %s", [list_id])
            connection.execute("DELETE FROM filled_lists WHERE id = %s", [list_id])


def _by_number(connection: Driver, list_id: int, number: str) -> list[ListedPlayer]:
    rows = connection.execute(
        f"SELECT {FOUND} FROM {table_of(list_id)} WHERE number >= %s AND number < %s"
        " ORDER BY number <> %s, number LIMIT %s",
        [number, f"{number}:", number, MOST_FOUND],
    )
    return list(map(as_player, rows))


def _by_name(connection: Driver, list_id: int, words: Words, federation: str) -> list[ListedPlayer]:
    """First those whose last name begins with the first word, then all others."""
    table = table_of(list_id)
    others = "".join(" AND ' ' || key LIKE %s" for _ in words.rest)
    order = f"federation <> %s, {_UNRATED}, key, row LIMIT %s"
    found = connection.execute(
        f"SELECT {FOUND} FROM {table} WHERE key >= %s AND key < %s{others} ORDER BY {order}",
        [words.first, words.after, *words.rest, federation, MOST_FOUND],
    ).fetchall()
    query = " & ".join(f"{word}:*" for word in words.words)
    for own in (True, False) if federation else (False,):
        if len(found) < MOST_FOUND:
            only, values = ("AND federation = %s", [federation]) if own else ("", [])
            more = connection.execute(
                f"SELECT * FROM (SELECT {FOUND} FROM {table} WHERE"
                f" to_tsvector('simple', key) @@ to_tsquery('simple', %s) {only}"
                f" LIMIT {MOST_HITS}) hits ORDER BY {order}",
                [query, *values, federation, 2 * MOST_FOUND],
            )
            found += [row for row in more if row not in found]
    return list(map(as_player, found[:MOST_FOUND]))
