"""The commitment to the draw, at the desk and on the public page."""

from fairpair.core.draw import commitment_to

from .browser import Browser


def test_an_organiser_commits_and_enters_the_value(admin: Browser) -> None:
    here = admin.create("Draw Cup")
    assert f"/t/{here}/info" not in admin.open(f"/t/{here}").links
    admin.desk("/verify")
    admin.send("/verify/commit", beacon="drand", source="", status=422)
    admin.desk("/verify")
    page = admin.send("/verify/commit", beacon="other", source="the lottery of Friday")
    commitment = commitment_to(admin.t.draw_seed)
    assert commitment in page.text
    assert commitment in admin.open(f"/t/{here}/info").text
    admin.desk("/verify")
    page = admin.send("/verify/value", value="3 11 19 24 37 42")
    assert "3 11 19 24 37 42" in page.text
    page = admin.open(f"/t/{here}/info")
    assert "3 11 19 24 37 42" in page.text
    assert f"/api/tournaments/{here}/proof" not in page.links
    assert admin.t.draw is not None
