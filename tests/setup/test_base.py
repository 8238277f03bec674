"""The base installation: a few small packages, the library, and the commands for files."""

import os
import pty
import subprocess
import venv
import zipfile
from email import message_from_bytes
from importlib.metadata import distribution
from pathlib import Path
from shutil import copy2

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
MOST_PACKAGES = 6
# What runs the tests there, and is no part of it.
TEST_TOOLS = ("pytest", "hypothesis")
TESTED = {
    "library": ("tournament", "stateless", "newcomers", "data_in_and_out", "errors", "shown"),
    "formats": ("lists", "trf_tournament", "standings_output"),
}
REPORT = ROOT / "tests" / "formats" / "data" / "dutch-small-008.trf"


def needed(requirements: list[str]) -> set[str]:
    """The packages that these requirements bring here, with all that those need."""
    found: set[str] = set()
    for one in map(Requirement, requirements):
        if not one.marker or one.marker.evaluate({"extra": ""}):
            found |= {one.name, *needed(distribution(one.name).requires or [])}
    return found


def requirements_of(wheel: Path) -> list[str]:
    """What the wheel needs without extras."""
    with zipfile.ZipFile(wheel) as archive:
        [name] = (one for one in archive.namelist() if one.endswith(".dist-info/METADATA"))
        return message_from_bytes(archive.read(name)).get_all("Requires-Dist", [])


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with the wheel and what it needs, copied from here: no network is needed."""
    folder = tmp_path_factory.mktemp("base")
    venv.create(folder, symlinks=True)
    [site] = folder.glob("lib/python*/site-packages")
    for name in needed([*requirements_of(wheel), *TEST_TOOLS]):
        for file in distribution(name).files or ():
            target = site / file
            if ".." not in file.parts and file.suffix != ".pyc":
                target.parent.mkdir(parents=True, exist_ok=True)
                copy2(Path(str(file.locate())), target)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return folder / "bin" / "python"


def run(python: Path, *words: str, terminal: bool = False) -> tuple[int, str]:
    """The exit code and everything that was printed."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    if not terminal:
        done = subprocess.run(
            [python, *words], cwd=ROOT, env=env, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", closefd=True) as shown:
        child = subprocess.Popen([python, *words], cwd=ROOT, env=env, stdout=theirs)
        os.close(theirs)
        text = b""
        try:
            while part := os.read(shown.fileno(), 65536):
                text += part
        except OSError:
            pass  # how a terminal says that the program has closed it
        return child.wait(), text.decode()


def test_it_is_small(wheel: Path) -> None:
    assert len(needed(requirements_of(wheel))) <= MOST_PACKAGES


def test_library_and_formats_pass_their_tests_there(python: Path) -> None:
    files = [
        str(ROOT / "tests" / folder / f"test_{name}.py")
        for folder, names in TESTED.items()
        for name in names
    ]
    options = ["-q", "--noconftest", "-p", "no:cacheprovider", "--hypothesis-profile=ci"]
    code, text = run(python, "-m", "pytest", *options, "-c", os.devnull, *files)
    assert code == 0, text[-3000:]
    assert " passed" in text
    assert str(ROOT / "src") not in run(python, "-c", "import fairpair as f; print(f.__file__)")[1]


@pytest.mark.parametrize("terminal", [False, True])
@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["presets"],
        ["tiebreaks"],
        ["pair", str(REPORT)],
        ["check", str(REPORT)],
        ["standings", str(REPORT)],
        ["simulate", "--players", "8", "--rounds", "2", "--seed", "1"],
    ],
    ids=lambda words: words[0],
)
def test_commands_for_files_need_no_more(python: Path, words: list[str], terminal: bool) -> None:
    code, text = run(python, "-m", "fairpair", *words, terminal=terminal)
    assert code == 0, text
    assert len(text) > 20


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["serve"], "server"),
        (["list"], "server"),
        (["new", "Cup"], "server"),
        (["print", "cup", "standings"], "paper"),  # which includes the server
    ],
)
def test_what_needs_an_extra_names_it_with_the_command(
    python: Path, words: list[str], extra: str
) -> None:
    code, text = run(python, "-m", "fairpair", *words)
    assert code == 5, text
    assert f'pip install "fairpair[{extra}]"' in text
    assert len(text.splitlines()) == 1
