"""The commands beside a running server, beside each other, in shells and on terminals."""

import json
import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from timeouts import PATIENCE

from .processes import Server, fairpair
from .shell import EIGHT, Shell, all_commands


def test_a_running_server_shows_what_the_commands_do(shell: Shell) -> None:
    shell.begun("rounds=3")
    server = Server("--port", "0", database=shell.database)
    try:
        status = json.loads(server.get("/api/tournaments/cup/status")[1])
        assert (status["state"], status["version"]) == ("setup", shell.version)
        shell.play("2-0")
        deadline = time.monotonic() + PATIENCE
        while status["version"] != shell.version and time.monotonic() < deadline:
            time.sleep(0.05)
            status = json.loads(server.get("/api/tournaments/cup/status")[1])
        assert status["pending_results"] == 3
        page = server.get("/t/cup")[1]
        assert "Ana Lima" in page
    finally:
        assert server.stop() == 0


def typed_at_once(shell: Shell, *commands: tuple[str, ...]) -> list[tuple[int, str, str]]:
    """Each in a process of its own, all started before the first has ended."""
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "fairpair", *words, "--database", shell.database],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for words in commands
    ]
    said = [one.communicate(timeout=PATIENCE) for one in started]
    return [(p.returncode, out, err) for p, (out, err) in zip(started, said, strict=True)]


def test_at_the_same_time_nothing_is_lost_and_nothing_done_twice(shell: Shell) -> None:
    shell.begun("rounds=3")
    shell.play()
    seen = str(shell.version)
    done = typed_at_once(
        shell,
        ("result", "cup", "1", "2-0"),
        ("result", "cup", "2", "1-2"),
        ("players", "cup", "drop", "1", "--if-version", seen),
        ("players", "cup", "drop", "2", "--if-version", seen),
    )
    assert [code for code, _, _ in done[:2]] == [0, 0]
    texts = [one["result"] for one in shell.json("round", "cup")["pairings"][:2]]
    assert all(texts)
    codes = [code for code, _, _ in done[2:]]
    assert set(codes) <= {0, 4}
    assert codes.count(0) <= 1, "both were the first to change that version"
    dropped = [x["id"] for x in shell.json("players", "cup")["players"] if x["status"] == "dropped"]
    assert dropped == [n for n, code in enumerate(codes, 1) if code == 0]


def test_only_one_of_two_publishes_a_round(shell: Shell) -> None:
    shell.begun("rounds=3")
    words = ("round", "cup", "draft", "--publish")
    codes = sorted(code for code, _, _ in typed_at_once(shell, words, words))
    assert codes == [0, 4]
    assert [x["status"] for x in shell.json("round", "cup", "list")["rounds"]][:2] == [
        "published",
        "locked",
    ]


# --- shells --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: Shell, name: str) -> None:
    script = shell.do("completion", name)
    assert "_FAIRPAIR_COMPLETE" in script
    assert f"{name}_complete" in script
    assert shell.type("completion", "tcsh").code == 2


def completed(shell: Shell, typed: str) -> list[str]:
    words = typed.split(" ")
    made = fairpair(
        database=shell.database,
        _FAIRPAIR_COMPLETE="bash_complete",
        COMP_WORDS=typed,
        COMP_CWORD=str(len(words) - 1),
    )
    return [line.partition(",")[2] for line in made.stdout.decode().splitlines() if line]


def test_commands_actions_and_tournaments_are_completed(shell: Shell) -> None:
    assert completed(shell, "fairpair status ") == []
    shell.begun()
    shell.do("new", "Curling")
    assert completed(shell, "fairpair statu") == ["status"]
    assert completed(shell, "fairpair status cu") == ["cup", "curling"]
    assert completed(shell, "fairpair players cup check-i") == ["check-in"]
    assert "--json" in completed(shell, "fairpair status cup --")
    assert completed(shell, "fairpair round cur") == ["curling"]


def test_the_completion_works_in_a_real_bash(shell: Shell, tmp_path: Path) -> None:
    shell.begun()
    program = tmp_path / "fairpair"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m fairpair "$@"\n')
    program.chmod(0o755)
    script = tmp_path / "complete.bash"
    script.write_text(shell.do("completion", "bash"))
    asked = (
        f"source {script}; COMP_WORDS=(fairpair status c); COMP_CWORD=2;"
        ' _fairpair_completion fairpair; echo "${COMPREPLY[@]}"'
    )
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    made = subprocess.run(
        ["bash", "-c", asked],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PATH": path, "FAIRPAIR_DATABASE": shell.database},
    )
    assert made.stdout.strip() == "cup"


