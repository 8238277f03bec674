"""The life of an event at the desk, with forms alone: no script runs here."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fairpair.app.access import Role
from fairpair.core.players import Player
from fairpair.core.results import Boards, Decided, Games, Mark, Scored
from fairpair.core.rounds import ByeKind, RoundRef, RoundStatus

from .forms import Browser, browsing

R1, R2 = RoundRef(1, 1), RoundRef(1, 2)


@pytest.fixture
def desk(sqlite_path: Path) -> Iterator[Browser]:
    with browsing(f"sqlite:///{sqlite_path}") as found:
        yield found


def published(desk: Browser, players: Any = 8, **config: Any) -> None:
    """An event with round 1 published, looked at."""
    desk.begin(players, **{"rounds": 3, **config})
    desk.round(1)
    desk.send("/1/1/step")
    desk.send("/1/1/publish")


def test_eight_players_to_the_champion(desk: Browser) -> None:
    desk.begin(8, rounds=3, cut=4)
    page = desk.open(f"/desk/{desk.here}/round")
    assert "This round is not paired yet" in page.text
    for n in (1, 2, 3):
        page = desk.send(f"/1/{n}/step" if n == 1 else f"/1/{n - 1}/step")
        assert page.path.endswith(f"/round/1/{n}")
        assert "draft" in page.text
        assert desk.t.rounds[RoundRef(1, n)].status == RoundStatus.DRAFT
        page = desk.send(f"/1/{n}/publish")
        assert f"Round {n} of 3: 4 results pending: tables 1, 2, 3, 4" in page.text
        assert "Not yet: 4 results are missing" in page.text
        desk.results("2-1")
        assert "all results are in" in desk.page.text
    assert not desk.page.offers("/1/3/publish")
    page = desk.open(f"/desk/{desk.here}/cut")
    assert "4 players go on" in page.text
    page = desk.send("/cut", press="make")
    assert page.path.endswith("/bracket")
    page = desk.open(f"/desk/{desk.here}/round")
    for n in (1, 2):
        desk.send("/step")
        desk.send(f"/2/{n}/publish")
        desk.results("2-0")
    page = desk.send("/step", words="finish")
    assert desk.t.finished
    page = desk.open(f"/desk/{desk.here}/standings")
    final = desk.t.rounds[RoundRef(2, 2)].pairings[1].seats[0]
    assert f"Champion: {desk.t.name_of(final)}" in page.text
    assert f"Champion: {desk.t.name_of(final)}" in desk.open(f"/desk/{desk.here}/bracket").text
    desk.open(f"/desk/{desk.here}/standings")
    desk.send("/reopen", reason="a result was wrong")
    assert not desk.t.finished


def test_a_result_is_told_saved_and_undone(desk: Browser) -> None:
    published(desk)
    page = desk.result(2, "2-0-1")
    assert page.path.endswith("/round/1/1")
    assert "2-0-1 recorded" in page.text
    assert desk.t.rounds[R1].pairings[2].result == Games((2, 0), 1)
    page = desk.result(2, "1-2")
    assert "corrected" in page.text
    before = desk.version
    desk.result(2, "1-2")
    assert desk.version == before  # it says that already
    page = desk.result(2, "")
    assert "cleared" in page.text
    assert desk.t.rounds[R1].pairings[2].result is None
    desk.send("/undo")
    assert desk.t.rounds[R1].pairings[2].result == Games((1, 2))


@pytest.mark.parametrize("typed", ["banana", "3-0", "1-2-3-4", "<script>alert(1)</script>"])
def test_a_bad_result_is_told_on_its_row_with_nothing_lost(desk: Browser, typed: str) -> None:
    published(desk)
    before = desk.version
    page = desk.result(3, typed, status=422)
    assert desk.version == before
    form = page.form("/result/3")
    assert dict(form.fields)["result"] == typed
    row = page.html.partition('id="t3"')[2].partition("</tr>")[0]
    assert 'aria-invalid="true"' in row
    assert 'class="wrong"' in row
    assert "<script>alert" not in page.html
    assert 'aria-invalid="true"' not in page.html.partition('id="t4"')[2]
    desk.result(3, "2-0")
    assert desk.t.rounds[R1].pairings[3].result == Games((2, 0))


def test_a_result_for_others_is_refused(desk: Browser) -> None:
    published(desk)
    seats = desk.t.rounds[R1].pairings
    page = desk.send("/result/1", status=409, seats=f"{seats[2].seats[0]}-7", result="2-0")
    assert "do not sit at table 1" in page.text


def test_missing_only_and_finding(desk: Browser) -> None:
    published(desk)
    desk.result(1, "2-0")
    page = desk.round(1, more="?show=missing")
    assert not page.offers("/result/1")
    assert page.offers("/result/2")
    page = desk.result(2, "2-0")
    assert "show=missing" in str(page.answer.url)
    assert not page.offers("/result/2")
    name = desk.t.name_of(desk.t.rounds[R1].pairings[4].seats[1])
    page = desk.round(1, more=f"?q={name.lower()}")
    assert page.offers("/result/4")
    assert not page.offers("/result/3")


def test_a_script_gets_the_row_alone(desk: Browser) -> None:
    published(desk)
    form = desk.page.form("/result/2")
    data = {**dict(form.fields), "result": "2-1"}
    origin = {"Origin": str(desk.client.base_url).rstrip("/"), "X-Part": "row"}
    answer = desk.client.post(form.action, data=data, headers=origin)
    assert answer.status_code == 200
    assert '<tr id="t2"' in answer.text
    assert '<tr id="t1"' not in answer.text
    assert "3 results pending" in answer.text
    assert f'data-version="{desk.version}" data-before="{desk.version - 1}"' in answer.text
    answer = desk.client.post(form.action, data={**data, "result": "9-9"}, headers=origin)
    assert answer.status_code == 422
    assert 'value="9-9"' in answer.text
    assert "best of 3" in answer.text


def test_drops_late_entries_byes_and_coming_back(desk: Browser) -> None:
    published(desk)
    table = desk.t.rounds[R1].pairings[1]
    first, second = table.seats
    page = desk.send("/drop", player=desk.t.name_of(first))
    assert desk.t.entries[first].dropped
    result = desk.t.rounds[R1].pairings[1].result
    assert str(result) == "0-1F"
    page = desk.send("/reinstate", player=str(first))
    assert not desk.t.entries[first].dropped
    desk.send("/late", name="Zoë O'Hara", rating="1500", club="Rooks")
    zoe = max(desk.t.entries)
    assert desk.t.entries[zoe].entrant == Player("Zoë O'Hara", 1500, club="Rooks")
    desk.send("/rest", player=desk.t.name_of(second), in_round=2, kind="half")
    assert desk.t.entries[second].requested_byes == {2: ByeKind.HALF}
    page = desk.send("/drop", status=404, player="Nobody at all")
    assert "There is no player" in page.text
    page = desk.send("/drop", status=422, player="Player")
    assert "Several are called Player" in page.text
    assert 'value="Player"' in page.html  # nothing typed is lost


def test_swap_in_a_draft_and_a_rematch_that_is_confirmed(desk: Browser) -> None:
    published(desk, 4)
    desk.results("2-0")
    desk.send("/1/1/step", words="pair")
    draft = desk.t.rounds[R2]
    met = {frozenset(x.seats) for x in desk.t.rounds[R1].pairings.values()}
    a = draft.pairings[1].seats[0]
    b = next(
        p for p in draft.pairings[2].seats if frozenset((p, draft.pairings[1].seats[1])) in met
    )
    page = desk.send("/swap", status=422, picks=(int(a),))
    assert "Choose two players" in page.text
    page = desk.send("/swap", status=409, picks=(int(a), int(b)), reason="brothers")
    assert "breaks a rule that can be broken knowingly" in page.text
    assert draft == desk.t.rounds[R2]
    page = desk.send("/swap", words="Do it anyway")
    assert b in desk.t.rounds[R2].pairings[1].seats
    assert "confirmed" in page.text
    desk.send("/undo")
    assert draft.pairings == desk.t.rounds[R2].pairings


def test_changes_by_hand_in_a_draft(desk: Browser) -> None:
    desk.begin(5, rounds=3)
    desk.round(1)
    page = desk.send("/1/1/step")
    assert "No rule is broken" in page.text
    (idle,) = desk.t.rounds[R1].byes
    out = desk.t.rounds[R1].pairings[1].seats[0]
    desk.send("/swap", press="/replace", picks=(int(out),), by=int(idle), kind="pairing")
    assert desk.t.rounds[R1].byes == {out: ByeKind.PAIRING}
    desk.send("/swap", press="/move", table=1, to=9)
    assert 9 in desk.t.rounds[R1].pairings
    desk.send("/swap", press="/bye", picks=(int(out),), kind="half")
    assert desk.t.rounds[R1].byes == {out: ByeKind.HALF}
    desk.send("/late", name="Zoe")
    zoe = max(desk.t.entries)
    assert "no place in this round" in desk.page.text
    desk.send("/swap", press="/add-table", picks=(int(out), int(zoe)))
    assert {out, zoe} in [set(x.seats) for x in desk.t.rounds[R1].pairings.values()]
    desk.send("/discard", words="Pair again")
    assert desk.t.rounds[R1].status == RoundStatus.DRAFT
    assert 9 not in desk.t.rounds[R1].pairings
    desk.send("/discard", words="Discard the draft")
    assert R1 not in desk.t.rounds


def test_the_round_that_is_played_can_be_changed_too(desk: Browser) -> None:
    published(desk)
    page = desk.round(1, more="?change=1")
    assert "Players see this round" in page.text
    a, b = desk.t.rounds[R1].pairings[1].seats[0], desk.t.rounds[R1].pairings[2].seats[0]
    page = desk.send("/swap", picks=(int(a), int(b)))
    assert "change=1" in str(page.answer.url)
    assert desk.t.rounds[R1].pairings[1].seats[0] == b


def test_why_two_meet_is_told(desk: Browser) -> None:
    published(desk)
    desk.results("2-0")
    desk.send("/1/1/step", words="pair")
    player = desk.t.rounds[R2].pairings[1].seats[0]
    address = f"/desk/{desk.here}/round/1/2/why/{player}"
    assert address in desk.page.html
    assert desk.t.name_of(player) in desk.open(address).text
    alone = desk.client.get(address, headers={"X-Part": "why"})
    assert alone.text.lstrip().startswith('<div class="reasons')


def test_an_impossible_round_offers_what_helps(desk: Browser) -> None:
    published(desk, 2)
    desk.results("2-0")
    page = desk.send("/1/1/step", words="pair", status=409)
    assert R2 not in desk.t.rounds
    assert "What helps" in page.text
    desk.send("/1/2/step", words="rematch")
    assert desk.t.rounds[R2].status == RoundStatus.DRAFT
    assert "rematch" in desk.t.rounds[R2].confirmed


def test_a_dispute_is_seen_and_settled_with_one_click(desk: Browser) -> None:
    desk.begin(4, rounds=3, player_reports=True)
    desk.round(1)
    desk.send("/1/1/step")
    desk.send("/1/1/publish")
    a, b = desk.t.rounds[R1].pairings[1].seats
    for player, games in ((a, [2, 1]), (b, [0, 2])):
        told = desk.client.post(
            f"/api/tournaments/{desk.here}/pairings/1-1-1/report",
            json={"games": games},
            headers={"Authorization": f"Bearer {desk.key(Role.PLAYER, int(player))}"},
        )
        assert told.status_code == 200, told.text
        page = desk.round(1)
        assert ("Waits for the opponent" if player == a else "Disputed") in page.text
    form = page.form("/settle/1")
    assert [value for name, value, _ in form.buttons] == [str(a), str(b)]
    desk.send("/settle/1", press=str(b))
    assert desk.t.rounds[R1].pairings[1].result == Games((0, 2))
    assert not desk.page.offers("/settle/1")


def test_the_clock_is_kept_by_the_server(desk: Browser) -> None:
    published(desk)
    page = desk.send("/clock", press="set", minutes=40, words="Set")
    assert "40:00" in page.text
    page = desk.send("/clock", press="start")
    assert 'data-ends="' in page.html
    clock = desk.t.rounds[R1].clock
    assert clock is not None
    assert (clock.running, clock.length) == (True, 2400)
    page = desk.send("/clock", press="pause")
    assert 'data-left="' in page.html
    desk.open(f"/desk/{desk.here}/round/1/1/table/2")
    page = desk.send("/table/2/time", minutes=5)
    assert "+5 min" in page.text
    assert desk.t.rounds[R1].pairings[2].extra_minutes == 5
    page = desk.send("/clock", press="set", minutes=-3, words="Set", status=422)
    assert "no number from 0 to 1440" in page.text


def test_a_chess_round_is_typed_in_words(desk: Browser) -> None:
    published(desk, 8, preset="chess_style")
    for table, text in ((1, "1"), (2, "0"), (3, "="), (4, "+")):
        desk.result(table, text)
    told = [str(x.result) for _, x in sorted(desk.t.rounds[R1].pairings.items())]
    assert told == ["1-0", "0-1", "1/2-1/2", "1-0F"]
    assert "White" in desk.page.text


def test_named_scores_have_fields_of_their_own(desk: Browser) -> None:
    published(desk, 4, preset="infinity")
    scores: dict[str, Any] = {
        "s1-op": "7",
        "s1-vp": "120",
        "s1-ap": "30",
        "s2-op": "3",
        "s2-vp": "80",
    }
    page = desk.send("/result/1", status=422, **scores)
    assert "Every player needs op, vp, ap" in page.text
    assert dict(page.form("/result/1").fields)["s1-vp"] == "120"
    scores["s2-ap"] = "10"
    desk.send("/result/1", **scores)
    result = desk.t.rounds[R1].pairings[1].result
    assert isinstance(result, Scored)
    assert [int(side["op"]) for side in result.scores] == [7, 3]
    before = desk.version
    desk.send("/result/1")
    assert desk.version == before


def test_a_team_match_is_typed_board_by_board(desk: Browser) -> None:
    teams = [
        {"name": f"Team {n}", "members": [{"name": f"{n} {board}"} for board in "ABCD"]}
        for n in range(1, 5)
    ]
    published(desk, teams, preset="team_chess", boards=4)
    page = desk.send("/result/1", status=422, b1="1", b2="0", b3="=", b4="?")
    assert "Board 4 has no result" in page.text
    assert dict(page.form("/result/1").fields)["b3"] == "="
    desk.send("/result/1", b1="1", b2="0", b3="=", b4="+")
    result = desk.t.rounds[R1].pairings[1].result
    assert isinstance(result, Boards)
    assert str(result) == "1-0 0-1 1/2-1/2 1-0F"
    before = desk.version
    desk.send("/result/1")
    assert desk.version == before
    desk.send("/result/2", result="0-1f")
    assert str(desk.t.rounds[R1].pairings[2].result) == "0-1F"


def test_a_thousand_players_fit_into_a_page(desk: Browser) -> None:
    published(desk, 1000)
    page = desk.round(1)
    assert len(page.html) < 400_000
    assert page.offers("/result/500")
    assert len(desk.round(1, more="?change=1").html) < 400_000
    assert len(desk.open(f"/desk/{desk.here}/standings").html) < 150_000


def test_only_the_organiser_goes_on(desk: Browser) -> None:
    published(desk)
    desk.log_in(desk.key(Role.SCOREKEEPER))
    page = desk.round(1)
    for action in ("/step", "/clock", "/drop", "/late"):
        assert not page.offers(action)
    desk.result(1, "2-0")
    assert desk.t.rounds[R1].pairings[1].result == Games((2, 0))
    data = {"csrf": dict(page.form("/result/1").fields)["csrf"], "do": "start"}
    origin = {"Origin": str(desk.client.base_url).rstrip("/")}
    told = desk.client.post(f"/desk/{desk.here}/round/1/1/clock", data=data, headers=origin)
    assert told.status_code == 403
    desk.client.cookies.clear()
    assert desk.client.get(f"/desk/{desk.here}/round/1/1").url.path == "/login"


def test_a_foreign_site_can_do_nothing(desk: Browser) -> None:
    published(desk)
    form = desk.page.form("/result/1")
    data = {**dict(form.fields), "result": "2-0"}
    foreign = desk.client.post(form.action, data=data, headers={"Origin": "https://evil.example"})
    assert foreign.status_code == 403
    data["csrf"] = "x" * 32
    origin = {"Origin": str(desk.client.base_url).rstrip("/")}
    assert desk.client.post(form.action, data=data, headers=origin).status_code == 403
    assert desk.t.rounds[R1].pairings[1].result is None


def test_names_are_text_whatever_is_in_them(desk: Browser) -> None:
    names = ["<script>alert(1)</script>", 'O\'Neil "Bob"', "Ünï cödé", "x" * 150]
    published(desk, names)
    for path in ("/round/1/1", "/round/1/1?change=1", "/round/1/1/table/1", "/standings"):
        html = desk.open(f"/desk/{desk.here}{path}").html
        assert "<script>alert" not in html
        assert "style=" not in html
        assert " onclick" not in html


def test_a_draw_by_word_and_games(desk: Browser) -> None:
    published(desk)
    desk.result(1, "=")
    desk.result(2, "1-1-1")
    tables = desk.t.rounds[R1].pairings
    assert tables[1].result == Decided((Mark.DRAW, Mark.DRAW))
    assert tables[2].result == Games((1, 1), 1)
