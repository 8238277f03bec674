"""The page of pairing numbers, and the starting position of Chess960 on pages."""

from typing import Any

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.berger import players_by_number
from fairpair.engine.pairing.numbers import pairing_order

from .browser import Browser


def test_numbers_of_a_round_robin_are_typed_or_moved(admin: Browser) -> None:
    admin.create("Masters")
    admin.good("PATCH", "", {"rules": {"system": "round_robin", "rounds": None}})
    before = players_by_number(admin.t)
    admin.desk("/numbers")
    typed: dict[str, Any] = {f"number-{player}": 4 - n for n, player in enumerate(before)}
    admin.send("/numbers/order", **typed)
    assert players_by_number(admin.t) == before[::-1]
    typed[f"number-{before[0]}"] = 1
    page = admin.send("/numbers/order", 422, **typed)
    assert "must contain each number from 1 to 4 once" in page.text
    admin.desk("/numbers")
    admin.send("/numbers/order", down=before[-1])
    assert players_by_number(admin.t)[:2] == [before[-2], before[-1]]


def test_equal_players_exchange_their_numbers(admin: Browser) -> None:
    admin.create("Open", "Ana, 2000\nBo, 2000\nCy, 1900", preset="fide_dutch")
    page = admin.desk("/players")
    assert f"/desk/{admin.here}/numbers" in page.links
    admin.desk("/numbers")
    admin.send("/numbers/exchange", a="1", b="Bo")
    assert pairing_order(admin.t) == [2, 1, 3]
    page = admin.send("/numbers/exchange", 409, a="Ana", b="Cy")
    assert "their ratings differ" in page.text


def test_the_starting_position_is_on_every_page_of_the_round(admin: Browser) -> None:
    admin.create("Nine", preset="fide_dutch")
    admin.good("PATCH", "", {"rules": {"chess960": True}})
    admin.post("/start", {"confirmed": []})
    for path in (
        f"/desk/{admin.here}/round",
        f"/t/{admin.here}/round/1/1",
        f"/t/{admin.here}/screen",
    ):
        assert "Chess960 position" in admin.open(path).text


def test_a_rating_from_a_later_round_is_set_and_removed(admin: Browser) -> None:
    admin.create("League", "Ana, 2100\nBo, 2000", preset="fide_dutch")
    assert "Rating from a later round" not in admin.desk("/players/1").text
    admin.good("PATCH", "", {"rules": {"long_event": True}})
    admin.desk("/players/1")
    page = admin.send("/later-rating", from_round="4", rating="2150")
    assert "Ana has rating 2150 from round 4" in page.text
    assert admin.t.entries[PlayerId(1)].later_ratings == {4: 2150}
    admin.desk("/players/1")
    admin.send("/later-rating", words="Remove")
    assert admin.t.entries[PlayerId(1)].later_ratings == {}
