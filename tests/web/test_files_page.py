"""The page of files at the desk, and events that come in with their rounds."""

import re
from pathlib import Path

from fairpair.app.access.grants import Role
from fairpair.app.transfer.exports import EXPORTS

from .browser import Browser

DATA = Path(__file__).parents[1] / "formats" / "data"


def links(html: str) -> list[str]:
    return [x.replace("&amp;", "&") for x in re.findall(r'href="(/api/[^"]*/export/[^"]*)"', html)]


def test_every_link_of_the_page_is_a_file(admin: Browser) -> None:
    here = admin.create("Files", "Ana\nBo\nCy\nDi")
    empty = admin.desk("/files")
    offered = [one for one in EXPORTS if one.fits(admin.t)]
    assert len(links(empty.html)) == len(offered)
    admin.post("/start")
    page = admin.desk("/files")
    found = links(page.html)
    assert len(found) == len(offered) + 2  # the pairings of round 1
    for link in found:
        file = admin.client.get(link)
        assert file.status_code == 200, link
        assert "attachment" in file.headers["Content-Disposition"]
    assert 'href="/desk/' + here + '/files" aria-current="page"' in page.html


def test_chess_offers_rating_changes_and_norms(admin: Browser) -> None:
    admin.begin("Open", "Ana", "Bo", preset="fide_dutch")
    page = admin.desk("/files")
    assert page.status == 200
    assert len(links(page.html)) == sum(one.fits(admin.t) for one in EXPORTS)
    for title in ("Rating changes (estimates)", "Title norms", "Chess games (PGN)"):
        assert title in page.text


def test_a_scorekeeper_is_not_offered_what_is_not_theirs(admin: Browser) -> None:
    admin.create("Less", "Ana\nBo")
    key = admin.staff_key()
    admin.log_in(key)
    found = links(admin.desk("/files").html)
    offered = [one for one in EXPORTS if one.fits(admin.t)]
    assert len(found) == sum(one.least == Role.PUBLIC for one in offered)
    assert all(admin.client.get(link).status_code == 200 for link in found)


def test_an_event_comes_in_with_its_rounds(admin: Browser) -> None:
    form = admin.open("/new").form("/new")
    file = ("league.tdf", (DATA / "league.tdf").read_bytes())
    refused = admin.send(form, 422, files={"file": file}, whole="yes", do="create")
    assert "Masters, Junior" in refused.text
    made = admin.send(form, files={"file": file}, whole="yes", division="Masters", do="create")
    here = admin.made(made)
    assert "with 6 players" in made.text
    t = admin.t
    assert (len(t.rounds), t.stage) == (5, 2)
    again = admin.send(form, files={"file": file}, whole="yes", division="Masters", do="create")
    assert admin.made(again) == here


def test_players_of_an_event_alone_are_shown_first(admin: Browser) -> None:
    form = admin.open("/new").form("/new")
    file = ("friday.wer", (DATA / "friday.wer").read_bytes())
    page = admin.send(form, files={"file": file}, do="create")
    assert "Dé Ekström" in page.html
    assert "DCI number" in page.text
    admin.made(admin.send(page.form("/new"), do="create"))
    t = admin.t
    assert len(t.entries) == 6
    assert not t.rounds


def test_sheets_are_of_the_round_that_is_chosen(admin: Browser) -> None:
    admin.create("Sheets", "Ana\nBo\nCy\nDi")
    assert "Blank score sheets" in admin.desk("/print").text
    admin.post("/start")
    admin.round(1)
    admin.results("2-0")
    admin.post("/rounds/2/generate")

    def sheets(address: str) -> set[str]:
        found = re.findall(r"slips\.pdf\?([^\"]*)&amp;language", admin.desk(address).html)
        return {one.replace("&amp;", "&") for one in found}

    assert sheets("/print") == {"stage=1&round=2&paper=a4"}
    assert sheets("/print?stage=1&round=1&paper=letter") == {"stage=1&round=1&paper=letter"}
    assert sheets("/print?round=99") == sheets("/print")
