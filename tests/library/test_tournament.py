"""A whole tournament with `import fairpair`, method by method."""

import copy
import json
from pathlib import Path

import pytest

import fairpair
from fairpair.core.errors import DomainError

FOUR = ("Ana", "Bo", "Cy", "Di")


def started(*names: str, **rules: object) -> fairpair.Tournament:
    t = fairpair.Tournament("Friday", seed="friday", **rules)  # type: ignore[arg-type]
    t.add_players(*(names or FOUR))
    t.pair()
    return t


def after_a_round(**rules: object) -> fairpair.Tournament:
    t = started(**rules)
    t.record_all({1: "2-1", 2: "2-0"})
    return t


def test_a_round_is_repaired() -> None:
    t = fairpair.Tournament(rounds=3, seed="x")
    t.add_players("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal")
    pairs = t.pair(draft=True).pairs
    missing = [pairs[0][0], pairs[1][0]]
    repaired = t.repair(missing=missing)
    assert set(repaired.pairs[0]) == {pairs[0][1], pairs[1][1]}
    assert repaired.pairs[1:] == pairs[2:]
    t.undo()
    assert t.round().pairs == pairs
    parted = t.repair(parted=[pairs[0][0]])
    assert len({*map(frozenset, pairs)} & {*map(frozenset, parted.pairs)}) == 2
    t.undo()
    assert t.round().pairs == pairs


def test_the_first_example(tmp_path: Path) -> None:
    t = fairpair.Tournament("Friday Magic", preset="mtg_standard", rounds=3)
    t.add_players("Ana", "Bo", "Cy", "Di")
    assert "Round 1" in str(t.pair())
    assert "0 points" in str(t.explain("Ana"))
    assert t.explain("Ana").sentences[0] == "Players with the same points are paired at random."
    rival = next(name for name in ("Bo", "Cy", "Di") if name not in t.round().match("Ana").players)
    assert "could meet, and that would be equally good." in str(t.why_not("Ana", rival))
    assert t.why_not("Ana", rival).subject == f"Ana - {rival}"
    t.record(table=1, result="2-1")
    t.record(table=2, result="2-0")
    table = t.standings()
    assert {"omw", "gw", "ogw"} <= set(table.tiebreaks)
    assert "Points" in str(table.explain("Ana"))
    t.save(tmp_path / "friday.json")
    again = fairpair.open(tmp_path / "friday.json")
    assert again.state == t.state
    assert again.standings() == table


def test_a_tournament_to_its_end() -> None:
    t = started(rounds=2)
    while t.round().missing:
        t.record(t.round().missing[0], "2-0")
    assert t.pair().number == 2
    assert len(t.rounds) == 2
    t.record_all({1: "2-0", 2: "1-2"})
    assert t.next_step.startswith("Round 2 of 2")
    ranking = t.finish()
    assert ranking.final
    assert t.finished
    assert [row.rank for row in ranking] == [1, 2, 3, 4]
    with pytest.raises(fairpair.FairpairError):
        t.pair()


def test_the_knockout_follows_by_itself() -> None:
    t = started(*FOUR, "Ed", "Flo", rounds=3, cut=4)
    for _ in range(5):
        t.record_all({match.table: "2-0" for match in t.round()})
        if t.next_step.startswith("Final"):
            break
        last = t.pair()
    assert last.title == "Final"
    assert last.number == 5
    assert t.round(4).title == "Semi-finals"
    ranking = t.finish()
    assert ranking.rows[0].name == last.matches[0].white
    assert "final" in str(ranking).lower()
    assert ranking.to_dict()["players"][0]["rank"] == 1


def test_players_in_every_form() -> None:
    t = fairpair.Tournament(preset="fide_dutch")
    t.add_players("Ana", ("Bo", 1900), {"name": "Cy", "rating": 1800.0, "club": "Zug"})
    t.add_players([fairpair.Player("Di", 1700), "Ed"])
    t.add_players({"Flo": 1600, "Gus": float("nan")})
    assert t.add_player("Hal", 1500, federation="SUI").federation == "SUI"
    assert [p.rating for p in t.players] == [None, 1900, 1800, 1700, None, 1600, None, 1500]
    assert t.edit_player("Hal", rating=1550).rating == 1550
    assert t.players[2].club == "Zug"


