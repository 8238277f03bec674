"""Codes and chains of tie-breaks: what they mean, and everything that can be wrong with them."""

import pytest

from fairpair.core.errors import InvalidInputError
from fairpair.core.rules import Rules
from fairpair.engine.standings.codes import MODIFIERS, Options, parse
from fairpair.engine.standings.registry import (
    OTHER_CODES,
    chain_of,
    chain_problems,
    idle_links,
    link_of,
)
from fairpair.engine.standings.tiebreaks import TIEBREAKS
from fairpair.language.message import Message

SWISS = Rules.read({"system": "dutch"})
ROUND_ROBIN = Rules.read({"system": "round_robin"})
ROUND_ROBIN_2024 = Rules.read({"system": "round_robin", "fide_edition": "2024"})
TEAMS = Rules.read({"boards": 4})
SCORED = Rules.read({"scores": ["op", "VP"]})
BY_SCORE = Rules.read({"scores": ["op", "VP"], "primary_score": "op"})
COMPARING = ("BH", "FB", "AOB", "SB", "DE", "WIN", "WON", "STD", "KS")


# One code


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("BH", Options("BH", "BH")),
        ("  bh ", Options("bh", "BH")),
        ("omw", Options("omw", "OMW")),
        ("bh/c1", Options("bh/c1", "BH", cut_low=1, modifiers=frozenset("C"))),
        ("BH/M2", Options("BH/M2", "BH", cut_low=2, cut_high=2, modifiers=frozenset("M"))),
        ("DE/P", Options("DE/P", "DE", forfeits_count=True, modifiers=frozenset("P"))),
        ("AOB/f", Options("AOB/f", "AOB", fore=True, modifiers=frozenset("F"))),
        ("TPN/R", Options("TPN/R", "TPN", reverse=True, modifiers=frozenset("R"))),
        ("ARO/U0", Options("ARO/U0", "ARO", unrated=0, modifiers=frozenset("U"))),
        ("KS/L+1", Options("KS/L+1", "KS", limit="+1", modifiers=frozenset("L"))),
        ("KS/l-2", Options("KS/l-2", "KS", limit="-2", modifiers=frozenset("L"))),
        ("KS/L60", Options("KS/L60", "KS", limit="60", modifiers=frozenset("L"))),
        ("SSSC/K4", Options("SSSC/K4", "SSSC", divisor=4, modifiers=frozenset("K"))),
        ("BH:GP", Options("BH:GP", "BH", "gp")),
        (
            "bh:mp/c2/p",
            Options(
                "bh:mp/c2/p", "BH", "mp", cut_low=2, forfeits_count=True, modifiers=frozenset("CP")
            ),
        ),
        (
            "ARO/M1/U1400",
            Options(
                "ARO/M1/U1400",
                "ARO",
                cut_low=1,
                cut_high=1,
                unrated=1400,
                modifiers=frozenset("MU"),
            ),
        ),
    ],
)
def test_what_a_code_means(text: str, wanted: Options) -> None:
    assert parse(text) == wanted


@pytest.mark.parametrize("text", ["", " ", "/C1", ":gp", "BH:", "BH:mp:gp", "B H", "BH /C1"])
def test_what_is_no_code(text: str) -> None:
    with pytest.raises(ValueError, match="is not a tie-break code"):
        parse(text)


@pytest.mark.parametrize(
    "modifier",
    [
        *("", "X", "X1", "1", "C", "C0", "C3", "C10", "C1x", "M", "M0", "M3", "P1", "F1", "R2"),
        *("U", "U14000", "U-1", "L", "L+", "L+-1", "L1000", "K", "K0", "K100", "CP", "MP"),
    ],
)
def test_what_is_no_modifier(modifier: str) -> None:
    with pytest.raises(
        ValueError, match=f"unknown modifier /{modifier.upper()}".replace("+", r"\+")
    ):
        parse(f"BH/{modifier}")


