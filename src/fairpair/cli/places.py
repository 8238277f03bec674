"""Where things are when nobody says otherwise."""

import os
import sys
from pathlib import Path


def default_database() -> str:
    """The address of the user's own database file, the same from every working directory."""
    return f"sqlite:///{_data_directory() / 'fairpair' / 'fairpair.db'}"


def _data_directory() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
