"""The same sheets from the command line, the API and the pages."""

import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner, Result

from api.app_server import AppServer, open_server
from fairpair.app.printing import SHEETS
from fairpair.app.requests import CommandContext
from fairpair.app.use_cases.rounds import start
from fairpair.bootstrap import backup, claim, open_access, open_service
from fairpair.cli.dependencies import Dependencies
from fairpair.cli.main import cli
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Player
from fairpair.log import commands as c
from fairpair.server import make_app
from fairpair.web.rendering import SHEET_TITLES
from timeouts import PATIENCE

from .pdf_inspection import inspect_pdf

NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


@pytest.fixture(scope="module")
def app_server() -> Iterator[AppServer]:
    """Round 1 is played and complete, round 2 a draft."""
    with open_server("memory:") as found:
        found.begin("Cup", *NAMES, rounds=3, cut=4)
        found.post("/start")
        found.first_seats_win()
        found.post("/rounds/2/generate", {"draft": True})
        yield found


def asked(
    app_server: AppServer, sheet: str, key: str | None = None, **query: object
) -> httpx.Response:
    """As somebody without a key, or with this one."""
    app_server.client.cookies.clear()
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    path = f"{app_server.base}/print/{sheet}.pdf"
    return app_server.client.get(path, params=query, headers=headers)  # type: ignore[arg-type]


CHESS = {"arbiter", "ratings", "norms", "certificates", "it3"}
STAFF = {"now", "slips", "scoresheets", "badges", "tents"} | CHESS


@pytest.mark.parametrize("name", SHEETS)
def test_lists_are_for_everybody_and_the_rest_for_the_staff(
    app_server: AppServer, name: str
) -> None:
    answer = asked(app_server, name)
    if name in STAFF:
        assert (answer.status_code, answer.json()["code"]) == (401, "key-needed")
        player = asked(app_server, name, app_server.player_key(1))
        assert (player.status_code, player.json()["code"]) == (403, "not-yours")
        answer = asked(app_server, name, app_server.staff_key())
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"].startswith('inline; filename="cup')
    assert inspect_pdf(answer.content).outside() == []


def test_the_size_and_the_round_can_be_chosen(app_server: AppServer) -> None:
    found = inspect_pdf(asked(app_server, "pairings", round=1, paper="letter").content)
    assert found.sizes == [(612, 792)]
    assert "Round 1 of 3" in found.text
    assert asked(app_server, "pairings", paper="a3").status_code == 422
    assert asked(app_server, "pairings", round=0).status_code == 422
    assert asked(app_server, "pairings", round=9).json()["code"] == "no-round"
    assert asked(app_server, "nothing").json()["code"] == "no-sheet"


def test_the_language_can_be_chosen(app_server: AppServer) -> None:
    assert "Runde 1 von 3" in inspect_pdf(asked(app_server, "pairings", language="de").content).text
    assert asked(app_server, "pairings", language="xx").status_code == 422


def test_a_draft_is_for_the_staff_only(app_server: AppServer) -> None:
    assert asked(app_server, "pairings", round=2).json()["code"] == "not-published"
    assert "Round 1 of 3" in inspect_pdf(asked(app_server, "pairings").content).text
    staff = asked(app_server, "pairings", app_server.key)
    assert "Round 2 of 3 (not published)" in inspect_pdf(staff.content).text
    assert staff.headers["cache-control"] == "private, no-cache"


def test_an_answer_is_kept_until_something_changes(app_server: AppServer) -> None:
    first = asked(app_server, "standings")
    again = app_server.client.get(
        f"{app_server.base}/print/standings.pdf", headers={"If-None-Match": first.headers["etag"]}
    )
    assert (again.status_code, again.content) == (304, b"")
    assert asked(app_server, "standings").content == first.content


def test_codes_are_of_the_address_that_was_asked(app_server: AppServer) -> None:
    """What one visitor's address puts on paper, no other visitor gets."""
    path = f"{app_server.base}/print/slips.pdf"
    staff = {"Authorization": f"Bearer {app_server.key}"}
    sizes = {
        host: len(app_server.client.get(path, headers={"Host": host, **staff}).content)
        for host in ("192.168.1.5:8000", "localhost:8000", "192.168.1.5:8000", "evil.example")
    }
    assert sizes["localhost:8000"] < sizes["192.168.1.5:8000"]
    tags = {
        app_server.client.get(path, headers={"Host": host, **staff}).headers["etag"]
        for host in sizes
    }
    assert len(tags) == 3


def test_other_answers_come_while_a_large_one_is_made(app_server: AppServer) -> None:
    """The slips of 200 tables take a while; the health of the server is told at once meanwhile."""
    app_server.begin("Large", *(f"Player {n}" for n in range(400)), rounds=3)
    app_server.post("/start")
    done = threading.Event()
    status: list[int] = []

    def large() -> None:
        with httpx.Client(base_url=app_server.client.base_url, timeout=PATIENCE) as client:
            key = {"Authorization": f"Bearer {app_server.key}"}
            path = f"{app_server.base}/print/slips.pdf"
            status.append(client.get(path, headers=key).status_code)
        done.set()

    worker = threading.Thread(target=large)
    worker.start()
    meanwhile = 0
    with httpx.Client(base_url=app_server.client.base_url, timeout=PATIENCE) as client:
        while not done.is_set():
            assert client.get("/api/health").status_code == 200
            meanwhile += 1
            time.sleep(0.01)
    worker.join()
    assert status == [200]
    assert meanwhile > 5


