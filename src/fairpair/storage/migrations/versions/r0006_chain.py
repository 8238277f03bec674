"""The hash of every event, and the table of persons: personal data moves there from the events."""

import secrets
from functools import partial

from alembic import op
from sqlalchemy import Column, Connection, Integer, PrimaryKeyConstraint, Text, text

from fairpair.log.chain import chain
from fairpair.log.persons import separate
from fairpair.log.stored import StoredEvent, StoredPerson

revision = "0006"
down_revision = "0005"

_NO_UPDATES = """
    CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never changed'); END
    """
_FIELDS = "seq, command_id, part, digest, type, version, payload, at, actor"
_READ = f"SELECT {_FIELDS} FROM events WHERE tournament = :here ORDER BY seq"  # noqa: S608
_WRITE = """
    UPDATE events SET digest = :digest, payload = :payload, hash = :hash
    WHERE tournament = :here AND seq = :seq
    """
_ADD = """
    INSERT INTO persons (tournament, seq, member, player, salt, data)
    VALUES (:here, :seq, :member, :player, :salt, :data)
    """


def upgrade() -> None:
    """Add the column and the table, and rewrite every log once."""
    connection = op.get_bind()
    sqlite = connection.dialect.name == "sqlite"
    kind = Text() if sqlite else Text(collation="C")
    op.add_column("events", Column("hash", kind, nullable=False, server_default=""))
    op.create_table(
        "persons",
        Column("tournament", kind, nullable=False),
        Column("seq", Integer, nullable=False),
        Column("member", Integer, nullable=False),
        Column("player", Integer, nullable=False),
        Column("salt", kind, nullable=False),
        Column("data", kind, nullable=False),
        PrimaryKeyConstraint("tournament", "seq", "member", name="persons_once"),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )
    if sqlite:
        op.execute("DROP TRIGGER events_are_not_changed")
    else:
        op.execute("ALTER TABLE events DISABLE TRIGGER events_only_grow")
    for here in connection.execute(text("SELECT DISTINCT tournament FROM events")).scalars().all():
        _rewrite(connection, here)
    op.execute(_NO_UPDATES if sqlite else "ALTER TABLE events ENABLE TRIGGER events_only_grow")


def _rewrite(connection: Connection, here: str) -> None:
    rows = [StoredEvent(*row) for row in connection.execute(text(_READ), {"here": here})]
    separated, persons = separate(rows, partial(secrets.token_hex, 16))
    connection.execute(text(_WRITE), [_event(here, row) for row in chain(separated)])
    if persons:
        connection.execute(text(_ADD), [_person(here, person) for person in persons])


def _event(here: str, row: StoredEvent) -> dict[str, object]:
    changed = {"digest": row.digest, "payload": row.payload, "hash": row.hash}
    return {"here": here, "seq": row.seq, **changed}


def _person(here: str, person: StoredPerson) -> dict[str, object]:
    key = {"here": here, "seq": person.seq, "member": person.member, "player": person.player}
    return {**key, "salt": person.salt, "data": person.data}
