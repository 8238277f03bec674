"""The desk itself: the next step, the history, the settings, who may come in."""

import re

import pytest

from fairpair.app.access.grants import Role
from fairpair.core.ids import CommandId, PlayerId
from fairpair.core.rules import Rules
from fairpair.log.commands import MakeRequest

from .browser import Browser


def test_the_next_step_from_nothing_to_a_champion(admin: Browser) -> None:
    here = admin.create("Cup", "", preset="fide_dutch")
    desk = admin.desk()
    assert "Add players" in desk.text
    assert "Add players first." in desk.text
    admin.post("/players", {"players": [{"name": n} for n in ("Ana", "Bo", "Cy", "Di")]})
    form = admin.desk("/settings").form("/settings")
    admin.send(form, rounds="1", cut="2", few_rounds_reason="a short day")
    desk = admin.desk()
    place = admin.leads_to(desk.form("/next", step="draft"))
    assert place.startswith(f"/desk/{here}/round/1/1?did=")
    assert "Review and publish Round 1" in admin.desk().text
    admin.post("/rounds/1/publish")
    desk = admin.desk()
    assert "Enter 2 missing results" in desk.text
    assert "Make the cut Waiting for board 1, board 2." in desk.text
    admin.first_seats_win()
    desk = admin.send(admin.desk().form("/next", step="complete"))
    desk = admin.send(desk.form("/next", step="cut"))
    assert "Cut made" in desk.text
    assert f"/desk/{here}/round/2/1" in admin.leads_to(desk.form("/next", step="draft"))
    admin.post("/rounds/1/publish?stage=2")
    admin.first_seats_win()
    desk = admin.send(admin.desk().form("/next", step="complete"))
    desk = admin.send(desk.form("/next", step="finish"))
    assert "View final ranking" in desk.text
    assert admin.t.finished
    page = admin.send(admin.desk("/settings").form("/next", step="reopen"), reason="a mistake")
    assert "Tournament reopened" in page.text


def test_matches_of_a_knock_out_open_while_others_play(admin: Browser) -> None:
    names = "\n".join(f"Player {n}" for n in "abcdefgh")
    admin.create("Cup", names, rounds="1", cut="8")
    admin.post("/start", {"reason": "a short day"})
    admin.first_seats_win()
    desk = admin.send(admin.desk().form("/next", step="complete"))
    admin.leads_to(admin.send(desk.form("/next", step="cut")).form("/next", step="draft"))
    admin.post("/rounds/1/publish?stage=2")
    for table in (1, 2, 3):
        admin.put(f"/pairings/2-1-{table}/result", {"result": "1-0"})
    desk = admin.desk()
    assert "Enter 1 missing result" in desk.text
    assert "Ready to start" in desk.text
    admin.send(desk.form("/next", step="open"))
    assert len(admin.t.rounds) == 3


def test_an_old_form_does_not_pair_another_round(admin: Browser) -> None:
    admin.create()
    old = admin.desk().form("/next")
    admin.post("/start")
    page = admin.send(old, 409)
    assert "Round 1 already exists" in page.text
    page = admin.send(old, 422, step="dance")
    assert "This step is not available" in page.text


