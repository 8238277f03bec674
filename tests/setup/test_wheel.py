"""What is installed has everything that the sources have, and starts by itself."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOT_PACKED = {".pyc", ".pot"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    words = [sys.executable, "-m", "flit_core.wheel", "--outdir", str(folder)]
    subprocess.run(words, cwd=ROOT, check=True)
    [made] = folder.glob("*.whl")
    return made


def test_it_has_every_file(wheel: Path) -> None:
    package = ROOT / "src" / "fairpair"
    wanted = {
        str(path.relative_to(package.parent))
        for path in package.rglob("*")
        if path.is_file() and path.suffix not in NOT_PACKED
    }
    assert len(wanted) > 300
    with zipfile.ZipFile(wheel) as archive:
        assert wanted <= set(archive.namelist())


def test_it_starts_without_the_sources(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    program = (
        "import fairpair; from fairpair.bootstrap import open_access, open_service;"
        " from fairpair.server import make_app;"
        " from fastapi.testclient import TestClient as C;"
        " s = open_service('memory:'); c = C(make_app(s, open_access(s)));"
        " print(fairpair.__file__, c.get('/').status_code, c.get('/login').status_code)"
    )
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    words = [sys.executable, "-c", program]
    done = subprocess.run(
        words, cwd=tmp_path, env=env, stdout=subprocess.PIPE, text=True, check=True
    )
    assert done.stdout.split() == [str(tmp_path / "fairpair" / "__init__.py"), "200", "200"]