class Frame:
    """A table as pandas has it."""

    columns = ("name", "rating")

    def to_dict(self, form: str) -> list[dict[str, object]]:
        assert form == "records"
        return [{"name": "Ana", "rating": 2100.0}, {"name": "Bo", "rating": float("nan")}]


def test_players_from_pandas() -> None:
    t = fairpair.Tournament()
    t.add_players(Frame())  # type: ignore[arg-type]
    assert [(p.name, p.rating) for p in t.players] == [("Ana", 2100), ("Bo", None)]


def test_a_name_goes_before_a_number() -> None:
    t = fairpair.Tournament()
    t.add_players("3", "1", "2", "Ana")
    t.withdraw("1")
    t.drop(4)
    assert [p.name for p in t.players if p.dropped] == ["1", "Ana"]


def test_teams() -> None:
    t = fairpair.Tournament(preset="team_chess", rounds=3, seed="x")
    for name in ("Reds", "Blues"):
        t.add_team(name, [f"{name} 1", (f"{name} 2", 1500)])
    assert t.players[0].members == ("Reds 1", "Reds 2")
    t.pair()
    t.record(1, ["1", "="])
    assert t.round().matches[0].winner == t.round().matches[0].white


def test_late_entries_drops_and_returns() -> None:
    t = after_a_round()
    t.add_players("Eve", missed="half")
    t.drop("Di")
    assert [p.name for p in t.players if p.dropped] == ["Di"]
    second = t.pair()
    assert "Eve" in {name for pair in second.pairs for name in pair}
    t.reinstate("Di")
    assert not t.players[3].dropped
    assert t.add_player("Flo", 1500, from_round=3, missed="loss").name == "Flo"
    assert t.standings().row("Flo").points == 0


def test_byes_and_forbidden_pairs() -> None:
    t = fairpair.Tournament(preset="fide_dutch", seed="x", rounds=3)
    t.add_players({"Ana": 2000, "Bo": 1900, "Cy": 1800, "Di": 1700})
    t.bye("Ana", 1)
    t.bye("Bo", 1, kind="zero")
    t.cancel_bye("Bo", 1)
    t.forbid("Bo", "Di")
    first = t.pair()
    assert [(bye.player, bye.kind) for bye in first.byes][-1] == ("Ana", "half")
    assert {"Bo", "Di"} not in [set(pair) for pair in first.pairs]
    assert "Ana" in str(t.explain("Ana"))
    t.allow("Bo", "Di")
    with pytest.raises(fairpair.FairpairError):
        t.allow("Bo", "Di")


def test_results_in_every_form() -> None:
    t = started()
    for given, text in (((2, 1), "2-1"), ("0-2", "0-2"), ((1, 1, 1), "1-1-1"), ("+", "1-0F")):
        t.record(1, given)
        assert t.round().matches[0].result == text
    for word, winner in (("win", "Ana"), ("loss", "Di"), ("draw", None)):
        t.record(player="Ana", result=word)
        assert t.round().match("Ana").winner == winner
    t.clear(1)
    assert t.round().missing == [1, 2]
    second = t.round().matches[0].black
    t.record(player=second, result="2-1")
    assert t.round().matches[0].result == "1-2"
    assert t.round().match(second).winner == second


def test_numbers_and_scores_as_results() -> None:
    chess = started(preset="fide_dutch")
    chess.record(1, 1)
    chess.record(2, 0.5)
    assert [match.result for match in chess.round()] == ["1-0", "1/2-1/2"]
    games = started(preset="infinity")
    games.record(1, [{"op": 7, "vp": 120, "ap": 30}, {"op": 3, "vp": 80, "ap": 10}])
    assert games.round().matches[0].winner == games.round().matches[0].white


def test_a_completed_round_is_corrected_with_a_reason() -> None:
    t = after_a_round()
    t.pair()
    with pytest.raises(fairpair.FairpairError, match="reason"):
        t.record(1, "0-2", round=1)
    t.record(1, "0-2", round=1, reason="entered the wrong way round")
    assert t.round(1).matches[0].result == "0-2"


