"""A newcomer makes a tournament: with the form, from a file, with the sample."""

import re

from fairpair.app.access.grants import Role
from fairpair.core.ids import PlayerId
from formats.workbooks import xlsx

from .browser import Browser
from .pages import Form


def form_of(admin: Browser) -> Form:
    return admin.open("/new").form("/new")


def test_a_name_and_players_are_enough(admin: Browser) -> None:
    assert "Magic: The Gathering" in admin.open("/new").text
    made = admin.send(
        form_of(admin),
        name="Friday Night",
        players="Ana Lima, 2104, Rooks\nBo Chen\nCy\nDi\nEd\nFlo\nGus\nHal\nIda",
        do="create",
    )
    assert made.answer.headers["Cache-Control"] == "no-store"
    admin.made(made)
    t = admin.t
    assert [entry.entrant.name for entry in t.entries.values()][:2] == ["Ana Lima", "Bo Chen"]
    assert (t.rules.rounds, t.rules.cut, t.rules.best_of) == (5, 4, 3)
    key = re.search(r'id="the-key">(fp_org_\w+)<', made.html)
    assert key
    grant = admin.access.verify(key[1])
    assert grant
    assert (grant.role, grant.tournament) == (Role.ORGANISER, admin.here)
    desk = admin.desk()
    assert "Pair Round 1" in desk.text
    assert key[1] not in desk.html


def test_a_form_that_is_sent_twice_makes_one_tournament(admin: Browser) -> None:
    form, before = form_of(admin), len(admin.tournaments)
    for _ in range(2):
        admin.made(admin.send(form, name="Twice", players="Ana\nBo", do="create"))
    assert len(admin.tournaments) == before + 1
    assert len(admin.t.entries) == 2


def test_rounds_and_finals_can_be_chosen(admin: Browser) -> None:
    names = "\n".join(f"Player {n}" for n in "abcdefghijkl")
    admin.create("Open", names, preset="fide_dutch", rounds="7", cut="8")
    assert (admin.t.rules.rounds, admin.t.rules.cut) == (7, 8)
    admin.create("With", names, preset="chess_with_finals")
    assert admin.t.rules.structure
    assert "Quarter-finals" in admin.desk().text
    admin.create("Short", names, preset="chess_with_finals", cut="none")
    assert "final" not in admin.desk().text.lower()
    page = admin.send(form_of(admin), 422, name="X", rounds="many", do="create")
    assert "must be a whole number between 1 and 99" in page.text


def test_a_bad_row_is_shown_and_nothing_is_made(admin: Browser) -> None:
    before = admin.tournaments
    page = admin.send(form_of(admin), name="Bad row", players="Ana\nBo\nAna\n", do="create")
    assert "Ana is already in row 1" in page.text
    again = admin.send(page.form("/new"), do="create")
    assert again.text.count("Ana is already in row 1") == 1
    assert admin.tournaments == before
    admin.made(admin.send(again.form("/new"), skip="yes", do="create"))
    assert len(admin.t.entries) == 2


def test_a_file_is_looked_at_first(admin: Browser) -> None:
    before = admin.tournaments
    data = xlsx((1, {"A": "Spieler", "B": "DWZ"}), (2, {"A": "Ana", "B": 1800}), (3, {"A": "Bo"}))
    page = admin.send(
        form_of(admin),
        files={"file": ("list.xlsx", data)},
        name="From a file",
        players="",
        do="create",
    )
    assert "2 rows OK" in page.text
    assert admin.tournaments == before
    admin.made(admin.send(page.form("/new"), do="create"))
    assert [e.entrant.strength for e in admin.t.entries.values()] == [1800, None]


def test_a_file_that_is_none_keeps_what_was_typed(admin: Browser) -> None:
    page = admin.send(
        form_of(admin),
        422,
        files={"file": ("list.xls", b"\xd0\xcf\x11\xe0")},
        name="Cup with a name",
        do="create",
    )
    assert "old XLS spreadsheet" in page.text
    assert "Cup with a name" in page.html


def test_without_a_name_it_says_so_beside_the_field(admin: Browser) -> None:
    before = admin.tournaments
    page = admin.send(form_of(admin), 422, name=" ", players="Ana\nBo", do="create")
    assert 'aria-describedby="wrong-name"' in page.html
    assert "Ana" in page.html
    assert admin.tournaments == before


