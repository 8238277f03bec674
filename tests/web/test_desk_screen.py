"""The page on which the staff chooses what the big screen shows."""

from .browser import Browser


def test_all_screens_show_what_is_chosen(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo\nCy\nDi", cut="none")
    page = admin.desk("/screen")
    assert page.count("a", href=f"/t/{admin.here}/screen", target="_blank") == 1
    assert page.count("input", name="screen_show") == 4, "no bracket without a cut"
    assert page.count("input", name="screen_show", value="pairings", checked="") == 1
    admin.send("/screen", screen_show="clock", screen_by="name", screen_seconds="20")
    page = admin.desk("/screen")
    assert page.count("input", name="screen_show", value="clock", checked="") == 1
    assert page.count("input", name="screen_by", value="name", checked="") == 1
    assert page.count("input", name="screen_seconds", value="20") == 1
    screen = admin.open(f"/t/{admin.here}/screen")
    assert screen.count("section", class_="sheet whole clock-only") == 1
    assert 'data-seconds="20"' in screen.html


def test_what_cannot_be_shown_is_refused(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo\nCy\nDi", cut="none")
    admin.desk("/screen")
    admin.send("/screen", 422, screen_seconds="1000")
    assert "1000" in admin.page.html, "what was typed is kept"
    admin.send("/screen", 422, screen_show="films")


def test_the_organiser_announces_and_takes_it_back(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo\nCy\nDi", cut="none")
    admin.desk("/screen")
    admin.send("/announcement", announcement=" Lunch until 13:30 ")
    assert "Lunch until 13:30" in admin.open(f"/t/{admin.here}").text
    admin.desk("/screen")
    admin.send("/announcement", 422, announcement="x" * 300)
    admin.send("/announcement", announcement="")
    assert "Lunch" not in admin.open(f"/t/{admin.here}").text
