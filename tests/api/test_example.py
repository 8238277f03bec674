"""The example of the documentation runs an event on a real server."""

import os
import subprocess
import sys
from pathlib import Path

from fairpair.core.ids import TournamentId

from .app_server import AppServer
from .role_server import ADMIN_KEY

SCRIPT = Path(__file__).parents[2] / "examples" / "run_event.py"


def run(server: str, key: str = ADMIN_KEY) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, SCRIPT, server, "7"],
        env={**os.environ, "FAIRPAIR_ADMIN_KEY": key},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_the_example_runs_an_event_to_its_champion(app_server: AppServer) -> None:
    done = run(str(app_server.client.base_url))
    assert done.returncode == 0, done.stderr
    champion = done.stdout.splitlines()[-1].removeprefix("The champion is ")
    app_server.base = "/api/tournaments/example-cup"
    assert app_server.t.finished
    assert len(app_server.t.entries) == 16
    assert len(app_server.t.rounds) == 6
    final = max(app_server.t.rounds)
    (last,) = app_server.t.rounds[final].pairings.values()
    winner = last.seats[0] if str(last.result).startswith("2") else last.seats[1]
    assert champion == app_server.t.name_of(winner)


def test_the_example_says_what_is_wrong(app_server: AppServer) -> None:
    done = run(str(app_server.client.base_url), key="wrong")
    assert done.returncode == 1
    assert done.stderr.startswith("This key is not valid")
    assert TournamentId("example-cup") not in app_server.service.store.tournaments()
