"""Where things are when nobody says otherwise."""

import os
import sys
from pathlib import Path

from fairpair.core.errors import StorageError


def default_database() -> str:
    """The address of the user's own database file, the same from every working directory."""
    try:
        return f"sqlite:///{_data_directory() / 'fairpair' / 'fairpair.db'}"
    except RuntimeError as error:  # a user without a home, as in some containers
        raise StorageError(
            "no-home",
            "There is no home directory to keep the data in.",
            "Say where they shall be: --database sqlite:///PATH, or FAIRPAIR_DATABASE.",
        ) from error


def is_default(url: str) -> bool:
    """Whether this is the user's own database file."""
    try:
        return url == default_database()
    except StorageError:
        return False


def _data_directory() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
