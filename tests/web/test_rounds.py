"""The life of an event at the desk, with forms alone: no script runs here."""

import re
from typing import Any

import pytest

from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.results import Boards, Decided, Games, Mark, Scored
from fairpair.core.rounds import ByeKind, RoundRef, RoundStatus

from .browser import Browser, crowd
from .pages import Page

R1, R2 = RoundRef(1, 1), RoundRef(1, 2)


def published(admin: Browser, *players: Any, **config: Any) -> None:
    """An event with round 1 published, looked at."""
    admin.begin("Cup", *(players or crowd(8)), **{"rounds": 3, **config})
    admin.round(1)
    admin.send("/1/1/step")
    admin.send("/1/1/publish")


def test_eight_players_to_the_champion(admin: Browser) -> None:
    admin.begin("Cup", *crowd(8), rounds=3, cut=4)
    page = admin.desk("/round")
    assert "This round has not been paired yet" in page.text
    for n in (1, 2, 3):
        page = admin.send(f"/1/{n}/step" if n == 1 else f"/1/{n - 1}/step")
        assert page.path.endswith(f"/round/1/{n}")
        assert "not published" in page.text
        assert admin.t.rounds[RoundRef(1, n)].status == RoundStatus.DRAFT
        page = admin.send(f"/1/{n}/publish")
        assert f"Round {n} of 3: 4 results missing: tables 1, 2, 3, 4" in page.text
        assert "4 results missing" in page.text
        admin.results("2-1")
        assert "all results are in" in admin.page.text
    assert not admin.page.offers("/1/3/publish")
    page = admin.desk("/cut")
    assert "4 players advance" in page.text
    page = admin.send("/cut", press="make")
    assert page.path.endswith("/bracket")
    page = admin.desk("/round")
    for n in (1, 2):
        admin.send("/step")
        admin.send(f"/2/{n}/publish")
        admin.results("2-0")
        assert 'form="cut"' not in admin.desk("/cut").html
        admin.desk("/round")
    page = admin.send("/step", words="finish")
    assert admin.t.finished
    page = admin.desk("/standings")
    final = admin.t.rounds[RoundRef(2, 2)].pairings[1].seats[0]
    assert f"Winner: {admin.t.name_of(final)}" in page.text
    assert f"Winner: {admin.t.name_of(final)}" in admin.desk("/bracket").text
    admin.desk("/standings")
    admin.send("/reopen", reason="a result was wrong")
    assert not admin.t.finished


def test_a_result_is_told_saved_and_undone(admin: Browser) -> None:
    published(admin)
    page = admin.result(2, "2-0-1")
    assert page.path.endswith("/round/1/1")
    assert "2-0-1 entered" in page.text
    assert admin.t.rounds[R1].pairings[2].result == Games((2, 0), 1)
    page = admin.result(2, "1-2")
    assert "corrected" in page.text
    before = admin.version
    admin.result(2, "1-2")
    assert admin.version == before  # it says that already
    page = admin.result(2, "")
    assert "cleared" in page.text
    assert admin.t.rounds[R1].pairings[2].result is None
    admin.send("/undo")
    assert admin.t.rounds[R1].pairings[2].result == Games((1, 2))


@pytest.mark.parametrize(
    ("preset", "first", "other"), [("fide_dutch", "1-0", "0-1"), ("mtg_standard", "2-0", "0-2")]
)
def test_a_button_corrects_a_result_without_scripts(
    admin: Browser, preset: str, first: str, other: str
) -> None:
    """The form sends the field with the old result, too."""
    published(admin, preset=preset)
    for pressed in (first, other):
        admin.send("/result/1", press=pressed)
        assert str(admin.t.rounds[R1].pairings[1].result) == pressed


@pytest.mark.parametrize("typed", ["banana", "3-0", "1-2-3-4", "<script>alert(1)</script>"])
def test_a_bad_result_is_told_on_its_row_with_nothing_lost(admin: Browser, typed: str) -> None:
    published(admin)
    before = admin.version
    page = admin.result(3, typed, status=422)
    assert admin.version == before
    form = page.form("/result/3")
    assert dict(form.fields)["result"] == typed
    row = page.html.partition('id="t3"')[2].partition("</tr>")[0]
    assert 'aria-invalid="true"' in row
    assert 'class="wrong"' in row
    assert "<script>alert" not in page.html
    assert 'aria-invalid="true"' not in page.html.partition('id="t4"')[2]
    admin.result(3, "2-0")
    assert admin.t.rounds[R1].pairings[3].result == Games((2, 0))