def test_a_round_that_cannot_be_paired_says_what_helps(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo", rounds="2", cut="none")
    admin.post("/start")
    admin.first_seats_win()
    desk = admin.send(admin.desk().form("/next", step="complete"))
    page = admin.send(desk.form("/next", step="draft"), 409)
    assert "Possible solutions" in page.text
    kinds = [dict(f.fields).get("remedy") for f in page.forms]
    assert "rematch" in kinds
    assert "/round/1/2" in admin.leads_to(page.form("/next", remedy="rematch"))
    assert len(admin.t.rounds) == 2


def test_the_menu_counts_and_knows_where_it_is(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo\nCy", cut="none")
    page = admin.desk("/players")
    assert re.search(
        r'href="/desk/[^"]+/players" aria-current="page">.*?</svg>Players <[^>]*>3<', page.html
    )
    assert page.html.count('aria-current="page"') == 2, "in the rail and in the tabs of a phone"
    assert "Bracket" not in page.text
    assert admin.desk().html.count('aria-current="page"') == 2


def test_the_code_leads_to_the_public_page(admin: Browser) -> None:
    here = admin.create()
    answer = admin.client.get(f"/t/{here}/qr.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert b"<svg" in answer.content


def test_history_with_undo_and_redo(admin: Browser) -> None:
    admin.create()
    admin.send(admin.desk("/players").form("/add"), name="Ed")
    page = admin.desk("/history")
    assert "Ed added" in page.text
    assert "and 4 more" in page.text  # the tournament and its players are one action
    number = admin.version
    page = admin.send(page.form("/undo", action=str(number)))
    assert '<s dir="auto">Ed added</s>' in page.html
    assert len(admin.t.entries) == 4
    page = admin.send(page.form("/redo", action=str(number)))
    assert '<s dir="auto">Ed added</s>' not in page.html
    assert len(admin.t.entries) == 5
    assert 'aria-label="Undo action 1"' not in page.html  # the creation stays
    page = admin.send(page.form("/undo"), 409, action="1")
    assert "The creation of a tournament cannot be undone" in page.text
    page = admin.send(page.form("/undo"), 422, action="many")
    assert "This action does not exist" in page.text


def test_the_last_action_is_the_one_that_the_page_shows(admin: Browser) -> None:
    admin.create()
    admin.send(admin.desk("/players").form("/add"), name="Ed")
    opened = admin.desk("/history").form("/undo")
    admin.service.execute(admin.here, MakeRequest(PlayerId(1)), CommandId("asked"))
    admin.send(opened)
    assert len(admin.t.entries) == 4
    assert admin.t.requests, "what a player asked for meanwhile stays"


def test_the_creation_stays_and_the_page_says_so(admin: Browser) -> None:
    admin.create("Cup", "")
    page = admin.send(admin.desk("/history").form("/undo"), 409)
    assert "There is nothing to undo" in page.text
    assert admin.t.created


def test_a_long_history_comes_in_pages(admin: Browser) -> None:
    admin.create()
    for n in range(60):
        admin.good("PATCH", "", {"name": f"Cup {n}"})
    page = admin.desk("/history")
    assert "Page 1 of 2" in page.text
    assert "renamed to Cup 59" in page.text
    assert "Ana added" in admin.desk("/history?page=2").text
    assert "Page 2 of 2" in admin.desk("/history?page=7").text
    assert admin.desk("/history?page=x").status == 200


def test_saving_the_settings_unchanged_changes_nothing(admin: Browser) -> None:
    names = "\n".join(f"P{n}" for n in range(12))
    for preset in (
        *("mtg_standard", "fide_dutch", "chess_with_finals", "pokemon_standard", "chess_style"),
        *("simple_random", "infinity", "team_chess"),
    ):
        admin.create(preset, names, preset=preset)
        before = admin.version
        admin.send(admin.desk("/settings").form("/settings"))
        assert admin.version == before, preset


def test_rules_are_changed(admin: Browser) -> None:
    admin.create()
    form = admin.desk("/settings").form("/settings")
    page = admin.send(
        form,
        200,
        **{"points-win": "2", "points-draw": "0.5"},
        name="New name",
        rounds="3",
        best_of="",
        draws_allowed=None,
        omw_floor="1/3",
        standings_tiebreakers="omw, random",
        best_of_rounds="final = 5\nsemi_final: 3",
        bye_points="1.5",
        advance="complete",
        avoid_same="club",
        hidden="yes",
        cut="4",
    )
    assert "Rules changed" in page.text or "renamed" in page.text
    rules = admin.t.rules
    assert admin.t.name == "New name"
    assert (rules.rounds, rules.best_of, rules.draws_allowed) == (3, None, False)
    wanted = Rules.read({"points": {"win": 2, "draw": "1/2", "loss": 0}, "omw_floor": "1/3"})
    assert (rules.points, rules.omw_floor) == (wanted.points, wanted.omw_floor)
    assert rules.standings_tiebreakers == ("omw", "random")
    assert rules.best_of_rounds == {"final": 5, "semi_final": 3}
    assert rules.bye_points == Rules.read({"bye_points": 1.5}).bye_points
    assert (rules.advance, rules.avoid_same, rules.hidden, rules.cut) == (
        "complete",
        ("club",),
        True,
        4,
    )


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("rounds", "many"),
        ("rounds", "100"),
        ("standings_tiebreakers", "omw, shoe_size"),
        ("omw_floor", "2"),
        ("structure", "{"),
        ("bye_points", "x = y"),
        ("table_ranges", "1 to 9"),
    ],
)
def test_what_is_wrong_stands_beside_the_field(admin: Browser, key: str, typed: str) -> None:
    admin.create()
    form = admin.desk("/settings").form("/settings")
    refused = admin.send(form, 422, **{key: typed})
    form.action += "/check"
    checked = admin.send(form, 200, **{key: typed})
    for page in (refused, checked):
        told = re.search(rf'id="wrong-{key}"[^>]*>([^<]+)<', page.html)
        assert told, page.text
        assert dict(page.form("/settings").fields)[key] == typed
    assert 'id="wrong-cut" data-checked role="status"></span>' in refused.html


def test_after_the_start_a_reason_is_needed_and_some_rules_are_fixed(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo\nCy\nDi", cut="none")
    admin.post("/start")
    page = admin.desk("/settings")
    assert "Locked once the tournament has started." in page.text
    assert "has-system" not in dict(page.form("/settings").fields)
    page = admin.send(page.form("/settings"), 409, rounds="5")
    assert re.search(r'id="wrong-reason">[^<]+<', page.html)
    admin.send(page.form("/settings"), rounds="5", reason="more time")
    assert admin.t.rules.rounds == 5
    assert "Reason: more time" in admin.desk("/history").text
    form = admin.desk("/settings").form("/settings")
    admin.send(form, 409, **{"has-system": "1", "system": "dutch", "reason": "x"})


def test_recommended_rounds_and_another_game(admin: Browser) -> None:
    names = "\n".join(f"P{n}" for n in range(20))
    admin.create("Cup", names, rounds="2", cut="none")
    page = admin.desk("/settings")
    assert "20 players: 5 Swiss rounds, then the top 8" in page.text
    assert "up to 5 may win all their matches" in page.text
    admin.send(page.form("/recommended"))
    assert (admin.t.rules.rounds, admin.t.rules.cut) == (5, 8)
    admin.send(admin.desk("/settings").form("/preset"), preset="fide_dutch")
    assert admin.t.rules.system == "dutch"
    page = admin.send(admin.desk("/settings").form("/preset"), 422, preset="golf")
    assert "choose one of the games" in page.text


def test_keys_for_helpers(admin: Browser) -> None:
    admin.create()
    page = admin.desk("/access")
    made = admin.send(page.form("/make"), role="scorekeeper", label="Judge Bo", hours="12")
    assert made.answer.headers["Cache-Control"] == "no-store"
    key = re.search(r'id="the-key">(fp_sco_\w+)<', made.html)
    link = re.search(r'id="the-link">\S+(/login/\w+)<', made.html)
    assert key
    assert link
    again = admin.desk("/access")
    assert "Judge Bo" in again.text
    assert key[1] not in again.html
    admin.leave()
    assert "Round 1" in admin.send(admin.open(link[1]).form(link[1])).text
    admin.desk("/settings", 403)
    admin.desk("/access", 403)
    assert "History" in admin.desk("/history").text
    admin.log_in()
    rows = admin.access.of(admin.here)
    wanted = next(k for k in rows if k.label == "Judge Bo").digest[:16]
    admin.send(admin.desk("/access").form("/revoke", key=wanted))
    assert admin.access.verify(key[1]) is None
    page = admin.desk("/access")
    page = admin.send(page.form("/make"), 422, role="admin")
    assert "is required" in page.text
    admin.send(page.form("/make"), 422, role="organiser", hours="0")


def test_links_for_players_are_shown_once(admin: Browser) -> None:
    here = admin.create()
    page = admin.desk("/access")
    made = admin.send(page.form("/players"), to="missing")
    tokens = re.findall(rf"/t/{here}/player/(fp_ply_\w+)\"", made.html)
    assert len(set(tokens)) == 4
    grants = [admin.access.verify(token) for token in tokens]
    assert all(grant and grant.role == Role.PLAYER for grant in grants)
    assert made.html.count("data:image/svg+xml") == 4
    page = admin.desk("/access")
    assert "4 of 4 players have a link" in page.text
    admin.send(page.form("/players"), 422, to="missing")
    admin.send(page.form("/players"), to="all")
    assert admin.access.verify(tokens[0]) is None
    admin.send(page.form("/revoke"), key="players")
    assert not [k for k in admin.access.of(admin.here) if k.role == Role.PLAYER]


def test_a_form_of_another_site_is_refused(admin: Browser) -> None:
    admin.create()
    form = admin.desk("/players").form("/add")
    answer = admin.client.post(
        form.action, data=form.filled(name="Eve"), headers={"Origin": "https://evil.example"}
    )
    assert answer.status_code == 403
    admin.send(form, 403, name="Eve", csrf="guessed")
    assert len(admin.t.entries) == 4


@pytest.mark.parametrize("players", ["", "Ana", "Ana\nBo\nCy"])
def test_the_menu_of_a_knock_out_leads_nowhere_that_is_not_there(
    admin: Browser, players: str
) -> None:
    here = admin.create("Cup", players)
    admin.good("PATCH", "", {"rules": {"mode": "elimination"}})
    page = admin.desk()
    found = set(re.findall(rf'href="(/desk/{here}/round/[0-9/]+)"', page.html))
    assert found == (set() if players in ("", "Ana") else {f"/desk/{here}/round/2/1"})
    for address in found:
        assert "has not been paired yet" in admin.open(address).text


def test_a_form_with_an_id_that_nothing_can_hold(admin: Browser) -> None:
    admin.create()
    form = admin.desk("/settings").form("/settings")
    assert "printable" in admin.send(form, 422, name="New name", command="a\x00b").text


def test_one_lost_player_link_is_replaced_alone(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo\nCy")
    admin.desk("/access")
    page = admin.send("/access/players")
    links = [link for link in page.links if "/player/" in link]
    assert len(links) == 3
    page = admin.send(admin.desk("/players/2").form("/access/player"))
    assert "it is shown only once" in page.text
    assert "2. Bo" in page.text
    [new] = [link for link in page.links if "/player/" in link]
    admin.open(new)
    admin.open(links[0])
    admin.open(links[1], 401)
    admin.log_in()
    admin.desk("/access")
    page = admin.send("/access/player", player="Ana")
    assert "1. Ana" in page.text
    admin.desk("/access")
    admin.send("/access/player", 404, player="Nobody")


def test_logging_out_everywhere(admin: Browser) -> None:
    admin.create()
    page = admin.desk("/access")
    assert "Where you are logged in" in page.text
    assert "this browser" in page.text
    admin.send(page.form("/logout"))
    assert admin.client.get("/api/logins").status_code == 401
    admin.log_in()
