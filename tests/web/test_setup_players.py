"""The field at the desk: entered, found, checked in, dropped, arranged for."""

from dataclasses import replace
from typing import Any

import pytest

from fairpair.core.ids import PlayerId
from fairpair.core.players import Team
from fairpair.core.rounds import ByeKind

from .browser import Browser
from .pages import Page


def started(admin: Browser, *names: str) -> None:
    """A tournament with round 1 published."""
    admin.create("Cup", "\n".join(names or ("Ana", "Bo", "Cy", "Di")), rounds="3", cut="none")
    admin.leads_to(admin.desk().form("/next"))
    admin.post("/rounds/1/publish")


def one(admin: Browser, player: int) -> Page:
    return admin.desk(f"/players/{player}")


def test_one_more_player(admin: Browser) -> None:
    admin.create()
    page = admin.desk("/players")
    done = admin.send(page.form("/add"), name="Ed", rating="1500", club="Rooks")
    assert "Ed added" in done.text
    assert admin.t.entries[PlayerId(5)].entrant.club == "Rooks"
    undone = admin.send(done.form("/undo"))
    assert "undone: Ed added" in undone.text
    assert len(admin.t.entries) == 4


def test_a_namesake_is_refused_and_stays_in_the_form(admin: Browser) -> None:
    admin.create()
    page = admin.send(admin.desk("/players").form("/add"), 409, name="Ana", club="")
    assert "Already in the tournament: Ana is number 1" in page.text
    assert "players.1" not in page.text
    assert dict(page.form("/add").fields)["name"] == "Ana"
    page = admin.send(page.form("/add"), 422, name="Ed", rating="strong")
    assert "must be a whole number" in page.text


