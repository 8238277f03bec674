"""do.py, started as people start it, in a tiny project of its own: no network, no pip settings."""

import hashlib
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from timeouts import PATIENCE, wait_until

DO = Path(__file__).parents[2] / "do.py"

# Stands for `fairpair serve`: says what it was given and which alpha is installed.
SERVER = """
import importlib.metadata, json, os, sys
alpha = [found.version for found in importlib.metadata.distributions(name="alpha")]
print(json.dumps({"args": sys.argv[1:], "alpha": alpha, "cwd": os.getcwd(), "pid": os.getpid()}))
"""

# Stands for flit: the wheel it hands over was made by the test.
BACKEND = """
import shutil
def build_editable(folder, config_settings=None, metadata_directory=None):
    return shutil.copy("fairpair-1-py3-none-any.whl", folder).rsplit("/", 1)[1]
"""
PYPROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""

# Stands for ruff, mypy, pytest and lint-imports: says that it ran, fails when told to.
TOOL = """
import os, sys
def main():
    name = "{}"
    print("RAN", name, *sys.argv[1:], flush=True)
    print("BROWSER", os.environ.get("FAIRPAIR_CHROMIUM"), flush=True)
    sys.exit(name in os.environ.get("FAILING", "").split())
if __name__ == "__main__":
    main()
"""
TOOLS = {f"{name}.py": TOOL.format(name) for name in ("ruff", "mypy", "pytest", "linter")}
# Stands for Playwright: has a Chromium once it could fetch one, that is, with a file `online`.
PLAYWRIGHT = """
import os, pathlib
bin = pathlib.Path(os.environ["PATH"])
def sync_playwright():
    return sync_playwright
sync_playwright.start = sync_playwright
sync_playwright.stop = sync_playwright
sync_playwright.chromium = sync_playwright
sync_playwright.executable_path = bin / "playwrights-own"
def main():
    if (bin / "online").exists():
        (bin / "playwrights-own").symlink_to(bin / "true")
"""
TOOLS["playwright/__init__.py"] = ""
TOOLS["playwright/sync_api.py"] = PLAYWRIGHT
TOOLS["playwright/__main__.py"] = "from playwright.sync_api import main; main()"
TOOLS["tools-1.dist-info/entry_points.txt"] = "[console_scripts]\nlint-imports = linter:main\n"

# Stands for uv: writes down each call; an install waits while there is a file called `hold`. Of
# packages it brings the tools only.
UV = """
import pathlib, sys, time, venv, zipfile
args, here = sys.argv[1:], pathlib.Path(__file__).parent
if args == ["--version"]:
    sys.exit()
with open(here / "uv.calls", "a") as calls:
    print(*args, file=calls)
if args[0] == "venv":
    venv.create(args[-1], symlinks=True)
while "-r" in args and (here / "hold").exists():
    time.sleep(0.02)
if "requirements-dev.lock" in args:
    for packages in pathlib.Path(".venv/lib").glob("*/site-packages"):
        zipfile.ZipFile(here.parent / "wheels" / "tools-1-py3-none-any.whl").extractall(packages)
    linter = pathlib.Path(".venv/bin/lint-imports")
    linter.write_text("#!/bin/sh\\nexec .venv/bin/python -m linter\\n")
    linter.chmod(0o755)
if "-e" in args:
    for packages in pathlib.Path(".venv/lib").glob("*/site-packages"):
        (packages / "fairpair.pth").write_text(str(pathlib.Path("src").resolve()), "utf-8")
if "compile" in args:
    pathlib.Path(args[-1]).write_text((here / "compiled").read_text())
"""

# Stands for Debian's apt-get with no package list yet; `broken` is the folder that hides ensurepip.
APT = """
import pathlib, shutil, sys
here = pathlib.Path(__file__).parent
with open(here / "apt.calls", "a") as calls:
    print(*sys.argv[1:], file=calls)
if "update" in sys.argv:
    (here / "listed").touch()
elif not (here / "listed").exists():
    sys.exit("E: Unable to locate package")
elif (here / "helps").exists() and "chromium" in sys.argv:
    (here / "chromium").symlink_to(here / "true")
elif (here / "helps").exists():
    shutil.rmtree(here / "broken" / "ensurepip")
"""

