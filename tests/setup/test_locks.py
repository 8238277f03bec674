"""The lock files: pip must be able to install from them whatever has been released since."""

import re
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
# Of requirements-load.lock nothing more is installed here.
LOCKS = ["requirements.lock", "requirements-dev.lock"]


def pins(lock: str) -> dict[str, set[str]]:
    """The extras of every package in a lock file, by its name."""
    lines = re.findall(r"^[\w.-]+(?:\[.*?\])?==\S+", (ROOT / lock).read_text("utf-8"), re.MULTILINE)
    return {canonicalize_name(one.name): one.extras for one in map(Requirement, lines)}


def requirements(name: str, extras: set[str]) -> list[Requirement]:
    """What an installed package needs here."""
    found = [Requirement(text) for text in distribution(name).requires or ()]
    environments: list[dict[str, str]] = [{"extra": extra} for extra in ("", *extras)]
    return [one for one in found if not one.marker or any(map(one.marker.evaluate, environments))]


def installed(name: str) -> bool:
    """Whether it is for this system: a lock file is for all."""
    try:
        return bool(distribution(name))
    except ModuleNotFoundError:
        return False


@pytest.mark.parametrize("lock", LOCKS)
def test_a_pin_has_all_extras_that_others_need_of_it(lock: str) -> None:
    """Without them, pip looks for the newest version and refuses it, since it has no hash."""
    locked = pins(lock)
    here = [name for name in locked if installed(name)]
    assert len(here) > 30
    for name in here:
        for needed in requirements(name, locked[name]):
            assert needed.extras <= locked[canonicalize_name(needed.name)], (name, str(needed))
