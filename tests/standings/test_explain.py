"""Explanations: the words, on small events worked by hand."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from fairpair.app.files.standings import StandingsOptions, file_standings
from fairpair.core.ids import PlayerId
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.explain import Separation, Term, explain, separation
from fairpair.engine.standings.registry import link_of
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.engine.standings.wording import explanation_text, separation_text
from fairpair.language.message import Message
from fairpair.presets import rules_of
from standings.builder import played
from standings.team_sheet import matches

F = Fraction
MAGIC = ("omw", "gw", "ogw", "random")
DUTCH = rules_of("fide_dutch", {})


def table(sheet: str, *codes: str, rules: Rules = DUTCH, seed: str = "") -> Standings:
    return Standings(tiebreak_input(replace(played(sheet, rules), draw_seed=seed)), codes)


def name_of(standings: Standings, player: PlayerId) -> str:
    return standings.inputs.entries[player].entrant.name


def told(standings: Standings, name: str) -> list[str]:
    """What is said of a player's numbers, points left out."""
    [player] = [p for p in standings.inputs.entries if name_of(standings, p) == name]
    texts = explain(standings, player)[1:]
    return [str(explanation_text(one, lambda p: name_of(standings, p))) for one in texts]


def separations(standings: Standings) -> list[str]:
    order = [row.player for row in standings.rows]
    return [
        str(separation_text(separation(standings, *pair), lambda p: name_of(standings, p)))
        for pair in pairwise(order)
    ]


CHESS = """1  Ana 1:0 Bo | Cy 1:0 Di | Ed bye
           2  Ana =:= Cy | Ed 0:1 Bo | Di half
           3  Cy 0:1 Ana | Bo +:- Di | Ed zero
           4  Ana 1:0 Ed | Bo =:= Cy | Di zero"""
# Ana 3.5, Bo 2.5, Cy 2, Ed 1, Di 0.5; Di's last bye is a draw for the others (16.3): 1


def test_cut_terms() -> None:
    standings = table(CHESS, "BH", "BH/C1", "BH/M1", "PS/C1")
    assert told(standings, "Ana") == [
        "Buchholz 7.5 = 2.5 (Bo) + 2 (Cy) + 2 (Cy) + 1 (Ed)",
        "Buchholz (BH/C1) 6.5 = 2.5 (Bo) + 2 (Cy) + 2 (Cy); not counted: 1 (Ed)",
        "Buchholz (BH/M1) 4 = 2 (Cy) + 2 (Cy); not counted: 2.5 (Bo), 1 (Ed)",
        "Progressive score (PS/C1) 7.5 = 1.5 (after round 2) + 2.5 (after round 3)"
        " + 3.5 (after round 4); not counted: 1 (after round 1)",
    ]


def test_rounds_without_a_game() -> None:
    standings = table(CHESS, "BH", "SB/C1", "WIN", "KS")
    assert told(standings, "Bo")[:2] == [
        "Buchholz 7.5 = 3.5 (Ana) + 1 (Ed) + 1 (Di: forfeit win, counts as the opponent's score)"
        " + 2 (Cy)",
        "Sonneborn-Berger (SB/C1) 2 = 0 (Ana: 3.5 x 0) + 1 (Di: forfeit win, 1 x 1)"
        " + 1 (Cy: 2 x 0.5); not counted: 1 (Ed: 1 x 1)",
    ]
    assert told(standings, "Cy")[0] == (
        "Buchholz 10.5 = 1 (Di: byes at the end count as draws) + 3.5 (Ana) + 3.5 (Ana) + 2.5 (Bo)"
    )
    assert told(standings, "Ed") == [
        "Buchholz 8 = 1 (round 1: bye, counts as own score) + 2.5 (Bo)"
        " + 1 (round 3: zero-point bye, counts as own score) + 3.5 (Ana)",
        "Sonneborn-Berger (SB/C1) 1 = 1 (round 1: bye, 1 x 1) + 0 (Bo: 2.5 x 0) + 0 (Ana: 3.5 x 0)"
        "; not counted: 0 (round 3: zero-point bye, 1 x 0)",
        "Wins 1 = 1 (round 1: bye)",
        "Koya system 0 = 0 (Bo) + 0 (Ana)",
    ]
    assert told(standings, "Di") == [
        "Buchholz 3.5 = 2 (Cy) + 0.5 (round 2: half-point bye, counts as own score)"
        " + 0.5 (Bo: forfeit loss, counts as own score)"
        " + 0.5 (round 4: zero-point bye, counts as own score)",
        "Sonneborn-Berger (SB/C1) 0.25 = 0 (Cy: 2 x 0)"
        " + 0.25 (round 2: half-point bye, 0.5 x 0.5) + 0 (round 4: zero-point bye, 0.5 x 0)"
        "; not counted: 0 (Bo: forfeit loss, 0.5 x 0)",
        "Wins 0: no rounds count",
        "Koya system 0 = 0 (Cy) + 0 (Bo: forfeit loss)",
    ]