# What makes this computer look like one without a browser.
HIDING = """
import os, shutil
os.geteuid, which = lambda: {}, shutil.which
shutil.which = lambda name, *more: None if os.path.isabs(name) else which(name, *more)
"""


@dataclass
class Ended:
    """What a finished do.py leaves behind."""

    code: int
    out: str
    err: str

    @property
    def server(self) -> dict[str, object]:
        """What the server said in its last line."""
        assert self.code == 0, self.out + self.err
        return dict(json.loads(self.out.splitlines()[-1]))


@dataclass
class Project:
    """A copy of do.py with next to nothing around it, and a PATH with next to nothing on it."""

    root: Path
    bin: Path
    wheels: Path
    env: dict[str, str]

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

    def pin(self, lock: str, name: str, version: str, files: dict[str, str]) -> None:
        wheel = write_wheel(self.wheels, name, version, files)
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        self.write(lock, f"{name}=={version} --hash=sha256:{digest}\n")

    def command(self, name: str, body: str) -> None:
        file = self.bin / name
        file.write_text(f"#!{sys.executable}\n{body}", "utf-8")
        file.chmod(0o755)

    def hide_ensurepip(self, user: int) -> None:
        """Makes this Python look like Debian's without python3-venv, used by that user."""
        broken = self.bin / "broken"
        (broken / "ensurepip").mkdir(parents=True)
        (broken / "ensurepip" / "__init__.py").write_text("raise ImportError")
        (broken / "sitecustomize.py").write_text(f"import os; os.geteuid = lambda: {user}")
        self.env["PYTHONPATH"] = str(broken)

    def hide_chromium(self, user: int) -> None:
        """No browser but those of this project's PATH, and do.py used by that user."""
        del self.env["FAIRPAIR_CHROMIUM"]
        hiding = self.bin / "hiding"
        hiding.mkdir()
        (hiding / "sitecustomize.py").write_text(HIDING.format(user))
        self.env["PYTHONPATH"] = str(hiding)

    def start(self, *words: str, cwd: Path | None = None) -> "subprocess.Popen[str]":
        command = [sys.executable, str(self.root / "do.py"), *words]
        out, err = subprocess.PIPE, subprocess.PIPE
        return subprocess.Popen(
            command, cwd=cwd or self.root, env=self.env, encoding="utf-8", stdout=out, stderr=err
        )

    def do(self, *words: str, cwd: Path | None = None) -> Ended:
        return ended(self.start(*words, cwd=cwd))

    def calls(self, name: str) -> list[str]:
        file = self.bin / f"{name}.calls"
        return file.read_text("utf-8").splitlines() if file.exists() else []

    def venvs_made(self) -> int:
        return sum(call.startswith("venv ") for call in self.calls("uv"))


def write_wheel(folder: Path, name: str, version: str, files: dict[str, str]) -> Path:
    info = f"{name}-{version}.dist-info"
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
        metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        archive.writestr(f"{info}/METADATA", metadata)
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\n")
        archive.writestr(f"{info}/RECORD", "")
    return wheel


def ended(process: "subprocess.Popen[str]") -> Ended:
    out, err = process.communicate(timeout=PATIENCE)
    return Ended(process.returncode, out, err)


@pytest.fixture
def with_pip(tmp_path: Path) -> Project:
    """A project where no uv is on the PATH; every path holds blanks and accents."""
    place = tmp_path / "Épreuve d'été"
    home, wheels, commands = (place / name for name in ("home", "wheels", "bin"))
    for folder in (home, wheels, commands):
        folder.mkdir(parents=True)
    for name in ("env", "true"):
        (commands / name).symlink_to(str(shutil.which(name)))
    env = {"HOME": str(home), "PATH": str(commands), "PIP_CONFIG_FILE": os.devnull}
    env["FAIRPAIR_CHROMIUM"] = str(commands / "true")
    env |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": wheels.as_uri(), "PYTHONIOENCODING": "utf-8"}
    project = Project(place / "fairpair", commands, wheels, env)
    project.write("do.py", DO.read_text("utf-8"))
    project.write("src/fairpair/__main__.py", SERVER)
    project.write("backend.py", BACKEND)
    project.write("pyproject.toml", PYPROJECT)
    project.pin("requirements.lock", "alpha", "1", {"alpha.py": ""})
    project.pin("requirements-dev.lock", "tools", "1", TOOLS)
    project.pin("requirements-load.lock", "crowd", "1", {"crowd.py": ""})
    write_wheel(project.root, "fairpair", "1", {"fairpair.pth": str(project.root / "src")})
    return project


