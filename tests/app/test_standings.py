"""Standings of a file: what it says, what the user wants otherwise, and what is told of it."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from fairpair.app.files.standings import FileStandings, StandingsOptions, file_standings
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from formats.sheet import Person, player, text

VECTORS = Path(__file__).parents[1] / "standings" / "vectors"
F = Fraction


def trf(*more: str) -> bytes:
    """Three players: Ann beat Bob and Bob beat Cid, who beat Ann; nobody has number 2."""
    return text(
        "012 Small",
        *more,
        player(1, "3 w 1", "- - H", "4 b 0", who=Person("Ann, A", points="1.5")),
        player(3, "1 b 0", "4 w 1", "- - U", who=Person("Bob", points="2.0")),
        player(4, "- - Z", "3 b 0", "1 w 1", who=Person("Cid", points="1.0")),
    )


def results(**more: Any) -> bytes:
    """Ana 6 points, Bo and Cy 3."""
    rounds = [
        [{"p1": "Ana", "p2": "Bo", "w1": 2, "w2": 1}, {"bye": "Cy"}],
        [{"p1": "Ana", "p2": "Cy", "w1": 2, "w2": 0}, {"bye": "Bo"}],
    ]
    return json.dumps({"players": ["Ana", "Bo", "Cy"], "rounds": rounds, **more}).encode()


def codes(found: FileStandings) -> list[str]:
    return [link.options.text for link in found.standings.chain]


def refused(data: bytes, wishes: StandingsOptions) -> InvalidInputError:
    with pytest.raises(InvalidInputError) as caught:
        file_standings(data, wishes)
    assert caught.value.message.endswith(".")
    assert caught.value.hint.endswith(".")
    return caught.value


def test_a_trf_file_says_everything_itself() -> None:
    found = file_standings(trf("042 2024/09/01", "202 BH/C1,SB"), StandingsOptions())
    assert codes(found) == ["PTS", "BH/C1", "SB"]
    assert found.tournament.rules.fide_edition == "2024"
    assert found.ids == {1: 1, 3: 3, 4: 4}
    assert found.from_trf
    assert [(row.player, row.points) for row in found.standings.rows] == [
        (3, F(2)),
        (1, F(3, 2)),
        (4, F(1)),
    ]
    assert (
        file_standings(trf("042 2026/03/01"), StandingsOptions()).tournament.rules.fide_edition
        == "2026"
    )


def test_results_in_json_have_a_preset() -> None:
    found = file_standings(results(), StandingsOptions())
    assert codes(found) == ["PTS", "omw", "gw", "ogw", "random"]
    assert not found.from_trf
    assert found.ids == {1: "Ana", 2: "Bo", 3: "Cy"}
    chess = file_standings(results(best_of=3), StandingsOptions(preset="fide_dutch"))
    assert [row.points for row in chess.standings.rows] == [F(2), F(1), F(1)]


def test_the_length_of_a_match() -> None:
    """In the file it goes before the preset, asked for by the user before the file."""

    def games_of_a_bye(in_file: dict[str, int], **changes: object) -> int:
        wishes = StandingsOptions(changes={"bye_points": None, **changes})
        rows = file_standings(results(**in_file), wishes).standings.by_player
        return rows[PlayerId(2)].games[0] - 1

    assert games_of_a_bye({}) == 2
    assert games_of_a_bye({"best_of": 5}) == 3
    assert games_of_a_bye({"best_of": 5}, best_of=7) == 4
    rules = file_standings(
        results(best_of=5), StandingsOptions(changes={"best_of": 7})
    ).tournament.rules
    assert (rules.best_of, rules.rounds) == (7, 2)


@pytest.mark.parametrize(
    ("late_entry", "points", "share"),
    [("loss", 3, F(1, 2)), ("zero", 3, F(1)), ("half", 4, F(2, 3)), ("full", 6, F(1))],
)
def test_a_late_entry_in_a_results_file(late_entry: str, points: int, share: Fraction) -> None:
    """Cy wins in round 2 and was not there in round 1."""
    rounds = [
        [{"p1": "Ana", "p2": "Bo", "w1": 2, "w2": 0}],
        [{"p1": "Ana", "p2": "Cy", "w1": 0, "w2": 2}, {"bye": "Bo"}],
    ]
    data = json.dumps({"players": ["Ana", "Bo", "Cy"], "rounds": rounds}).encode()
    wishes = StandingsOptions(("on_time", "mw"), changes={"late_entry": late_entry})
    rows = file_standings(data, wishes).standings.by_player
    assert rows[PlayerId(3)].values == (F(points), F(0), share)
    assert rows[PlayerId(1)].values == (F(3), F(1), F(1, 2))


def test_leaving_after_the_last_round_is_no_drop() -> None:
    """An opponent who dropped counts 75 % at most; Ana won all matches before she left."""

    rounds: list[object] = [[{"p1": "Ana", "p2": "Bo", "w1": 2, "w2": 0}], [{"bye": "Bo"}]]
    drops = [{"player": "Ana", "afterRound": 1}]

    def of_bos_opponent(in_file: int, **changes: object) -> Fraction | None:
        file = {"players": ["Ana", "Bo"], "rounds": rounds[:in_file], "drops": drops}
        wishes = StandingsOptions(("owp",), "pokemon_standard", changes)
        rows = file_standings(json.dumps(file).encode(), wishes).standings.by_player
        return rows[PlayerId(2)].values[-1]

    assert of_bos_opponent(1) == of_bos_opponent(1, rounds=1) == 1
    assert of_bos_opponent(1, rounds=5) == F(3, 4)
    assert of_bos_opponent(2) == of_bos_opponent(2, rounds=1) == F(3, 4)


def test_open_matches_of_a_file() -> None:
    """A file is as finished as it will be: they can be draws."""
    rounds = [
        [{"p1": "Ana", "p2": "Bo", "w1": 2, "w2": 1}],
        [{"p1": "Ana", "p2": "Bo"}],
    ]
    cards = json.dumps({"players": ["Ana", "Bo"], "rounds": rounds}).encode()
    chess = text(
        "012 Small",
        player(1, "2 w 1", "2 b", who=Person("Ann", points="1.0")),
        player(2, "1 b 0", "1 w", who=Person("Bob", points="0.0")),
    )

    def points(data: bytes, **changes: object) -> list[Fraction]:
        found = file_standings(data, StandingsOptions((), changes=changes))
        assert found.tournament.finished == (changes == {"unfinished_matches": "draw"})
        return [row.points for row in found.standings.rows]

    assert points(cards) == points(cards, unfinished_matches="ignore") == [3, 0]
    assert points(cards, unfinished_matches="draw") == [4, 1]
    assert points(chess) == points(chess, unfinished_matches="ignore") == [1, 0]
    assert points(chess, unfinished_matches="draw") == [F(3, 2), F(1, 2)]


@pytest.mark.parametrize("before", [b"", b"\n\n", b"\xef\xbb\xbf", b" \t\r\n"])
def test_json_is_known_by_its_first_character(before: bytes) -> None:
    assert not file_standings(before + results(), StandingsOptions()).from_trf


def test_wishes_go_before_the_file() -> None:
    wishes = StandingsOptions(("pts", "wins", "DE"), changes={"fide_edition": "2024"})
    assert refused(trf(), wishes).problems[0].message.endswith("did you mean WIN?")
    wishes = StandingsOptions(("pts", "WIN", "DE"), changes={"fide_edition": "2024"})
    found = file_standings(trf("202 BH", "042 2026/04/01"), wishes)
    assert codes(found) == ["pts", "WIN", "DE"]
    assert found.tournament.rules.fide_edition == "2024"
    found = file_standings(
        trf("202 BH"), StandingsOptions(changes={"standings_tiebreakers": ["SB"]})
    )
    assert codes(found) == ["PTS", "SB"]
    assert codes(file_standings(trf("202 BH"), StandingsOptions(()))) == ["PTS"]


def test_rules_can_be_changed() -> None:
    floor = {"omw_floor": "1/2"}
    values = [
        file_standings(results(), StandingsOptions(("omw",), changes=changes))
        .standings.rows[0]
        .values
        for changes in ({}, floor)
    ]
    # Bo and Cy have half of the points, with the bye; without byes nothing, so the floor
    assert values == [(F(6), F(1, 2))] * 2
    without: dict[str, object] = {"byes_in_match_win": False}
    rows = file_standings(results(), StandingsOptions(("omw",), changes=without)).standings.rows
    assert rows[0].values == (F(6), F(33, 100))
    rows = file_standings(
        results(), StandingsOptions(("omw",), changes=without | floor)
    ).standings.rows
    assert rows[0].values == (F(6), F(1, 2))
    unrated = StandingsOptions(("ARO",), changes={"unrated_rating": 1000})
    data = trf().replace(b" 2000 ", b"    0 ", 1)
    assert file_standings(data, StandingsOptions(("ARO",))).standings.rows[0].values[1] is None
    assert file_standings(data, unrated).standings.by_player[PlayerId(3)].values[1] == 1500
    of_the_file = trf("202 ARO").replace(b" 2000 ", b"    0 ", 1)
    wishes = StandingsOptions(changes=unrated.changes)
    named = file_standings(of_the_file, wishes).standings.by_player
    assert named[PlayerId(3)].values[1] == 1500


def test_standings_after_a_round() -> None:
    for data in (trf(), results()):
        found = file_standings(data, StandingsOptions((), until=1)).standings.rows
        assert max(len(row.opponents) for row in found) == 1
    error = refused(trf(), StandingsOptions(until=4))
    assert (error.code, error.message) == (
        "no-such-round",
        "Round 4 does not exist: the file has 3 rounds.",
    )
    assert refused(results(), StandingsOptions(until=3)).code == "no-such-round"


def test_lots_need_a_seed() -> None:
    def lots(wishes: StandingsOptions, **more: Any) -> list[Fraction | None]:
        rows = file_standings(results(**more), wishes).standings.rows
        return [row.values[-1] for row in sorted(rows, key=lambda row: row.player)]

    assert lots(StandingsOptions()) == [None] * 3
    drawn = lots(StandingsOptions(draw_seed="a"))
    assert sorted(filter(None, drawn)) == [1, 2, 3]
    assert (
        drawn
        == lots(StandingsOptions(), draw_seed="a")
        == lots(StandingsOptions(draw_seed="a"), draw_seed="b")
    )
    many = {tuple(lots(StandingsOptions(draw_seed=str(seed)))) for seed in range(30)}
    assert len(many) == 6
    rows = file_standings(trf("202 random"), StandingsOptions(draw_seed="a")).standings.rows
    assert sorted(row.values[-1] or 0 for row in rows) == [1, 2, 3]


def test_who_is_meant() -> None:
    found = file_standings(trf(), StandingsOptions())
    assert found.player("3") == found.player("bob") == found.player("BOB") == 3
    assert found.player("Ann, A") == 1
    for wanted in ("2", "", "03", "Bo"):
        with pytest.raises(InvalidInputError, match="has no player"):
            found.player(wanted)


def test_ids_that_look_the_same() -> None:
    players = [7, "7", {"id": "x", "name": "Jo"}, {"id": "y", "name": "JO"}, "Ana"]
    data = json.dumps({"players": players, "rounds": []}).encode()
    found = file_standings(data, StandingsOptions(()))
    assert (found.player("7"), found.player('"7"')) == (1, 2)
    assert found.player("Ana") == found.player('"Ana"') == 5
    with pytest.raises(InvalidInputError, match="Several players are called 'jo': x, y"):
        found.player("jo")
    only_text = json.dumps({"players": ["7", "ä"], "rounds": []}).encode()
    assert file_standings(only_text, StandingsOptions(())).player("7") == 1
    assert file_standings(only_text, StandingsOptions(())).player('"ä"') == 2


def test_notes_of_the_reader_are_told() -> None:
    found = file_standings(trf("999 what"), StandingsOptions())
    assert tuple(map(str, found.notes)) == (
        "Note, line 2, column 1: Unknown record '999'; it was ignored.",
        "Note, line 4, column 5: Pairing number 2 is missing.",
    )


def test_a_file_in_latin_1() -> None:
    data = trf().replace(b"Bob", b"B\xf6b")
    found = file_standings(data, StandingsOptions())
    assert found.tournament.name_of(PlayerId(3)) == "Böb"
    assert any("Latin-1" in str(note) for note in found.notes)
    found = file_standings(trf().replace(b"Bob", "Böb".encode()), StandingsOptions())
    assert found.tournament.name_of(PlayerId(3)) == "Böb"
    assert not any("Latin-1" in str(note) for note in found.notes)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_any_kind_of_line_end(end: bytes) -> None:
    data = trf("202 BH").replace(b"\n", end)
    found = file_standings(data, StandingsOptions())
    assert codes(found) == ["PTS", "BH"]
    assert [row.player for row in found.standings.rows] == [3, 1, 4]
    wrong = file_standings(data.replace(b" 2.0", b" 2.5"), StandingsOptions())
    assert any(str(note).startswith("Note, line 4, column 82: ") for note in wrong.notes)


BROKEN = text(
    "012 Open",
    "142 3",
    player(1, "2 w 1", "3 b =", "4 w 1", who=Person("A", points="1.5")),
    player(2, "1 b 1", "4 w 1", "", who=Person("B", points="2.0")),
    player(7, "4 b 1", "1 w =", "2 w 0", who=Person("C", points="1.5")),
    player(4, "9 w 0", "2 b 0", "1 b 0", who=Person("D", points="0.0")),
)


def test_every_problem_of_a_file_in_one_pass() -> None:
    error = refused(BROKEN, StandingsOptions())
    assert error.message == "The TRF file has 6 errors."
    assert [f"{p.where}: {p.message}" for p in error.problems] == [
        "line 3, column 99: Round 1, 1 against 2 (line 4):"
        " the results 1 and 1 contradict each other.",
        "line 3, column 102: Round 2: the opponent 3 is not in the file.",
        "line 5, column 92: Round 1: 7 names 4, but 4 (line 6) names 9.",
        "line 5, column 102: Round 2: 7 names 1, but 1 (line 3) names 3.",
        "line 5, column 112: Round 3: 7 names 2, but 2 (line 4) has no opponent.",
        "line 6, column 92: Round 1: the opponent 9 is not in the file.",
        "line 3, column 82: (note) The points of player 1 are given as 1.5,"
        " but the results add up to 2.5, which is used.",
        "line 6, column 5: (note) Pairing number 3 is missing.",
    ]


def test_repairs_are_told() -> None:
    data = text(
        "012 Open",
        player(1, "2 w 1", "2 b 1", who=Person("A", points="9.0")),
        player(2, "1 b 0", "", who=Person("B", points="0.0")),
    )
    error = refused(data, StandingsOptions())
    assert len(error.problems) == 2
    found = file_standings(data, StandingsOptions(("BH",), repair=True))
    assert [str(note).split(": ")[0] for note in found.notes] == [
        "Repaired, line 3, column 102",
        "Note, line 2, column 82",
    ]
    assert "the missing cell was read as '1 w 0'" in str(found.notes[0])
    assert found.standings.rows[0].points == 2
    hopeless = refused(BROKEN, StandingsOptions(repair=True))
    assert hopeless.message == "The TRF file has 5 errors."


def test_tiebreaks_of_the_file_that_are_none_here() -> None:
    """What never counts in the file's own list is computed too."""
    data = trf("202 PTS,BH/C1,XYZ,BHH,EDE,BH/C1,TPN,SB")
    found = file_standings(data, StandingsOptions())
    assert codes(found) == ["PTS", "BH/C1", "TPN", "SB"]
    assert [str(note) for note in found.notes if note.code == "note.file-tiebreak"] == [
        "Note: tie-break 'XYZ' from the file is ignored: it is not a tie-break",
        "Note: tie-break 'BHH' from the file is ignored: it is not a tie-break; did you mean BH?",
        "Note: tie-break 'EDE' from the file is ignored:"
        " it is for team matches, but this is not a team tournament",
    ]
    assert not any(
        "tie-break" in str(note) for note in file_standings(data, StandingsOptions(("BH",))).notes
    )