def test_ratings() -> None:
    sheet = """1  Ana 1:0 Bo | Cy 1:0 Di
               2  Ana 0:1 Cy | Bo =:= Di
               Ana rated 2000
               Bo rated 1801
               Cy rated 1500"""
    standings = table(sheet, "ARO/U1400", "TPR/U1400", "PTP/U1400", "rating/U1400", "RTNG", "DE")
    # (1801 + 1500) / 2 = 1650.5; a score of 50 % adds nothing; 1648 expects 30 % and 70 %
    assert told(standings, "Ana") == [
        "Average rating of opponents (ARO/U1400) 1651 = (1801 (Bo) + 1500 (Cy)) / 2, rounded",
        "Performance rating (TPR/U1400) 1651 = 1651 (average rating of the opponents)"
        " + 0 (table value for 50 %)",
        "Perfect tournament performance (PTP/U1400) 1648:"
        " lowest rating with an expected score of 1 or more",
        "Rating (rating/U1400) 2000",
        "Rating: cannot be calculated for this player",
        "Direct encounter: not needed; no players are tied",
    ]
    assert told(standings, "Bo")[0] == (
        "Average rating of opponents (ARO/U1400) 1700 = (2000 (Ana) + 1400 (Di)) / 2"
    )
    assert told(standings, "Bo")[1] == (
        "Performance rating (TPR/U1400) 1507 = 1700 (average rating of the opponents)"
        " - 193 (table value for 25 %)"
    )
    assert told(standings, "Di")[3:5] == [
        "Rating (rating/U1400) 1400: assumed for an unrated player",
        "Rating: cannot be calculated for this player",
    ]


CARDS = """1  Ana 2-0 Bo | Cy 2-1 Di | Ed bye
           2  Ana 1-2 Ed | Di 2-0 Bo | Cy bye
           3  Ed 2-0 Di | Ana 1-1-1 Cy
           Bo drops after 2"""


def test_percentages_and_floors() -> None:
    standings = table(CARDS, *MAGIC, rules=Rules(), seed="s")
    # Bo is 0 of 6, Ed 9 of 9, Cy 7 of 9; Ana won 4 games, drew 1, of 8: 13 of 24
    assert told(standings, "Ana") == [
        "Opponents' match-win percentage 70.26% = (33.00% (Bo: minimum) + 100.00% (Ed)"
        " + 77.78% (Cy)) / 3",
        "Game-win percentage 54.17% = (6 (Bo) + 3 (Ed) + 4 (Cy)) / 24",
        "Opponents' game-win percentage 61.79% = (33.00% (Bo: minimum) + 85.71% (Ed)"
        " + 66.67% (Cy)) / 3",
        "Random draw 5: drawn at random using the draw seed",
    ]
    assert told(standings, "Bo")[1] == (
        "Game-win percentage 33.00%: the minimum, because (0 (Ana) + 0 (Di)) / 12 = 0.00% is lower"
    )
    assert told(standings, "Ed")[1] == (
        "Game-win percentage 85.71% = (6 (round 1: bye) + 6 (Ana) + 6 (Di)) / 21"
    )