@pytest.fixture
def with_uv(with_pip: Project) -> Project:
    """The same with a uv on the PATH that does the least and keeps a list of its calls."""
    with_pip.command("uv", UV)
    return with_pip


# With pip


def test_the_first_start_installs_and_only_a_changed_lock_does_again(with_pip: Project) -> None:
    first = with_pip.do("run", "--port", "0")
    assert first.server["args"] == ["serve", "--port", "0"]
    assert first.server["alpha"] == ["1"]
    assert "Installing 1 packages: done" in first.out
    network = with_pip.env["PIP_FIND_LINKS"]
    with_pip.env["PIP_FIND_LINKS"] = "nowhere"
    second = with_pip.do("run")
    assert second.server["alpha"] == ["1"]
    assert len(second.out.splitlines()) == 1  # the server's own line: nothing was done, or said
    with_pip.env["PIP_FIND_LINKS"] = network
    with_pip.pin("requirements.lock", "alpha", "2", {"alpha.py": ""})
    changed = with_pip.do("run")
    assert changed.server["alpha"] == ["2"]
    assert "Making .venv" not in changed.out


def test_what_uv_made_pip_can_update(with_pip: Project) -> None:
    with_pip.command("uv", UV)
    with_pip.do("run")
    (with_pip.bin / "uv").unlink()
    with_pip.pin("requirements.lock", "alpha", "2", {"alpha.py": ""})
    assert with_pip.do("run").server["alpha"] == ["2"]


def test_a_failed_install_shows_why_and_what_to_do(with_pip: Project) -> None:
    (with_pip.wheels / "alpha-1-py3-none-any.whl").unlink()
    failed = with_pip.do("run")
    assert failed.code == 1
    assert "No matching distribution found for alpha==1" in failed.err
    assert "Is this computer online?" in failed.err
    assert not (with_pip.root / ".venv" / "do.stamp").exists()


def test_all_checks_run_though_one_fails(with_uv: Project) -> None:
    with_uv.env["FAILING"] = "mypy"
    failed = with_uv.do("test", "--", "tests/unit", "-k", "undo")
    ran = [line.split()[1] for line in failed.out.splitlines() if line.startswith("RAN")]
    assert ran == ["ruff", "ruff", "mypy", "linter", "pytest"]
    assert failed.code == 1
    assert "types    FAILED" in failed.out
    assert "tests    ok" in failed.out
    assert "-m not slow tests/unit -k undo\n" in failed.out
    with_uv.env["FAILING"] = ""
    passed = with_uv.do("test", "--all")
    assert passed.code == 0
    assert "not slow" not in passed.out


# With uv


def test_uv_is_used_when_it_is_there(with_uv: Project) -> None:
    with_uv.hide_ensurepip(user=1000)  # which uv does not need
    assert with_uv.do("run").server["args"] == ["serve"]
    venv, packages, itself = with_uv.calls("uv")
    assert venv.startswith("venv ")
    assert packages.endswith("--require-hashes -r requirements.lock")
    assert itself.endswith("--no-deps --no-build-isolation -e .")


def test_the_server_takes_the_place_of_do_py_where_the_user_stands(
    with_uv: Project, tmp_path: Path
) -> None:
    process = with_uv.start("run", cwd=tmp_path)
    server = ended(process).server
    assert server["pid"] == process.pid  # so Ctrl-C and signals go straight to it
    assert server["cwd"] == str(tmp_path)


