"""Rules that cannot be used are refused with everything that is wrong, before anything depends on
them."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairpair.core.errors import InvalidInputError
from fairpair.core.players import Player
from fairpair.core.rules import RULES, Rules
from fairpair.core.settings import Declaration
from fairpair.engine.pairing.systems import pair_round
from fairpair.engine.rule_validation import CHAINS, change_rules, rule_problems
from fairpair.engine.standings.registry import OTHER_CODES, chain_of
from fairpair.engine.standings.tiebreaks import TIEBREAKS
from fairpair.log import commands as c
from fairpair.log.events import TournamentCreated
from fairpair.log.journal import Record
from fairpair.presets import names, rules_of
from log_driver import LogDriver, running, set_up


def problems(changes: Mapping[str, object], base: Rules | None = None) -> list[tuple[str, str]]:
    """Where and what, of settings that must be refused."""
    with pytest.raises(InvalidInputError) as caught:
        change_rules(base or Rules(), changes)
    assert caught.value.code == "bad-rules"
    return [(problem.where, problem.message) for problem in caught.value.problems]


def chain_told(*codes: str, **rules: Any) -> dict[str, str]:
    """What is wrong with each code of a chain."""
    with pytest.raises(InvalidInputError) as caught:
        chain_of(codes, Rules.read(rules))
    assert caught.value.code == "bad-tiebreaks"
    return {problem.where: problem.message for problem in caught.value.problems}


def test_every_problem_at_once() -> None:
    """Keys, values, both chains, and what keys say about each other."""
    found = problems(
        {
            "omw_flor": "1/3",
            "rounds": 0,
            "pairing_tiebreakers": ["omv", "gw"],
            "standings_tiebreakers": ["omw", "BH/C1/M1", "vpp"],
            "scores": ["vp", "gw"],
            "primary_score": "op",
        }
    )
    assert found == [
        ("omw_flor", "is not a rule. Did you mean omw_floor?"),
        ("rounds", "must be a whole number between 1 and 99, not 0"),
        ("pairing_tiebreakers", "'omv' is not a tie-break; did you mean omw?"),
        ("standings_tiebreakers", "'BH/C1/M1' has two modifiers that cannot be combined"),
        ("standings_tiebreakers", "'vpp' is not a tie-break; did you mean vp?"),
        ("scores", "'gw' is the code of a tie-break; choose another name"),
        ("primary_score", "'op' is not one of the scores (vp, gw)"),
    ]


def test_good_changes_beside_bad_ones_are_looked_at_too() -> None:
    """`boards` is fine, so EDE is; without it EDE would be wrong as well."""
    good = {"boards": 4, "standings_tiebreakers": ["EDE"], "rounds": "many"}
    assert [where for where, _ in problems(good)] == ["rounds"]
    found = problems({"standings_tiebreakers": ["EDE"], "rounds": "many"})
    assert [where for where, _ in found] == ["rounds", "standings_tiebreakers"]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("BHH", "is not a tie-break; did you mean BH?"),
        ("bucholz", "is not a tie-break; did you mean buchholz?"),
        ("Sonneborn_Burger", "is not a tie-break; did you mean sonneborn_berger?"),
        ("xyzzy", "is not a tie-break"),
        (
            "BH/X1",
            "has an unknown modifier /X1; known modifiers: /C1 /C2 /M1 /M2 /P /F /R /U1400 /L+1",
        ),
        ("BH/C0", "has an unknown modifier /C0"),
        ("BH/C3", "has an unknown modifier /C3; known modifiers: /C1 /C2 /M1 /M2"),
        ("BH/M3", "has an unknown modifier /M3; known modifiers: /C1 /C2 /M1 /M2"),
        ("BH/", "has an unknown modifier /;"),
        ("BH/C1/C2", "has two modifiers that cannot be combined"),
        ("BH/P/P", "has two modifiers that cannot be combined"),
        ("WIN/C1", "does not take the modifier /C; WIN has no modifiers"),
        ("SB/M1", "does not take the modifier /M (modifiers of SB: /C /P)"),
        ("BH C1", "is not a tie-break; did you mean BH/C1?"),
        ("BH::C1", "is not a tie-break code: write NAME, NAME/C1 or NAME:score"),
        ("", "is not a tie-break code"),
        ("BH:", "is not a tie-break code"),
        ("BH:vp", "names an unknown score vp; this tournament has no named scores"),
        ("BH:MP", "uses the MP of teams, but this is not a team tournament"),
        ("BH-C1", "is not a tie-break; did you mean BH/C1?"),
        ("omw:vp", "cannot use another score: write omw alone"),
        ("total", "needs a score, such as total:vp"),
        ("EDE", "is for team matches, but this is not a team tournament"),
        ("EDE/C1", "does not take the modifier /C (modifiers of EDE: /P); is for team matches"),
        ("BC:gp/K4", "does not take the modifier /K; BC has no modifiers; cannot use another"),
    ],
)
def test_a_code_that_cannot_be_used(code: str, said: str) -> None:
    [(where, message)] = chain_told("PTS", code).items()
    assert where == f"tie-break 2, {code!r}"
    assert message.startswith(said)


CLASHING = ["BH", "PTS", "bh", "DE", "DE", "GE", "REP", "random", "TPN"]


def test_codes_that_can_never_count_can_be_computed() -> None:
    assert chain_told(*CLASHING) == {"tie-break 2, 'PTS'": "must come first"}
    codes = [code for code in CLASHING if code != "PTS"]
    assert [link.options.text for link in chain_of(codes, Rules())] == ["PTS", *codes]


@pytest.mark.parametrize("key", CHAINS)
def test_codes_that_clash_are_no_rules(key: str) -> None:
    assert problems({key: CLASHING}) == [
        (key, "'PTS' must come first"),
        (key, "'bh' repeats tie-break 1 and has no effect"),
        (key, "'REP' repeats tie-break 6 and has no effect"),
        (key, "'TPN' is never used: random, which comes before it, leaves no players tied"),
    ]
    assert problems({key: ["RTNG", "RTNG/R"]}) == [
        (key, "'RTNG/R' repeats tie-break 1 and has no effect")
    ]


def test_direct_encounter_may_come_again() -> None:
    codes = ["DE", "BH/C1", "DE", "BH", "DE"]
    assert [link.options.text for link in chain_of(codes, Rules())] == ["PTS", *codes]


def test_buchholz_in_a_round_robin() -> None:
    """C.07 of 2026 forbids it, that of 2024 does not."""
    chain = ["BH", "SB"]
    new = {"system": "round_robin", "standings_tiebreakers": chain, "fide_edition": "2026"}
    [(where, message)] = problems(new)
    assert where == "standings_tiebreakers"
    assert "must not be used in a round robin" in message
    assert change_rules(Rules(), new | {"fide_edition": "2024"}).system == "round_robin"


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        (["PTS"], "'PTS' is the code of a tie-break"),
        (["Buchholz"], "'Buchholz' is the code of a tie-break"),
        (["gp"], "'gp' is the code of a tie-break"),
        (["MP"], "'MP' is the code of a tie-break"),
        (["v p"], "must not contain spaces"),
        (["v/p"], "any of : / ,"),
        (["v:p"], "any of : / ,"),
        (["v,p"], "any of : / ,"),
        (["vp", "VP"], "'VP' and 'vp' differ only in capitalisation"),
        (["vp", "vp"], "contains a duplicate"),
    ],
)
def test_names_of_scores(scores: list[str], said: str) -> None:
    [(where, message)] = problems({"scores": scores, "standings_tiebreakers": []})
    assert where == "scores"
    assert said in message


def test_every_code_is_refused_as_a_score() -> None:
    codes = [tiebreak.code for tiebreak in TIEBREAKS.values()]
    chains: dict[str, object] = {"pairing_tiebreakers": [], "standings_tiebreakers": []}
    told = [message for _, message in problems({"scores": codes, **chains})]
    assert [message.split("'")[1] for message in told] == codes
    assert set(OTHER_CODES.values()) <= set(TIEBREAKS)


def test_a_score_by_its_bare_name_in_any_case() -> None:
    rules = Rules.read({"scores": ["Vp", "op"], "standings_tiebreakers": ["vp", "total:OP"]})
    assert not list(rule_problems(rules))
    links = chain_of(rules.standings_tiebreakers, rules)[1:]
    assert [(link.tiebreak.code, link.options.score) for link in links] == [
        ("total", "Vp"),
        ("total", "op"),
    ]
    assert chain_told("vpp", scores=["vp"], standings_tiebreakers=[]) == {
        "tie-break 1, 'vpp'": "is not a tie-break; did you mean vp?"
    }


def test_the_score_that_ranks() -> None:
    chain: Sequence[str] = ()
    bare = {"pairing_tiebreakers": chain, "standings_tiebreakers": chain}
    for primary in ("op", "gp", "OP"):
        [(where, message)] = problems({"primary_score": primary, **bare})
        assert (where, message) == (
            "primary_score",
            f"{primary!r} is not a score: the rules define no scores",
        )
    assert problems({"primary_score": "vq", "scores": ["vp"], "boards": 4, **bare}) == [
        ("primary_score", "'vq' is not one of the scores (vp, mp, gp)")
    ]
    for primary, more in (("op", {"scores": ["op"]}), ("gp", {"boards": 4}), ("mp", {"boards": 4})):
        assert change_rules(Rules(), {"primary_score": primary, **more}).primary_score == primary


def test_a_score_that_ranks_and_a_tie_break_that_compares() -> None:
    """Either can be set first: together they are refused."""
    text = (
        "'BH/C1' compares with the points for a win or a draw, which op does not have:"
        " use sos or total"
    )
    scored = {"scores": ["op"], "pairing_tiebreakers": [], "standings_tiebreakers": ["op", "BH/C1"]}
    by_score = {**scored, "primary_score": "op"}
    assert problems(by_score) == [("standings_tiebreakers", text)]
    wins_rank = change_rules(Rules(), scored)
    assert problems({"primary_score": "op"}, wins_rank) == [("standings_tiebreakers", text)]


@pytest.mark.parametrize("name", names())
def test_presets_are_sound(name: str) -> None:
    assert not list(rule_problems(rules_of(name, {})))


def test_a_preset_with_a_change_that_breaks_another_key() -> None:
    """Infinity ranks by scores: without them its chain names nothing."""
    with pytest.raises(InvalidInputError) as caught:
        rules_of("infinity", {"scores": []})
    where = {problem.where for problem in caught.value.problems}
    assert {"standings_tiebreakers", "primary_score"} <= where


# Commands


BAD_CHAIN = {"standings_tiebreakers": ["omw", "gww"]}


def test_a_tournament_with_a_bad_chain_is_not_created() -> None:
    error = LogDriver().refused(c.CreateTournament("Friday", "seed", BAD_CHAIN), "bad-rules")
    [problem] = error.problems
    assert problem.where == "standings_tiebreakers"
    assert problem.message == "'gww' is not a tie-break; did you mean gw?"


@pytest.mark.parametrize(
    "changes",
    [
        BAD_CHAIN,
        {"pairing_tiebreakers": ["random", "omw"]},
        {"standings_tiebreakers": ["omw", "gw", "omw"]},
        {"primary_score": "op"},
        {"standings_tiebreakers": ["EDE"]},
        {"standings_tiebreakers": ["total:vp"]},
    ],
)
def test_a_bad_change_is_refused_and_nothing_changes(changes: dict[str, Any]) -> None:
    for desk, reason in ((set_up(), ""), (running(), "because")):
        before = desk.journal
        desk.refused(c.ChangeRules(changes, reason), "bad-rules")
        assert desk.journal == before


def test_a_change_is_judged_with_the_rules_that_are_there() -> None:
    desk = set_up({"scores": ["op", "vp"], "primary_score": "op", "standings_tiebreakers": ["vp"]})
    error = desk.refused(c.ChangeRules({"scores": ["op"]}), "bad-rules")
    assert [problem.where for problem in error.problems] == ["standings_tiebreakers"]
    desk.do(c.ChangeRules({"scores": ["op"], "standings_tiebreakers": []}))
    assert desk.t.rules.scores == ("op",)


def test_a_chain_can_be_changed_while_it_runs() -> None:
    desk = running()
    desk.do(c.ChangeRules({"standings_tiebreakers": ["PTS", "BH/C1", "DE", "SB", "DE"]}, "chess"))
    assert desk.t.rules.standings_tiebreakers == ("PTS", "BH/C1", "DE", "SB", "DE")


# Rules of any kind


def old_event(**rules: Any) -> LogDriver:
    """A tournament whose log says what could once be set."""
    desk = LogDriver()
    settings = {**Rules().as_settings(), **rules}
    created = TournamentCreated("Old", settings, "seed")
    desk.journal = desk.journal.extend([Record(1, 1, created)])
    return desk


@pytest.mark.parametrize(
    "rules",
    [
        {"system": "dubov"},
        {"system": "dutch", "bye_points": "3/10"},
        {"points": {"win": 1, "draw": 1, "loss": 0}},
        {"acceleration": "baku"},
        {"bye_points": {"win": 2}},
        {"structure": [{"type": "swisss"}]},
        {"structure": [{"type": ["swiss"], "pairing_method": {"random": 1}}]},
    ],
)
def test_an_old_log_with_a_contradiction_is_read_and_goes_on(rules: dict[str, Any]) -> None:
    desk = old_event(**rules)
    [key] = [key for key in rules if key != "system" or len(rules) == 1]
    desk.do(c.ChangeRules({"rounds": 5}))
    assert desk.t.rules.as_settings()[key] == rules[key]
    other = {**desk.t.rules.as_settings(), key: rules[key], "rounds": 6}
    desk.refused(c.ChangeRules(other), "bad-rules")
    desk.do(c.ChangeRules({key: Rules().as_settings()[key]}))
    assert not list(rule_problems(desk.t.rules))


POOLS: dict[str, Sequence[Any]] = {
    "points": [{"win": w, "draw": d, "loss": 0} for w, d in ((3, 1), (1, "1/2"), (1, 1), (0, 0))],
    "bye_points": [None, 0, "1/2", 1, 3, "3/10", {"wins": 2, "draws": 0}, {"win": 2}, {"op": 1}],
    "system": [*RULES["system"].kind.options, "dubov"],
    "scores": [[], ["op"], ["op", "vp"]],
    "primary_score": ["", "op", "mp"],
    "pairing_tiebreakers": [["random"], ["omw", "random"], ["BH", "player_number"], ["op"]],
    "standings_tiebreakers": [["omw"], ["BH/C1", "SB"], ["op"], ["rating"], ["nothing"]],
    "pairing_methods": [{}, {"round_1": "rating_pools"}, {"rest": "power"}, {"round_1": "x"}],
    "structure": [[], [{"type": "swisss"}], [{"participants": {"top_k": 4}}], [{"top_k": 4}]],
    "unplayed_points": [{}, {"half_bye": 1}],
    "best_of_rounds": [{}, {"final": 5}, {"finale": 5}],
    "table_ranges": [[], ["1-20"], ["20-1"]],
    "game": ["", "chess"],
}


def values_of(rule: Declaration) -> st.SearchStrategy[Any]:
    """Good values and some that cannot be used."""
    kind = rule.kind
    if rule.key in POOLS:
        return st.sampled_from(POOLS[rule.key])
    match kind.form:
        case "flag":
            return st.booleans()
        case "choice":
            return st.sampled_from([*kind.options, "something"])
        case "words":
            return st.sampled_from([[], *([word] for word in kind.schema["items"]["enum"])])
        case _:
            return st.sampled_from([None, 0, 1, "1/3", 2, 4])


LESS = {key: rule for key, rule in RULES.items() if key not in ("boards", "check_in", "mode")}


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_rules_are_refused_when_set_or_can_pair_a_round(data: st.DataObject) -> None:
    keys = data.draw(st.sets(st.sampled_from(sorted(LESS)), max_size=8))
    changes = {key: data.draw(values_of(LESS[key]), key) for key in sorted(keys)}
    desk = LogDriver()
    try:
        desk.do(c.CreateTournament("Cup", "seed", changes))
    except InvalidInputError:
        return
    names = [Player(f"Player {n}", 2000 - n, club=f"Club {n}") for n in range(1, 9)]
    desk.do(c.RegisterPlayers(tuple(names)))
    assert len(pair_round(desk.t).boards) == 4
