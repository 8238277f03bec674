"""Each game has its own words, fields and notations on its pages, and none of the others'."""

from fractions import Fraction

import pytest

from api.read_server import EIGHT, people
from fairpair.core.players import Player
from fairpair.core.results import Scored

from .browser import Browser
from .public_site import rounds, site

FIELDS = {
    "mtg_standard": {"dci"},
    "pokemon_standard": {"pokemon_id"},
    "infinity": set(),
    "fide_dutch": {"rating", "title", "federation", "sex", "fide_id"},
}
OTHERS = set().union(*FIELDS.values())


@pytest.mark.parametrize("preset", FIELDS)
def test_a_player_has_the_fields_of_the_game(admin: Browser, preset: str) -> None:
    admin.create("Cup", "Ana\nBo\nCy\nDi", preset=preset)
    form = admin.desk("/players/1").form("/edit")
    assert {name for name, _ in form.fields} & OTHERS == FIELDS[preset]
    added = {name for name, _ in admin.desk("/players").form("/add").fields}
    assert ("rating" in added) == ("rating" in FIELDS[preset])


def test_a_number_of_another_system_can_be_changed_and_removed(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo\nCy\nDi", preset="mtg_standard")
    for number, ids in (("12345", {"dci": "12345"}), ("", {})):
        admin.send(admin.desk("/players/1").form("/edit"), dci=number, command=f"to-{number}")
        entrant = admin.t.entries[next(iter(admin.t.entries))].entrant
        assert isinstance(entrant, Player)
        assert entrant.ids == ids


def test_a_field_of_another_game_that_is_filled_in_stays(admin: Browser) -> None:
    admin.create("Cup", "Ana, 2104\nBo\nCy\nDi", preset="mtg_standard")
    form = admin.desk("/players/1").form("/edit")
    assert dict(form.fields)["rating"] == "2104"
    admin.send(form, club="Rooks")
    assert admin.t.entries[next(iter(admin.t.entries))].entrant.strength == 2104


@pytest.mark.parametrize(
    ("preset", "head", "record"),
    [
        ("mtg_standard", "W-L-D", "1\N{EN DASH}0\N{EN DASH}0"),
        ("pokemon_standard", "W-L-T", "1\N{EN DASH}0\N{EN DASH}0"),
        ("fide_dutch", "W-D-L", "1\N{EN DASH}0\N{EN DASH}0"),
    ],
)
def test_the_record_names_its_order(preset: str, head: str, record: str) -> None:
    with site(people(*EIGHT), preset, rounds=3) as found:
        rounds(found, 1)
        page = found.page("standings").text
        assert head in page
        assert record in page


def test_chess_shows_boards_ratings_and_titles() -> None:
    players = tuple(
        Player(name, 2000 + n, title="FM", federation="NOR") for n, name in enumerate(EIGHT)
    )
    with site(players, "fide_dutch", rounds=3) as found:
        rounds(found, 1)
        pairings = found.page("round/1/1").text
        assert "Board" in pairings
        assert "Table" not in pairings
        assert "FM Ana 2000 NOR" in pairings
        standings = found.page("standings").text
        assert "FM Ana 2000 NOR" in standings


def test_scores_are_in_the_order_of_the_rules() -> None:
    with site(people(*EIGHT[:2]), "infinity", rounds=3) as found:
        mine = {"ap": Fraction(30), "op": Fraction(7), "vp": Fraction(120)}
        theirs = {"ap": Fraction(10), "op": Fraction(3), "vp": Fraction(80)}
        found.desk.play(lambda *_: Scored((mine, theirs)))
        page = found.page("round/1/1").text
        assert "OP 7 VP 120 AP 30 : OP 3 VP 80 AP 10" in page
        assert "White" not in page


def test_an_error_page_has_the_words_of_the_game(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo\nCy\nDi", preset="fide_dutch")
    admin.round(1)
    admin.send("/1/1/step")
    admin.send("/1/1/publish")
    assert "board 99" in admin.desk("/round/1/1/table/99", 404).text
