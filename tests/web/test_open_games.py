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
