"""The bracket and the crosstable."""

import pickle

import pytest

import fairpair


def evening() -> fairpair.Tournament:
    t = fairpair.Tournament("Friday", "mtg_standard", rounds=3, cut=4, seed="friday")
    t.add_players("Ana", "Bo", "Cy", "Di", "Eve", "Flo")
    return t


def after_swiss() -> fairpair.Tournament:
    t = evening()
    for _ in range(3):
        t.record_all({match.table: "2-0" for match in t.pair()})
    return t


def test_a_bracket_from_the_seeds_to_the_champion() -> None:
    assert evening().bracket()[0].sides == ("waiting for round 3", "waiting for round 3")
    t = after_swiss()
    t.pair()
    found = t.bracket()
    assert [(one.name, one.sides) for one in found] == [
        ("Semi-final 1", ("Ana", "Eve")),
        ("Semi-final 2", ("Bo", "Di")),
        ("Final", ("winner of semi-final 1", "winner of semi-final 2")),
    ]
    assert found[0].seeds == (1, 4)
    assert found[2].players == (None, None)
    assert found.champion is None
    t.record_all({1: "1-1 w2", 2: "2-1"})
    t.pair()
    t.record(player="Bo", result="2-0")
    found = t.bracket()
    assert (found.champion, found["Eve"].winner, found["Ana"].name) == ("Bo", "Bo", "Semi-final 1")
    assert found["Eve"].result == "0-2"
    assert str(found).splitlines()[-1].split() == [
        "Final",
        "1",
        "Eve",
        "[4]",
        "Bo",
        "[2]",
        "0-2",
        "Bo",
    ]
    assert found.records()[2]["round"] == "Final"
    assert found.to_dict()["champion"] == "Bo"
    assert "Cy" not in found
    assert str(pickle.loads(pickle.dumps(found))) == str(found)
    with pytest.raises(fairpair.NotFoundError, match="Cy has no match in"):
        found.match("Cy")


def test_seats_at_the_table_may_be_the_other_way_round() -> None:
    t = fairpair.Tournament("Cup", "chess_style", mode="elimination", seed="cup")
    t.add_players({"Ana": 2100, "Bo": 2000, "Cy": 1900, "Di": 1800, "Ed": 1700})
    [match] = t.pair()
    assert match.players == ("Ed", "Di")
    t.record(player="Di", result="win")
    found = t.bracket()
    assert [one.sides for one in found if one.round == "Quarter-finals"] == [
        ("Ana", "vacant"),
        ("Di", "Ed"),
        ("Bo", "vacant"),
        ("Cy", "vacant"),
    ]
    assert (found["Ed"].result, found["Ed"].winner) == ("1-0", "Di")


def test_a_tournament_without_a_knockout_has_no_bracket() -> None:
    with pytest.raises(fairpair.NotFoundError, match="has no knockout"):
        fairpair.Tournament().bracket()


def test_a_crosstable_has_every_main_round() -> None:
    t = fairpair.Tournament("Open", "fide_dutch", rounds=3, seed=1, initial_colour="white")
    t.add_players("A", "B", "C", "D", "E")
    t.pair()
    t.record_all({1: "1-0", 2: 0.5})
    found = t.crosstable()
    assert len(found["A"].rounds) == 1
    assert found["E"].rounds == ("-+",)
    assert [row.rank for row in found] == [row.rank for row in t.standings()]
    assert found.records()[0]["round 1"] == found[0].rounds[0]
    assert str(found).splitlines()[1].split() == ["rank", "name", "1.", "points"]
    assert str(pickle.loads(pickle.dumps(found))) == str(found)
    assert not len(fairpair.Tournament().crosstable())
