"""The verdicts against everything that can really happen."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark, Result
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.outlook import verdicts as module
from fairpair.engine.outlook.position import Position
from fairpair.engine.outlook.verdicts import Chance, Outlook, Verdict, default_top, outlook_of
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from outlook.positions import (
    CHESS,
    CHESS_RESULTS,
    DECIDED,
    GAMES,
    MAGIC,
    MAGIC_RESULTS,
    endings,
    marks_of_last,
    next_rounds,
    places,
    position,
    with_results,
)
from standings.builder import played

SURELY, NOT, OPEN = Verdict.SURELY, Verdict.SURELY_NOT, Verdict.OPEN
W, D, L = Mark.WIN, Mark.DRAW, Mark.LOSS


def _outlook(t: Tournament, top: int) -> Outlook:
    found = outlook_of(t, top)
    assert found is not None
    return found


def _by_bounds(t: Tournament, top: int) -> module.Verdicts:
    return module._by_bounds(Position(t), top)


def _refuted(
    t: Tournament, found: module.Verdicts, top: int, chosen: Sequence[Result]
) -> list[object]:
    """The verdicts that this ending contradicts."""
    ended = places(with_results(t, chosen))
    marks = marks_of_last(t, chosen)
    wrong: list[object] = []
    for player, (now, by_result) in found.items():
        said = [now]
        if player in marks:
            said.append(by_result[marks[player]])
        first, last = ended[player]
        if SURELY in said and last > top:
            wrong.append((player, "surely", ended[player], list(map(str, chosen))))
        if NOT in said and first <= top:
            wrong.append((player, "surely not", ended[player], list(map(str, chosen))))
    return wrong


def _verdicts(found: Outlook) -> module.Verdicts:
    return {p: (one.now, dict(one.by_result)) for p, one in found.players.items()}


TWO_ROUNDS = """
    1  Ana 2-0 Bo | Cy 2-0 Di | Ed 2-0 Fay
    2  Ana 2-0 Cy | Ed 2-1 Bo | Di 2-0 Fay
    3  Ana ? Ed | Cy ? Di | Bo ? Fay
