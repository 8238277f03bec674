"""The example package extends every part of the program, and nothing breaks without it."""

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from timeouts import PATIENCE

EXAMPLE = Path(__file__).parents[2] / "examples" / "fairpair-example"
PLAYERS = ("Ana", "Bo", "Cy", "Di", "Eva")
FILE = "hill results;Friday\n1;Ana;1-0;Bo\n1;Cy;=;Di\n1;Eva;bye;\n2;Ana;;Cy\n"
KEY = "a-key-of-the-administrator"
PACKAGE = "fairpair-example 1.0.0"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed example; a wheel of plain Python is installed by unpacking."""
    folder = tmp_path_factory.mktemp("example")
    build = f"from flit_core import buildapi; buildapi.build_wheel({str(folder)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=EXAMPLE, check=True)
    [wheel] = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


class Computer:
    """A computer of one's own, with or without the package."""

    def __init__(self, folder: Path, package: Path) -> None:
        self.folder = folder
        self.package: Path | None = package
        self.warnings = ""

    def run(self, *words: str, code: int = 0, key: str = "") -> str:
        """What a Python program prints; what it says beside that is kept."""
        paths = [str(self.package)] if self.package else []
        paths += filter(None, [os.environ.get("PYTHONPATH")])
        done = subprocess.run(
            [sys.executable, "-W", "error", *words],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
            cwd=self.folder,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(paths),
                "FAIRPAIR_DATABASE": f"sqlite:///{self.folder / 't.db'}",
                "XDG_DATA_HOME": str(self.folder),
                "FAIRPAIR_ADMIN_KEY": key,
            },
        )
        assert done.returncode == code, done.stderr
        self.warnings = done.stderr
        return done.stdout

    def do(self, *words: str, code: int = 0) -> str:
        return self.run("-m", "fairpair", *words, code=code)

    def play_round(self) -> None:
        self.do("round", "hill", "next")
        for table in ("1", "2"):
            self.do("result", "hill", table, "1-0")


