"""The catalogues for tests: the tool that makes them, and what they hold."""

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType

from babel.messages.catalog import Catalog

ROOT = Path(__file__).parents[2]


@cache
def texts_tool() -> ModuleType:
    """`tools/texts.py`, which is a program and not a module."""
    spec = importlib.util.spec_from_file_location("texts", ROOT / "tools" / "texts.py")
    assert spec
    assert spec.loader
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


@cache
def extracted() -> Catalog:
    """All texts of the program."""
    catalogue: Catalog = texts_tool().extracted()
    return catalogue


def catalogue_of(language: str) -> Catalog:
    """The translations of a language as they are in the repository."""
    tool = texts_tool()
    catalogue: Catalog = tool.read(tool.LOCALE / language / "fairpair.po")
    return catalogue


@cache
def english_texts() -> tuple[str, ...]:
    """Every English text, each plural form by itself."""
    ids = [one.id for one in extracted() if one.id]
    return tuple(text for id_ in ids for text in ([id_] if isinstance(id_, str) else id_))
