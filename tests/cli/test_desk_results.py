"""`fairpair result`: one, many, corrections, and everything that can be typed wrongly."""

from pathlib import Path

import pytest

from fairpair.bootstrap import open_service
from fairpair.cli.desk.context import TournamentSession
from fairpair.cli.desk.results import ResultLine, enter_results, parse_lines
from fairpair.core.errors import ConflictError
from fairpair.core.ids import TournamentId
from fairpair.core.rounds import RoundRef

from .shell import Shell


def texts(shell: Shell) -> list[str | None]:
    pairings = shell.json("round", "cup")["pairings"]
    return [one["result"] and one["result"]["text"] for one in pairings]


def test_results_as_people_type_them(shell: Shell) -> None:
    shell.begun("rounds=3")
    shell.play()
    for table, words, text in [
        ("1", ("2-1",), "2-1"),
        ("2", ("-",), "0-1F"),
        ("3", ("-+",), "0-1F"),
        ("4", ("1-1-1",), "1-1-1"),
        ("4", ("0-0f",), "0-0F"),
        ("1", ("2", "-", "0"), "2-0"),
    ]:
        shell.do("result", "cup", table, *words)
        assert texts(shell)[int(table) - 1] == text, words
    assert "already the case" in shell.do("result", "cup", "1", "2-0")


SCORES = [{"op": "7", "vp": "120", "ap": "30"}, {"op": "3", "vp": "80", "ap": "10"}]


@pytest.mark.parametrize(
    ("preset", "typed", "key", "value"),
    [
        ("fide_dutch", "=", "text", "1/2-1/2"),
        ("fide_dutch", "1", "text", "1-0"),
        ("infinity", "7 120 30 : 3 80 10", "scores", SCORES),
        ("infinity", "op 7 ap 30 vp 120 : op 3 vp 80 ap 10", "scores", SCORES),
        ("pokemon_standard", "2-0-1", "text", "2-0-1"),
        ("team_chess", "=", "text", "1/2-1/2"),
    ],
)
def test_results_of_every_game(
    shell: Shell, preset: str, typed: str, key: str, value: object
) -> None:
    shell.begun("rounds=3", preset=preset)
    shell.play()
    shell.do("result", "cup", "1", *typed.split())
    assert shell.json("round", "cup")["pairings"][0]["result"][key] == value


def test_two_boards_and_single_scores_are_no_games(shell: Shell) -> None:
    shell.begun("rounds=3", "boards=2", preset="team_chess", names=("A", "B", "C", "D"))
    shell.play()
    shell.do("result", "cup", "1", "0", "1")
    assert shell.json("round", "cup")["pairings"][0]["result"]["boards"] == ["0-1", "1-0"]
    assert "all 2 boards" in shell.refuse(3, "result", "cup", "2", "1-0")
    shell.do("result", "cup", "2", "+")
    assert texts(shell)[1] == "1-0F"
    words = ("--set", 'scores=["op"]', "--set", "primary_score=op", "--set", "bye_points=null")
    lists = ("--set", "standings_tiebreakers=[]", "--set", "pairing_tiebreakers=[]")
    shell.do("new", "Duel", "--preset", "infinity", *words, *lists)
    shell.do("players", "duel", "add", "A", "B")
    shell.do("round", "duel", "draft", "--publish")
    shell.do("result", "duel", "1", "7", ":", "3")
    found = shell.json("round", "duel")["pairings"][0]["result"]
    assert found["scores"] == [{"op": "7"}, {"op": "3"}]


def test_scores_are_named_as_on_pages(shell: Shell) -> None:
    shell.do("new", "Duel", "--preset", "infinity", "--set", "rounds=3")
    shell.do("players", "duel", "add", "A", "B")
    shell.do("round", "duel", "next")
    assert "VP" in shell.do("standings", "duel").splitlines()[1]
    told = shell.refuse(3, "result", "duel", "1", "op", "7", ":", "op", "3")
    assert "OP, VP" in told
    assert "op" not in told.replace("op 7", "").replace("op 3", "")


