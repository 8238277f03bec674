"""Pairing as the principles of chess tournaments have it, by FIDE's rules and by score brackets.

Left out are its slips: six players have no bye, four points after two rounds are too many, and
after White, Black, White it is Black that is due.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from documents.document_events import (
    boards,
    bye_of,
    chess,
    event,
    field,
    had_bye,
    meetings,
    met,
    pairs_of,
    people,
    points,
    rated,
    run,
    scores,
    sides,
)
from fairpair import pair_round
from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.results import Decided, win_for
from fairpair.core.rounds import RoundRef
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.colours import seats_by_colour
from fairpair.engine.pairing.proposal import ImpossiblePairingError, Proposal
from fairpair.engine.stages.bracket import Outcome
from fairpair.engine.stages.ranking import final_ranking
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.log import commands as c
from fairpair.presets import names, rules_of
from standings.builder import played

BOTH = ("fide_dutch", "small_tournament")
"""FIDE's rules in full, and the score brackets of the companion document."""
WIN = Decided(win_for(0))
both = pytest.mark.parametrize("preset", BOTH)


def rules_for(preset: str, **changes: Any) -> Rules:
    """A preset with every round paired by score brackets."""
    if preset == "fide_dutch":
        return rules_of(preset, changes)
    return rules_of(preset, {"pairing_methods": {"rest": "score_bracket"}, **changes})


def letters(count: int, rules: Rules) -> Tournament:
    return field(rules, [Player(chr(65 + n), 2400 - 50 * n) for n in range(count)])


class TestScoreBrackets:
    """Section 3: exact scores, upper against lower half, transposition, dropping."""

    @both
    def test_a_bracket_of_four(self, preset: str) -> None:
        """Upper 1 against lower 1, upper 2 against lower 2."""
        start = letters(4, rules_for(preset))
        given = points(start, A=5, B=5, C=5, D=5)
        assert meetings(start, given) == "A-C B-D"

    @both
    def test_the_example_of_six(self, preset: str) -> None:
        """A and B; C, D and E; F. "Match: A vs B", "C vs D", and E drops to F."""
        start = letters(6, rules_for(preset))
        given = points(start, A=4, B=4, C=3, D=3, E=3, F=1)
        assert meetings(start, given) == "A-B C-D E-F"

    @both
    def test_half_points_make_brackets_of_their_own(self, preset: str) -> None:
        start = letters(6, rules_for(preset))
        given = points(start, A=5, B=5, C=4.5, D=4.5, E=4, F=4)
        assert meetings(start, given) == "A-B C-D E-F"

    @both
    def test_transposed_within_the_lower_half(self, preset: str) -> None:
        """A and C have met; everybody is level: A-D, B-C."""
        start = rated("1  A 1:0 C | B 1:0 D", rules_for(preset))
        assert meetings(start, points(start, C=1, D=1)) == "A-D C-B"

    @both
    def test_then_swapped_with_the_upper_half(self, preset: str) -> None:
        """A has met both of the lower half, so B changes places with one of them: A-B, C-D."""
        sheet = "1  A =:= C | D =:= B\n2  D =:= A | B =:= C"
        assert meetings(rated(sheet, rules_for(preset))) == "A-B C-D"

    @both
    def test_dropped_and_paired_there_first(self, preset: str) -> None:
        """A and B have met and are alone above: both drop, A-C and B-D before E-F."""
        start = rated("1  A 1:0 B | D 1:0 E | F 1:0 C", rules_for(preset))
        assert meetings(start, points(start, A=1, B=2, C=1, E=1)) == "A-C B-D E-F"

    @both
    def test_not_by_one_ranking_of_all(self, preset: str) -> None:
        """Section 14: top half against bottom half of everybody would be A-C and B-D."""
        start = letters(4, rules_for(preset))
        assert meetings(start, points(start, A=1, B=1)) == "A-B C-D"

    @both
    def test_as_many_as_possible_meet_their_own_score(self, preset: str) -> None:
        """In round 2 one of each odd group floats, and the two of a single draw, who have met."""
        for number in range(20):
            start = field(rules_for(preset), people(range(2400, 2388, -1)), f"equal {number}")
            (_, _), (before, made) = event(start, 2, chess, f"equal {number}")
            total = scores(before)
            uneven = [b for b in made.boards if total[b.white] != total[b.black]]
            odd = sum(list(total.values()).count(s) % 2 for s in set(total.values()))
            assert len(uneven) <= odd + 1


