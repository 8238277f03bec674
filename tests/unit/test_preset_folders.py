"""Presets in a folder: offered like the others, refused with the line if something is wrong."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import fairpair
from fairpair.app.game_choices import game_choices, game_setup
from fairpair.app.views.rules import preset_list
from fairpair.core.registry import use_extensions
from fairpair.extensions import InstalledExtensions
from fairpair.presets import is_known, names, preset, rules_of, to_toml

CLUB = """\
title = "Club evening"
about = "Four short rounds. For members."

[rules]
rounds = 4
best_of = 1
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder that the variable names; the data directory is empty."""
    chosen = tmp_path / "chosen"
    chosen.mkdir()
    monkeypatch.setenv("FAIRPAIR_PRESETS", str(chosen))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    use_extensions(InstalledExtensions(list))
    yield chosen
    use_extensions(None)


def put(folder: Path, text: str, name: str = "club_evening.toml") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def test_a_preset_in_the_folder_is_offered_everywhere(folder: Path) -> None:
    put(folder, CLUB)
    assert names()[-1] == "club_evening"
    assert is_known("club_evening")
    assert rules_of("club_evening", {"best_of": 3}).rounds == 4
    assert str(preset_list().presets[-1].title) == "Club evening"
    assert (game_choices()[-1].title, game_choices()[-1].about) == (
        "Club evening",
        "Four short rounds.",
    )
    assert game_setup("club_evening", 8).rounds == 4
    t = fairpair.Tournament("Friday", preset="club_evening")
    t.add_players("Ana", "Bo")
    assert t.pair().pairs


@pytest.mark.skipif(os.name == "nt" or os.uname().sysname == "Darwin", reason="other folders")
def test_the_data_directory_has_a_folder_too(folder: Path) -> None:
    own = folder.parent / "fairpair" / "presets"
    own.mkdir(parents=True)
    put(own, CLUB, "friday-night.toml")
    put(folder, CLUB)
    assert names()[-2:] == ("club_evening", "friday-night")


def test_a_preset_that_was_shown_can_be_changed_and_put_there(folder: Path) -> None:
    shown = to_toml(preset("mtg_standard")).replace("best_of = 3", "best_of = 5")
    put(folder, shown, "long_matches.toml")
    assert rules_of("long_matches", {}).best_of == 5


def test_a_changed_file_is_read_again(folder: Path) -> None:
    put(folder, CLUB)
    assert preset("club_evening").title == "Club evening"
    put(folder, CLUB.replace("evening", "afternoon"))
    assert preset("club_evening").title == "Club afternoon"
    (folder / "club_evening.toml").unlink()
    assert not is_known("club_evening")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("rounds = 4", "rounds = ", "line 5: Invalid value"),
        ("rounds = 4", "rounds = 400", "line 5, rounds: must be a whole number"),
        ("best_of", "bestof", "line 6, bestof: is not a rule"),
        ("best_of = 1", 'standings_tiebreakers = ["BHX"]', "line 6, standings_tiebreakers:"),
        ("best_of = 1", 'system = "hill"', "line 6, system: must be one of"),
        ("about", "abuot", "line 2, abuot: is not known"),
        ('"Club evening"', "7", "line 1, title: must be text"),
        ("title", "source", "title: is missing"),
        ("[rules]", "[rule]", "line 4, rule: is not known"),
        (CLUB, 'title = "Club"\nrules = 3\n', "line 2, rules: must be a table"),
        ('"Club evening"', '"Club', "line 1: "),
    ],
)
def test_a_broken_file_is_named_with_the_line(
    folder: Path, caplog: pytest.LogCaptureFixture, old: str, new: str, reason: str
) -> None:
    file = put(folder, CLUB.replace(old, new))
    assert not is_known("club_evening")
    assert "club_evening" not in names()
    [warning] = caplog.messages
    assert f"The preset in {file} is ignored." in warning
    assert reason in warning


@pytest.mark.parametrize(
    ("name", "reason"),
    [("mtg_standard.toml", "already called mtg_standard"), ("Club Evening.toml", "not allowed")],
)
def test_a_name_that_cannot_be_used_is_refused(
    folder: Path, caplog: pytest.LogCaptureFixture, name: str, reason: str
) -> None:
    put(folder, CLUB, name)
    assert names()[-1] == "team_chess"
    assert preset("mtg_standard").title == "Magic: The Gathering"
    assert reason in caplog.text


def test_a_file_that_is_not_text_is_named(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    (folder / "club.toml").write_bytes(b"\xff\xfe\x00")
    (folder / "large.toml").write_bytes(b"#" * 200_000)
    (folder / "folder.toml").mkdir()
    assert names()[-1] == "team_chess"
    assert len(caplog.messages) == 3
