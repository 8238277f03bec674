"""The wheel and the source archive, built once for all tests that install them."""

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def build(kind: str, folder: Path, sources: Path = ROOT) -> Path:
    """The wheel or the source archive, made as pip does it."""
    program = f"import os, build_backend as b; os.umask(0o022); b.build_{kind}({str(folder)!r})"
    env = {**os.environ, "PYTHONPATH": str(sources / "tools")}
    subprocess.run([sys.executable, "-c", program], cwd=sources, env=env, check=True)
    [made] = folder.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="session")
def wheel_of_sdist(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    [sources] = folder.iterdir()
    return build("wheel", tmp_path_factory.mktemp("second"), sources)