@pytest.mark.parametrize("code", ["BH/C1/M1", "BH/M1/C1", "BH/C1/C2", "BH/P/p", "KS/L+1/L-1"])
def test_modifiers_that_exclude_each_other(code: str) -> None:
    with pytest.raises(ValueError, match="two modifiers that cannot be combined"):
        parse(code)


def test_every_letter_is_that_of_some_tie_break() -> None:
    used = {letter for tiebreak in TIEBREAKS.values() for letter in tiebreak.modifiers}
    assert used == set(MODIFIERS)


# One code in a tournament


def problem(code: str, rules: Rules = SWISS) -> str:
    """What is wrong with a chain of this code alone; nothing if it can be used."""
    found = chain_problems([code], rules)
    assert [place for place, _ in found] in ([], [1])
    return str(found[0][1]) if found else ""


@pytest.mark.parametrize(
    ("code", "nearest"),
    [
        ("BHH", "BH"),
        ("bhc", "BH"),
        ("ptz", "PTS"),
        ("AROO/C1", "ARO"),
        ("buchholtz", "buchholz"),
        ("ramdom", "random"),
        ("omv", "omw"),
    ],
)
def test_an_unknown_code_is_told_the_nearest(code: str, nearest: str) -> None:
    assert problem(code) == f"is not a tie-break; did you mean {nearest}?"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        *(("Koya", "KS"), ("direct encounter", "DE"), ("Progressive", "PS"), ("rating", "rating")),
        *(("Buchholz Cut 1", "BH/C1"), ("buchholz cut-2", "BH/C2"), ("Median Buchholz", "BH/M1")),
        *(("number of wins", "WIN"), ("progressive score, cut 1", "PS/C1")),
    ],
)
def test_a_name_is_told_its_code(name: str, code: str) -> None:
    assert problem(name) == ("" if name == code else f"is not a tie-break; did you mean {code}?")


def test_a_name_that_several_have() -> None:
    told = "is not a tie-break; did you mean one of sonneborn_berger, SB?"
    assert problem("Sonneborn-Berger") == told


def test_an_unknown_code_that_nothing_is_near_to() -> None:
    assert problem("XYZZY") == "is not a tie-break"
    assert problem("vq", SCORED) == "is not a tie-break"


@pytest.mark.parametrize(
    ("code", "meant"),
    [
        *(("BH-C1", "BH/C1"), ("bh-m2", "BH/M2"), ("tpn-r", "TPN/R"), ("ARO-U1400", "ARO/U1400")),
        *(("bh--C1", "BH/C1"), ("BHC1", "BH/C1"), ("bh c1", "BH/C1"), ("BH:C1", "BH/C1")),
    ],
)
def test_a_modifier_that_is_written_in_another_way(code: str, meant: str) -> None:
    assert problem(code) == f"is not a tie-break; did you mean {meant}?"
    assert problem(meant) == ""


@pytest.mark.parametrize("code", ["BH-", "BH-C3", "BH-x"])
def test_a_dash_before_what_is_no_modifier(code: str) -> None:
    """Only what can be used is suggested."""
    assert problem(code) == "is not a tie-break; did you mean BH?"


def test_names_of_scores_are_near_too() -> None:
    rules = Rules.read({"scores": ["objective"]})
    assert problem("objectiv", rules) == "is not a tie-break; did you mean objective?"


@pytest.mark.parametrize(
    ("code", "letter", "takes"),
    [
        ("WIN/C1", "C", ""),
        ("PTS/R", "R", ""),
        ("SB/M1", "M", "/C /P"),
        ("PS/M1", "M", "/C"),
        ("KS/P", "P", "/L"),
        ("AOB/C1", "C", "/F"),
        ("DE/C1", "C", "/P"),
        ("RTNG/C1", "C", "/R /U"),
        ("TPR/F", "F", "/U"),
        ("BH/R", "R", "/C /M /P /F"),
        ("BH/U1400", "U", "/C /M /P /F"),
    ],
)
def test_a_modifier_that_does_not_fit(code: str, letter: str, takes: str) -> None:
    name = code.partition("/")[0]
    known = f" (modifiers of {name}: {takes})" if takes else f"; {name} has no modifiers"
    assert problem(code) == f"does not take the modifier /{letter}{known}"


