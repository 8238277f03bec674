"""The form with colour, logo, banner and description, and what pages make of it."""

import re
from importlib import resources
from typing import Any

from fairpair.core.accents import ACCENTS
from fairpair.formats.pictures import LARGEST_FILE
from picture_files import bomb_file, picture_file

from .browser import Browser
from .pages import Page


def sent(admin: Browser, status: int = 200, files: Any = None, **typed: Any) -> Page:
    form = admin.desk("/settings").form("/settings")
    return admin.send(form, status, files=files or {"logo": ("", b"")}, **typed)


def test_a_tournament_gets_its_look_in_one_step(admin: Browser) -> None:
    here = admin.create("Winter Qualifier", preset="pokemon_standard")
    assert admin.desk("/settings").html.count("data-accent=") == 11
    assert '<html lang="en" data-accent="violet"' in admin.page.html
    files = {
        "logo": ("club.bin", picture_file("JPEG"), "text/plain"),
        "banner": ("hall.jpg", picture_file("JPEG", (900, 400)), "image/jpeg"),
    }
    page = sent(admin, files=files, accent="gold", description="**Welcome**")
    done = "Details changed: Colour Gold; Banner added; Description **Welcome**; Logo added"
    assert done in page.text
    header = admin.t.header
    assert header.accent == "gold"
    assert f'src="/t/{here}/pictures/{header.logo}"' in admin.desk("/settings").html
    assert f'src="/t/{here}/pictures/{header.banner}"' in admin.page.html
    admin.post("/undo")
    assert admin.t.header.is_described is False
    assert admin.t.header.logo == ""


def test_logo_and_banner_may_both_be_as_large_as_one(admin: Browser) -> None:
    """A file is still a picture with something behind it."""
    admin.begin("Cup", *"ABCD")
    most = LARGEST_FILE
    files = {
        kind: (f"{kind}.png", picture_file(size=(800, 300)).ljust(most, b"\0"), "image/png")
        for kind in ("logo", "banner")
    }
    sent(admin, files=files)
    assert admin.t.header.logo
    assert admin.t.header.banner


def test_what_is_not_touched_stays(admin: Browser) -> None:
    admin.create("Cup")
    sent(admin, files={"logo": ("a.png", picture_file())})
    logo, version = admin.t.header.logo, admin.service.store.version(admin.here)
    sent(admin)
    assert admin.t.header.logo == logo
    assert admin.service.store.version(admin.here) == version
    removed: dict[str, Any] = {"remove-logo": "yes"}
    sent(admin, **removed)
    assert admin.t.header.logo == ""


def test_a_refused_picture_keeps_what_was_typed(admin: Browser) -> None:
    admin.create("Cup")
    files = {"banner": ("bomb.png", bomb_file())}
    page = sent(admin, 422, files=files, description="Come all", accent="slate")
    assert "The picture has more than 30 million pixels." in page.text
    form = page.form("/settings")
    assert dict(form.fields)["description"] == "Come all"
    assert 'value="slate" aria-label="Slate" checked' in page.html
    assert admin.t.header.description == ""


def test_the_style_sheet_has_the_colours_of_the_program() -> None:
    css = resources.files("fairpair.web").joinpath("styles", "tokens.css").read_text("utf-8")
    rule = r"\[data-accent=(\w+)\] \{ --mid: (#\w+); --lit: (#\w+); --banner: (#\w+); \}"
    found = {name: colours for name, *colours in re.findall(rule, css)}
    assert found == {name: [x.light, x.dark, x.banner] for name, x in ACCENTS.items()}


def test_a_colour_alone_is_nothing_to_read(admin: Browser) -> None:
    here = admin.create("Cup")
    sent(admin, accent="magenta")
    assert "/info" not in admin.open(f"/t/{here}/players").html
