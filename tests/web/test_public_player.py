"""The player's own page: how one gets in, what it says, and how results are reported."""

from collections.abc import Iterator
from typing import Any

import pytest

from api.read_server import CUP, EIGHT, lower_wins, people
from fairpair.app.access.grants import Role
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.players import DropKind
from fairpair.core.results import Decided, Games, Mark, Result, Scored
from fairpair.core.rounds import MatchRef, Pairing
from fairpair.log import commands as c
from fairpair.web.public.my_round import NextStepKind, my_round
from timeouts import wait_until

from .public_site import PublicSite, rounds, site, teams


@pytest.fixture
def cup() -> Iterator[PublicSite]:
    """Five players, best of 3, reports allowed; round 1 is published."""
    with site(people(*EIGHT[:5]), rounds=3, player_reports=True) as found:
        found.desk.draft()
        yield found


def table(found: PublicSite, number: int = 1) -> Pairing:
    return found.t.rounds[found.t.upcoming].pairings[number]


def result(found: PublicSite) -> Result | None:
    return table(found).result


def test_the_personal_address_is_a_login_and_does_not_stay(cup: PublicSite) -> None:
    key = cup.key(Role.PLAYER, 2)
    answer = cup.get(f"player/{key}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/cup/me")
    assert answer.headers["cache-control"] == "no-store"
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("fairpair-cup=")
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert key not in cookie
    page = cup.get("me")
    assert page.status_code == 200
    assert "Bo" in page.text
    assert key not in page.text
    assert page.headers["cache-control"] == "private, no-cache"


def test_an_address_that_is_not_theirs_opens_nothing(cup: PublicSite) -> None:
    other = cup.desk.access.make(Role.PLAYER, TournamentId("other"), PlayerId(1)).key
    wrong = ("fp_ply_nonsense", "x", other, cup.key(Role.ORGANISER), cup.key(Role.SCOREKEEPER))
    for key in wrong:
        answer = cup.get(f"player/{key}")
        assert answer.status_code == 401, key
        assert "personal link is not valid" in answer.text
        assert "set-cookie" not in answer.headers
    assert "This browser is not logged in" in cup.get("me").text
    kept = next(k for k in cup.desk.access.of(CUP) if k.role == Role.ORGANISER)
    key = cup.key(Role.PLAYER, 3)
    cup.get(f"player/{key}")
    assert cup.get("me").status_code == 200
    cup.desk.access.revoke([k for k in cup.desk.access.of(CUP) if k != kept])
    wait_until(lambda: cup.get("me").status_code == 401)


def test_the_staff_keeps_its_own_login(cup: PublicSite) -> None:
    login = cup.desk.access.log_in(cup.desk.access.verify(cup.key(Role.ORGANISER)))  # type: ignore[arg-type]
    cup.cookies = {"fairpair-cup": login.key}
    answer = cup.get(f"player/{cup.key(Role.PLAYER, 2)}")
    assert answer.headers["location"] == "/t/cup/players/2"
    assert "set-cookie" not in answer.headers


def test_where_to_sit_against_whom(cup: PublicSite) -> None:
    first, second = table(cup).seats
    cup.come_as(first)
    text = cup.page("me").text
    name = cup.t.name_of(second)
    assert "Round 1 Table 1 " in text
    assert f" Opponent {name} " in text.partition(" Points 0 ")[0]
    assert (
        f"How did it end? Report it here when you have finished. It counts as soon as {name}"
        in (text)
    )
    [[free, _]] = cup.t.rounds[cup.t.upcoming].byes.items()
    cup.come_as(free)
    text = cup.page("me").text
    assert "Bye: no opponent this round" in text
    assert "Waiting for Round 2. 2 results are still missing." in text


def test_pairings_that_are_edited_are_shown_as_they_were(cup: PublicSite) -> None:
    """Nobody has confirmed the new ones: all other pages show the round as it was, too."""
    first, second = table(cup).seats
    other = table(cup, 2).seats[1]
    cup.come_as(first)
    before = cup.page("me").text
    cup.desk.do(c.EditPairings())
    cup.desk.do(c.SwapPlayers(second, other))
    assert set(table(cup).seats) == {first, other}
    assert cup.page("me").text == before
    cup.desk.do(c.PublishRound(confirmed=("rematch", "colour")))
    text = cup.page("me").text
    assert f" Opponent {cup.t.name_of(other)} " in text


