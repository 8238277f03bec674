"""The guides: commands run and their output compared, labels exist, four kinds of page."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from babel import Locale

from fairpair.language.languages import LANGUAGES
from fairpair.presets import preset

from .console import (
    Runner,
    console_commands,
    process_runner,
    shell_runner,
    with_fixed_times,
)

DOCS = Path(__file__).parents[2] / "docs"
README = DOCS.parent / "README.md"
SHELL = DOCS / "how-to" / "command-line.md"
TUTORIAL = DOCS / "tutorial" / "first-tournament.md"
SCREENS = DOCS / "reference" / "pages.md"
GAMES = sorted((DOCS / "how-to" / "games").glob("*.md"))
CATALOGUE = DOCS.parent / "src" / "fairpair" / "language" / "locale" / "fairpair.pot"
WITH_LABELS = [
    TUTORIAL,
    SCREENS,
    *(
        DOCS / "how-to" / f"{name}.md"
        for name in (
            "answer-requests",
            "choose-rules",
            "coming-from",
            "describe-a-tournament",
            "embed",
            "exchange-files",
            "extend",
            "give-access",
            "install",
            "many-tournaments",
            "print",
            "solve-problems",
            "use-from-python",
        )
    ),
    *GAMES,
]
"""Pages in which bold words are labels of the interface."""


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", [README, SHELL, *GAMES], ids=lambda page: page.stem)
@pytest.mark.parametrize(
    "make_runner", [process_runner, pytest.param(shell_runner, marks=pytest.mark.slow)]
)
def test_commands_print_what_the_guide_says(
    make_runner: Callable[[Path], Runner], page: Path, tmp_path: Path
) -> None:
    run = make_runner(tmp_path)
    for one in console_commands(text_of(page)):
        assert with_fixed_times(run(one.command)) == one.output, one.command


def test_the_guide_plays_a_tournament_of_sixteen_to_its_end() -> None:
    commands = [one.command for one in console_commands(text_of(SHELL))]
    assert len(commands) > 40
    used = {one.split()[1] for one in commands if one.startswith("fairpair ")}
    whole = {"new", "players", "round", "result", "standings", "why", "undo", "bracket", "history"}
    assert whole <= used
    assert "16 players" in text_of(SHELL)
    assert "Winner:" in text_of(SHELL)


@pytest.mark.parametrize("page", GAMES, ids=lambda page: page.stem)
def test_a_game_has_the_tiebreaks_of_its_preset(page: Path) -> None:
    text = text_of(page)
    rows = dict(re.findall(r"^\| (preset|tie-breaks) \| (.*) \|$", text, re.MULTILINE))
    name = re.findall(r"`(\w+)`", rows["preset"])[0]
    listed = re.findall(r"`([^`]+)`", rows["tie-breaks"])
    assert listed == preset(name).settings["standings_tiebreakers"]
    if page.stem != "magic":
        assert len(console_commands(text)) > 4


def test_the_rules_named_for_a_game_can_be_set() -> None:
    from fairpair.cli.options import setting_of
    from fairpair.core.rules import Rules

    found = [s for page in GAMES for s in re.findall(r"`(\w+=[^`]+)`", text_of(page))]
    assert len(found) > 30
    for setting in found:
        key, value = setting_of(setting)
        Rules().with_changes({key: value})


def test_words_in_bold_are_on_a_screen() -> None:
    catalogue = re.sub(r'"\n"', "", text_of(CATALOGUE))
    texts = re.findall(r'^msgid(?:_plural)? "(.+)"$', catalogue, re.MULTILINE)
    for page in WITH_LABELS:
        bold = [" ".join(one.split()) for one in re.findall(r"\*\*([^*]+)\*\*", text_of(page))]
        unknown = [one for one in bold if one != "bold" and not any(one in text for text in texts)]
        assert unknown == [], page.name


def test_the_reference_names_every_page_of_the_desk() -> None:
    pages = text_of(SCREENS)
    menu = text_of(DOCS.parent / "src/fairpair/web/templates/desk/base.html")
    names = re.findall(r'call link\([^%]*%\}\{\{ _\("([^"]+)"\)', menu)
    names += re.findall(r'<a href="/t/[^>]*>\{\{ _\("([^"]+)"\)', menu)
    assert len(names) >= 6
    for name in names:
        assert name.lower() in pages.lower(), name


def test_the_readme_is_short() -> None:
    assert len(text_of(README).splitlines()) <= 120


def test_the_readme_names_every_language() -> None:
    (row,) = re.findall(r"^\| languages \| (.*) \|$", text_of(README), re.MULTILINE)
    named = set(re.split(r", | and ", row))
    assert named == {Locale.parse(code).english_name for code in LANGUAGES}


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.stem)
def test_a_page_says_whom_it_is_for_and_its_title_fits_its_kind(page: Path) -> None:
    title, _, body = text_of(page).partition("\n")
    kind = page.relative_to(DOCS).parts[0]
    assert title.startswith("# How to ") == (kind == "how-to"), title
    assert re.search(r"This (page|tutorial) is for ", body.strip().partition("\n\n")[0]), (
        "whom is it for?"
    )
    if kind == "how-to":
        assert re.search(r"^(1\. |## 1\. |## Find your data)", body, re.MULTILINE), "no steps"
