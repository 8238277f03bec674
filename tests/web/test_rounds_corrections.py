"""Corrections: what will change is shown before it is saved."""

from fairpair.core.results import Games
from fairpair.core.rounds import RoundRef

from .browser import Browser, crowd

R1 = RoundRef(1, 1)


def play(admin: Browser, rounds: int) -> None:
    for n in range(1, rounds + 1):
        admin.round(n)
        admin.send("/step")
        admin.send("/publish")
        admin.results("2-0")
        admin.send(f"/1/{n}/step", words="Complete round only")


def test_an_old_result_is_corrected_after_a_look(admin: Browser) -> None:
    admin.begin("Cup", *crowd(8), rounds=3)
    play(admin, 1)
    admin.round(2)
    admin.send("/step")
    winner, loser = admin.t.rounds[R1].pairings[2].seats
    page = admin.round(1)
    assert not page.offers("/result/2")
    assert "/table/2#correct" in page.html
    admin.desk("/round/1/1/table/2")
    before = admin.version
    page = admin.send("/preview", status=422, result="0-2", reason="")
    assert "state briefly why" in page.text
    assert dict(page.form("/preview").fields)["result"] == "0-2"
    page = admin.send("/preview", result="0-2", reason="the slip was misread")
    assert admin.version == before
    shown = page.html.partition('id="preview"')[2].partition("</section>")[0]
    assert admin.t.name_of(winner) in shown
    assert admin.t.name_of(loser) in shown
    assert "Round 2 was paired using the old result" in page.text
    page = admin.send("/correct")
    assert admin.t.rounds[R1].pairings[2].result == Games((0, 2))
    assert "corrected" in page.text
    page = admin.round(2)
    assert "Publish unchanged" in page.text
    admin.send("/publish")
    admin.round(1)
    admin.desk("/round/1/1/table/2")
    page = admin.send("/preview", result="0-2", reason="again", status=409)
    assert "already has this result" in page.text
    page = admin.send("/preview", result="2-0", reason="no, it was right")
    assert "The published pairings for round 2 will not change" in page.text


def test_later_matches_of_a_knock_out_become_void(admin: Browser) -> None:
    admin.begin("Cup", *crowd(4), rounds=1, cut=4)
    play(admin, 1)
    admin.desk("/cut")
    admin.send("/cut", press="make")
    for n in (1, 2):
        admin.round(n, 2)
        admin.send("/step", words="Pair" if n == 1 else "pair")
        admin.send("/publish")
        admin.results("2-0")
        if n == 1:
            semi = admin.t.rounds[RoundRef(2, 1)].pairings[1].seats
    admin.desk("/round/2/1/table/1")
    page = admin.send("/preview", result="0-2", reason="misread")
    assert "will be voided and must be replayed" in page.text
    assert admin.t.name_of(semi[0]) in page.text
    before = admin.version
    page = admin.send("/correct")
    assert admin.version > before
    assert admin.t.rounds[RoundRef(2, 1)].pairings[1].result == Games((0, 2))
    final = admin.t.rounds.get(RoundRef(2, 2))
    assert final is None or not final.pairings
    page = admin.desk("/bracket")
    assert admin.t.name_of(semi[1]) in page.text


def test_the_cut_shows_who_goes_on_and_why(admin: Browser) -> None:
    admin.begin("Cup", *crowd(8), rounds=2, cut=4)
    play(admin, 2)
    page = admin.desk("/cut")
    assert "Around the cut-off" in page.text
    assert "does not advance" in page.text
    first = next(value for name, value in page.form("/cut").fields if name == "csrf")
    assert first
    leader = page.html.partition('name="declined" value="')[2].partition('"')[0]
    page = admin.send("/cut", press="look", declined=leader)
    assert 2 not in admin.t.seeds
    assert dict(page.form("/cut").fields)["declined"] == leader
    admin.send("/cut", press="make")
    assert int(leader) not in admin.t.seeds[2]
    assert len(admin.t.seeds[2]) == 4
    page = admin.desk("/cut")
    assert "The cut has been made" in page.text
    assert "Not yet" not in page.text


def test_matches_of_the_tree_are_opened_as_players_are_known(admin: Browser) -> None:
    admin.begin("Cup", *crowd(8), rounds=1, cut=8)
    play(admin, 1)
    admin.desk("/cut")
    admin.send("/cut", press="make")
    admin.round(1, 2)
    admin.send("/step")
    admin.send("/publish")
    tables = sorted(admin.t.rounds[RoundRef(2, 1)].pairings)
    for table in tables:
        admin.result(table, "2-0")
        page = admin.desk("/bracket")
        if page.offers("/bracket/open"):
            assert admin.round(1, 2).form("/step", "Start 1 match")
            break
        admin.round(1, 2)
    admin.desk("/bracket")
    admin.send("/bracket/open")
    assert RoundRef(2, 2) in admin.t.rounds
    page = admin.desk("/round/2/2")
    assert page.offers("/result/1")
    page = admin.result(1, "1-1", status=422)
    assert "a knockout match needs a winner" in page.text
    admin.result(1, "1-1 w2")
    assert admin.t.rounds[RoundRef(2, 2)].pairings[1].result == Games((1, 1), 0, 1)


def test_every_rank_is_explained(admin: Browser) -> None:
    admin.begin("Cup", *crowd(8), rounds=3)
    play(admin, 2)
    page = admin.desk("/standings")
    assert "OMW" in page.html
    page = admin.desk("/standings/1?round=1")
    assert admin.t.name_of(next(iter(admin.t.entries))) in page.text
    admin.desk("/standings?round=9", 404)
    admin.desk("/standings/999", 404)
    page = admin.desk("/standings")
    admin.send("/finish", reason="the hall closes")
    assert admin.t.finished
    assert "Winner" in admin.page.text


def test_the_tree_leads_to_every_result(admin: Browser) -> None:
    admin.begin("Cup", *crowd(4), rounds=1, cut=4)
    play(admin, 1)
    admin.desk("/cut")
    page = admin.send("/cut", press="make")
    assert 'class="tree"' in page.html
    assert page.text.count("ready") == 2
    admin.round(1, 2)
    admin.send("/step")
    admin.send("/publish")
    admin.result(1, "2-0")
    page = admin.desk("/bracket")
    here = f"/desk/{admin.here}/round/2/1"
    assert f'<a class="game" href="{here}/table/1">' in page.html
    assert f'<a class="game" href="{here}#r2">' in page.html
    assert "winner of semi-final 2" in page.text
    assert "Semi-final 2 · table 2" in page.text