def test_wished_tiebreaks_that_can_never_count() -> None:
    """They are computed, and that is told after what there is to say of the file."""
    for data in (trf(), results()):
        found = file_standings(data, StandingsOptions(("SB", "TPN", "BH", "SB")))
        assert codes(found) == ["PTS", "SB", "TPN", "BH", "SB"]
        assert list(map(str, found.notes[-3:])) == [
            (
                "Note: tie-break 3, 'BH', is never used: TPN, which"
                " comes before it, leaves no players tied"
            ),
            (
                "Note: tie-break 4, 'SB', is never used: TPN, which"
                " comes before it, leaves no players tied"
            ),
            "Note: tie-break 4, 'SB', repeats tie-break 1 and has no effect",
        ]
        assert all(row.values[1] == row.values[4] for row in found.standings.rows)
        chain: list[object] = ["SB", "TPN", "BH"]
        refusal = refused(data, StandingsOptions(changes={"standings_tiebreakers": chain}))
        assert [(p.where, p.message) for p in refusal.problems] == [
            (
                "standings_tiebreakers",
                "'BH' is never used: TPN, which comes before it, leaves no players tied",
            )
        ]


def test_wrong_rules_and_wrong_tiebreaks_are_told_together() -> None:
    wishes = StandingsOptions(("BHH", "TPN", "BH", "EDE"), changes={"omw_flor": 1, "rounds": 0})
    for data in (trf(), results()):
        error = refused(data, wishes)
        assert error.code == "bad-rules"
        assert [problem.where for problem in error.problems] == [
            *("omw_flor", "rounds", "tie-break 1, 'BHH'", "tie-break 4, 'EDE'"),
        ]
        assert error.problems[2].message == "is not a tie-break; did you mean BH?"