MANDATORY = """
    DE DE/P WIN WON BPG BWG PS PS/C1 PS/C2 REP GE STD TPN TPN/R BH BH/C1 BH/C2 BH/M1 BH/M2
    BH/P BH/C1/P BH/F AOB AOB/F FB FB/C1 FB/C2 FB/M1 FB/M2 FB/P SB SB/C1 SB/C2 SB/P SB/C1/P KS
    KS/L1 KS/L2 KS/L+1 KS/L-1 KS/L60 ARO ARO/C1 ARO/C2 ARO/M1 ARO/M2 ARO/C1/U1400 TPR
    TPR/U1400 PTP APRO APPO RTNG RTNG/R RTNG/U1000/R
"""
"""FIDE's list for individuals (MTB26)."""


@pytest.mark.parametrize("code", MANDATORY.split())
def test_all_that_fide_asks_for_individuals(code: str) -> None:
    assert problem(code) == ""
    assert problem(code.lower()) == ""
    wanted = link_of(code, SWISS)
    found = link_of(code.lower(), SWISS)
    assert found.tiebreak is wanted.tiebreak
    assert found.options.modifiers == wanted.options.modifiers


def test_an_old_name() -> None:
    assert OTHER_CODES == {"GE": "REP"}
    assert link_of("GE", SWISS).tiebreak is link_of("REP", SWISS).tiebreak


def test_scores() -> None:
    none = "names an unknown score vp; this tournament has no named scores"
    assert problem("sos:vp") == none
    assert problem("sos:vp", SCORED) == ""
    assert problem("sos:xp", SCORED) == "names an unknown score xp; known scores: VP, op"
    assert problem("PTS:gp", TEAMS) == "cannot use another score: write PTS alone"
    assert problem("BPG:mp", TEAMS) == "cannot use another score: write BPG alone"


@pytest.mark.parametrize("rules", [SWISS, SCORED])
def test_scores_of_teams_need_boards(rules: Rules) -> None:
    for score in ("MP", "gp"):
        wanted = f"uses the {score.upper()} of teams, but this is not a team tournament"
        assert problem(f"BH:{score}", rules) == wanted
        assert problem(f"BH:{score}", TEAMS) == ""


@pytest.mark.parametrize("code", COMPARING)
def test_what_compares_with_a_win_is_not_for_named_scores(code: str) -> None:
    """Whether it is taken of one, or one ranks; match and game points of teams have wins."""
    text = "compares with the points for a win or a draw, which {} does not have: use sos or total"
    assert problem(f"{code}:vp", SCORED) == text.format("VP")
    assert problem(f"{code}:vp", BY_SCORE) == text.format("VP")
    assert problem(code, BY_SCORE) == text.format("op")
    assert problem(code, SCORED) == ""
    for primary in ("", "mp", "gp"):
        rules = TEAMS.with_changes({"primary_score": primary})
        assert [problem(one, rules) for one in (code, f"{code}:mp", f"{code}:gp")] == [""] * 3


def test_what_else_is_for_named_scores() -> None:
    assert {tiebreak.code for tiebreak in TIEBREAKS.values() if tiebreak.compares} == {*COMPARING}
    for code in ("sos", "sosos", "total:vp", "vp", "margin:vp", "mean", "head_to_head", "PS"):
        assert problem(code, BY_SCORE) == ""


def test_the_name_of_a_score_is_a_tie_break_of_its_own() -> None:
    for code in ("vp", "VP", "total:vp", "TOTAL:Vp"):
        assert problem(code, SCORED) == ""
        link = link_of(code, SCORED)
        assert (link.tiebreak.code, link.options.score) == ("total", "VP")
    assert problem("gp", TEAMS) == ""
    assert problem("gp") == "is not a tie-break"
    assert problem("total", SCORED) == "needs a score, such as total:vp"


