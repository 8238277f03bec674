"""What people who only read the guide tried, and what they should get."""

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fairpair

from .test_tournament import FOUR, after_a_round, started

RATED = {"Ana": 2100, "Bo": 2000, "Cy": 1900, "Di": 1800, "Ed": 1700, "Flo": 1600}
PLAYED = [("Ana", "Bo", "1-0"), ("Cy", "Di", "1-0")]


def chess(**rules: object) -> fairpair.Tournament:
    t = fairpair.Tournament("Open", "fide_dutch", rounds=3, seed="x", **rules)  # type: ignore[arg-type]
    t.add_players(RATED)
    return t


def knockout() -> fairpair.Tournament:
    """The semi-finals of a Magic tournament, paired."""
    t = fairpair.Tournament("M", "mtg_standard", rounds=3, cut=4, seed=1)
    t.add_players(*"ABCDEF")
    for _ in range(3):
        t.record_all({match.table: "2-0" for match in t.pair()})
    t.pair()
    return t


def league() -> fairpair.Tournament:
    t = fairpair.Tournament("League", "team_chess", rounds=3, seed="x")
    t.add_team("Reds", ["Ana", "Bo", "Cy", "Di"])
    t.add_team("Blues", ["Eve", "Flo", "Gus", "Hal"])
    t.pair()
    return t


def met(round_: fairpair.Round) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in round_.pairs}


# --- pairs that should not meet -------------------------------------------------------------------


def test_a_soft_pair_is_avoided_by_the_dutch_system() -> None:
    t = chess()
    t.forbid("Ana", "Di", hard=False)
    found = t.pair()
    assert frozenset(("Ana", "Di")) not in met(found)
    assert not found.notes
    assert "Ana and Di would meet despite a pairing restriction." in str(t.explain("Ana"))


def test_a_soft_pair_that_has_no_other_opponents_meets_with_a_note() -> None:
    t = fairpair.Tournament("Two", "fide_dutch", rounds=1, seed="x")
    t.add_players("Ana", "Bo")
    t.forbid("Ana", "Bo", hard=False)
    found = t.pair()
    assert met(found) == {frozenset(("Ana", "Bo"))}
    assert found.notes[0].endswith("meet despite a pairing restriction.")
    assert found.notes[0] in str(found)


def test_a_soft_pair_by_hand_has_to_be_confirmed() -> None:
    t = fairpair.Tournament("Two", "fide_dutch", rounds=1, seed="x")
    t.add_players("Ana", "Bo")
    t.forbid("Ana", "Bo", hard=False)
    with pytest.raises(fairpair.InvalidStateError, match="confirm='avoided-pair'"):
        t.pair([("Ana", "Bo")])
    assert len(t.pair([("Ana", "Bo")], confirm="avoided-pair")) == 1


def test_a_club_that_cannot_be_avoided_is_named() -> None:
    players = [{"name": name, "club": "Zug"} for name in ("Ana", "Bo")]
    assert "despite a pairing restriction" in fairpair.pair(players, avoid_same=["club"]).notes[0]


def test_a_knockout_from_the_start() -> None:
    t = fairpair.Tournament("Cup", "chess_style", mode="elimination", seed="cup")
    t.add_players(RATED)
    titles = []
    while not t.next_step.startswith("Final: all results"):
        found = t.pair()
        titles.append(found.title)
        t.record_all({match.table: "1-0" for match in found})
    assert titles == ["Quarter-finals", "Semi-finals", "Final"]
    assert t.finish()[0].reason == "won the final"


def test_rules_are_found_by_the_names_that_calls_take() -> None:
    t = chess(tiebreaks=["BH"])
    assert t.rules["tiebreaks"] == t.rules["standings_tiebreakers"] == ["BH"]
    assert t.rules["swiss_rounds"] == t.rules["rounds"] == 3


def test_a_file_that_is_nearly_called_so(tmp_path: Path) -> None:
    chess().save(tmp_path / "friday.json")
    with pytest.raises(fairpair.StorageError, match=r"a file called friday\.json"):
        fairpair.open(tmp_path / "fridy.json")


def test_whole_names_are_in_a_table() -> None:
    t = chess()
    t.bye("Ana", 1)
    found = t.pair()
    for table in (found, t.players, t.standings(), t.ranking()):
        assert "Ana" in table, table
        assert "An" not in table, table
        assert table[0] in table, table
    assert "BH" in fairpair.list_tiebreaks()
    with pytest.raises(fairpair.NotFoundError, match=r"Did you mean BH\?"):
        fairpair.list_tiebreaks()["BHH"]
    assert "rematches" in fairpair.simulate(4, seed=1)
    assert "Ana" not in t.history()