def test_manual_pairings_and_drafts() -> None:
    t = fairpair.Tournament(seed="x")
    t.add_players(*FOUR, "Eve")
    draft = t.pair([("Ana", "Bo"), ("Cy", "Di")], ["Eve"], draft=True)
    assert draft.status == "draft"
    assert draft.pairs == [("Ana", "Bo"), ("Cy", "Di")]
    assert draft.byes[0].player == "Eve"
    assert t.swap("Bo", "Di").pairs == [("Ana", "Di"), ("Cy", "Bo")]
    t.discard()
    assert t.rounds == []
    t.pair(draft=True)
    assert t.publish().status == "published"


def test_undo_and_redo() -> None:
    t = after_a_round()
    before = t.state
    t.pair()
    t.undo()
    assert t.state == before
    t.redo()
    assert len(t.rounds) == 2
    t.undo()
    t.undo()  # all that record_all did
    assert t.round().missing == [1, 2]
    t.record(1, "2-0")
    actions = list(t.history())
    assert [one.undone for one in actions].count(True) >= 2
    assert actions[0].number == 1
    assert "undone" in str(t.history())
    assert actions[1].what == "Ana added (+3)"
    assert t.history()[0] == actions[0]
    t.undo(actions[-1].number)
    assert t.round().missing == [1, 2]


def test_rules_points_and_tie_breaks() -> None:
    t = after_a_round(points=(2, 1, 0), tiebreaks="omw, random", best_of=3)
    assert t.rules["best_of"] == 3
    table = t.standings()
    assert table.tiebreaks == ("omw", "random")
    assert table[0].points == 2
    assert t.standings(tiebreaks=["gw"]).tiebreaks == ("gw",)
    t.change_rules(tiebreaks=["gw"], reason="as announced")
    assert t.standings().tiebreaks == ("gw",)
    other = fairpair.Tournament(points={"win": 1, "draw": "1/2", "loss": 0})
    assert other.rules["points"]["draw"] == "1/2"


def test_a_legal_pairing_may_be_left_to_the_organiser() -> None:
    t = fairpair.Tournament(seed="x")
    t.add_players("Ana", "Bo")
    t.pair()
    t.record(1, "2-0")
    with pytest.raises(fairpair.FairpairError, match="already met"):
        t.pair()
    assert t.pair(remedy="rematch").number == 2


def test_what_follows_automatically_follows_here_too() -> None:
    t = after_a_round(advance="publish")
    assert len(t.rounds) == 2
    assert fairpair.open(t.to_json().encode()).state == t.state


def test_copies_go_their_own_way() -> None:
    t = started()
    other = copy.copy(t)
    other.record(1, "2-0")
    assert t.round().missing == [1, 2]
    assert other.round().missing == [2]


def test_the_same_seed_gives_the_same_pairings() -> None:
    rounds = {started(*FOUR, "Eve").round().pairs[0] for _ in range(3)}
    assert len(rounds) == 1


def test_everything_can_be_plain_data() -> None:
    t = after_a_round()
    shown = (t.round(), t.standings(), t.ranking(), t.history(), t.explain())
    for one in shown:
        assert json.loads(json.dumps(one.to_dict()))
        assert repr(one) == str(one)
    assert json.loads(json.dumps(t.to_dict())) == t.to_dict()
    assert t.to_dict()["rounds"][0]["title"] == "Round 1"
    assert repr(t) == "<Tournament 'Friday': Round 1: all results are in>"
    assert isinstance(fairpair.FairpairError("no-pandas"), DomainError)


@pytest.mark.parametrize("preset", ["mtg_standard", "simple_random", "fide_dutch", "chess_style"])
def test_somebody_expelled_from_a_draft_is_explained_with_it(preset: str) -> None:
    t = fairpair.Tournament("Odd", preset, rounds=3, seed=3)
    t.add_players("Ana", "Bo")
    t.pair()
    t.record(1, "win")
    t.add_players("Cy")
    t.pair(draft=True)
    t.drop("Cy", kind="expelled")
    for who in (None, "Cy", "Ana"):
        assert str(t.explain(who))
    assert t.standings().row("Cy").rank is None


def test_missing_games_are_adjourned_to_pair_the_next_round() -> None:
    t = started(preset="fide_dutch", rounds=3, fide=True)
    assert t.fide_mode == "on"
    t.record(1, "1-0")
    with pytest.raises(DomainError, match="1 result is missing"):
        t.pair()
    assert t.pair(adjourn_missing=True).number == 2
    assert [one.result for one in t.round(1)] == ["1-0", "adjourned"]