@pytest.fixture(scope="module")
def computer(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Computer:
    """A tournament with two rounds paired by the system of the package."""
    here = Computer(tmp_path_factory.mktemp("computer"), installed)
    here.do("new", "Hill", "--preset", "hill_night", "--set", "rounds=4")
    here.do("players", "hill", "add", *PLAYERS)
    here.play_round()
    here.play_round()
    return here


@pytest.fixture
def without(computer: Computer) -> Iterator[Computer]:
    """The same computer after the package was uninstalled."""
    there, computer.package = computer.package, None
    yield computer
    computer.package = there


def pairs(text: str) -> list[set[str]]:
    rows = [line.split() for line in text.splitlines() if line.strip()[:1].isdigit()]
    return [{word for word in row if word in PLAYERS} for row in rows]


def test_the_command_line_offers_what_the_package_adds(computer: Computer) -> None:
    assert "hill_night" in computer.do("presets")
    assert "Wins against players with more points." in computer.do("tiebreaks", "UPSETS")
    assert "king_of_the_hill" in computer.do("settings", "hill")
    assert computer.warnings == ""


def test_neighbours_in_the_standings_meet_and_nobody_twice(computer: Computer) -> None:
    rounds = [pairs(computer.do("round", "hill", "show", number)) for number in ("1", "2")]
    assert rounds[0] == [{"Ana", "Bo"}, {"Cy", "Di"}]
    assert {"Ana", "Cy"} in rounds[1]
    assert not [pair for pair in rounds[1] if pair in rounds[0]]
    assert "(place 1) plays" in computer.do("why", "hill", "Ana", "--round", "1")


def test_the_standings_have_the_tie_break(computer: Computer) -> None:
    found = json.loads(computer.do("standings", "hill", "--json"))
    assert found["tiebreaks"][0]["code"] == "upsets"
    assert all(row["tiebreaks"][0]["display"] == "0" for row in found["players"])


def test_the_log_names_the_package_and_can_be_verified(computer: Computer) -> None:
    assert "2 rounds paired again with the same result" in computer.do("verify", "hill")
    archive = computer.do("export", "hill")
    assert PACKAGE in archive


def test_the_sheet_can_be_printed(computer: Computer) -> None:
    computer.do("print", "hill", "podium", "--out", "podium.pdf")
    assert (computer.folder / "podium.pdf").read_bytes().startswith(b"%PDF")


def test_files_of_the_format_are_imported_with_rounds(computer: Computer) -> None:
    (computer.folder / "friday.txt").write_text(FILE, encoding="utf-8")
    computer.do("import", "friday.txt")
    assert pairs(computer.do("round", "friday", "show", "1")) == [{"Ana", "Bo"}, {"Cy", "Di"}]
    (computer.folder / "bad.txt").write_text(FILE.replace("1-0", "9-0"), encoding="utf-8")
    computer.do("import", "bad.txt", code=3)
    assert "line 2: '9-0' is not a result" in computer.warnings


def test_simulations_run_in_processes_that_have_the_package(computer: Computer) -> None:
    words = ("--preset", "hill_night", "--players", "6", "--rounds", "2", "--times", "16")
    assert "king_of_the_hill" in computer.do("simulate", *words)


LIBRARY = """
import fairpair
t = fairpair.Tournament("Hill", preset="hill_night", rounds=2)
t.add_players("Ana", "Bo", "Cy", "Di")
print(t.pair().pairs)
t.record(table=1, result="1-0"); t.record(table=2, result="0-1")
print(t.pair().pairs)
print(fairpair.pair(["Ana", "Bo"], [], system="king_of_the_hill").pairs)
print(fairpair.open("friday.txt").name)
"""


def test_the_library_has_it_as_well(computer: Computer) -> None:
    (computer.folder / "friday.txt").write_text(FILE, encoding="utf-8")
    assert computer.run("-c", LIBRARY).splitlines() == [
        "[('Ana', 'Bo'), ('Cy', 'Di')]",
        "[('Ana', 'Di'), ('Bo', 'Cy')]",
        "[('Ana', 'Bo')]",
        "Friday",
    ]


SERVER = """
import os
from fairpair.bootstrap import open_access, open_service
from fairpair.server import make_app
from fastapi.testclient import TestClient

service = open_service("memory:")
client = TestClient(make_app(service, open_access(service)), base_url="http://localhost")
KEY = os.environ["FAIRPAIR_ADMIN_KEY"]

def ask(how, path, kind="application/json", **what):
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": kind}
    answer = client.request(how, path, headers=headers, **what)
    assert answer.status_code < 300, answer.text
    return answer

ask("POST", "/api/tournaments", json={"name": "Hill", "preset": "hill_night"})
for name in "ABCD":
    ask("POST", "/api/tournaments/hill/players", json={"players": [{"name": name}]})
made = ask("POST", "/api/tournaments/hill/start", json={}).json()["round"]
print(made["system"])
print("upsets" in [one["code"] for one in ask("GET", "/api/tiebreaks").json()["tiebreaks"]])
print("hill_night" in [one["name"] for one in ask("GET", "/api/presets").json()["presets"]])
rules = ask("GET", "/api/openapi.json").json()["components"]["schemas"]["CreateTournamentRequest"]
print(rules["properties"]["config"]["properties"]["system"]["enum"][-1])
print(ask("GET", "/api/tournaments/hill/print/podium.pdf").content[:4])
file = open("friday.txt", "rb").read()
print(ask("POST", "/api/tournaments/import", "text/plain", content=file).json()["id"])
client.post("/login", data={"key": KEY})
for path, text in {
    "/new": "Hill night", "/desk/hill/settings": "King of the hill", "/desk/hill/print": "Podium"
}.items():
    print(path, text in client.get(path).text)
"""


def test_the_server_has_it_as_well(computer: Computer) -> None:
    (computer.folder / "friday.txt").write_text(FILE, encoding="utf-8")
    assert computer.run("-W", "ignore", "-c", SERVER, key=KEY).splitlines() == [
        "king_of_the_hill",
        "True",
        "True",
        "king_of_the_hill",
        "b'%PDF'",
        "friday",
        "/new True",
        "/desk/hill/settings True",
        "/desk/hill/print True",
    ]


def test_a_tournament_can_be_looked_at_without_the_package(without: Computer) -> None:
    assert "Round 2 of 4" in without.do("status", "hill")
    assert {"Ana", "Bo"} in pairs(without.do("round", "hill", "show", "1"))
    found = json.loads(without.do("standings", "hill", "--json"))
    assert all(row["tiebreaks"][0]["display"] != "0" for row in found["players"])
    without.do("why", "hill", "Ana")
    without.do("export", "hill", "--format", "json")
    assert f"it was paired by {PACKAGE}, which is not installed" in without.do("verify", "hill")
    without.do("print", "hill", "standings", "--out", "standings.pdf")


def test_pairing_without_the_package_names_it(without: Computer) -> None:
    without.do("round", "hill", "next", code=4)
    assert "The pairing system king_of_the_hill is not installed." in without.warnings
    assert f"It came with the package {PACKAGE}." in without.warnings


def test_a_command_imports_no_package_that_it_does_not_use(computer: Computer) -> None:
    program = "import sys; from fairpair.__main__ import cli; cli({}, standalone_mode=False)"
    program += "; print(*[m for m in sys.modules if m.startswith('fairpair_example')])"
    assert computer.run("-c", program.format(["tiebreaks", "BH"])).splitlines()[-1] == ""
    used = computer.run("-c", program.format(["tiebreaks", "upsets"])).splitlines()[-1]
    assert used == "fairpair_example fairpair_example.upsets"
