"""Fairpair in one file starts on a computer that has nothing but Python."""

import os
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest

from fairpair import __version__
from timeouts import PATIENCE

ROOT = Path(__file__).parents[2]
PYTHON = getattr(sys, "_base_executable", sys.executable)  # without our packages
PACKED = ("click", "msgspec")
"""The packages that pairing a file needs."""
REPORT = ROOT / "tests" / "formats" / "data" / "dutch-small-008.trf"
pytest.importorskip("shiv")


def tool(*words: str | Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT / "tools")}
    subprocess.run([sys.executable, *words], env=env, cwd=ROOT, check=True)


@pytest.fixture(scope="module")
def small(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file with fewer packages, copied from here: no network is needed."""
    folder = tmp_path_factory.mktemp("small")
    site, made = folder / "site", folder / "fairpair.pyz"
    for name in PACKED:
        for file in distribution(name).files or ():
            if ".." not in file.parts and file.suffix != ".pyc":
                (site / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(Path(str(file.locate())), site / file)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    pack = "import one_file, sys; from pathlib import Path; one_file.pack(*map(Path, sys.argv[1:]))"
    tool("-c", pack, site, made)
    return made


@pytest.fixture
def home(tmp_path: Path) -> Path:
    found = tmp_path / "home"
    found.mkdir()
    return found


def started(program: Path, home: Path, *words: str | Path) -> str:
    env = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
    return subprocess.run(
        [PYTHON, program, *words],
        env=env,
        cwd=home,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    ).stdout


def test_it_says_its_version(small: Path, home: Path) -> None:
    assert started(small, home, "--version") == f"fairpair, version {__version__}\n"
    assert [one.name for one in home.iterdir()] == [".shiv"]


def test_it_pairs_a_file(small: Path, home: Path) -> None:
    installed = subprocess.run(
        [sys.executable, "-m", "fairpair", "pair", REPORT],
        capture_output=True,
        text=True,
        check=True,
    )
    assert started(small, home, "pair", REPORT) == installed.stdout
    assert len(installed.stdout.splitlines()) > 2


@pytest.mark.slow
def test_it_runs_a_server_with_everything(tmp_path: Path) -> None:
    made = tmp_path / "fairpair.pyz"
    version = "{}.{}".format(*sys.version_info)
    tool("tools/one_file.py", "--target", made, "--python", version)
    tool("tools/program_check.py", PYTHON, made)
