"""Standings as JSON and CSV: exact, complete, and harmless wherever they are opened."""

import csv
import json
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest

from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.explain import explain, separation
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.formats.standings import (
    explanation_data,
    separation_data,
    standings_csv,
    standings_data,
)
from fairpair.presets import rules_of
from standings.builder import played

SHEET = """1  Ana 2-0 Bo | Cy 2-1 Di | Ed bye
           2  Ana 1-2 Ed | Di 2-0 Bo | Cy bye
           3  Ed 2-0 Di | Ana 1-1-1 Cy
           Bo drops after 2"""
MAGIC = ("omw", "gw", "random")
RECORD = [
    *("wins", "draws", "losses", "games won", "games lost", "games drawn"),
    *("matches", "byes", "opponents"),
]
CHESS = """1  Ana 1:0 Bo | Cy =:= Di
           2  Ana =:= Cy | Bo =:= Di"""
DUTCH = rules_of("fide_dutch", {})


def ids_of(tournament: Tournament, *given: str | int) -> dict[PlayerId, str | int]:
    return dict(zip(tournament.entries, given or tournament.entries, strict=True))


def data(sheet: str, *codes: str, rules: Rules = DUTCH, fractions: bool = False) -> Any:
    tournament = played(sheet, rules)
    standings = Standings(tiebreak_input(tournament), codes)
    found = standings_data(tournament, standings, ids_of(tournament), fractions=fractions)
    assert json.loads(json.dumps(found)) == found
    return found


def renamed(tournament: Tournament, *names: str) -> Tournament:
    entries = {
        player: replace(entry, entrant=Player(name))
        for (player, entry), name in zip(tournament.entries.items(), names, strict=True)
    }
    return replace(tournament, entries=entries)


def test_everything_about_one_player() -> None:
    players = data(SHEET, *MAGIC, rules=Rules(), fractions=True)["players"]
    assert list(data(SHEET, rules=Rules())) == ["players"]
    assert players[2] == {
        "id": 1,
        "name": "Ana",
        "rank": 3,
        "points": "4",
        # Bo 33/100, Ed 1, Cy 7/9; games 13 of 24
        "tiebreaks": {"omw": "1897/2700", "gw": "13/24", "random": None},
        "display": {"omw": "70.26%", "gw": "54.17%", "random": "-"},
        "record": {"wins": 1, "draws": 1, "losses": 1},
        "games": {"won": 4, "lost": 3, "drawn": 1},
        "matches": 3,
        "byes": 0,
        "opponents": [2, 5, 3],
    }
    assert (players[0]["name"], players[0]["byes"], players[0]["matches"]) == ("Ed", 1, 2)


def test_decimals_where_they_are_short_and_fractions_elsewhere() -> None:
    [ana, *_] = data(CHESS, "BH", "AOB", "SB")["players"]
    # Ana 1.5, Cy and Di 1, Bo 0.5; BH of Bo 2.5, of Cy 2.5
    assert ana["points"] == "1.5"
    assert ana["tiebreaks"] == {"BH": "1.5", "AOB": "2.5", "SB": "1"}
    thirds = data(SHEET, "omw", rules=Rules())["players"][1]
    assert thirds["tiebreaks"] == {"omw": "7/18"}


def test_points_are_decimals_whatever_the_tiebreaks_are() -> None:
    fractions = data(CHESS, "PTS", "BH", fractions=True)["players"]
    assert [one["points"] for one in fractions] == ["1.5", "1", "1", "0.5"]
    assert fractions[0]["tiebreaks"] == {"PTS": "3/2", "BH": "3/2"}
    thirds = Rules.read({"points": {"win": 1, "draw": "1/3", "loss": 0}})
    shares = data(CHESS, rules=thirds, fractions=True)["players"]
    assert [one["points"] for one in shares] == ["4/3", "2/3", "2/3", "1/3"]


def test_points_are_among_the_tiebreaks_if_they_are_named() -> None:
    assert data(CHESS, "PTS", "BH")["players"][0]["tiebreaks"] == {"PTS": "1.5", "BH": "1.5"}
    assert data(CHESS, "BH")["players"][0]["tiebreaks"] == {"BH": "1.5"}
    assert data(CHESS, "PTS")["players"][0]["tiebreaks"] == {"PTS": "1.5"}
    assert data(CHESS)["players"][0]["tiebreaks"] == {}


