"""The edge of the program: odd targets and streams, and faults of its own."""

import os
import resource
import shlex
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fairpair.cli import pairing
from fairpair.cli.main import cli
from formats.sheet import Person, player, text
from timeouts import PATIENCE

PAIRS = "2\n1 3\n4 2\n"
FOUR = text("012 Open", "142 3", "152 W", *(player(n, points="0.0") for n in range(1, 5)))


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "open.trf"
    path.write_bytes(FOUR)
    return path


def fairpair(*words: str | Path, data: bytes = b"") -> Result:
    answer = CliRunner().invoke(cli, list(map(str, words)), input=data)
    assert answer.exception is None or isinstance(answer.exception, SystemExit), answer.exception
    return answer


def real(
    *words: str | bytes | Path, where: Path, shell: str = ""
) -> "subprocess.CompletedProcess[bytes]":
    """In a process of its own; `shell` is what stands behind the command."""
    command = [sys.executable, "-m", "fairpair", *words]
    args = ["bash", "-c", f'set -o pipefail; "$0" "$@" {shell}', *command]
    return subprocess.run(args, capture_output=True, timeout=PATIENCE, check=False, cwd=where)


# Where pairs are written


def test_a_link_stays_a_link(source: Path, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    target, link = tmp_path / "real" / "pairs.txt", tmp_path / "link.txt"
    link.symlink_to(target)
    for _ in range(2):  # first the target is not there yet
        assert fairpair("pair", source, "--out", link).exit_code == 0
        assert link.is_symlink()
        assert target.read_text() == PAIRS
        target.write_text("older")
    assert sorted(path.name for path in (tmp_path / "real").iterdir()) == ["pairs.txt"]


def test_a_link_that_leads_nowhere_is_told(source: Path, tmp_path: Path) -> None:
    link = tmp_path / "round"
    link.symlink_to(link)
    answer = fairpair("pair", source, "--out", link)
    assert answer.exit_code == 5
    assert link.is_symlink()


def test_a_pipe_stays_a_pipe(source: Path, tmp_path: Path) -> None:
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(fifo.read_text()), daemon=True)
    reader.start()
    answer = fairpair("pair", source, "--out", fifo)
    assert (answer.exit_code, answer.stdout) == (0, "")
    assert fifo.is_fifo()
    reader.join(PATIENCE)
    assert read == [PAIRS]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["open.trf", "pipe"]


def test_names_as_long_as_they_may_be(source: Path, tmp_path: Path) -> None:
    target = tmp_path / ("x" * 255)
    assert fairpair("pair", source, "--out", target).exit_code == 0
    assert target.read_text() == PAIRS
    assert fairpair("pair", source, "--out", tmp_path / ("x" * 256)).exit_code == 5


