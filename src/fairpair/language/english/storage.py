"""Errors of files and databases."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "unknown-database": "This is not a supported database address (it starts with {scheme}).",
    "unknown-database.hint": "Use sqlite:///tournaments.db (relative path),"
    " sqlite:////srv/tournaments.db (absolute path), postgresql://user@host/name,"
    " or memory: for a temporary database.",
    "unknown-database.postgresql": "The address of the PostgreSQL database cannot be read.",
    "unknown-database.postgresql.hint": "Use postgresql://user:password@host:5432/name."
    " In the password, write %40 for @, %3A for : and %2F for /.",
    "database-busy": "{place} is busy: no write access within {seconds} seconds.",
    "database-busy.hint": "Try again in a moment. If this persists, stop the other program"
    " that is using it.",
    "database-damaged": "{place} is damaged.",
    "database-damaged.hint": "Keep a copy of it, and restore the latest backup.",
    "database-read-only": "{place} is not writable. Nothing was changed.",
    "database-read-only.hint": "Give the user running Fairpair write permission. For a"
    " file, the user also needs it for the directory and"
    " for the -wal and -shm files next to the file.",
    "database-unreachable.file": "{place} cannot be opened: {reason}.",
    "database-unreachable.file.hint": "Choose another file.",
    "database-unreachable.no-access": "{place} cannot be opened: {reason}.",
    "database-unreachable.no-access.hint": "Give the user running Fairpair access,"
    " or choose another file.",
    "database-unreachable.directory": "{place} cannot be opened: it is a directory.",
    "database-unreachable.directory.hint": "Choose a file in it.",
    "database-unreachable.no-directory": "{place} cannot be opened: the directory {directory}"
    " does not exist or is not accessible.",
    "database-unreachable.no-directory.hint": "Create the directory, or choose another one.",
    "database-unreachable.moved": "{place} was moved, deleted or replaced while in use.",
    "database-unreachable.moved.hint": "Restore the file, or restart Fairpair.",
    "database-unreachable.missing": "The database {place} does not exist.",
    "database-unreachable.missing.hint": "Specify the database with --database.",
    "database-unreachable.server": "{place} cannot be reached: {reason}.",
    "database-unreachable.server.hint": "Check that the server is running,"
    " and check the address, user and password.",
    "database-error": "{place} reported an error: {reason}.",
    "database-error.hint": "Nothing was changed.",
    "database-closed": "The database is closed.",
    "database-closed.hint": "Open it again.",
    "database-newer": "{place} was written by a newer version of Fairpair"
    " (schema {found}; this version supports schemas up to {known}).",
    "database-newer.hint": "Update Fairpair. Nothing was changed.",
    "foreign-database": "{place} belongs to another program: it contains tables that Fairpair did"
    " not create.",
    "foreign-database.hint": "Choose another file or database. Nothing was changed.",
    "not-a-database": "{place} is not an SQLite database.",
    "not-a-database.hint": "Choose another file. This one was not changed.",
    "wal-missing": "{place} is not complete: its latest changes are in the file {wal}, which is"
    " missing.",
    "wal-missing.hint": "Put {wal} back next to it, or restore a backup. To copy a database that"
    " is in use, run: fairpair backup FILE",
    "schema-changed": "The database now has schema {found},"
    " but this version of Fairpair needs schema {known}.",
    "schema-changed.hint": "Restart Fairpair with the latest version.",
    "not-listening": "Changes by other processes are not being received.",
    "not-listening.hint": "Fairpair keeps retrying. If this persists,"
    " check the database connection.",
    "outcome-unknown": "The connection to {place} was lost."
    " The change may or may not have been saved.",
    "outcome-unknown.hint": "Repeat it with the same ID. It will not be applied twice.",
    "disk-full": "There is no disk space left for {place}. Nothing was changed.",
    "disk-full.hint": "Free some space, then repeat the command with the same ID.",
    "disk-error": "Disk error while accessing {place}: {reason}.",
    "disk-error.hint": "Check the free space, limits and health of the disk,"
    " then repeat the command with the same ID.",
    "file-exists": "{file} already exists.",
    "file-exists.hint": "Choose another file for the backup.",
    "file-exists.same": "{file} is the database itself.",
    "file-exists.in-use": "{file} is a database in use (there is a -wal file next to it).",
}