def test_a_code_that_comes_again_keeps_both_values() -> None:
    sheet = """1  Ana 1:0 Bo | Cy 1:0 Di
               2  Ana 0:1 Cy | Bo 0:1 Di
               3  Di 1:0 Cy | Ana 1:0 Bo"""
    # 2 points: Ana, Cy and Di; in a circle, and Ana has beaten Bo twice
    found = data(sheet, "DE", "WON", "SB", "de", "DE")["players"]
    assert list(found[0]["tiebreaks"]) == ["DE", "WON", "SB", "de", "DE (2)"]
    tournament = played(sheet, DUTCH)
    standings = Standings(tiebreak_input(tournament), ("DE", "SB", "DE"))
    head = standings_csv(tournament, standings, ids_of(tournament)).splitlines()[0]
    assert head.startswith("rank,id,name,points,DE,SB,DE (2),wins,")


def test_nobody_and_nothing() -> None:
    nobody = Tournament(created=True, rules=DUTCH)
    standings = Standings(tiebreak_input(nobody))
    assert standings_data(nobody, standings, {}) == {"players": []}
    head = ["rank", "id", "name", "points", "BH/C1", "BH", "SB", "PS", "DE", *RECORD]
    assert standings_csv(nobody, standings, {}) == ",".join(head) + "\r\n"


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text, newline="")))


def test_csv() -> None:
    tournament = played(SHEET, Rules())
    standings = Standings(tiebreak_input(tournament), MAGIC)
    text = standings_csv(tournament, standings, ids_of(tournament, "a", 7, "-3", "x,y", '"'))
    assert text.endswith("\r\n")
    assert rows(text) == [
        ["rank", "id", "name", "points", "omw", "gw", "random", *RECORD],
        ["1", '"', "Ed", "9", "0.388889", "0.857143", "", *"300610", "2", "1", "a x,y"],
        ["2", "'-3", "Cy", "7", "0.388889", "0.666667", "", *"210521", "2", "1", "x,y a"],
        ["3", "a", "Ana", "4", "0.702593", "0.541667", "", *"111431", "3", "0", '7 " -3'],
        ["4", "x,y", "Di", "3", "0.702593", "0.428571", "", *"102340", "3", "0", "'-3 7 \""],
        ["5", "7", "Bo", "0", "0.388889", "0.33", "", *"002040", "2", "0", "a x,y"],
    ]


def test_csv_has_what_json_has_of_the_record() -> None:
    tournament = played(SHEET, Rules())
    args = (tournament, Standings(tiebreak_input(tournament), MAGIC), ids_of(tournament))
    for row, one in zip(
        rows(standings_csv(*args))[1:], standings_data(*args)["players"], strict=True
    ):
        numbers = (*one["record"].values(), *one["games"].values(), one["matches"], one["byes"])
        assert row[-9:-1] == [*map(str, numbers)]
        assert row[-1] == " ".join(map(str, one["opponents"]))


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\N{FULLWIDTH EQUALS SIGN}"])
def test_no_name_is_taken_for_a_formula(sign: str) -> None:
    tournament = renamed(played("1  A 1:0 B", DUTCH), f"{sign}1+1", 'Quote " and, comma')
    standings = Standings(tiebreak_input(tournament))
    text = standings_csv(tournament, standings, ids_of(tournament))
    assert [row[2] for row in rows(text)[1:]] == [f"'{sign}1+1", 'Quote " and, comma']
    found = standings_data(tournament, standings, ids_of(tournament))
    assert found["players"][0]["name"] == f"{sign}1+1"


NAMES = ['"quoted"', "Zoë Ångström", "<script>alert(1)</script>", "李小龍", "x" * 300]


