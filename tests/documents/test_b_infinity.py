"""Pairing as the specification for Infinity has it: SP-001 to SP-006 and its user stories."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from documents.document_events import (
    ServiceRun,
    event,
    field,
    had_bye,
    meetings,
    met,
    opened,
    pairs_of,
    ranked,
    run,
    seeded,
    shuffled_past,
    some_round_exists,
    tabletop,
    unrated,
)
from fairpair import pair_round
from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind, MatchRef, Pairing, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.check import breaches
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from fairpair.engine.standings.table import Row, Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.log import commands as c
from fairpair.presets import rules_of
from standings.builder import played

RULES = rules_of("infinity", {})
ORDER = ("vp", "ap")
Pairs = list[tuple[PlayerId, PlayerId]]


def generate_pairings(
    order: list[PlayerId], previous: set[frozenset[PlayerId]]
) -> tuple[Pairs, PlayerId | None, bool]:
    """`generatePairings` of the specification: the pairs, who is left, and whether some met again.

    "Pair greedily from top": each with the first eligible opponent, or with the next one anyway.
    """
    unpaired, pairings, again = list(order), Pairs(), False
    while len(unpaired) > 1:
        p1 = unpaired.pop(0)
        eligible = [p2 for p2 in unpaired if frozenset((p1, p2)) not in previous]
        p2 = eligible[0] if eligible else unpaired[0]
        again = again or not eligible
        unpaired.remove(p2)
        pairings.append((p1, p2))
    return pairings, unpaired[0] if unpaired else None, again


def by_standing(tournament: Tournament) -> list[PlayerId] | None:
    """Everybody by OP, VP, AP; none if that leaves two equal, which the specification is silent
    about.
    """
    ranks = Standings(tiebreak_input(tournament), ORDER).ranks
    if len(set(ranks.values())) < len(ranks):
        return None
    return sorted(ranks, key=lambda player: ranks[player])


def positions(name: str, tries: int) -> Iterator[Tournament]:
    """Fields of 4 to 17 after 1 to 5 rounds: played by pairings of ours, or of lots."""
    for number in range(tries):
        lots = Random(f"{name} {number}")
        start = field(RULES, unrated(lots.randint(4, 17)), f"{name} {number}")
        size = len(start.entries)
        rounds = lots.randint(1, min(5, size - 2))
        found = shuffled_past(start, rounds, tabletop, f"{name} {number}")
        if found:
            yield found


class TestStandingDecides:
    """SP-001: sorted by OP, VP, AP; the top player meets the next available one."""

    def test_op_comes_first_then_vp_then_ap(self) -> None:
        """After round 1: A 10 OP; E and C 8, E with more VP; B, D and F 2, 2 and 0."""
        sheet = """1  A op10,vp1,ap1:op0,vp9,ap9 F | E op8,vp6,ap1:op2,vp5,ap3 D
                      | C op8,vp5,ap9:op2,vp5,ap4 B"""
        event = played(sheet.replace("\n", " "), RULES)
        # A 10, E 8/6, C 8/5, B 2/5/4, D 2/5/3, F 0: A-E, C-D (B was met), B-F.
        assert meetings(event) == "A-E F-B D-C"

    def test_the_greatest_op_decides_not_the_number_of_wins(self) -> None:
        """Both lost 8 to 9; they have more than the winners of 3 to 2."""
        sheet = (
            "1  A op9,vp0,ap0:op8,vp0,ap0 B | C op9,vp1,ap0:op8,vp1,ap0 D"
            " | E op3,vp0,ap0:op2,vp0,ap0 F | G op3,vp1,ap0:op2,vp1,ap0 H"
        )
        assert meetings(played(sheet, RULES)) == "A-C B-D E-G F-H"

    def test_they_are_paired_across_points(self) -> None:
        """First against second of the list, also where their points differ."""
        sheet = (
            "1  A op9,vp0,ap0:op1,vp0,ap0 B | C op7,vp0,ap0:op3,vp0,ap0 D"
            " | E op6,vp0,ap0:op4,vp0,ap0 F"
        )
        # 9 A, 7 C, 6 E, 4 F, 3 D, 1 B: E and F have met, so E meets D and F meets B.
        assert meetings(played(sheet, RULES)) == "A-C B-F D-E"

    def test_round_1_is_random(self) -> None:
        start = field(RULES, unrated(8))
        made = {meetings(seeded(start, f"seed {n}")) for n in range(20)}
        assert len(made) > 15


class TestGreedyFromTheTop:
    """Wherever the specification's own algorithm keeps its rules, the round is the one it makes."""

    def test_whole_rounds(self) -> None:
        """No rematch, and whoever is left is the lowest of those without a bye (SP-003)."""
        compared = 0
        for position in positions("greedy", 400):
            order = by_standing(position)
            if order is None:
                continue
            pairs, left, again = generate_pairings(order, met(position))
            lowest = next(p for p in reversed(order) if p not in had_bye(position))
            if again or (left is not None and left != lowest):
                continue
            made = pair_round(position)
            assert (pairs_of(made), made.bye) == (set(map(frozenset, pairs)), left)
            compared += 1
        assert compared > 150

    def test_rounds_where_the_bye_is_given_first(self) -> None:
        """An odd field: the lowest without a bye has it, and the others are paired from the top.

        The algorithm itself gives the bye to whoever is left in the end, be it a second time.
        """
        compared = 0
        for position in positions("bye first", 400):
            order = by_standing(position)
            if order is None or len(order) % 2 == 0:
                continue
            bye = next(p for p in reversed(order) if p not in had_bye(position))
            pairs, _, again = generate_pairings([p for p in order if p != bye], met(position))
            if again:
                continue
            made = pair_round(position)
            assert (pairs_of(made), made.bye) == (set(map(frozenset, pairs)), bye)
            compared += 1
        assert compared > 80

    def test_where_it_would_repeat_a_match_there_is_another_round_or_none(self) -> None:
        """SP-002: "pair with next anyway" is never done; if nothing else is left, it is flagged."""
        found = refused = 0
        for position in positions("stuck", 800):
            order = by_standing(position)
            if order is None or not generate_pairings(order, met(position))[2]:
                continue
            try:
                made = pair_round(position)
            except ImpossiblePairingError:
                assert not some_round_exists(position)
                refused += 1
                continue
            assert not pairs_of(made) & met(position)
            found += 1
        assert found > 10
        assert refused

    def test_the_last_two_have_met(self) -> None:
        """A 10, B 9, C 1, D 0 and C met D: from the top A-B and C-D; so B has to make way."""
        sheet = (
            "1  A op10,vp0,ap0:op9,vp0,ap0 X | B op9,vp0,ap0:op8,vp0,ap0 Y"
            " | C op1,vp0,ap0:op0,vp0,ap0 D"
        )
        event = played(sheet + "\nX drops after 1\nY drops after 1", RULES)
        assert meetings(event) == "A-C B-D"