def test_one_reports_and_the_other_confirms(cup: PublicSite) -> None:
    first, second = table(cup).seats
    cup.come_as(second)
    answer = cup.say(result="1-2")  # by seats: the second has won
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/cup/me")
    assert result(cup) is None
    assert "You reported 2-1 ." in cup.page("me").text
    cup.come_as(first)
    text = cup.page("me").text
    assert "reported 1-2 (your score first)" in text
    form = cup.hidden()
    for _ in range(2):  # an impatient tap too
        assert cup.say(**form, confirm="1-2").status_code == 303
        assert result(cup) == Games((1, 2))
    assert cup.say(**form, result="2-0").status_code == 409
    assert "Result 1-2" in cup.page("me").text
    assert "Waiting for Round 2. 1 result is still missing." in cup.page("me").text


def test_buttons_say_what_the_player_has_done(cup: PublicSite) -> None:
    first, second = table(cup).seats
    for player, own_win in ((first, "2-0"), (second, "0-2")):
        cup.come_as(player)
        page = cup.page("me")
        values = [
            x["value"] for tag, x in page.elements if tag == "button" and x.get("class") == "win"
        ]
        assert values[0] == own_win
        assert "I won 2-0 I won 2-1 Draw 1-1 I lost 1-2 I lost 0-2" in page.text


def test_different_reports_need_somebody(cup: PublicSite) -> None:
    first, second = table(cup).seats
    cup.come_as(first)
    cup.say(result="2-0")
    cup.come_as(second)
    cup.say(result="0-2")
    assert result(cup) is None
    text = cup.page("me").text
    assert "reported different results" in text
    assert "You reported 2-0 ;" in text
    assert "reported 0-2" in text
    cup.say(confirm="2-0")
    assert result(cup) == Games((2, 0))


def test_who_confirms_confirms_what_they_saw(cup: PublicSite) -> None:
    first, second = table(cup).seats
    cup.come_as(first)
    cup.say(result="2-0")
    cup.say(result="2-1")
    cup.come_as(second)
    answer = cup.say(confirm="2-0")
    assert answer.status_code == 403
    assert "has changed their report" in answer.text
    assert result(cup) is None


def test_nobody_else_sees_what_is_reported(cup: PublicSite) -> None:
    first, second = table(cup).seats
    outsider = next(p for p in cup.t.entries if p not in (first, second))
    places = ("", "?by=name", "standings", f"players/{first}", "screen")
    cup.cookies = {}
    before = [cup.page(place).text for place in places]
    cup.come_as(first)
    cup.say(result="2-1")
    cup.cookies = {}
    assert [cup.page(place).text for place in places] == before
    cup.come_as(outsider)
    assert "2-1 ." not in cup.page("me").text


def test_a_form_counts_once_and_only_from_here(cup: PublicSite) -> None:
    first, _ = table(cup).seats
    cup.come_as(first)
    page = cup.page("me")
    hidden = {x["name"]: x["value"] for tag, x in page.elements if x.get("type") == "hidden"}
    version = cup.desk.version
    form = hidden | {"result": "2-0"}
    assert cup.ask("POST", "me/report", data=form).status_code == 303
    assert cup.ask("POST", "me/report", data=form).status_code == 303
    assert cup.desk.version == version + 1
    for how in (
        {"headers": {"Origin": "https://evil.example"}, "data": form | {"command": "b"}},
        {"data": form | {"command": "c", "csrf": "wrong"}},
    ):
        assert cup.ask("POST", "me/report", **how).status_code == 403
    cup.cookies = {}
    assert cup.ask("POST", "me/report", data=form).status_code == 401
    assert cup.desk.version == version + 1


def test_a_result_that_cannot_be_is_refused_with_the_reason(cup: PublicSite) -> None:
    cup.come_as(table(cup).seats[0])
    for fields in ({"result": "3-0"}, {"result": "x"}, {}, {"games-mine": "9", "games-theirs": ""}):
        answer = cup.say(**fields)
        assert answer.status_code == 422, fields
        assert "refusal" in answer.text
    answer = cup.say(**{"games-mine": "1", "games-theirs": "0", "games-drawn": "1"})
    assert answer.status_code == 303
    other = {"result": "2-0", "seats": "4 5"}
    assert cup.say(**other).status_code == 409


