"""`fairpair new`, `list` and `players`, with every action and option."""

from pathlib import Path
from uuid import uuid4

import pytest

from fairpair.bootstrap import open_service
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.tournament import PairingRestriction
from fairpair.log import commands as c

from .shell import EIGHT, Shell


def test_a_new_tournament_says_its_id_and_what_comes_next(shell: Shell) -> None:
    said = shell.do("new", "Friday Night: Čapek's Cup", "--set", "rounds=3")
    assert "ID: friday-night-capeks-cup\n" in said
    assert "with the preset mtg_standard" in said
    assert "Next command: fairpair players friday-night-capeks-cup add" in said
    again = shell.json("new", "Friday Night: Čapek's Cup", "--preset", "fide_dutch")
    assert (again["id"], again["state"]) == ("friday-night-capeks-cup-2", "setup")
    one = shell.json("settings", "friday-night-capeks-cup")["config"]
    two = shell.json("settings", again["id"])["config"]
    assert (one["rounds"], one["system"]) == (3, "swiss")
    assert (two["rounds"], two["system"]) == (None, "dutch")


def test_a_new_tournament_is_refused_before_it_is_made(shell: Shell, tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("Ana\nAna\n")
    for code, words, told in [
        (3, ("--preset", "mtg_standart"), "mtg_standard"),
        (3, ("--set", "rouns=4"), "Did you mean rounds?"),
        (2, ("--set", "rounds"), "KEY=VALUE"),
        (2, ("--set", "rounds=4", "--set", "rounds=5"), "set twice"),
        (3, ("--id", "No Spaces"), "lower-case letters"),
        (3, ("--players", str(names)), "row 2 name: Ana is already in row 1"),
        (5, ("--players", str(tmp_path / "gone.txt")), "No such file"),
    ]:
        assert told in shell.refuse(code, "new", "Cup", *words), words
    assert shell.type("new").code == 2
    shell.begun()
    assert "another --id" in shell.refuse(4, "new", "Other", "--id", "cup")
    assert [one["id"] for one in shell.json("list")["tournaments"]] == ["cup"]


def test_the_list_of_tournaments(shell: Shell) -> None:
    assert "database" in shell.refuse(5, "list")
    shell.begun()
    shell.do("new", "Empty")
    lines = shell.do("list").splitlines()
    assert lines[2].split() == ["cup", "Cup", "8", "Registration"]
    assert shell.json("list")["total"] == 2
    assert shell.do("list", "--limit", "1").splitlines()[-1].startswith("1 of 2 tournaments;")
    assert shell.json("list", "--offset", "1")["tournaments"][0]["id"] == "empty"
    assert shell.json("list", "--limit", "1")["next"] == 1


def test_status_tells_the_command_of_the_next_step(shell: Shell) -> None:
    shell.do("new", "Cup")
    assert "Next command: fairpair players cup add\n" in shell.do("status", "cup")
    shell.do("players", "cup", "add", *EIGHT)
    assert "Next command: fairpair round cup next\n" in shell.do("status", "Cup")
    shell.play()
    told = shell.do("status", "cup")
    assert "4 results missing: tables 1, 2, 3, 4" in told
    assert "Next command: fairpair result cup TABLE RESULT\n" in told
    assert "Available tournaments: cup (Cup)" in shell.refuse(3, "status", "nothing")


def test_players_are_entered_with_their_data(shell: Shell) -> None:
    shell.do("new", "Cup")
    made = shell.json("players", "cup", "add", "Ana Lima", "Bo Chen")
    assert [one["id"] for one in made["players"]] == [1, 2]
    data = ("--rating", "2104", "--title", "WFM", "--club", "Rooks", "--federation", "ESP")
    shell.do(
        *("players", "cup", "add", "Cy Diaz", *data),
        *("--sex", "m", "--category", "U18", "--fide-id", "2500000"),
    )
    one = shell.json("players", "cup", "show", "3")
    assert (one["rating"], one["title"], one["club"]) == (2104, "WFM", "Rooks")
    assert (one["federation"], one["sex"], one["category"]) == ("ESP", "m", "U18")
    assert one["ids"] == {"fide": "2500000"}
    assert "3 Cy Diaz: WFM, rating 2104, Rooks" in shell.do("players", "cup", "show", "cy")
    assert "number 1" in shell.refuse(4, "players", "cup", "add", "Zoe", "Ana Lima")
    assert len(shell.json("players", "cup")["players"]) == 3
    assert shell.type("players", "cup", "add").code == 2


def test_players_are_found_by_number_name_and_part_of_it(shell: Shell) -> None:
    shell.begun(names=("Ana Lima", "Hiro Tanaka", "Bo Lim", "12", "Zoë Müller"))
    wanted_numbers = {"1": 1, "ana": 1, "tanaka": 2, "Bo Lim": 3, "12": 4, "muller": 5, "zoe": 5}
    for wanted, number in wanted_numbers.items():
        assert shell.json("players", "cup", "show", wanted)["id"] == number, wanted
    assert "1 Ana Lima, 3 Bo Lim" in shell.refuse(3, "players", "cup", "show", "lim")
    assert "Did you mean" in shell.refuse(3, "players", "cup", "show", "Hiro Tanake")
    listed = shell.json("players", "cup", "list", "--find", "LIM")["players"]
    assert [one["id"] for one in listed] == [1, 3]


def test_players_are_edited(shell: Shell) -> None:
    shell.begun()
    words = ("--name", "Ana López", "--rating", "1900", "--club", "Rooks", "--fide-id", "77")
    shell.do("players", "cup", "edit", "1", *words)
    one = shell.json("players", "cup", "show", "1")
    assert (one["name"], one["rating"], one["ids"]) == ("Ana López", 1900, {"fide": "77"})
    shell.do("players", "cup", "edit", "Ana López", "--club", "")
    assert shell.json("players", "cup", "show", "1")["club"] == ""
    assert "Specify what" in shell.refuse(2, "players", "cup", "edit", "1")
    assert "has no members" in shell.refuse(3, "players", "cup", "edit", "1", "--member", "Bo")


def test_teams(shell: Shell) -> None:
    shell.do("new", "Cup", "--preset", "team_chess")
    shell.do("players", "cup", "add", "Rooks", "--member", "Ana Lima", "--member", "Bo Chen")
    shell.do("players", "cup", "add", "Knights", "--team", "--club", "North")
    shell.do("players", "cup", "import", "-", data="Bishops: Cy Diaz, Di Eck\nPawns\n")
    kinds = [(x["kind"], x["name"]) for x in shell.json("players", "cup")["players"]]
    names = ["Rooks", "Knights", "Bishops", "Pawns"]
    assert kinds == [("team", name) for name in names]
    members = shell.json("players", "cup", "show", "Bishops")["members"]
    assert [one["name"] for one in members] == ["Cy Diaz", "Di Eck"]
    assert "Board 2: Bo Chen" in shell.do("players", "cup", "show", "Rooks")
    shell.do("players", "cup", "add", "Queens", "--rating", "1800")
    assert shell.json("players", "cup", "show", "Queens")["rating"] == 1800
    assert "--title" in shell.refuse(2, "players", "cup", "add", "Kings", "--title", "GM")
    shell.do("players", "cup", "edit", "Pawns", "--member", "Ed Fox", "--member", "Flo Gil")
    assert len(shell.json("players", "cup", "show", "Pawns")["members"]) == 2
    shell.do("round", "cup", "next")
    shown = shell.do("round", "cup")
    assert all(name in shown for name in ("Ana Lima", "Cy Diaz", "Flo Gil"))


def test_a_list_is_looked_at_before_it_is_entered(shell: Shell, tmp_path: Path) -> None:
    shell.begun()
    file = tmp_path / "more.csv"
    file.write_text("name;rating;shoe size\nIda;1800;38\nAna Lima;;\nJo;many;\n", encoding="utf-8")
    words = ("players", "cup", "import", str(file))
    looked = shell.type(*words, "--check")
    assert "Columns not imported: shoe size" in looked.err
    assert "Ana Lima is already in the tournament (number 1)" in looked.out
    assert "must be a whole number, not 'many'" in looked.out
    refused = shell.refuse(3, *words)
    assert "row 3 name" in refused
    assert "row 4 rating" in refused
    assert len(shell.json("players", "cup")["players"]) == 8
    skipped = shell.type(*words, "--skip-bad")
    assert skipped.code == 0
    assert "Skipped: row 4 rating" in skipped.err
    assert "Ida added" in skipped.out
    assert len(shell.json("players", "cup")["players"]) == 9
    assert "empty" in shell.refuse(3, "players", "cup", "import", "-", data="\n \n")


def test_lists_that_are_none(shell: Shell, tmp_path: Path) -> None:
    shell.begun()
    for name, data in [("a.bin", b"\x00\x01" * 50), ("a.xls", b"\xd0\xcf\x11\xe0zz"), ("b", b"")]:
        file = tmp_path / name
        file.write_bytes(data)
        assert shell.type("players", "cup", "import", str(file)).code == 3, name
    assert shell.type("players", "cup", "import", str(tmp_path)).code == 2
    assert len(shell.json("players", "cup")["players"]) == 8


def test_players_leave_and_come_back(shell: Shell) -> None:
    shell.begun("rounds=4")
    shell.play()
    table = shell.json("round", "cup")["pairings"][0]
    gone, stays = table["players"][0]["id"], table["players"][1]["id"]
    words = ("players", "cup", "drop", str(gone), "--kind", "no_show", "--reason", "never came")
    assert "dropped" in shell.do(*words)
    assert shell.json("round", "cup")["pairings"][0]["result"]["winner"] == stays
    assert shell.json("players", "cup", "show", str(gone))["status"] == "dropped"
    assert shell.type("players", "cup", "drop", str(gone)).code == 4
    shell.do("players", "cup", "return", str(gone), "--from-round", "2", "--missed", "zero")
    assert shell.json("players", "cup", "show", str(gone))["status"] == "active"
    other = shell.json("round", "cup")["pairings"][1]["players"][0]["id"]
    shell.do("players", "cup", "drop", str(other), "--plays-on")
    assert shell.json("round", "cup")["pairings"][1]["result"] is None
    late = ("players", "cup", "add", "Late", "--from-round", "3", "--missed", "half")
    shell.do(*late)
    assert shell.json("players", "cup", "show", "Late")["from_round"]["round"] == 3


def test_check_in(shell: Shell) -> None:
    shell.begun("check_in=true")
    shell.do("players", "cup", "check-in", "1", "bo", "Cy Diaz")
    shell.do("players", "cup", "check-in", "1")
    present = [x["id"] for x in shell.json("players", "cup")["players"] if x["checked_in"]]
    assert present == [1, 2, 3]
    shell.do("players", "cup", "check-out", "3")
    assert "checked in" in shell.do("players", "cup")
    shell.do("players", "cup", "check-in", "--all")
    assert all(x["checked_in"] for x in shell.json("players", "cup")["players"])
    assert shell.type("players", "cup", "check-in").code == 2
    assert shell.type("players", "cup", "check-in", "1", "--all").code == 2


def terms(shell: Shell) -> PairingRestriction:
    service = open_service(shell.database)
    try:
        [found] = service.journal(TournamentId("cup")).tournament.avoided.values()
        return found
    finally:
        service.close()


def test_requests_of_players_are_answered(shell: Shell) -> None:
    shell.begun("rounds=4")
    assert shell.do("players", "cup", "requests") == "No open requests.\n"
    ask(shell, c.MakeRequest(PlayerId(1), 2), c.MakeRequest(PlayerId(2)))
    listed = shell.do("players", "cup", "requests").splitlines()
    assert [line.partition(": ")[2] for line in listed] == [
        "bye in round 2",
        "leave the tournament",
    ]
    assert [x["round"] for x in shell.json("players", "cup", "requests")["requests"]] == [2, None]
    assert "2 open player requests: see players cup requests" in shell.do("status", "cup")
    shell.do("players", "cup", "accept", "1", "2", "--kind", "zero")
    assert shell.json("players", "cup", "show", "1")["requested_byes"] == [
        {"round": 2, "kind": "zero"}
    ]
    assert "declined" in shell.do("players", "cup", "decline", "2")
    assert shell.json("players", "cup", "show", "2")["status"] == "active"
    assert "no open request" in shell.refuse(3, "players", "cup", "accept", "2")
    ask(shell, c.MakeRequest(PlayerId(2)))
    shell.do("players", "cup", "accept", "2")
    assert shell.json("players", "cup", "show", "2")["status"] == "dropped"


def ask(shell: Shell, *requests: c.MakeRequest) -> None:
    """What players ask for on their phones."""
    service = open_service(shell.database)
    for request in requests:
        service.execute(TournamentId("cup"), request, CommandId(uuid4().hex), "player")
    service.close()


def test_byes_tables_and_pairs_are_arranged(shell: Shell) -> None:
    shell.begun("rounds=4")
    shell.do("players", "cup", "bye", "ana", "2")
    shell.do("players", "cup", "bye", "ana", "2", "--kind", "zero")
    assert shell.json("players", "cup", "show", "1")["requested_byes"] == [
        {"round": 2, "kind": "zero"}
    ]
    assert "already the case" in shell.do("players", "cup", "bye", "ana", "2", "--kind", "zero")
    shell.do("players", "cup", "bye", "ana", "2", "--withdraw")
    assert shell.json("players", "cup", "show", "1")["requested_byes"] == []
    shell.do("players", "cup", "table", "bo", "3")
    assert shell.json("players", "cup", "show", "2")["fixed_table"] == 3
    shell.do("players", "cup", "table", "bo")
    assert shell.json("players", "cup", "show", "2")["fixed_table"] is None
    shell.do("players", "cup", "apart", "1", "2", "--soft", "--from-round", "2")
    assert terms(shell) == PairingRestriction(hard=False, from_round=2)
    shell.do("players", "cup", "apart", "1", "2", "--until-round", "3")
    assert terms(shell) == PairingRestriction(hard=True, from_round=1, until_round=3)
    assert "may be paired" in shell.do("players", "cup", "together", "1", "2")
    assert shell.type("players", "cup", "together", "1", "2").code == 3
    for words in (("bye", "ana", "0"), ("bye", "ana"), ("table", "bo", "-1"), ("apart", "1")):
        assert shell.type("players", "cup", *words).code == 2, words


@pytest.mark.parametrize("words", [("players",), ("players", "cup", "frobnicate"), ("round",)])
def test_wrong_words(shell: Shell, words: tuple[str, ...]) -> None:
    shell.begun()
    assert shell.type(*words).code == 2


def test_errors_name_places_in_words(shell: Shell) -> None:
    shell.begun(names=("Ana", "Bo"))
    told = shell.refuse(4, "players", "cup", "add", "Cy", "ana")
    assert "- player 2, name: " in told
    assert "players.2" not in told