class TestOddNumbers:
    """SP-003 and story 2: 15 players."""

    def test_fifteen_players_have_seven_matches_and_a_bye(self) -> None:
        start = field(RULES, unrated(15))
        for number, (before, made) in enumerate(event(start, 7, tabletop, "fifteen"), 1):
            assert len(made.boards) == 7
            assert made.bye not in had_bye(before)
            assert made.round_no == number

    def test_the_lowest_has_it(self) -> None:
        sheet = "1  A op9,vp0,ap0:op1,vp0,ap0 B | C op5,vp0,ap0:op4,vp0,ap0 D | E bye"
        # 10 E, 9 A, 5 C, 4 D, 1 B: C and D have met, so E-C and A-D instead of E-A.
        assert meetings(played(sheet, RULES)) == "A-D C-E B"

    def test_who_had_it_in_round_1_does_not_have_it_again(self) -> None:
        """C, with a bye of no value, is the last by far."""
        rules = rules_of("infinity", {"bye_points": {"op": 0, "vp": 0, "ap": 0}})
        sheet = "1  A op9,vp0,ap0:op1,vp0,ap0 B | D op8,vp0,ap0:op2,vp0,ap0 E | C bye"
        # 9 A, 8 D, 2 E, 1 B, 0 C: B has the bye, A-D, E-C.
        assert meetings(played(sheet, rules)) == "A-D E-C B"

    @pytest.mark.parametrize(
        ("given", "total"), [(None, (10, 0, 0)), ({"op": 4, "vp": 3, "ap": 2}, (4, 3, 2))]
    )
    def test_a_bye_is_ten_op_or_what_is_set(
        self, given: dict[str, int] | None, total: tuple[int, int, int]
    ) -> None:
        rules = rules_of("infinity", {"bye_points": given} if given else {})
        sheet = "1  A op9,vp0,ap0:op1,vp0,ap0 B | C bye"
        rows = Standings(tiebreak_input(played(sheet, rules)), ["vp", "ap"]).rows
        assert [tuple(map(int, filled(row))) for row in rows if row.player == 3] == [total]


