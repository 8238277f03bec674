"""The same addresses for every kind of event: finals, round robin, FIDE, teams, named scores."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter

from fairpair.app.access.grants import Role
from fairpair.app.use_cases.pairing import cut_command
from fairpair.app.views.bracket import BracketView
from fairpair.app.views.history import History
from fairpair.app.views.missing_pair import MissingPairReasons
from fairpair.app.views.pairing_explanation import PlayerReasons, RoundReasons
from fairpair.app.views.player_rounds import CrossTable
from fairpair.app.views.players import PlayerList, PlayerView, TeamList
from fairpair.app.views.ranking import RankingView, RankReasons
from fairpair.app.views.recommendation import RecommendationView
from fairpair.app.views.rounds import RoundList, RoundView
from fairpair.app.views.rules import RulesView
from fairpair.app.views.standings import StandingsView
from fairpair.app.views.statistics import Statistics
from fairpair.app.views.status import Status
from fairpair.core.players import Player, Team
from fairpair.core.results import Adjourned, Board, Boards, Games, Scored
from fairpair.core.rounds import ByeKind
from fairpair.log import commands as c
from log_driver import draft, match, p

from .read_server import (
    DRAW,
    LOSS,
    WIN,
    ReadServer,
    by_lot,
    lower_wins,
    people,
    read_server,
    with_names,
)

FIVE = people("Ana", "Bo", "Cy", "Di", "Ed")
EVERYTHING = (
    *("", "/rounds", "/status", "/standings", "/players", "/players/1", "/teams"),
    *("/crosstable", "/ranking", "/statistics", "/rules", "/recommendation"),
    *("/rounds/1", "/rounds/1/why", "/rounds/1/why/1", "/standings/1/why"),
    "/rounds/1/why-not?a=1&b=2",
)


SHAPES: dict[str, Any] = {
    "/rounds": RoundList,
    "/status": Status,
    "/standings": StandingsView,
    "/players": PlayerList,
    "/players/1": PlayerView,
    "/teams": TeamList,
    "/crosstable": CrossTable,
    "/ranking": RankingView,
    "/statistics": Statistics,
    "/rules": RulesView,
    "/recommendation": RecommendationView,
    "/rounds/1": RoundView,
    "/rounds/1/why": RoundReasons,
    "/rounds/1/why/1": PlayerReasons,
    "/rounds/1/why-not?a=1&b=2": MissingPairReasons,
    "/standings/1/why": RankReasons,
}


def decode(content: bytes, shape: Any) -> None:
    """The answer has this shape; messages are strings in it."""
    TypeAdapter(shape).validate_json(content, strict=True)


def readable(r: ReadServer) -> None:
    """Everything can be read by everybody, and with a key too, in the shape that is described."""
    for path in EVERYTHING:
        for role in (None, Role.SCOREKEEPER):
            found = r.asks(path, role)
            assert found.status_code == 200, found.text
            decode(found.content, SHAPES.get(path, Any))
    history = r.asks("/history", Role.SCOREKEEPER)
    decode(history.content, History)
    bracket = r.asks("/bracket")
    decode(bracket.content, BracketView if bracket.is_success else Any)


def test_a_knock_out_is_known_before_the_cut() -> None:
    with read_server() as r:
        r.begin(FIVE, "small_tournament")
        found = r.json("/bracket")
        assert (found["size"], found["drawn"], found["champion"]) == (4, False, None)
        semi, third, final = found["rounds"]
        assert [semi["title"], third["title"], final["title"]] == [
            "Semi-finals",
            "Third place",
            "Final",
        ]
        seats = [[seat["seed"] for seat in one["seats"]] for one in semi["matches"]]
        assert seats == [[1, 4], [2, 3]]
        assert [s["waiting"] for s in final["matches"][0]["seats"]] == [
            "winner of semi-final 1",
            "winner of semi-final 2",
        ]
        assert {one["status"] for one in semi["matches"]} == {"waiting"}
        r.refused("/rounds/1?stage=2", 404, "not-published")
        r.refused("/rounds/1?stage=3", 404, "no-round")


def test_a_knock_out_to_its_champion() -> None:
    """Who has the smaller number always wins, so Ana does."""
    with read_server() as r:
        r.begin(FIVE, "small_tournament")
        r.to_the_end(lower_wins)
        found = r.json("/bracket")
        places = [found[key]["name"] for key in ("champion", "runner_up", "third", "fourth")]
        assert places[0] == "Ana"
        assert len(set(places)) == 4
        (left,) = {player.name for player in FIVE} - set(places)
        final = found["rounds"][-1]["matches"][0]
        assert (final["status"], final["winner"], final["id"]) == ("over", 1, "2-3-1")
        assert final["table_seats"] in ([1, 2], [2, 1])
        ranking = r.json("/ranking")
        assert ranking["final"]
        assert [row["name"] for row in ranking["players"]] == [*places, left]
        assert ranking["players"][0]["why"] == "won the final"
        status = r.json("/status")
        assert (status["state"], status["current_round"], status["total_rounds"]) == (
            "finished",
            6,
            6,
        )
        assert r.json("/rounds/1?stage=2")["pairings"][0]["id"] == "2-1-1"
        reason = r.json("/rounds/1/why/1?stage=2")["pairing"]["text"]
        assert reason.endswith("meet in semi-final 1 of the bracket.")
        assert "Ana (seed 1)" in reason
        ana = r.json("/players/1")
        assert ana["seed"] == 1
        assert [(one["stage"], one["outcome"]) for one in ana["rounds"] if one["stage"] == 2] == [
            (2, "win"),
            (2, "win"),
        ]
        readable(r)


def test_a_drafted_semi_final_is_for_the_staff() -> None:
    with read_server() as r:
        r.begin(FIVE, "small_tournament")
        for _ in range(3):
            r.play(lower_wins)
        r.do(cut_command(r.t))
        r.draft(publish=False)
        seen = r.json("/bracket")["rounds"][0]
        assert (seen["status"], [m["status"] for m in seen["matches"]]) == (
            "locked",
            ["ready", "ready"],
        )
        assert [m["id"] for m in seen["matches"]] == [None, None]
        staff = r.json("/bracket", Role.ORGANISER)["rounds"][0]
        assert (staff["status"], [m["status"] for m in staff["matches"]]) == (
            "draft",
            ["draft", "draft"],
        )


def test_a_round_robin() -> None:
    """Everybody beats whoever has a larger number: 3, 2, 1 and 0 points."""
    with read_server() as r:
        r.begin(people("Ana", "Bo", "Cy", "Di"), "chess_style", system="round_robin")
        r.to_the_end(lower_wins)
        rows = r.json("/standings")["players"]
        assert [(row["name"], row["points"]) for row in rows] == [
            ("Ana", "3"),
            ("Bo", "2"),
            ("Cy", "1"),
            ("Di", "0"),
        ]
        assert [sorted(row["opponents"]) for row in rows] == [
            [2, 3, 4],
            [1, 3, 4],
            [1, 2, 4],
            [1, 2, 3],
        ]
        cells = r.json("/crosstable")["players"][0]["cells"]
        assert sorted(cell["opponent_rank"] for cell in cells) == [2, 3, 4]
        assert r.json("/rounds/1/why")["method"] == (
            "The pairings follow the Berger table for 4 players."
        )
        assert "numbers" in r.json("/rounds/1/why/1")["pairing"]["text"]
        assert r.json("/ranking")["players"][0]["why"] == "rank 1 in the round robin"
        r.refused("/bracket", 404, "no-bracket")
        readable(r)


def test_a_rest_in_a_round_robin_is_explained() -> None:
    with read_server() as r:
        r.begin(people("Ana", "Bo", "Cy"), "chess_style", system="round_robin")
        r.draft()
        bye = r.json("/rounds/1")["byes"][0]
        reason = r.json(f"/rounds/1/why/{bye['id']}")
        assert reason["pairing"] is None
        assert reason["byes"][0]["text"] == (
            f"{bye['name']} has a zero-point bye: there is no opponent in this round of the "
            "schedule."
        )


def test_fide_colours_byes_and_reasons() -> None:
    """Five players by rating, White first: round 1 is 1-3 and 4-2, and 5 has the bye (C.04.3).

    The smaller numbers win. Then 1, 2 and 5 have a point: 1 has had White, 2 Black.
    """
    with read_server() as r:
        r.begin(FIVE, "fide_dutch", rounds=3, initial_colour="white")
        r.play(lower_wins)
        found = r.json("/rounds/1")
        seats = [[(s["name"], s["colour"]) for s in x["players"]] for x in found["pairings"]]
        assert seats == [
            [("Ana", "white"), ("Cy", "black")],
            [("Di", "white"), ("Bo", "black")],
        ]
        assert [(bye["name"], bye["kind"]) for bye in found["byes"]] == [("Ed", "pairing")]
        assert r.json("/rounds/1/why/5")["byes"][0]["text"].startswith("Ed has the bye")
        r.draft()
        why = r.json("/rounds/2/why")
        assert [(g["points"], g["players"]) for g in why["groups"]] == [
            ("1", [1, 2, 5]),
            ("0", [3, 4]),
        ]
        due = {
            one["player"]: (one["colours"], one["due"], one["strength"]) for one in why["colours"]
        }
        assert due[1] == ("w", "black", "strong")
        assert due[2] == ("b", "white", "strong")
        assert due[5] == ("", None, "none")
        assert why["bye_history"] == [{"player": 5, "round": 1, "kind": "pairing_bye"}]
        numbers = r.json("/statistics")["white"]
        assert numbers == {"wins": 1, "draws": 0, "losses": 1}
        assert r.json("/players/1")["colours"] == "w"
        cells = {row["name"]: row["cells"][0]["text"] for row in r.json("/crosstable")["players"]}
        assert cells["Ed"] == "-+"
        assert cells["Ana"].endswith("w1")
        readable(r)


def test_requested_byes_and_late_entries() -> None:
    with read_server() as r:
        r.begin(FIVE, "fide_dutch", rounds=3)
        r.do(c.RequestBye(p(1), 1, ByeKind.HALF))
        r.play(lower_wins)
        r.do(c.EnterLate((Player("Zoe", 1000),)))
        r.draft()
        reason = r.json("/rounds/1/why/1")["byes"]
        assert reason == [{"player": 1, "text": "Ana has a half-point bye, as requested."}]
        zoe = r.json("/players/6")
        assert (zoe["from_round"], zoe["rounds"][0]["kind"]) == (
            {"stage": 1, "round": 2},
            "zero_bye",
        )
        r.refused("/rounds/1/why/6", 404, "not-in-round")
        readable(r)


def test_teams_and_their_boards() -> None:
    teams = tuple(
        Team(name, (Player(f"{name} 1", 2000 + n), Player(f"{name} 2", 1801 + n)), club=name)
        for n, name in enumerate(("Lions", "Bears", "Owls", "Foxes"))
    )
    points = {"win": 2, "draw": 1, "loss": 0}
    with read_server() as r:
        r.begin(teams, "team_chess", boards=2, points=points, standings_tiebreakers=["MPvGP"])
        r.do(draft("1-2 3-4"), c.PublishRound())
        r.result(1, Boards((Board(WIN, (1, 1)), Board(DRAW, (2, 2)))))
        r.result(2, Boards((Board(LOSS), Board(Adjourned()))))
        found = r.json("/rounds/1")["pairings"]
        assert found[0]["result"]["boards"] == ["1-0", "1/2-1/2"]
        assert found[0]["players"][0]["rating"] == 1900
        assert (found[1]["result"]["text"], found[1]["result"]["winner"]) == ("0-1 adjourned", 4)
        listed = r.json("/teams")["teams"]
        assert [m["name"] for m in listed[0]["members"]] == ["Lions 1", "Lions 2"]
        assert with_names(r.json("/standings")["players"], "points")["Lions"] == ("2",)
        assert r.json("/players/1")["members"][1] == {
            "place": 2,
            "name": "Lions 2",
            "rating": 1801,
            "title": "",
            "club": "",
            "federation": "",
        }
        readable(r)


def test_named_scores() -> None:
    with read_server() as r:
        r.begin(people("Ana", "Bo"), "infinity")
        r.do(draft("1-2"), c.PublishRound())
        sides = ({"op": 7, "vp": 120, "ap": 30}, {"op": 3, "vp": 80, "ap": 45})
        scored = Scored(tuple({k: Fraction(v) for k, v in side.items()} for side in sides))
        r.result(1, scored)
        result = r.json("/rounds/1")["pairings"][0]["result"]
        assert result["scores"] == [{k: str(v) for k, v in side.items()} for side in sides]
        assert (result["winner"], result["kind"]) == (1, "scored")
        readable(r)


def test_an_adjourned_match_can_be_shown() -> None:
    with read_server() as r:
        r.begin(people("Ana", "Bo"), "chess_style")
        r.do(draft("1-2"), c.PublishRound())
        r.result(1, Adjourned())
        result = r.json("/rounds/1")["pairings"][0]["result"]
        assert (result["text"], result["winner"]) == ("adjourned", None)
        readable(r)


def test_what_players_report_is_for_the_staff() -> None:
    with read_server() as r:
        r.begin(people("Ana", "Bo", "Cy", "Di"), player_reports=True)
        r.do(draft("1-2 3-4"), c.PublishRound())
        r.do(c.ReportResult(match(1, 1), p(1), Games((2, 0))))
        r.do(c.ReportResult(match(1, 1), p(2), Games((1, 2))))
        seen = r.json("/rounds/1")["pairings"][0]
        assert (seen["result"], seen["reports"], seen["disputed"]) == (None, [], False)
        staff = r.json("/rounds/1", Role.SCOREKEEPER)["pairings"][0]
        assert staff["disputed"]
        assert staff["reports"] == [
            {"player": 1, "result": "2-0"},
            {"player": 2, "result": "1-2"},
        ]


@pytest.mark.parametrize("preset", ["mtg_standard", "fide_dutch", "medium_tournament"])
def test_everything_can_be_read_at_every_step(preset: str) -> None:
    """Also with byes, drops, rounds made by hand and no players at all."""
    random = Random(preset)
    with read_server() as r:
        r.begin((), preset, rounds=3)
        paths = [path for path in EVERYTHING if "/1" not in path]
        for path in paths:
            r.json(path)
        r.do(c.RegisterPlayers(people("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gil")))
        result = by_lot(random) if preset == "mtg_standard" else lower_wins
        r.play(result)
        readable(r)
        r.draft(publish=False)
        a, b = (r.t.rounds[r.t.upcoming].pairings[n].seats[0] for n in (1, 2))
        r.do(c.SwapPlayers(a, b, "friends", ("rematch", "colour")))
        for role in (None, Role.ORGANISER):
            r.json("/rounds/1/why", role)
        r.json("/rounds/2/why", Role.ORGANISER)
        r.do(c.PublishRound())
        r.json("/rounds/2/why")
        for player in r.t.rounds[r.t.upcoming].pairings[1].seats:
            r.json(f"/rounds/2/why/{player}")
        r.do(c.DropPlayer(p(7)))
        readable(r)
