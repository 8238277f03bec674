"""Guarantees and odds on the pages of the public, of players and of the desk, and on screens."""

from collections.abc import Iterator

import pytest

from api.read_server import EIGHT, lower_wins, people
from fairpair.app.access.grants import Role
from fairpair.log import commands as c
from timeouts import wait_until

from .pages import Page
from .public_site import PublicSite, rounds, site


@pytest.fixture
def cup() -> Iterator[PublicSite]:
    """The last of three rounds is running: Cy and Ana have won both of theirs, four go on."""
    with site(people(*EIGHT), rounds=3, cut=4) as found:
        rounds(found, 2)
        found.desk.draft()
        yield found


def show(found: PublicSite, *what: str) -> None:
    found.desk.do(c.ChangeRules({f"show_{one}": True for one in what}, "for the last round"))


def desk(found: PublicSite, path: str, role: Role = Role.ORGANISER) -> Page:
    key = found.key(role)
    answer = found.ask("GET", f"/desk/cup/{path}", headers={"Authorization": f"Bearer {key}"})
    assert answer.status_code == 200, answer.text[:300]
    return Page(answer)


def page_with_odds(found: PublicSite, path: str) -> Page:
    wait_until(lambda: "being estimated" not in found.page(path).text)
    return found.page(path)


def test_nothing_is_shown_unless_it_is_switched_on(cup: PublicSite) -> None:
    assert cup.get("outlook").status_code == 403
    assert cup.get("odds").status_code == 403
    cup.come_as(1)
    for path in ("standings", "players/1", "me", "screen?show=outlook", "screen?show=odds"):
        assert not {"Guarantees", "Guarantee", "Odds"} & set(cup.page(path).text.split()), path


def test_guarantees_for_everybody(cup: PublicSite) -> None:
    show(cup, "outlook")
    page = cup.page("outlook")
    assert "/t/cup/outlook" in cup.page("standings").links
    assert "Cy Certain to finish in the top 4" in page.text
    assert "not official" in page.text
    assert page.count("tr") == 1 + 8
    assert cup.page("outlook?q=ana").count("tr") == 1 + 1
    assert "Certain to finish in the top 4" in cup.page("players/3").text
    cup.come_as(3)
    mine = cup.page("me")
    assert "Guarantee not official Certain to finish in the top 4" in mine.text
    assert "Odds" not in mine.text


def test_the_screen_shows_guarantees(cup: PublicSite) -> None:
    show(cup, "outlook")
    page = cup.page("screen?show=outlook")
    assert page.count("section", class_="sheet") == 1
    assert "Cy 6 in" in page.text
    assert "Guarantees for the top 4 (not official)" in page.html
    cup.desk.do(c.ChangeHeader({"screen_show": "outlook"}))
    assert "Cy 6 in" in cup.page("screen").text


def test_odds_for_everybody(cup: PublicSite) -> None:
    show(cup, "odds")
    first = cup.page("odds")
    assert "The odds are being estimated." in first.text
    assert first.count("p", class_="note", role="status") == 1
    assert 'http-equiv="refresh"' in first.html
    page = page_with_odds(cup, "odds")
    assert page.count("tr") == 1 + 8
    assert "> 99 %" in page.text
    assert "an estimate" in page.text
    assert "Guarantee" not in page.text
    assert "Odds an estimate Top 4 > 99 %" in cup.page("players/3").text
    cup.come_as(3)
    assert "Odds an estimate Top 4 > 99 %" in cup.page("me").text
    assert "> 99 %" in cup.page("screen?show=odds").text


def test_odds_follow_the_results(cup: PublicSite) -> None:
    show(cup, "odds")
    page_with_odds(cup, "odds")
    table = cup.t.rounds[cup.t.upcoming].pending[0]
    cup.desk.result(table, lower_wins(cup.t, table))
    assert "from before the latest change" in cup.page("odds").text
    wait_until(lambda: "from before" not in cup.page("odds").text)
    assert cup.page("odds").count("tr") == 1 + 8


def test_when_the_main_rounds_are_over(cup: PublicSite) -> None:
    show(cup, "outlook", "odds")
    for table in cup.t.rounds[cup.t.upcoming].pending:
        cup.desk.result(table, lower_wins(cup.t, table))
    cup.desk.do(c.CompleteRound())
    assert "during the main rounds" in cup.page("odds").text
    assert "Certain to finish in the top 4" in cup.page("outlook").text, "until the cut is made"


def test_the_desk(cup: PublicSite) -> None:
    assert "/desk/cup/standings/outlook" in desk(cup, "standings").links
    page = desk(cup, "standings/outlook")
    assert "Visible to staff only" in page.text
    assert "Certain to finish in the top 4" in page.text
    assert "A win is enough for first place" in desk(cup, "standings/outlook?top=1").text
    assert "Certain to finish in the top 4" in desk(cup, "players/3").text
    assert "Estimate odds" in desk(cup, "standings/odds").text
    path = "standings/odds?go=1&top=2&model=equal"
    wait_until(lambda: "being estimated" not in desk(cup, path).text)
    odds = desk(cup, path)
    assert "Top 2" in odds.text
    assert "every match is even" in odds.text
    assert "by the fast kernel" in odds.text


def test_the_organiser_shows_and_hides_them(cup: PublicSite) -> None:
    for name in ("outlook", "odds"):
        for wanted in (True, False):
            form = desk(cup, f"standings/{name}").form(f"{name}/public")
            key = cup.key(Role.ORGANISER)
            answer = cup.ask(
                "POST",
                form.action,
                headers={"Authorization": f"Bearer {key}"},
                data=form.filled(public="yes" if wanted else "no"),
            )
            assert answer.status_code == 303, answer.text[:500]
            assert getattr(cup.t.rules, f"show_{name}") is wanted
    assert not desk(cup, "standings/odds", Role.SCOREKEEPER).offers("odds/public")
