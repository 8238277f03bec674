"""Where the files of a user are, the same from every working directory."""

import os
import shutil
import sys
import tempfile
import weakref
from pathlib import Path

PRESETS = "FAIRPAIR_PRESETS"
"""The variable that names a folder with presets."""


def data_directory() -> Path:
    """The folder of the user's database; `RuntimeError` for a user without a home."""
    return _system_directory() / "fairpair"


def preset_directories() -> list[Path]:
    """The folders that may have presets of one's own."""
    chosen = os.environ.get(PRESETS, "")
    folders = [Path(chosen)] if chosen else []
    try:
        folders.append(data_directory() / "presets")
    except RuntimeError:  # a user without a home, as in some containers
        return folders
    return folders


def temporary_directory(owner: object) -> Path:
    """A new folder that is deleted with its owner, and with this process at the latest."""
    made = tempfile.mkdtemp(prefix="fairpair-")
    weakref.finalize(owner, shutil.rmtree, made, ignore_errors=True)
    return Path(made)


def _system_directory() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
