"""The page of rating lists: files uploaded, looked at, imported in the background, and removed."""

import io
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest

from fairpair.core.listed import RatingList
from rating_lists.fide_lines import PEOPLE, file_of, line
from rating_lists.list_server import list_server
from timeouts import wait_until

from .browser import Browser
from .pages import Page

CLUB = (
    "ID;Surname;First name;Elo;Born\n"
    "A1;Müller;Jörg;1912;1985\n"
    "A2;Chen;Bo;1850,5;2004\n"
    "A3;Dahl;Cy;1700;1999\n"
    "A4;Evans;Di;1650;2001\n"
)


@pytest.fixture
def lists(admin: Browser) -> Iterator[Browser]:
    """Somebody who may import lists, on a server without any."""
    yield admin
    for one in _lists(admin):
        admin.service.store.rating_lists.remove(one.id)


def _lists(admin: Browser) -> list[RatingList]:
    return admin.service.store.rating_lists.lists()


def _upload(admin: Browser, data: bytes, called: str, status: int = 200, **typed: str) -> Page:
    form = admin.open("/lists").form("/upload")
    return admin.send(form, status, files={"file": (called, data)}, file=None, **typed)


def _finished(admin: Browser) -> Page:
    """The page after the import."""
    imports = admin.page.answer  # what was sent leads to the page
    assert imports.is_success
    wait_until(lambda: "data-soon" not in admin.open("/lists").html)
    return admin.page


def _zipped(name: str, data: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return packed.getvalue()


def test_a_list_of_fide_is_imported_and_removed(lists: Browser) -> None:
    data = _zipped("players_list_foa.txt", file_of(PEOPLE))
    _upload(lists, data, "players_list.zip", period="2026-11")
    page = _finished(lists)
    assert "FIDE 2026-11 · 7 players" in page.main
    _upload(lists, data, "players_list.zip", period="2026-11")
    assert "This list is already imported: FIDE 2026-11" in _finished(lists).main
    [one] = _lists(lists)
    lists.send(lists.page.form("/remove"), list=str(one.id))
    assert "No rating lists yet" in lists.page.main


def test_what_is_wrong_with_a_file_is_named_and_nothing_is_imported(lists: Browser) -> None:
    twice = (*PEOPLE, line(1503014, "Somebody Else"), line("x1", "Broken, Row"))
    for data, words in (
        (file_of(twice), ("the number 1503014 is also in row 2", "row 9")),
        (file_of(PEOPLE, "a;b;c"), ("not a FIDE rating list",)),
        (file_of(PEOPLE).decode("latin-1").encode("utf-16"), ("not plain text",)),
        (b"PK\x03\x04 nothing", ("damaged",)),
    ):
        _upload(lists, data, "players_list.txt")
        page = _finished(lists)
        assert "Not imported" in page.main
        assert all(one in page.main for one in words), page.main
    assert _lists(lists) == []


def test_a_much_shorter_list_is_imported_if_that_is_confirmed(lists: Browser) -> None:
    _upload(lists, file_of(PEOPLE), "players.txt", period="2026-10")
    _finished(lists)
    _upload(lists, file_of(PEOPLE[:3]), "players.txt", period="2026-11")
    page = _finished(lists)
    assert "has 3 players; the current one has 7" in page.main
    lists.send(page.form("/import"), confirm="shorter-list")
    assert "FIDE 2026-11 · 3 players" in _finished(lists).main


def test_a_list_of_a_club_is_looked_at_first(lists: Browser) -> None:
    page = _upload(lists, CLUB.encode("latin-1"), "club.csv", kind="custom", name="Chess club")
    assert "Müller, Jörg" in page.main
    assert "row 3 : '1850,5' is not a rating" in page.main
    assert _lists(lists) == []
    broken = CLUB.replace("1700", "x").encode("latin-1")
    page = _upload(lists, broken, "club.csv", kind="custom", name="Chess club")
    assert "Too many rows are unusable" in page.main
    assert [value for _, value, _ in page.form("/import").buttons] == ["preview"]
    page = _upload(lists, CLUB.encode("latin-1"), "club.csv", kind="custom", name="Chess club")
    lists.send(page.form("/import"), press="import")
    assert "Chess club" in _finished(lists).main
    [one] = _lists(lists)
    assert (one.key, one.rows) == ("custom.chess-club", 3)


def test_columns_that_are_not_recognised_are_chosen(lists: Browser) -> None:
    data = b"Nr;Wer;Zahl\n7;Chen, Bo;1900\n"
    page = _upload(lists, data, "list.csv", 422, kind="nat", name="ger")
    assert "Some columns were not recognised" in page.main
    form = page.form("/import")
    columns: dict[str, Any] = {"column-name": "Wer", "column-rating": "Zahl"}
    page = lists.send(form, press="preview", **columns)
    assert "Chen, Bo" in page.main
    lists.send(page.form("/import"), press="import")
    _finished(lists)
    assert [one.key for one in _lists(lists)] == ["nat.GER"]


def test_what_is_missing_is_asked_for(lists: Browser) -> None:
    for typed, words in (
        ({"kind": "nat", "name": "Germany"}, "the code of a federation"),
        ({"kind": "custom", "name": "шахматы"}, "at least one letter from a to z"),
        ({"kind": "nonsense"}, "is not a valid list"),
    ):
        assert words in _upload(lists, b"x", "list.csv", 422, **typed).main
    form = lists.open("/lists").form("/upload")
    lists.page = Page(lists.client.post("/lists/import", data={**form.filled(), "upload": "x"}))
    assert "This file is no longer available" in lists.page.main


def test_one_click_updates_all_lists(lists: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists.imports, "allow_private", True)
    with list_server() as publisher:
        address = publisher.publish("/fide.txt", file_of(PEOPLE))
        form = lists.open("/lists").form("/download")
        assert form.filled()["address"] == ["https://ratings.fide.com/download/players_list.zip"]
        assert not lists.page.offers("/update")
        lists.send(form, address=address)
        assert "7 players" in _finished(lists).main
        club = publisher.publish("/club.csv", CLUB.replace("1850,5", "1850").encode("latin-1"))
        form = lists.page.form("/download")
        lists.send(form, address=club, kind="custom", name="Chess club")
        assert "4 players" in _finished(lists).main
        assert "not checked" not in lists.page.main
        publisher.publish("/fide.txt", file_of([*PEOPLE, line(7, "Newcomer, Nele")]))
        lists.send(lists.page.form("/update", words="Update all lists"))
        page = _finished(lists)
        assert "FIDE : Updated." in page.main
        assert "Chess club : No newer list has been published." in page.main
        assert {one.key: one.rows for one in _lists(lists)} == {"fide": 8, "custom.chess-club": 4}
        publisher.files.clear()
        fide = next(one.id for one in _lists(lists) if one.key == "fide")
        values = {one.buttons[0][1]: one for one in page.forms if one.action == "/lists/update"}
        lists.send(values[str(fide)])
        page = _finished(lists)
        assert f"{address} could not be downloaded: HTTP 404." in page.main
        assert "Chess club :" not in page.main
    for wrong in ("", "file:///etc/hostname", "example"):
        lists.send(lists.open("/lists").form("/download"), 422, address=wrong)
