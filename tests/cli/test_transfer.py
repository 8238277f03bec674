"""`fairpair export` and `fairpair import` with every kind of file."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from fairpair.app.transfer.exports import EXPORTS
from fairpair.bootstrap import backup, claim, open_access, open_service
from fairpair.cli.dependencies import Dependencies
from fairpair.cli.main import cli
from fairpair.server import make_app

DATA = Path(__file__).parents[1] / "formats" / "data"


DEPENDENCIES = Dependencies(open_service, open_access, make_app, backup, claim)


@dataclass
class Ran:
    """What a command ended with and said."""

    returncode: int
    stdout: bytes
    stderr: bytes


def fairpair(*words: str | Path, database: Path, data: bytes = b"") -> Ran:
    """The command, in this process."""
    given = [*map(str, words), "--database", f"sqlite:///{database}"]
    ran = CliRunner().invoke(cli, given, input=data, obj=DEPENDENCIES)
    return Ran(ran.exit_code, ran.stdout_bytes, ran.stderr_bytes)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With two events of other programs in it."""
    made = tmp_path_factory.mktemp("transfer") / "events.db"
    wer = fairpair("import", DATA / "friday.wer", database=made)
    assert (wer.returncode, wer.stdout) == (0, b"Imported friday-at-rook-house.\n"), wer.stderr
    tdf = fairpair(
        "import", DATA / "league.tdf", "--division", "Masters", "--as", "cup", database=made
    )
    assert (tdf.returncode, tdf.stdout) == (0, b"Imported cup.\n"), tdf.stderr
    return made


def test_every_export_can_be_asked_for(database: Path, tmp_path: Path) -> None:
    for one in EXPORTS:
        target = tmp_path / one.path
        words = ("export", "cup", "--format", one.format, "--what", one.what, "--out", target)
        ran = fairpair(*words, database=database)
        assert ran.returncode == 0, ran.stderr
        assert target.stat().st_size > 20


def test_a_round_and_the_standings_after_it(database: Path) -> None:
    words = ("export", "cup", "--format", "csv", "--what")
    pairings = fairpair(*words, "pairings", "--round", "2", "--stage", "2", database=database)
    assert pairings.stdout.decode("utf-8-sig").splitlines()[1].startswith("2,2,1,1,Ana Lima")
    after = fairpair(*words, "standings", "--round", "1", database=database)
    assert after.returncode == 0
    assert len(after.stdout.splitlines()) == 7


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("export", "cup", "--format", "pdf"), 3, "trf26"),
        (("export", "cup", "--format", "csv"), 3, "pairings, standings"),
        (("export", "cup", "--round", "1"), 2, "--round"),
        (("export", "cup", "--format", "csv", "--what", "pairings", "--round", "9"), 3, "round 9"),
        (("import", str(DATA / "league.tdf")), 3, "Masters, Junior"),
        (("import", str(DATA / "README.md")), 2, "--preset"),
        (("import", str(DATA / "friday.wer"), "--as", "cup"), 4, "cup"),
    ],
)
def test_what_cannot_be_done_is_told(
    words: tuple[str, ...], code: int, said: str, database: Path
) -> None:
    answer = fairpair(*words, database=database)
    assert answer.returncode == code, answer.stderr
    assert said in answer.stderr.decode()
    assert b"Traceback" not in answer.stderr


def test_there_and_back_through_files(database: Path, tmp_path: Path) -> None:
    words = ["export", "cup", "--format", "trf16", "--database", f"sqlite:///{database}"]
    command = [sys.executable, "-m", "fairpair", *words]
    trf = subprocess.run(command, capture_output=True, check=True).stdout
    again = fairpair("import", "-", "--as", "again", database=tmp_path / "b.db", data=trf)
    assert again.returncode == 0, again.stderr
    found = fairpair("export", "again", "--format", "json", database=tmp_path / "b.db").stdout
    assert len(json.loads(found)["participants"]) == 6


def test_a_list_becomes_a_tournament(tmp_path: Path) -> None:
    database = tmp_path / "a.db"
    words = ("import", "-", "--name", "Friday Night", "--preset", "mtg_standard")
    done = fairpair(*words, database=database, data=b"name,rating\nAna Lima,2100\nBo Chen,\n")
    assert done.stdout == b"Imported 2 players into friday-night.\n"
    bad = fairpair(*words, database=database, data=b"name,rating\nAna,many\n\xd0\xfe,1\n")
    assert bad.returncode == 3
    assert b"row 2 rating" in bad.stderr
    players = fairpair(
        "export", "friday-night", "--format", "csv", "--what", "players", database=database
    )
    assert players.stdout.decode("utf-8-sig").splitlines() == [
        "name,rating",
        "Ana Lima,2100",
        "Bo Chen,",
    ]


def test_a_file_without_an_end_is_not_read_for_ever(tmp_path: Path) -> None:
    endless = fairpair("import", "/dev/zero", database=tmp_path / "x.db")
    assert endless.returncode == 3
    assert b"larger than 64 MiB" in endless.stderr