class TestColours:
    """Sections 2e, 4 and 14: at most two ahead, never three running."""

    @both
    def test_who_is_two_ahead_must_have_the_other(self, preset: str) -> None:
        """ "Player B: 3 White, 1 Black": Black in round 5; A with 2 and 2 may have either."""
        sheet = """1  B 1:0 G | A =:= H | C =:= D | E =:= F
                   2  B =:= H | G =:= A | D =:= E | F =:= C
                   3  C =:= B | A =:= D | H =:= E | G =:= F
                   4  B =:= D | F =:= A | E =:= C | H =:= G"""
        start = played(sheet, rules_for(preset))
        had = {start.name_of(p): colours for p, colours in sides(start).items()}
        assert (had["A"], had["B"]) == ("WBWB", "WWBW")
        assert any(pair.endswith("-B") for pair in boards(start).split())

    @both
    def test_white_black_white_is_followed_by_black(self, preset: str) -> None:
        sheet = """1  X 1:0 A | C =:= B | D =:= E
                   2  B =:= X | A =:= D | E =:= C
                   3  X =:= C | D =:= B | E =:= A"""
        start = played(sheet, rules_for(preset))
        assert any(pair.endswith("-X") for pair in boards(start).split())

    @both
    @pytest.mark.parametrize("count", [5, 8, 11, 16, 31])
    def test_in_whole_tournaments(self, preset: str, count: int) -> None:
        for before, made in whole_events(preset, count):
            had = sides(before)
            for board in made.boards:
                for player, colour in ((board.white, "W"), (board.black, "B")):
                    after = had[player] + colour
                    assert abs(after.count("W") - after.count("B")) <= 2
                    assert after[-3:] not in ("WWW", "BBB")


def whole_events(preset: str, count: int) -> Iterator[tuple[Tournament, Proposal]]:
    """Rounds of events by lot, as far as they can be paired."""
    for number in range(4):
        name = f"{preset} {count} {number}"
        ratings = Random(name).sample(range(1000, 2600), count)
        start = field(rules_of(preset, {}), people(ratings), name)
        rounds = 3 if count < 11 else 4 if count < 31 else 5
        try:
            yield from event(start, rounds, chess, name)
        except ImpossiblePairingError:
            assert count < 11


class TestByes:
    """Sections 2c, 4, 10 and 14: one a round, never to the same player running."""

    @both
    @pytest.mark.parametrize("count", [5, 7, 11])
    def test_never_twice(self, preset: str, count: int) -> None:
        for before, made in whole_events(preset, count):
            assert made.bye is not None
            assert made.bye not in had_bye(before)

    @both
    def test_another_player_has_it_in_round_2(self, preset: str) -> None:
        """E had it in round 1 and is last of all, with nothing for it."""
        start = rated("1  A 1:0 B | C 1:0 D | E bye", rules_for(preset, bye_points=0))
        assert bye_of(start) in ("B", "D")

    @pytest.mark.parametrize(("value", "places"), [(0.5, {3}), (1, {1, 2, 3}), (0, {3, 4, 5})])
    def test_five_players_in_round_1(self, value: float, places: set[int]) -> None:
        """With half a point E comes third; with one it could be first; with none with the last."""
        rules = rules_of("small_tournament", {"bye_points": value})
        event_ = played("1  A 1:0 B | C 1:0 D | E bye", rules)
        ranks = Standings(tiebreak_input(event_), []).ranks
        assert scores(event_)[PlayerId(5)] == value
        assert ranks[PlayerId(5)] in places


