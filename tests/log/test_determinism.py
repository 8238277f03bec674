"""The same log has the same bytes under every hash seed and on every Python there is."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from timeouts import PATIENCE

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("scripted.py")
VERSIONS = [f"python3.{n}" for n in range(11, 15) if n != sys.version_info.minor]


def found(python: str) -> Path | None:
    """Where it is. What a version manager puts on the path may only point to its own folder."""
    on_path = shutil.which(python)
    if on_path is None:
        return None
    managed = Path(on_path).parents[1].glob(f"versions/*/bin/{python}")
    for candidate in (Path(on_path), *sorted(managed)):
        question = [str(candidate), "-m", "pip", "--version"]
        if subprocess.run(question, capture_output=True, check=False).returncode == 0:
            return candidate
    return None


def digest(python: str | Path, hash_seed: str, *paths: Path) -> str:
    path = os.pathsep.join(map(str, (ROOT / "src", *paths)))
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
    answer = subprocess.run(
        [python, SCRIPT], env=env, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    return answer.stdout.strip()


@pytest.fixture(scope="module")
def expected() -> str:
    return digest(sys.executable, "0")


@pytest.mark.parametrize("hash_seed", ["1", "4711", "4294967295"])
def test_hash_seeds_change_nothing(hash_seed: str, expected: str) -> None:
    assert re.fullmatch("[0-9a-f]{64}", expected)
    assert digest(sys.executable, hash_seed) == expected


def test_every_other_python_here_writes_the_same(expected: str, tmp_path: Path) -> None:
    """With the codec's one library installed for them, at the locked version."""
    locked = re.search(
        r"^msgspec==.*?(?=^\S)", (ROOT / "requirements.lock").read_text(), re.DOTALL | re.MULTILINE
    )
    assert locked
    wanted = tmp_path / "wanted.txt"
    wanted.write_text(locked.group())
    for python in filter(None, map(found, VERSIONS)):
        lib = tmp_path / python.name
        subprocess.run(
            [python, "-m", "pip", "install", "-q", "--no-deps", "--only-binary=:all:",
             "--require-hashes", "--target", lib, "-r", wanted],
            check=True, capture_output=True, timeout=PATIENCE,
        )  # fmt: skip
        assert digest(python, "7", lib) == expected, python
