"""Tournaments of files: restored beside the one that is there, under the name that is typed."""

from .browser import Browser
from .pages import Page


def restore(admin: Browser, data: bytes, status: int = 200, **typed: str) -> Page:
    form = admin.open("/new").form("/new")
    files = {"file": ("cup", data, "application/octet-stream")}
    return admin.send(form, status, files=files, whole="yes", do="create", **typed)


def test_an_archive_beside_its_tournament_gets_another_id(admin: Browser) -> None:
    here = admin.create("Cup")
    data = admin.ask("GET", "/export/archive.json").content
    page = restore(admin, data, 409)
    assert f"A tournament with the ID {here} already exists" in page.text
    assert "Choose a different ID." in page.text
    offered = dict(page.form("/new").fields)["id"]
    assert offered.startswith(f"{here}-")
    assert admin.made(restore(admin, data, id=offered)) == offered
    assert admin.t.name == "Cup"


def test_a_typed_name_is_the_name_of_a_restored_archive(admin: Browser) -> None:
    admin.begin("Cup", *"ABCD")
    admin.post("/start")
    data = admin.ask("GET", "/export/archive.json").content
    assert admin.made(restore(admin, data, name="Second Cup", id="second-cup")) == "second-cup"
    assert admin.t.name == "Second Cup"
    admin.first_seats_win()
    admin.post("/finish", {"early": True, "reason": "a fire drill"})
    data = admin.ask("GET", "/export/archive.json").content
    assert admin.made(restore(admin, data, name="Third Cup", id="third-cup")) == "third-cup"
    assert admin.t.name == "Third Cup"


def test_a_typed_name_is_the_name_of_an_imported_report(admin: Browser) -> None:
    admin.begin("Cup", *"ABCD", preset="fide_dutch", rounds=2)
    admin.post("/start")
    admin.first_seats_win()
    data = admin.ask("GET", "/export/trf16.trf").content
    page = restore(admin, data, name="Spring Open")
    assert admin.made(page).startswith("spring-open")
    assert admin.t.name == "Spring Open"
