"""The public pages: what they show, what they never show, and how they are kept."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import Request, Response

from api.read_server import EIGHT, lower_wins, people
from fairpair.app.access.grants import Role
from fairpair.core.players import Entrant, Player
from fairpair.log import commands as c
from fairpair.web.public.pages import PublicPages

from .pages import Page
from .public_site import NASTY, PublicSite, rounds, site, teams

CUT: dict[str, Any] = {"rounds": 3, "cut": 4, "mode": "swiss_with_elimination"}
PLACES = (
    "",
    "?by=name",
    "round/1/1",
    "round/1/2",
    "standings",
    "crosstable",
    "bracket",
    "players",
    "players/1",
    "statistics",
    "why/1/1",
    "why/1/1/1",
    "why/rank/1",
    "screen",
)


@pytest.fixture
def cup() -> Iterator[PublicSite]:
    """Eight players, three rounds and a cut to four; round 1 is complete."""
    with site(**CUT) as found:
        rounds(found, 1)
        yield found


def walk(found: PublicSite) -> dict[str, Page]:
    """Every page that can be reached from the first one by links."""
    seen: dict[str, Page] = {}
    ahead = ["/t/cup"]
    while ahead:
        place = ahead.pop()
        if place in seen:
            continue
        seen[place] = page = found.page(place)
        links = (link.partition("#")[0] for link in page.links)
        ahead += [link for link in links if link.startswith("/t/cup") and ".png" not in link]
    return seen


def check(place: str, page: Page) -> None:
    """What holds for every page: well formed, one heading, no script or style of its own."""
    assert page.open == [], place
    assert page.count("h1") == 1, place
    for tag, found in page.elements:
        assert "style" not in found, (place, tag)
        assert not any(name.startswith("on") for name in found), (place, tag, found)
        if tag in ("script", "img", "link"):
            address = found.get("src") or found["href"]
            assert address.startswith(("/static/", "/t/cup/")), (place, address)
        if tag in ("input", "select"):
            labels = [x.get("for") for one, x in page.elements if one == "label"]
            assert found.get("type") == "hidden" or found["id"] in labels, (place, found)
    ids = [found["id"] for _, found in page.elements if "id" in found]
    assert len(ids) == len(set(ids)), place


def test_no_link_leads_nowhere(cup: PublicSite) -> None:
    cup.desk.draft()
    cup.desk.result(1, lower_wins(cup.t, 1))
    seen = walk(cup)
    for place, page in seen.items():
        check(place, page)
    assert {"/t/cup/bracket", "/t/cup/crosstable", "/t/cup/round/2/1"} <= set(seen)
    assert {f"/t/cup/why/rank/{n}" for n in range(1, 9)} <= set(seen)
    assert len([place for place in seen if place.startswith("/t/cup/why/1/2/")]) >= 4


def test_no_link_leads_nowhere_in_any_kind_of_event() -> None:
    kinds: tuple[tuple[tuple[Entrant, ...], str, dict[str, Any], int], ...] = (
        ((), "mtg_standard", {}, 0),
        (people(*EIGHT), "mtg_standard", {}, 0),
        (people(*EIGHT[:7]), "fide_dutch", {"rounds": 4}, 2),
        (people(*EIGHT[:6]), "mtg_standard", {"mode": "elimination"}, 1),
        (people(*EIGHT[:5]), "mtg_standard", {"system": "round_robin", "rounds": None}, 2),
        (teams("Red", "Blue", "Green"), "team_chess", {"rounds": 3}, 1),
    )
    for entrants, preset, rules, count in kinds:
        with site(entrants, preset, **rules) as found:
            rounds(found, count)
            for place, page in walk(found).items():
                check(f"{preset} {place}", page)


def test_a_finished_event_shows_its_winner() -> None:
    with site(third_place=True, **CUT) as found:
        found.desk.to_the_end(lower_wins)
        for place, page in walk(found).items():
            check(place, page)
        assert "Ana Champion" in found.page().text
        assert "Winner Ana Runner-up Bo" in found.page("bracket").text


def test_nobody_sees_a_draft(cup: PublicSite) -> None:
    def shown(key: str | None = None) -> list[str]:
        given = {} if key is None else {"Authorization": f"Bearer {key}"}
        return [cup.page(place, **given).main for place in PLACES]

    staff = cup.key(Role.ORGANISER)
    before, before_staff = shown(), shown(staff)
    cup.desk.draft(publish=False)
    assert shown() == before
    assert shown(staff) == before_staff == before
    assert "Not published yet." in cup.page("round/1/2").text
    cup.desk.do(c.PublishRound())
    assert "4 results missing" in cup.page("round/1/2").text


def test_the_staff_sees_the_way_to_the_desk(cup: PublicSite) -> None:
    key = cup.key(Role.SCOREKEEPER)
    assert "/desk/cup" in cup.page(Authorization=f"Bearer {key}").links
    assert "/desk/cup" not in cup.page().links
    player = cup.key(Role.PLAYER, 1)
    assert "/t/cup/me" in cup.page(Authorization=f"Bearer {player}").links


def test_visitors_without_cookies_get_what_is_kept_and_others_their_own(
    cup: PublicSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    page = PublicPages.page

    async def counted(self: PublicPages, request: Request, *how: Any) -> Response:
        made.append(request.url.path)
        return await page(self, request, *how)

    monkeypatch.setattr(PublicPages, "page", counted)
    first = cup.get("standings")
    again = cup.get("standings", if_none_match=first.headers["etag"])
    assert (again.status_code, again.headers["etag"]) == (304, first.headers["etag"])
    assert made == ["/t/cup/standings"]
    german = cup.get("standings", accept_language="de")
    assert '<html lang="de"' in german.text
    assert cup.get("standings").text == first.text
    cup.cookies["fairpair_theme"] = "dark"
    assert cup.get("standings").text != first.text
    cup.cookies.clear()
    assert cup.get("standings?q=Ana").text != first.text
    cup.come_as(1)
    assert cup.get("standings").headers["etag"] != first.headers["etag"]
    cup.cookies.clear()
    cup.desk.do(c.RenameTournament("Renamed"))
    assert "Renamed" in cup.get("standings").text
    cup.desk.do(c.ChangeRules({"hidden": True}, "private"))
    assert cup.get("standings").status_code == 303


def test_a_hidden_event_is_for_those_with_a_key(cup: PublicSite) -> None:
    assert cup.get("standings").status_code == 200
    cup.desk.do(c.ChangeRules({"hidden": True}, "private"))
    for place in (*PLACES, "ranking", "qr.svg", "manifest.webmanifest"):
        answer = cup.get(place)
        assert answer.status_code == 303, place
        assert answer.headers["location"].startswith("/login?next=/t/cup")
        assert "Ana" not in answer.text
    assert cup.get("me").status_code == 401
    cup.come_as(3)
    answer = cup.get("standings")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "private, no-cache"


def test_names_are_text_everywhere() -> None:
    entrants = (
        Player(NASTY, 2000, title="<i>", club='"><img src=x onerror=alert(1)>', federation="<u>"),
        Player("'\"&amp; O'Brien", 1900),
        *people(*EIGHT[:5]),
    )
    with site(entrants, **CUT) as found:
        found.desk.do(c.RenameTournament(f"Cup {NASTY}"))
        found.desk.to_the_end(lower_wins)
        found.come_as(1)
        pages = walk(found) | {"me": found.page("me")}
        for place, page in pages.items():
            check(place, page)
            assert not page.count("i"), place
            assert not page.count("img", src="x"), place
        assert NASTY in pages["/t/cup/standings"].text
        drawn = found.get("bracket").text.partition('class="tree')[2].partition("</section>")[0]
        assert "&lt;script&gt;" in drawn
        assert "<script" not in drawn


def test_what_is_kept_is_asked_for_again_and_not_sent_again(cup: PublicSite) -> None:
    first = cup.get("standings", accept_encoding="gzip")
    tag = first.headers["etag"]
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"] == "no-cache"
    assert "Cookie" in first.headers["vary"]
    assert "Accept-Language" in first.headers["vary"]
    again = cup.get("standings", if_none_match=tag)
    assert (again.status_code, again.content) == (304, b"")
    head = cup.ask("HEAD", "standings")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["etag"] == cup.get("standings").headers["etag"]
    cup.desk.draft()
    changed = cup.get("standings", if_none_match=tag)
    assert changed.status_code == 200
    assert changed.headers["etag"] != tag


def test_a_page_looks_as_its_visitor_wants_it(cup: PublicSite) -> None:
    plain = cup.get("standings")
    for cookies in ({"fairpair_theme": "dark"}, {"fairpair_language": "de"}):
        cup.cookies = cookies
        other = cup.get("standings", if_none_match=plain.headers["etag"])
        assert other.status_code == 200
        assert other.text != plain.text
    cup.cookies = {}
    german = cup.get("standings", accept_language="de", if_none_match=plain.headers["etag"])
    assert german.status_code == 200
    assert '<html lang="de"' in german.text
    assert cup.get("standings").text == plain.text


def test_a_bye_is_said_plainly() -> None:
    with site(people(*EIGHT[:5]), rounds=3) as found:
        found.desk.draft()
        [[player, _]] = next(iter(found.t.rounds.values())).byes.items()
        name = found.t.name_of(player)
        assert f"{name} Bye: no opponent this round" in found.page().text
        assert "Bye: no opponent this round" in found.page("?by=name").text
        why = found.page(f"why/1/1/{player}").text
        assert "Why no opponent?" in why
        assert f"{name} has the bye" in why


def test_what_a_round_waits_for(cup: PublicSite) -> None:
    text = cup.page("round/2/1").text
    assert "Not published yet." in text
    assert "seed 1 waiting for round 3" in text
    assert "winner of semi-final 1" in cup.page("bracket").text
    tabs = [
        found for tag, found in cup.page().elements if tag == "a" and found.get("class") == "next"
    ]
    assert len(tabs) == 4


def test_long_lists_come_in_parts() -> None:
    names = [f"Player {n:03}" for n in range(1, 450)] + ["Zoë Núñez"]
    with site(tuple(Player(name) for name in names), rounds=5) as found:
        found.desk.draft()
        assert found.page("standings").count("th", scope="row", class_="name") == 100
        assert found.page("standings?page=5").count("th", scope="row", class_="name") == 50
        assert found.page("standings?page=99").text == found.page("standings?page=5").text
        for odd in ("standings?page=x", "standings?page=-1", "standings?page=0", "?page=²"):
            assert found.get(odd).status_code == 200, odd
        search = found.page("standings?q=nunez zoe")
        assert search.count("th", scope="row", class_="name") == 1
        assert "Zoë Núñez" in search.text
        assert found.page("?by=name&q=zoë").count("tr") == 2
        assert "No players in this round match" in found.page("?q=nobody").text
        assert found.page("standings?at=450").count("tr", id="p450") == 1
        assert found.get(f"players?q={'x' * 5000}").status_code == 200


def test_an_address_that_leads_nowhere_is_told_so(cup: PublicSite) -> None:
    lost = ("players/99", "round/1/9", "round/9/1", "why/1/3/1", "why/1/1/99", "why/rank/99")
    for place in (
        *lost,
        "standings?until=9",
        "players/99999999999999999999",
        "/t/nope",
        "/t/no_pe",
    ):
        answer = cup.get(place)
        assert answer.status_code == 404, place
        assert "<h1" not in answer.text or "html" in answer.headers["content-type"]
    with site() as plain:
        assert plain.get("bracket").status_code == 404


def test_standings_as_they_were_after_a_round(cup: PublicSite) -> None:
    def table(text: str) -> str:
        return text.partition("Details")[2].partition(" Round ")[0]

    before = cup.page("standings").text
    rounds(cup, 1)
    after = cup.page("standings?until=1").text
    assert "After round 1" in after
    assert table(before) == table(after)
    assert table(after).count("\N{EN DASH}") >= 8
    assert cup.page("standings").text != after


def test_statistics_have_their_numbers_as_tables_too(cup: PublicSite) -> None:
    rounds(cup, 1)
    page = cup.page("statistics")
    assert page.count("svg", role="img") == 1
    assert page.count("table") == 3
    assert "Matches played 8" in page.text
    assert page.count("rect") >= 4
    assert page.count("circle") == 8 * 2


def test_pictures_to_share_are_given_by_the_address_that_was_asked() -> None:
    with site(rounds=3) as found:
        rounds(found, 1)
        for path, picture in (("", "round-1-1"), ("standings", "standings")):
            for host in ("10.1.2.3:8000", "hall.example", "10.1.2.3:8000"):
                page = found.page(path, host=host)
                whole = f"http://{host}/t/cup/share/{picture}.png"
                assert page.count("meta", property="og:image", content=whole) == 1, (path, host)
                assert page.count("a", href=f"/t/cup/share/{picture}.png", download="cup.png") == 1
                assert f">http://{host}/t/cup" in page.html, "what Share copies is a whole address"


def test_the_cut_of_a_tiebreak_is_named() -> None:
    with site(rounds=3, standings_tiebreakers=["BH/C1", "BH", "BH/M1"]) as found:
        rounds(found, 1)
        text = found.page("standings").text
        assert [f"{n} {name}" in text for n, name in _CHIPS] == [True] * 3


_CHIPS = ((1, "Buchholz cut 1"), (2, "Buchholz"), (3, "Buchholz median 1"))
