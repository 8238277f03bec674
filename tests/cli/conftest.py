"""A database and files for the commands."""

from collections.abc import Callable
from pathlib import Path

import pytest

from .shell import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(f"sqlite:///{tmp_path / 'cups.db'}")


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[str, bytes], Path]:
    """Puts bytes into a file of this name."""

    def save(name: str, data: bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        return path

    return save
