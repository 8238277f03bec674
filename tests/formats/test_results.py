"""Results files in JSON: every way to say a result, every fault with its place, never a crash."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Period, Player
from fairpair.core.results import Decided, Forfeit, Games, Mark, Result, Scored
from fairpair.core.rounds import ByeKind, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.rules import Rules
from fairpair.formats.json_fields import MOST_TOLD
from fairpair.formats.results import MOST_PLAYERS, MOST_ROUNDS, Results, read_results
from fairpair.presets import rules_of
from formats.results_files import A_DAY

WIN, DRAW, LOSS = Mark.WIN, Mark.DRAW, Mark.LOSS


def of(file: object, rules: Rules | None = None) -> Results:
    return read_results(json.dumps(file).encode(), rules or Rules())


def problems(file: object, rules: Rules | None = None) -> list[tuple[str, str]]:
    data = file if isinstance(file, bytes) else json.dumps(file).encode()
    with pytest.raises(InvalidInputError) as caught:
        read_results(data, rules or Rules())
    assert caught.value.code == "bad-results"
    assert caught.value.hint
    return [(p.where, p.message) for p in caught.value.problems]


def match(**said: object) -> dict[str, object]:
    return {"p1": "a", "p2": "b", **said}


def event(*matches: object, **more: object) -> dict[str, object]:
    """One round of players a, b, c and d."""
    return {"players": ["a", "b", "c", "d"], "rounds": [list(matches)], **more}


def result(said: dict[str, object], rules: Rules | None = None) -> Result | None:
    return of(event(match(**said)), rules).tournament.rounds[RoundRef(1, 1)].pairings[1].result


def test_the_shape_of_the_vectors() -> None:
    results = of(A_DAY)
    tournament = results.tournament
    assert results.ids == {1: "p1", 2: "p2", 3: "p3"}
    assert [e.entrant for e in tournament.entries.values()] == [
        Player("p1"),
        Player("p2"),
        Player("p3"),
    ]
    start = RoundRef(1, 1)
    periods = [e.periods for e in tournament.entries.values()]
    assert periods == [(Period(start),), (Period(start),), (Period(start, start),)]
    first, second = PlayerId(1), PlayerId(2)
    assert tournament.rounds == {
        start: Round(
            RoundStatus.COMPLETE,
            {1: Pairing((PlayerId(3), first), Games((0, 2)))},
            {second: ByeKind.PAIRING},
            *("swiss", "", ""),
        ),
        RoundRef(1, 2): Round(
            RoundStatus.COMPLETE,
            {1: Pairing((first, second), Games((1, 1), 1))},
            *({}, "swiss", "", ""),
        ),
    }


@pytest.mark.parametrize("late", [ByeKind.LOSS, ByeKind.ZERO, ByeKind.HALF, ByeKind.FULL])
def test_who_is_first_seen_after_round_1_entered_late(late: ByeKind) -> None:
    """At a table or with a bye, and who leaves again too; who is never seen is only absent."""
    file = {
        "players": ["early", "bye", "table", "late bye", "leaves", "never", "gone"],
        "rounds": [
            [{"bye": "early"}, {"bye": "bye", "kind": "zero"}],
            [{"p1": "table", "p2": "early"}],
            [{"bye": "late bye", "kind": "half"}, {"p1": "leaves", "p2": "table"}, {"bye": "bye"}],
            [{"bye": "early"}],
        ],
        "drops": [{"player": "leaves", "afterRound": 3}, {"player": "gone", "afterRound": 1}],
    }
    results = of(file, Rules(late_entry=late))
    entries = results.tournament.entries
    periods = {results.ids[number]: entry.periods for number, entry in entries.items()}
    one, two, three = (RoundRef(1, n) for n in (1, 2, 3))
    assert periods == {
        "early": (Period(one),),
        "bye": (Period(one),),
        "table": (Period(two, None, late),),
        "late bye": (Period(three, None, late),),
        "leaves": (Period(three, three, late),),
        "never": (Period(one),),
        "gone": (Period(one, one),),
    }


@pytest.mark.parametrize(
    ("said", "in_file", "rounds"), [(None, 3, 3), (2, 3, 3), (3, 3, 3), (5, 3, 5), (5, 0, 5)]
)
def test_the_number_of_rounds(said: int | None, in_file: int, rounds: int) -> None:
    """That of the rules, unless the file has more."""
    file = {"players": ["a"], "rounds": [[{"bye": "a"}]] * in_file}
    assert of(file, Rules(rounds=said)).tournament.rules.rounds == rounds


def test_a_file_without_rounds_says_nothing_of_their_number() -> None:
    assert of({"players": ["a"], "rounds": []}).tournament.rules.rounds is None


def test_players_with_more_about_them() -> None:
    players = [7, {"id": "7", "name": " Ana  Lima ", "rating": 1500}, {"id": 8, "rating": 0}]
    results = of({"players": players, "rounds": [], "name": "Friday", "draw_seed": 42})
    assert results.ids == {1: 7, 2: "7", 3: 8}
    entrants = [e.entrant for e in results.tournament.entries.values()]
    assert entrants == [Player("7"), Player("Ana Lima", 1500), Player("8")]
    assert (results.tournament.name, results.tournament.draw_seed) == ("Friday", "42")


def test_the_length_of_matches() -> None:
    assert of(event(), Rules(best_of=5)).tournament.rules.best_of == 5
    assert of(event(best_of=None), Rules(best_of=5)).tournament.rules.best_of == 5
    assert of(event(best_of=1), Rules(best_of=5)).tournament.rules.best_of == 1
    three = [event(match(w1=3, w2=1), best_of=5), event(match(w1=0, w2=0, draws=4))]
    assert all(of(file).tournament.rounds for file in three)
    assert result({"w1": 9, "w2": 9}, Rules(best_of=None)) == Games((9, 9))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"w1": 2, "w2": 1}, Games((2, 1))),
        ({"w1": 1, "w2": 0, "draws": 2}, Games((1, 0), 2)),
        ({"w1": 1, "w2": 0, "draws": None}, Games((1, 0))),
        ({"result": "1-0"}, Decided((WIN, LOSS))),
        ({"result": "0-1"}, Decided((LOSS, WIN))),
        ({"result": "1/2-1/2"}, Decided((DRAW, DRAW))),
        ({"result": "0-0"}, Decided((LOSS, LOSS))),
        ({"result": "1-0F"}, Forfeit((WIN, LOSS))),
        ({"result": "0-1F"}, Forfeit((LOSS, WIN))),
        ({"result": "0-0F"}, Forfeit((LOSS, LOSS))),
        ({"scores": [{"op": 7}, {"op": 3}]}, Scored(({"op": Fraction(7)}, {"op": Fraction(3)}))),
        (
            {"scores": [{"op": 0.5, "vp": "1/3"}, {"op": 0, "vp": -2}]},
            Scored(
                (
                    {"op": Fraction(1, 2), "vp": Fraction(1, 3)},
                    {"op": Fraction(0), "vp": Fraction(-2)},
                )
            ),
        ),
        ({}, None),
        ({"w1": None, "w2": None}, None),
    ],
)
def test_results(said: dict[str, object], expected: Result | None) -> None:
    assert result(said) == expected


def test_equal_results_are_one_value() -> None:
    results = of(event(match(w1=2, w2=0), {"p1": "c", "p2": "d", "w1": 2, "w2": 0}))
    pairings = results.tournament.rounds[RoundRef(1, 1)].pairings
    assert pairings[1].result is pairings[2].result


def test_an_open_match_leaves_the_round_open() -> None:
    statuses = [r.status for r in of(event(match())).tournament.rounds.values()]
    assert statuses == [RoundStatus.PUBLISHED]


@pytest.mark.parametrize("kind", list(ByeKind))
def test_byes(kind: ByeKind) -> None:
    round_ = of(event({"bye": "c", "kind": kind.value})).tournament.rounds[RoundRef(1, 1)]
    assert round_.byes == {3: kind}


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"w1": -1, "w2": 0}, "w1 must be a whole number between 0 and 99, not -1"),
        ({"w1": 2.0, "w2": 0}, "w1 must be a whole number between 0 and 99, not 2.0"),
        ({"w1": True, "w2": 0}, "w1 must be a whole number between 0 and 99, not true"),
        ({"w1": 1, "w2": 100}, "w2 must be a whole number between 0 and 99, not 100"),
        ({"w1": 1, "w2": 0, "draws": ""}, "draws must be a whole number between 0 and 99, not ''"),
        ({"w1": 1}, "w2 is missing"),
        ({"draws": 1}, "w1 is missing"),
        ({"w1": 3, "w2": 0}, "3-0 is not possible: a best-of-3 match ends with 2 wins"),
        ({"w1": 2, "w2": 2}, "2-2 is not possible: a best-of-3 match ends with 2 wins"),
        ({"w1": 1, "w2": 0, "result": "1-0"}, "the result is given twice: result, w1, w2"),
        ({"result": "2-0"}, "result must be one of 1-0, 0-1, "),
        ({"result": ["1-0"]}, "not a list"),
        ({"scores": [{"op": 1}]}, "scores must be a list of two objects"),
        ({"scores": [{"op": 1}, 2]}, "scores must be objects such as"),
        ({"scores": [{"op": 1}, {"vp": 2}]}, "every player must have the same set of scores"),
        ({"scores": [{}, {}]}, "scores are missing"),
        ({"scores": [{"op": "x"}, {"op": 1}]}, "the score 'op' must be a number, not 'x'"),
        ({"scores": [{"op": []}, {"op": 1}]}, "the score 'op' must be a number, not a list"),
        ({"scores": [{"\n": 1}, {"\n": 1}]}, "name of a score is empty"),
        ({"drawz": 1}, "'drawz' is not a recognised key. Did you mean draws?"),
        ({"table": 1}, "'table' is not a recognised key (known keys: p1, p2, "),
    ],
)
def test_results_that_cannot_be(said: dict[str, object], words: str) -> None:
    [(where, message)] = problems(event({"bye": "c"}, match(**said)))
    assert where == "round 1, match 2"
    assert words in message


def test_a_match_of_one_game() -> None:
    [(_, message)] = problems(event(match(w1=1, w2=1), best_of=1))
    assert message == "1-1 is not possible: a best-of-1 match ends with 1 win"


def test_scores_are_those_of_the_rules() -> None:
    rules = Rules(scores=("op", "vp"))
    assert result({"scores": [{"op": 1, "vp": 2}, {"op": 0, "vp": 2}]}, rules)
    [(_, message)] = problems(event(match(scores=[{"op": 1}, {"op": 2}])), rules)
    assert message == "the scores must be op, vp, as defined in the rules"


def test_all_faults_of_a_file_come_together() -> None:
    file = {
        "players": ["a", "b", "a", {"name": "No id"}, {"id": "c", "raiting": 1}, 1.5, True],
        "drops": [
            {"player": "b", "afterRound": 1},
            {"player": "b", "afterRound": 2},
            {"player": "x", "afterRound": 1},
            {"player": "a", "afterRound": "2"},
            "c",
        ],
        "rounds": [
            [match(), {"p1": "a", "p2": "c"}, {"p1": "c", "p2": "c"}, {"bye": "x"}, {"bye": []}],
            "no round",
            [match(), {"p1": "c"}, 3, {"bye": "c", "kind": "gift"}, {}],
        ],
        "best_of": "3",
        "name": ["Friday"],
    }
    assert problems(file) == [
        ("file", "best_of must be a whole number between 1 and 99, not '3'"),
        ("file", "name must be text, not a list"),
        ("player 3", "'a' is already used by player 1"),
        ("player 4", "id must be text or a whole number, not null"),
        ("player 5", "'raiting' is not a recognised key. Did you mean rating?"),
        ("player 6", "id must be text or a whole number, not 1.5"),
        ("player 7", "id must be text or a whole number, not true"),
        ("drop 2", "'b' has already dropped"),
        ("drop 3", "'x' is not in the list of players"),
        ("drop 4", "afterRound must be a whole number between 0 and 199, not '2'"),
        ("drop 5", "must be an object, not 'c'"),
        ("round 1, match 2", "'a' appears twice in this round"),
        ("round 1, match 3", "'c' appears twice in this round"),
        ("round 1, match 3", "'c' is paired against themselves"),
        ("round 1, match 4", "'x' is not in the list of players"),
        ("round 1, match 5", "bye must be the id of a player, not a list"),
        ("round 2", "must be a list, not 'no round'"),
        ("round 3, match 1", "'b' dropped after round 2"),
        ("round 3, match 2", "p2 is missing"),
        ("round 3, match 3", "must be an object, not 3"),
        ("round 3, match 4", "'c' appears twice in this round"),
        ("round 3, match 4", "kind must be one of pairing, full, half, zero, loss, not 'gift'"),
        ("round 3, match 5", "p1 is missing"),
        ("round 3, match 5", "p2 is missing"),
    ]


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ("", "id is empty"),
        ("a\x07", "id contains a control character (U+0007) at position 2"),
        ("\ud800", "id is empty"),
        (
            {"id": 1, "name": "x\ud800"},
            "name contains a control character (U+D800) at position 2",
        ),
        ({"id": 1, "name": " "}, "name is empty"),
        ({"id": 1, "name": 1.5}, "name must be text, not 1.5"),
        (
            {"id": 1, "rating": "high"},
            "rating must be a whole number between 0 and 9999, not 'high'",
        ),
        (10**400, "id has 401 characters; the maximum is 300"),
    ],
)
def test_players_that_cannot_be(player: object, words: str) -> None:
    assert problems({"players": [player], "rounds": []}) == [("player 1", words)]


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        (["a"], [("file", "must be an object, not a list")]),
        ({}, [("players", "are missing"), ("rounds", "are missing")]),
        (
            {"player": [], "Rounds": []},
            [
                ("file", "'player' is not a recognised key. Did you mean players?"),
                ("file", "'Rounds' is not a recognised key. Did you mean rounds?"),
                ("players", "are missing"),
                ("rounds", "are missing"),
            ],
        ),
        (event(bestOf=3), [("file", "'bestOf' is not a recognised key. Did you mean best_of?")]),
        (event(drops=0), [("drops", "must be a list, not 0")]),
        (b"", [("line 1, column 1", "is not valid JSON: Expecting value")]),
        (
            b'{"players":\n  [1, 2,, 3]}',
            [("line 2, column 9", "is not valid JSON: Expecting value")],
        ),
        (b'{"a":\n "\xff"}', [("line 2, column 3", "is not valid UTF-8. Save the file as UTF-8")]),
        (b'{"rounds": NaN}', [("file", "NaN is not a number")]),
        (
            b'{"rounds": [], "rounds": []}',
            [("file", "the key 'rounds' appears twice in one object")],
        ),
        (b"[" * 100_000, [("file", "is nested too deeply")]),
        (b"1" * 5000, [("file", "contains a number with too many digits")]),
    ],
)
def test_files_that_are_none(file: object, expected: list[tuple[str, str]]) -> None:
    assert problems(file) == expected


def test_a_byte_order_mark_is_no_fault() -> None:
    data = b"\xef\xbb\xbf" + json.dumps(A_DAY).encode()
    assert read_results(data, Rules()) == of(A_DAY)


def test_limits() -> None:
    many = problems({"players": list(range(MOST_PLAYERS + 1)), "rounds": [[]] * (MOST_ROUNDS + 1)})
    assert many == [
        ("players", "100001 is too many; the maximum is 100000"),
        ("rounds", "200 is too many; the maximum is 199"),
    ]
    assert len(problems(event(*[0] * (MOST_TOLD + 1)))) == MOST_TOLD


KEYS = ["p1", "p2", "w1", "w2", "draws", "bye", "kind", "result", "scores", "player", "afterRound"]
KEYS += ["id", "name", "rating", "players", "rounds", "drops", "best_of", "draw_seed", "round"]
SMALL = st.sampled_from(["a", "b", 1, 2, 0, "1-0", "half", None, True, -1, 1.5, "", {"op": 1}])
ANYTHING = st.recursive(
    SMALL | st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner),
    max_leaves=15,
)
MATCHES = st.dictionaries(st.sampled_from(KEYS[:9]), SMALL | ANYTHING, max_size=6)
FILES = st.fixed_dictionaries(
    {
        "players": st.lists(SMALL, max_size=4) | ANYTHING,
        "rounds": st.lists(st.lists(MATCHES, max_size=4), max_size=3) | ANYTHING,
    },
    optional={
        "drops": st.lists(st.fixed_dictionaries({"player": SMALL, "afterRound": SMALL})) | ANYTHING,
        "best_of": SMALL,
        "name": SMALL,
    },
)


@settings(max_examples=500)
@given(ANYTHING | FILES)
def test_any_json_gives_results_or_the_reasons(file: object) -> None:
    _is_results_or_reasons(json.dumps(file).encode())


@settings(max_examples=300)
@given(st.binary(max_size=100) | st.text(alphabet='{}[],:"01ab\\u\n', max_size=60).map(str.encode))
def test_any_bytes_give_results_or_the_reasons(data: bytes) -> None:
    _is_results_or_reasons(data)


def _is_results_or_reasons(data: bytes) -> None:
    try:
        results = read_results(data, Rules())
    except InvalidInputError as error:
        reasons = [problem for problem in error.problems if problem.where and problem.message]
        str(error).encode()  # can be shown
        if not reasons:
            pytest.fail("there are no reasons")
        return
    entries = results.tournament.entries
    assert list(results.ids) == list(entries) == list(range(1, len(entries) + 1))
    for round_ in results.tournament.rounds.values():
        placed = [*(p for one in round_.pairings.values() for p in one.seats), *round_.byes]
        assert len(set(placed)) == len(placed)
        assert entries.keys() >= set(placed)


@given(st.integers(2, 12), st.randoms(use_true_random=False), st.data())
def test_what_is_written_is_read(players: int, rnd: Any, data: st.DataObject) -> None:
    """A made event comes back match by match, with the ids of the file."""
    ids = [f"p{n}" for n in range(players)]
    counts = st.tuples(st.integers(0, 1), st.integers(0, 2), st.integers(0, 9))
    rounds = []
    for _ in range(data.draw(st.integers(0, 4))):
        rnd.shuffle(ids)
        drawn = [(a, b, *data.draw(counts)) for a, b in zip(ids[::2], ids[1::2], strict=False)]
        rounds.append(drawn)
    keys = ("p1", "p2", "w1", "w2", "draws")
    told = [[dict(zip(keys, one, strict=True)) for one in drawn] for drawn in rounds]
    results = of({"players": sorted(ids), "rounds": told})
    back = []
    for round_ in results.tournament.rounds.values():
        games = [(one.seats, one.result) for one in round_.pairings.values()]
        back.append(
            [
                (*map(results.ids.get, seats), *played.wins, played.draws)
                for seats, played in games
                if isinstance(played, Games)
            ]
        )
    assert back == rounds


def test_rules_that_rank_by_a_score_need_scores() -> None:
    rules = rules_of("infinity", {})
    for said in ('"w1": 1, "w2": 0', '"result": "1-0"'):
        file = f'{{"players": ["a", "b"], "rounds": [[{{"p1": "a", "p2": "b", {said}}}]]}}'
        with pytest.raises(InvalidInputError) as caught:
            read_results(file.encode(), rules)
        [problem] = caught.value.problems
        assert problem.message == "scores are required because the rules rank by op"
    forfeited = b'{"players": ["a", "b"], "rounds": [[{"p1": "a", "p2": "b", "result": "1-0F"}]]}'
    assert read_results(forfeited, rules).tournament.rounds