def test_tiebreaks_are_judged_by_the_rules_that_can_be() -> None:
    """`scores` is fine, so op is; `boards` is wrong, so EDE is told as well."""
    changes: dict[str, object] = {"scores": ["op"], "boards": "many"}
    error = refused(results(), StandingsOptions(("op", "sos:op", "EDE"), changes=changes))
    assert [problem.where for problem in error.problems] == ["boards", "tie-break 3, 'EDE'"]


def test_named_scores_and_tiebreaks_that_compare() -> None:
    scores = [{"op": 7, "vp": 9, "ap": 0}, {"op": 3, "vp": 1, "ap": 2}]
    rounds = [[{"p1": "Ana", "p2": "Bo", "scores": scores}]]
    data = json.dumps({"players": ["Ana", "Bo"], "rounds": rounds}).encode()
    error = refused(data, StandingsOptions(("sos", "BH", "DE:vp"), "infinity"))
    assert [(p.where, p.message.partition(":")[0]) for p in error.problems] == [
        (
            "tie-break 2, 'BH'",
            "compares with the points for a win or a draw, which op does not have",
        ),
        (
            "tie-break 3, 'DE:vp'",
            "compares with the points for a win or a draw, which vp does not have",
        ),
    ]
    found = file_standings(data, StandingsOptions(("sos", "total:vp", "head_to_head"), "infinity"))
    values = [list(row.values) for row in found.standings.rows]
    assert values == [[F(7), F(3), F(9), F(0)], [F(3), F(7), F(1), F(0)]]


