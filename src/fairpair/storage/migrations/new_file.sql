CREATE TABLE events (
	tournament TEXT NOT NULL,
	seq INTEGER NOT NULL,
	command_id TEXT NOT NULL,
	part INTEGER NOT NULL,
	digest TEXT NOT NULL,
	type TEXT NOT NULL,
	version INTEGER NOT NULL,
	payload TEXT NOT NULL,
	at TEXT NOT NULL,
	actor TEXT NOT NULL, hash TEXT DEFAULT '' NOT NULL,
	CONSTRAINT events_in_order PRIMARY KEY (tournament, seq),
	CONSTRAINT events_commands_once UNIQUE (tournament, command_id, part),
	CONSTRAINT events_numbered CHECK (seq >= 1 AND part >= 0)
)
 WITHOUT ROWID,
 STRICT;

CREATE TRIGGER events_are_not_replaced BEFORE INSERT ON events
    WHEN EXISTS (
        SELECT 1 FROM events WHERE tournament = NEW.tournament AND seq = NEW.seq
        UNION ALL
        SELECT 1 FROM events
        WHERE tournament = NEW.tournament AND command_id = NEW.command_id AND part = NEW.part
    )
    BEGIN SELECT RAISE(ABORT, 'events are never replaced'); END;

CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);

CREATE TABLE access_keys (
	digest TEXT NOT NULL,
	kind TEXT NOT NULL,
	role TEXT NOT NULL,
	tournament TEXT,
	player INTEGER,
	label TEXT NOT NULL,
	created_at TEXT NOT NULL,
	expires_at TEXT,
	revoked_at TEXT,
	parent TEXT,
	CONSTRAINT access_keys_once PRIMARY KEY (digest),
	CONSTRAINT access_keys_kinds CHECK (kind IN ('key', 'session', 'login'))
)
 WITHOUT ROWID,
 STRICT;

CREATE INDEX access_keys_of_tournament ON access_keys (tournament, kind);

CREATE TABLE webhooks (
	id TEXT NOT NULL,
	tournament TEXT NOT NULL,
	url TEXT NOT NULL,
	format TEXT NOT NULL,
	happenings TEXT NOT NULL,
	secret TEXT NOT NULL,
	created_at TEXT NOT NULL,
	delivered INTEGER NOT NULL,
	tries INTEGER NOT NULL,
	next_try TEXT NOT NULL,
	problem TEXT NOT NULL,
	stopped_at TEXT NOT NULL,
	last_at TEXT NOT NULL,
	holder TEXT NOT NULL,
	held_until TEXT NOT NULL,
	CONSTRAINT webhooks_once PRIMARY KEY (id)
)
 WITHOUT ROWID,
 STRICT;

CREATE INDEX webhooks_of_tournament ON webhooks (tournament);

CREATE TABLE summaries (
	tournament TEXT NOT NULL,
	version INTEGER NOT NULL,
	edition TEXT NOT NULL,
	summary TEXT NOT NULL,
	CONSTRAINT summaries_once PRIMARY KEY (tournament)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE receipts (
	tournament TEXT NOT NULL,
	command_id TEXT NOT NULL,
	fingerprint TEXT NOT NULL,
	version INTEGER NOT NULL,
	events INTEGER NOT NULL,
	answer TEXT NOT NULL,
	at TEXT NOT NULL,
	CONSTRAINT receipts_once PRIMARY KEY (tournament, command_id)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE persons (
	tournament TEXT NOT NULL,
	seq INTEGER NOT NULL,
	member INTEGER NOT NULL,
	player INTEGER NOT NULL,
	salt TEXT NOT NULL,
	data TEXT NOT NULL,
	CONSTRAINT persons_once PRIMARY KEY (tournament, seq, member)
)
 WITHOUT ROWID,
 STRICT;

CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;

CREATE TABLE wrong_keys (
	address TEXT NOT NULL,
	at TEXT NOT NULL
)
 STRICT;

CREATE INDEX wrong_keys_of_address ON wrong_keys (address, at);

CREATE TABLE versions (
	change INTEGER NOT NULL,
	tournament TEXT NOT NULL,
	version INTEGER NOT NULL,
	CONSTRAINT versions_by_change PRIMARY KEY (change),
	CONSTRAINT versions_once UNIQUE (tournament)
)
 STRICT;

CREATE TRIGGER versions_follow_events AFTER INSERT ON events
    BEGIN
        INSERT INTO versions (tournament, version) VALUES (NEW.tournament, NEW.seq)
        ON CONFLICT (tournament) DO UPDATE
        SET change = (SELECT max(change) FROM versions) + 1, version = excluded.version;
    END;

CREATE TABLE pictures (
	tournament TEXT NOT NULL,
	name TEXT NOT NULL,
	data BLOB NOT NULL,
	CONSTRAINT pictures_once PRIMARY KEY (tournament, name)
)
 STRICT;

CREATE TABLE deleted_events (
	tournament TEXT NOT NULL,
	seq INTEGER NOT NULL,
	command_id TEXT NOT NULL,
	part INTEGER NOT NULL,
	digest TEXT NOT NULL,
	type TEXT NOT NULL,
	version INTEGER NOT NULL,
	payload TEXT NOT NULL,
	at TEXT NOT NULL,
	actor TEXT NOT NULL,
	hash TEXT NOT NULL,
	CONSTRAINT deleted_events_in_order PRIMARY KEY (tournament, seq)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE deleted_persons (
	tournament TEXT NOT NULL,
	seq INTEGER NOT NULL,
	member INTEGER NOT NULL,
	player INTEGER NOT NULL,
	salt TEXT NOT NULL,
	data TEXT NOT NULL,
	CONSTRAINT deleted_persons_once PRIMARY KEY (tournament, seq, member)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE deleted_pictures (
	tournament TEXT NOT NULL,
	name TEXT NOT NULL,
	data BLOB NOT NULL,
	CONSTRAINT deleted_pictures_once PRIMARY KEY (tournament, name)
)
 STRICT;

CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
    WHEN 'tournament_deleted' IS NOT (
        SELECT type FROM events WHERE tournament = OLD.tournament ORDER BY seq DESC LIMIT 1
    ) OR OLD.seq = (SELECT max(seq) FROM events WHERE tournament = OLD.tournament)
    BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;

CREATE TABLE presets (
	name TEXT NOT NULL,
	"key" TEXT NOT NULL,
	settings TEXT NOT NULL,
	at TEXT NOT NULL,
	CONSTRAINT presets_once PRIMARY KEY ("key")
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE server_secret (
	number INTEGER NOT NULL,
	secret TEXT NOT NULL,
	CONSTRAINT server_secret_once PRIMARY KEY (number)
)
 STRICT;

INSERT INTO alembic_version (version_num) VALUES ('0012')
