"""What the commands are given to work with, and the option that most of them have."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import click

from fairpair.cli.places import default_database

if TYPE_CHECKING:
    from fastapi import FastAPI

    from fairpair.app.access.keys import Access
    from fairpair.app.service import Service


class OpenService(Protocol):
    """Opens a database."""

    def __call__(self, url: str, *, create: bool = True) -> "Service":
        """The service on it; without `create` it must be there already."""


class Backup(Protocol):
    """Copies a database file."""

    def __call__(self, url: str, target: Path, *, overwrite: bool) -> None:
        """Write the copy, complete or not at all."""


@dataclass(frozen=True)
class Parts:
    """What the commands are given to work with."""

    open_service: OpenService
    open_access: "Callable[[Service], Access]"
    make_app: Callable[..., "FastAPI"]
    backup: Backup


DATABASE = "FAIRPAIR_DATABASE"
"""The variable that names the database."""
database_option = click.option(
    "--database",
    envvar=DATABASE,
    default=default_database,
    show_default="a file in your home directory",
    help="Where the tournaments are: sqlite:///PATH or postgresql://USER@HOST/NAME.",
)
