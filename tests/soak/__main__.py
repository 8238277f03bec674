"""`python3 do.py soak`: the options, and the report at the end."""

import argparse
import asyncio
import logging
import shutil
import sys
import tempfile
from pathlib import Path

from postgres import Server

from .clients import Size
from .databases import Database, Postgres, SqliteFile
from .report import Report
from .run import Plan, Run
from .server_processes import Launcher
from .small_disk import SmallDisk

NOT_HERE = 77
"""The exit code when this system does not let us do what was asked for."""


def main() -> int:
    """0 when nothing was lost."""
    options = _parser().parse_args()
    folder = Path(tempfile.mkdtemp(prefix="fairpair-soak-"))
    size = Size(options.players, options.scorekeepers, options.watchers, options.rounds)
    servers = options.servers or (1 if options.database == "sqlite" else 2)
    plan = Plan(options.kills, options.seed, servers, options.minutes, size)
    try:
        disk = SmallDisk(folder / "disk") if options.small_disk else None
    except OSError as error:
        sys.stderr.write(f"No small disk can be had here ({error}): leave --small-disk out.\n")
        return NOT_HERE
    report = on_database(options.database, plan, folder, disk)
    sys.stdout.write(report.as_text() + "\n")
    if options.json:
        options.json.write_text(report.as_json())
    if report.is_good:
        shutil.rmtree(folder, ignore_errors=True)
    else:
        sys.stdout.write(f"Database and logs of the servers are kept in {folder}\n")
    return 0 if report.is_good else 1


def on_database(kind: str, plan: Plan, folder: Path, disk: SmallDisk | None = None) -> Report:
    """Run it on a database of this kind."""
    if kind == "sqlite":
        place = disk.place if disk else folder
        return run(plan, SqliteFile(place / "soak.db", disk), folder)
    server = Server()
    try:
        return run(plan, Postgres(server), folder)
    finally:
        server.stop()


def run(plan: Plan, database: Database, folder: Path) -> Report:
    """Run it with a launcher of its own."""
    launcher = Launcher()
    try:
        return asyncio.run(Run(plan, database, folder, launcher).run())
    finally:
        launcher.close()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python3 do.py soak", description=__doc__)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--kills", type=int, default=300, help="so many times SIGKILL")
    parser.add_argument("--minutes", type=float, default=60, help="no more faults after so long")
    parser.add_argument("--seed", type=int, default=1, help="other numbers, other accidents")
    parser.add_argument("--servers", type=int, default=0, help="at once; 2 on PostgreSQL, else 1")
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--scorekeepers", type=int, default=4)
    parser.add_argument("--watchers", type=int, default=300)
    parser.add_argument(
        "--small-disk",
        action="store_true",
        help="SQLite on a small file system of its own that is really filled up (Linux)",
    )
    parser.add_argument("--json", type=Path, help="write the report to this file as well")
    return parser


if __name__ == "__main__":
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    sys.exit(main())
