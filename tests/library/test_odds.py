"""`t.odds()`: chances in a program of one's own."""

import pickle

import pytest

import fairpair

NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


@pytest.fixture(scope="module")
def running() -> fairpair.Tournament:
    t = fairpair.Tournament("Cup", rounds=3, seed="cup")
    t.add_players(*NAMES)
    t.pair()
    for table in range(1, 5):
        t.record(table=table, result="2-0")
    t.pair()
    return t


def test_odds(running: fairpair.Tournament) -> None:
    found = running.odds(top=2, times=40)
    assert (found.top, found.times, found.played_by, len(found)) == (2, 40, "engine", 8)
    assert sum(row.top for row in found) == pytest.approx(2)
    row = found.row("Ana")
    assert row is found["Ana"]
    assert row.low <= row.top <= row.high
    assert "An estimate, not a promise" in found.notes[0]
    assert "The fast kernel" in found.notes[-1]  # which cannot play this, or is not installed
    assert str(found).startswith("Chances of finishing in the top 2")
    assert found.to_dict()["players"][0]["name"] == found[0].name
    assert pickle.loads(pickle.dumps(found)) == found
    assert running.odds(top=2, times=40) == found
    assert running.odds(top=2, times=40, seed=2) != found


def test_wrong_arguments_are_named(running: fairpair.Tournament) -> None:
    with pytest.raises(fairpair.FairpairError, match="Did you mean equal"):
        running.odds(model="equl")
    with pytest.raises(fairpair.FairpairError, match="top"):
        running.odds(top=0)


def test_after_the_last_round_there_are_none() -> None:
    t = fairpair.Tournament("Cup", rounds=1, seed="cup")
    t.add_players(*NAMES[:2])
    t.pair()
    t.record(table=1, result="2-0")
    with pytest.raises(fairpair.FairpairError, match="nothing to estimate"):
        t.odds()