def test_nothing_was_played() -> None:
    standings = table("1  Ana ? Bo | Cy bye", *MAGIC, rules=Rules())
    assert told(standings, "Ana") == [
        "Opponents' match-win percentage 0.00%: no rounds count",
        "Game-win percentage 0.00%: too few games",
        "Opponents' game-win percentage 0.00%: no rounds count",
        "Random draw: not drawn, because there is no draw seed",
    ]
    assert separations(standings) == [
        "Cy is ahead of Ana: points 3 against 0",
        "Ana and Bo are tied on points, OMW%, GW% and OGW%",
    ]


def test_named_scores_and_differences() -> None:
    rules = Rules.read(
        {
            "scores": ["op", "vp"],
            "primary_score": "op",
            "standings_tiebreakers": ["vp", "margin:vp"],
            "bye_points": {"op": 10, "vp": 0},
        }
    )
    sheet = """1  Ana op7,vp90:op3,vp40 Bo | Cy bye
               2  Cy op5,vp60:op5,vp120 Ana | Bo bye"""
    standings = table(sheet, "vp", "margin:vp", rules=rules)
    assert told(standings, "Ana") == [
        "Total (vp) 210 = 90 (Bo) + 120 (Cy)",
        "Margin (margin:vp) 110 = 50 (Bo) + 60 (Cy)",
    ]
    assert told(standings, "Cy") == [
        "Total (vp) 60 = 0 (round 1: bye) + 60 (Ana)",
        "Margin (margin:vp) -60 = 0 (round 1: bye) - 60 (Ana)",
    ]
    assert separations(standings) == [
        "Cy is ahead of Bo: points 15 against 13",
        "Bo is ahead of Ana: points 13 against 12",
    ]


def test_the_sentence_that_separates() -> None:
    sheet = """1  Ana 2-0 Cy | Bo 2-0 Di
               2  Ana 0-1 Di | Bo 1-2 Cy"""
    # all won once and so did their opponents; games 2 of 3, 3 of 5, 2 of 5, 1 of 3
    assert separations(table(sheet, *MAGIC, rules=Rules())) == [
        "Ana is ahead of Bo: tied on points and OMW%; GW% 66.67% against 60.00%",
        "Bo is ahead of Cy: tied on points and OMW%; GW% 60.00% against 40.00%",
        "Cy is ahead of Di: tied on points and OMW%; GW% 40.00% against 33.33%",
    ]
    by_lot = table(sheet, "match_wins", "on_time", "random", rules=Rules(), seed="x")
    assert separations(by_lot)[0].startswith(
        f"{name_of(by_lot, by_lot.rows[0].player)} is ahead of"
        f" {name_of(by_lot, by_lot.rows[1].player)}: tied on points, match wins and on time;"
        " random draw 1"
    )


def test_a_small_difference_is_not_rounded_away() -> None:
    """33.00 against 33.33 % in one of five opponents is 0.07 %; in one of 99, 0.003 %."""
    ana, bo, omw = PlayerId(1), PlayerId(2), link_of("omw", Rules())
    close = Separation(ana, bo, (), omw, (F(1, 2), F(1, 2) - F(1, 10**5)))
    assert str(separation_text(close, str)) == "1 is ahead of 2: OMW% 50.0000% against 49.9990%"
    closer = replace(close, values=(F(1, 2), F(1, 2) - F(1, 10**9)))
    assert (
        str(separation_text(closer, str))
        == "1 is ahead of 2: OMW% 50.00000000% against 49.99999990%"
    )
    thirds = Separation(ana, bo, (), link_of("AOB", DUTCH), (F(8, 3), F(2667, 1000)))
    assert str(separation_text(thirds, str)) == "1 is ahead of 2: AOB 2.67 against 2.667"


def test_direct_encounter() -> None:
    sheet = """1  Ana 1:0 Bo | Cy 1:0 Di | Ed =:= Fay
               2  Bo 1:0 Cy | Di 1:0 Ed | Fay =:= Ana
               3  Cy 1:0 Ana | Fay 0:1 Di | Bo =:= Ed"""
    # 2: Cy Di; 1.5: Ana Bo; 1: Ed Fay, who drew
    standings = table(sheet, "DE", "BH")
    assert [told(standings, name)[0] for name in ("Cy", "Di", "Ed")] == [
        "Direct encounter with Di: 1 = 1 (Di), place 1 of 2",
        "Direct encounter with Cy: 0 = 0 (Cy), place 2 of 2",
        "Direct encounter with Fay: 0.5 = 0.5 (Fay), which does not break the tie",
    ]
    assert separations(standings)[:3] == [
        (
            "Cy is ahead of Di: tied on points; DE place 1 against 2"
            " (1 against 0 in the match between them)"
        ),
        "Di is ahead of Ana: points 2 against 1.5",
        (
            "Ana is ahead of Bo: tied on points; DE place 1 against 2"
            " (1 against 0 in the match between them)"
        ),
    ]