def test_a_result_for_others_is_refused(admin: Browser) -> None:
    published(admin)
    seats = admin.t.rounds[R1].pairings
    page = admin.send("/result/1", status=409, seats=f"{seats[2].seats[0]}-7", result="2-0")
    assert "are not playing each other at table 1" in page.text


def test_missing_only_and_finding(admin: Browser) -> None:
    published(admin)
    admin.result(1, "2-0")
    page = admin.round(1, more="?show=missing")
    assert not page.offers("/result/1")
    assert page.offers("/result/2")
    page = admin.result(2, "2-0")
    assert "show=missing" in str(page.answer.url)
    assert not page.offers("/result/2")
    name = admin.t.name_of(admin.t.rounds[R1].pairings[4].seats[1])
    page = admin.round(1, more=f"?q={name.lower()}")
    assert page.offers("/result/4")
    assert not page.offers("/result/3")


def test_a_script_gets_the_row_alone(admin: Browser) -> None:
    published(admin)
    form = admin.page.form("/result/2")
    data = {**dict(form.fields), "result": "2-1"}
    origin = {"Origin": admin.origin, "X-Part": "row"}
    answer = admin.client.post(form.action, data=data, headers=origin)
    assert answer.status_code == 200
    assert '<tr id="t2"' in answer.text
    assert '<tr id="t1"' not in answer.text
    assert "3 results missing" in answer.text
    assert f'data-version="{admin.version}" data-before="{admin.version - 1}"' in answer.text
    corrected = {**data, "seen": "2-1", "result": "2-0", "command": "corrected"}
    answer = admin.client.post(form.action, data=corrected, headers=origin)
    assert "corrected to 2-0 (before: 2-1)" in Page(answer).text
    answer = admin.client.post(
        form.action, data={**data, "seen": "2-0", "result": "9-9"}, headers=origin
    )
    assert answer.status_code == 422
    assert 'value="9-9"' in answer.text
    assert "best-of-3" in answer.text