def test_a_folder_of_the_same_name_is_not_taken_for_the_package(
    with_uv: Project, tmp_path: Path
) -> None:
    (tmp_path / "fairpair").mkdir()
    (tmp_path / "fairpair" / "__main__.py").write_text("raise SystemExit('not this one')")
    assert with_uv.do("run", cwd=tmp_path).server["args"] == ["serve"]


def test_the_dev_set_is_added_once_and_kept(with_uv: Project) -> None:
    with_uv.do("run")
    with_uv.do("test")
    before = with_uv.calls("uv")
    assert before[3].endswith("-r requirements.lock -r requirements-dev.lock")
    with_uv.do("test")
    with_uv.do("run")
    assert with_uv.calls("uv") == before
    with_uv.write("requirements.lock", "")
    with_uv.do("run")
    assert with_uv.calls("uv")[-2].endswith("-r requirements-dev.lock")
    assert with_uv.venvs_made() == 1


def test_a_change_of_the_dev_lock_alone_leaves_users_alone(with_uv: Project) -> None:
    with_uv.do("run")
    before = with_uv.calls("uv")
    with_uv.write("requirements-dev.lock", "")
    assert with_uv.do("run").server["args"] == ["serve"]
    assert with_uv.calls("uv") == before


def test_called_twice_at_once_the_second_waits(with_uv: Project) -> None:
    (with_uv.bin / "hold").touch()
    first = with_uv.start("run", "first")
    wait_until(lambda: len(with_uv.calls("uv")) == 2)
    second = with_uv.start("run", "second")
    assert second.stdout
    assert "waiting" in second.stdout.readline()
    (with_uv.bin / "hold").unlink()
    assert ended(first).server["args"] == ["serve", "first"]
    assert ended(second).server["args"] == ["serve", "second"]
    assert len(with_uv.calls("uv")) == 3


@pytest.mark.parametrize("at", ["first start", "update"])
def test_a_killed_install_is_made_anew_once_its_child_has_ended(with_uv: Project, at: str) -> None:
    if at == "update":
        with_uv.do("run")
        with_uv.pin("requirements.lock", "alpha", "2", {})
    (with_uv.bin / "hold").touch()
    killed = with_uv.start("run")
    wait_until(lambda: len(with_uv.calls("uv")) == (2 if at == "first start" else 4))
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    with_uv.pin("requirements.lock", "alpha", "1", {})
    again = with_uv.start("run")
    assert again.stdout
    assert "waiting" in again.stdout.readline()  # for uv, which outlived its do.py
    (with_uv.bin / "hold").unlink()
    assert ended(again).server["args"] == ["serve"]
    assert with_uv.venvs_made() == 2


def test_a_stopped_install_stops_its_child(with_uv: Project) -> None:
    (with_uv.bin / "hold").touch()
    stopped = with_uv.start("run")
    wait_until(lambda: len(with_uv.calls("uv")) == 2)
    stopped.send_signal(signal.SIGINT)
    assert ended(stopped).err == "\nStopped.\n"
    again = with_uv.start("run")
    assert again.stdout
    assert "waiting" not in again.stdout.readline()
    (with_uv.bin / "hold").unlink()
    assert ended(again).server["args"] == ["serve"]
    assert with_uv.venvs_made() == 2


def test_a_moved_folder_is_set_up_again(with_uv: Project) -> None:
    with_uv.do("run")
    with_uv.root = with_uv.root.rename(with_uv.root.with_name("moved"))
    assert with_uv.do("run").server["args"] == ["serve"]
    assert with_uv.venvs_made() == 2


@pytest.mark.parametrize("python", ["/nowhere/python3", "false"])
def test_an_environment_whose_python_is_gone_or_another_is_made_anew(
    with_uv: Project, python: str
) -> None:
    with_uv.do("run")
    link = with_uv.root / ".venv" / "bin" / "python"
    link.unlink()
    link.symlink_to(shutil.which(python) or python)
    assert with_uv.do("run").server["args"] == ["serve"]
    assert with_uv.venvs_made() == 2


def test_started_by_its_own_environment_it_builds_on_the_python_below(with_uv: Project) -> None:
    with_uv.do("run")
    (with_uv.root / ".venv" / "do.stamp").unlink()
    python = with_uv.root / ".venv" / "bin" / "python"
    subprocess.run([python, with_uv.root / "do.py", "run"], env=with_uv.env, check=True)
    assert with_uv.venvs_made() == 2
    assert f"--python {python.parent}" not in with_uv.calls("uv")[3]