def test_the_own_match_of_two_among_more() -> None:
    """Ana and Bo have drawn, and both have beaten Cy."""
    sheet = """1  Ana =:= Bo | Cy full
               2  Ana 1:0 Cy | Bo half
               3  Bo 1:0 Cy | Ana half
               4  Ana zero | Bo zero | Cy full"""
    # 2 points each; among them Ana and Bo 1.5, Cy 0
    standings = table(sheet, "DE")
    assert separations(standings) == [
        "Ana and Bo are tied on points and DE",
        (
            "Bo is ahead of Cy: tied on points; DE place 1 against 3"
            " (1 against 0 in the match between them)"
        ),
    ]
    assert separation(standings, PlayerId(1), PlayerId(2)).own_match is None
    assert separation(standings, PlayerId(2), PlayerId(3)).own_match == (F(1), F(0))


def test_the_own_match_is_not_told_where_it_says_something_else() -> None:
    """Among Ana, Bo, Cy and Di, Ana has 2 and Di 1, although Di has beaten Ana."""
    sheet = """1  Ana 1:0 Bo | Cy 1:0 Di
               2  Ana 1:0 Cy | Bo 1:0 Di
               3  Di 1:0 Ana | Bo =:= Cy
               4  Ana zero | Bo half | Cy half | Di full"""
    standings = table(sheet, "DE", rules=DUTCH.with_changes({"system": "round_robin"}))
    assert [row.points for row in standings.rows] == [2, 2, 2, 2]
    assert separations(standings) == [
        (
            "Ana is ahead of Bo: tied on points; DE place 1 against 2"
            " (1 against 0 in the match between them)"
        ),
        "Bo and Cy are tied on points and DE",
        (
            "Cy is ahead of Di: tied on points; DE place 2 against 4"
            " (1 against 0 in the match between them)"
        ),
    ]
    against = separation(standings, PlayerId(1), PlayerId(4))
    assert (against.values, against.own_match) == ((F(1), F(4)), None)


def test_the_own_match_of_two_by_match_points() -> None:
    """Two games: their sum in head to head, their mean in direct encounter."""
    sheet = "1  Ana 2-0 Bo\n2  Ana 1-1 Bo\n3  Ana zero | Bo bye"
    text = "Ana is ahead of Bo: tied on points; {} place 1 against 2 ({} in the match between them)"
    rules = Rules()
    assert separations(table(sheet, "head_to_head", rules=rules)) == [
        text.format("head to head", "4 against 1")
    ]
    assert separations(table(sheet, "DE", rules=rules)) == [text.format("DE", "2 against 0.5")]


def test_the_own_match_of_teams() -> None:
    """D has beaten A; B and D, A and C have drawn; what boards made in all is no own match."""
    league = matches(
        """1  A 11=0 B | C 11=0 D
           2  A 1010 C | B 0101 D
           3  A =010 D | B 1110 C""",
        system="round_robin",
    )

    assert separations(Standings(tiebreak_input(league), ["EDE"])) == [
        "B is ahead of D: tied on points; EDE place 1 against 2",
        (
            "D is ahead of A: tied on points; EDE place 2 against 3"
            " (2 against 0 in the match between them)"
        ),
        "A is ahead of C: tied on points; EDE place 3 against 4",
    ]
    drawn = matches("1  A 1010 B")
    for code in ("TBR", "BBE", "BC", "EDEBT", "EDEBB", "EDET", "EDEB"):
        assert separations(Standings(tiebreak_input(drawn), [code])) == [
            f"A is ahead of B: tied on points; {code} place 1 against 2"
        ]