def test_names_arrive_as_they_are() -> None:
    tournament = renamed(played("1  A 1:0 B | C 1:0 D | E bye", DUTCH), *NAMES)
    standings = Standings(tiebreak_input(tournament))
    found = standings_data(tournament, standings, ids_of(tournament))
    assert sorted(player["name"] for player in found["players"]) == sorted(NAMES)
    text = standings_csv(tournament, standings, ids_of(tournament))
    assert sorted(row[2] for row in rows(text)[1:]) == sorted(NAMES)


def test_an_explanation_as_data() -> None:
    tournament = played(SHEET, Rules())
    standings = Standings(tiebreak_input(tournament), ("gw", "omw", "head_to_head"))
    ids = ids_of(tournament, "a", "b", "c", "d", "e")
    points, gw, omw, encounter = explanation_data(
        explain(standings, PlayerId(2)), ids, tournament.name_of, fractions=True
    )
    assert [one["code"] for one in (points, gw, omw)] == ["PTS", "gw", "omw"]
    assert gw["floor"] == gw["value"] == "33/100"
    assert (gw["divisor"], gw["rounded"]) == (12, False)
    assert omw["terms"][0] == {
        "amount": "4/9",
        "counted": True,
        "round": 1,
        "opponent": "a",
        "kind": "played",
        "label": "",
        "note": "",
    }
    total = sum(Fraction(term["amount"]) for term in omw["terms"]) / omw["divisor"]
    assert str(total) == omw["value"] == "7/18"
    assert str(points["text"]) == "Points 0 = 0 (Ana) + 0 (Di) + 0 (round 3: zero-point bye)"
    assert points["terms"][2]["kind"] == "zero_bye"
    assert points["terms"][2]["opponent"] is None
    assert (encounter["tied_with"], encounter["matches_among_the_tied"]) == ([], [])


def test_an_encounter_as_data() -> None:
    tournament = played("1  Ana =:= Bo | Cy half", DUTCH)
    standings = Standings(tiebreak_input(tournament), ("DE",))
    ids = ids_of(tournament, "a", "b", "c")
    why = explanation_data(explain(standings, PlayerId(1)), ids, tournament.name_of)[1]
    assert (why["value"], why["tied_with"]) == ("0", ["b", "c"])
    [match] = why["matches_among_the_tied"]
    assert (match["opponent"], match["amount"]) == ("b", "0.5")


def test_a_separation_as_data() -> None:
    tournament = played(SHEET, Rules())
    standings = Standings(tiebreak_input(tournament), ("omw", "gw", "random"))
    with_ids = ids_of(tournament, 10, 20, 30, 40, 50)
    data_ = separation_data(
        separation(standings, PlayerId(5), PlayerId(3)), with_ids, tournament.name_of
    )
    assert data_ | {"text": str(data_["text"])} == {
        "upper": 50,
        "lower": 30,
        "equal_on": [],
        "decided_by": "PTS",
        "values": ["9", "7"],
        "order": None,
        "own_match": None,
        "text": "Ed is ahead of Cy: points 9 against 7",
    }
    level = played("1  Ana 1-1 Bo", Rules())
    same = Standings(tiebreak_input(level), ("omw", "random"))
    data_ = separation_data(
        separation(same, PlayerId(1), PlayerId(2)), ids_of(level), level.name_of
    )
    assert (data_["decided_by"], data_["values"]) == (None, [None, None])
    assert (data_["equal_on"], data_["own_match"]) == (["PTS", "omw"], None)


@pytest.mark.parametrize(("fractions", "own"), [(False, ["0.75", "0.25"]), (True, ["3/4", "1/4"])])
def test_the_own_match_as_data(*, fractions: bool, own: list[str]) -> None:
    """Two games between the same: 1.5 points to 0.5, each worth a half."""
    tournament = played("1  Ana 1:0 Bo | Cy zero\n2  Bo =:= Ana\n3  Bo 1:0 Cy", DUTCH)
    standings = Standings(tiebreak_input(tournament), ("DE",))
    ana, bo, _ = tournament.entries
    why = separation(standings, ana, bo)
    found = separation_data(why, ids_of(tournament), tournament.name_of, fractions=fractions)
    assert (found["decided_by"], found["values"]) == ("DE", ["1", "2"])
    assert found["own_match"] == own
    assert str(found["text"]).endswith("(0.75 against 0.25 in the match between them)")
