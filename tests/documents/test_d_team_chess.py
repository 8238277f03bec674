"""Pairing as the design of the chess team event has it: the six steps of its algorithm."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

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
    pair_downs,
    pairs_of,
    points,
    run,
    score_groups,
    scores,
    shuffled_past,
    sides,
    with_round,
)
from fairpair import pair_round
from fairpair.app.views.rounds import round_view
from fairpair.app.views.standings import standings_view
from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player, Team
from fairpair.core.results import Decided, Mark, win_for
from fairpair.core.rounds import ByeKind, Pairing, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from fairpair.formats.imported import round_of
from fairpair.presets import rules_of

RULES = rules_of("team_chess", {})
ORDER = ("rating", "player_number")
WIN = Decided(win_for(0))
Pairs = list[tuple[PlayerId, PlayerId]]


def team(name: str, *ratings: int) -> Team:
    return Team(name, tuple(Player(f"{name}{n}", r) for n, r in enumerate(ratings, 1)))


def teams(count: int, lots: Random | None = None) -> list[Team]:
    """Teams T1, T2 and so on of four players each, strongest first or by lot."""
    made = []
    for number in range(1, count + 1):
        base = lots.randint(1000, 2600) if lots else 2500 - 50 * number
        made.append(team(f"T{number}", base + 30, base + 10, base - 10, base - 30))
    return made


def letters(count: int) -> Tournament:
    """Teams A, B, C and so on, strongest first."""
    return field(RULES, [team(chr(65 + n), 2400 - 100 * n) for n in range(count)])


def after(tournament: Tournament, text: str) -> Tournament:
    """One more round, `A-B C-D E`: whoever is named first has White and wins, E has the bye."""
    number = {entry.entrant.name: player for player, entry in tournament.entries.items()}
    cells = [[number[name] for name in cell.split("-")] for cell in text.split()]
    played = [Pairing(tuple(cell), WIN) for cell in cells if len(cell) == 2]
    byes = {cell[0]: ByeKind.PAIRING for cell in cells if len(cell) == 1}
    return with_round(tournament, round_of(played, byes, "swiss"))


class TestStandings:
    """Step 1: win 1, draw 0.5, loss 0, bye 1; then the team's average rating."""

    def test_groups_are_ordered_by_the_average_of_the_players(self) -> None:
        """The averages are A 1900, B 2000, C 1950, D 1850: B-C, A-D."""
        start = field(
            RULES,
            [
                team("A", 2600, 1200),
                team("B", 2000, 2000),
                team("C", 1900, 2000),
                team("D", 1800, 1900),
            ],
        )
        given = points(start, A=1, B=1, C=1, D=1)
        assert meetings(start, given) == "A-D B-C"

    def test_points_of_every_outcome(self) -> None:
        tournament = letters(5)
        draw = Decided((Mark.DRAW, Mark.DRAW))
        a, b, c_, d, e = tournament.entries
        played = [Pairing((a, b), WIN), Pairing((c_, d), draw)]
        tournament = with_round(tournament, round_of(played, {e: ByeKind.PAIRING}, "swiss"))
        half = Fraction(1, 2)
        assert scores(tournament) == {a: 1, b: 0, c_: half, d: half, e: 1}


class TestGroups:
    """Steps 2 and 3: first against second inside a score group, no rematch, the rest floats."""

    def test_neighbours(self) -> None:
        start = letters(8)
        given = points(start, **dict.fromkeys("ABCD", 1))
        assert meetings(start, given) == "A-B C-D E-F G-H"

    def test_a_pair_that_has_played_swaps_within_the_group(self) -> None:
        """A and B have met and are level again with C and D: A-C, B-D."""
        tournament = after(letters(4), "A-B C-D")
        given = points(tournament, B=1, D=1)
        assert meetings(tournament, given) == "A-C B-D"

    def test_the_last_pair_has_played_so_one_step_back(self) -> None:
        """Six level teams, E and F have met: A-B stays, C-D makes way."""
        tournament = after(letters(6), "E-F A-C B-D")
        given = points(tournament, F=1, C=1, D=1)
        assert meetings(tournament, given) == "A-B C-E D-F"

    def test_the_odd_one_floats_to_the_next_group(self) -> None:
        """Two points: A, B, C. One point: D, E. None: F."""
        start = letters(6)
        given = points(start, A=2, B=2, C=2, D=1, E=1)
        assert meetings(start, given) == "A-B C-D E-F"

    def test_two_that_have_played_float_both(self) -> None:
        """A and B are alone with two points and have met: A-C, B-D."""
        tournament = after(letters(6), "A-B C-E D-F")
        given = points(tournament, A=1, B=2, C=0, D=0)
        assert meetings(tournament, given) == "A-C B-D E-F"