def test_boards_of_a_team_match(shell: Shell) -> None:
    shell.begun("rounds=3", "boards=4", preset="team_chess", names=("A", "B", "C", "D"))
    shell.play()
    shell.do("result", "cup", "1", "1", "0", "=", "+")
    assert len(shell.json("round", "cup")["pairings"][0]["result"]["boards"]) == 4


def test_many_at_once(shell: Shell, tmp_path: Path) -> None:
    shell.begun("rounds=3")
    shell.play()
    slips = tmp_path / "slips.txt"
    slips.write_text("# round 1\n1 2-0\n\n2\t1-2   # late\n", encoding="utf-8-sig")
    said = shell.do("result", "cup", "--from", str(slips))
    assert "2 results entered" in said
    assert "2 results missing: tables 3, 4" in said
    assert texts(shell) == ["2-0", "1-2", None, None]
    said = shell.json("result", "cup", "--from", "-", data="3 2-0\n4 +")
    assert (len(said["done"]), said["action"]) == (2, shell.version)
    assert texts(shell) == ["2-0", "1-2", "2-0", "1-0F"]


def test_bad_lines_are_told_together_and_nothing_is_entered(shell: Shell) -> None:
    shell.begun("rounds=3")
    shell.play()
    before = shell.version
    data = "1 2-0\n2 banana\n99 2-0\nx 2-0\n1 0-2\n3\n"
    told = shell.refuse(3, "result", "cup", data=data)
    assert "5 of 6 lines cannot be used. No results were entered." in told
    for text in ("line 2: 'banana'", "line 3: There is no table 99", "line 4: “x”", "line 5: "):
        assert text in told, text
    assert shell.version == before
    assert "contains no results" in shell.refuse(3, "result", "cup", data="# none\n")
    assert shell.type("result", "cup", data=b"1 2-0 \xff\n").code == 3


def test_one_that_is_refused_does_not_stop_the_others(shell: Shell) -> None:
    shell.begun("rounds=3", "best_of=3")
    shell.play()
    said = shell.type("result", "cup", data="1 2-0\n2 3-0\n3 2-1\n")
    assert said.code == 4
    assert "2 results entered" in said.out
    assert "line 2" in said.err
    assert texts(shell) == ["2-0", None, "2-1", None]


def test_a_closed_round_takes_corrections_with_a_reason_only(shell: Shell) -> None:
    shell.begun("rounds=3")
    shell.play("2-0", "2-0", "2-0", "2-0")
    shell.do("round", "cup", "complete")
    assert "--correct --reason" in shell.refuse(4, "result", "cup", "1", "0-2")
    assert "needs a --reason" in shell.refuse(2, "result", "cup", "1", "0-2", "--correct")
    before = shell.version
    words = ("result", "cup", "1", "0-2", "--round", "1", "--stage", "1", "--correct")
    looked = shell.do(*words, "--reason", "misread", "--preview")
    assert "2-0 would change to 0-2. Nothing has been saved yet." in looked
    assert shell.version == before
    assert shell.json(*words, "--reason", "misread", "--preview")["after"] == "0-2"
    shell.do(*words, "--reason", "misread")
    assert texts(shell)[0] == "0-2"
    assert "(misread)" in shell.do("history", "cup", "--limit", "1")


def test_a_result_is_taken_away(shell: Shell) -> None:
    shell.begun("rounds=3")
    shell.play("2-0")
    shell.do("result", "cup", "1", "--clear", "--reason", "wrong table")
    assert texts(shell)[0] is None
    shell.refuse(4, "result", "cup", "1", "--clear")


def test_later_matches_of_a_knock_out_are_voided_only_when_asked(shell: Shell) -> None:
    shell.begun("rounds=1", "cut=4")
    shell.play("2-0", "2-0", "2-0", "2-0")
    shell.do("cut", "cup")
    shell.play("2-0", "2-0")
    shell.play("2-0")
    words = ("result", "cup", "1", "0-2", "--round", "1", "--correct", "--reason", "misread")
    assert shell.type(*words).code == 4
    shell.do(*words, "--void-later")
    assert shell.json("bracket", "cup")["champion"] is None