def test_a_line_is_standard_output(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = fairpair("pair", source, "--out", "-")
    assert (answer.exit_code, answer.stdout) == (0, PAIRS)
    assert fairpair("pair", source, source, "--out", "-").exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["open.trf"]


@pytest.mark.parametrize(
    "words",
    [
        ("pair", "open.trf", "--out", ""),
        ("pair", "open.trf", "--out-dir", ""),
        ("standings", "open.trf", "--out-dir", ""),
        ("generate", "-o", ""),
    ],
)
def test_an_empty_name_is_no_name(
    words: tuple[str, ...], source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(source.parent)
    answer = fairpair(*words)
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert "the name is empty" in answer.stderr


# Seeds


def test_a_seed_that_is_no_text(tmp_path: Path) -> None:
    answer = real("generate", "--seed", b"\xff", "-o", "z.trf", where=tmp_path)
    assert answer.returncode == 3
    assert b"The seed" in answer.stderr
    assert b"Traceback" not in answer.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_draw_seed_that_is_no_text(source: Path) -> None:
    words = ("--tiebreaks", "PTS,random", "--draw-seed", b"\xff")
    answer = real("standings", "open.trf", *words, where=source.parent)
    assert answer.returncode == 3
    assert b"The seed" in answer.stderr


@pytest.mark.parametrize("seed", ["two words", "it's", "$HOME; `x` \\", "", " a ", "-x", "#", "é"])
def test_any_other_seed_is_told_as_a_shell_takes_it(seed: str) -> None:
    words = ("--players", "4", "--rounds", "2", "-o", "-")
    made = fairpair("generate", "--seed", seed, *words).stdout
    told = shlex.split(made.splitlines()[-1].removeprefix("### "))
    assert told[-2:] == ["--seed", seed]
    assert fairpair(*told[1:], "-o", "-").stdout == made


# Streams that are not there, or full


@pytest.mark.parametrize(
    ("words", "shell", "code", "said"),
    [
        (("pair", "open.trf"), ">&-", 5, "Standard output is closed"),
        (("generate", "-o", "-"), ">&-", 5, "Standard output is closed"),
        (("pair", "-"), "<&-", 5, "Standard input is closed"),
        (("standings", "-"), "<&-", 5, "Standard input is closed"),
        (("import", "-", "--database", "memory:"), "<&-", 5, "Standard input is closed"),
        (("pair", "gone.trf"), "2>&-", 5, ""),
        (("pair", "open.trf", "--nonsense"), "2>&-", 2, ""),
        (("pair", *["open.trf"] * 20), "2>&-", 0, ""),
        (("simulate", "--players", "4", "--seed", "1", "--times", "2"), "2>&-", 0, ""),
        (("pair", "open.trf"), "| true", 141, ""),
        (("--help",), "| true", 141, ""),
        (("pair", "--help"), "| true", 141, ""),
    ],
)
def test_streams_that_are_closed(
    words: tuple[str, ...],
    shell: str,
    code: int,
    said: str,
    source: Path,
) -> None:
    answer = real(*words, where=source.parent, shell=shell)
    if shell == "| true" and answer.returncode == 0:  # it was fast enough to write before the end
        assert answer.stderr == b""
        return
    assert answer.returncode == code, answer.stderr
    assert said in answer.stderr.decode()
    assert b"Traceback" not in answer.stderr
    assert said or answer.stderr == b""


def no_room() -> None:
    """What a file is written to is refused from the first byte on, as on a full device."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("pair", "gone.trf"), 5),
        (("pair", "bad.trf"), 3),
        (("pair", "open.trf", "--nonsense"), 2),
        (("export", "x", "--database", "memory:"), 3),
        (("pair", "noted.trf"), 0),
    ],
)
def test_a_full_standard_error_changes_no_code(
    words: tuple[str, ...], code: int, source: Path
) -> None:
    folder = source.parent
    (folder / "bad.trf").write_bytes(b"no")
    (folder / "noted.trf").write_bytes(text("012 A", player(1), player(2)))
    with (folder / "errors").open("wb") as errors:
        answer = subprocess.run(
            [sys.executable, "-B", "-m", "fairpair", *words],
            stdout=subprocess.PIPE,
            stderr=errors,
            preexec_fn=no_room,
            cwd=folder,
            timeout=PATIENCE,
            check=False,
        )
    assert (answer.returncode, (folder / "errors").read_bytes()) == (code, b"")


def test_a_full_standard_output(source: Path) -> None:
    with (source.parent / "out").open("wb") as out:
        answer = subprocess.run(
            [sys.executable, "-B", "-m", "fairpair", "pair", source],
            stdout=out,
            stderr=subprocess.PIPE,
            preexec_fn=no_room,
            env={name: value for name, value in os.environ.items() if "COV" not in name},
            timeout=PATIENCE,
            check=False,
        )
    assert answer.returncode == 5
    assert answer.stderr.startswith(b"Error: The output could not be written")
    assert answer.stderr.count(b"\n") == 2


# Faults of the program itself


def raising(error: BaseException) -> Callable[..., None]:
    def broken(*_args: object, **_options: object) -> None:
        raise error

    return broken


@pytest.mark.parametrize(
    "error", [ValueError("secret"), AssertionError(), RecursionError(), KeyError("x")]
)
def test_a_fault_of_the_program_has_its_own_code(
    error: Exception, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "file_pairing", raising(error))
    monkeypatch.delenv("FAIRPAIR_DEBUG", raising=False)
    answer = fairpair("pair", source)
    assert (answer.exit_code, answer.stdout) == (70, "")
    assert "report" in answer.stderr
    assert type(error).__name__ in answer.stderr
    assert "Traceback" not in answer.stderr
    assert "secret" not in answer.stderr
    monkeypatch.setenv("FAIRPAIR_DEBUG", "1")
    answer = fairpair("pair", source)
    assert answer.exit_code == 70
    assert "Traceback (most recent call last)" in answer.stderr


def test_trouble_with_a_file_that_nobody_expected(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "file_pairing", raising(OSError(5, "Input/output error", "x")))
    answer = fairpair("pair", source)
    assert answer.exit_code == 5
    assert "Input/output error" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_who_stops_it_is_not_told_that_no_pairing_exists(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "file_pairing", raising(KeyboardInterrupt()))
    answer = fairpair("pair", source)
    assert (answer.exit_code, answer.stdout) == (130, "")
    assert "Traceback" not in answer.stderr


# What is told


def test_notes_do_not_turn_the_line_around(tmp_path: Path) -> None:
    path = tmp_path / "odd.trf"
    odd = player(2, who=Person("B\u202ebc\x1b[31m", points="0.0"))
    path.write_bytes(text("012 A", "012 \u202eB\x1b[31m", "142 3", player(1, points="0.0"), odd))
    for words in (("pair", path), ("pair", "--explain", path), ("check", path)):
        answer = fairpair(*words)
        assert answer.exit_code == 0
        assert "appears twice" in answer.stderr
        assert "\u202e" not in answer.stderr
        assert "\x1b" not in answer.stderr
    path.write_bytes(text("012 A", "XXP 1 2", player(1, points="0.0"), odd))
    answer = fairpair("pair", path)
    assert answer.exit_code == 1
    assert "(Bbc" in answer.stderr
    assert "\x1b" not in answer.stderr
    assert answer.stderr.count("\n") == 4
