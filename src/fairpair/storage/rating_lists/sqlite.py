"""Rating lists in SQLite, in a file of their own: `lists.db` beside that of the tournaments.

Every list has a table of its own, so that loading and dropping one never touches another. A list
is used once its row in `lists` is complete; what an interrupted import has left is dropped when
lists are opened the next time. One process at a time imports, under the lock of the file.
"""

# ruff: noqa: S608  the names of tables are made of numbers, and values are parameters

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from fairpair.core.errors import InvalidStateError, StorageError
from fairpair.core.listed import ListedPlayer, RatingList, is_number
from fairpair.storage import errors
from fairpair.storage.filelock import FileLock
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

LISTS = "lists.db"
_WAIT = 10.0
_LISTS = (
    f"""CREATE TABLE IF NOT EXISTS lists ({", ".join(LIST_COLUMNS)}, complete, PRIMARY KEY (id))"""
)
_UNRATED = "(coalesce(standard, rapid, blitz) IS NULL) * 2 + inactive"
"""The order of those with equal names: rated and active ones first."""
_TYPES = {"row": "INTEGER PRIMARY KEY"}


class SqliteLists:
    """A `RatingListStore` in the file at `path`, which is made by the first import."""

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        self._lock = FileLock(self._path, 0.05)
        self._clean()

    def lists(self) -> list[RatingList]:
        """The complete lists, by key and month."""
        if not self._path.exists():
            return []
        with self._reading() as connection:
            return _complete(connection) if _there(connection) else []

    def load(
        self, new: RatingList, rows: Iterable[ListedPlayer], check: Check, progress: Progress
    ) -> RatingList:
        """Load a list beside the one that is there, then use it; after an error nothing is left."""
        with self._importing() as connection:
            _drop_incomplete(connection)
            [(last,)] = connection.execute("SELECT coalesce(max(id), 0) FROM lists")
            made = replace(new, id=last + 1)
            marks = ", ".join("?" for _ in LIST_COLUMNS)
            connection.execute(f"INSERT INTO lists VALUES ({marks}, 0)", list_values(made))
            try:
                count = _fill(connection, made.id, rows, progress)
                check(count)
                return _switch(connection, replace(made, rows=count))
            except BaseException:
                with suppress(sqlite3.Error):
                    connection.rollback()
                    _drop_incomplete(connection)
                raise

    def search(self, wanted: RatingList, text: str, federation: str) -> list[ListedPlayer]:
        """Those whose number or name begins so, at most 20, the likeliest first."""
        found: list[ListedPlayer] = []
        words = Words.read(text)
        with self._reading() as connection, _while_there(connection, wanted):
            if is_number(text):
                found = _by_number(connection, wanted.id, text.strip())
            elif words.words:
                found = _by_name(connection, wanted.id, words, federation)
        return found

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
                connection.execute("UPDATE lists SET active = 1 WHERE id = ?", [newest.id])

    def close(self) -> None:
        """Nothing is open between two requests."""

    def _find(
        self, wanted: RatingList, column: str, values: Sequence[str]
    ) -> dict[str, ListedPlayer]:
        found: dict[str, ListedPlayer] = {}
        if not self._path.exists():
            return found
        with self._reading() as connection, _while_there(connection, wanted):
            for start in range(0, len(values), 500):
                some = list(values[start : start + 500])
                marks = ", ".join("?" for _ in some)
                rows = connection.execute(
                    f"SELECT {FOUND} FROM {table_of(wanted.id)} WHERE {column} IN ({marks})", some
                )
                for one in map(as_player, rows):
                    found.setdefault(getattr(one, column), one)
        return found

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._translated(), closing(self._connect("ro")) as connection:
            yield connection

    @contextmanager
    def _importing(self) -> Iterator[sqlite3.Connection]:
        """A connection that may write, while nobody else imports."""
        if not self._path.exists():
            with self._translated():
                self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                os.close(os.open(self._path, os.O_CREAT | os.O_WRONLY, 0o600))
        try:
            held = self._lock.held()
            held.__enter__()
        except StorageError as error:
            raise InvalidStateError("rating-list-busy") from error
        try:
            with self._translated(), closing(self._connect("rw")) as connection:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = NORMAL")
                connection.execute("PRAGMA cache_size = -65536")
                connection.execute(_LISTS)
                yield connection
        finally:
            held.__exit__(None, None, None)

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise errors.from_file(self._path, _WAIT, error) from error

    def _connect(self, mode: str) -> sqlite3.Connection:
        return sqlite3.connect(
            f"{self._path.as_uri()}?mode={mode}",
            uri=True,
            timeout=_WAIT,
            isolation_level=None,
            check_same_thread=False,
        )

    def _clean(self) -> None:
        """Drop what an import has left that was killed, unless somebody is importing now."""
        if not self._path.exists():
            return
        with suppress(InvalidStateError, StorageError):
            with self._reading() as connection:
                [(left,)] = connection.execute("SELECT count(*) FROM lists WHERE complete = 0")
            if left:
                with self._importing() as connection:
                    _drop_incomplete(connection)


def _there(connection: sqlite3.Connection) -> bool:
    """Whether the file is more than the beginning of its first import."""
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'lists'").fetchone()
    return found is not None


@contextmanager
def _while_there(connection: sqlite3.Connection, wanted: RatingList) -> Iterator[None]:
    """The block ends if the list is dropped: another one has come since it was looked up."""
    try:
        yield
    except sqlite3.OperationalError:
        if connection.execute("SELECT 1 FROM lists WHERE id = ?", [wanted.id]).fetchone():
            raise