# --- terminals -----------------------------------------------------------------------------------


def on_a_terminal(shell: Shell, *words: str, **env: str) -> str:
    """What a command writes to a terminal."""
    ours, theirs = pty.openpty()
    variables = {"TERM": "xterm-256color", "COLUMNS": "90", "FAIRPAIR_DATABASE": shell.database}
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    process = subprocess.Popen(
        [sys.executable, "-m", "fairpair", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**clean, **variables, **env},
    )
    os.close(theirs)
    said = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other side is closed
            break
        if not part:
            break
        said += part
    os.close(ours)
    assert process.wait(PATIENCE) == 0, said
    return said.decode()


def test_tables_are_drawn_on_a_terminal_and_plain_in_a_pipe(shell: Shell) -> None:
    shell.begun(names=("[bold]Ana[/bold]", *EIGHT[1:]))
    drawn = on_a_terminal(shell, "players", "cup")
    assert "─" in drawn
    assert "\x1b[" in drawn
    assert "[bold]Ana[/bold]" in drawn
    plain = on_a_terminal(shell, "players", "cup", NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", plain)
    piped = shell.do("players", "cup")
    assert "\x1b" not in piped
    assert "─" not in piped
    assert "─" in on_a_terminal(shell, "settings", "cup", "--changed")
    assert "─" not in shell.do("settings", "cup", "--changed")
    assert json.loads(on_a_terminal(shell, "status", "cup", "--json"))["name"] == "Cup"


def test_a_narrow_terminal_loses_nothing(shell: Shell) -> None:
    shell.begun(names=("x" * 120, *EIGHT[1:]))
    shell.play("2-0")
    for columns, is_drawn in (("30", False), ("90", True)):
        said = on_a_terminal(shell, "standings", "cup", COLUMNS=columns)
        assert ("─" in said) == is_drawn
        for number in ("100.00%", "33.00%", "OMW"):
            assert number in said, (columns, number)


def test_work_of_some_length_shows_how_far_it_is(shell: Shell, tmp_path: Path) -> None:
    words = ("generate", "--players", "30", "--rounds", "4", "--seed", "a", "-o")
    assert "100%" in on_a_terminal(shell, *words, str(tmp_path / "a.trf"))
    assert "100%" in on_a_terminal(shell, "check", *[str(tmp_path / "a.trf")] * 20)
    assert "Checking " in on_a_terminal(shell, "check", str(tmp_path / "a.trf"))
    simulated = ("simulate", "--players", "8", "--seed", "1", "--times", "5")
    assert "100%" in on_a_terminal(shell, *simulated)
    shell.begun(names=tuple(f"Player {n}" for n in range(40)))
    shell.play()
    slips = tmp_path / "slips.txt"
    slips.write_text("".join(f"{n} 2-0\n" for n in range(1, 21)))
    assert "100%" in on_a_terminal(shell, "result", "cup", "--from", str(slips))
    piped = fairpair(*words, tmp_path / "b.trf", database=shell.database)
    assert (piped.stdout, piped.stderr) == (b"", b"")


# --- help ----------------------------------------------------------------------------------------


def test_every_command_has_help_with_an_example(shell: Shell) -> None:
    commands = all_commands()
    assert len(commands) > 50
    for words, command in commands:
        said = shell.do(*words, "--help")
        assert said.startswith("Usage: fairpair "), words
        assert "fairpair " in said.partition("\n\n")[2], words
        assert shell.type(*words, "-h").code == 0
        assert shell.type(*words, "--no-such-option").code == 2, words
        assert command.help


CHANGES = ("save", "rename", "delete", "remove")


def test_every_reading_command_has_json(shell: Shell) -> None:
    silent = {
        "backup",
        "export",
        "import",
        "pair",
        "generate",
        "serve",
        "desktop",
        "key",
        "completion",
        "deleted",
        "print",
    }
    for words, command in all_commands():
        options = [word for one in command.params for word in one.opts]
        has_actions = hasattr(command, "commands") and words[0] in ("players", "round", "ties")
        is_change = words[0] in ("presets", "lists") and words[-1] in CHANGES
        assert "--json" in options or has_actions or words[0] in silent or is_change, words


def test_help_needs_nothing_heavy() -> None:
    asked = (
        "import sys\n"
        "from fairpair.__main__ import main\n"
        "sys.argv = ['fairpair', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "heavy = {'sqlalchemy', 'fastapi', 'rich', 'msgspec', 'uvicorn', 'typst', 'pydantic'}\n"
        "found = heavy & set(sys.modules)\n"
        "assert not found, found\n"
    )
    subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True)
