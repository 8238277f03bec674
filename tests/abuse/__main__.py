"""`python3 do.py abuse`: the options, and the report at the end."""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

import psycopg

from postgres import FAST, Server
from soak.databases import Database, Postgres, SqliteFile

from .report import Report
from .run import Plan, Run

PASSWORD = "a-Password-of-the-database-7"


def main() -> int:
    """0 when nothing broke."""
    options = _parser().parse_args()
    folder = Path(tempfile.mkdtemp(prefix="fairpair-abuse-"))
    plan = Plan(
        options.requests,
        options.minutes,
        options.seed,
        options.clients,
        options.slow,
        options.slow_seconds,
    )
    report = on_database(options.database, plan, folder)
    sys.stdout.write(report.as_text() + "\n")
    if options.json:
        options.json.write_text(report.as_json())
    if report.is_good:
        shutil.rmtree(folder, ignore_errors=True)
    else:
        sys.stdout.write(f"Database and log of the server are kept in {folder}\n")
    return 0 if report.is_good else 1


def on_database(kind: str, plan: Plan, folder: Path) -> Report:
    """Run it on a database of this kind."""
    if kind == "sqlite":
        return Run(plan, SqliteFile(folder / "abuse.db"), folder).run()
    server = Server(*FAST)
    try:
        return Run(plan, _guarded(server), folder, (PASSWORD.encode(),)).run()
    finally:
        server.stop()


def _guarded(server: Server) -> Database:
    """With a password, which must not be told either."""
    server.require_password("abused", PASSWORD)
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute("GRANT ALL ON SCHEMA public TO abused")
    database = Postgres(server)
    database.address = server.url(user="abused", password=PASSWORD)
    return database


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python3 do.py abuse", description=__doc__)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--requests", type=int, default=20_000, help="so many, but")
    parser.add_argument("--minutes", type=float, default=60, help="no longer than that")
    parser.add_argument("--seed", type=int, default=1, help="other numbers, other attacks")
    parser.add_argument("--clients", type=int, default=8, help="at once")
    parser.add_argument("--slow", type=int, default=40, help="slow clients of each kind")
    parser.add_argument("--slow-seconds", type=float, default=90, help="how long they stay")
    parser.add_argument("--json", type=Path, help="write the report to this file as well")
    return parser


if __name__ == "__main__":
    sys.exit(main())
