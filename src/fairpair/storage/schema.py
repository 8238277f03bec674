"""The tables, as the code reads and writes them; `migrations` is what makes them."""

from sqlalchemy import (
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
)
from sqlalchemy import UniqueConstraint as Unique

metadata = MetaData()
file_metadata = MetaData()
"""What only a file has."""

events = Table(
    "events",
    metadata,
    Column("tournament", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("command_id", Text, nullable=False),
    Column("part", Integer, nullable=False),
    Column("digest", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("hash", Text, nullable=False, server_default=""),
    PrimaryKeyConstraint("tournament", "seq", name="events_in_order"),
    Unique("tournament", "command_id", "part", name="events_commands_once"),
)
"""Append-only by triggers. `actor` is `StoredEvent.by`, a reserved word in SQL."""

STORED = tuple(column for column in events.c if column.name != "tournament")
"""The columns in the order of the fields of `StoredEvent`."""

persons = Table(
    "persons",
    metadata,
    Column("tournament", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("member", Integer, nullable=False),
    Column("player", Integer, nullable=False),
    Column("salt", Text, nullable=False),
    Column("data", Text, nullable=False),
    PrimaryKeyConstraint("tournament", "seq", "member", name="persons_once"),
)
"""After the tournament in the order of the fields of `StoredPerson`; rows may be deleted."""

deleted_events = Table(
    "deleted_events",
    metadata,
    *(Column(column.name, column.type, nullable=False) for column in events.c),
    PrimaryKeyConstraint("tournament", "seq", name="deleted_events_in_order"),
)
"""The logs of deleted tournaments, until they are erased."""

deleted_persons = Table(
    "deleted_persons",
    metadata,
    *(Column(column.name, column.type, nullable=False) for column in persons.c),
    PrimaryKeyConstraint("tournament", "seq", "member", name="deleted_persons_once"),
)
"""The personal data of these logs."""

receipts = Table(
    "receipts",
    metadata,
    Column("tournament", Text, nullable=False),
    Column("command_id", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("events", Integer, nullable=False),
    Column("answer", Text, nullable=False),
    Column("at", Text, nullable=False),
    PrimaryKeyConstraint("tournament", "command_id", name="receipts_once"),
)
"""In the order of the fields of `Receipt`."""

access_keys = Table(
    "access_keys",
    metadata,
    Column("digest", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("tournament", Text),
    Column("player", Integer),
    Column("label", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("expires_at", Text),
    Column("revoked_at", Text),
    Column("parent", Text),
    PrimaryKeyConstraint("digest", name="access_keys_once"),
    Index("access_keys_of_tournament", "tournament", "kind"),
)
"""In the order of the fields of `StoredKey`."""

wrong_keys = Table(
    "wrong_keys",
    metadata,
    Column("address", Text, nullable=False),
    Column("at", Text, nullable=False),
    Index("wrong_keys_of_address", "address", "at"),
)
"""Wrong keys of the last minute, by the address they came from."""

webhooks = Table(
    "webhooks",
    metadata,
    Column("id", Text, nullable=False),
    Column("tournament", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("format", Text, nullable=False),
    Column("happenings", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("delivered", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("next_try", Text, nullable=False),
    Column("problem", Text, nullable=False),
    Column("stopped_at", Text, nullable=False),
    Column("last_at", Text, nullable=False),
    Column("holder", Text, nullable=False),
    Column("held_until", Text, nullable=False),
    PrimaryKeyConstraint("id", name="webhooks_once"),
    Index("webhooks_of_tournament", "tournament"),
)
"""In the order of the fields of `Webhook`."""

summaries = Table(
    "summaries",
    metadata,
    Column("tournament", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("edition", Text, nullable=False),
    Column("summary", Text, nullable=False),
    PrimaryKeyConstraint("tournament", name="summaries_once"),
)
"""In the order of the fields of `StoredSummary`; all of it can be made again from the events."""

server_secret = Table(
    "server_secret",
    metadata,
    Column("number", Integer, nullable=False),
    Column("secret", Text, nullable=False),
    PrimaryKeyConstraint("number", name="server_secret_once"),
)
"""One row: what the server signs with, in hexadecimal digits."""

pictures = Table(
    "pictures",
    metadata,
    Column("tournament", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
    PrimaryKeyConstraint("tournament", "name", name="pictures_once"),
)
"""In the order of the fields of `StoredPicture`."""

deleted_pictures = Table(
    "deleted_pictures",
    metadata,
    *(Column(column.name, column.type, nullable=False) for column in pictures.c),
    PrimaryKeyConstraint("tournament", "name", name="deleted_pictures_once"),
)
"""The pictures of deleted tournaments."""

presets = Table(
    "presets",
    metadata,
    Column("name", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("at", Text, nullable=False),
    PrimaryKeyConstraint("key", name="presets_once"),
)
"""In the order of the fields of `StoredPreset`."""

versions = Table(
    "versions",
    file_metadata,
    Column("change", Integer, nullable=False),
    Column("tournament", Text, nullable=False),
    Column("version", Integer, nullable=False),
    PrimaryKeyConstraint("change", name="versions_by_change"),
    Unique("tournament", name="versions_once"),
)
"""Kept by a trigger: with every event its tournament gets the highest `change` so far."""
