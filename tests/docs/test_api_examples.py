"""The requests of the documentation are answered by a real server as the pages say."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.servers import ADMIN_KEY, Server
from timeouts import PATIENCE

from .blocks import SHELL, Block, blocks, commands, json_values

GUIDE = "docs/how-to/use-the-api.md"
WRITING = "docs/reference/api-writing.md"
READING = "docs/reference/api.md"
OPERATING = "docs/reference/server.md"
EMBED = "docs/how-to/embed.md"
BLOCKS = list(blocks())
CURLS = [one for one in BLOCKS if one.kind in SHELL and "curl " in one.text and one.page != GUIDE]
ADDRESS = re.compile(r"https?://(?:127\.0\.0\.1:8000|localhost:8000|fairpair\.example\.org)")
"""Where the server of a page listens."""
NO_NETWORK = '"code":"no-network"'
"""A computer without a network cannot share its server."""
needs_curl = pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")


def of(page: str, kind: str) -> list[Block]:
    return [one for one in BLOCKS if (one.page, one.kind) == (page, kind)]


def shell(script: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run these lines; a request that is refused ends them, and its answer is in the output."""
    lines = script.replace("curl ", "curl --fail-with-body ")
    return subprocess.run(
        ["bash", "-ec", lines],
        cwd=folder,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def fits(shown: Any, real: Any) -> bool:
    """Return whether a real answer has all fields of the one shown, with values of the same type.

    >>> fits({"a": [{"b": None}]}, {"a": [{"b": 1, "c": 2}]}), fits({"a": 1}, {"b": 1})
    (True, False)
    """
    match shown, real:
        case dict(), dict():
            return shown.keys() <= real.keys() and all(fits(shown[k], real[k]) for k in shown)
        case list(), list():
            return all(fits(a, b) for a, b in zip(shown, real, strict=False))
        case _:
            return shown is None or real is None or type(shown) is type(real)


class Cup:
    """A tournament, and its organiser."""

    def __init__(self, address: str, key: str) -> None:
        self.address, self.key = address, key
        headers = {"Authorization": f"Bearer {key}"}
        self.client = httpx.Client(headers=headers, timeout=PATIENCE)

    def ask(self, method: str, path: str, **how: Any) -> Any:
        answer = self.client.request(method, self.address + path, **how)
        assert answer.is_success, answer.text
        return answer.json()

    def play(self, path: str, result: str = "1-0") -> None:
        """Enter all results of a round that are missing."""
        for pairing in self.ask("GET", path)["pending"]:
            self.ask("PUT", f"/pairings/{pairing}/result", json={"result": result})


@contextmanager
def new_cup(server: Server, name: str, **wanted: Any) -> Iterator[Cup]:
    made = server.send("POST", "/api/tournaments", {"name": name, **wanted}).json()
    cup = Cup(f"{server.address}/api/tournaments/{made['id']}", made["organiser_key"])
    with cup.client:
        yield cup


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    database = f"sqlite:///{folder / 'd.db'}"
    with Server("--log-format", "json", database=database, log=folder / "log") as found:
        yield found


@pytest.fixture(scope="module")
def cup(server: Server) -> Iterator[Cup]:
    """Spring Open, with reports by players, its first round published."""
    with new_cup(server, "Spring Open", config={"player_reports": True}) as found:
        names = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")
        players = [{"name": name, "rating": 2000, "club": f"Club {name}"} for name in names]
        found.ask("POST", "/players", json={"players": players})
        found.ask("POST", "/start", json={"total_rounds": 3})
        yield found


@needs_curl
def test_the_steps_of_the_guide_run_a_tournament(server: Server, tmp_path: Path) -> None:
    _, create, variables, *steps = of(GUIDE, "sh")
    assert [len(commands(one)) for one in (create, variables, *steps)] == [2, 3, 2, 3, 3]
    (tmp_path / "players.csv").write_text("name,rating\nCy,1900\nDi,1800\nEd,\n")
    made = shell(ADDRESS.sub(server.address, create.text), tmp_path, FAIRPAIR_ADMIN_KEY=ADMIN_KEY)
    answer = json.loads(made.stdout)
    (shown,) = (json_values(one)[0] for one in of(GUIDE, "json"))
    key = answer["organiser_key"]
    assert fits(shown, {**answer, "organiser_key": "fp_org_..."})
    assert shown["id"] == answer["id"]
    before = f"SERVER={server.address}\n" + variables.text.replace("fp_org_...", key)
    cup = Cup(f"{server.address}/api/tournaments/{answer['id']}", key)
    with cup.client:
        for line in [line for step in steps for line in commands(step)]:
            if "/rounds/2/" in line:
                cup.play("/rounds/1")
            if line.endswith('$HERE/cut -H "$KEY"'):
                cup.play("/rounds/2")
                cup.ask("POST", "/rounds/3/generate")
                cup.play("/rounds/3")
            if "/finish" in line:
                cup.play("/rounds/1?stage=2")
                cup.ask("POST", "/rounds/2/generate?stage=2")
                cup.play("/rounds/2?stage=2")
            done = shell(f"{before}\n{line}", tmp_path)
            assert done.returncode == 0, (line, done.stdout, done.stderr)
        assert cup.ask("GET", "/status")["state"] == "finished"


@needs_curl
@pytest.mark.parametrize("block", CURLS, ids=str)
def test_a_request_with_curl_is_accepted(
    block: Block, server: Server, cup: Cup, tmp_path: Path
) -> None:
    player = cup.ask("GET", "/rounds/1")["pairings"][0]["players"][0]["id"]
    made = cup.ask("POST", "/keys", json={"role": "player", "player": player})
    for line in commands(block):
        script = ADDRESS.sub(server.address, line).replace("fp_ply_...", made["key"])
        script = script.replace("?round=3", "?round=1")
        names = {"HERE": cup.address, "ORGANISER_KEY": cup.key, "ADMIN_KEY": ADMIN_KEY}
        done = shell(script, tmp_path, JSON="Content-Type: application/json", **names)
        assert done.returncode == 0 or NO_NETWORK in done.stdout, (line, done.stdout, done.stderr)


def test_addresses_to_embed_are_answered(server: Server, cup: Cup) -> None:
    addresses = re.findall(
        r'src="https://[^/"]+([^"]+)"', "".join(b.text for b in of(EMBED, "html"))
    )
    assert len(addresses) == len(of(EMBED, "html"))
    for address in addresses:
        answer = cup.client.get(server.address + address.replace("/friday/", "/spring-open/"))
        assert answer.status_code == 200, address


def test_a_list_of_players_is_accepted(server: Server) -> None:
    (example,) = of(WRITING, "csv")
    with new_cup(server, "Lists") as cup:
        headers = {"Content-Type": "text/csv"}
        cup.ask("POST", "/players", content=example.text, headers=headers)
        found = cup.ask("GET", "/players")["players"]
        assert [(one["name"], one["rating"]) for one in found] == [
            ("Ana Lima", 2100),
            ("Bo Chen", None),
        ]


def test_a_request_is_answered_as_the_page_shows(server: Server, cup: Cup) -> None:
    status, standings = of(READING, "text")
    command, _, output = status.text.partition("\n")
    address = ADDRESS.sub(server.address, command.split()[-1])
    (shown,) = json_values(Block("", 0, "json", output))
    assert fits(shown, cup.client.get(address).json())
    command, _, output = standings.text.partition("\n")
    address = ADDRESS.sub(server.address, command.split()[-1])
    tag = cup.client.get(address).headers["ETag"]
    assert "-H 'If-None-Match: \"8\"'" in command
    answer = cup.client.get(address, headers={"If-None-Match": tag})
    first = f"HTTP/1.1 {answer.status_code} {answer.reason_phrase}"
    assert output == f"{first}\netag: {tag}\n".replace(tag, '"8"')


def test_answers_have_the_fields_that_the_page_shows(cup: Cup) -> None:
    first = cup.ask("GET", "/rounds/1")["pairings"][0]["id"]
    done = cup.ask("PUT", f"/pairings/{first}/result", json={"games": [2, 1, 0]})
    (written,) = json_values(of(WRITING, "json")[0])
    assert fits(written, done)
    round_, standings, entry = (json_values(one)[0] for one in of(READING, "json"))
    assert fits(round_, cup.ask("GET", "/rounds/1"))
    assert fits(standings, cup.ask("GET", "/standings"))
    assert fits(entry, cup.ask("GET", "/history")["entries"][0])


def test_an_error_has_the_fields_that_the_page_shows(cup: Cup) -> None:
    (shown,) = json_values(of(WRITING, "json")[1])
    answer = cup.client.post(f"{cup.address}/rounds/2/generate")
    assert (answer.status_code, answer.json()["code"]) == (shown["status"], shown["code"])
    assert fits(shown, answer.json())


def test_every_form_of_a_result_is_accepted(server: Server) -> None:
    result, games, scores, boards = json_values(of(WRITING, "json")[3])
    team = {"members": [{"name": "A"}, {"name": "B"}]}
    sent: tuple[tuple[str, dict[str, Any], Any], ...] = (
        ("fide_dutch", {}, result),
        ("mtg_standard", {}, games),
        ("infinity", {}, scores),
        ("team_chess", team, boards),
    )
    for preset, more, body in sent:
        with new_cup(server, f"With {preset}", preset=preset) as cup:
            players = [{"name": name, **more} for name in ("Ana", "Bo", "Cy", "Di")]
            cup.ask("POST", "/players", json={"players": players})
            made = cup.ask("POST", "/start", json={"total_rounds": 3})
            pairing = made["round"]["pairings"][0]["id"]
            cup.ask("PUT", f"/pairings/{pairing}/result", json=body)


def test_a_suggestion_has_the_fields_that_the_page_shows_and_can_be_carried_out(
    server: Server,
) -> None:
    (shown,) = json_values(of(WRITING, "json")[2])
    with new_cup(server, "Duel") as cup:
        cup.ask("POST", "/players", json={"players": [{"name": "Ana"}, {"name": "Bo"}]})
        cup.ask("POST", "/start", json={"total_rounds": 3})
        cup.play("/rounds/1")
        answer = cup.client.post(f"{cup.address}/rounds/2/generate", json={"draft": True}).json()
        assert answer["code"] == "no-legal-pairing"
        (rematch,) = (one for one in answer["suggestions"] if one["kind"] == shown["kind"])
        assert fits(shown, rematch)
        (request,), (real,) = shown["requests"], rematch["requests"]
        assert (request["method"], request["body"]) == (real["method"], real["body"])
        done = cup.client.request(real["method"], server.address + real["path"], json=real["body"])
        assert done.is_success, done.text


def test_the_operator_sees_what_the_page_shows(server: Server) -> None:
    sharing, entry = (json_values(one)[0] for one in of(OPERATING, "json"))
    assert fits(sharing, server.send("GET", "/api/sharing").json())
    lines = server.log.read_text(encoding="utf-8").splitlines()
    logged = [json.loads(line) for line in lines if '"event":"request"' in line]
    assert any(fits(entry, one) for one in logged)
