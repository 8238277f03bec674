"""What goes in comes out again: rounds as history, players in every form, files and tables."""

import csv
import io
import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import fairpair

from .test_tournament import FOUR, after_a_round, started

FIVE = {"Ana": 2100, "Bo": 2000, "Cy": 1900, "Di": 1800, "Ed": 1700}


def test_a_round_goes_back_as_history() -> None:
    first = fairpair.pair(FIVE, seed="x")
    played = first.with_results({1: "1-0", 2: 0.5})
    assert [match.result for match in played] == ["1-0", "1/2-1/2"]
    assert played[0].winner == played[0].white
    second = fairpair.pair(FIVE, [played], seed="x")
    tuples = [*((*m.players, m.result) for m in played), *((b.player, None) for b in played.byes)]
    assert second.pairs == fairpair.pair(FIVE, [tuples], seed="x").pairs
    assert fairpair.standings(FIVE, [played])[0].points == 1
    assert fairpair.standings(FIVE, [list(played)]).notes
    with pytest.raises(fairpair.FairpairError, match="not complete"):
        fairpair.pair(FIVE, [first])


def test_a_round_comes_back_from_a_spreadsheet() -> None:
    made = fairpair.pair(FIVE, byes={"Cy": "half"}, seed="x")
    rows = list(csv.DictReader(io.StringIO(made.to_csv())))
    assert [row["result"] for row in rows] == ["", "", "half-point bye"]
    rows[0]["result"], rows[1]["result"] = "1-0", "="
    points = {row.name: row.points for row in fairpair.standings(FIVE, [rows])}
    played = made.with_results({1: "1-0", 2: "="})
    assert points == {row.name: row.points for row in fairpair.standings(FIVE, [played])}
    assert points["Cy"] == Fraction(1, 2)
    rows[0]["result"] = ""  # still open
    assert [row.points for row in fairpair.standings(FIVE, [rows])].count(0) == 2
    cells = [{**row, "black": row["black"] or float("nan")} for row in made.records()]  # of pandas
    assert fairpair.standings(FIVE, [cells])["Cy"].points == Fraction(1, 2)


def test_no_result_is_lost_in_a_key_that_is_not_read() -> None:
    match: dict[str, Any] = {"white": "Ana", "black": "Bo", "table": 1, "date": "today"}
    assert fairpair.standings(FIVE, [[{**match, "result": 1}]])["Ana"].points == 1
    for key in ("winner", "score", "points", "games"):
        with pytest.raises(fairpair.InvalidInputError, match=f"'{key}'. Did you mean result"):
            fairpair.standings(FIVE, [[{**match, key: "Ana"}]])
        assert fairpair.standings(FIVE, [[{**match, key: "Ana", "result": 1}]])["Ana"].points == 1
    with pytest.raises(fairpair.InvalidInputError, match=r"'home'\. Available: white, black"):
        fairpair.standings(FIVE, [[{"home": "Ana", "away": "Bo", "result": 1}]])
    with pytest.raises(fairpair.InvalidInputError, match="must be a list of rounds"):
        fairpair.standings(FIVE, [{("Ana", "Bo"): "1-0"}])


def test_rounds_of_a_tournament_are_history_too() -> None:
    t = started(preset="mtg_standard", rounds=3)
    t.record(1, "win")  # no games are counted, unlike 1-0
    t.record(2, "+")
    rows = fairpair.standings(FOUR, t.rounds, preset="mtg_standard", seed="friday")
    assert [(r.name, r.points, r.tiebreaks) for r in rows] == [
        (r.name, r.points, r.tiebreaks) for r in t.standings()
    ]


def test_notes_name_players_without_a_match() -> None:
    first = [("Ana", "Cy", "1-0"), ("Bo", "Di", "1-0")]
    rounds: list[Sequence[Any]] = [first, [("Ana", "Bo", "1-0"), ("Ed", None)]]
    found = fairpair.pair(FIVE, rounds)
    assert "No match or bye in round 2, so no points there: Cy, Di" in str(found)
    assert "Late entries from round 2 on: Ed" in found.notes
    assert fairpair.standings(FIVE, rounds).notes == found.notes
    assert found.to_dict()["notes"] == list(found.notes)
    assert fairpair.pair(FIVE, rounds[:1]).notes == ()
    assert not fairpair.pair(FIVE).notes


