"""Pairing as the design of the Tournament Director has it: questions 1 to 8, algorithms, edges."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from documents.document_events import (
    Outcome,
    bye_of,
    cards,
    chess,
    event,
    field,
    had_bye,
    meetings,
    met,
    pair_downs,
    pairs_of,
    play,
    points,
    run,
    score_groups,
    scores,
    seeded,
    shuffled_past,
    some_round_exists,
    unrated,
)
from fairpair import pair_round
from fairpair.core.errors import InvalidInputError, InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.results import Forfeit, Games, Mark
from fairpair.core.rounds import ByeKind, RoundStatus
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import ImpossiblePairingError, Past, Proposal
from fairpair.engine.standings.scoring import Scorer
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.log import commands as c
from fairpair.presets import rules_of
from standings.builder import played

PRESETS = ("mtg_standard", "simple_random", "chess_style", "pokemon_standard")
MAGIC = rules_of("mtg_standard", {})
WIN = Games((2, 0))
Pairs = list[tuple[PlayerId, PlayerId]]


def magic(**changes: Any) -> Rules:
    return rules_of("mtg_standard", changes)


def outcome_of(preset: str) -> Outcome:
    return chess if preset == "chess_style" else cards


class TestByes:
    """Q1 and Q2: by lot among those who are level, or the lowest; at most one a player."""

    TWO_LOSERS = "1  A 2-0 B | C 2-0 D | E bye"

    def test_by_lot_in_the_lowest_group(self) -> None:
        """B and D have lost; E had the bye."""
        tournament = played(self.TWO_LOSERS, MAGIC)
        found = [bye_of(seeded(tournament, f"lot {n}")) for n in range(40)]
        assert set(found) == {"B", "D"}
        assert 10 < found.count("B") < 30

    def test_everybody_can_have_it_in_round_1(self) -> None:
        start = field(MAGIC, unrated(5))
        assert {bye_of(seeded(start, f"lot {n}")) for n in range(60)} == {
            f"P{n}" for n in range(1, 6)
        }

    def test_the_lowest_tie_break_is_the_same_whatever_the_lot(self) -> None:
        """B lost to A who won 2-0, D to C who won 2-1: D has won a game more, so B has the bye."""
        rules = magic(bye_assignment="lowest_tiebreaker")
        tournament = played("1  A 2-0 B | C 2-1 D | E bye", rules)
        assert {bye_of(seeded(tournament, f"lot {n}")) for n in range(20)} == {"B"}

    @pytest.mark.parametrize("preset", PRESETS)
    def test_at_most_one(self, preset: str) -> None:
        start = field(rules_of(preset, {}), unrated(7))
        for before, made in event(start, 5, outcome_of(preset), preset):
            assert made.bye is not None
            assert made.bye not in had_bye(before)

    @pytest.mark.parametrize(("most", "rounds"), [(0, 0), (1, 3), (2, 6), (None, 12)])
    def test_as_many_as_are_allowed(self, most: int | None, rounds: int) -> None:
        """Three players who may meet again: each has as many byes as the limit says."""
        rules = magic(max_byes_per_player=most, avoid_repeat_pairings=False)
        tournament = field(rules, unrated(3))
        byes: list[PlayerId | None] = []
        while len(byes) < 12:
            try:
                made = pair_round(tournament)
            except ImpossiblePairingError:
                break
            byes.append(made.bye)
            tournament = play(tournament, made, lambda: WIN)
        assert len(byes) == rounds
        assert {byes.count(player) for player in tournament.entries} == {rounds // 3}

    @pytest.mark.parametrize(("best_of", "games"), [(1, 1), (3, 2), (5, 3)])
    def test_it_is_worth_a_won_match_of_any_length(self, best_of: int, games: int) -> None:
        """Q6: 1-0, 2-0, 3-0."""
        start = field(magic(best_of=best_of, bye_points=None), unrated(3))
        made = pair_round(start)
        after = play(start, made, lambda: Games((games, 0)))
        row = next(r for r in Standings(tiebreak_input(after)).rows if r.player == made.bye)
        assert row.points == 3
        assert (row.games, row.byes) == ((games, 0, 0), 1)

    def test_it_can_be_set_outright(self) -> None:
        """`{"wins": 2, "draws": 0}` also where a match is won with three games."""
        start = field(magic(best_of=5, bye_points={"wins": 2, "draws": 0}), unrated(3))
        made = pair_round(start)
        after = play(start, made, lambda: Games((3, 0)))
        row = next(r for r in Standings(tiebreak_input(after)).rows if r.player == made.bye)
        assert row.points == 3
        assert row.games == (2, 0, 0)

    @pytest.mark.parametrize(("best_of", "wins"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3)])
    @pytest.mark.parametrize("preset", ["mtg_standard", "simple_random", "pokemon_standard"])
    def test_it_follows_the_length_of_a_match(self, preset: str, best_of: int, wins: int) -> None:
        """Q6: 1-0 in a best of one, 2-0 of three, 3-0 of five, whichever preset it is."""
        rules = rules_of(preset, {"best_of": best_of})
        assert Scorer(rules).bye(ByeKind.PAIRING).games == (wins, 0, 0)
        assert rules.games_to_win == Scorer(rules).games_needed == wins

    def test_it_is_worth_no_more_than_a_won_match(self) -> None:
        with pytest.raises(InvalidInputError) as caught:
            magic(best_of=1, bye_points={"wins": 2, "draws": 0})
        assert [problem.where for problem in caught.value.problems] == ["bye_points"]


class TestOrder:
    """Q3: one chain for pairing, another for standings; the points always come first."""

    def test_kitchen_table_keeps_the_order_of_registration(self) -> None:
        """The winners A, C, E, G by number, then the losers."""
        rules = rules_of("simple_random", {"pairing_tiebreakers": ["player_number"]})
        tournament = played("1  A 2-0 B | C 2-1 D | E 2-0 F | G 2-1 H", rules)
        assert meetings(tournament) == "A-C B-D E-G F-H"

    def test_magic_looks_at_opponents_and_games(self) -> None:
        """A 2-0, C 2-1, E 2-0, G 2-1: `omw` is level, `gw` puts A and E first, then C and G."""
        tournament = played("1  A 2-0 B | C 2-1 D | E 2-0 F | G 2-1 H", MAGIC)
        assert meetings(tournament) == "A-E B-F C-G D-H"

    def test_chess_looks_at_buchholz_then_the_number(self) -> None:
        """After round 2 A and H have 2 points, B, C, E and G 1, D and F none.

        Buchholz: B lost to A (2) and beat F (0), 2. C beat D (0) and lost to A (2), 2. E beat F (0)
        and lost to H (2), 2. G lost to H (2) and beat D (0), 2. So the numbers decide:
        B-C and E-G.
        """
        sheet = """1  A 1:0 B | C 1:0 D | E 1:0 F | H 1:0 G
                   2  A 1:0 C | H 1:0 E | B 1:0 F | G 1:0 D"""
        tournament = played(sheet, rules_of("chess_style", {}))
        assert meetings(tournament) == "A-H B-C D-F E-G"

    def test_by_lot_inside_equal_points_only(self) -> None:
        tournament = played(
            "1  A 2-0 B | C 2-1 D | E 2-0 F | G 2-1 H", rules_of("simple_random", {})
        )
        made = {meetings(seeded(tournament, f"lot {n}")) for n in range(60)}
        assert len(made) == 9  # three ways for the winners, three for the losers
        for text in made:
            assert all(len(set(pair.split("-")) & set("ACEG")) in (0, 2) for pair in text.split())

    @pytest.mark.parametrize("preset", PRESETS)
    def test_the_chain_of_the_standings_pairs_nobody(self, preset: str) -> None:
        start = field(rules_of(preset, {}), unrated(12))
        for before, made in event(start, 4, outcome_of(preset), preset):
            other = replace(before.rules, standings_tiebreakers=("player_number",))
            assert pair_round(replace(before, rules=other)) == made


class TestPairDowns:
    """Q4: who has been paired down before is spared; then the tie-breaks, then the lot."""

    SHEET = """1  A 2-0 E | B 2-0 F | C 0-2 D | G zero
               D drops after 1"""

    def position(self, **changes: Any) -> tuple[Tournament, Past]:
        """A, B and C have 3 points, C had them before and met D with none; E, F and G have none.

        By number: A 1, E 2, B 3, F 4, C 5, G 7.
        """
        tournament = played(self.SHEET, magic(pairing_tiebreakers=["player_number"], **changes))
        return tournament, points(tournament, C=3)

    def test_the_last_one_without_a_pair_down_goes(self) -> None:
        """C comes last of the three and would go; B goes instead, and meets E, the next."""
        assert meetings(*self.position()) == "A-C E-B F-G"

    def test_without_the_count_the_last_one_goes(self) -> None:
        assert meetings(*self.position(track_pair_downs=False)) == "A-B E-C F-G"

    def test_nobody_is_paired_down_twice_before_all_others_once(self) -> None:
        """If another of the group could go, who has not been down."""
        for number in range(20):
            start = field(MAGIC, unrated(10), f"turns {number}")
            for before, made in event(start, 4, cards, f"turns {number}"):
                assert spared(before, made)


def spared(before: Tournament, made: Proposal) -> bool:
    """Whether nobody goes down a second time where another of the group could go for the first.

    Could: if they change places, nobody meets again and nobody has another number of floats.
    """
    total, downs, played_ = scores(before), pair_downs(before), met(before)
    opponent = {b.white: b.black for b in made.boards} | {b.black: b.white for b in made.boards}
    for one, below in opponent.items():
        if total[below] >= total[one] or not downs[one]:
            continue
        for other, partner in opponent.items():
            level = other != one and total[other] == total[partner] == total[one]
            if level and not downs[other]:
                swapped = {frozenset((other, below)), frozenset((one, partner))}
                if not swapped & played_:
                    return False
    return True


class TestImpossible:
    """Q5, edge cases 1 and 2: a clear refusal with what the organiser can do."""

    THREE = """1  A 2-0 B | C bye
               2  A 2-0 C | B bye
               3  B 2-0 C | A bye"""

    def test_three_players_who_have_met_and_had_their_byes(self) -> None:
        tournament = played(self.THREE, MAGIC)
        with pytest.raises(ImpossiblePairingError) as caught:
            pair_round(tournament)
        assert caught.value.code == "no-legal-pairing"
        assert "Round 4 cannot be paired" in caught.value.message
        assert kinds(caught.value) == ["rematch", "end"]
        assert "an extra bye" in caught.value.hint

    @pytest.mark.parametrize(
        ("changes", "possible"),
        [
            ({"avoid_repeat_pairings": False}, False),
            ({"max_byes_per_player": 2}, False),
            ({"max_byes_per_player": None}, False),
            ({"avoid_repeat_pairings": False, "max_byes_per_player": 2}, True),
        ],
    )
    def test_these_three_need_a_rematch_and_a_second_bye(
        self, changes: dict[str, Any], possible: bool
    ) -> None:
        tournament = played(self.THREE, magic(**changes))
        if possible:
            assert len(pair_round(tournament).boards) == 1
        else:
            with pytest.raises(ImpossiblePairingError):
                pair_round(tournament)

    FOUR = """1  A 2-0 B | C 2-0 D
              2  A 2-0 C | B 2-0 D
              3  A 2-0 D | B 2-0 C"""

    def test_all_four_have_met(self) -> None:
        """With a rematch A 9, B 6, C 3 and D 0 points are paired from the top."""
        with pytest.raises(ImpossiblePairingError) as caught:
            pair_round(played(self.FOUR, MAGIC))
        assert kinds(caught.value) == ["rematch", "end"]
        assert meetings(played(self.FOUR, magic(avoid_repeat_pairings=False))) == "A-B C-D"

    ALL_RESTED = """1  A 2-0 B | C 2-0 D | E bye
                    2  A 2-0 C | B 2-0 E | D bye
                    3  D 2-0 E | B 2-0 C | A bye"""

    def test_all_at_their_limit(self) -> None:
        """No bye is allowed, and there are five: a player goes, or the limit is lifted.

        With one bye each it is C's, who has fewer points than B; then A-E and B-D.
        """
        tournament = played(self.ALL_RESTED, magic(max_byes_per_player=0))
        with pytest.raises(ImpossiblePairingError) as caught:
            pair_round(tournament)
        assert kinds(caught.value) == ["drop", "bye", "end"]
        assert meetings(replace(tournament, rules=MAGIC)) == "A-E B-D C"
        dropped = played(self.ALL_RESTED + "\nB drops after 3", tournament.rules)
        assert meetings(dropped) == "A-D C-E"

    def test_each_way_out_is_one_action_and_nothing_is_stored_before(self, tmp_path: Path) -> None:
        with run(tmp_path / "event.db", "mtg_standard", unrated(4)) as floor:
            for _ in range(3):
                floor.play(WIN)
            before = floor.version
            with pytest.raises(ImpossiblePairingError):
                floor.draft()
            assert floor.version == before
            floor.do(c.ChangeRules({"avoid_repeat_pairings": False}, "all have met"))
            assert len(floor.draft().pairings) == 2
            floor.do(c.DiscardDraft(), c.FinishTournament(early=True, reason="all have met"))
            assert floor.t.finished

    def test_the_bye_limit_is_lifted_or_a_player_dropped(self, tmp_path: Path) -> None:
        changes = {"max_byes_per_player": 0}
        with run(tmp_path / "event.db", "mtg_standard", unrated(5), changes) as floor:
            with pytest.raises(ImpossiblePairingError):
                floor.draft()
            floor.do(c.ChangeRules({"max_byes_per_player": 1}))
            assert len(floor.draft().byes) == 1
            floor.do(c.DiscardDraft(), c.ChangeRules({"max_byes_per_player": 0}))
            floor.do(c.DropPlayer(PlayerId(3)))
            made = floor.draft()
            assert (len(made.pairings), len(made.byes)) == (2, 0)

    def test_it_is_refused_only_if_there_is_no_round(self) -> None:
        refused = 0
        for number in range(150):
            lots = Random(f"impossible {number}")
            start = field(MAGIC, unrated(lots.randint(3, 9)), f"impossible {number}")
            rounds = lots.randint(1, len(start.entries) - 1)
            position = shuffled_past(start, rounds, cards, f"impossible {number}")
            if position is None:
                continue
            try:
                made = pair_round(position)
            except ImpossiblePairingError:
                refused += 1
                assert not some_round_exists(position)
                continue
            assert not pairs_of(made) & met(position)
        assert refused > 10


def kinds(error: ImpossiblePairingError) -> list[str]:
    """What the organiser can do."""
    return [suggestion.kind for suggestion in error.suggestions]


class TestFirstRound:
    """By lot, or in the order of entry; the odd one has the bye."""

    @pytest.mark.parametrize("preset", PRESETS)
    @pytest.mark.parametrize("count", [2, 3, 4, 5, 7, 8, 9, 16])
    def test_everybody_has_an_opponent_or_the_bye(self, preset: str, count: int) -> None:
        made = pair_round(field(rules_of(preset, {}), unrated(count)))
        assert len(made.boards) == count // 2
        seated = [p for board in made.boards for p in (board.white, board.black)]
        assert sorted([*seated, *([made.bye] if made.bye else [])]) == list(range(1, count + 1))

    def test_a_single_player_has_the_bye(self) -> None:
        made = pair_round(field(MAGIC, unrated(1)))
        assert (made.boards, made.bye) == ((), 1)

    def test_it_is_shuffled(self) -> None:
        start = field(MAGIC, unrated(16))
        assert len({meetings(seeded(start, f"lot {n}")) for n in range(30)}) == 30

    def test_in_the_order_of_entry(self) -> None:
        rules = magic(pairing_methods={"round_1": "entry_order"})
        assert meetings(field(rules, unrated(6))) == "P1-P2 P3-P4 P5-P6"
        last = replace(rules, bye_assignment="lowest_tiebreaker")
        assert meetings(field(last, unrated(5))) == "P1-P2 P3-P4 P5"

    def test_nobody_is_an_error(self, tmp_path: Path) -> None:
        with run(tmp_path / "event.db", "mtg_standard", []) as floor:
            with pytest.raises(InvalidStateError) as caught:
                floor.draft()
            assert caught.value.hint


def pair_bracket(
    players: list[PlayerId], previous_opponents: set[frozenset[PlayerId]]
) -> tuple[Pairs, list[PlayerId]]:
    """The design's algorithm for a bracket: the first one with the first valid one, and so on.

    Whoever finds nobody ends it, and goes to the next bracket with all who are left.
    """
    unpaired, matches = list(players), Pairs()
    while len(unpaired) >= 2:
        player1 = unpaired[0]
        valid = (p for p in unpaired[1:] if frozenset((player1, p)) not in previous_opponents)
        opponent = next(valid, None)
        if opponent is None:
            break
        matches.append((player1, opponent))
        unpaired.remove(player1)
        unpaired.remove(opponent)
    return matches, unpaired


def bracket_by_bracket(
    brackets: list[list[PlayerId]], previous: set[frozenset[PlayerId]]
) -> Pairs | None:
    """All brackets from the top; none if one lets more go than it must, or somebody is left."""
    matches, coming = Pairs(), list[PlayerId]()
    for bracket in brackets:
        players = [*coming, *bracket]
        found, coming = pair_bracket(players, previous)
        if len(coming) > len(players) % 2:
            return None
        matches += found
    return None if coming else matches


class TestBracketsFromTheTop:
    """Wherever the design's own algorithm gets through, the round is the one it makes.

    Taken out are rounds in which it pairs somebody down a second time (Q4 comes first then), and
    the bye is the one of ours: it is drawn before, and the algorithm pairs all others.
    """

    CHAINS = (
        ("mtg_standard", ("omw", "gw", "ogw", "player_number")),
        ("simple_random", ("player_number",)),
        ("chess_style", ("buchholz", "sonneborn_berger", "player_number")),
        ("pokemon_standard", ("owp", "oowp", "player_number")),
    )

    @pytest.mark.parametrize(("preset", "chain"), CHAINS)
    def test_rounds(self, preset: str, chain: tuple[str, ...]) -> None:
        """A number in place of the lot, so that the order is known; points come first."""
        rules = rules_of(preset, {"pairing_tiebreakers": list(chain)})
        compared = 0
        for position, made in self.positions(rules, outcome_of(preset), preset):
            brackets = score_groups(position, chain)
            brackets = [[p for p in bracket if p != made.bye] for bracket in brackets]
            matches = bracket_by_bracket(brackets, met(position))
            if matches is None:
                continue
            total, downs = scores(position), pair_downs(position)
            if any(total[one] > total[two] and downs[one] for one, two in matches):
                continue
            assert pairs_of(made) == set(map(frozenset, matches))
            compared += 1
        assert compared > 50

    def positions(
        self, rules: Rules, outcome: Outcome, name: str
    ) -> Iterator[tuple[Tournament, Proposal]]:
        for number in range(250):
            lots = Random(f"{name} {number}")
            start = field(rules, unrated(lots.randint(6, 20)), f"{name} {number}")
            found = shuffled_past(start, lots.randint(1, 4), outcome, f"{name} {number}")
            if found and some_round_exists(found):
                yield found, pair_round(found)

    def test_the_bye_is_in_the_lowest_group_that_can_have_it(self) -> None:
        for position, made in self.positions(MAGIC, cards, "odd"):
            if made.bye is None:
                continue
            total = scores(position)
            free = [total[p] for p in position.entries if p not in had_bye(position)]
            assert total[made.bye] == min(free)


class TestWholeTournaments:
    """Phases 4 and 6: full simulations, no repeats, byes within the limit, everybody there."""

    @pytest.mark.parametrize("preset", PRESETS)
    @pytest.mark.parametrize(("count", "rounds"), [(8, 3), (16, 4), (7, 3), (15, 4), (32, 5)])
    def test_every_round(self, preset: str, count: int, rounds: int) -> None:
        start = field(rules_of(preset, {}), unrated(count), f"{preset} {count}")
        for before, made in event(start, rounds, outcome_of(preset), f"{preset} {count}"):
            assert len(pairs_of(made)) == count // 2
            assert not pairs_of(made) & met(before)
            assert made.bye is None or made.bye not in had_bye(before)
            seated = [p for board in made.boards for p in (board.white, board.black)]
            assert len({*seated, made.bye} - {None}) == count

    def test_eight_players_and_three_rounds_without_a_draw(self) -> None:
        """Groups of 8; 4 and 4; 2, 4 and 2: nobody ever floats, and one player ends with 9."""
        start = field(MAGIC, unrated(8))
        for before, made in event(start, 3, lambda _: WIN, "no draw"):
            total = scores(before)
            assert all(total[b.white] == total[b.black] for b in made.boards)
            last = play(before, made, lambda: WIN)
        assert sorted(scores(last).values()) == [0, 3, 3, 3, 6, 6, 6, 9]


class TestDrops:
    """Edge case 3: the open match is the opponent's, and the player is not paired again."""

    def test_during_a_round(self, tmp_path: Path) -> None:
        with run(tmp_path / "event.db", "mtg_standard", unrated(8)) as floor:
            round_ = floor.publish()
            gone, opponent = round_.pairings[2].seats
            floor.do(c.DropPlayer(gone))
            assert floor.present.pairings[2].result == Forfeit((Mark.LOSS, Mark.WIN))
            floor.record(WIN)
            floor.do(c.CompleteRound())
            made = floor.draft()
            assert made.table_of(gone) is None
            assert gone not in made.byes
            assert made.table_of(opponent) is not None or opponent in made.byes
            assert (len(made.pairings), len(made.byes)) == (3, 1)

    def test_before_the_next_round_is_paired(self, tmp_path: Path) -> None:
        with run(tmp_path / "event.db", "mtg_standard", unrated(7)) as floor:
            floor.play(WIN)
            floor.do(c.DropPlayer(PlayerId(4)))
            made = floor.draft()
            assert (len(made.pairings), len(made.byes)) == (3, 0)
            assert made.table_of(PlayerId(4)) is None

    def test_a_dropped_player_still_counts_for_opponents(self) -> None:
        """`omw` of A: D's 0-1 is worth 0.33, whether D stays or not."""
        sheet = "1  A 2-0 D | B 2-0 C"
        stays = Standings(tiebreak_input(played(sheet, MAGIC)), ["omw"]).by_player
        leaves = Standings(
            tiebreak_input(played(sheet + "\nD drops after 1", MAGIC)), ["omw"]
        ).by_player
        assert stays[PlayerId(1)].values == leaves[PlayerId(1)].values

    def test_who_comes_back_is_paired_again(self, tmp_path: Path) -> None:
        """The players' life cycle: register, drop, enter again."""
        with run(tmp_path / "event.db", "mtg_standard", unrated(6)) as floor:
            floor.play(WIN)
            floor.do(c.DropPlayer(PlayerId(1)))
            floor.play(WIN)
            floor.do(c.ReinstatePlayer(PlayerId(1)))
            assert floor.draft().table_of(PlayerId(1)) is not None


