"""Fairpair started by a double click: a browser opens, and a second start finds the first."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from fairpair.bootstrap import claim
from timeouts import PATIENCE, wait_until

from .shell import Shell


class Computer:
    """One person's home, and a browser that only writes down what it is to open."""

    def __init__(self, home: Path) -> None:
        self.home, self.started = home, list[subprocess.Popen[str]]()
        self.folder = home / ".local" / "share" / "fairpair"
        self._opened = home / "opened.txt"
        self._opened.touch()
        browser = home / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" >> {self._opened}\n')
        browser.chmod(0o755)
        ours = {one: os.environ[one] for one in ("PATH", "LC_ALL") if one in os.environ}
        source = str(Path(__file__).parents[2] / "src")
        self.env = {**ours, "HOME": str(home), "BROWSER": str(browser), "PYTHONPATH": source}

    def double_click(self) -> "subprocess.Popen[str]":
        started = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "fairpair", "desktop"],
            env=self.env,
            cwd=self.home,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.started.append(started)
        return started

    def links(self, number: int) -> list[str]:
        """What the browser has opened, once it is this much."""
        wait_until(lambda: len(self._opened.read_text().splitlines()) >= number)
        return self._opened.read_text().splitlines()

    def end(self, program: "subprocess.Popen[str]", how: int = signal.SIGINT) -> tuple[int, str]:
        program.send_signal(how)
        said, _ = program.communicate(timeout=PATIENCE)
        return program.returncode, said


def host_of(link: str) -> str:
    return urlsplit(link).netloc


@pytest.fixture
def computer(tmp_path: Path) -> Iterator[Computer]:
    made = Computer(tmp_path)
    yield made
    for one in made.started:
        if one.poll() is None:
            made.end(one, signal.SIGKILL)
        if one.stdout:
            one.stdout.close()


def test_the_browser_opens_and_the_person_is_logged_in(computer: Computer) -> None:
    program = computer.double_click()
    [link] = computer.links(1)
    with httpx.Client(base_url=f"http://{host_of(link)}", follow_redirects=True) as browser:
        browser.post(link).raise_for_status()
        browser.post("/api/tournaments", json={"name": "Cup"}).raise_for_status()
    assert host_of(link).startswith("127.0.0.1:")
    code, said = computer.end(program)
    assert code == 0, said
    assert link in said
    assert "close the window" in said
    assert (computer.folder / "fairpair.db").exists()
    assert not (computer.folder / "desktop").exists()


def test_a_second_start_opens_the_running_one(computer: Computer) -> None:
    first = computer.double_click()
    computer.links(1)
    second = computer.double_click()
    said, _ = second.communicate(timeout=PATIENCE)
    assert (second.returncode, "already running" in said) == (0, True), said
    one, other = computer.links(2)
    assert host_of(one) == host_of(other)
    assert one != other
    assert httpx.post(other).status_code < 400
    assert first.poll() is None


def test_two_starts_at_once_make_one_server(computer: Computer) -> None:
    both = [computer.double_click(), computer.double_click()]
    one, other = computer.links(2)
    assert host_of(one) == host_of(other)
    wait_until(lambda: sum(program.poll() is None for program in both) == 1)


def test_a_start_after_a_crash_makes_a_new_server(computer: Computer) -> None:
    program = computer.double_click()
    computer.links(1)
    computer.end(program, signal.SIGKILL)
    assert (computer.folder / "desktop").exists()
    again = computer.double_click()
    [_, link] = computer.links(2)
    assert httpx.get(link).status_code == 200
    assert computer.end(again)[0] == 0


@pytest.mark.parametrize("address", ["", "rubbish", "http://127.0.0.1:1"])
def test_a_program_that_does_not_respond_is_named(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairpair.cli.desktop._PATIENCE", 0.5)
    place = tmp_path / "fairpair" / "desktop"
    with claim(place) as is_ours:
        assert is_ours
        place.write_text(address)
        said = Shell("memory:").type("desktop", XDG_DATA_HOME=str(tmp_path))
    assert said.code == 5
    assert "does not respond" in said.err
    assert "Close its window" in said.err


def test_a_person_without_a_home_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    said = Shell("memory:").type("desktop", XDG_DATA_HOME="")
    assert (said.code, "no home directory" in said.err) == (5, True)


def test_the_server_needs_no_module_that_windows_lacks() -> None:
    program = "import sys; sys.modules['resource'] = None; import fairpair.cli.desktop"
    subprocess.run([sys.executable, "-c", program], check=True)