def test_who_is_refused_sees_the_page_though_their_login_has_ended_meanwhile(
    admin: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin.create()
    form, run = admin.desk("/players").form("/add"), admin.service.run

    def slowly(*arguments: Any, **named: Any) -> Any:
        admin.access.log_out(admin.client.cookies["fairpair"])
        return run(*arguments, **named)

    monkeypatch.setattr(admin.service, "run", slowly)
    page = admin.send(form, 409, name="Ana")
    assert "Already in the tournament: Ana is number 1" in page.text


def test_a_list_is_shown_where_something_is_wrong_with_it(admin: Browser) -> None:
    admin.create()
    form = admin.desk("/players").form("/many")
    page = admin.send(form, players="Ed\nAna\nFlo", do="enter")
    assert "Ana is already in the tournament (number 1)" in page.text
    assert len(admin.t.entries) == 4
    admin.send(page.form("/many"), skip="yes", do="enter")
    assert len(admin.t.entries) == 6
    page = admin.send(form, players="", do="enter", command="other")
    assert "The list is empty" in page.text


def test_a_file_of_players(admin: Browser) -> None:
    admin.create()
    form = admin.desk("/players").form("/many")
    page = admin.send(form, files={"file": ("x.csv", b"Name;Verein\nEd;Turm\n")}, do="enter")
    assert "1 row OK" in page.text
    admin.send(page.form("/many"), do="enter")
    assert admin.t.entries[PlayerId(5)].entrant.club == "Turm"


def test_searching_and_sorting(admin: Browser) -> None:
    here = admin.create("Cup", "Ána Lima, 1500, Rooks\nBo, 1800, Knights\nCy, 1700, Rooks")
    base = f"/desk/{here}/players"
    assert "Bo" not in admin.open(f"{base}?q=rooks").html.split('id="list"')[1]
    assert "Ána Lima" in admin.open(f"{base}?q=lima").text
    names = admin.open(f"{base}?sort=rating").text
    assert names.index("Bo") < names.index("Cy") < names.index("Ána")
    assert admin.open(f"{base}?page=99999&q=%3Cb%3E&sort=shoe").status == 200


def test_a_thousand_players_come_in_pages(admin: Browser) -> None:
    admin.create("Big", "\n".join(f"Player {n} x" for n in range(1000)))
    page = admin.desk("/players")
    assert page.html.count('class="name"') == 100
    assert len(page.html) < 200_000
    assert "Player 999 x" in admin.desk("/players?page=10").text
    assert "Player 999 x" in admin.desk("/players?page=all").text
    assert "Player 999 x" in admin.desk("/players?q=999").text


def test_the_data_are_put_right(admin: Browser) -> None:
    admin.create()
    form = one(admin, 1).form("/edit")
    page = admin.send(form, name="Anna", rating="1600", title="FM", fide_id="123")
    assert "Details of Anna changed" in page.text
    changed = admin.t.entries[PlayerId(1)].entrant
    assert changed.name == "Anna"
    assert changed.strength == 1600
    assert dict(one(admin, 1).form("/edit").fields)["fide_id"] == "123"
    page = admin.send(one(admin, 1).form("/edit"), 422, name=" ")
    assert "is empty" in page.text


def test_a_team_keeps_its_members(admin: Browser) -> None:
    admin.create("Teams", "Rooks: Ana, Bo\nKnights: Cy", preset="team_chess")
    page = one(admin, 1)
    assert dict(page.form("/edit").fields)["members"] == "Ana\nBo"
    assert "Members Board Name Rating 1 Ana" in page.text
    assert "Team link" in page.text
    assert "Player link" not in page.text
    assert "2 teams" in admin.open("/").text
    admin.send(page.form("/edit"), members="Ana, 1900\nBo, 1800\nZoe, 1700")
    team = admin.t.entries[PlayerId(1)].entrant
    assert isinstance(team, Team)
    assert [(m.name, m.rating) for m in team.members] == [
        ("Ana", 1900),
        ("Bo", 1800),
        ("Zoe", 1700),
    ]
    admin.send(one(admin, 2).form("/edit"), members="Cy Diaz 1850\nDi Eck")
    rated = getattr(admin.t.entries[PlayerId(2)].entrant, "members", ())
    assert [(m.name, m.rating) for m in rated] == [("Cy Diaz", 1850), ("Di Eck", None)]
    page = admin.send(one(admin, 1).form("/edit"), 409, members="Ana")
    assert "cannot be removed" in page.text
    added = admin.desk("/players").form("/add")
    admin.send(added, name="Bishops", members="Di\nEd")
    assert len(getattr(admin.t.entries[PlayerId(3)].entrant, "members", ())) == 2


def test_checking_in(admin: Browser) -> None:
    admin.create()
    settings = admin.desk("/settings").form("/settings")
    admin.send(settings, check_in="yes")
    page = admin.desk("/players")
    assert "0 of 4 checked in" in page.text
    assert "You need at least two players; 0 are ready" in admin.desk().text
    page = admin.send(page.form("/check-in"), check_in="2")
    assert "1 of 4 checked in" in page.text
    page = admin.send(page.form("/check-in"), check_out="2")
    assert "0 of 4 checked in" in page.text
    form = page.form("/check-in")
    form.action += "-all"
    page = admin.send(form)
    assert "4 of 4 checked in" in page.text
    assert "0 of 4 checked in" in admin.send(page.form("/undo")).text


def test_dropping_and_coming_back(admin: Browser) -> None:
    started(admin)
    page = admin.send(one(admin, 1).form("/drop"), kind="no_show", reason="the train")
    assert "dropped after round 1" in page.text
    assert len(admin.t.rounds[admin.t.upcoming].pending) == 1
    history = admin.desk("/history")
    assert "Reason: the train" in history.text
    page = admin.send(page.form("/reinstate"), from_round="2", missed="zero")
    assert "reinstated from round 2" in page.text
    assert not admin.t.entries[PlayerId(1)].dropped


def test_a_late_entry_says_how_missed_rounds_count(admin: Browser) -> None:
    started(admin)
    page = admin.desk("/players")
    assert "Late entry" in page.text
    admin.send(page.form("/add"), name="Ed", missed="half")
    period = admin.t.entries[PlayerId(5)].periods[0]
    assert (period.first.round_no, period.missed) == (2, ByeKind.HALF)
    page = admin.send(one(admin, 5).form("/missed"), 422, kind="zero", reason="")
    assert "Reason : is required" in page.text
    admin.send(one(admin, 5).form("/missed"), kind="zero", reason="agreed")
    assert admin.t.entries[PlayerId(5)].periods[0].missed is ByeKind.ZERO


def test_byes_tables_and_pairs(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo\nCy\nDi", rounds="3", cut="none")
    page = admin.send(one(admin, 1).form("/bye"), round="2", kind="zero")
    assert "requested a bye for round 2" in page.text
    page = admin.send(page.form("/no-bye"))
    assert not admin.t.entries[PlayerId(1)].requested_byes
    page = admin.send(page.form("/table"), table="7")
    assert admin.t.entries[PlayerId(1)].fixed_table == 7
    page = admin.send(one(admin, 2).form("/table"), 409, table="7")
    assert "Table 7 is reserved for Ana" in page.text
    page = admin.send(one(admin, 1).form("/apart"), other="2 Bo", hard="no", until_round="2")
    assert "avoid if possible, until round 2" in page.text
    page = admin.send(page.form("/apart"), other="cy")
    assert len(admin.t.avoided) == 2
    assert "Pairing restrictions" in admin.desk("/players").text
    admin.send(page.form("/allow", other="2"))
    assert len(admin.t.avoided) == 1
    page = admin.send(page.form("/apart"), 422, other="nobody at all", command="x")
    assert "is not a player in this tournament" in page.text


def test_a_scorekeeper_looks_and_checks_in_only(admin: Browser) -> None:
    admin.create()
    add = admin.desk("/players").form("/add")
    admin.log_in(admin.staff_key())
    page = admin.desk("/players")
    assert "Add a player" not in page.text
    add = replace(add, fields=[("csrf", dict(page.form("/check-in").fields)["csrf"])])
    admin.send(add, 403, name="Ed")
    assert "Ana" in one(admin, 1).text
    page = admin.send(page.form("/check-in"), check_in="1")
    assert "Ana checked in" in page.text
    admin.desk("/players/99", 404)
    admin.leave()
    assert "Access key" in admin.desk("/players").text


def test_the_same_name_is_asked_about(admin: Browser) -> None:
    admin.create("Cup", "Ana Lima, 2100, Rooks\nBo")
    page = admin.send(admin.desk("/players").form("/add"), 409, name="ana  lima", rating="1500")
    assert "ana lima is already in the tournament (number 1)" in page.text.lower()
    assert "Number 1: 2100, Rooks" in page.text
    assert len(admin.t.entries) == 2
    admin.send(page.form("/add", words="Continue anyway"))
    assert [e.entrant.strength for e in admin.t.entries.values()] == [2100, None, 1500]


def test_the_same_name_in_a_pasted_list_is_asked_about(admin: Browser) -> None:
    admin.create("Cup", "Ana Lima, 2100, Rooks\nBo")
    admin.desk("/players")
    page = admin.send("/many", press="enter", players="Cy\nAna Lima, 1500")
    assert "Ana Lima in row 2 has the same name as number 1" in page.text
    assert len(admin.t.entries) == 2
    admin.send("/many", press="enter")
    assert len(admin.t.entries) == 4


def test_teams_and_players_do_not_mix(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo")
    admin.desk("/players")
    page = admin.send("/many", 422, press="enter", players="Team,Name\nRooks,Cy\nRooks,Di")
    assert "the tournament is for individual players" in page.text
    assert "Rooks,Cy" in page.html
    admin.create("Teams", "Rooks: Ana, Bo\nKnights: Cy", preset="team_chess")
    answer = admin.ask("POST", "/players", json={"name": "Zoe"})
    assert answer.status_code == 422
    assert "member of a team" in answer.text


def test_personal_data_is_erased_for_good(admin: Browser) -> None:
    started(admin, "Anastasia Lima", "Bo", "Cy", "Di")
    page = one(admin, 1)
    page = admin.send(page.form("/erase"), 422, sure="")
    page = admin.send(page.form("/erase"), sure="yes", replacement="A. L.")
    assert "Personal data of player 1 erased" in page.text
    assert admin.t.name_of(PlayerId(1)) == "A. L."
    for path in ("", "/history", "/players", "/round/1/1"):
        assert "Anastasia" not in admin.desk(path).html
    page = admin.desk("/verify")
    assert "no change found, but not everything could be checked" in page.text
    assert "The data of 1 person was erased." in page.text


def test_chess_shows_titles_ratings_and_federations(admin: Browser) -> None:
    player = {"name": "Ana Lima", "rating": 2310, "title": "GM", "federation": "POR"}
    others = [{"name": name, "rating": 2000} for name in ("Bo", "Cy", "Di")]
    admin.begin("Cup", player, *others, preset="fide_dutch", rounds=3)
    admin.post("/start")
    desk, public = f"/desk/{admin.here}", f"/t/{admin.here}"
    for path in (f"{desk}/round/1/1", f"{desk}/round/1/1?change=1", public):
        assert "GM Ana Lima" in admin.open(path).text
        assert "2310" in admin.page.text
    for path in (
        f"{desk}/players",
        f"{desk}/standings",
        f"{public}/players",
        f"{public}/standings",
    ):
        assert "GM Ana Lima" in admin.open(path).text
        assert "2310" in admin.page.text
        assert "POR" in admin.page.text
    admin.begin("Magic", player, *others, preset="mtg_standard", rounds=3)
    admin.post("/start")
    assert "2310" not in admin.round(1).text