def test_a_folder_that_cannot_be_written_is_told(with_uv: Project) -> None:
    with_uv.write(".venv", "a file where the folder should be")
    ended = with_uv.do("run")
    assert ended.code == 1
    assert "clone it into a folder of your own" in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.parametrize("text", ["", "[1]", '{"kind": "run"}', "\0"])
def test_a_broken_stamp_counts_as_none(with_uv: Project, text: str) -> None:
    with_uv.write(".venv/do.stamp", text)
    assert with_uv.do("run").server["args"] == ["serve"]
    assert with_uv.venvs_made() == 1


@pytest.mark.parametrize(
    "line", ["--index-url https://example.org/simple", "-f file:///x", "a @ https://example.org/a"]
)
def test_lock_refuses_addresses(with_uv: Project, line: str) -> None:
    before = (with_uv.root / "requirements.lock").read_text()
    (with_uv.bin / "compiled").write_text(f"httpx==1\n{line}\n")
    refused = with_uv.do("lock")
    assert refused.code == 1
    assert f"it would hold an address: {line}" in refused.err
    assert (with_uv.root / "requirements.lock").read_text() == before
    assert not list(with_uv.root.glob("*.new"))


def test_lock_remakes_all_files(with_uv: Project) -> None:
    (with_uv.bin / "compiled").write_text("httpx==1\n")
    assert with_uv.do("lock", "--upgrade").code == 0
    assert (with_uv.root / "requirements.lock").read_text() == "httpx==1\n"
    assert (with_uv.root / "requirements-dev.lock").read_text() == "httpx==1\n"
    assert (with_uv.root / "requirements-load.lock").read_text() == "httpx==1\n"
    assert all("--upgrade" in call for call in with_uv.calls("uv") if "compile" in call)


def test_bench_runs_the_scripts_by_name_or_all(with_uv: Project, tmp_path: Path) -> None:
    assert "There are no benchmarks yet." in with_uv.do("bench").out
    with_uv.write("benchmarks/fold.py", "import os, sys; print(os.getcwd(), sys.argv[1:])")
    with_uv.write("benchmarks/pair.py", "raise SystemExit('too slow')")
    one = with_uv.do("bench", "fold", "--players", "9", cwd=tmp_path)
    assert f"{with_uv.root} ['--players', '9']" in one.out
    with_uv.write("tools/benchmarks.py", (DO.parent / "tools" / "benchmarks.py").read_text())
    with_uv.write("docs/reference/benchmarks.md", "as it was")
    every = with_uv.do("bench")
    assert every.code == 1
    assert "FAILED: pair" in every.out
    page = (with_uv.root / "docs" / "reference" / "benchmarks.md").read_text()
    assert "## fold" in page
    assert "```text\n. []\n```" in page
    assert "## pair (failed with 1)" in page
    assert "there are: fold, pair" in with_uv.do("bench", "nothing").err


def test_only_the_load_benchmark_needs_its_own_packages(with_uv: Project) -> None:
    with_uv.write("benchmarks/fold.py", "")
    with_uv.write("benchmarks/load/__main__.py", "import sys; print('load', sys.argv[1:])")
    assert with_uv.do("bench", "fold").code == 0
    assert not any("requirements-load.lock" in call for call in with_uv.calls("uv"))
    assert "load ['hall', '--fast']" in with_uv.do("bench", "load", "hall", "--fast").out
    before = with_uv.calls("uv")
    assert before[-2].endswith("-r requirements-dev.lock -r requirements-load.lock")
    with_uv.do("test")
    with_uv.do("run")
    assert with_uv.calls("uv") == before


def test_every_crowd_of_the_load_benchmark_has_its_file() -> None:
    """Without Locust: the files are compiled, not run."""
    folder = DO.parent / "benchmarks" / "load"
    told = subprocess.run(
        [sys.executable, str(folder), "--help"], capture_output=True, text=True, check=True
    )
    crowds = [path for path in folder.glob("*.py") if path.stem not in ("__main__", "people")]
    assert len(crowds) >= 3
    for path in crowds:
        assert path.stem in told.stdout
        compile(path.read_bytes(), path, "exec")


