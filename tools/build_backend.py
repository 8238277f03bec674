"""Builds the package as flit does, and puts the documentation into the wheel, for its help pages.

A checkout reads `docs/` itself (`fairpair/web/help/documents.py`), so an editable installation
needs nothing more.
"""

import shutil
import tempfile
from pathlib import Path
from typing import Any

from flit_core.buildapi import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)
from flit_core.wheel import WheelBuilder

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]
ROOT = Path(__file__).parent.parent
HELP = "fairpair/web/help/docs"


class _Builder(WheelBuilder):  # type: ignore[misc]
    """Packs the Markdown files of `docs/` along with the module."""

    def copy_module(self) -> None:
        super().copy_module()
        for path in sorted((ROOT / "docs").rglob("*.md")):
            self._add_file(path, f"{HELP}/{path.relative_to(ROOT / 'docs').as_posix()}")


def build_wheel(
    wheel_directory: str,
    config_settings: Any = None,  # noqa: ARG001
    metadata_directory: Any = None,  # noqa: ARG001
) -> str:
    """Make the wheel in this folder; its name."""
    folder = Path(wheel_directory)
    with tempfile.TemporaryFile() as made:
        builder = _Builder.from_ini_path(ROOT / "pyproject.toml", made)
        builder.build()
        made.seek(0)
        with (folder / builder.wheel_filename).open("wb") as target:
            shutil.copyfileobj(made, target)
    return str(builder.wheel_filename)