@pytest.mark.parametrize(
    "words",
    [
        ("result",),
        ("result", "cup", "1"),
        ("result", "cup", "1", "2-0", "--clear"),
        ("result", "cup", "1", "2-0", "--from", "x"),
        ("result", "cup", "--clear"),
        ("result", "cup", "--preview"),
        ("result", "cup", "1", "2-0", "--frobnicate"),
        ("result", "cup", "1", "2-0", "--round", "0"),
    ],
)
def test_wrong_usage(shell: Shell, words: tuple[str, ...]) -> None:
    shell.begun("rounds=3")
    shell.play()
    assert shell.type(*words).code == 2


def test_no_results_before_a_round_is_published(shell: Shell) -> None:
    shell.begun("rounds=3")
    assert "Publish one: fairpair round cup next" in shell.refuse(3, "result", "cup", "1", "2-0")
    shell.do("round", "cup", "draft")
    shell.refuse(3, "result", "cup", "1", "2-0")


def test_the_rounds_that_follow_by_themselves_are_told(shell: Shell) -> None:
    shell.begun("rounds=3", "advance=publish")
    shell.play("2-0", "2-0", "2-0")
    assert "Next: Round 2 of 3: 4 results missing" in shell.do("result", "cup", "4", "2-0")


def test_a_result_is_refused_if_others_sit_there_by_then(shell: Shell) -> None:
    shell.begun("rounds=3")
    shell.play()
    service = open_service(shell.database)
    session = TournamentSession(service, TournamentId("cup"), is_json=False)
    options = {"reason": "", "correct": False, "void_later": False}
    entries = parse_lines(session.t, RoundRef(1, 1), [ResultLine("", "1", "2-0")], options)
    tables = shell.json("round", "cup")["pairings"]
    a, b = (str(table["players"][0]["id"]) for table in tables[:2])
    shell.do("round", "cup", "swap", a, b)
    before = shell.version
    with pytest.raises(ConflictError, match="table 1"):
        enter_results(session, entries)
    service.close()
    assert shell.version == before
    assert texts(shell) == [None] * 4


def test_results_come_from_the_games_of_a_pgn_file(shell: Shell) -> None:
    shell.begun("rounds=3", preset="fide_dutch")
    shell.play()
    games = shell.do("export", "cup", "--format", "pgn", "--round", "1")
    played = games.replace('[Result "*"]', '[Result "0-1"]')
    assert "4 results entered" in shell.do("result", "cup", data=played)
    assert texts(shell) == ["0-1"] * 4
    turned = (
        played.replace("[White ", "[X ").replace("[Black ", "[White ").replace("[X ", "[Black ")
    )
    assert "game 1" in shell.refuse(3, "result", "cup", data=turned)


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
def test_games_are_read_in_the_encodings_that_programs_write(shell: Shell, encoding: str) -> None:
    shell.begun("rounds=3", names=("Åsa", "Bö", "Cé", "Dí", "Eñe", "Fü"), preset="fide_dutch")
    shell.play()
    games = shell.do("export", "cup", "--format", "pgn", "--round", "1")
    played = games.replace('[Result "*"]', '[Result "0-1"]').encode(encoding)
    assert "3 results entered" in shell.do("result", "cup", data=played)
    binary = shell.type("result", "cup", data=b"\x89PNG\x00\x00")
    assert (binary.code, "not a text file" in binary.err) == (3, True)


def test_a_crosstable_is_a_tournament_and_a_list_is_not(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text("No.;Name;1.Rd;Pts.\n1;Ana;2w1;1\n2;Bo;1b0;0\n")
    assert "Imported table." in shell.do("import", str(file))
    file.write_text("No.;Name\n1;Ana\n2;Bo\n")
    assert "--preset" in shell.refuse(2, "import", str(file))
