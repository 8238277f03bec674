"""The commands as a person types them, in a real shell's conditions."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairpair.app.service import Service
from fairpair.bootstrap import open_service
from fairpair.cli.dependencies import default_database, is_default
from fairpair.core.errors import StorageError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Player
from fairpair.log import commands as c
from timeouts import wait_until

from .processes import Server, fairpair, typed

CUP = TournamentId("friday")
NAUGHTY = "<script>alert('x')</script> & \"Söhne\""


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'hall 3' / 'events.db'}"


@pytest.fixture
def service(database: str, tmp_path: Path) -> Iterator[Service]:
    (tmp_path / "hall 3").mkdir()
    service = open_service(database)
    service.execute(CUP, c.CreateTournament(NAUGHTY, "seed", {"rounds": 3}), CommandId("a"))
    service.execute(CUP, c.RegisterPlayers((Player("Ana"), Player("Bo"))), CommandId("b"))
    yield service
    service.close()


def test_export_and_import_between_two_databases(
    service: Service, database: str, tmp_path: Path
) -> None:
    exported = fairpair("export", "friday", database=database)
    assert exported.returncode == 0, exported.stderr
    file = tmp_path / "friday.json"
    file.write_bytes(exported.stdout)
    other = f"sqlite:///{tmp_path / 'other.db'}"
    imported = typed("import", file, database=other)
    assert (imported.returncode, imported.stdout) == (0, b"Imported friday.\n")
    assert typed("export", NAUGHTY, database=other).stdout == exported.stdout
    again = typed("import", file, database=other)
    assert again.returncode == 4
    assert b"--as" in again.stderr
    renamed = typed("import", "-", "--as", "friday-2", database=other, data=exported.stdout)
    assert renamed.returncode == 0


def test_every_kind_of_trouble_has_its_exit_code(
    service: Service, database: str, tmp_path: Path
) -> None:
    foreign = tmp_path / "foreign.json"
    foreign.write_text("{}")
    text = tmp_path / "text.db"
    text.write_text("no database at all, but quite a long text " * 40)
    for words, code, said in [
        (("export", "nothing"), 3, "Available tournaments: friday"),
        (("export",), 2, "Missing argument"),
        (("frobnicate",), 2, "No such command 'frobnicate'.\n"),
        (("standing", "x"), 2, "No such command 'standing'. Did you mean standings?"),
        (("import", str(foreign)), 3, "fairpair export NAME"),
        (("import", str(tmp_path / "gone.json")), 2, "gone.json"),
        (("import", str(foreign), "--database", f"sqlite:///{text}"), 5, str(text)),
        (("export", "x", "--database", "mysql://u:secret@h/d"), 5, "sqlite:///"),
        (("backup", str(foreign)), 4, "foreign.json"),
        (("backup", str(tmp_path / "no" / "copy.db")), 5, "copy.db"),
        (("backup", str(tmp_path / "c.db"), "--database", "memory:"), 3, "pg_dump"),
    ]:
        answer = typed(*words, database=database)
        assert answer.returncode == code, (words, answer.stderr)
        assert said in answer.stderr.decode(), words
        assert b"Traceback" not in answer.stderr
        assert b"secret" not in answer.stderr
    assert foreign.read_text() == "{}"
    assert text.read_text().startswith("no database")


def test_a_full_disk_is_told(service: Service, database: str) -> None:
    with Path("/dev/full").open("wb") as full:
        answer = subprocess.run(
            [sys.executable, "-m", "fairpair", "export", "friday", "--database", database],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert answer.returncode == 5
    assert b"No space left" in answer.stderr
    assert b"Traceback" not in answer.stderr


def test_backup_copies_a_live_database(service: Service, database: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    answer = typed("backup", copy, database=database)
    assert answer.returncode == 0, answer.stderr
    with sqlite3.connect(copy) as connection:
        assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
    connection.close()
    exported = typed("export", "friday", database=f"sqlite:///{copy}")
    assert exported.stdout == typed("export", "friday", database=database).stdout
    assert typed("backup", copy, database=database).returncode == 4
    assert fairpair("backup", copy, "--overwrite", database=database).returncode == 0


@pytest.mark.parametrize("words", [("backup", "copy.db"), ("export", "friday")])
def test_who_only_reads_makes_no_database(words: tuple[str, str], tmp_path: Path) -> None:
    answer = typed(*words, database=f"sqlite:///{tmp_path / 'no.db'}")
    assert answer.returncode == 5
    assert b"no.db" in answer.stderr
    assert b"--database" in answer.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_server_shows_what_is_there(service: Service, database: str) -> None:
    server = Server("--port", "0", database=database)
    status, page = server.get("/")
    assert status == 200
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &#34;Söhne&#34;" in page
    assert "Registration" in page
    assert "2 players" in page
    service.execute(TournamentId("two"), c.CreateTournament("Number Two", "s"), CommandId("a"))
    wait_until(lambda: "Number Two" in server.get("/")[1])
    assert json.loads(server.get("/api/health")[1])["status"] == "ok"
    assert json.loads(server.get("/api/ready")[1])["status"] == "ready"
    assert server.get("/static/fairpair.css")[0] == 200
    assert server.get("/nothing")[0] == 404
    assert server.get("/static/../bootstrap.py")[0] == 404
    assert "events.db" in server.said
    assert server.stop() == 0


def test_a_database_in_trouble_gives_503(service: Service, database: str, tmp_path: Path) -> None:
    server = Server("--port", "0", database=database)
    service.close()
    for file in (tmp_path / "hall 3").iterdir():
        if not file.name.endswith("-shm"):  # it is mapped: whoever reads it then dies of SIGBUS
            file.write_bytes(b"spoilt" * 1000)
    assert server.get("/api/health")[0] == 200
    status, body = server.get("/api/ready")
    assert status == 503
    assert json.loads(body)["code"].startswith("database-") or "not-a" in json.loads(body)["code"]
    server.stop(signal.SIGKILL)


def test_without_a_port_the_next_free_one_is_taken(database: str, tmp_path: Path) -> None:
    (tmp_path / "hall 3").mkdir()
    one, two = Server(database=database), Server(database=database)
    assert one.address != two.address
    assert two.get("/")[0] == one.get("/")[0] == 200
    assert (one.stop(), two.stop(signal.SIGINT)) == (0, 0)


def test_a_taken_port_is_told(database: str, tmp_path: Path) -> None:
    (tmp_path / "hall 3").mkdir()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        answer = fairpair("serve", "--port", port, database=database)
    assert answer.returncode == 5
    assert f"port {port}" in answer.stderr.decode()


def test_the_default_database_is_the_same_from_everywhere(
    service: Service, database: str, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    env = {k: v for k, v in os.environ.items() if k not in ("FAIRPAIR_DATABASE", "XDG_DATA_HOME")}
    archive = fairpair("export", "friday", database=database).stdout
    for where, expected in ((tmp_path, 0), (home, 4)):
        answer = subprocess.run(
            [sys.executable, "-m", "fairpair", "import", "-"],
            input=archive,
            env={**env, "HOME": str(home)},
            cwd=where,
            capture_output=True,
            check=False,
        )
        assert answer.returncode == expected, answer.stderr
    place = home / ".local" / "share" / "fairpair"
    assert (place / "fairpair.db").stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.glob("*.db"))


def test_a_user_without_a_home_is_told_what_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    with pytest.raises(StorageError) as caught:
        default_database()
    assert "FAIRPAIR_DATABASE" in caught.value.hint
    assert not is_default("memory:")


def test_the_version_is_told() -> None:
    assert fairpair("--version", database="memory:").stdout.startswith(b"fairpair, version 0.")


def test_help_names_every_option() -> None:
    for word in ("serve", "export", "import", "backup"):
        answer = typed(word, "--help", database="memory:")
        assert b"--database" in answer.stdout