def test_a_script_is_told_of_its_own_change_alone(
    admin: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row of another table, whose result came meanwhile, must not count as shown."""
    published(admin)
    form = admin.page.form("/result/2")
    before, run = admin.version, admin.service.run

    def run_after_others(*asked: Any, **options: Any) -> Any:
        monkeypatch.undo()
        admin.put("/pairings/1-1-1/result", {"games": [2, 0]})
        return run(*asked, **options)

    monkeypatch.setattr(admin.service, "run", run_after_others)
    data = {**dict(form.fields), "result": "2-1"}
    origin = {"Origin": admin.origin, "X-Part": "row"}
    answer = admin.client.post(form.action, data=data, headers=origin)
    assert admin.version == before + 2
    assert f'data-version="{before + 2}" data-before="{before + 1}"' in answer.text


def test_drops_late_entries_byes_and_coming_back(admin: Browser) -> None:
    published(admin)
    table = admin.t.rounds[R1].pairings[1]
    first, second = table.seats
    page = admin.send("/drop", player=admin.t.name_of(first))
    assert admin.t.entries[first].dropped
    result = admin.t.rounds[R1].pairings[1].result
    assert str(result) == "0-1F"
    page = admin.send("/reinstate", player=str(first))
    assert not admin.t.entries[first].dropped
    admin.send("/late", name="Zoë O'Hara", rating="1500", club="Rooks")
    zoe = max(admin.t.entries)
    assert admin.t.entries[zoe].entrant == Player("Zoë O'Hara", 1500, club="Rooks")
    admin.send("/rest", player=admin.t.name_of(second), in_round=2, kind="half")
    assert admin.t.entries[second].requested_byes == {2: ByeKind.HALF}
    page = admin.send("/drop", status=404, player="Nobody at all")
    assert "No player matches" in page.text
    page = admin.send("/drop", status=422, player="Player")
    assert "Several players match Player" in page.text
    assert 'value="Player"' in page.html  # nothing typed is lost
    [dialog] = (x for tag, x in page.elements if tag == "dialog" and "open" in x)
    assert dialog["id"] == "drop"
    after = page.html[page.html.index('id="drop"') :]
    assert f'<a class="btn" href="/desk/{admin.here}/round/1/1">Cancel</a>' in after


def test_a_draft_says_who_has_a_colour_again(admin: Browser) -> None:
    """After draws everybody has the other colour in the second round, until two are swapped."""
    admin.begin("Open", *crowd(8), preset="fide_dutch", rounds=3)
    admin.round(1)
    admin.send("/1/1/step")
    admin.send("/1/1/publish")
    admin.results("=")
    admin.desk("/round")
    again = re.compile(r"\d \W (White|Black)")
    assert not again.search(admin.send("/1/1/step").text)
    page = admin.send("/swap", pick=admin.t.rounds[R2].pairings[1].seats)
    assert again.findall(page.text) == ["White", "Black"]


def test_swap_in_a_draft_and_a_rematch_that_is_confirmed(admin: Browser) -> None:
    published(admin, *crowd(4))
    admin.results("2-0")
    admin.send("/1/1/step", words="pair")
    draft = admin.t.rounds[R2]
    met = {frozenset(x.seats) for x in admin.t.rounds[R1].pairings.values()}
    a = draft.pairings[1].seats[0]
    b = next(
        p for p in draft.pairings[2].seats if frozenset((p, draft.pairings[1].seats[1])) in met
    )
    page = admin.send("/swap", status=422, pick=a)
    assert "Select two players" in page.text
    page = admin.send("/swap", status=409, pick=(a, b), reason="brothers")
    assert "break a rule that you can override" in page.text
    assert draft == admin.t.rounds[R2]
    page = admin.send("/swap", words="Continue anyway")
    assert b in admin.t.rounds[R2].pairings[1].seats
    assert "accepted" in page.text
    admin.send("/undo")
    assert draft.pairings == admin.t.rounds[R2].pairings


def test_changes_by_hand_in_a_draft(admin: Browser) -> None:
    admin.begin("Cup", *crowd(5), rounds=3)
    admin.round(1)
    page = admin.send("/1/1/step")
    assert "These pairings follow all the rules" in page.text
    (idle,) = admin.t.rounds[R1].byes
    out = admin.t.rounds[R1].pairings[1].seats[0]
    admin.send("/swap", press="/replace", pick=out, by=idle, kind="pairing")
    assert admin.t.rounds[R1].byes == {out: ByeKind.PAIRING}
    admin.send("/swap", press="/move", table=1, to=9)
    assert 9 in admin.t.rounds[R1].pairings
    admin.send("/swap", press="/bye", pick=out, kind="half")
    assert admin.t.rounds[R1].byes == {out: ByeKind.HALF}
    admin.send("/late", name="Zoe")
    zoe = max(admin.t.entries)
    assert "not paired" in admin.page.text
    admin.send("/swap", press="/add-table", pick=(out, zoe))
    assert {out, zoe} in [set(x.seats) for x in admin.t.rounds[R1].pairings.values()]
    admin.send("/discard", words="Pair again")
    assert admin.t.rounds[R1].status == RoundStatus.DRAFT
    assert 9 not in admin.t.rounds[R1].pairings
    admin.send("/discard", words="Discard pairings")
    assert R1 not in admin.t.rounds


def test_a_draft_is_repaired_with_a_preview(admin: Browser) -> None:
    """Two players of different tables are missing: their opponents meet, and one undo is enough."""
    admin.begin("Cup", *crowd(8), rounds=3)
    admin.round(1)
    admin.send("/1/1/step")
    before = {n: x.seats for n, x in admin.t.rounds[R1].pairings.items()}
    away = [before[n][0] for n in (1, 2)]
    assert f"/desk/{admin.here}/round/1/1/repair" in admin.page.html
    address = f"/desk/{admin.here}/round/1/1/repair"
    assert "Fewest changes" in admin.open(address).text
    names = "%0A".join(str(player) for player in away)
    shown = admin.open(f"{address}?missing={names}").text
    assert "At least 1 change is needed." in shown
    admin.send("/repair/apply")
    after = {n: x.seats for n, x in admin.t.rounds[R1].pairings.items()}
    assert set(after) < set(before)
    assert sorted(after[1]) == sorted(before[n][1] for n in (1, 2))
    assert admin.t.rounds[R1].byes == dict.fromkeys(away, ByeKind.ZERO)
    wrong = admin.open(f"{address}?missing=nobody").text
    assert "nobody" in wrong


def test_a_pair_of_a_draft_is_parted(admin: Browser) -> None:
    """Two who must not meet after all: one more table changes, and the reason is in the history."""
    admin.begin("Cup", *crowd(8), rounds=3)
    admin.round(1)
    admin.send("/1/1/step")
    before = {n: x.seats for n, x in admin.t.rounds[R1].pairings.items()}
    address = f"/desk/{admin.here}/round/1/1/repair"
    shown = admin.open(f"{address}?parted={before[1][0]}").text
    assert "At least 2 changes are needed." in shown
    admin.send("/repair/apply", reason="brothers")
    after = {n: x.seats for n, x in admin.t.rounds[R1].pairings.items()}
    pairs = [set(seats) for seats in after.values()]
    assert set(before[1]) not in pairs
    assert sum(set(seats) in pairs for seats in before.values()) == 2
    assert "brothers" in admin.open(f"/desk/{admin.here}/history").text


def test_the_round_that_is_played_can_be_changed_too(admin: Browser) -> None:
    published(admin)
    page = admin.round(1, more="?change=1")
    assert "This round is published" in page.text
    a, b = admin.t.rounds[R1].pairings[1].seats[0], admin.t.rounds[R1].pairings[2].seats[0]
    page = admin.send("/swap", pick=(a, b))
    assert "change=1" in str(page.answer.url)
    assert admin.t.rounds[R1].pairings[1].seats[0] == b


def test_why_two_meet_is_told(admin: Browser) -> None:
    published(admin)
    admin.results("2-0")
    admin.send("/1/1/step", words="pair")
    player = admin.t.rounds[R2].pairings[1].seats[0]
    address = f"/desk/{admin.here}/round/1/2/why/{player}"
    assert address in admin.page.html
    assert admin.t.name_of(player) in admin.open(address).text
    others = [p for p in admin.t.entries if p not in admin.t.rounds[R2].pairings[1].seats]
    told = admin.open(f"{address}?not={others[0]}").text
    assert "Why not another opponent?" in told
    assert "The best round with this pairing" in told or "already met" in told
    assert "Why not another opponent?" in admin.open(f"{address}?not=x").text
    alone = admin.client.get(address, headers={"X-Part": "why"})
    assert alone.text.lstrip().startswith('<div class="reasons')


def test_an_impossible_round_offers_what_helps(admin: Browser) -> None:
    published(admin, *crowd(2))
    admin.results("2-0")
    page = admin.send("/1/1/step", words="pair", status=409)
    assert R2 not in admin.t.rounds
    assert "Possible solutions" in page.text
    admin.send("/1/2/step", words="rematch")
    assert admin.t.rounds[R2].status == RoundStatus.DRAFT
    assert "rematch" in admin.t.rounds[R2].confirmed


def test_a_dispute_is_seen_and_settled_with_one_click(admin: Browser) -> None:
    admin.begin("Cup", *crowd(4), rounds=3, player_reports=True)
    admin.round(1)
    admin.send("/1/1/step")
    admin.send("/1/1/publish")
    a, b = admin.t.rounds[R1].pairings[1].seats
    for player, games in ((a, [2, 1]), (b, [0, 2])):
        told = admin.client.post(
            f"/api/tournaments/{admin.here}/pairings/1-1-1/report",
            json={"games": games},
            headers={"Authorization": f"Bearer {admin.player_key(player)}"},
        )
        assert told.status_code == 200, told.text
        page = admin.round(1)
        assert (
            "Waiting for the opponent to confirm" if player == a else "Conflicting reports"
        ) in page.text
    table = admin.desk("/round/1/1/table/1")
    assert "2-1" in table.text
    assert [value for _, value, _ in table.form("/settle/1").buttons] == [str(a), str(b)]
    form = page.form("/settle/1")
    assert [value for name, value, _ in form.buttons] == [str(a), str(b)]
    for _ in range(2):  # an impatient click too
        admin.send(form, press=str(b))
        assert admin.t.rounds[R1].pairings[1].result == Games((0, 2))
        assert not admin.page.offers("/settle/1")
    assert "already been used for a different command" in admin.send(form, 409, press=str(a)).text


def test_the_clock_is_kept_by_the_server(admin: Browser) -> None:
    published(admin)
    page = admin.send("/clock", press="set", minutes=40, words="Set clock (paused)")
    assert "40:00" in page.text
    for shown in ("", "?show=clock", "?show=standings", "?by=name"):
        assert "40:00" in admin.open(f"/t/{admin.here}/screen{shown}").text
    admin.round(1)
    page = admin.send("/clock", press="start")
    assert 'data-ends="' in page.html
    clock = admin.t.rounds[R1].clock
    assert clock is not None
    assert (clock.running, clock.length) == (True, 2400)
    page = admin.send("/clock", press="pause")
    assert 'data-left="' in page.html
    admin.desk("/round/1/1/table/2")
    page = admin.send("/table/2/time", minutes=5)
    assert "+5 min" in page.text
    assert admin.t.rounds[R1].pairings[2].extra_minutes == 5
    page = admin.send("/clock", press="set", minutes=-3, words="Set clock (paused)", status=422)
    assert "is not a number between 0 and 1440" in page.text


def test_a_chess_round_is_typed_in_words(admin: Browser) -> None:
    published(admin, preset="chess_style")
    for table, text in ((1, "1"), (2, "0"), (3, "="), (4, "+")):
        admin.result(table, text)
    told = [str(x.result) for _, x in sorted(admin.t.rounds[R1].pairings.items())]
    assert told == ["1-0", "0-1", "1/2-1/2", "1-0F"]
    assert "White" in admin.page.text


def test_named_scores_have_fields_of_their_own(admin: Browser) -> None:
    published(admin, *crowd(4), preset="infinity")
    scores: dict[str, Any] = {
        "s1-op": "7",
        "s1-vp": "120",
        "s1-ap": "30",
        "s2-op": "3",
        "s2-vp": "80",
    }
    page = admin.send("/result/1", status=422, **scores)
    assert "Enter a number for OP, VP and AP for every player" in page.text
    assert dict(page.form("/result/1").fields)["s1-vp"] == "120"
    scores["s2-ap"] = "10"
    admin.send("/result/1", **scores)
    result = admin.t.rounds[R1].pairings[1].result
    assert isinstance(result, Scored)
    assert [int(side["op"]) for side in result.scores] == [7, 3]
    before = admin.version
    admin.send("/result/1")
    assert admin.version == before


def test_a_team_match_is_typed_board_by_board(admin: Browser) -> None:
    teams = [
        {"name": f"Team {n}", "members": [{"name": f"{n} {board}"} for board in "ABCD"]}
        for n in range(1, 5)
    ]
    published(admin, *teams, preset="team_chess", boards=4)
    for page in (admin.desk("/standings"), admin.round(1)):
        assert "2 A, 2 B, 2 C, 2 D" in page.text
    page = admin.send("/result/1", status=422, b1="1", b2="0", b3="=", b4="?")
    assert "The result on board 4 is not valid" in page.text
    assert dict(page.form("/result/1").fields)["b3"] == "="
    admin.send("/result/1", b1="1", b2="0", b3="=", b4="+")
    result = admin.t.rounds[R1].pairings[1].result
    assert isinstance(result, Boards)
    assert str(result) == "1-0 0-1 1/2-1/2 1-0F"
    before = admin.version
    admin.send("/result/1")
    assert admin.version == before
    admin.send("/result/2", result="0-1f")
    assert str(admin.t.rounds[R1].pairings[2].result) == "0-1F"


def test_a_thousand_players_fit_into_a_page(admin: Browser) -> None:
    published(admin, *crowd(1000))
    page = admin.round(1)
    assert len(page.html) < 165_000
    assert page.offers("/result/100")
    assert not page.offers("/result/101")
    for more in ("?page=5", "?at=500", "?q=500", "?page=all", "?page=all&show=missing"):
        assert admin.round(1, more=more).offers("/result/500"), more
    page = admin.round(1, more="?q=player 900")
    assert [form for form in page.forms if "/result/" in form.action]
    assert "Player 900" in page.main
    assert "1 of 500 found." in page.main
    assert len(admin.round(1, more="?change=1").html) < 120_000
    assert 't500"' in admin.round(1, more="?change=1&page=5").html
    assert len(admin.desk("/standings").html) < 150_000


def test_points_follow_a_correction_of_an_earlier_round(admin: Browser) -> None:
    published(admin)
    admin.results("2-0")
    admin.round(1)
    admin.send("/1/1/step")
    admin.send("/1/2/publish")
    winner = admin.t.rounds[R1].pairings[1].seats[0]
    assert has_points(admin, winner, 3)
    admin.desk("/round/1/1/table/1")
    admin.send("/preview", result="1-1-1", reason="slip")
    admin.send("/correct")
    assert has_points(admin, winner, 1)


def has_points(admin: Browser, player: PlayerId, points: int) -> bool:
    """Whether round 2 shows these points beside a name: after White, before Black."""
    name, words = admin.t.name_of(player), admin.round(2).main
    return f"{name} {points} Save" in words or f"{points} {name}" in words


def test_rows_are_those_of_the_reader(admin: Browser) -> None:
    published(admin, *crowd(4))
    admin.results("2-0")
    admin.round(1)
    admin.send("/1/1/step")
    organiser = admin.round(1)
    assert organiser.count("a", class_="btn sm") == 2
    assert "Edit" in organiser.main
    german = admin.client.get(organiser.path, headers={"Accept-Language": "de"}).text
    assert ">Ändern<" in german
    assert ">Edit<" not in german
    admin.log_in(admin.staff_key())
    assert admin.round(1).count("a", class_="btn sm") == 0
    admin.log_in()
    published(admin, *crowd(4))
    assert admin.round(1).offers("/result/1")
    assert organiser.path not in admin.page.html


def test_only_the_organiser_goes_on(admin: Browser) -> None:
    published(admin)
    admin.log_in(admin.staff_key())
    page = admin.round(1)
    for action in ("/step", "/drop", "/late"):
        assert not page.offers(action)
    admin.result(1, "2-0")
    assert admin.t.rounds[R1].pairings[1].result == Games((2, 0))
    data = {"csrf": dict(page.form("/result/1").fields)["csrf"], "name": "Zoe"}
    origin = {"Origin": admin.origin}
    told = admin.client.post(f"/desk/{admin.here}/round/1/1/late", data=data, headers=origin)
    assert told.status_code == 403
    admin.leave()
    assert admin.round(1).path == "/login"


def test_a_foreign_site_can_do_nothing(admin: Browser) -> None:
    published(admin)
    form = admin.page.form("/result/1")
    data = {**dict(form.fields), "result": "2-0"}
    foreign = admin.client.post(form.action, data=data, headers={"Origin": "https://evil.example"})
    assert foreign.status_code == 403
    data["csrf"] = "x" * 32
    origin = {"Origin": admin.origin}
    assert admin.client.post(form.action, data=data, headers=origin).status_code == 403
    assert admin.t.rounds[R1].pairings[1].result is None


def test_names_are_text_whatever_is_in_them(admin: Browser) -> None:
    names = ["<script>alert(1)</script>", 'O\'Neil "Bob"', "Ünï cödé", "x" * 150]
    published(admin, *names)
    for path in ("/round/1/1", "/round/1/1?change=1", "/round/1/1/table/1", "/standings"):
        html = admin.desk(path).html
        assert "<script>alert" not in html
        assert "style=" not in html
        assert " onclick" not in html


def test_a_draw_by_word_and_games(admin: Browser) -> None:
    published(admin)
    admin.result(1, "=")
    admin.result(2, "1-1-1")
    tables = admin.t.rounds[R1].pairings
    assert tables[1].result == Decided((Mark.DRAW, Mark.DRAW))
    assert tables[2].result == Games((1, 1), 1)


def test_the_desk_speaks_of_teams_where_teams_play(admin: Browser) -> None:
    teams = [
        {"name": f"Team {n}", "club": "SV Nord", "members": [{"name": f"Player {n}"}]}
        for n in range(4)
    ]
    admin.begin("League", *teams, preset="team_chess", rounds=3, boards=1)
    admin.round(1)
    page = admin.send("/1/1/step")
    assert "Tap two teams to swap them" in page.text
    assert "Swap teams" in page.text
    assert "SV Nord" not in page.text, "a narrow row has no room for it"


def test_the_standings_name_the_next_step(admin: Browser) -> None:
    published(admin)
    assert "Enter 4 missing results" in admin.desk("/standings").text
    admin.first_seats_win()
    assert "complete round 1" in admin.desk("/standings").text.lower()
