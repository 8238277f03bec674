"""The details of a tournament on pages: filled in at the desk, shown to everybody."""

from typing import Any

import pytest

from fairpair.web.markdown import render_markdown
from picture_files import picture_file

from .browser import Browser

FILLED: dict[str, Any] = {
    "city": "Leipzig",
    "venue": "Town hall",
    "federation": "GER",
    "first_day": "2026-11-20",
    "last_day": "2026-11-22",
    "round_dates": "2026-11-20 09:00\n2026-11-21",
    "time_control_code": "5400+30",
    "chief_arbiter": "IA Doe, Jane (4600001)",
    "sanction_id": "123456",
}
DESCRIPTION = "**Bring** a board. <script>alert(1)</script> [fees](https://example.org/fees)"


def test_details_are_saved_and_shown_to_everybody(admin: Browser) -> None:
    here = admin.create("Cup", "Ana\nBo\nCy\nDi", preset="fide_dutch")
    overview = admin.desk()
    assert "The FIDE report still needs: City, Federation, First day" in overview.text
    admin.send(admin.desk("/settings").form("/settings"), **FILLED)
    admin.send(admin.desk("/settings").form("/settings"), description=DESCRIPTION)
    assert admin.t.header.round_dates == ("2026-11-20T09:00", "2026-11-21")
    assert "The FIDE report" not in admin.desk().text
    admin.leave()
    info = admin.open(f"/t/{here}/info")
    for text in (
        "20\N{EN DASH}22 Nov 2026",
        "Town hall, Leipzig",
        "IA Doe, Jane",
        "standard chess",
    ):
        assert text in info.text
    assert "4600001" not in info.text
    assert "123456" not in info.text
    assert "<strong>Bring</strong> a board. &lt;script&gt;" in info.html
    assert '<a href="https://example.org/fees" rel="nofollow noopener">fees</a>' in info.html
    assert "20 Nov 2026, 09:00" in info.text


