"""The big screen, the QR code, and what makes the pages an app."""

import json
import struct
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from fairpair.web.qr import qr_svg
from fairpair.web.rendering import STATIC

from .public_site import PublicSite, rounds, site


@pytest.fixture
def cup() -> Iterator[PublicSite]:
    with site(rounds=3) as found:
        rounds(found, 1)
        found.desk.draft()
        yield found


def body(found: PublicSite, path: str) -> dict[str, str]:
    return next(attributes for tag, attributes in found.page(path).elements if tag == "body")


def test_without_script_the_screen_is_a_plain_list(cup: PublicSite) -> None:
    page = cup.page("screen")
    assert page.count("section", class_="sheet") == 2
    assert page.count("tr") == 2 + 4 + 8
    assert "Spring Cup Round 2" in page.text
    assert page.count("img", src="/t/cup/qr.svg") == 1


def test_what_the_screen_shows_can_be_chosen(cup: PublicSite) -> None:
    assert "Result" not in cup.page("screen?show=standings").text
    assert "Standings after" not in cup.page("screen?show=pairings").text
    assert cup.page("screen?show=nonsense").text == cup.page("screen").text
    assert cup.page("screen?show=pairings&by=name").count("tr") == 1 + 8


def test_the_pace_of_the_screen_has_limits(cup: PublicSite) -> None:
    assert body(cup, "screen?seconds=25&rows=12")["data-seconds"] == "25"
    assert body(cup, "screen?seconds=25&rows=12")["data-rows"] == "12"
    for odd in ("0", "1", "-5", "9999", "x"):
        assert body(cup, f"screen?seconds={odd}")["data-seconds"] == "10"
    assert body(cup, "screen")["data-live"] == "cup"
    assert int(body(cup, "screen")["data-version"]) == cup.desk.version


def test_before_the_first_round_the_screen_invites() -> None:
    with site() as found:
        page = found.page("screen")
        assert "Registration: 8 players" in page.text
        assert page.count("img", src="/t/cup/qr.svg") == 2


def test_the_code_leads_to_the_public_page(cup: PublicSite) -> None:
    answer = cup.get("qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.content == qr_svg("http://fairpair/t/cup")
    assert answer.content != cup.get("qr.svg", host="other.example").content
    ElementTree.fromstring(answer.content)
    again = cup.get("qr.svg", if_none_match=answer.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")
    assert cup.get("/t/nope/qr.svg").status_code == 404


def test_the_worker_comes_from_the_root(cup: PublicSite) -> None:
    assert cup.ask("HEAD", "/worker.js").status_code == 200  # the clock asks for the time there
    answer = cup.get("/worker.js")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_the_manifest_opens_the_right_page(cup: PublicSite) -> None:
    for query, start in (("", "/t/cup"), ("?me", "/t/cup/me")):
        answer = cup.get(f"manifest.webmanifest{query}")
        assert answer.headers["content-type"] == "application/manifest+json"
        found = json.loads(answer.text)
        assert (found["name"], found["start_url"]) == ("Spring Cup", start)
        for icon in found["icons"]:
            assert cup.get(icon["src"]).status_code == 200
            picture = (STATIC / icon["src"].split("/")[2].split("?")[0]).read_bytes()
            width, height = struct.unpack(">II", picture[16:24])
            assert f"{width}x{height}" == icon["sizes"]
    links = [x for tag, x in cup.page().elements if tag == "link" and x["rel"] == "manifest"]
    assert links[0]["href"] == "/t/cup/manifest.webmanifest"
    cup.come_as(1)
    links = [x for tag, x in cup.page("me").elements if tag == "link" and x["rel"] == "manifest"]
    assert links[0]["href"] == "/t/cup/manifest.webmanifest?me"