def test_everything_can_be_sent_to_another_process() -> None:
    t = chess()
    t.pair()
    for one in (t, t.round(), t.standings(), t.ranking(), t.players, t.history(), t.explain()):
        assert str(pickle.loads(pickle.dumps(one))) == str(one)
    copied = pickle.loads(pickle.dumps(t.standings(tiebreaks="BH")))
    assert str(copied.explain("Ana")) == str(t.standings(tiebreaks="BH").explain("Ana"))


def test_python_suggests_the_name_of_a_call() -> None:
    with pytest.raises(AttributeError) as error:
        _ = fairpair.Tournment  # type: ignore[attr-defined]
    assert (error.value.name, error.value.obj) == ("Tournment", fairpair)


# --- what is returned -----------------------------------------------------------------------------


def test_a_check_of_rounds_that_were_read_says_that_nothing_was_checked() -> None:
    t = chess()
    t.pair()
    t.record_all({1: "1-0", 2: "1-0", 3: "1-0"})
    found = str(fairpair.check(fairpair.read_trf(fairpair.write_trf(t).encode())))
    assert found.startswith("Nothing was checked")
    assert "fairpair.check('report.trf')" in found


def test_standings_say_that_a_round_is_being_played() -> None:
    t = chess()
    t.pair()
    t.record(1, "1-0")
    assert t.standings().title == "Standings during round 1"
    t.record_all({2: "1-0", 3: "1-0"})
    assert t.standings().title == "Standings after round 1"


def test_a_tie_break_that_does_not_apply_is_none() -> None:
    row = chess(tiebreaks=["DE"]).standings()[0]
    assert row.display["DE"] == "-"
    assert row.tiebreaks["DE"] is None
    assert row.to_dict()["DE"] is None


def test_codes_of_tie_breaks_have_their_usual_capitals() -> None:
    assert chess(tiebreaks=["bh/c1", "sb"]).standings().tiebreaks == ("BH/C1", "SB")
    assert fairpair.standings(FOUR, [PLAYED], tiebreaks="bh")["Ana"].tiebreaks == {"BH": 0}
    assert started(tiebreaks=["OMW"]).standings().tiebreaks == ("omw",)


def test_a_list_of_players_shows_who_dropped() -> None:
    t = started()
    assert "dropped" not in str(t.players)
    t.drop("Di")
    assert [line.split()[-1] for line in str(t.players).splitlines()] == [
        *("dropped", "-------", "Ana", "Bo", "Cy", "yes")
    ]


def test_a_csv_file_has_a_byte_order_mark_only_if_asked(tmp_path: Path) -> None:
    started().players.to_csv(tmp_path / "plain.csv")
    started().players.to_csv(tmp_path / "excel.csv", bom=True)
    assert (tmp_path / "plain.csv").read_bytes().startswith(b"number")
    assert (tmp_path / "excel.csv").read_bytes().startswith(b"\xef\xbb\xbfnumber")


def test_rounds_as_plain_data_go_in_again() -> None:
    t = fairpair.Tournament("Odd", "fide_dutch", rounds=3, seed="x")
    t.add_players("Ana", "Bo", "Cy", "Di", "Ed")
    t.pair()
    t.record_all({1: "1-0", 2: 0.5})
    names = [one.name for one in t.players]
    points = {row.name: row.points for row in t.standings()}
    whole = fairpair.standings(names, [t.round().to_dict()])
    assert {row.name: row.points for row in whole} == points
    matches = fairpair.standings(names, [t.round().to_dict()["matches"]])
    assert sum(row.points for row in matches) == 2


def test_boards_are_words_or_numbers() -> None:
    t = league()
    t.record(1, [1, 0.5, 0, 1])
    words = league()
    words.record(1, ["1", "=", "0", "1"])
    assert t.round().matches[0].result == words.round().matches[0].result


@pytest.mark.parametrize("members", [2, 3])
def test_a_list_of_numbers_has_a_board_for_each_member(members: int) -> None:
    t = fairpair.Tournament("League", "team_chess", rounds=1, seed="x")
    t.add_team("Reds", [f"R{n}" for n in range(members)])
    t.add_team("Blues", [f"B{n}" for n in range(members)])
    found = t.pair()
    t.record(1, [1, 0, 0.5][:members])
    result = " ".join(["1-0", "0-1", "1/2-1/2"][:members])
    assert t.round()[0].result == result
    assert found.with_results({1: [1, 0, 0.5][:members]})[0].result == result


