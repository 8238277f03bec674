"""Byes and leaving: asked for on the player's page, answered at the desk."""

from collections.abc import Iterator

import httpx
import pytest

from api.read_server import EIGHT, people
from fairpair.app.access.grants import Role
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind
from fairpair.log import commands as c

from .public_site import PublicSite, site


@pytest.fixture
def cup() -> Iterator[PublicSite]:
    """Five players; round 1 of 3 is published."""
    with site(people(*EIGHT[:5]), rounds=3) as found:
        found.desk.draft()
        yield found


def send(cup: PublicSite, what: str, **fields: str) -> httpx.Response:
    return cup.ask("POST", f"me/{what}", data=cup.hidden() | fields)


def staff(cup: PublicSite, role: Role) -> None:
    """Open the desk in a new browser."""
    grant = cup.desk.access.verify(cup.key(role))
    assert grant is not None
    cup.cookies = {"fairpair-cup": cup.desk.access.log_in(grant).key}


def answer(cup: PublicSite, player: int, **fields: str) -> httpx.Response:
    page = cup.page("/desk/cup/players")
    hidden = {x["name"]: x["value"] for _, x in page.elements if x.get("name") in ("csrf", "back")}
    form = hidden | {"command": f"answer {player}"} | fields
    return cup.ask("POST", f"/desk/cup/players/{player}/answer", data=form)


def test_a_bye_is_asked_for_and_given(cup: PublicSite) -> None:
    cup.come_as(2)
    page = cup.page("me")
    assert [x["value"] for tag, x in page.elements if tag == "option"] == ["2", "3"]
    assert send(cup, "request", round="2").status_code == 303
    page = cup.page("me")
    assert "waiting for the organiser" in page.text
    assert [x["value"] for tag, x in page.elements if tag == "option"] == ["3"]
    assert send(cup, "request", round="2").status_code == 409
    staff(cup, Role.ORGANISER)
    assert "1 request" in cup.page("/desk/cup").text
    assert "1 player request is waiting for an answer." in cup.page("/desk/cup").text
    assert answer(cup, 2, answer="accept", round="2", kind="zero").status_code == 303
    assert cup.t.entries[PlayerId(2)].requested_byes == {2: ByeKind.ZERO}
    assert "waiting for an answer" not in cup.page("/desk/cup").text
    cup.come_as(2)
    page = cup.page("me")
    assert "bye in round 2" in page.text
    assert "waiting for the organiser" not in page.text


def test_leaving_is_declined_then_allowed(cup: PublicSite) -> None:
    cup.come_as(3)
    assert send(cup, "request").status_code == 303
    assert "Ask to leave the tournament" not in cup.page("me").text
    staff(cup, Role.ORGANISER)
    assert "leave the tournament" in cup.page("/desk/cup/players").text
    assert answer(cup, 3, answer="decline").status_code == 303
    cup.come_as(3)
    assert "request declined" in cup.page("me").text
    assert send(cup, "request").status_code == 303
    assert send(cup, "withdraw").status_code == 303
    assert send(cup, "withdraw").status_code == 404
    assert send(cup, "request").status_code == 303
    cup.desk.do(c.AnswerRequest(PlayerId(3)))
    assert cup.t.entries[PlayerId(3)].dropped
    page = cup.page("me")
    assert "Ask to leave the tournament" not in page.text
    assert "You will leave the tournament after this match." in page.text


def test_scorekeepers_see_requests_and_the_public_does_not(cup: PublicSite) -> None:
    cup.desk.do(c.MakeRequest(PlayerId(2)))
    staff(cup, Role.SCOREKEEPER)
    page = cup.page("/desk/cup/players")
    assert "leave the tournament" in page.text
    assert not page.count("button", name="answer")
    assert answer(cup, 2, answer="accept").status_code == 403
    assert cup.get("/api/tournaments/cup/requests").json()["requests"][0]["player"] == 2
    cup.cookies = {}
    assert "leave the tournament" not in cup.page("players/2").text
    assert cup.get("/api/tournaments/cup/status").json()["requests"] == 0
    assert cup.get("/api/tournaments/cup/requests").status_code == 401
    cup.come_as(1)
    assert "waiting for the organiser" not in cup.page("me").text


def test_an_answer_must_be_given(cup: PublicSite) -> None:
    cup.desk.do(c.MakeRequest(PlayerId(2)))
    staff(cup, Role.ORGANISER)
    assert answer(cup, 2).status_code == 422
    assert answer(cup, 2, answer="perhaps").status_code == 422
    assert "leave the tournament" in cup.page("/desk/cup/players").text


def test_staff_who_ask_are_told_what_they_can_do_instead(cup: PublicSite) -> None:
    key = {"Authorization": f"Bearer {cup.key(Role.ORGANISER)}"}
    asked = cup.ask("POST", "/api/tournaments/cup/requests", json={"round": 2}, headers=key)
    assert "As staff, give the bye or drop the player." in asked.text