def test_own_rounds_are_checked() -> None:
    rounds: list[fairpair.Round] = []
    for _ in range(3):
        made = fairpair.pair(FIVE, rounds, seed="x", total_rounds=3)
        rounds.append(made.with_results({1: "1-0", 2: "0-1"}))
    assert fairpair.check(FIVE, rounds, total_rounds=3).rounds == 3
    assert fairpair.check(FIVE, rounds, total_rounds=3)
    assert fairpair.check(FIVE, rounds).notes
    wrong = fairpair.check(FIVE, [[("Ana", "Bo", "1-0"), ("Cy", "Di", "1-0"), ("Ed", None)]])
    assert not wrong
    assert "expected" in str(wrong)
    assert "Ana" in wrong._repr_html_()
    forbidden = fairpair.check(FIVE, rounds[:1], forbidden=[rounds[0].pairs[0]])  # type: ignore[list-item]
    assert not forbidden
    byes = [[("Ana", "Cy", "1-0"), ("Di", "Bo", "1-0"), ("Ed", None, "half")]]
    assert fairpair.check(FIVE, byes)
    magic = fairpair.pair(FOUR, system="swiss", seed="x").with_results({1: "2-0", 2: "2-1"})
    assert fairpair.check(FOUR, [magic], "swiss", seed="x", total_rounds=3)


def test_a_saved_tournament_is_checked(tmp_path: Path) -> None:
    t = after_a_round()
    t.save(tmp_path / "friday.json")
    assert fairpair.check(tmp_path / "friday.json").rounds == 1


@pytest.mark.parametrize("system", ["dutch", "swiss", "round_robin"])
def test_a_system_has_one_preset_everywhere(system: str) -> None:
    t = fairpair.Tournament(system=system, seed="x", rounds=3)
    t.add_players(FIVE)
    first = t.pair()
    stateless = fairpair.pair(FIVE, [], system, seed="x", total_rounds=3)
    assert first.pairs == stateless.pairs
    assert first.colours == stateless.colours == (system != "swiss")
    preset = {"dutch": "fide_dutch", "swiss": "mtg_standard", "round_robin": "chess_style"}[system]
    assert fairpair.simulate(6, seed=1, system=system)["preset"] == preset
    assert fairpair.simulate(6, seed=1, system=system)["system"] == system
    data = json.dumps({"players": list(FIVE), "rounds": []}).encode()
    assert fairpair.pair(data, system=system).colours == (system != "swiss")


def test_a_preset_goes_in_second_place() -> None:
    assert fairpair.Tournament("Open", "fide_dutch").rules["system"] == "dutch"
    assert fairpair.Tournament().rules == fairpair.Tournament(preset="mtg_standard").rules


def test_rows_of_a_table_are_players() -> None:
    text = "Name,Elo,Club,FIDE-ID,birth\nAna,2100,Zug,123,1990\nBo,,,,\n"
    t = fairpair.Tournament()
    t.add_players(csv.DictReader(io.StringIO(text)))
    assert [(p.name, p.rating, p.club) for p in t.players] == [
        ("Ana", 2100, "Zug"),
        ("Bo", None, ""),
    ]
    assert t.add_player("Cy", elo=1900, birth=1990, dci=7, club=float("nan")).rating == 1900
    assert t.edit_player("Cy", fide_id="55", elo="1950").rating == 1950
    cy = t.state.entries[3].entrant  # type: ignore[index]
    assert isinstance(cy, fairpair.Player)
    assert cy.ids == {"dci": "7", "fide": "55"}
    assert cy.birth == "1990"


def test_players_in_several_lists() -> None:
    t = fairpair.Tournament()
    t.add_players(["Ana", "Bo"], ["Cy", ("Di", 1800)], ["Ed", 1700])  # type: ignore[list-item]
    assert [(p.name, p.rating) for p in t.players][2:] == [("Cy", None), ("Di", 1800), ("Ed", 1700)]
    t = fairpair.Tournament(preset="team_chess")
    t.add_players(fairpair.Team("Reds", ["p", "q"]))  # type: ignore[arg-type]
    assert t.player("Reds").members == ("p", "q")
    assert fairpair.pair(("Ana", "Bo")).pairs


