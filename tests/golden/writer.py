"""The golden set of this version: a database, the archives of its tournaments, and what it thinks.

`python -m golden NAME` in the folder `tests` adds it (see README.md).
"""

import gzip
import hashlib
import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

from fairpair.app.service import Service
from fairpair.app.transfer.exports import archive_text
from fairpair.core.ids import TournamentId
from fairpair.core.stored import StoredKey
from fairpair.core.tournament import Tournament
from fairpair.core.webhooks import Webhook
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.log import commands as c
from fairpair.storage import open_store
from log.scripted import SCRIPT

from .tournaments import TournamentRun, play, ticking

HERE = Path(__file__).parent
KEY = "fp_org_golden-key-for-tests-only"
"""The organiser's key of the tournament `magic`."""


def write(name: str, folder: Path = HERE) -> None:
    """Write the set of this version; one that is there already is for ever."""
    databases, logs = folder / "databases" / name, folder / "logs" / name
    databases.mkdir(parents=True)
    logs.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "fairpair.db"
        archives, told = played(f"sqlite:///{file}")
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("VACUUM")
        packed = gzip.compress(file.read_bytes(), mtime=0)
    (databases / "fairpair.db.gz").write_bytes(packed)
    for event, archive in archives.items():
        (logs / f"{event}.archive.json").write_text(archive, encoding="utf-8")
    text = json.dumps(told, ensure_ascii=False, indent=1)
    (databases / "said.json").write_text(f"{text}\n", encoding="utf-8")


def played(address: str) -> tuple[dict[str, str], dict[str, Any]]:
    """Play all of them in this new database: their archives, and what is thought of them."""
    service = Service(open_store(address), ticking(), new_salt=_salts().__next__)
    for event, happens in EVENTS.items():
        happens(TournamentRun(service, event))
    _hand_out(service)
    ids = {event: TournamentId(event) for event in EVENTS}
    archives = {event: archive_text(service, one) for event, one in ids.items()}
    told = {event: said(service.journal(one).tournament) for event, one in ids.items()}
    service.close()
    return archives, told


def _salts() -> Iterator[str]:
    """The same ones each time."""
    return (f"{number:032x}" for number in count())


def said(t: Tournament) -> dict[str, Any]:
    """What a version thinks of a tournament: all that people see of it."""
    return {
        "name": t.name,
        "phase": str(t.phase),
        "stage": t.stage,
        "players": {str(n): [x.entrant.name, x.dropped] for n, x in t.entries.items()},
        "rounds": {
            str(ref): {
                "status": str(x.status),
                "tables": {
                    str(n): [*y.seats, None if y.result is None else str(y.result)]
                    for n, y in sorted(x.pairings.items())
                },
                "byes": {str(n): str(kind) for n, kind in x.byes.items()},
            }
            for ref, x in t.rounds.items()
        },
        "cuts": {str(stage): list(seeds) for stage, seeds in t.seeds.items()},
        "standings": [
            [row.rank, row.player, *map(str, row.values)]
            for row in Standings(tiebreak_input(t)).rows
        ],
    }


def _hand_out(service: Service) -> None:
    """A key and a webhook, as they are stored: what makes them would make other ones each time."""
    digest = hashlib.sha256(KEY.encode()).hexdigest()
    at = "2026-11-20T09:00:00.000000+00:00"
    service.store.keys.add([StoredKey(digest, "key", "organiser", "magic", None, "golden", at)])
    hook = Webhook(
        id="0123456789abcdef",
        tournament=TournamentId("magic"),
        url="https://hooks.example.org/golden",
        format="json",
        happenings="round-published",
        secret="whk_golden",
        created_at=at,
        delivered=3,
    )
    service.store.webhooks.add(hook, 10)


def _every_event(run: TournamentRun) -> None:
    run.do(*SCRIPT)


def _set_up(run: TournamentRun) -> None:
    play(run, "simple_random", {}, 0)


def _magic(run: TournamentRun) -> None:
    """In the midst of round 3."""
    play(run, "mtg_standard", {"rounds": 4}, 2)
    run.draft()
    run.do(c.PublishRound())
    run.results(2)


def _dutch(run: TournamentRun) -> None:
    """A draft waits."""
    play(run, "fide_dutch", {"rounds": 5}, 2)
    run.draft()


def _infinity(run: TournamentRun) -> None:
    """Between two rounds."""
    play(run, "infinity", {"rounds": 3}, 2)


def _teams(run: TournamentRun) -> None:
    play(run, "team_chess", {"rounds": 4, "boards": 3}, 2)
    run.draft()
    run.do(c.PublishRound())


def _finals(run: TournamentRun) -> None:
    """The knock-out has begun, and one semi-final is over."""
    play(run, "small_tournament", {}, 3)
    run.cut()
    run.draft()
    run.do(c.PublishRound())
    run.results(1)


def _over(run: TournamentRun) -> None:
    play(run, "chess_style", {"rounds": 3}, 3)
    run.do(c.FinishTournament())


EVENTS: dict[str, Callable[[TournamentRun], None]] = {
    "every-event": _every_event,
    "set-up": _set_up,
    "magic": _magic,
    "dutch": _dutch,
    "infinity": _infinity,
    "teams": _teams,
    "finals": _finals,
    "over": _over,
}