def document_round(
    groups: list[list[PlayerId]], played: set[frozenset[PlayerId]]
) -> tuple[Pairs, list[PlayerId]] | None:
    """Step 3 literally: the pairs and who floated; none if somebody is left in the end.

    In a group, with those who floated to it first: 1st against 2nd, 3rd against 4th; if they have
    played, the first is tried with the following ones; if none is left, the pair before is
    made anew ("backtracking one step"); then the team floats down.
    """
    pairs, floated, coming = Pairs(), list[PlayerId](), list[PlayerId]()
    for group in groups:
        made, left = _group([*coming, *group], played)
        pairs += made
        coming = left
        floated += left
    return None if coming else (pairs, floated)


def _group(group: list[PlayerId], played: set[frozenset[PlayerId]]) -> tuple[Pairs, list[PlayerId]]:
    made, left, floats = Pairs(), list(group), list[PlayerId]()
    while len(left) > 1:
        one = left.pop(0)
        other = next((two for two in left if frozenset((one, two)) not in played), None)
        if other is not None:
            left.remove(other)
            made.append((one, other))
        elif made and len(left) == 1 and (again := _one_step_back(made[-1], one, left[0], played)):
            made[-1:], left = again, []
        else:
            floats.append(one)
    return made, floats + left


def _one_step_back(
    before: tuple[PlayerId, PlayerId],
    one: PlayerId,
    other: PlayerId,
    played: set[frozenset[PlayerId]],
) -> Pairs | None:
    first, second = before
    for again in ([(first, one), (second, other)], [(first, other), (second, one)]):
        if not any(frozenset(pair) in played for pair in again):
            return again
    return None


def positions(name: str, tries: int) -> Iterator[Tournament]:
    for number in range(tries):
        lots = Random(f"{name} {number}")
        start = field(RULES, teams(lots.randint(6, 20), lots), f"{name} {number}")
        found = shuffled_past(start, lots.randint(1, 4), chess, f"{name} {number}")
        if found:
            yield found


def test_rounds_are_those_of_the_steps() -> None:
    """The bye first (step 5), then step 3, wherever that leaves nobody without an opponent, a group
    lets no more go than it must, and those who float have not been paired down before.

    Those who have are spared by our rules, and more floats than needed are not made.
    """
    compared = swapped = 0
    for position in positions("steps", 500):
        groups = score_groups(position, ORDER)
        bye = None
        if len(position.entries) % 2:
            lowest_first = [p for group in reversed(groups) for p in reversed(group)]
            bye = next(p for p in lowest_first if p not in had_bye(position))
            groups = [[p for p in group if p != bye] for group in groups]
        steps = document_round(groups, met(position))
        if steps is None:
            continue
        pairs, floated = steps
        if not _fewest_float(groups, floated) or any(pair_downs(position)[p] for p in floated):
            continue
        made = pair_round(position)
        assert (pairs_of(made), made.bye) == (set(map(frozenset, pairs)), bye)
        compared += 1
        swapped += not _are_neighbours(groups, pairs)
    assert compared > 100
    assert swapped > 20


def _fewest_float(groups: list[list[PlayerId]], floated: list[PlayerId]) -> bool:
    """Whether from each group goes one if it is odd with who came, and nobody else."""
    coming = 0
    for group in groups:
        coming = (len(group) + coming) % 2
        if sum(p in group for p in floated) != coming:
            return False
    return len(set(floated)) == len(floated)


def _are_neighbours(groups: list[list[PlayerId]], pairs: Pairs) -> bool:
    order = [p for group in groups for p in group]
    return set(map(frozenset, pairs)) == set(
        map(frozenset, zip(order[::2], order[1::2], strict=True))
    )


class TestColours:
    """Step 4: alternate; of two who need the same the higher ranked has it; board 1 in round 1."""

    @pytest.mark.parametrize("seed", ["one", "two", "three"])
    def test_the_higher_seeded_team_has_white_on_board_1_in_round_1(self, seed: str) -> None:
        start = field(RULES, teams(8), seed)
        assert boards(start).split()[0] == "T1-T2"

    def test_colours_alternate_from_board_to_board_in_round_1(self) -> None:
        assert boards(field(RULES, teams(8))) == "T1-T2 T4-T3 T5-T6 T8-T7"

    def test_who_had_white_has_black(self) -> None:
        """A and D had White, B and C Black; A-C and B-D are level."""
        tournament = after(letters(4), "A-B D-C")
        given = points(tournament, B=1, C=1)
        assert meetings(tournament, given) == "A-C B-D"
        assert boards(tournament, given) == "C-A B-D"

    def test_the_higher_ranked_has_what_both_need(self) -> None:
        """A and C had White, so both need Black; B and D had Black, so both need White."""
        tournament = after(letters(4), "A-B C-D")
        assert boards(tournament) == "C-A B-D"

    def test_everybody_alternates_where_the_two_need_different_colours(self) -> None:
        """In whole events, of pairs with as many games of each colour, or one more of the last."""
        start = field(RULES, teams(12))
        checked = 0
        for number in range(20):
            for before, made in event(start, 5, chess, f"colours {number}"):
                had = sides(before)
                for board in made.boards:
                    one, other = had[board.white], had[board.black]
                    if not all(map(_alternated, (one, other))) or one[-1:] == other[-1:]:
                        continue
                    assert one[-1:] != "W"
                    assert other[-1:] != "B"
                    checked += 1
        assert checked > 100


