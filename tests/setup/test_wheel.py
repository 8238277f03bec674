"""What is installed has everything that the sources have, and starts by itself."""

import os
import subprocess
import sys
import tarfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOT_PACKED = {".pyc", ".nbi", ".nbc", ".pot"}
CHECKS = {"twine": ["check", "--strict"], "check_wheel_contents": []}
"""Programs that look for faults of archives, and their first words."""


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {one: archive.read(one) for one in archive.namelist()}


def test_it_has_every_file(wheel: Path) -> None:
    package = ROOT / "src" / "fairpair"
    wanted = {
        str(path.relative_to(package.parent))
        for path in package.rglob("*")
        if path.is_file() and path.suffix not in NOT_PACKED
    }
    assert len(wanted) > 300
    docs = ROOT / "docs"
    wanted |= {f"fairpair/web/help/docs/{one.relative_to(docs)}" for one in docs.rglob("*.md")}
    assert wanted <= set(contents(wheel))


def test_the_source_archive_makes_the_same_wheel(wheel: Path, wheel_of_sdist: Path) -> None:
    ours, theirs = contents(wheel), contents(wheel_of_sdist)
    assert sorted(ours) == sorted(theirs)
    assert [one for one in ours if ours[one] != theirs[one]] == []
    assert wheel.name == wheel_of_sdist.name


def test_everybody_may_read_what_is_installed(wheel: Path, sdist: Path) -> None:
    assert [path.stat().st_mode & 0o777 for path in (wheel, sdist)] == [0o644, 0o644]
    with zipfile.ZipFile(wheel) as archive:
        modes = {one.external_attr >> 16 & 0o777 for one in archive.infolist()}
    with tarfile.open(sdist) as sources:
        modes |= {one.mode for one in sources if one.isfile()}
    assert modes == {0o644}


@pytest.mark.parametrize("name", CHECKS)
def test_programs_that_check_archives_find_nothing(name: str, wheel: Path, sdist: Path) -> None:
    if find_spec(name) is None:
        pytest.skip(f"{name} is not installed")
    archives = [wheel, sdist] if name == "twine" else [wheel]
    done = subprocess.run(
        [sys.executable, "-m", name, *CHECKS[name], *archives],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_starts_without_the_sources(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    program = (
        "import fairpair; from fairpair.bootstrap import open_access, open_service;"
        " from fairpair.server import make_app;"
        " from fastapi.testclient import TestClient as C;"
        " s = open_service('memory:'); c = C(make_app(s, open_access(s)));"
        " print(fairpair.__file__, c.get('/').status_code, c.get('/login').status_code,"
        " c.get('/help/how-to/print').status_code)"
    )
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    words = [sys.executable, "-c", program]
    done = subprocess.run(
        words, cwd=tmp_path, env=env, stdout=subprocess.PIPE, text=True, check=True
    )
    assert done.stdout.split() == [str(tmp_path / "fairpair" / "__init__.py"), *["200"] * 3]