@pytest.mark.parametrize("code", ["BH", "BH/C1", "FB", "AOB", "AOB/F", "bh"])
def test_buchholz_in_a_round_robin(code: str) -> None:
    assert (
        problem(code, ROUND_ROBIN)
        == "must not be used in a round robin (FIDE C.07, 2026 edition, section 8)"
    )
    assert problem(code, ROUND_ROBIN_2024) == ""
    assert problem(code, SWISS) == ""


@pytest.mark.parametrize("code", ["SB", "KS", "DE", "ARO", "PS"])
def test_the_rest_in_a_round_robin(code: str) -> None:
    assert problem(code, ROUND_ROBIN) == ""


def test_team_tie_breaks_need_boards() -> None:
    codes = [tiebreak.code for tiebreak in TIEBREAKS.values() if tiebreak.teams_only]
    for code in codes:
        assert problem(code) == "is for team matches, but this is not a team tournament"
        assert problem(code, TEAMS) == ""
    assert {"BC", "TBR", "BBE", "EDE", "EMMSB", "SSSC"} <= set(codes)


def test_two_things_wrong_with_one_code_are_told_together() -> None:
    found = problem("BH:gp/R", ROUND_ROBIN)
    assert "does not take the modifier /R" in found
    assert "uses the GP of teams" in found
    assert "round robin" in found
    found = problem("BH:vp/R", SCORED)
    assert "does not take the modifier /R" in found
    assert "VP does not have" in found


# Chains


def places(codes: str, rules: Rules = SWISS) -> dict[int, str]:
    return {place: str(text) for place, text in chain_problems(codes.split(","), rules)}


def idle(codes: str, rules: Rules = SWISS) -> dict[int, str]:
    """What can never change a rank; it is no problem, and stays in the chain."""
    split = codes.split(",")
    assert not chain_problems(split, rules)
    assert [link.options.text for link in chain_of(split, rules)][-len(split) :] == split
    return {place: str(text) for place, text in idle_links(split, rules)}


def test_points_come_first() -> None:
    assert [link.tiebreak.code for link in chain_of(["BH", "SB"], SWISS)] == ["PTS", "BH", "SB"]
    assert [link.tiebreak.code for link in chain_of(["pts", "BH"], SWISS)] == ["PTS", "BH"]
    assert [link.tiebreak.code for link in chain_of([], SWISS)] == ["PTS"]
    assert places("BH,PTS,SB") == {2: "must come first"}
    again = ["PTS", "BH", "PTS"]
    assert chain_problems(again, SWISS) == [(3, Message("tiebreak-problem.not-first"))]
    assert idle_links(again, SWISS) == [(3, Message("tiebreak-problem.repeated", place=1))]


@pytest.mark.parametrize("last", ["random", "TPN", "TPN/R", "player_number"])
def test_nothing_counts_after_what_leaves_nobody_tied(last: str) -> None:
    text = f"is never used: {last}, which comes before it, leaves no players tied"
    assert idle(f"BH,{last}") == {}
    assert idle(f"BH,{last},SB,DE") == {3: text, 4: text}


def test_the_first_of_two_that_end_the_chain_is_named() -> None:
    text = "is never used: random, which comes before it, leaves no players tied"
    assert idle("random,TPN,SB") == {2: text, 3: text}


def test_a_code_can_be_idle_for_two_reasons() -> None:
    assert idle_links(["BH", "TPN", "BH"], SWISS) == [
        (3, Message("tiebreak-problem.after-last", before="TPN")),
        (3, Message("tiebreak-problem.repeated", place=1)),
    ]


