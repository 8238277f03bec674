"""The page that compares formats, and the one that finds the best of them."""

import re
from urllib.parse import urlencode

import pytest

from timeouts import wait_until

from .browser import Browser
from .pages import Page

SMALL = {"players": "10", "times": "12", "preset": "pokemon_standard"}


def ask(admin: Browser, path: str, typed: dict[str, str], status: int = 200) -> Page:
    """Send the form as it is, with this typed."""
    form = admin.open(path).form("/lab")
    return admin.open(f"{form.action}?{urlencode(form.filled(**typed), doseq=True)}", status)


def answer(admin: Browser, page: Page) -> Page:
    """The same page when all is played."""
    address = str(page.answer.url.raw_path, "ascii")
    wait_until(lambda: "being played" not in admin.open(address).text)
    return admin.page


def test_formats_are_compared(admin: Browser) -> None:
    assert "/lab" in admin.open("/new").links
    typed = {"rounds-1": "2", "rounds-2": "3", "cut-2": "4", "rules-2": "best_of=1"}
    first = ask(admin, "/lab", SMALL | typed)
    assert "Tournaments are being played." in first.text
    assert 'http-equiv="refresh"' in first.html
    page = answer(admin, first)
    assert (
        "12 tournaments with the same random numbers: Pokémon TCG, 10 players, seed 1" in page.text
    )
    assert "Played by the exact engine." in page.text
    assert "2 rounds, no knockout" in page.main
    assert re.search(r"3 rounds, top 4 knockout best_of=1 [^ ]\d", page.main)
    assert re.search(r"strongest player wins .* % ±", page.main)
    assert page.count("circle") > 4
    assert "style=" not in page.html
    assert dict(page.form("/lab").fields)["rounds-2"] == "3"


def test_the_best_format_is_found(admin: Browser) -> None:
    first = ask(admin, "/lab?do=search", SMALL | {"hours": "5,5", "tables": "4"})
    page = answer(admin, first)
    assert "Recommended: " in page.text
    assert "4 tables are not enough for 5 matches" in page.text
    assert page.count("span", class_="pill good") == 1
    assert "All formats that fit" in page.text


@pytest.mark.parametrize(
    ("path", "typed", "expected"),
    [
        ("/lab", {"players": "3"}, "Players : must be between 4 and 1024"),
        ("/lab", {"players": "many"}, "Players : must be a whole number"),
        ("/lab", {"rules-1": "best_of"}, "must have the form KEY=VALUE, not “best_of”"),
        ("/lab", {"rules-1": "nonsense=1"}, "nonsense"),
        ("/lab", {"rounds-1": "", "rounds-2": ""}, "Compare between 1 and 8 formats."),
        ("/lab", {"times": "9999999"}, "must be between 10 and"),
        ("/lab", {"preset": "poker"}, "poker"),
        ("/lab", {"model": "luck"}, "must be"),
        ("/lab?do=search", {"hours": "1"}, "No format fits into the time."),
        ("/lab?do=search", {"hours": "soon"}, "must be between 0.5 and 100"),
    ],
)
def test_what_cannot_be_done_is_said(
    admin: Browser, path: str, typed: dict[str, str], expected: str
) -> None:
    status = 404 if "preset" in typed else 422
    page = ask(admin, path, typed, status)
    assert expected in page.text
    kept = dict(page.form("/lab").fields)
    assert {
        key: kept[key] for key in typed if key not in ("preset", "model")
    }.items() <= typed.items()


def test_the_organiser_of_a_tournament_compares_for_its_players(admin: Browser) -> None:
    names = "\n".join(f"Player {n}" for n in range(1, 12))
    admin.create("Friday", names, preset="fide_dutch")
    assert f"/desk/{admin.here}/lab" in admin.desk("/settings").links
    fields = dict(admin.desk("/lab").form("/lab").fields)
    assert (fields["players"], fields["preset"], fields["rounds-1"]) == ("11", "fide_dutch", "4")