# The browser of the tests


def browsers(ended: Ended) -> set[str]:
    """What the checks were told to use."""
    lines = ended.out.splitlines()
    return {line.removeprefix("BROWSER ") for line in lines if line.startswith("BROWSER ")}


def test_a_browser_that_starts_is_found_and_handed_on(with_uv: Project) -> None:
    with_uv.hide_chromium(user=1000)
    with_uv.command("chromium", "raise SystemExit('install the snap')")
    with_uv.command("google-chrome", "")
    assert browsers(with_uv.do("test")) == {str(with_uv.bin / "google-chrome")}
    with_uv.env["FAIRPAIR_CHROMIUM"] = str(with_uv.bin / "true")
    assert browsers(with_uv.do("test")) == {str(with_uv.bin / "true")}
    with_uv.env["FAIRPAIR_CHROMIUM"] = "/nowhere/chrome"
    refused = with_uv.do("test")
    assert refused.code == 1
    assert refused.err == "FAIRPAIR_CHROMIUM is /nowhere/chrome, which does not start.\n"


def test_without_a_browser_root_gets_that_of_debian(with_uv: Project) -> None:
    with_uv.hide_chromium(user=0)
    with_uv.command("apt-get", APT)
    (with_uv.bin / "helps").touch()
    tested = with_uv.do("test")
    assert tested.code == 0, tested.err
    assert "Installing Debian's chromium: done" in tested.out
    assert browsers(tested) == {str(with_uv.bin / "chromium")}
    calls = ["-y update", "-y install --no-install-recommends chromium"]
    assert with_uv.calls("apt") == calls
    with_uv.do("test")
    assert with_uv.calls("apt") == calls


def test_without_rights_playwrights_browser_is_fetched(with_uv: Project) -> None:
    with_uv.hide_chromium(user=1000)
    with_uv.command("apt-get", APT)
    (with_uv.bin / "online").touch()
    tested = with_uv.do("test")
    assert tested.code == 0, tested.err
    assert browsers(tested) == {str(with_uv.bin / "playwrights-own")}
    assert with_uv.calls("apt") == []
    assert "Fetching" not in with_uv.do("test").out


def test_without_any_browser_we_say_what_to_install(with_uv: Project) -> None:
    with_uv.hide_chromium(user=0)
    with_uv.command("apt-get", APT)
    stopped = with_uv.do("test")
    assert stopped.code == 1
    assert "    sudo apt-get install chromium\n" in stopped.err
    assert "python3 do.py test --no-browser" in stopped.err
    assert "RAN" not in stopped.out
    without = with_uv.do("test", "--no-browser", "-k", "undo")
    assert without.code == 0
    assert "--ignore=tests/browser -k undo\n" in without.out
    assert "THE BROWSER TESTS WERE LEFT OUT" in without.out.splitlines()[-1]


def test_screens_and_texts_run_their_scripts(with_uv: Project, tmp_path: Path) -> None:
    said = "import os, sys; print(sys.argv[1:], os.environ.get('FAIRPAIR_CHROMIUM')); sys.exit({})"
    with_uv.write("tools/screens.py", said.format(0))
    with_uv.write("tools/texts.py", said.format(1))
    screens, texts = with_uv.do("screens", "--only", "desk", cwd=tmp_path), with_uv.do("texts")
    assert (screens.code, texts.code) == (0, 1)
    assert f"['--only', 'desk'] {with_uv.bin / 'true'}\n" in screens.out
    with_uv.env["FAIRPAIR_CHROMIUM"] = "/nowhere/chrome"
    assert with_uv.do("screens").code == 1


def test_docs_runs_mkdocs_and_fails_with_it(with_uv: Project, tmp_path: Path) -> None:
    with_uv.write("mkdocs.py", "import sys; print(sys.argv[1:]); sys.exit(1)")
    docs = with_uv.do("docs", "--quiet", cwd=tmp_path)
    assert docs.code == 1
    assert "['build', '--strict', '--quiet']\n" in docs.out


