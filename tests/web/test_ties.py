"""The page of the ties: values from outside, and the order of tied players."""

from typing import Any

from fairpair.core.ids import PlayerId

from .browser import Browser

P = PlayerId


def begun(admin: Browser, *tiebreaks: str) -> None:
    """Ana and Cy won round 1: they are tied, as are Bo and Di."""
    admin.create("Cup", "Ana, 2000\nBo, 1900\nCy, 1800\nDi, 1700", preset="fide_dutch")
    admin.good("PATCH", "", {"rules": {"standings_tiebreakers": list(tiebreaks), "rounds": 2}})
    admin.post("/start", {"confirmed": ["departure"], "reason": "an evening"})
    for table, pairing in sorted(admin.t.rounds[max(admin.t.rounds)].pairings.items()):
        first = pairing.seats[0]
        admin.put(
            f"/pairings/1-1-{table}/result",
            {"result": "1-0" if first in (P(1), P(2)) else "0-1"},
        )


def ranks(admin: Browser) -> dict[int, int]:
    found = admin.ask("GET", "/standings").json()["players"]
    return {one["id"]: one["rank"] for one in found}


def test_tied_players_are_put_in_order_and_the_pages_say_so(admin: Browser) -> None:
    begun(admin)
    first, second = (player for player, rank in ranks(admin).items() if rank == 1)
    page = admin.desk("/standings")
    assert f"/desk/{admin.here}/ties" in page.links
    admin.desk("/ties")
    typed: dict[str, Any] = {f"place-{first}": "2", f"place-{second}": "1"}
    page = admin.send("/ties/order", words=admin.t.name_of(P(first)), reason="play-off", **typed)
    assert "in your order" in page.text
    found = ranks(admin)
    assert (found[second], found[first]) == (1, 2)
    names = f"{admin.t.name_of(P(second))}, {admin.t.name_of(P(first))}"
    told = f"Tied players ranked by the organiser: {names} (play-off)"
    for path in (f"/desk/{admin.here}/standings", f"/t/{admin.here}/standings"):
        assert told in admin.open(path).text
    why = admin.open(f"/t/{admin.here}/why/rank/{first}").text
    assert "ranked by the organiser: play-off" in why


def test_what_is_typed_wrongly_stays_on_the_page(admin: Browser) -> None:
    begun(admin)
    first, second = (player for player, rank in ranks(admin).items() if rank == 1)
    admin.desk("/ties")
    typed: dict[str, Any] = {f"place-{first}": "1", f"place-{second}": "1"}
    words = admin.t.name_of(P(first))
    page = admin.send("/ties/order", 422, words=words, reason="play-off", **typed)
    assert "must contain each number from 1 to 2 once" in page.text
    admin.desk("/ties")
    page = admin.send("/ties/order", 422, words=words, reason=" ")
    assert "state briefly why" in page.text


def test_values_from_outside_are_entered_in_a_list(admin: Browser) -> None:
    begun(admin, "EXT", "SB")
    admin.desk("/ties")
    first, second = (player for player, rank in ranks(admin).items() if rank == 1)
    typed: dict[str, Any] = {
        f"value-{first}": "0,5",
        f"value-{second}": "3/2",
        "meaning": "blitz play-off",
    }
    page = admin.send("/ties/values", **typed)
    assert "External values (blitz play-off)" in page.text
    assert (ranks(admin)[second], ranks(admin)[first]) == (1, 2)
    assert "Here: blitz play-off." in admin.open(f"/t/{admin.here}/standings").text
    admin.desk("/ties")
    wrong: dict[str, Any] = {f"value-{first}": "much"}
    page = admin.send("/ties/values", 422, **wrong)
    assert "not a number" in page.text
    admin.desk("/ties")
    nothing: dict[str, Any] = {f"value-{first}": "", f"value-{second}": ""}
    admin.send("/ties/values", **nothing)
    assert ranks(admin)[first] == ranks(admin)[second] == 1


def test_an_order_without_effect_is_told(admin: Browser) -> None:
    begun(admin, "EXT")
    first, second = (player for player, rank in ranks(admin).items() if rank == 1)
    values = [{"player": first, "value": 1}, {"player": second, "value": 1}]
    admin.put("/ties/values", {"values": values, "meaning": "armageddon"})
    admin.put("/ties/order", {"players": [second, first], "reason": "lot"})
    admin.put("/ties/values", {"values": [{"player": first, "value": 2}]})
    assert "No effect, because these players are no longer tied" in admin.desk("/ties").text
    assert "Tied players ranked" not in admin.open(f"/t/{admin.here}/standings").text


def test_the_picker_offers_external_values(admin: Browser) -> None:
    admin.create("Cup", preset="chess_style")
    assert "External value" in admin.desk("/settings").text
