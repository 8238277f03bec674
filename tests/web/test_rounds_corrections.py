"""Corrections: what will change is shown before it is saved."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fairpair.core.results import Games
from fairpair.core.rounds import RoundRef

from .forms import Browser, browsing

R1 = RoundRef(1, 1)


@pytest.fixture
def desk(sqlite_path: Path) -> Iterator[Browser]:
    with browsing(f"sqlite:///{sqlite_path}") as found:
        yield found


def play(desk: Browser, rounds: int) -> None:
    for n in range(1, rounds + 1):
        desk.round(n)
        desk.send("/step")
        desk.send("/publish")
        desk.results("2-0")
        desk.send(f"/1/{n}/step", words="Only complete it")


def test_an_old_result_is_corrected_after_a_look(desk: Browser) -> None:
    desk.begin(8, rounds=3)
    play(desk, 1)
    desk.round(2)
    desk.send("/step")
    winner, loser = desk.t.rounds[R1].pairings[2].seats
    page = desk.round(1)
    assert not page.offers("/result/2")
    assert "/table/2#correct" in page.html
    desk.open(f"/desk/{desk.here}/round/1/1/table/2")
    before = desk.version
    page = desk.send("/preview", status=422, result="0-2", reason="")
    assert "reason" in page.text
    assert dict(page.form("/preview").fields)["result"] == "0-2"
    page = desk.send("/preview", result="0-2", reason="the slip was misread")
    assert desk.version == before
    shown = page.html.partition('id="preview"')[2].partition("</section>")[0]
    assert desk.t.name_of(winner) in shown
    assert desk.t.name_of(loser) in shown
    assert "The draft of Round 2 was paired from the old result" in page.text
    page = desk.send("/correct")
    assert desk.t.rounds[R1].pairings[2].result == Games((0, 2))
    assert "corrected" in page.text
    page = desk.round(2)
    assert "Publish it as it is" in page.text
    desk.send("/publish")
    desk.round(1)
    desk.open(f"/desk/{desk.here}/round/1/1/table/2")
    page = desk.send("/preview", result="0-2", reason="again", status=409)
    assert "has that result already" in page.text
    page = desk.send("/preview", result="2-0", reason="no, it was right")
    assert "The pairings of Round 2 stay as they were published" in page.text


def test_later_matches_of_a_knock_out_become_void(desk: Browser) -> None:
    desk.begin(4, rounds=1, cut=4)
    play(desk, 1)
    desk.open(f"/desk/{desk.here}/cut")
    desk.send("/cut", press="make")
    for n in (1, 2):
        desk.round(n, 2)
        desk.send("/step", words="Pair" if n == 1 else "pair")
        desk.send("/publish")
        desk.results("2-0")
        if n == 1:
            semi = desk.t.rounds[RoundRef(2, 1)].pairings[1].seats
    desk.open(f"/desk/{desk.here}/round/2/1/table/1")
    page = desk.send("/preview", result="0-2", reason="misread")
    assert "will not count any more" in page.text
    assert desk.t.name_of(semi[0]) in page.text
    before = desk.version
    page = desk.send("/correct")
    assert desk.version > before
    assert desk.t.rounds[RoundRef(2, 1)].pairings[1].result == Games((0, 2))
    final = desk.t.rounds.get(RoundRef(2, 2))
    assert final is None or not final.pairings
    page = desk.open(f"/desk/{desk.here}/bracket")
    assert desk.t.name_of(semi[1]) in page.text


def test_the_cut_shows_who_goes_on_and_why(desk: Browser) -> None:
    desk.begin(8, rounds=2, cut=4)
    play(desk, 2)
    page = desk.open(f"/desk/{desk.here}/cut")
    assert "At the line" in page.text
    assert "does not go on" in page.text
    first = next(value for name, value in page.form("/cut").fields if name == "csrf")
    assert first
    leader = page.html.partition('name="declined" value="')[2].partition('"')[0]
    page = desk.send("/cut", press="look", declined=leader)
    assert 2 not in desk.t.seeds
    assert dict(page.form("/cut").fields)["declined"] == leader
    desk.send("/cut", press="make")
    assert int(leader) not in desk.t.seeds[2]
    assert len(desk.t.seeds[2]) == 4


def test_matches_of_the_tree_are_opened_as_players_are_known(desk: Browser) -> None:
    desk.begin(8, rounds=1, cut=8)
    play(desk, 1)
    desk.open(f"/desk/{desk.here}/cut")
    desk.send("/cut", press="make")
    desk.round(1, 2)
    desk.send("/step")
    desk.send("/publish")
    tables = sorted(desk.t.rounds[RoundRef(2, 1)].pairings)
    for table in tables:
        desk.result(table, "2-0")
        page = desk.open(f"/desk/{desk.here}/bracket")
        if page.offers("/bracket/open"):
            assert desk.round(1, 2).form("/step", "Open 1 match")
            break
        desk.round(1, 2)
    desk.open(f"/desk/{desk.here}/bracket")
    desk.send("/bracket/open")
    assert RoundRef(2, 2) in desk.t.rounds
    page = desk.open(f"/desk/{desk.here}/round/2/2")
    assert page.offers("/result/1")
    page = desk.result(1, "1-1", status=422)
    assert "a draw is not possible" in page.text
    desk.result(1, "1-1 w2")
    assert desk.t.rounds[RoundRef(2, 2)].pairings[1].result == Games((1, 1), 0, 1)


def test_every_rank_is_explained(desk: Browser) -> None:
    desk.begin(8, rounds=3)
    play(desk, 2)
    page = desk.open(f"/desk/{desk.here}/standings")
    assert "omw" in page.html
    page = desk.open(f"/desk/{desk.here}/standings/1?round=1")
    assert desk.t.name_of(next(iter(desk.t.entries))) in page.text
    assert desk.client.get(f"/desk/{desk.here}/standings?round=9").status_code == 404
    assert desk.client.get(f"/desk/{desk.here}/standings/999").status_code == 404
    page = desk.open(f"/desk/{desk.here}/standings")
    desk.send("/finish", reason="the hall closes")
    assert desk.t.finished
    assert "Champion" in desk.page.text