def test_the_whole_page_is_saved_as_one_action(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo\nCy\nDi", preset="fide_dutch")
    version = admin.service.store.version(admin.here)
    form = admin.desk("/settings").form("/settings")
    typed = {"name": "Open", "rounds": "3", "city": "Leipzig", "description": "Come all"}
    page = admin.send(form, 422, **typed, federation="GDR")
    kept = dict(page.form("/settings").fields)
    assert {key: kept[key] for key in typed} == typed
    assert admin.service.store.version(admin.here) == version
    admin.send(page.form("/settings"), federation="GER")
    header = admin.t.header
    assert (admin.t.name, admin.t.rules.rounds, header.city) == ("Open", 3, "Leipzig")
    admin.post("/undo")
    assert (admin.t.name, admin.t.header.city, admin.t.header.description) == ("Cup", "", "")


def test_what_others_have_saved_meanwhile_stays(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo\nCy\nDi", preset="fide_dutch")
    admin.send(admin.desk("/settings").form("/settings"), description="Come\r\nall")
    opened = admin.desk("/settings").form("/settings")
    theirs: dict[str, Any] = {"name": "Open", "rounds": "3", "city": "Leipzig", "accent": "gold"}
    admin.send(admin.desk("/settings").form("/settings"), **theirs, description="Come early")
    page = admin.send(opened, 422, venue="Town hall", federation="GDR")
    admin.send(page.form("/settings"), federation="GER")
    t, header = admin.t, admin.t.header
    assert (header.venue, header.federation) == ("Town hall", "GER")
    assert (t.name, t.rules.rounds, header.city) == ("Open", 3, "Leipzig")
    assert (header.accent, header.description) == ("gold", "Come early")


def test_a_picture_to_remove_is_still_marked_when_something_is_refused(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo", preset="fide_dutch")
    form = admin.desk("/settings").form("/settings")
    admin.send(form, files={"logo": ("a.png", picture_file())})
    assert admin.t.header.logo
    form = admin.desk("/settings").form("/settings")
    form.fields.append(("remove-logo", "yes"))
    page = admin.send(form, 422, federation="GDR")
    admin.send(page.form("/settings"), federation="GER")
    assert (admin.t.header.logo, admin.t.header.federation) == ("", "GER")


def test_a_picture_that_was_not_saved_has_to_be_chosen_again(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo", preset="fide_dutch")
    form = admin.desk("/settings").form("/settings")
    page = admin.send(form, 422, files={"logo": ("a.png", picture_file())}, federation="GDR")
    assert page.text.count("Not saved. Choose the file again.") == 1
    assert not admin.t.header.logo
    admin.send(page.form("/settings"), federation="GER")
    assert "Choose the file again." not in admin.desk("/settings").text


def test_a_wrong_detail_is_marked_and_what_was_typed_stays(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo", preset="fide_dutch")
    typed = {**FILLED, "federation": "GDR", "round_dates": "2026-11-25"}
    page = admin.send(admin.desk("/settings").form("/settings"), 422, **typed)
    assert "GDR is not a FIDE federation code" in page.text
    assert dict(page.form("/settings").fields)["federation"] == "GDR"
    assert admin.t.header.city == ""


def test_details_can_be_changed_after_the_end(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo\nCy\nDi", preset="fide_dutch", rounds="2")
    admin.post("/start")
    admin.first_seats_win()
    admin.post("/rounds/2/generate")
    admin.first_seats_win()
    admin.post("/finish")
    admin.send(admin.desk("/settings").form("/settings"), city="Leipzig")
    assert admin.t.header.city == "Leipzig"


def test_the_history_shows_the_beginning_of_a_long_description(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo\nCy\nDi", preset="fide_dutch")
    text = "Bring a board. " * 20 + "Good luck!"
    admin.send(admin.desk("/settings").form("/settings"), description=text)
    history = admin.desk("/history").text
    assert "Description Bring a board." in history
    assert "Good luck!" not in history


def test_only_organisers_are_asked_for_details(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo\nCy\nDi", preset="fide_dutch")
    admin.log_in(admin.staff_key())
    assert "FIDE report" not in admin.desk().text


def test_other_games_have_no_fields_of_chess(admin: Browser) -> None:
    here = admin.create("Friday")
    names = {name for name, _ in admin.desk("/settings").form("/settings").fields}
    assert {"city", "first_day", "organiser", "play_format"} <= names
    assert not {"federation", "chief_arbiter", "time_control", "file_details"} & names
    assert "FIDE" not in admin.desk().text
    assert "/info" not in admin.open(f"/t/{here}").html


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("one\ntwo\n\nthree", "<p>one<br>two</p>\n<p>three</p>"),
        ("* a\n* b", "<ul><li>a</li><li>b</li></ul>"),
        ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"),
        ("## Fees", "<h3>Fees</h3>"),
        ("<b>x</b>", "<p>&lt;b&gt;x&lt;/b&gt;</p>"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
        (
            "see https://example.org/a?b=1&c=2.",
            '<p>see <a href="https://example.org/a?b=1&amp;c=2" rel="nofollow noopener">'
            "https://example.org/a?b=1&amp;c=2</a>.</p>",
        ),
        (
            '[a"b](https://example.org)',
            '<p><a href="https://example.org" rel="nofollow noopener">a&#34;b</a></p>',
        ),
    ],
)
def test_descriptions_become_harmless_html(text: str, html: str) -> None:
    assert render_markdown(text) == html


def test_rating_changes_are_shown_at_the_desk_and_where_the_organiser_allows_it(
    admin: Browser,
) -> None:
    players = [{"name": one, "rating": 2000 + 10 * n} for n, one in enumerate("ABCD")]
    admin.begin("Open", *players, preset="chess_style")
    admin.round(1)
    admin.send("/1/1/step")
    admin.send("/1/1/publish")
    admin.results("1-0")
    desk = admin.desk("/players/1")
    assert "Rating change" in desk.text
    assert "These numbers are estimates" in desk.text
    assert "Rating change" not in admin.open(f"/t/{admin.here}/players/1").text
    admin.send(admin.desk("/settings").form("/settings"), public_ratings="yes")
    assert admin.t.header.public_ratings == "yes"
    shown = admin.open(f"/t/{admin.here}/players/1")
    assert "Rating change" in shown.text
    assert "Performance" in shown.text