class TestNoRepeats:
    """SP-002, and the open question: what if everyone has played everyone?"""

    def test_four_players_can_play_three_rounds(self) -> None:
        start = field(RULES, unrated(4))
        rounds = list(event(start, 3, tabletop, "four"))
        assert len(set().union(*(pairs_of(made) for _, made in rounds))) == 6

    def test_then_it_is_for_the_organiser_to_decide(self, tmp_path: Path) -> None:
        with run(tmp_path / "event.db", "infinity", unrated(4)) as floor:
            for number in range(3):
                floor.publish()
                finish(floor, Random(f"round {number}"))
            before = floor.version
            with pytest.raises(ImpossiblePairingError) as caught:
                floor.draft()
            assert caught.value.code == "no-legal-pairing"
            assert "Round 4 cannot be paired" in caught.value.message
            assert "rematch" in caught.value.hint
            assert floor.version == before


class TestTables:
    """SP-004: table 1 is the top match, or they come by lot."""

    def test_in_order_from_the_top_match(self, tmp_path: Path) -> None:
        with run(tmp_path / "event.db", "infinity", unrated(20)) as floor:
            lots = Random("tables")
            floor.publish()
            finish(floor, lots)
            round_ = floor.draft()
            ranks = ranked_or_drawn(floor.t)
            best = [min(ranks[p] for p in round_.pairings[n].seats) for n in range(1, 11)]
            assert best == sorted(best)
            assert best[0] == 1

    def test_by_lot(self, tmp_path: Path) -> None:
        changes = {"table_order": "random"}
        with run(tmp_path / "event.db", "infinity", unrated(20), changes) as floor:
            floor.publish()
            finish(floor, Random("tables"))
            round_ = floor.draft()
            ranks = ranked_or_drawn(floor.t)
            assert sorted(round_.pairings) == list(range(1, 11))
            best = [min(ranks[p] for p in round_.pairings[n].seats) for n in range(1, 11)]
            assert best != sorted(best)