def test_many_who_are_level() -> None:
    tables = " | ".join(f"A{n} =:= B{n}" for n in range(5))
    standings = table(f"1  {tables}", "DE", "head_to_head")
    assert told(standings, "A0") == [
        "Direct encounter with 9 others: 0.5 = 0.5 (B0), which does not break the tie",
        "Head to head with 9 others: 0.5 = 0.5 (B0), which does not break the tie",
    ]
    three = table("1  Ana =:= Bo | Cy half", "DE")
    assert told(three, "Cy") == [
        "Direct encounter with Ana and Bo: no match between them, so the tie remains"
    ]
    assert separations(three)[1] == "Bo and Cy are tied on points and DE"


def test_the_data_of_a_direct_encounter() -> None:
    """Of three, Ana has beaten both others, who have not met: she is first, they stay level."""
    sheet = """1  Ana 1:0 Bo | Cy full | Di zero
               2  Ana 1:0 Cy | Bo full | Di zero
               3  Ana zero | Bo 1:0 Di | Cy full"""
    standings = table(sheet, "DE")
    ana, bo, cy, di = (explain(standings, PlayerId(n))[1] for n in (1, 2, 3, 4))
    assert (ana.value, bo.value, cy.value, di.value) == (F(1), F(2), F(2), F(0))
    assert ana.tied == bo.tied == cy.tied == (1, 2, 3)
    assert ana.terms == (Term(F(1), label=Message("term.place")),)
    assert [(t.opponent, t.round_no, t.amount) for t in ana.details] == [(2, 1, F(1)), (3, 2, F(1))]
    assert [(t.opponent, t.round_no, t.amount) for t in bo.details] == [(1, 1, F(0))]
    assert di.tied == (4,)
    assert not di.terms


@pytest.mark.parametrize("name", ["Doe, Jane", "A + -B", "x: y", "Ana (W)", "-5", "=1+1"])
def test_names_stay_as_they_are(name: str) -> None:
    """A comma, a sign or a colon in a name changes nothing around it."""
    standings = table(CHESS, "BH/C1", "SB/C1", "DE")

    def called(player: PlayerId) -> str:
        return name_of(standings, player).replace("Ed", name)

    bo = standings.rows[1].player
    texts = [str(explanation_text(one, called)) for one in explain(standings, bo)]
    assert texts[1].endswith(f"; not counted: 1 ({name})")
    assert texts[2].endswith(f"; not counted: 1 ({name}: 1 x 1)")
    assert f" + 1 ({name}) + " in texts[0]


def test_names_with_commas_in_a_list() -> None:
    sheet = "1  Ana =:= Bo | Cy =:= Di"
    standings = table(sheet, "DE")
    why = explain(standings, PlayerId(1))[1]
    text = str(explanation_text(why, lambda p: f"{name_of(standings, p)}, Dr"))
    assert text == (
        "Direct encounter with Bo, Dr; Cy, Dr and Di, Dr: 0.5 ="
        " 0.5 (Bo, Dr), which does not break the tie"
    )


def test_a_bonus_and_a_penalty() -> None:
    trf = Path(__file__).parents[1] / "formats" / "data" / "tiebreaks-005.trf"
    found = file_standings(trf.read_bytes(), StandingsOptions(("BH",)))
    tournament: Tournament = found.tournament
    extra = {(PlayerId(1), 0): F(-1), (PlayerId(2), 0): F(1, 2)}
    standings = Standings(tiebreak_input(tournament, extra=extra), ())
    texts = [str(explanation_text(explain(standings, PlayerId(n))[0], str)) for n in (1, 2)]
    assert texts[0].endswith(" - 1 (bonus or penalty)")
    assert texts[1].endswith(" + 0.5 (bonus or penalty)")


def test_an_old_code_is_shown_as_it_was_written() -> None:
    standings = table(CHESS, "GE", "bh/c1")
    assert told(standings, "Ana")[0] == (
        "Rounds elected to play (GE) 4 = 1 (Bo) + 1 (Cy) + 1 (Cy) + 1 (Ed)"
    )
    assert told(standings, "Ana")[1].startswith("Buchholz (bh/c1) 6.5 = ")