def test_soak_runs_as_a_module(with_uv: Project, tmp_path: Path) -> None:
    with_uv.write("tests/soak/__main__.py", "import sys; print(sys.argv[1:]); sys.exit(1)")
    soak = with_uv.do("soak", "--kills", "3", cwd=tmp_path)
    assert soak.code == 1
    assert "['--kills', '3']\n" in soak.out


# Without venv, or with the wrong Python or word


def test_without_venv_and_rights_the_command_to_type_is_named(with_pip: Project) -> None:
    with_pip.hide_ensurepip(user=1000)
    with_pip.command("apt-get", APT)
    package = f"python3.{sys.version_info[1]}-venv"
    stopped = with_pip.do("run")
    assert stopped.code == 1
    assert f"su -c 'apt-get install {package}'" in stopped.err
    with_pip.command("sudo", "raise SystemExit('a password is required')")
    with_pip.command("uv", "raise SystemExit('pyenv: uv: command not found')")
    stopped = with_pip.do("test")
    assert stopped.code == 1
    assert f"    sudo apt-get install {package}\n" in stopped.err
    assert with_pip.calls("apt") == []


def test_without_venv_it_is_installed_by_sudo_if_that_asks_no_password(with_pip: Project) -> None:
    with_pip.hide_ensurepip(user=1000)
    with_pip.command("apt-get", APT)
    with_pip.command("sudo", "import os, sys; os.execvp(sys.argv[2], sys.argv[2:])")
    (with_pip.bin / "helps").touch()
    assert with_pip.do("run").server["alpha"] == ["1"]
    package = f"python3.{sys.version_info[1]}-venv"
    assert with_pip.calls("apt") == [f"-y install {package}", "-y update", f"-y install {package}"]


def test_without_venv_root_installs_it_and_is_told_when_that_did_not_help(
    with_pip: Project,
) -> None:
    with_pip.hide_ensurepip(user=0)
    with_pip.command("apt-get", APT)
    stopped = with_pip.do("run")
    assert stopped.code == 1
    assert "Debian's package did not bring it" in stopped.err
    assert len(with_pip.calls("apt")) == 3


def test_without_venv_and_debian_we_say_what_is_missing(with_pip: Project) -> None:
    with_pip.hide_ensurepip(user=0)
    stopped = with_pip.do("run")
    assert stopped.code == 1
    assert "Python's venv is missing" in stopped.err


def old_pythons() -> list[str]:
    """Those of pyenv and of the PATH that run and are too old; there may be none."""
    home = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    names = [f"python3.{minor}" for minor in range(11)] + ["python2.7", "python2"]
    found = [str(path) for path in sorted(home.glob("versions/*/bin/python"))]
    found += [path for path in map(shutil.which, names) if path]
    check = "import sys; sys.exit(sys.version_info >= (3, 11))"
    return [
        path for path in found if not subprocess.run([path, "-c", check], check=False).returncode
    ]


def test_an_old_python_is_told_so_in_one_sentence() -> None:
    spec = importlib.util.spec_from_file_location("do", DO)
    assert spec
    assert spec.loader
    do = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(do)
    assert do.too_old((3, 11, 0)) == do.too_old((4, 0, 0)) == ""
    assert do.too_old((3, 10, 13)).startswith("Fairpair needs Python 3.11 or newer, this is 3.10.1")
    for python in old_pythons():
        told = subprocess.run([python, str(DO), "run"], capture_output=True, text=True, check=False)
        assert told.returncode == 1
        assert told.stderr.startswith("Fairpair needs Python 3.11 or newer, this is "), python
        assert len(told.stderr.splitlines()) == 1


@pytest.mark.parametrize(("words", "code"), [([], 2), (["rum"], 2), (["--help"], 0)])
def test_help_names_every_word(with_pip: Project, words: list[str], code: int) -> None:
    told = with_pip.do(*words)
    assert told.code == code
    for word in ("run", "test", "bench", "soak", "screens", "docs", "texts", "lock"):
        assert f"do.py {word} " in (told.err if code else told.out)