def test_rows_are_found_by_name() -> None:
    t = after_a_round()
    assert t.standings()["Ana"] == t.standings().row("Ana")
    assert t.round()["Ana"] == t.round().match("Ana")
    assert t.ranking()["Ana"].name == "Ana"
    assert t.players["Ana"] == t.player(1) == t.player("Ana")
    assert t.standings()[:2] == t.standings().rows[:2]
    with pytest.raises(IndexError):
        t.standings()[77]
    with pytest.raises(fairpair.FairpairError, match="There is no row 77: there are only 4 rows"):
        t.standings()[77]


def test_tables_as_csv(tmp_path: Path) -> None:
    t = started("=Ana", "Bo", "Cy", "Di")
    t.record_all({1: "2-1", 2: "2-0"})
    text = t.standings().to_csv(tmp_path / "table.csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {row["name"] for row in rows} == {"'=Ana", "Bo", "Cy", "Di"}
    assert float(rows[0]["omw"]) == t.standings().records()[0]["omw"]
    assert (tmp_path / "table.csv").read_bytes() == text.encode()
    for one in (t.round(), t.ranking(), t.history(), t.players, fairpair.list_presets()):
        assert len(list(csv.reader(io.StringIO(one.to_csv())))) == 1 + len(one)


def test_every_row_is_plain_data_and_a_table_in_notebooks() -> None:
    t = started("<b>Ana", *FOUR[1:], "Ed")
    t.record_all({1: "2-1", 2: "2-0"})
    rows = (t.round()[0], t.round().byes[0], t.standings()[0], t.players[0], t.ranking()[0])
    for row in (*rows, t.history()[0], fairpair.list_presets()[0]):
        assert json.dumps(row.to_dict())
        assert "<b>Ana" not in row._repr_html_()
        assert row._repr_html_().startswith("<table>")
    assert t.standings()[0].to_dict()["points"] == 3
    assert "<b>Friday</b>" in t._repr_html_()
    assert t._repr_html_().count("<table>") == 2
    assert fairpair.Tournament()._repr_html_().count("<table>") == 0


def test_lists_of_what_there_is() -> None:
    presets, tiebreaks = fairpair.list_presets(), fairpair.list_tiebreaks()
    assert "fide_dutch" in presets.names
    assert presets["mtg_standard"].system == "swiss"
    assert tiebreaks["omw"].better == "higher"
    assert "Buchholz" in str(tiebreaks)
    for name in presets.names:
        fairpair.Tournament(preset=name)
    with pytest.raises(fairpair.FairpairError, match="Did you mean fide_dutch"):
        presets["fide_duch"]


def test_a_draft_says_so() -> None:
    t = fairpair.Tournament(seed="x")
    t.add_players(*FOUR)
    assert str(t.pair(draft=True)).startswith("Round 1 (not published)\n")
    assert str(t.publish()).startswith("Round 1\n")


def test_a_finished_tournament_is_reopened() -> None:
    t = after_a_round(rounds=2)
    t.finish(early=True)
    t.reopen("one more round")
    assert t.pair().number == 2


def test_a_remedy_without_a_tournament() -> None:
    rounds = [[("Ana", "Bo", "1-0")]]
    assert fairpair.pair(["Ana", "Bo"], rounds, remedy="rematch").pairs
    with pytest.raises(fairpair.ImpossiblePairingError):
        fairpair.pair(["Ana", "Bo"], rounds, remedy="bye")


def test_games_go_out_and_results_come_back(tmp_path: Path) -> None:
    t = started(preset="fide_dutch")
    text = fairpair.write_pgn(t, tmp_path / "games.pgn", round=1)
    assert (tmp_path / "games.pgn").read_text(encoding="utf-8") == text
    played = text.replace("*", "1-0")
    t.record_pgn(played.encode())
    assert [match.result for match in t.round()] == ["1-0", "1-0"]
    t.undo()
    assert t.round().missing == [1, 2]


def test_what_a_file_lost_is_noted() -> None:
    data = Path(__file__).parents[1] / "formats" / "data"
    assert fairpair.open(data / "friday.wer").notes is not None
    assert fairpair.Tournament().notes == ()


def test_removed_players_and_their_other_names() -> None:
    t = started()
    t.remove_player("Ana")
    assert t.player("Ana").dropped
    assert fairpair.simulate(6, seed=1, tiebreaks=["omw"]).standings().tiebreaks == ("omw",)