def test_several_results_are_corrected_with_a_reason() -> None:
    t = after_a_round(rounds=3)
    t.pair()
    t.record_all({1: "0-2", 2: "0-2"}, round=1, reason="wrong sheet")
    assert [match.result for match in t.round(1)] == ["0-2", "0-2"]


# --- what is refused ------------------------------------------------------------------------------


def finished() -> fairpair.Tournament:
    t = started(rounds=1, few_rounds_reason="short")
    t.record_all({1: "2-0", 2: "2-0"})
    t.finish()
    return t


REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: finished().record(1, "0-2"), "Reopen the tournament first: t.reopen("),
    (lambda: finished().record_all({1: "0-2"}), "Reopen the tournament first: t.reopen("),
    (lambda: started().add_players({"nmae": "Zoe", "rating": 1}), "nmae: is not a field"),
    (lambda: started().round(5), "There is no round 5: the last one is round 1."),
    (
        lambda: started(rounds=3).round(2),
        "Round 2 has not been paired yet.\nPair it first: t.pair()",
    ),
    (lambda: started(rounds=3).standings(after=2), "Pair it first: t.pair()"),
    (lambda: started().standings(after=9), "the last one is round 1"),
    (lambda: started().standings(after=0), "after must be a whole number"),
    (lambda: fairpair.Tournament().round(), "Pair it first: t.pair()"),
    (lambda: started().change_rules(rounds=4), "t.change_rules(..., reason='...')"),
    (lambda: knockout().record(1, "1-1"), "'1-1 w2' for the second"),
    (lambda: fairpair.Tournament(preset="swiss"), "Pass it as system='swiss'."),
    (lambda: fairpair.pair(FOUR).with_results({1: "5-0"}), "5-0 is not a valid result"),
    (lambda: started("Ana Lima", "Bo").drop("Lima"), "it could be 1 Ana Lima"),
    (lambda: started("Ana Lima", "Bo").bye("An"), "Pass the whole name or the number."),
    (lambda: started("Ana Lima", "Bo").forbid("An", "Bo"), "it could be 1 Ana Lima"),
    (lambda: started("Ana Lima", "Bo").edit_player("An", rating=5), "it could be 1 Ana Lima"),
    (lambda: started("Ana Lima", "Bo").swap("An", "Bo"), "it could be 1 Ana Lima"),
    (lambda: started("Ana Lima", "Bo").record(player="An", result="2-0"), "could be 1 Ana Lima"),
    (lambda: fairpair.pair(["Ana Lima", "Bo"], byes=["An"]), "it could be 1 Ana Lima"),
    (lambda: fairpair.pair({"Ana": -5, "Bo": 1}), "must be between 0 and 9999, not -5"),
    (lambda: fairpair.standings({"Ana": 10**9, "Bo": 1}), "must be between 0 and 9999"),
    (lambda: started().save(""), "path must be the name of a file"),
    (lambda: started().save("/"), "path must be the name of a file"),
    (lambda: started().save("a\0b"), "could not be written"),
]


@pytest.mark.parametrize(("call", "text"), REFUSED)
def test_an_error_says_what_to_do(call: Callable[[], Any], text: str) -> None:
    with pytest.raises(fairpair.FairpairError) as error:
        call()
    assert text in str(error.value)


def test_a_completed_round_is_refused_with_a_class_of_its_own() -> None:
    t = after_a_round(rounds=3)
    t.pair()
    with pytest.raises(fairpair.ForbiddenError, match="Pass a reason to correct it"):
        t.record(1, "0-2", round=1)


def test_a_tied_match_of_a_knockout_goes_to_the_winner_who_is_named() -> None:
    t = knockout()
    t.record(1, "1-1 w2")
    match = t.round().matches[0]
    assert match.winner == match.players[1]


def test_whole_names_and_numbers_are_enough_to_change_something() -> None:
    t = started("Ana Lima", "Bo", "Cy", "Di")
    t.edit_player("ana  lima", rating=5)
    t.drop(2)
    t.drop("3")
    assert [one.name for one in t.players if one.dropped] == ["Bo", "Cy"]
    assert t.player("Lima").rating == 5


def test_empty_cells_of_a_table_are_gaps() -> None:
    rows = [{"name": "Ana", "club": float("nan"), "rating": float("nan"), "title": None}]
    t = fairpair.Tournament()
    t.add_players(rows, "Bo")
    assert (t.player("Ana").club, t.player("Ana").rating) == ("", None)
    assert fairpair.pair([*rows, fairpair.Player("Bo", title=None)]).pairs  # type: ignore[arg-type]