def test_what_cannot_be_computed_is_not_idle() -> None:
    """Of a chain with faults the places are still those of the chain."""
    codes = ["BHH", "BH", "EDE", "TPN", "EDE", "BH"]
    assert [place for place, _ in chain_problems(codes, SWISS)] == [1, 3, 5]
    assert [place for place, _ in idle_links(codes, SWISS)] == [6, 6]


@pytest.mark.parametrize(
    ("codes", "first", "second"),
    [
        ("BH,SB,BH", 1, 3),
        ("BH/C1,bh/c1", 1, 2),
        ("PTS,PS,DE,ps", 2, 4),
        ("REP,GE", 1, 2),
        ("RTNG,RTNG/R", 1, 2),
        ("BH/C1/P,BH/P/C1", 1, 2),
    ],
)
def test_repetitions(codes: str, first: int, second: int) -> None:
    assert idle(codes) == {second: f"repeats tie-break {first} and has no effect"}


@pytest.mark.parametrize(
    "codes",
    [
        *("DE,BH,DE", "DE,DE/P", "PTS,DE,SB,DE,PS,DE"),  # looks at those still tied each time
        *("BH,BH/C1,BH/C2,BH/M1", "KS,KS/L+1,KS/L-1", "ARO,ARO/U1400", "SB,SB/P", "AOB,AOB/F"),
    ],
)
def test_what_looks_like_a_repetition(codes: str) -> None:
    assert idle(codes) == {}


def test_the_same_of_another_score_is_no_repetition() -> None:
    assert idle("BH:mp,BH:gp", TEAMS) == {}
    assert list(idle("gp,total:GP", TEAMS)) == [2]


def test_everything_wrong_is_told_at_once_with_its_place() -> None:
    codes = ["BHH", "SB/M1", "random", "PTS", "BH/C1/M1", "EDE", "sos:vp", "WIN"]
    with pytest.raises(InvalidInputError) as raised:
        chain_of(codes, SWISS)
    error = raised.value
    assert error.code == "bad-tiebreaks"
    assert error.hint == "`fairpair tiebreaks` lists all codes and their modifiers."
    assert [(p.where, p.message) for p in error.problems] == [
        ("tie-break 1, 'BHH'", "is not a tie-break; did you mean BH?"),
        ("tie-break 2, 'SB/M1'", "does not take the modifier /M (modifiers of SB: /C /P)"),
        ("tie-break 4, 'PTS'", "must come first"),
        ("tie-break 5, 'BH/C1/M1'", "has two modifiers that cannot be combined"),
        ("tie-break 6, 'EDE'", "is for team matches, but this is not a team tournament"),
        (
            "tie-break 7, 'sos:vp'",
            "names an unknown score vp; this tournament has no named scores",
        ),
    ]


def test_the_direction_of_a_step() -> None:
    directions = {
        code: link_of(code, SWISS).lower_is_better for code in ("BH", "TPN", "DE", "RTNG")
    }
    assert directions == {"BH": False, "TPN": True, "DE": True, "RTNG": False}
    assert not link_of("TPN/R", SWISS).lower_is_better
    assert link_of("RTNG/R", SWISS).lower_is_better


# The register


def test_codes_are_kept_in_capitals_and_are_not_taken_twice() -> None:
    assert all(key == tiebreak.code.upper() for key, tiebreak in TIEBREAKS.items())
    assert not set(OTHER_CODES) & set(TIEBREAKS)
    assert set(OTHER_CODES.values()) <= set(TIEBREAKS)


@pytest.mark.parametrize("code", TIEBREAKS)
def test_every_entry_says_what_it_is(code: str) -> None:
    tiebreak = TIEBREAKS[code]
    assert tiebreak.name
    assert tiebreak.about.endswith(".")
    assert tiebreak.clause
    assert tiebreak.range
    assert tiebreak.games
    assert (tiebreak.prepare is None) != (tiebreak.split is None)
    assert (tiebreak.inside is None) or tiebreak.split is not None
    assert set(tiebreak.modifiers) <= set(MODIFIERS)
    assert parse(tiebreak.code).name == code
