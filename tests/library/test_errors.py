"""Bad input: always a `FairpairError` that says what was expected."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fairpair

from .test_tournament import FOUR, after_a_round, started

T, P = fairpair.Tournament, fairpair.Player
MATCH = ("Ana", "Bo", "1-0")
TWO = ["Ana", "Bo"]


def two_teams() -> fairpair.Tournament:
    """Round 1 of two teams."""
    t = T(preset="team_chess", rounds=1)
    for name in ("Reds", "Blues"):
        t.add_team(name, [f"{name} {board}" for board in range(1, 5)])
    t.pair()
    return t


def after(match: dict[str, str]) -> fairpair.Standings:
    """The standings after a round with this match."""
    return fairpair.standings(TWO, [[match]])


REPORT = fairpair.write_trf(started(preset="fide_dutch")).encode()
LEAGUE = Path(__file__).parents[1] / "formats" / "data" / "league.tdf"
CALLS: list[tuple[Callable[[fairpair.Tournament], Any], str]] = [
    (lambda _: T(preset="mtg_standart"), "Did you mean mtg_standard?"),
    (lambda _: T(roundz=3), "Did you mean rounds?"),
    (lambda _: T(tiebreakers=["omw"]), "Did you mean tiebreaks?"),
    (lambda _: T(presets="fide_dutch"), "Did you mean preset?"),
    (lambda _: T(rounds="three"), "must be a whole number"),  # type: ignore[arg-type]
    (lambda _: T(5), "name must be a string, not 5"),  # type: ignore[arg-type]
    (lambda _: T(points=(3, 1)), "points must be three numbers"),
    (lambda _: T(points="3 1 0"), "points must be three numbers"),
    (lambda _: T(tiebreaks=["omww"]), "did you mean omw?"),
    (lambda _: T(tiebreaks=5), "tiebreaks must be codes"),  # type: ignore[arg-type]
    (lambda _: T(system="duch"), "Did you mean dutch?"),
    (lambda t: t.add_players(5), "player must be a name"),  # type: ignore[arg-type]
    (lambda t: t.add_players({"name": "X", "rting": 3}), "Did you mean rating?"),
    (lambda t: t.add_players({"name": "X", "rating": "high"}), "rating must be a whole number"),
    (lambda t: t.add_players({"name": 4}), "name must be a string"),
    (lambda t: t.add_players("Ana"), "Ana is number 1"),
    (lambda t: t.add_players("Eve", missed="hlf"), "Did you mean half?"),
    (lambda t: t.add_players("Eve", from_round="x"), "from_round must be"),  # type: ignore[arg-type]
    (lambda t: t.edit_player("Ana", rtng=5), "rtng"),
    (lambda t: t.bye("Ana", kind="hallf"), "Did you mean half?"),
    (lambda t: t.bye("Ana", round="x"), "round must be"),  # type: ignore[arg-type]
    (lambda t: t.bye("Ana", round=0), "round must be a whole number between 1 and 99"),
    (lambda t: t.drop("Anna"), "Did you mean Ana?"),
    (lambda t: t.drop(None), "a name or a number"),  # type: ignore[arg-type]
    (lambda t: t.drop(99), "no player 99"),
    (lambda t: t.drop("Ana", kind="nosho"), "Did you mean no_show?"),
    (lambda t: t.forbid("Ana", "Ana"), "twice"),
    (lambda t: t.record(9, "2-1"), "There is no table 9"),
    (lambda t: t.record("Ana", "2-1"), "a player is named as player='Ana'"),  # type: ignore[arg-type]
    (lambda t: t.record_all(["2-1"]), "such as {1: '2-1'}"),  # type: ignore[arg-type]
    (lambda t: t.record_all({1: "1-2", 9: "2-1"}), "There is no table 9"),
    (lambda t: t.pair(5), "a list of pairs"),  # type: ignore[arg-type]
    (lambda t: t.pair(confirm=5), "a list of names"),  # type: ignore[arg-type]
    (lambda t: t.add_team("Reds", 5), "a list of names"),  # type: ignore[arg-type]
    (lambda t: t.record(1), "result must be a string such as"),
    (lambda t: t.record(1, True), "result must be a string such as"),
    (lambda t: t.record(1, "banana"), "'banana' is not a valid result"),
    (lambda t: t.record(1, "2-1", round=9), "There is no round 9"),
    (lambda t: t.record(player="Anna", result="2-0"), "Did you mean Ana?"),
    (lambda t: t.pair([("Ana", "Boo")]), "Did you mean Bo?"),
    (lambda t: t.round(12), "There is no round 12"),
    (lambda t: t.explain("Anna"), "Did you mean Ana?"),
    (lambda t: t.standings(after=7), "There is no round 7"),
    (lambda t: t.standings(after="x"), "after must be"),  # type: ignore[arg-type]
    (lambda t: t.standings(tiebreaks=["zz"]), "'zz': is not a tie-break"),
    (lambda t: t.standings().explain("Anna"), "Did you mean Ana?"),
    (lambda t: t.change_rules(roundz=3), "Did you mean rounds?"),
    (lambda t: t.undo(999), "999"),
    (lambda t: t.save("/nowhere/x.json"), "could not be written"),
    (lambda t: t.save(5), "the name of a file"),  # type: ignore[arg-type]
    (lambda _: T().round(), "There are no rounds yet"),
    (lambda _: T().pair(), "player"),
    (lambda _: fairpair.open("/nowhere"), "/nowhere cannot be read"),
    (lambda _: fairpair.open(5), "the name of a file"),  # type: ignore[arg-type]
    (lambda _: fairpair.open(b"{}"), "not a Fairpair tournament"),
    (lambda _: fairpair.open(b"Ana\nBo\n"), "fairpair.read_players reads lists"),
    (lambda _: fairpair.open(b"\x89PNG\r\n\x00\xff"), "not a tournament with rounds"),
    (lambda _: T().finish(), "Publish round 1 first."),
    (lambda t: fairpair.read_trf(t.to_json().encode()), "not a FIDE report file"),
    (lambda _: fairpair.read_players(b""), "empty"),
    (lambda _: fairpair.write_trf(5), "a fairpair.Tournament"),  # type: ignore[arg-type]
    (lambda t: fairpair.write_trf(t, dialect="trf25"), "Available: trf16, trf26"),
    (lambda _: fairpair.check(5), "a fairpair.Tournament, a file, or players"),  # type: ignore[arg-type]
    (lambda _: fairpair.pair(TWO, [[("Ana", "Bo", "9-9")]]), "round 1, match 1: 9-9"),
    (lambda _: fairpair.pair(TWO, [[("Ana", "Bob", "1-0")]]), "Did you mean Bo?"),
    (lambda _: fairpair.pair(TWO, [[("Ana", "Bo", "x")]]), "round 1, match 1: 'x' is not"),
    (lambda _: fairpair.pair(TWO, [[("Ana", "Bo", "x")]]), "'x' is not a valid result. Enter 1"),
    (lambda _: fairpair.pair(TWO, [[("Ana", None, "by")]]), "Available: pairing, full, half"),
    (lambda t: fairpair.standings(t, []), "a Tournament has its own"),  # type: ignore[arg-type]
    (lambda _: fairpair.pair(REPORT, total_rounds=5), "Leave out the preset and the rules."),
    (lambda _: fairpair.standings(REPORT, preset="fide_dutch"), "Leave out the preset"),
    (lambda _: fairpair.pair(TWO, [[("Ana", "Bo")]]), "not complete"),
    (lambda _: fairpair.pair(TWO, [[5]]), "match must be"),  # type: ignore[list-item]
    (lambda _: fairpair.pair(TWO, 5), "pass total_rounds for their planned number"),  # type: ignore[arg-type]
    (lambda _: fairpair.pair(TWO, [MATCH]), "rounds must be a list of rounds"),
    (lambda _: fairpair.pair(["Ana", "Ana"]), "already used"),
    (lambda _: fairpair.pair([]), "player"),
    (lambda _: fairpair.pair(5), "players must be a list of players"),  # type: ignore[arg-type]
    (lambda _: fairpair.pair(TWO, system="duch"), "Did you mean dutch?"),
    (lambda _: fairpair.pair(TWO, byes=["Anna"]), "Did you mean Ana?"),
    (lambda _: fairpair.pair(TWO, byes={"Ana": "hlf"}), "Did you mean half?"),
    (lambda _: fairpair.pair(TWO, forbidden=[("Ana", "Bo")]), "pairing restriction"),
    (lambda _: fairpair.pair(TWO, [[MATCH]], total_rounds=1), "Pass a higher number of rounds"),
    (lambda _: fairpair.pair("x.trf", [[MATCH]]), "omitted when a file is given"),
    (lambda _: fairpair.standings("/nowhere"), "cannot be read"),
    (lambda _: fairpair.standings(TWO, [[MATCH]], after=3), "There is no round 3"),
    (lambda _: fairpair.simulate(1), "between 2 and 9999"),
    (lambda _: fairpair.simulate(8, time=3), "Did you mean times?"),
    (lambda _: fairpair.simulate(4, seed=1)["strongest_wins"], "Did you mean strongest_won?"),
    (lambda _: fairpair.simulate(8, times=0), "between 1 and 100000"),
    (lambda _: fairpair.simulate(8, preset="mtg"), "Did you mean mtg_standard?"),
    (lambda _: fairpair.simulate(8, drops="x"), "between 0 and 100"),  # type: ignore[arg-type]
    (lambda t: t.record(1, float("nan")), "result must be a string such as"),
    (lambda t: t.record(1, float("inf")), "result must be a string such as"),
    (
        lambda _: fairpair.standings(TWO, [[("Ana", "Bo", float("nan"))]]),
        "round 1, match 1: result must be a string such as",
    ),
    (lambda t: t.add_players(P("X", "x")), "rating must be a whole number"),  # type: ignore[arg-type]
    (lambda t: t.add_players(P(5)), "name must be a string, not 5"),  # type: ignore[arg-type]
    (lambda t: t.add_players(P("X", ids={"fide": 0.5})), "ids must be a dictionary of strings"),  # type: ignore[dict-item]
    (lambda t: t.add_players(P("X", club=5)), "club must be a string, not 5"),  # type: ignore[arg-type]
    (lambda t: t.add_team("Reds", [P("X", club=5)]), "club must be a string, not 5"),  # type: ignore[arg-type]
    (lambda _: fairpair.simulate(8, workers="2"), "workers must be a whole number"),  # type: ignore[arg-type]
    (lambda _: fairpair.simulate(8, workers=0), "workers must be a whole number between 1"),
    (lambda _: fairpair.open(b"x", division=3), "division must be a string"),  # type: ignore[arg-type]
    (lambda _: fairpair.open(LEAGUE, division="Mster"), "Did you mean Master"),
    (lambda t: t.standings()["Anna"], "Did you mean Ana?"),
    (lambda t: t.round()["Anna"], "Did you mean Ana?"),
    (lambda t: t.standings()[1.5], "place must be a name"),  # type: ignore[call-overload]
    (lambda t: t.ranking()["Anna"], "Did you mean Ana?"),
    (lambda t: t.publish(), "Pair the round first: t.pair(draft=True)"),
    (lambda t: t.add_players("players.csv"), "fairpair.read_players('players.csv')"),
    (lambda t: t.add_players(Path("list.xlsx")), "fairpair.read_players('list.xlsx')"),  # type: ignore[arg-type]
    (lambda _: fairpair.pair(["list.ods", "Bo"]), "fairpair.read_players('list.ods')"),
    (lambda _: fairpair.pair(b"name,rating\nAna,1\n"), "fairpair.read_players"),
    (lambda _: fairpair.standings(b"name,rating\nAna,1\n"), "fairpair.read_players"),
    (lambda _: fairpair.pair(FOUR, forbidden=[FOUR[:3]]), "a list of pairs"),  # type: ignore[list-item]
    (lambda _: fairpair.pair(FOUR, forbidden=[("Ana", "Ana")]), "You chose Ana twice."),
    (lambda t: t.record(2, "2-0", player="Ana"), "Ana plays at table 1 in round 1"),
    (lambda _: T(preset="fide_dutch", tiebreaks=["BH:C1"]), "- tiebreaks: 'BH:C1' is not a"),
    (lambda _: T(preset="fide_dutch", tiebreaks=["BH:C1"]), "did you mean BH/C1?"),
    (lambda _: T(tiebreaks=["direct encounter"]), "did you mean DE?"),
    (
        lambda _: T(tiebreaks="Buchholz Cut 1, SB"),
        "'Buchholz Cut 1' is not a tie-break; did you mean BH/C1?",
    ),
    (lambda _: after({"white": "Ana", "blck": "Bo"}), "round 1, match 1: key cannot be 'blck'"),
    (lambda _: after({"white": "Ana", "blck": "Bo"}), "Did you mean black?"),
    (lambda _: after({"white": "Ana", "black": "Bo", "reslt": "1-0"}), "Did you mean result?"),
    (lambda _: after({"white": "Ana", "result": "1-0"}), "match must be ('Ana', 'Bo', '1-0')"),
    (lambda _: after({"p1": "Ana", "pp": "Bo"}), "'pp' is not a recognised key"),
    (lambda _: T().add_players([{"name": "A", "city": "x"}, "B"]), "leaves out other columns"),
    (lambda _: two_teams().record(1, "3-1"), "a team match is won, drawn or lost"),
    (lambda _: two_teams().record(1, (2.5, 1.5)), "Enter a result for each board"),
    (lambda t: t.save(""), "path must be the name of a file, not ''"),
    (lambda t: t.save("no/such/t.json"), "there is no folder no/such.\nCreate the folder"),
    (lambda t: t.standings().rows[0].tiebreaks["omww"], "Did you mean omw? Available: omw"),
    (lambda _: T(tiebreaks={"BH": 1}), "tiebreaks must be codes such as"),
    (lambda _: T(tiebreaks={"BH", "SB"}), "tiebreaks must be codes such as"),
    (lambda t: t.standings(tiebreaks="omww"), "fairpair.list_tiebreaks() lists all codes"),
    (lambda t: t.rules["best_off"], "Did you mean best_of?"),
    (lambda _: T(system="knockout"), "pass mode='elimination'"),
    (lambda _: T(preset="single elimination"), "pass mode='elimination'"),
    (lambda _: fairpair.pair(TWO, system="KO"), "pass mode='elimination'"),
    (lambda t: t.record(1, (2, 0, 0, 0)), "result must be a word or number for each board"),
    (lambda t: t.record(1, ["1", 2]), "result must be a word or number for each board"),
    (lambda _: fairpair.read_players("name\nAna\n"), "its content as bytes: text.encode()"),
    (lambda t: t.pair(remedy="x"), "remedy cannot be 'x'"),
    (lambda t: t.pair(draft="yes"), "draft must be True or False, not 'yes'"),  # type: ignore[arg-type]
    (lambda _: T(seed=object()), "seed must be a string or a whole number"),  # type: ignore[arg-type]
    (lambda _: fairpair.pair(TWO, seed=object()), "seed must be a string or a whole number"),  # type: ignore[arg-type]
    (lambda t: t.undo("x"), "action must be a whole number, not 'x'"),  # type: ignore[arg-type]
    (lambda t: t.redo("x"), "action must be a whole number, not 'x'"),  # type: ignore[arg-type]
    (lambda t: t.reinstate("Ana", "x"), "from_round must be a whole number"),  # type: ignore[arg-type]
    (lambda t: t.forbid("Ana", "Bo", hard="no"), "hard must be True or False, not 'no'"),  # type: ignore[arg-type]
    (lambda t: t.forbid("Ana", "Bo", from_round="x"), "from_round must be"),  # type: ignore[arg-type]
    (lambda t: t.forbid("Ana", "Bo", until_round="x"), "until_round must be"),  # type: ignore[arg-type]
    (lambda t: t.change_rules(reason=4, rounds=4), "reason must be a string, not 4"),  # type: ignore[arg-type]
    (lambda t: t.record(1, "0-2", reason=4), "reason must be a string, not 4"),  # type: ignore[arg-type]
    (lambda t: t.finish(reason=4), "reason must be a string, not 4"),  # type: ignore[arg-type]
    (lambda t: t.finish(early="x"), "early must be True or False"),  # type: ignore[arg-type]
    (lambda t: t.drop("Ana", forfeit="x"), "forfeit must be True or False"),  # type: ignore[arg-type]
    (lambda t: t.edit_player("Ana", club=5), "club must be a string, not 5"),
    (lambda t: t.edit_player("Ana", clubb="x"), "Did you mean club?"),
    (lambda _: T(players=["Ana"]), "add players with add_players(...)"),
    (lambda t: t.add_player("X", shoe_size=44), "fairpair.read_players leaves out other columns"),
    (
        lambda _: fairpair.pair(TWO, [[("Ana", "Boo", "1-0")]]),
        "'Boo' is not in the list of players",
    ),
    (lambda t: t.pair([("Ana", "Di"), ("Bo", "Cy")]), "confirm='rematch'"),
    (lambda t: finished(t).pair(), "t.reopen("),
    (lambda _: fairpair.pair(TWO, [[MATCH]]), "remedy='rematch'"),
    (lambda _: two_played().pair(), "t.pair(remedy='rematch')"),
    (lambda _: fairpair.pair(TWO, [[MATCH]], remedy="x"), "remedy cannot be 'x'"),
    (lambda _: fairpair.pair(REPORT, byes=["Ana"]), "byes must be omitted when a file is given"),
    (lambda _: fairpair.pair(REPORT, seed="x"), "seed must be omitted when a file is given"),
    (
        lambda _: fairpair.standings(REPORT, drops=["Ana"]),
        "drops must be omitted when a file is given",
    ),
    (lambda _: fairpair.check(REPORT, [[MATCH]]), "rounds must be omitted when a file is given"),
    (lambda _: fairpair.check(TWO, [[("Ana", "Bo", "9-9")]]), "round 1, match 1"),
    (lambda t: t.player("Anna"), "Did you mean Ana?"),
    (lambda t: t.reopen("a mistake"), "is not finished"),
    (lambda t: t.reopen(4), "reason must be a string"),  # type: ignore[arg-type]
    (lambda t: t.round().with_results({9: "2-0"}), "There is no table 9"),
    (lambda t: t.round().with_results(["2-0"]), "such as {1: '2-1'}"),  # type: ignore[arg-type]
    (lambda t: t.standings().to_csv(5), "the name of a file"),  # type: ignore[arg-type]
    (lambda t: t.record_pgn(b"x"), "PGN"),
    (lambda t: fairpair.write_pgn(t, round="x"), "round must be"),  # type: ignore[arg-type]
    (lambda _: fairpair.write_pgn(5), "a fairpair.Tournament"),  # type: ignore[arg-type]
]


def finished(t: fairpair.Tournament) -> fairpair.Tournament:
    other = copy.copy(t)
    other.finish(early=True)
    return other


def two_played() -> fairpair.Tournament:
    t = T(seed="x")
    t.add_players(TWO)
    t.pair()
    t.record(1, "2-0")
    return t


@pytest.mark.parametrize(("call", "text"), CALLS, ids=[text for _, text in CALLS])
def test_the_error_says_what_was_expected(
    call: Callable[[fairpair.Tournament], Any], text: str
) -> None:
    t = after_a_round()
    before = t.state
    with pytest.raises(fairpair.FairpairError) as caught:
        call(t)
    assert text in str(caught.value)
    assert t.state == before


def test_the_package_names_what_it_offers() -> None:
    assert set(fairpair.__all__) == set(dir(fairpair))
    for name in fairpair.__all__:
        assert getattr(fairpair, name) is not None
    with pytest.raises(AttributeError, match="torunament"):
        _ = fairpair.torunament  # type: ignore[attr-defined]
