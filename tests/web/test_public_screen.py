"""The big screen, the QR code, and what makes the pages an app."""

import json
import struct
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from fairpair.app.views.identity import accent_of
from fairpair.app.views.standings import standings_view
from fairpair.core.accents import ACCENTS
from fairpair.http.reach import Reach
from fairpair.http.sharing import Sharing
from fairpair.log import commands as c
from fairpair.web.assets import STATIC
from fairpair.web.qr import qr_svg

from .public_site import PublicSite, rounds, site


@pytest.fixture
def cup() -> Iterator[PublicSite]:
    with site(rounds=3) as found:
        rounds(found, 1)
        found.desk.draft()
        yield found


def body(found: PublicSite, path: str) -> dict[str, str]:
    elements = found.page(path).elements
    return next(x for tag, x in elements if tag == "body") | next(
        x for tag, x in elements if tag == "main"
    )


def test_without_script_the_screen_is_a_plain_list(cup: PublicSite) -> None:
    page = cup.page("screen")
    assert page.count("section", class_="sheet") == 1
    assert page.count("li") == 4
    assert "Spring Cup Round 2 of 3" in page.text
    assert page.count("img", src="/t/cup/qr.svg") == 1


def test_what_the_screen_shows_can_be_chosen(cup: PublicSite) -> None:
    assert cup.page("screen?show=standings").count("li") == 8
    assert "Standings after" not in cup.page("screen?show=pairings").text
    assert cup.page("screen?show=both").count("li") == 4 + 8
    assert cup.page("screen?show=nonsense").text == cup.page("screen").text
    assert cup.page("screen?show=pairings&by=name").count("li") == 8


def test_the_pace_of_the_screen_has_limits(cup: PublicSite) -> None:
    assert body(cup, "screen?seconds=25&rows=12")["data-seconds"] == "25"
    assert body(cup, "screen?seconds=25&rows=12")["data-rows"] == "12"
    for odd in ("0", "1", "-5", "9999", "x"):
        assert body(cup, f"screen?seconds={odd}")["data-seconds"] == "12"
    assert body(cup, "screen")["data-live"] == "cup"
    assert int(body(cup, "screen")["data-version"]) == cup.desk.version


def test_the_screen_follows_what_was_chosen_unless_its_address_says_otherwise(
    cup: PublicSite,
) -> None:
    chosen = {"screen_show": "both", "screen_by": "name", "screen_seconds": 25}
    cup.desk.do(c.ChangeHeader(chosen))
    assert cup.page("screen").count("li") == 8 + 8
    assert body(cup, "screen")["data-seconds"] == "25"
    assert cup.page("screen?show=standings").count("li") == 8
    assert cup.page("screen?by=table").count("li") == 4 + 8
    assert body(cup, "screen?seconds=7")["data-seconds"] == "7"


def test_the_screen_names_the_champion() -> None:
    with site(rounds=1, few_rounds_reason="a short evening") as found:
        rounds(found, 1)
        found.desk.do(c.FinishTournament())
        text = found.page("screen").text
        winners = [r.name for r in standings_view(found.t, 0, None).players if r.rank == 1]
        assert f"Spring Cup · Champion {winners[0]}" in text


def test_a_code_that_no_phone_can_use_is_not_shown(cup: PublicSite) -> None:
    there = "qr.svg"
    assert there in cup.get("screen").text
    assert there not in cup.get("screen", host="127.0.0.1:8000").text
    assert there in cup.get("screen").text, "not the page of the other address"


def test_before_the_first_round_the_screen_invites() -> None:
    with site() as found:
        page = found.page("screen")
        assert "Registration: 8 players" in page.text
        assert page.count("img", src="/t/cup/qr.svg") == 2


def test_the_code_leads_to_the_public_page(cup: PublicSite) -> None:
    answer = cup.get("qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.content == qr_svg(Reach("http://fairpair", False, "", Sharing()), "/t/cup")
    assert answer.content != cup.get("qr.svg", host="other.example").content
    ElementTree.fromstring(answer.content)
    assert b"<text" not in answer.content
    here_only = cup.get("qr.svg", host="127.0.0.1:8000").content
    assert (
        "".join(ElementTree.fromstring(here_only).itertext())
        .strip()
        .startswith("Phones cannot open")
    )
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
        assert found["theme_color"] == ACCENTS[accent_of(cup.t)].banner
        assert cup.page().count("meta", name="theme-color", content=found["theme_color"]) == 1
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


def test_the_icon_offers_pages_that_are_there(cup: PublicSite) -> None:
    found = json.loads(cup.get("manifest.webmanifest").text)
    shortcuts = {one["name"]: one["url"] for one in found["shortcuts"]}
    assert list(shortcuts) == ["My page", "Standings", "Players"]
    cup.come_as(1)
    assert all(cup.get(url).status_code == 200 for url in shortcuts.values())
    assert found["display"] == "standalone"


def test_the_whole_server_can_be_an_app(cup: PublicSite) -> None:
    links = [x for tag, x in cup.page("/").elements if tag == "link" and x["rel"] == "manifest"]
    found = json.loads(cup.get(links[0]["href"]).text)
    assert (found["name"], found["start_url"]) == ("Fairpair", "/")


def test_the_page_without_a_network_is_nobodys(cup: PublicSite) -> None:
    cup.come_as(1)
    page = cup.page("/offline")
    assert page.count("form", action="/logout") == 0
    assert "<ul></ul>" in page.html  # where the worker lists the copies


def test_the_screen_shows_the_clock_alone_and_the_bracket(cup: PublicSite) -> None:
    assert cup.page("screen?show=clock").count("section", class_="sheet whole clock-only") == 1
    assert cup.page("screen?show=bracket").count("li") == 0, "there is none"
    with site(rounds=1, cut=4) as found:
        rounds(found, 1)
        assert "Bracket" in found.page("screen?show=bracket").text


def test_an_announcement_is_seen_by_everybody(cup: PublicSite) -> None:
    cup.desk.do(c.ChangeHeader({"announcement": "Lunch <until> 13:30"}))
    for page in (cup.page("screen"), cup.page("standings"), cup.page()):
        assert "Lunch <until> 13:30" in page.text
        assert page.count("p", class_="announcement") == 1
    cup.desk.do(c.ChangeHeader({"announcement": ""}))
    assert cup.page("screen").count("p", class_="announcement") == 0