class TestLateEntries:
    """Edge case 5: losses, byes or nothing for the missed rounds; paired from the next round on."""

    @pytest.mark.parametrize(
        ("missed", "total"),
        [(None, 0), (ByeKind.LOSS, 0), (ByeKind.ZERO, 0), (ByeKind.HALF, 2), (ByeKind.FULL, 6)],
    )
    def test_they_meet_those_with_their_points(
        self, tmp_path: Path, missed: ByeKind | None, total: int
    ) -> None:
        """After two rounds of eight without draws: 6, 3 and 0 points, so 2, 4 and 2 players."""
        allowed = {"max_byes_per_player": 2}
        with run(tmp_path / "event.db", "mtg_standard", unrated(8), allowed) as floor:
            floor.play(WIN)
            floor.play(WIN)
            floor.do(c.EnterLate((Player("Late"), Player("Later")), missed=missed))
            late, later = floor.number("Late"), floor.number("Later")
            before = scores(floor.t)
            assert before[late] == before[later] == total
            made = floor.draft()
            for one in (late, later):
                table = made.table_of(one)
                assert table
                (other,) = set(made.pairings[table].seats) - {one}
                nearest = {6: {6}, 2: {2, 3, 0}, 0: {0}}[total]
                assert before[other] in nearest

    def test_the_preset_gives_losses(self, tmp_path: Path) -> None:
        with run(tmp_path / "event.db", "mtg_standard", unrated(4)) as floor:
            floor.play(WIN)
            floor.do(c.EnterLate((Player("Late"),)))
            rows = Standings(tiebreak_input(floor.t)).by_player
            assert rows[floor.number("Late")].losses == 1

    @pytest.mark.parametrize(("missed", "is_spared"), [("full", True), ("loss", False)])
    def test_byes_for_missed_rounds_count_as_byes(self, missed: str, is_spared: bool) -> None:
        """`max_byes_per_player`: L came late and is the last by points, since a bye is worth
        nothing here. With a bye for round 1 L has no second one; with a loss L has the first.
        """
        rules = magic(late_entry=missed, unplayed_points={"full_bye": 0})
        sheet = "1  A 2-0 B | C 2-0 D | E 2-0 F\n2  A 1-1-1 C | E 1-1-1 B | D 1-1-1 F | L zero"
        tournament = played(sheet + "\nL enters in 2", rules)
        byes = {bye_of(seeded(tournament, f"lot {n}")) for n in range(5)}
        assert ("L" not in byes) if is_spared else byes == {"L"}

    def test_into_the_running_round(self, tmp_path: Path) -> None:
        """The player with the bye is still free: they can play each other."""
        with run(tmp_path / "event.db", "mtg_standard", unrated(5)) as floor:
            round_ = floor.publish()
            (resting,) = round_.byes
            floor.do(c.EnterLate((Player("Late"),), from_round=1))
            floor.do(c.AddTable((resting, floor.number("Late"))))
            assert floor.present.byes == {}
            assert floor.present.status is RoundStatus.PUBLISHED
            floor.record(WIN)
            floor.do(c.CompleteRound())
            assert len(floor.draft().pairings) == 3