def _alternated(colours: str) -> bool:
    return "WW" not in colours and "BB" not in colours


class TestByes:
    """Step 5: the lowest-ranked team without a bye has it, and it counts as a win."""

    def test_the_lowest_ranked_team_has_it(self) -> None:
        assert bye_of(field(RULES, teams(7))) == "T7"

    def test_then_the_lowest_without_one(self) -> None:
        """E had it, D lost and is the last; D has it, and the next round B, which lost twice."""
        tournament = after(letters(5), "A-B C-D E")
        assert bye_of(tournament) == "D"
        tournament = after(tournament, "A-C E-B D")
        assert bye_of(tournament) == "B"

    def test_never_the_same_team(self) -> None:
        for number in range(10):
            start = field(RULES, teams(7, Random(f"teams {number}")))
            rested = [made.bye for _, made in event(start, 5, chess, f"byes {number}")]
            assert len(set(rested)) == 5

    def test_the_lowest_has_it_whenever_the_others_can_be_paired(self) -> None:
        compared = 0
        for position in positions("odd", 120):
            if len(position.entries) % 2 == 0:
                continue
            order = [p for group in score_groups(position, ORDER) for p in group]
            lowest = next(p for p in reversed(order) if p not in had_bye(position))
            try:
                made = pair_round(position)
            except ImpossiblePairingError:
                continue
            assert made.bye == lowest
            compared += 1
        assert compared > 30


class TestBoards:
    """Step 6: numbered in descending order of the scores."""

    def test_the_top_match_is_board_1(self) -> None:
        start = field(RULES, teams(16))
        for before, made in event(start, 5, chess, "boards"):
            total = scores(before)
            both = [
                tuple(sorted((total[b.white], total[b.black]), reverse=True)) for b in made.boards
            ]
            assert both == sorted(both, reverse=True)

    def test_they_are_numbered_from_1(self, tmp_path: Path) -> None:
        with run(tmp_path / "event.db", "team_chess", teams(9)) as floor:
            round_ = floor.publish()
            assert list(round_.pairings) == [1, 2, 3, 4]
            assert round_.byes == {floor.number("T9"): ByeKind.PAIRING}
            assert [floor.t.name_of(p) for p in round_.pairings[1].seats] == ["T1", "T2"]


class TestRounds:
    """Error handling: round N needs all results of round N-1."""

    def test_too_early(self, tmp_path: Path) -> None:
        with run(tmp_path / "event.db", "team_chess", teams(8)) as floor:
            floor.publish()
            with pytest.raises(InvalidStateError):
                floor.draft()
            floor.record(WIN)
            assert floor.present.status is RoundStatus.COMPLETE, "the last result completes it"
            assert len(floor.draft().pairings) == 4

    def test_seven_rounds_of_sixteen_teams(self) -> None:
        """The default number of rounds; nobody meets twice."""
        played = [made for _, made in event(field(RULES, teams(16)), 7, chess, "seven")]
        assert len(set().union(*map(pairs_of, played))) == 7 * 8


class TestTeams:
    """ "Board # | White Team (players) | Black Team (players)", "Players | Ave Rating"."""

    def test_pairings_and_standings_show_members_and_the_average_rating(
        self, tmp_path: Path
    ) -> None:
        reds = Team("Reds", (Player("Ana", 2000), Player("Bo", 1800)))
        blues = Team("Blues", (Player("Cy", 1700), Player("Di")))
        with run(tmp_path / "event.db", "team_chess", [reds, blues, Team("Greens")]) as floor:
            floor.publish()
            view = round_view(floor.t, 1, 1, 1)
            shown = {
                one.name: (one.members, one.rating) for p in view.pairings for one in p.players
            }
            shown |= {one.name: (one.members, one.rating) for one in view.byes}
            assert shown == {
                "Reds": (("Ana", "Bo"), 1900),
                "Blues": (("Cy", "Di"), 1700),
                "Greens": ((), None),
            }
            rows = standings_view(floor.t, 1).players
            assert {row.name: (row.members, row.rating) for row in rows} == shown
