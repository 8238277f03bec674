"""A package that is not installed is named in one sentence with the extra that brings it."""

import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import fairpair
from fairpair.core.extras import EXTRAS, missing_package, require_package

ROOT = Path(__file__).parents[2]
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OFFERED = DECLARED["optional-dependencies"]
FOR_DEVELOPERS = {"setup", "dev", "docs", "load"}
UNNEEDED = {"rich", "uvloop"}
"""Used if they are there."""


def modules_of(distribution: str) -> set[str]:
    """The names by which a package is imported, by its name if it is not installed."""
    named = distribution.replace("-", "_")
    found = {
        module
        for module, owners in packages_distributions().items()
        if named.casefold() in {one.replace("-", "_").casefold() for one in owners}
    }
    return found or {named}


def test_every_extra_for_users_is_known() -> None:
    assert set(EXTRAS) == set(OFFERED) - FOR_DEVELOPERS - {"all"}


@pytest.mark.parametrize("extra", EXTRAS)
def test_every_package_of_an_extra_leads_to_it(extra: str) -> None:
    wanted = {Requirement(one).name for one in OFFERED[extra]} - {"fairpair"} - UNNEEDED
    assert wanted
    assert [one for one in wanted if not modules_of(one) & set(EXTRAS[extra])] == []


def test_everything_is_in_all() -> None:
    [everything] = map(Requirement, OFFERED["all"])
    brought = {*everything.extras}
    for extra in everything.extras:
        for one in map(Requirement, OFFERED[extra]):
            brought |= one.extras if one.name == "fairpair" else set()
    assert brought == set(EXTRAS)


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_sentence_has_the_command(extra: str) -> None:
    package = EXTRAS[extra][0]
    error = missing_package(ModuleNotFoundError(name=f"{package}.inner"))
    assert str(error) == (
        f'This needs the package {package}, installed with: pip install "fairpair[{extra}]"'
    )


def test_a_module_of_somebody_else_is_not_explained() -> None:
    assert missing_package(ModuleNotFoundError(name="their_own_module")) is None


def test_a_missing_package_is_an_error_of_fairpair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairpair.core.extras.find_spec", lambda _: None)
    with pytest.raises(fairpair.FairpairError, match=r'pip install "fairpair\[paper\]"'):
        require_package("typst")