def test_without_the_rule_there_is_nothing_to_press() -> None:
    with site(rounds=3) as found:
        found.desk.draft()
        found.come_as(1)
        page = found.page("me")
        assert "then report the result to the organiser" in page.text
        assert not page.count("form", action="/t/cup/me/report")


def test_scores_are_reported_as_scores() -> None:
    with site(preset="infinity", player_reports=True) as found:
        found.desk.draft()
        first, second = table(found).seats
        scores = found.t.rules.scores
        found.come_as(second)
        most = {f"mine-{name}": str(n) for name, n in found.t.rules.score_limits.items()}
        fields = [x for tag, x in found.page("me").elements if tag == "input"]
        assert {x["name"]: x["max"] for x in fields if x.get("name") in most} == most
        mine = {f"mine-{name}": "7" for name in scores} | {f"theirs-{name}": "3" for name in scores}
        assert found.say(**mine).status_code == 303
        found.come_as(first)
        theirs = {f"mine-{name}": "3" for name in scores} | {
            f"theirs-{name}": "7" for name in scores
        }
        assert found.say(**theirs).status_code == 303
        there = result(found)
        assert isinstance(there, Scored)
        assert set(there.scores[1].values()) == {7}


def test_teams_report_board_by_board() -> None:
    entrants = teams("Red", "Blue", "Green", "Gold")
    with site(entrants, "team_chess", rounds=3, boards=2, player_reports=True) as found:
        found.desk.draft()
        first, second = table(found).seats
        found.come_as(second)
        found.say(**{"board-1": "1-0", "board-2": "1/2-1/2"})
        found.come_as(first)
        assert "0-1 ½-½" in found.page("me").text
        found.say(confirm="0-1 1/2-1/2")
        assert str(result(found)) == "0-1 1/2-1/2"


def test_chess_says_the_colour() -> None:
    with site(preset="fide_dutch", rounds=3, player_reports=True) as found:
        found.desk.draft()
        white, black = table(found).seats
        found.come_as(black)
        assert "Your colour Black" in found.page("me").text
        found.say(result="0-1")
        found.come_as(white)
        found.say(confirm="0-1")
        assert result(found) == Decided((Mark.LOSS, Mark.WIN))


def test_what_comes_next() -> None:
    cut: dict[str, Any] = {
        "rounds": 2,
        "cut": 2,
        "mode": "swiss_with_elimination",
        "player_reports": True,
    }
    with site(people(*EIGHT[:4]), **cut) as found:

        def step(player: int) -> NextStepKind:
            return my_round(found.t, PlayerId(player)).next

        assert step(1) is NextStepKind.START
        rounds(found, 1)
        assert step(1) is NextStepKind.WAIT
        found.desk.do(c.DropPlayer(PlayerId(4), DropKind.WITHDRAWN))
        assert step(4) is NextStepKind.DROPPED
        rounds(found, 1)
        assert str(my_round(found.t, PlayerId(1)).following) == "Final"
        rounds(found, 1)
        assert step(3) is NextStepKind.OUT
        assert step(2) is NextStepKind.OUT
        assert step(1) is NextStepKind.LAST
        found.desk.do(c.FinishTournament())
        assert step(1) is NextStepKind.FINISHED


def test_who_has_to_check_in_is_told_so() -> None:
    with site(rounds=3, check_in=True) as found:
        assert my_round(found.t, PlayerId(1)).next is NextStepKind.CHECK_IN
        found.come_as(1)
        assert "Check in at the tournament desk" in found.page("me").text


def test_the_last_round_played_is_shown_until_the_next(cup: PublicSite) -> None:
    for number in (1, 2):
        match = MatchRef(1, 1, number)
        cup.desk.do(c.RecordResult(match, lower_wins(cup.t, number)))
    cup.desk.do(c.CompleteRound())
    cup.desk.draft(publish=False)
    cup.come_as(1)
    text = cup.page("me").text
    assert "Round 1" in text
    assert "Waiting for Round 2." in text
    cup.desk.do(c.PublishRound())
    assert "Round 2" in cup.page("me").text.partition("How did it end?")[0]


@pytest.mark.parametrize("seats", ["9" * 5000, "x", "\u0663", "1 2 3 4 5"])
def test_whatever_the_form_says_of_the_seats_is_no_accident(cup: PublicSite, seats: str) -> None:
    cup.come_as(table(cup).seats[0])
    assert cup.say(result="2-0", seats=seats).status_code in (303, 409, 422)