class TestRounds:
    """SP-006 and stories 1, 3 and 4."""

    def test_twenty_players_make_ten_matches(self) -> None:
        assert len(pair_round(field(RULES, unrated(20))).boards) == 10

    def test_the_highest_scorers_face_each_other(self) -> None:
        start = field(RULES, unrated(20))
        (_, _), (before, made) = event(start, 2, tabletop, "twenty")
        order = by_standing(before)
        assert order
        best, *others = order
        second = next(p for p in others if frozenset((best, p)) not in met(before))
        assert {made.boards[0].white, made.boards[0].black} == {best, second}

    def test_a_round_is_complete_when_every_score_is_there(self, tmp_path: Path) -> None:
        with run(tmp_path / "event.db", "infinity", unrated(4)) as floor:
            floor.publish()
            with pytest.raises(InvalidStateError) as caught:
                floor.draft()
            assert caught.value.hint
            with pytest.raises(InvalidStateError):
                floor.do(c.CompleteRound())
            finish(floor, Random("complete"))
            assert floor.present.status is RoundStatus.COMPLETE
            floor.draft()
            assert floor.t.latest == RoundRef(1, 2)

    def test_pairings_stay_when_the_organiser_disconnects(self, tmp_path: Path) -> None:
        path = tmp_path / "event.db"
        with run(path, "infinity", unrated(9)) as floor:
            first = floor.draft()
        with opened(path) as floor:
            assert floor.present == first
            floor.do(c.PublishRound())
        with opened(path) as floor:
            assert floor.present.pairings == first.pairings
            assert floor.present.byes == first.byes

    def test_the_same_inputs_make_the_same_pairings(self) -> None:
        for position in positions("again", 20):
            try:
                first = pair_round(position)
            except ImpossiblePairingError:
                continue
            assert pair_round(replace(position)) == first

    def test_everybody_finds_a_table_or_the_bye(self, tmp_path: Path) -> None:
        """Story 4: opponent and table, or plainly the bye."""
        with run(tmp_path / "event.db", "infinity", unrated(5)) as floor:
            round_ = floor.publish()
            seated = [p for p in floor.t.entries if round_.table_of(p) is not None]
            (resting,) = set(floor.t.entries) - set(seated)
            assert round_.byes == {resting: ByeKind.PAIRING}
            assert sorted(round_.pairings) == [1, 2]


class TestManualChanges:
    """SP-005 and story 3, as any round is checked: all players matched, each once."""

    def round_2(self) -> tuple[Tournament, dict[int, Pairing]]:
        sheet = "1  A op9,vp0,ap0:op1,vp0,ap0 B | C op8,vp0,ap0:op2,vp0,ap0 D"
        tournament = played(sheet, RULES)
        tables = {
            number: Pairing((board.white, board.black))
            for number, board in enumerate(pair_round(tournament).boards, 1)
        }
        return tournament, tables

    def codes(self, tournament: Tournament, tables: dict[int, Pairing]) -> list[tuple[str, bool]]:
        found = breaches(tournament, RoundRef(1, 2), tables, {})
        return [(breach.code, breach.hard) for breach in found]

    def test_a_swap_of_two_players_is_a_round_as_well(self) -> None:
        tournament, tables = self.round_2()
        (a, c_), (d, b) = (tables[n].seats for n in (1, 2))
        assert self.codes(tournament, tables) == []
        assert self.codes(tournament, {1: Pairing((d, c_)), 2: Pairing((a, b))}) == [
            ("rematch", False),
            ("rematch", False),
        ]
        assert self.codes(tournament, {1: Pairing((d, b)), 2: Pairing((a, c_))}) == []

    def test_an_invalid_one_is_refused(self) -> None:
        """A plays twice and D not at all."""
        tournament, tables = self.round_2()
        a, c_ = tables[1].seats
        _, b = tables[2].seats
        wrong = {1: Pairing((a, c_)), 2: Pairing((a, b))}
        found = self.codes(tournament, wrong)
        assert ("placed-twice", True) in found
        assert ("left-out", True) in found


def filled(row: Row) -> list[Fraction]:
    return [value for value in row.values if value is not None]


def finish(floor: ServiceRun, lots: Random) -> None:
    """Enter scores by lot at every table, and complete the round."""
    latest = floor.t.latest
    assert latest
    for table in floor.present.pending:
        match = MatchRef(1, latest.round_no, table)
        floor.do(c.RecordResult(match, tabletop(lots)))
    floor.do(c.CompleteRound())


def ranked_or_drawn(tournament: Tournament) -> dict[PlayerId, int]:
    """The places after the complete rounds: no two are level here."""
    done = {ref: r for ref, r in tournament.rounds.items() if r.status is RoundStatus.COMPLETE}
    return ranked(replace(tournament, rounds=done), ORDER)