def _complete(connection: sqlite3.Connection) -> list[RatingList]:
    columns = ", ".join(LIST_COLUMNS)
    rows = connection.execute(
        f"SELECT {columns} FROM lists WHERE complete = 1 ORDER BY key, period DESC, id DESC"
    )
    return [as_list(row) for row in rows]


def _fill(
    connection: sqlite3.Connection, list_id: int, rows: Iterable[ListedPlayer], progress: Progress
) -> int:
    """The table of a list with its indexes; how many rows it has."""
    table = table_of(list_id)
    columns = ", ".join(f"{name} {_TYPES.get(name, '')}" for name in COLUMNS)
    connection.execute(f"CREATE TABLE {table} ({columns})")
    insert = f"INSERT INTO {table} VALUES ({', '.join('?' for _ in COLUMNS)})"
    count = 0
    for piece in pieces(rows):
        connection.execute("BEGIN")
        connection.executemany(insert, piece)
        connection.execute("COMMIT")
        count += len(piece)
        progress(count)
    _index(connection, table)
    return count


def _index(connection: sqlite3.Connection, table: str) -> None:
    try:
        connection.execute(f"CREATE UNIQUE INDEX {table}_numbers ON {table} (number)")
    except sqlite3.IntegrityError as error:
        counted, found = duplicates(table)
        [(count,)] = connection.execute(counted)
        raise duplicates_error(count, connection.execute(found)) from error
    connection.execute(f"CREATE INDEX {table}_names ON {table} (key, federation, {_UNRATED})")
    connection.execute(f"CREATE INDEX {table}_fide ON {table} (fide_id) WHERE fide_id <> number")
    connection.execute(
        f"CREATE VIRTUAL TABLE {table}_words USING fts5 (key, federation, content='{table}',"
        " content_rowid='row', detail='column', prefix='3', columnsize=0)"
    )
    connection.execute(
        f"INSERT INTO {table}_words (rowid, key, federation)"
        f" SELECT row, key, federation FROM {table}"
    )


def _switch(connection: sqlite3.Connection, new: RatingList) -> RatingList:
    """Use the new list from now on; what it replaces is dropped after that."""
    newest, gone = kept_and_old(_complete(connection), new)
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(
        "UPDATE lists SET complete = 1, rows = ?, active = 0 WHERE id = ?", [new.rows, new.id]
    )
    connection.execute("UPDATE lists SET active = (id = ?) WHERE key = ?", [newest.id, new.key])
    connection.executemany("UPDATE lists SET complete = 0 WHERE id = ?", [[one.id] for one in gone])
    connection.execute("COMMIT")
    _drop_incomplete(connection)
    return replace(new, active=newest.id == new.id)


def _drop_incomplete(connection: sqlite3.Connection) -> None:
    rows = connection.execute("SELECT id FROM lists WHERE complete = 0").fetchall()
    _drop(connection, [list_id for (list_id,) in rows])


def _drop(connection: sqlite3.Connection, ids: Sequence[int]) -> None:
    for list_id in ids:
        connection.execute("UPDATE lists SET complete = 0 WHERE id = ?", [list_id])
        connection.execute(f"DROP TABLE IF EXISTS {table_of(list_id)}_words")
        connection.execute(f"DROP TABLE IF EXISTS {table_of(list_id)}")
        connection.execute("DELETE FROM lists WHERE id = ?", [list_id])


def _by_number(connection: sqlite3.Connection, list_id: int, number: str) -> list[ListedPlayer]:
    rows = connection.execute(
        f"SELECT {FOUND} FROM {table_of(list_id)} WHERE number >= ? AND number < ?"
        " ORDER BY number <> ?, number LIMIT ?",
        [number, f"{number}:", number, MOST_FOUND],  # the colon comes after the digits
    )
    return list(map(as_player, rows))


def _by_name(
    connection: sqlite3.Connection, list_id: int, words: Words, federation: str
) -> list[ListedPlayer]:
    """First those whose last name begins with the first word, then all others."""
    table = table_of(list_id)
    others = "".join(" AND ' ' || key LIKE ?" for _ in words.rest)
    order = f"federation <> ?, {_UNRATED}, key, row LIMIT ?"
    found = [
        row
        for (row,) in connection.execute(
            f"SELECT row FROM {table} WHERE key >= ? AND key < ?{others} ORDER BY {order}",
            [words.first, words.after, *words.rest, federation, MOST_FOUND],
        )
    ]
    phrase = "key : (" + " AND ".join(f'"{word}" *' for word in words.words) + ")"
    own = [f'{phrase} AND federation : "{federation.lower()}"'] if federation.isalpha() else []
    for match in [*own, phrase]:
        if len(found) < MOST_FOUND:
            hits = f"SELECT rowid FROM {table}_words WHERE {table}_words MATCH ? LIMIT {MOST_HITS}"
            more = connection.execute(
                f"SELECT row FROM {table} WHERE row IN ({hits}) ORDER BY {order}",
                [match, federation, 2 * MOST_FOUND],
            )
            found += [row for (row,) in more if row not in found]
    found = found[:MOST_FOUND]
    marks = ", ".join("?" for _ in found)
    rows = connection.execute(f"SELECT {FOUND} FROM {table} WHERE row IN ({marks})", found)
    by_row = {row[0]: as_player(row) for row in rows}
    return [by_row[row] for row in found]