# --- pages


def test_the_desk_links_to_every_sheet() -> None:
    with open_server("memory:") as app_server:
        app_server.begin("Cup", *NAMES, rounds=3, cut=4)
        app_server.post("/start")
        headers = {"Authorization": f"Bearer {app_server.key}"}
        page = app_server.client.get(
            f"/desk/{app_server.here}/print?paper=letter", headers=headers
        ).text
        links = re.findall(r'href="(/api/[^"]+\.pdf[^"]*)"', page)
        offered = {*SHEETS} - CHESS
        assert {link.partition(".pdf")[0].rpartition("/")[2] for link in links} == offered
        assert all("paper=letter&amp;language=en" in link for link in links)
        assert "fairpair serve --host 0.0.0.0" in page
        for link in links:
            answer = app_server.client.get(link.replace("&amp;", "&"), headers=headers)
            assert answer.content.startswith(b"%PDF"), link


def test_public_pages_link_to_themselves_as_pdf() -> None:
    with open_server("memory:") as app_server:
        app_server.begin("Cup", *NAMES, rounds=3, cut=4)
        app_server.post("/start")
        public = f"/t/{app_server.here}"
        pages = {
            f"{public}/round/1/1": "pairings.pdf?stage=1&round=1",
            f"{public}/round/1/1?by=name": "names.pdf?stage=1&round=1",
            f"{public}/standings": "standings.pdf",
            f"{public}/crosstable": "crosstable.pdf",
            f"{public}/bracket": "bracket.pdf",
            f"{public}/statistics": "report.pdf",
        }
        for page, sheet in pages.items():
            text = app_server.client.get(page).text
            links = re.findall(r'href="(/api/tournaments/[^"]+)"', text)
            language = "&language=en" if "?" in sheet else "?language=en"
            link = f"/api/tournaments/{app_server.here}/print/{sheet}{language}"
            assert links == [link.replace("&", "&amp;")]
            assert app_server.client.get(link).content.startswith(b"%PDF")


def test_the_pages_name_every_sheet() -> None:
    found = {name: str(title) for name, title in SHEET_TITLES.items()}
    assert found == {name: str(sheet.title) for name, sheet in SHEETS.items()}


# --- the command line


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    address = f"sqlite:///{tmp_path / 'cup.db'}"
    monkeypatch.setenv("FAIRPAIR_DATABASE", address)
    monkeypatch.chdir(tmp_path)
    service = open_service(address)
    cup = TournamentId("cup")
    players = tuple(Player(name) for name in NAMES)
    service.execute(cup, c.CreateTournament("Cup", "1", {"rounds": 3, "cut": 4}), CommandId("a"))
    service.execute(cup, c.RegisterPlayers(players), CommandId("b"))
    service.run(CommandContext(cup, CommandId("c"), "organiser"), start)
    service.close()
    return address


def run(*words: str) -> Result:
    parts = Dependencies(open_service, open_access, make_app, backup, claim)
    return CliRunner().invoke(cli, words, obj=parts)


def test_printing_to_a_file(database: str, tmp_path: Path) -> None:
    done = run("print", "Cup", "pairings", "--round", "1")
    assert done.exit_code == 0, done.output
    assert done.output == "Written to cup-pairings-round-1.pdf.\n"
    found = inspect_pdf((tmp_path / "cup-pairings-round-1.pdf").read_bytes())
    assert "Round 1 of 3" in found.text
    assert run("print", "cup", "badges", "--paper", "letter", "--out", "b/x.pdf").exit_code == 0
    assert inspect_pdf((tmp_path / "b" / "x.pdf").read_bytes()).sizes == [(612, 792)]


def test_printing_to_standard_output(database: str) -> None:
    done = run("print", "cup", "report", "--out", "-")
    assert done.exit_code == 0
    assert inspect_pdf(done.stdout_bytes).outside() == []


def test_slips_with_codes(database: str, tmp_path: Path) -> None:
    assert run("print", "cup", "slips", "--out", "plain.pdf").exit_code == 0
    address = ("--address", "http://192.168.1.5:8000")
    assert run("print", "cup", "slips", "--out", "codes.pdf", *address).exit_code == 0
    sizes = [(tmp_path / name).stat().st_size for name in ("plain.pdf", "codes.pdf")]
    assert sizes[0] < sizes[1]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("cup", "pairing"), 3),
        (("nowhere", "pairings"), 3),
        (("cup", "pairings", "--round", "2"), 3),
        (("cup", "pairings", "--paper", "a3"), 2),
        (("cup", "slips", "--address", "192.168.1.5"), 2),
        (("cup",), 2),
    ],
)
def test_what_is_refused(database: str, words: tuple[str, ...], code: int) -> None:
    assert run("print", *words).exit_code == code


def test_the_help_and_the_shell_name_every_sheet() -> None:
    command = cli.all_commands()["print"]
    text = " ".join((command.help or "").split())
    sheet = next(one for one in command.params if one.name == "sheet")
    context = command.make_context("print", ["x", "pairings"])
    offered = [item.value for item in sheet.shell_complete(context, "")]
    assert offered == list(SHEETS)
    for name in SHEETS:
        assert re.search(rf"\b{name}\b", text), name
    assert [x.value for x in sheet.shell_complete(context, "sta")] == ["standings", "startlist"]