class TestRequestedByes:
    """Who asked for half a point or nothing is left out of that round, and has it in the draft."""

    @pytest.mark.parametrize("kind", [ByeKind.HALF, ByeKind.ZERO])
    def test_the_draft_has_it(self, tmp_path: Path, kind: ByeKind) -> None:
        with run(tmp_path / "event.db", "mtg_standard", unrated(9)) as floor:
            floor.do(c.RequestBye(PlayerId(2), 2, kind))
            assert (
                PlayerId(2) not in floor.draft().byes
                or floor.present.byes[PlayerId(2)] is ByeKind.PAIRING
            )
            floor.do(c.PublishRound())
            floor.record(WIN)
            floor.do(c.CompleteRound())
            before = scores(floor.t)[PlayerId(2)]
            made = floor.draft()
            assert made.byes == {PlayerId(2): kind}
            assert len(made.pairings) == 4
            floor.do(c.PublishRound())
            floor.record(WIN)
            floor.do(c.CompleteRound())
            assert scores(floor.t)[PlayerId(2)] - before == (1 if kind is ByeKind.HALF else 0)
            assert floor.draft().byes.get(PlayerId(2)) in (None, ByeKind.PAIRING)

    def test_the_others_have_the_bye_of_an_odd_field(self, tmp_path: Path) -> None:
        with run(tmp_path / "event.db", "mtg_standard", unrated(6)) as floor:
            floor.do(c.RequestBye(PlayerId(2), 1, ByeKind.ZERO))
            made = floor.draft()
            assert len(made.pairings) == 2
            assert sorted(made.byes.values()) == [ByeKind.PAIRING, ByeKind.ZERO]
            assert made.byes[PlayerId(2)] is ByeKind.ZERO

    def test_a_request_is_no_bye_of_the_limit(self) -> None:
        """D lost twice, E asked for both rounds: the bye of the odd field can still be E's."""
        sheet = "1  A 2-0 B | C 2-0 D | E zero\n2  A 2-0 C | B 2-0 D | E half"
        tournament = played(sheet, magic(unplayed_points={"half_bye": 0}))
        assert {bye_of(seeded(tournament, f"lot {n}")) for n in range(20)} == {"D", "E"}
