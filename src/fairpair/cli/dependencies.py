"""Dependencies of the commands, and the default database."""

import gc
from collections.abc import Callable
from contextlib import AbstractContextManager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import click

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import StorageError
from fairpair.directories import data_directory

if TYPE_CHECKING:  # the start of the program needs none of it
    from fastapi import FastAPI

    from fairpair.app.access.keys import Access
    from fairpair.app.service import Service


def load(path: str) -> Any:
    """What `module:attribute` names; the module is imported now if this is the first time."""
    module, _, attribute = path.partition(":")
    # What is imported stays: looking for garbage in it would be a tenth of the time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return getattr(import_module(module), attribute)
    finally:
        if collecting:
            gc.enable()


@dataclass(frozen=True)
class LazyFunction:
    """A function, `module:attribute`, whose module is imported when it is called."""

    path: str

    def __call__(self, *args: Any, **options: Any) -> Any:
        """What the function returns."""
        return load(self.path)(*args, **options)


class OpenService(Protocol):
    """Opens a database."""

    def __call__(self, url: str, *, create: bool = True) -> "Service":
        """The service on it; without `create` it must be there already."""


class Backup(Protocol):
    """Copies a database file."""

    def __call__(self, url: str, target: Path, *, overwrite: bool) -> None:
        """Write the copy, complete or not at all."""


class Claim(Protocol):
    """Lets one process at a time do something."""

    def __call__(self, path: Path) -> AbstractContextManager[bool]:
        """Whether it is ours; until the end of the block, or of the process."""


@dataclass(frozen=True)
class Dependencies:
    """What the commands are given to work with."""

    open_service: OpenService
    open_access: "Callable[[Service], Access]"
    make_app: Callable[..., "FastAPI"]
    backup: Backup
    claim: Claim


def default_database() -> str:
    """The address of the user's own database file, the same from every working directory."""
    return f"sqlite:///{data_folder() / 'fairpair.db'}"


def data_folder() -> Path:
    """Where the user's own data is."""
    try:
        return data_directory()
    except RuntimeError as error:  # a user without a home, as in some containers
        raise StorageError(
            "no-home",
        ) from error


def is_default(url: str) -> bool:
    """Whether this is the user's own database file."""
    try:
        return url == default_database()
    except StorageError:
        return False


DATABASE = "FAIRPAIR_DATABASE"
"""The variable that names the database."""
database_option = click.option(
    "--database",
    envvar=DATABASE,
    default=default_database,
    show_default="a file in your data directory",
    help="Database URL: sqlite:///PATH or postgresql://USER@HOST/NAME.",
)
