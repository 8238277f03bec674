"""`fairpair key`, and what `fairpair serve` tells the administrator."""

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from fairpair.bootstrap import open_service, utc_now
from fairpair.core.ids import CommandId, TournamentId
from fairpair.log.commands import CreateTournament
from timeouts import wait_until

from .processes import Server, fairpair, typed
from .shell import EIGHT, Shell


@pytest.fixture
def database(tmp_path: Path) -> str:
    address = f"sqlite:///{tmp_path / 'events.db'}"
    service = open_service(address)
    service.execute(TournamentId("cup"), CreateTournament("Cup", "x"), CommandId("c"))
    service.close()
    return address


def whoami(server: Server, key: str) -> str:
    answer = httpx.get(f"{server.address}/api/whoami", headers={"Authorization": f"Bearer {key}"})
    body = answer.json()
    return str(body.get("role", body.get("code")))


def test_the_first_start_shows_the_key_and_every_start_a_link(database: str) -> None:
    first = Server("--port", "0", database=database)
    [key] = re.findall(r"fp_adm_\w+", first.said)
    [link] = re.findall(r"http://\S+/login/\S+", first.said)
    assert "shown only once" in first.said
    assert whoami(first, key) == "admin"
    with httpx.Client() as browser:
        assert "set-cookie" not in browser.get(link).headers
        answer = browser.post(link)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert browser.get(f"{first.address}/api/whoami").json()["role"] == "admin"
    assert httpx.post(link).status_code == 401
    assert first.stop() == 0
    second = Server("--port", "0", database=database)
    assert "fp_adm_" not in second.said
    assert "/login/" in second.said
    assert whoami(second, key) == "admin"
    new = fairpair("key", "--reset", database=database).stdout.decode().strip()
    assert whoami(second, new) == "admin"
    wait_until(lambda: whoami(second, key) == "bad-key")
    assert second.stop() == 0


def test_nothing_a_server_writes_tells_a_key(database: str) -> None:
    server = Server("--port", "0", database=database)
    assert server.get("/api/whoami?key=fp_org_SECRETSECRET")[0] == 401
    link = "/login/fp_log_SECRETSECRET"
    assert server.get(link)[0] == 200  # the page with the button
    assert httpx.post(f"{server.address}{link}").status_code == 401
    assert server.stop() == 0
    assert "SECRET" not in server.said


def test_keys_by_command(database: str, tmp_path: Path) -> None:
    made = fairpair("key", database=database)
    assert re.fullmatch(rb"fp_adm_\w{30}\n", made.stdout)
    organiser = typed("key", "Cup", "--label", "Ana", database=database)
    assert re.fullmatch(rb"fp_org_\w{30}\n", organiser.stdout)
    for words, code, said in [
        (("key",), 4, "--reset"),
        (("key", "cups"), 3, "cup"),
        (("key", "cup", "--reset"), 2, "Do not name a tournament"),
        (("key", "--label", "Ana"), 2, "needs the name of a tournament"),
        (("key", "cup", "--label", "a\nb"), 3, "80 printable"),
        (("key", "cup", "--database", f"sqlite:///{tmp_path}/no/x.db"), 5, "x.db"),
    ]:
        answer = typed(*words, database=database)
        assert (answer.returncode, answer.stdout) == (code, b""), words
        assert said in answer.stderr.decode(), words


def test_a_key_of_the_environment(database: str) -> None:
    def run(key: str, *words: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-m", "fairpair", *words, "--database", database],
            env={**os.environ, "FAIRPAIR_ADMIN_KEY": key},
            capture_output=True,
            check=False,
        )

    weak = run("swordfish", "serve", "--port", "0")
    assert weak.returncode == 3
    assert b"16 to 200" in weak.stderr
    assert b"swordfish" not in weak.stderr + weak.stdout
    taken = run("a-long-and-good-key-42", "key", "--reset")
    assert (taken.returncode, taken.stdout) == (4, b"")
    assert b"FAIRPAIR_ADMIN_KEY" in taken.stderr


def test_the_clock_is_one_that_can_be_compared_as_text() -> None:
    assert len(utc_now()) == len("2030-01-01T10:00:00.000000+00:00")


def test_keys_for_helpers_and_players(tmp_path: Path) -> None:
    shell = Shell(f"sqlite:///{tmp_path / 'cups.db'}")
    shell.begun("rounds=3", "player_reports=true")
    helper = shell.do("key", "cup", "--role", "scorekeeper", "--label", "Bo").strip()
    assert helper.startswith("fp_sco_")
    lines = [line.split("\t") for line in shell.do("key", "cup", "--players").splitlines()]
    assert [(int(number), name) for number, name, _ in lines] == list(enumerate(EIGHT, 1))
    server = Server("--port", "0", database=shell.database)
    assert whoami(server, helper) == "scorekeeper"
    with httpx.Client(base_url=server.address, follow_redirects=True) as phone:
        page = phone.get(lines[2][2])
        assert page.status_code == 200
        assert EIGHT[2] in page.text
    assert server.stop() == 0
    assert "already" in shell.refuse(4, "key", "cup", "--players")
    for words in (("--players",), ("--role", "organiser"), ("cup", "--players", "--label", "x")):
        assert shell.type("key", *words).code == 2, words