# --- lists, results by name, and what a newcomer guesses ------------------------------------------


def test_everybody_in_a_list_who_cannot_be_read_is_named() -> None:
    t = fairpair.Tournament()
    rows: list[dict[str, Any]] = [
        {"name": "Ana", "rating": "2100"},
        {"name": "Bo", "rating": "x"},
        {"name": "Cy", "elo": -1.5},
    ]
    with pytest.raises(fairpair.InvalidInputError) as error:
        t.add_players(rows)
    assert error.value.code == "wrong-player"
    assert [one.where_in_words for one in error.value.problems] == ["player 2", "player 3"]
    assert not len(t.players)
    with pytest.raises(fairpair.InvalidInputError, match="player 2, rtng: is not a field") as error:
        fairpair.pair([{"name": "Ana"}, {"name": "Bo", "rtng": 5}])
    with pytest.raises(fairpair.InvalidInputError, match="contains 300 errors") as error:
        t.add_players([None] * 300)  # type: ignore[list-item]
    assert len(error.value.problems) == 10


def test_players_without_an_order_are_refused() -> None:
    for call in (fairpair.pair, fairpair.Tournament().add_players):
        with pytest.raises(fairpair.InvalidInputError, match="in a fixed order, such as a list"):
            call({"Ana", "Bo"})


def test_results_by_player_have_their_own_score_first() -> None:
    t = started()
    pairs = t.round().pairs
    t.record_all({pairs[0][1]: "2-0", pairs[1][0]: "2-1"})
    assert [match.result for match in t.round()] == ["0-2", "2-1"]
    found = fairpair.pair(FOUR, preset="mtg_standard", seed="x")
    second = found.matches[0].black
    played = found.with_results({second: "2-0", 2: "1-1"})
    assert [match.result for match in played] == ["0-2", "1-1"]
    with pytest.raises(fairpair.InvalidInputError, match="two results for table 1"):
        t.record_all({1: "2-0", pairs[0][0]: "2-0"})


def test_the_winner_as_a_result_is_answered_with_the_call() -> None:
    t = started()
    with pytest.raises(fairpair.InvalidInputError, match=r"player='Ana', result='win'"):
        t.record(1, "Ana")


def test_matches_as_rows_with_white_and_black() -> None:
    rows: list[dict[str, Any]] = [
        {"white": "Ana", "black": "Bo", "result": "1-0"},
        {"player": "Cy", "opponent": "Di", "result": 0.5},
    ]
    points = {row.name: row.points for row in fairpair.standings(FOUR, [rows])}
    assert (points["Ana"], points["Bo"], float(points["Cy"])) == (1, 0, 0.5)


@pytest.mark.parametrize(("choice", "result"), [("draw", "1/2-1/2"), ("annul", "0-0F")])
def test_games_that_nobody_finishes(choice: str, result: str) -> None:
    t = chess()
    t.pair()
    t.record(1, "1-0")
    with pytest.raises(fairpair.InvalidStateError, match="open_games='draw'"):
        t.finish(early=True, reason="storm")
    t.finish(early=True, reason="storm", open_games=choice)
    assert [match.result for match in t.round()] == ["1-0", result, result]
    with pytest.raises(fairpair.NotFoundError, match="Did you mean draw"):
        t.finish(early=True, open_games="drawn")


def test_a_misspelt_rule_to_confirm_is_answered_with_the_nearest() -> None:
    with pytest.raises(fairpair.NotFoundError, match="Did you mean rematch"):
        chess().pair(confirm="rematc")


def test_a_text_that_cannot_be_stored_names_its_character() -> None:
    with pytest.raises(fairpair.InvalidInputError, match=r"cannot be stored: U\+D800"):
        fairpair.Tournament("a\ud800")


def test_the_number_of_rounds_goes_to_total_rounds() -> None:
    with pytest.raises(fairpair.InvalidInputError, match="pass total_rounds"):
        fairpair.pair(FOUR, 5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("magic", "mtg_standard"),
        ("mtg", "mtg_standard"),
        ("Pokémon", "pokemon_standard"),
        ("chess", "chess_style"),
        ("fide", "fide_dutch"),
    ],
)
def test_the_name_of_a_game_leads_to_its_preset(typed: str, meant: str) -> None:
    with pytest.raises(fairpair.NotFoundError, match=f"Did you mean {meant}"):
        fairpair.Tournament(preset=typed)