"""


def test_by_hand() -> None:
    """Ana and Ed have 6 points, Cy and Di 3: both of the first are in the top 3 whatever happens,
    since at most one of Cy and Di comes to 6. A draw keeps both in the top 2 as well, at 7. Cy
    needs 6 points and a tie-break.
    """
    t = played(TWO_ROUNDS, MAGIC)
    top3 = _outlook(t, 3)
    assert [top3.players[PlayerId(n)].chance for n in (1, 5)] == [Chance.LOCKED] * 2
    assert [top3.players[PlayerId(n)].chance for n in (2, 6)] == [Chance.NEEDS_HELP] * 2
    top2 = _outlook(t, 2)
    assert top2.players[PlayerId(1)].by_result == {W: SURELY, D: SURELY, L: OPEN}
    assert top2.players[PlayerId(1)].chance is Chance.DRAW_AND_IN
    assert top2.players[PlayerId(2)].chance is Chance.OUT
    assert top2.players[PlayerId(3)].by_result == {W: OPEN, D: NOT, L: NOT}
    assert top2.line == (Fraction(6), Fraction(7))
    assert top2.rounds_left == 0


def test_with_rounds_to_come() -> None:
    """With one more round nobody is safe, and whoever is 6 points behind with one left is out."""
    rules = replace(MAGIC, rounds=4)
    found = _outlook(played(TWO_ROUNDS, rules), 2)
    assert found.rounds_left == 1
    assert found.players[PlayerId(1)].now is OPEN
    assert found.players[PlayerId(1)].chance is Chance.OPEN
    later = with_results(played(TWO_ROUNDS, rules), [GAMES[0], GAMES[0], GAMES[0]])
    one = _outlook(later, 1).players
    assert one[PlayerId(1)].now is OPEN
    assert one[PlayerId(1)].by_result[W] is SURELY
    assert one[PlayerId(1)].by_result[D] is SURELY
    assert one[PlayerId(6)].now is NOT


def test_finished_and_without_main_rounds() -> None:
    """When all is played the standings decide; a knock-out alone has no outlook."""
    t = with_results(played(TWO_ROUNDS, MAGIC), [GAMES[0], GAMES[0], GAMES[0]])
    ranks = Standings(tiebreak_input(t)).ranks
    for player, one in _outlook(t, 3).players.items():
        assert one.chance is (Chance.LOCKED if ranks[player] <= 3 else Chance.OUT)
    assert outlook_of(replace(t, rounds={}, rules=Rules(mode="elimination")), 3) is None


def test_default_top() -> None:
    """The size of the cut; the winner without one."""
    t = played(TWO_ROUNDS, MAGIC)
    assert default_top(t) == 1
    assert default_top(replace(t, rules=replace(MAGIC, cut=4))) == 4


def test_unmeasurable_scores_stay_open() -> None:
    """A named score that ranks has no limits."""
    rules = Rules(rounds=2, scores=("vp",), primary_score="vp", standings_tiebreakers=("random",))
    t = played("1 Ana vp9:vp1 Bo\n2 Ana ? Bo", rules)
    found = _outlook(t, 1)
    assert {one.now for one in found.players.values()} == {OPEN}
    assert found.line is None


@pytest.mark.parametrize("seed", range(4))
def test_all_endings_of_chess(seed: int) -> None:
    """Six players, every result of the last round: verdicts are exact, bounds never wrong."""
    random = Random(seed)
    t = position(random, 6, CHESS, CHESS_RESULTS)
    top = random.randrange(1, 5)
    ended = [(c, places(with_results(t, c))) for c in product(CHESS_RESULTS, repeat=3)]
    found, bounds = _outlook(t, top), _by_bounds(t, top)
    for player, one in found.players.items():
        in_ = {last <= top for _, at in ended for _, last in [at[player]]}
        out = {first > top for _, at in ended for first, _ in [at[player]]}
        exact = SURELY if in_ == {True} else NOT if out == {True} else OPEN
        assert one.now is exact
        assert bounds[player][0] in (exact, OPEN)
    for chosen, _ in ended[:: 1 + seed]:
        assert not _refuted(t, bounds, top, chosen)
        assert not _refuted(t, _verdicts(found), top, chosen)


@pytest.mark.parametrize("seed", range(4))
def test_all_endings_of_magic(seed: int) -> None:
    """Six players with two results missing: every score, double losses and no-shows."""
    random = Random(100 + seed)
    while len((t := position(random, 6, MAGIC, GAMES[:8], 0.7)).rounds[max(t.rounds)].pending) != 2:
        pass
    for top in (1, 2, 3):
        found = _verdicts(_outlook(t, top))
        for chosen in product(MAGIC_RESULTS, repeat=2):
            assert not _refuted(t, found, top, chosen)


def test_points_alone_are_exact() -> None:
    """Without any tie-break, who ends level on the line is open, and all else is exact."""
    rules = replace(MAGIC, standings_tiebreakers=())
    for seed in range(4):
        random = Random(seed)
        t = position(random, 6, rules, DECIDED[:3])
        ended = [places(with_results(t, c)) for c in product(DECIDED, repeat=3)]
        for top in (1, 2, 4):
            for player, (now, _) in _by_bounds(t, top).items():
                surely = all(at[player][1] <= top for at in ended)
                out = all(at[player][0] > top for at in ended)
                assert now is (SURELY if surely else NOT if out else OPEN)


def _sample(seed: int, endings: int) -> list[object]:
    random = Random(seed)
    rules, usual, all_ = random.choice(
        (
            (MAGIC, GAMES[:8], MAGIC_RESULTS),
            (replace(MAGIC, best_of=None), GAMES[:8], MAGIC_RESULTS),
            (replace(MAGIC, byes_in_match_win=False), GAMES[:8], MAGIC_RESULTS),
            (CHESS, DECIDED[:3], CHESS_RESULTS),
        )
    )
    rules = replace(rules, rounds=random.randrange(2, 6))
    t = position(random, random.randrange(5, 25), rules, usual, random.choice((0.3, 0.7, 1)))
    top = random.choice((1, 2, 4, 8))
    found = _verdicts(_outlook(t, top))
    pending = len(t.rounds[max(t.rounds)].pending)
    wrong = []
    for _ in range(endings):
        wrong += _refuted(t, found, top, [random.choice(all_) for _ in range(pending)])
    return wrong


def test_sampled_last_rounds() -> None:
    """Random fields and random ends of them: no verdict is refuted."""
    assert not [wrong for seed in range(30) for wrong in _sample(seed, 8)]


@pytest.mark.slow
def test_100_000_last_rounds() -> None:
    """The same on a large scale."""
    assert not [wrong for seed in range(2_000) for wrong in _sample(1_000 + seed, 50)]


def test_several_rounds_to_come() -> None:
    """Verdicts before the last rounds hold for every random end of the event."""
    for seed in range(20):
        random = Random(seed)
        full = position(random, 8, replace(MAGIC, rounds=4), GAMES[:8], 0)
        ended = places(full)
        for shown in (1, 2, 3):
            rounds = {ref: r for ref, r in full.rounds.items() if ref.round_no <= shown}
            found = _outlook(replace(full, rounds=rounds), 3)
            for player, one in found.players.items():
                assert not (one.now is SURELY and ended[player][1] > 3)
                assert not (one.now is NOT and ended[player][0] <= 3)
                row = Standings(tiebreak_input(full)).by_player[player]
                assert row.points >= 0
            assert found.line is not None
            points = sorted((r.points for r in Standings(tiebreak_input(full)).rows), reverse=True)
            assert found.line[0] <= points[2] <= found.line[1]


def _check_round_to_come(seed: int, players: int) -> int:
    """With one round half played and one more to come: every result, every pairing, every result
    again. How many verdicts were certain.
    """
    random = Random(seed)
    rules, results = random.choice(((MAGIC, GAMES[:3:2] + DECIDED[2:4]), (CHESS, DECIDED[:4])))
    results = results[: 4 if players < 6 else 3]
    t = position(random, players, replace(rules, rounds=5), results, 0.5)
    t = replace(t, rules=replace(rules, rounds=6))
    top = random.randrange(1, players)
    found = _outlook(t, top)
    certain = sum(one.now is not OPEN for one in found.players.values())
    for chosen in product(results, repeat=len(t.rounds[max(t.rounds)].pending)):
        marks = marks_of_last(t, chosen)
        for paired in next_rounds(with_results(t, chosen)):
            for ended in map(places, endings(paired, results)):
                for player, one in found.players.items():
                    said = {one.now, one.by_result.get(marks[player]) if player in marks else OPEN}
                    first, last = ended[player]
                    assert not (SURELY in said and last > top), (player, chosen)
                    assert not (NOT in said and first <= top), (player, chosen)
    return certain


def test_every_end_with_a_round_to_come() -> None:
    """Four players: no verdict before the last round is ever wrong."""
    assert sum(_check_round_to_come(seed, 4) for seed in range(12)) > 4


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seeds"), [(5, 12), (6, 10)])
def test_every_end_of_larger_fields_with_a_round_to_come(players: int, seeds: int) -> None:
    assert sum(_check_round_to_come(seed, players) for seed in range(seeds)) > 4


def test_more_places_and_more_points_keep_it_sure() -> None:
    """With one more place nobody who was sure is open again; nor with a win more."""
    for seed in range(12):
        random = Random(seed)
        t = position(random, 9, MAGIC, GAMES[:8])
        before = _by_bounds(t, 2)
        after = _by_bounds(t, 3)
        for player, (now, by_result) in before.items():
            assert now is not SURELY or after[player][0] is SURELY
            assert after[player][0] is not NOT or now is NOT
            if by_result.get(D) is SURELY:
                assert by_result[W] is SURELY
            if by_result.get(L) is SURELY:
                assert by_result[D] is SURELY


def test_the_line() -> None:
    """The points of the last place are always between its ends, which are reached."""
    for seed in range(2):
        random = Random(seed)
        t = position(random, 6, MAGIC, DECIDED[:3])
        for top in (1, 2, 4):
            seen: set[Fraction] = set()
            for chosen in product(DECIDED, repeat=3):
                rows = Standings(tiebreak_input(with_results(t, chosen))).rows
                seen.add(sorted((row.points for row in rows), reverse=True)[top - 1])
            assert _outlook(t, top).line == (min(seen), max(seen))


def test_a_tie_stays_open_while_external_values_can_still_be_entered() -> None:
    """Ana is ahead of Cy by number only, and a play-off may come before that."""
    sheet = "1 Ana 1:0 Bo | Cy 1:0 Di\n2 Ana =:= Cy | Bo ? Di"
    rules = replace(CHESS, rounds=2, standings_tiebreakers=("EXT", "player_number"))
    assert _outlook(played(sheet, rules), 1).players[PlayerId(1)].now is OPEN
    without = replace(rules, standings_tiebreakers=("player_number",))
    assert _outlook(played(sheet, without), 1).players[PlayerId(1)].now is SURELY
