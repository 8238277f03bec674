"""Presets of one's own: every `NAME.toml` in the folders for them is the preset NAME.

A file that cannot be used is named in a warning, with the line and the reason, and left out. A file
is read again when it has changed, so a running server offers what is in the folder now.
"""

import re
from collections.abc import Container, Iterator
from pathlib import Path

from fairpair.core.errors import InvalidInputError
from fairpair.core.registry import reason_of, warn
from fairpair.directories import preset_directories
from fairpair.language.message import Message
from fairpair.presets.preset_files import Preset, read_preset

MOST_BYTES = 100_000
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
_known: dict[Path, tuple[tuple[int, int], Preset | None]] = {}
"""What was read from each file, and what it looked like then."""


def folder_presets(taken: Container[str]) -> dict[str, Preset]:
    """The presets of all folders by name; one with a name that is taken is left out."""
    found: dict[str, Preset] = {}
    for file in _files():
        preset = _read(file)
        if preset is not None and (preset.name in taken or preset.name in found):
            _warn(file, Message("preset-file.taken", name=preset.name))
        elif preset is not None:
            found[preset.name] = preset
    return found


def _files() -> Iterator[Path]:
    for folder in preset_directories():
        yield from sorted(folder.glob("*.toml"))


def _read(file: Path) -> Preset | None:
    try:
        state = file.stat()
        look = state.st_mtime_ns, state.st_size
        if file not in _known or _known[file][0] != look:
            _known[file] = look, None
            _known[file] = look, _parse(file)
        return _known[file][1]
    except (OSError, UnicodeDecodeError, InvalidInputError) as error:
        _warn(file, reason_of(error))
        return None


def _parse(file: Path) -> Preset:
    if not _NAME.fullmatch(file.stem):
        raise InvalidInputError("preset-file.name", name=repr(file.stem))
    with file.open("rb") as content:
        data = content.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise InvalidInputError("preset-file.large", most=MOST_BYTES)
    return read_preset(file.stem, data.decode("utf-8-sig"))


def _warn(file: Path, reason: Message | str) -> None:
    warn(Message("preset-file.broken", file=str(file), reason=reason))