class TestInvariants:
    """Section 12: 3, 4 and 8, after every round."""

    @both
    @pytest.mark.parametrize("count", [4, 5, 10, 16, 31, 50])
    def test_everybody_once_and_nobody_twice(self, preset: str, count: int) -> None:
        for before, made in whole_events(preset, count):
            seated = [p for board in made.boards for p in (board.white, board.black)]
            assert sorted([*seated, *([made.bye] if made.bye else [])]) == sorted(before.entries)
            assert not pairs_of(made) & met(before)

    @both
    def test_a_round_is_locked_until_the_one_before_is_complete(
        self, preset: str, tmp_path: Path
    ) -> None:
        with run(tmp_path / "event.db", preset, people([2000, 1900, 1800, 1700])) as floor:
            first = floor.publish()
            with pytest.raises(InvalidStateError):
                floor.draft()
            floor.record(WIN)
            floor.do(c.CompleteRound())
            second = floor.draft()
            assert first.pairings != second.pairings
            # Invariant 1: the players of a round are fixed once it is there.
            assert {p.seats for p in first.pairings.values()} == {
                p.seats for p in floor.t.rounds[min(floor.t.rounds)].pairings.values()
            }

    def test_the_contract_of_section_11(self, tmp_path: Path) -> None:
        """Alice 1800 and Bob 1750: both stored with their colours."""
        entrants = [Player("Alice", 1800), Player("Bob", 1750)]
        changes = {"initial_colour": "white"}
        with run(tmp_path / "event.db", "fide_dutch", entrants, changes) as floor:
            (match,) = floor.publish().pairings.values()
            assert [floor.t.name_of(p) for p in match.seats] == ["Alice", "Bob"]
            assert match.result is None


def test_rounds_are_predetermined_by_the_rules_only() -> None:
    """Section 2a: the number of rounds changes no pairing before the last round."""
    start = field(rules_of("fide_dutch", {"rounds": 5}), people(range(2400, 2390, -1)))
    other = field(rules_of("fide_dutch", {"rounds": 7}), people(range(2400, 2390, -1)))
    assert pair_round(start) == pair_round(other)


class TestKnockOut:
    """Sections 1 and 12.7: colours alternate here too; places 5 and below by standings."""

    def test_the_colours_go_on_from_those_of_the_swiss_rounds(self) -> None:
        """Whoever had White once more has Black, and the lot decides between two without games."""
        start = played("1  A 1:0 C | B 1:0 D", rules_of("small_tournament", {"rounds": 1}))
        a, c_, b, d = start.entries
        ref = RoundRef(2, 1)
        assert seats_by_colour(start, ref, a, d) == (d, a)
        assert seats_by_colour(start, ref, c_, b) == (c_, b)
        fresh = field(rules_of("small_tournament", {}), people(range(2400, 2300, -10)))
        first, second = list(fresh.entries)[:2]
        seeds = [replace(fresh, draw_seed=f"{n}") for n in range(20)]
        white = [seats_by_colour(one, ref, first, second)[0] for one in seeds]
        assert {first, second} == set(white)

    def test_fifth_and_below_go_by_the_standings(self) -> None:
        """With the other rule somebody who won a match of the knockout is ahead."""
        ranks = {PlayerId(n): n for n in range(1, 17)}
        lost = {PlayerId(n): "round_of_16" for n in range(5, 13)}
        lost |= {PlayerId(n): "quarter_final" for n in range(13, 17)}
        lost |= {PlayerId(3): "semi_final", PlayerId(4): "semi_final", PlayerId(2): "final"}
        outcome = Outcome(lost, PlayerId(1), PlayerId(3))
        by_standings = final_ranking(ranks, outcome, by_round=False)
        assert [row.player for row in by_standings.rows] == list(range(1, 17))
        by_round = final_ranking(ranks, outcome)
        assert [row.player for row in by_round.rows][4:8] == [13, 14, 15, 16]

    @pytest.mark.parametrize("preset", names())
    def test_the_chess_presets_say_so(self, preset: str) -> None:
        expected = "standings" if preset.endswith("_tournament") else "round"
        assert rules_of(preset, {}).knockout_places == expected
