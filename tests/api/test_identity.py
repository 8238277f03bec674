"""Colour, logo and banner over HTTP: uploaded by organisers, seen by everybody."""

import json

import httpx
import pytest

from fairpair.core.stored import MOST_PICTURES
from picture_files import bomb_file, picture_file

from .app_server import AppServer
from .role_server import ADMIN_KEY


def upload(server: AppServer, kind: str, data: bytes, media_type: str = "") -> httpx.Response:
    headers = {"Content-Type": media_type or "image/png", "Authorization": f"Bearer {server.key}"}
    return server.client.put(f"{server.base}/pictures/{kind}", content=data, headers=headers)


def names(server: AppServer) -> tuple[str, str]:
    header = server.ask("GET", "/header").json()["header"]
    return header["logo"], header["banner"]


def test_pictures_are_uploaded_shown_removed_and_brought_back(app_server: AppServer) -> None:
    app_server.begin("Cup", "Ana", "Bo")
    done = upload(app_server, "logo", picture_file("WEBP"), "image/webp")
    assert done.status_code == 200, done.text
    assert done.json()["done"] == ["Detail changed: Logo added"]
    assert upload(app_server, "banner", picture_file(size=(800, 300))).status_code == 200
    logo, banner = names(app_server)
    shown = app_server.client.get(f"/t/{app_server.here}/pictures/{logo}")
    assert shown.headers["content-type"] == "image/png"
    assert shown.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert shown.headers["x-content-type-options"] == "nosniff"
    assert shown.headers["content-security-policy"] == "default-src 'none'"
    read = app_server.ask("GET", "/pictures/banner")
    assert read.headers["content-type"] == "image/jpeg"
    assert read.content == app_server.client.get(f"/t/{app_server.here}/pictures/{banner}").content
    removed = app_server.good("DELETE", "/pictures/logo")
    assert removed["done"] == ["Detail changed: Logo removed"]
    assert app_server.ask("GET", "/pictures/logo").status_code == 404
    assert app_server.client.get(f"/t/{app_server.here}/pictures/{logo}").status_code == 404
    app_server.post("/undo")
    assert names(app_server) == (logo, banner)
    assert app_server.ask("GET", "/pictures/logo").content == shown.content