def test_buchholz_of_a_round_robin_file() -> None:
    """Forbidden since 2026, so it is left out; asked for by the user it is refused."""
    data = trf("042 2026/04/01", "092 Round-Robin", "202 BH,SB")
    found = file_standings(data, StandingsOptions())
    assert codes(found) == ["PTS", "SB"]
    assert "must not be used in a round robin" in str(found.notes[-1])
    assert refused(data, StandingsOptions(("BH",))).code == "bad-tiebreaks"
    assert (
        codes(file_standings(data, StandingsOptions(("BH",), changes={"system": "dutch"})))[1]
        == "BH"
    )


@pytest.mark.parametrize(
    ("data", "wishes", "code", "said"),
    [
        (trf(), StandingsOptions(preset="fide_dutch"), "preset-for-trf", "Remove --preset"),
        (b"", StandingsOptions(), "no-tournament-file", "The file is empty."),
        (b"\r\n \n", StandingsOptions(), "no-tournament-file", "The file is empty."),
        (
            b"Dear arbiter,",
            StandingsOptions(),
            "no-tournament-file",
            "neither a TRF file nor a JSON results",
        ),
        (b"%PDF-1.7", StandingsOptions(preset="infinity"), "no-tournament-file", "neither a TRF"),
        (b"\x00\x01", StandingsOptions(), "bad-trf", "zero byte"),
        (results().replace(b"{", b"[", 1), StandingsOptions(), "bad-results", "line 1, column"),
        (b"[]", StandingsOptions(), "bad-results", "must be an object"),
        (b"{}", StandingsOptions(), "bad-results", "players"),
        (b"{" * 100_000, StandingsOptions(), "bad-results", "line 1, column 2"),
        (b"[" * 100_000, StandingsOptions(), "bad-results", "too deeply"),
        (results(), StandingsOptions(preset="mtg"), "no-preset", "Did you mean mtg_standard?"),
        (
            results(),
            StandingsOptions(changes={"omw_flor": 1}),
            "bad-rules",
            "Did you mean omw_floor?",
        ),
        (
            trf(),
            StandingsOptions(changes={"fide_editon": "2026"}),
            "bad-rules",
            "mean fide_edition?",
        ),
        (
            trf(),
            StandingsOptions(changes={"fide_edition": "2025"}),
            "bad-rules",
            "one of 2024, 2026",
        ),
        (results(), StandingsOptions(("omw", "gvv")), "bad-tiebreaks", "tie-break 2, 'gvv'"),
        (trf(), StandingsOptions(("BH-C1",)), "bad-tiebreaks", "did you mean BH/C1?"),
        (
            trf(),
            StandingsOptions(("BH:MP",)),
            "bad-tiebreaks",
            "uses the MP of teams, but this is not a team tournament",
        ),
    ],
)
def test_what_cannot_be_done(data: bytes, wishes: StandingsOptions, code: str, said: str) -> None:
    error = refused(data, wishes)
    assert error.code == code
    assert said in str(error)


def test_nobody_in_a_results_file() -> None:
    found = file_standings(b'{"players": [], "rounds": []}', StandingsOptions())
    assert found.standings.rows == ()


def test_wished_tiebreaks_stand_for_the_presets_own() -> None:
    """`fide_dutch` lists Buchholz, which a round robin may not use; that list is not used here."""
    data = b'{"players": ["a", "b"], "rounds": [[{"p1": "a", "p2": "b", "w1": 1, "w2": 0}]]}'
    wishes = StandingsOptions(("SB",), "fide_dutch", {"system": "round_robin"})
    assert file_standings(data, wishes).standings.ranks == {1: 1, 2: 2}
