"""What can be read of a small event that was worked out by hand: Magic, eight players.

| round | results |
|---|---|
| 1 | Ana 2-0 Bo, Cy 2-1 Di, Ed 1-1 Flo, Gil 0-2 Hal |
| 2 | Ana 2-0 Cy, Hal 2-1 Ed, Flo 0-2 Bo, Di beats Gil, who did not come |

Points: Ana and Hal 6; Bo, Cy and Di 3; Ed and Flo 1; Gil 0. Shares of matches won: Ana and Hal 1,
Bo, Cy and Di 1/2, all others below the floor of 0.33. So the opponents' shares are: Ana 1/2, Hal
0.33, Cy (1/2 + 1) / 2 = 0.75, Bo (1 + 0.33) / 2 = 0.665, Di (1/2 + 0.33) / 2 = 0.415, Ed
(0.33 + 1) / 2 = 0.665, Flo (0.33 + 1/2) / 2 = 0.415.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from fairpair.app.access.grants import Role
from fairpair.core.results import Forfeit, Mark
from fairpair.log import commands as c
from log_driver import draft, games, match, p

from .read_server import EIGHT, ReadServer, people, read_server, with_names

RANKED = ["Ana", "Hal", "Cy", "Bo", "Di", "Ed", "Flo", "Gil"]


@contextmanager
def played() -> Iterator[ReadServer]:
    with read_server() as r:
        r.begin(people(*EIGHT), rounds=3)
        r.do(draft("1-2 3-4 5-6 7-8"), c.PublishRound())
        for table, result in enumerate(("2-0", "2-1", "1-1", "0-2"), 1):
            r.result(table, games(result))
        r.do(c.CompleteRound(), draft("1-3 8-5 6-2 4-7"), c.PublishRound())
        for table, result in enumerate(("2-0", "2-1", "0-2"), 1):
            r.result(table, games(result))
        r.result(4, Forfeit((Mark.WIN, Mark.LOSS)))
        yield r


@pytest.fixture(scope="module")
def event() -> Iterator[ReadServer]:
    """To be read only."""
    with played() as found:
        yield found


@pytest.fixture
def own_event() -> Iterator[ReadServer]:
    """For one test, which may go on with it."""
    with played() as found:
        yield found


def test_the_list_says_when_all_results_are_in(event: ReadServer) -> None:
    [cup] = event.json("/api/tournaments")["tournaments"]
    assert cup["state"] == "Round 2 of 3: all results are in"


def test_the_standings_have_every_number(event: ReadServer) -> None:
    found = event.json("/standings")
    rows = found["players"]
    assert (found["round"], found["complete"]) == (2, True)
    assert [row["name"] for row in rows] == RANKED
    assert [row["rank"] for row in rows] == list(range(1, 9))
    assert [row["points"] for row in rows] == ["6", "6", "3", "3", "3", "1", "1", "0"]
    omw = [row["tiebreaks"][0]["value"] for row in rows]
    assert omw[:7] == ["0.5", "0.33", "0.75", "0.665", "0.415", "0.665", "0.415"]
    assert rows[0]["tiebreaks"][0] == {
        "code": "omw",
        "name": "Opponents' match-win percentage",
        "value": "0.5",
        "display": "50.00%",
    }
    assert [head["code"] for head in found["tiebreaks"]] == ["omw", "gw", "ogw", "random"]
    assert found["tiebreaks"][0]["about"].endswith("to a minimum. The minimum is 33.00%.")
    cy = rows[2]
    assert cy["record"] == {"wins": 1, "draws": 0, "losses": 1}
    assert cy["games"] == {"won": 2, "lost": 3, "drawn": 0}
    assert (cy["matches"], cy["byes"], cy["opponents"]) == (2, 0, [4, 1])
    assert (cy["rating"], cy["club"]) == (1800, "Club 0")


def test_the_standings_of_an_earlier_round(event: ReadServer) -> None:
    found = event.json("/standings?until=1")
    assert (found["round"], found["complete"]) == (1, True)
    points = {row["name"]: row["points"] for row in found["players"]}
    assert points == dict(zip(EIGHT, "30301103", strict=True))
    event.refused("/standings?until=3", 404, "not-published")
    event.refused("/standings?until=4", 404, "no-round")


def test_a_round_has_tables_players_points_and_results(event: ReadServer) -> None:
    found = event.json("/rounds/2")
    assert (found["status"], found["title"], found["pending"]) == ("published", "Round 2", [])
    assert [p["id"] for p in found["pairings"]] == ["1-2-1", "1-2-2", "1-2-3", "1-2-4"]
    hal, ed = found["pairings"][1]["players"]
    assert (hal["name"], hal["points"], hal["outcome"], hal["colour"]) == ("Hal", "3", "win", None)
    assert (ed["name"], ed["points"], ed["outcome"]) == ("Ed", "1", "loss")
    assert found["pairings"][1]["result"] == {
        "text": "2-1",
        "kind": "games",
        "winner": 8,
        "games": [2, 1, 0],
        "scores": None,
        "boards": None,
    }
    assert found["pairings"][3]["result"]["text"] == "1-0F"
    assert event.json("/rounds/1")["pairings"][2]["result"]["winner"] is None


def test_the_rounds_of_the_plan(event: ReadServer) -> None:
    lines = event.json("/rounds")["rounds"]
    assert [(one["number"], one["status"]) for one in lines] == [
        (1, "complete"),
        (2, "published"),
        (3, "locked"),
    ]
    assert (lines[1]["matches"], lines[1]["pending"]) == (4, 0)


def test_the_status_says_what_comes_next(own_event: ReadServer) -> None:
    found = own_event.json("/status")
    now = {key: found[key] for key in ("state", "current_round", "total_rounds", "next_step")}
    assert now == {
        "state": "running",
        "current_round": 2,
        "total_rounds": 3,
        "next_step": "complete the round",
    }
    own_event.do(c.ClearResult(match(2, 4)))
    found = own_event.json("/status")
    assert (found["pending_results"], found["blocked_by"]) == (1, ["table 4"])
    assert found["pending"] == ["1-2-4"]
    assert found["message"] == "Round 2 of 3: 1 result missing: table 4"


def test_a_player_with_all_rounds(event: ReadServer) -> None:
    found = event.json("/players/8")
    assert (found["name"], found["rank"], found["points"]) == ("Hal", 2, "6")
    assert [
        (one["round"], one["pairing"], one["opponent_name"], one["result"], one["outcome"])
        for one in found["rounds"]
    ] == [(1, "1-1-4", "Gil", "0-2", "win"), (2, "1-2-2", "Ed", "2-1", "win")]
    assert [(one["points"], one["total"]) for one in found["rounds"]] == [("3", "3"), ("3", "6")]
    assert found["opponents"] == [7, 5]
    di = event.json("/players/4")
    assert [one["kind"] for one in di["rounds"]] == ["played", "forfeit_win"]


def test_an_open_match_is_shown_as_open(own_event: ReadServer) -> None:
    own_event.do(c.ClearResult(match(2, 1)))
    last = own_event.json("/players/1")["rounds"][-1]
    assert (last["kind"], last["outcome"], last["points"], last["total"]) == (
        "open",
        None,
        None,
        "3",
    )
    assert own_event.json("/rounds/2")["pending"] == ["1-2-1"]
    rows = own_event.json("/crosstable")["players"]
    ana = next(row for row in rows if row["name"] == "Ana")
    assert [(cell["kind"], cell["text"][-1]) for cell in ana["cells"]] == [
        ("played", "1"),
        ("open", "*"),
    ]


def test_the_list_of_players(own_event: ReadServer) -> None:
    own_event.do(c.DropPlayer(p(7)), c.RequestBye(p(5), 3), c.FixTable(p(2), 9))
    rows = own_event.json("/players")["players"]
    assert [row["name"] for row in rows] == list(EIGHT)
    assert with_names(rows, "rank", "points", "status")["Gil"] == (8, "0", "dropped")
    assert rows[6]["dropped_after"] == {"stage": 1, "round": 2}
    assert rows[4]["requested_byes"] == [{"round": 3, "kind": "half"}]
    assert rows[1]["fixed_table"] == 9


def test_the_cross_table_names_opponents_by_rank(event: ReadServer) -> None:
    rows = event.json("/crosstable")["players"]
    texts = {row["name"]: [cell["text"] for cell in row["cells"]] for row in rows}
    assert texts["Ana"] == ["4 1", "3 1"]
    assert texts["Ed"] == ["7 =", "2 0"]
    assert texts["Di"] == ["3 0", "8 +"]
    assert texts["Gil"] == ["2 0", "5 -"]


def test_statistics(event: ReadServer) -> None:
    found = event.json("/statistics")
    assert (found["matches"], found["played"], found["forfeits"]) == (8, 7, 1)
    assert found["first_named"] == {"wins": 4, "draws": 1, "losses": 2}
    assert found["white"] is None
    assert [(one["points"], one["players"]) for one in found["scores"]] == [
        ("6", 2),
        ("3", 3),
        ("1", 2),
        ("0", 1),
    ]
    upsets = [(u["winner_name"], u["loser_name"], u["difference"]) for u in found["upsets"]]
    assert upsets == [("Hal", "Ed", 300), ("Hal", "Gil", 100)]
    assert found["average_rating"] == 1650


def test_the_ranking_before_the_end_is_that_of_the_rounds(event: ReadServer) -> None:
    found = event.json("/ranking")
    assert not found["final"]
    assert [row["name"] for row in found["players"]] == RANKED
    assert found["players"][0]["why"] == "rank 1 in the Swiss rounds"


def test_why_a_rank_is_what_it_is(event: ReadServer) -> None:
    found = event.json("/standings/4/why")
    assert (found["name"], found["rank"]) == ("Di", 5)
    omw = next(step for step in found["steps"] if step["code"] == "omw")
    assert omw["value"] == "0.415"
    assert "Cy" in omw["text"]
    assert found["above"]["decided_by"] == "omw"
    assert found["above"]["text"].startswith("Bo is ahead of Di: tied on points")
    assert found["below"]["decided_by"] == "PTS"
    assert event.json("/standings/1/why")["above"] is None


def test_why_a_pairing_is_what_it_is(event: ReadServer) -> None:
    found = event.json("/rounds/2/why")
    groups = [(group["points"], group["players"]) for group in found["groups"]]
    assert groups == [("3", [1, 3, 8]), ("1", [5, 6]), ("0", [2, 4, 7])]
    assert [pair["pairing"] for pair in found["pairings"]] == ["1-2-1", "1-2-2", "1-2-3", "1-2-4"]
    assert found["pairings"][0]["text"].startswith("Ana and Cy both have 3 points.")
    one = event.json("/rounds/2/why/8")
    assert one["pairing"]["players"] == [8, 5]
    assert (one["points"], one["name"]) == ("3", "Hal")


def test_why_two_players_do_not_meet(event: ReadServer) -> None:
    """In round 2 Ana (3 points) plays Cy (3), and Hal (3) plays Ed (1), as somebody set it by hand:
    by the rules Ana plays Hal.
    """
    found = event.json("/rounds/2/why-not?a=3&b=8")
    assert (found["verdict"], found["criterion"], found["names"]) == ("equal", None, ["Cy", "Hal"])
    assert "equally good" in found["text"]
    assert {3, 8} in map(set, found["tables"])
    assert len(found["changed"]) == 2
    assert event.json("/rounds/2/why-not?a=1&b=8")["verdict"] == "ruled"
    assert event.json("/rounds/2/why-not?a=1&b=3")["verdict"] == "paired"
    event.refused("/rounds/2/why-not?a=1&b=1", 409, "same-player")
    event.refused("/rounds/2/why-not?a=1&b=99", 404, "no-player")
    assert event.asks("/rounds/2/why-not?a=1").status_code == 422


def test_the_history_tells_who_did_what(own_event: ReadServer) -> None:
    own_event.do(c.Undo(reason="wrong table"), by="scorekeeper Bo")
    found = own_event.json("/history", Role.SCOREKEEPER)
    assert found["total"] == own_event.version == len(found["entries"])
    undo, undone = found["entries"][-1], found["entries"][-2]
    assert (undo["by"], undo["what"], undo["undoes"]) == (
        "scorekeeper Bo",
        f"#{undone['seq']} undone: {undone['what']}",
        undone["seq"],
    )
    assert (undone["undone"], undone["type"]) == (True, "result_recorded")
    assert undone["what"] == "Round 2, table 4: Di - Gil 1-0F entered"
    assert all(entry["at"] for entry in found["entries"])
    first = own_event.json("/history?limit=3", Role.SCOREKEEPER)
    assert [entry["seq"] for entry in first["entries"]] == [1, 2, 3]
    assert (
        own_event.json(f"/history?limit=3&after={first['next']}", Role.SCOREKEEPER)["entries"][0][
            "seq"
        ]
        == 4
    )
    assert own_event.json(f"/history?after={own_event.version}", Role.SCOREKEEPER)["next"] is None


def test_the_whole_document(event: ReadServer) -> None:
    found = event.json("")
    assert (found["id"], found["version"]) == ("cup", event.version)
    assert found["championship"]["message"] == "Round 2 of 3: all results are in"
    assert [r["status"] for r in found["rounds"]] == ["complete", "unlocked", "unlocked"]
    assert found["rounds"][1]["matches"][0]["id"] == "1-2-1"
    assert len(found["participants"]) == 8


def test_the_rules_are_explained(event: ReadServer) -> None:
    found = event.json("/rules")
    rules = {one["key"]: one for one in found["rules"]}
    assert rules["rounds"]["value"] == 3
    assert rules["rounds"]["default"] is None
    assert found["config"]["points"] == {"win": 3, "draw": 1, "loss": 0}
    assert (rules["system"]["changeable"], rules["rounds"]["changeable"]) == (False, True)
    assert all(one["about"].endswith(".") for one in found["rules"])


def test_a_recommendation_for_the_field(event: ReadServer) -> None:
    found = event.json("/recommendation")
    assert (found["players"], found["rounds"], found["cut"]) == (8, 3, None)
    assert found["planned"]["rounds"] == 3
    assert found["warnings"] == []
    other = event.json("/recommendation?players=40")
    assert other["text"] == "40 players: 6 Swiss rounds, then the top 8"
    assert [one["code"] for one in other["warnings"]] == ["many-unbeaten"]
    assert event.json("/recommendation?players=1")["rounds"] is None
