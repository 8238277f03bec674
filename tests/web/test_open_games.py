"""Chess games without a result when a tournament ends early: the page asks what they count as."""

from fairpair.core.results import Decided, Mark

from .browser import Browser, crowd


def test_open_games_are_decided_on_the_page_that_ends_the_tournament(admin: Browser) -> None:
    admin.begin("Open", *crowd(4), preset="fide_dutch", rounds=3)
    admin.post("/rounds/1/generate")
    page = admin.desk("/standings")
    assert "Games without a result" in page.text
    admin.send("/finish", reason="the hall closes", open_games="draw")
    assert admin.t.finished
    results = [one.result for r in admin.t.rounds.values() for one in r.pairings.values()]
    assert set(results) == {Decided((Mark.DRAW, Mark.DRAW))}


def test_missing_games_are_adjourned_where_the_next_round_waits_for_them(admin: Browser) -> None:
    admin.begin("Open", *crowd(6), preset="fide_dutch", rounds=3, fide=True)
    admin.post("/rounds/1/generate")
    assert "Adjourn" not in admin.round(1).text
    admin.result(1, "1-0")
    assert "Adjourn" not in admin.round(1).text
    admin.result(2, "0-1")
    assert "Adjourn 1 game and pair Round 2" in admin.round(1).text
    page = admin.desk()
    assert "Adjourned games count as draws until their results are entered." in page.text
    page = admin.send(page.form("/next", adjourn="yes"))
    assert page.text.count("is adjourned: it counts as a draw for pairing") == 1
    assert [str(one.result) for one in admin.t.rounds[min(admin.t.rounds)].pairings.values()] == [
        "1-0",
        "0-1",
        "adjourned",
    ]
    assert "not published" in page.text
    assert len(admin.t.rounds) == 2


def test_no_other_game_is_adjourned(admin: Browser) -> None:
    admin.begin("Magic", *crowd(4))
    admin.post("/rounds/1/generate")
    assert "Adjourn" not in admin.desk().text
    assert "Adjourn" not in admin.round(1).text