def test_the_sample_has_sixteen_players(admin: Browser) -> None:
    page = admin.send(form_of(admin), do="sample")
    assert "with 16 players" in page.text
    admin.made(page)
    assert len(admin.t.entries) == 16


def test_place_day_and_colour_are_kept(admin: Browser) -> None:
    admin.create("Far Cup", city="Lyon", first_day="2026-11-20", accent="violet")
    header = admin.t.header
    assert (header.city, header.first_day, header.accent) == ("Lyon", "2026-11-20", "violet")
    admin.create("Plain Cup", city=" ", first_day="", accent="")
    assert not admin.t.header.is_described
    before = admin.tournaments
    page = admin.send(form_of(admin), 422, name="Odd", first_day="soon", city="Rome", do="create")
    assert 'aria-describedby="wrong-first_day"' in page.html
    assert 'value="Rome"' in page.html
    assert admin.tournaments == before


def test_teams_with_members(admin: Browser) -> None:
    admin.create("Teams", "Rooks: Ana, Bo\nKnights: Cy, Di\nBishops", preset="team_chess")
    found = [getattr(e.entrant, "members", None) for e in admin.t.entries.values()]
    assert [len(members or ()) for members in found] == [2, 2, 0]


def test_teams_with_ratings(admin: Browser) -> None:
    teams = "Red Rooks, 2010\nBlue Bishops: Ana Lima 2100, Bo Chen 1900\nKnights, 1800\nPawns"
    form = form_of(admin)
    page = admin.send(form, name="Teams", players=teams, preset="team_chess", do="preview")
    assert "Red Rooks 2010" in page.text
    assert "Teams, one per line" in page.text
    assert "4 teams · 2 rounds" in page.text
    assert "7 rounds" not in page.text
    page = admin.send(form, name="Teams", players=teams, preset="team_chess", do="create")
    assert "with 4 teams" in page.text
    admin.made(page)
    found = [(e.entrant.name, e.entrant.strength) for e in admin.t.entries.values()]
    assert [rating for _, rating in found] == [2010, 2000, 1800, None]
    assert [name for name, _ in found] == ["Red Rooks", "Blue Bishops", "Knights", "Pawns"]
    page = admin.desk("/players/4")
    admin.send(page.form("/edit"), rating="1700")
    assert admin.t.entries[PlayerId(4)].entrant.strength == 1700
    admin.send(admin.desk("/players").form("/add"), name="Kings", rating="1650")
    assert admin.t.entries[PlayerId(5)].entrant.strength == 1650


def test_namesakes_in_a_list_are_asked_about(admin: Browser) -> None:
    form = form_of(admin)
    page = admin.send(form, name="Cup", players="Ana, 2100\nBo\nAna, 1500, Rooks", do="create")
    assert "Ana is in row 1 and in row 3" in page.text
    admin.made(admin.send("/new", do="create"))
    assert len(admin.t.entries) == 3


def test_markup_in_names_is_text(admin: Browser) -> None:
    players = "<b>Ana</b>, 1500\n<img src=x>, abc, def\nBo"
    form = form_of(admin)
    name = "<script>x</script>"
    shown = admin.send(form, name=name, players=players, do="create")
    here = admin.made(admin.send(form, name=name, players=players, skip="yes", do="create"))
    pages = [admin.open(path) for path in (f"/desk/{here}", f"/desk/{here}/players", "/")]
    for page in (shown, *pages, admin.desk("/history")):
        assert "<script>x" not in page.html
        assert "<b>Ana" not in page.html
        assert "<img src=x" not in page.html


def test_checking_makes_nothing(admin: Browser) -> None:
    form, before = form_of(admin), admin.tournaments
    form.action = "/new/check"
    page = admin.send(form, name="Checked", players="Ana\nBo\nCy\nDi\nEd")
    assert "5 players" in page.text
    assert admin.tournaments == before


def test_only_the_administrator_makes_tournaments(admin: Browser) -> None:
    admin.create()
    form, before = form_of(admin), admin.tournaments
    admin.log_in(admin.access.make(Role.ORGANISER, admin.here).key)
    admin.send(form, 401, name="Other", do="create")
    admin.leave()
    assert "Access key" in admin.open("/new").text
    admin.log_in()
    admin.send(form, 403, name="Other", do="create", csrf="wrong")
    assert admin.tournaments == before