def test_a_known_picture_is_not_sent_again(event: AppServer) -> None:
    upload(event, "logo", picture_file())
    tag = event.ask("GET", "/pictures/logo").headers["etag"]
    again = event.ask("GET", "/pictures/logo", headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    upload(event, "logo", picture_file(size=(200, 200)))
    assert event.ask("GET", "/pictures/logo", headers={"If-None-Match": tag}).status_code == 200


def test_a_repeated_upload_changes_nothing(app_server: AppServer) -> None:
    app_server.begin("Cup", "Ana", "Bo")
    first = upload(app_server, "logo", picture_file()).json()
    again = upload(app_server, "logo", picture_file()).json()
    assert again["version"] == first["version"]


@pytest.mark.parametrize(
    ("data", "media_type", "status", "code"),
    [
        (b"<svg/>", "image/png", 422, "bad-picture"),
        (picture_file()[:-60], "image/png", 422, "bad-picture"),
        (bomb_file(), "image/png", 422, "bad-picture"),
        (b"", "image/png", 422, "bad-picture"),
        (picture_file("GIF"), "image/png", 422, "bad-picture"),
        (b"<svg/>", "image/svg+xml", 415, "wrong-content-type"),
        (bytes(10 * 2**20), "image/png", 413, "too-large"),
    ],
    ids=("svg", "cut", "bomb", "empty", "gif", "svg type", "large"),
)
def test_other_files_are_refused(
    event: AppServer, data: bytes, media_type: str, status: int, code: str
) -> None:
    answer = upload(event, "logo", data, media_type)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert names(event) == ("", "")


def test_only_organisers_upload(event: AppServer) -> None:
    event.key = event.player_key(1)
    assert upload(event, "logo", picture_file()).status_code == 403
    event.key = "wrong"
    assert upload(event, "logo", b"no picture").status_code == 401


def test_a_picture_of_a_hidden_tournament_is_hidden(event: AppServer) -> None:
    upload(event, "logo", picture_file())
    address = f"/t/{event.here}/pictures/{names(event)[0]}"
    assert event.client.get(address).status_code == 200
    event.good("PATCH", "", {"rules": {"hidden": True}, "reason": "private"})
    event.client.cookies.clear()
    refused = event.client.get(address, follow_redirects=False)
    assert refused.status_code == 303
    assert refused.headers["location"].startswith("/login")


def test_a_header_names_only_uploaded_pictures(event: AppServer) -> None:
    event.refused(404, "no-picture", "PATCH", "/header", json={"logo": f"{1:064x}.png"})
    event.refused(404, "no-picture", "PATCH", "/header", json={"logo": "club.png"})
    event.refused(404, "no-picture", "PATCH", "/header", json={"logo": "x\0y"})
    upload(event, "logo", picture_file())
    sent_back = event.ask("GET", "/header").json()["header"]
    assert event.good("PATCH", "/header", sent_back)["done"] == []
    event.good("PATCH", "/header", {"logo": None})
    assert names(event) == ("", "")


def test_the_name_of_a_picture_is_checked_before_it_is_looked_for(app_server: AppServer) -> None:
    app_server.begin("Cup", "Ana", "Bo")
    app_server.refused(404, "no-picture", "PATCH", "/header", json={"logo": "x\0y"})


def test_refused_uploads_store_nothing(event: AppServer) -> None:
    for n in range(3):
        file, stale = picture_file(size=(40, 40 + n)), {"If-Match": '"1"'}
        url = f"{event.base}/pictures/logo"
        headers = {"Authorization": f"Bearer {event.key}", "Content-Type": "image/png", **stale}
        assert event.client.put(url, content=file, headers=headers).status_code == 412
    assert event.service.store.pictures.of(event.here) == []


def test_the_number_of_pictures_has_a_limit(event: AppServer) -> None:
    for n in range(MOST_PICTURES - 1):
        assert upload(event, "logo", picture_file(size=(40, 100 + n))).status_code == 200
    assert upload(event, "logo", picture_file(size=(40, 40))).status_code == 200
    answer = upload(event, "logo", picture_file(size=(40, 200)))
    assert (answer.status_code, answer.json()["code"]) == (409, "too-many-pictures")
    assert upload(event, "logo", picture_file(size=(40, 40))).status_code == 200


def test_the_colour_is_that_of_the_game_until_one_is_chosen(app_server: AppServer) -> None:
    def colour() -> str:
        found = app_server.client.get("/api/tournaments").json()["tournaments"][0]
        return str(found["accent"])

    app_server.begin("Cup", "Ana", "Bo", preset="fide_dutch")
    assert colour() == "pine"
    done = app_server.good("PATCH", "/header", {"accent": "crimson"})
    assert done["done"] == ["Detail changed: Colour Crimson"]
    assert colour() == "crimson"
    assert 'data-accent="crimson"' in app_server.client.get(f"/t/{app_server.here}/players").text
    refused = app_server.refused(422, "bad-header", "PATCH", "/header", json={"accent": "red"})
    assert "ultramarine" in str(refused["errors"])
    app_server.post("/undo")
    assert colour() == "pine"


def test_an_archive_has_the_pictures(event: AppServer) -> None:
    upload(event, "logo", picture_file())
    upload(event, "banner", picture_file(size=(800, 300)))
    logo = event.ask("GET", "/pictures/logo").content
    archive = event.ask("GET", "/export/archive.json").content
    event.key = ADMIN_KEY
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {event.key}"}
    query = "?as=cup-again"
    made = event.client.post(f"/api/tournaments/import{query}", content=archive, headers=headers)
    assert made.status_code == 201, made.text
    event.base = "/api/tournaments/cup-again"
    assert event.ask("GET", "/pictures/logo").content == logo
    again = event.ask("GET", "/export/archive.json").json()
    assert again["pictures"] == json.loads(archive)["pictures"]
    assert len(again["pictures"]) == 2
    damaged = archive.replace(b'"data":"iVBOR', b'"data":"iVBOX', 1)
    refused = event.client.post("/api/tournaments/import?as=x", content=damaged, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (422, "archive-damaged")


def test_a_copy_has_the_pictures(event: AppServer) -> None:
    upload(event, "logo", picture_file())
    logo = event.ask("GET", "/pictures/logo").content
    event.key = ADMIN_KEY
    made = event.good("POST", "/copy", {"name": "Next Cup"})
    event.base = f"/api/tournaments/{made['id']}"
    assert event.ask("GET", "/pictures/logo").content == logo
