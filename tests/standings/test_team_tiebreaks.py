"""Team tie-breaks (C.07, articles 11 to 13) on small events worked out by hand."""

from fractions import Fraction

import pytest

from fairpair.core.errors import InvalidInputError
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.explain import explain
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.engine.standings.tiebreaks import TIEBREAKS
from fairpair.engine.standings.tiebreaks.teams import schedule_divisor
from standings.builder import played, ranking, row_of, standings, terms, values
from standings.team_sheet import matches

TEAM_CODES = (
    *("MPvGP", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "SSSC", "BC", "TBR", "BBE"),
    *("EDE", "EDEBT", "EDEBB", "EDET", "EDEB"),
)


def numbers(tournament: Tournament, *codes: str) -> str:
    """What the last code gives, by name: `A 18.5 B 17`."""
    found = sorted(values(tournament, *codes).items())
    return " ".join(f"{name} {'-' if v is None else float(v):g}" for name, v in found)


def details(tournament: Tournament, name: str, *codes: str) -> list[tuple[str, Fraction | int]]:
    """What the last code looks at among those who are tied."""
    found = explain(standings(tournament, *codes), row_of(tournament, name).player)[-1]
    return [
        (tournament.name_of(one.opponent) if one.opponent else str(one.label), one.amount)
        for one in found.details
    ]


LEAGUE = matches(
    """1  A 11=0 B | C 11=0 D
       2  A 1010 C | B 0101 D
       3  A =010 D | B 1110 C""",
    system="round_robin",
)
"""The example of the specification, section 5: everyone has 3 MP; GP 6, 6.5, 5.5, 6."""


class TestLeague:
    def test_scores(self) -> None:
        assert numbers(LEAGUE) == "A 3 B 3 C 3 D 3"
        assert numbers(LEAGUE, "MPvGP") == "A 6 B 6.5 C 5.5 D 6"

    def test_sonneborn_berger(self) -> None:
        assert numbers(LEAGUE, "EMMSB") == "A 9 B 9 C 9 D 9"
        assert numbers(LEAGUE, "EMGSB") == "A 18 B 19.5 C 16.5 D 18"
        assert numbers(LEAGUE, "EGMSB") == "A 18.5 B 17 C 18 D 18.5"
        assert numbers(LEAGUE, "EGGSB") == "A 36.25 B 37.5 C 33.5 D 36.25"

    def test_a_cut_takes_the_lowest_in_the_first_score(self) -> None:
        """By match points all are level, so the lowest product goes: A loses 3 x 1.5. By game
        points it is the product with C (5.5), for C itself the lower one of those with A and D.
        """
        assert numbers(LEAGUE, "EMGSB/C1") == "A 13.5 B 15 C 13.5 D 13.5"
        assert numbers(LEAGUE, "EGGSB/C1") == "A 25.25 B 21 C 21.5 D 28"
        assert numbers(LEAGUE, "EGGSB/C2") == "A 16.25 B 12 C 6.5 D 13"

    def test_extended_direct_encounter(self) -> None:
        """On match points all have 3; on game points B, then A and D, then C; D beat A."""
        assert ranking(LEAGUE, "EDE") == "B, D, A, C"
        assert ranking(LEAGUE, "DE") == "A = B = C = D"
        assert ranking(LEAGUE, "DE:GP") == "B, D, A, C"
        assert details(LEAGUE, "B", "EDE") == [
            *(("A", Fraction(3, 2)), ("D", Fraction(2)), ("C", Fraction(3))),
        ]

    def test_by_game_points(self) -> None:
        league = matches(
            """1  A 11=0 B | C 11=0 D
               2  A 1010 C | B 0101 D
               3  A =010 D | B 1110 C""",
            system="round_robin",
            primary_score="gp",
        )
        assert numbers(league) == "A 6 B 6.5 C 5.5 D 6"
        assert numbers(league, "MPvGP") == "A 3 B 3 C 3 D 3"
        assert ranking(league, "EDE") == "B, D, A, C"
        assert numbers(league, "EMGSB") == "A 18 B 19.5 C 16.5 D 18"


SWISS = """1  A 11== B | C 1010 D | E bye
           2  A 11=0 C | E +:- B | D half
           3  A 1000 E | D 1110 B | C zero"""
"""By hand, 1 MP and 2 GP for the bye (draws in all rounds: 3 MP, 6 GP):

| team | MP | GP | adjusted | unplayed |
|---|---|---|---|---|
| A | 4 | 6.5 | 4, 6.5 | |
| B | 0 | 2 | 0, 2 | forfeit loss to E |
| C | 1 | 3.5 | 2, 5.5 | last round, a draw for the others |
| D | 4 | 7 | 4, 7 | half-point bye, not the last thing |
| E | 5 | 9 | 5, 9 | bye, forfeit win over B |
"""


class TestSwiss:
    swiss = matches(SWISS)

    def test_scores(self) -> None:
        assert numbers(self.swiss) == "A 4 B 0 C 1 D 4 E 5"
        assert numbers(self.swiss, "MPvGP") == "A 6.5 B 2 C 3.5 D 7 E 9"

    def test_buchholz(self) -> None:
        """The dummies: B min(0, 5), C min(1, 3), D min(4, 3), E min(5, 3) and min(5, 0)."""
        assert numbers(self.swiss, "BH") == "A 7 B 8 C 9 D 5 E 7"
        assert numbers(self.swiss, "BH:MP") == "A 7 B 8 C 9 D 5 E 7"
        assert numbers(self.swiss, "BH:GP") == "A 16.5 B 15.5 C 17 D 13.5 E 14.5"
        assert numbers(self.swiss, "BH/P") == "A 7 B 13 C 9 D 5 E 7"
        assert numbers(self.swiss, "AOB:GP") == "A 15.6667 B 15 C 15 D 16.25 E 16.5"

    def test_own_record(self) -> None:
        assert numbers(self.swiss, "PS:MP") == "A 10 B 0 C 3 D 7 E 9"
        assert numbers(self.swiss, "PS:GP") == "A 15 B 4 C 9 D 13 E 17"
        assert numbers(self.swiss, "PS:GP/C1") == "A 12 B 3 C 7 D 11 E 15"
        assert numbers(self.swiss, "WIN:MP") == "A 2 B 0 C 0 D 1 E 2"
        assert numbers(self.swiss, "WON:MP") == "A 2 B 0 C 0 D 1 E 1"
        assert numbers(self.swiss, "SB:GP") == "A 28.75 B 13.5 C 23.75 D 29 E 39.5"

    def test_sonneborn_berger(self) -> None:
        assert numbers(self.swiss, "EMMSB") == "A 4 B 0 C 4 D 5 E 11"
        assert numbers(self.swiss, "EMGSB") == "A 10 B 8 C 14 D 10 E 18"
        assert numbers(self.swiss, "EGMSB") == "A 15 B 0 C 7 D 15.5 E 23"
        assert numbers(self.swiss, "EGGSB") == "A 28.75 B 13.5 C 23.75 D 29 E 39.5"

    def test_a_round_not_wanted_is_cut_first(self) -> None:
        """D's half-point bye brings 3 x 2 and 6 x 2, more than its lowest opponent B."""
        assert numbers(self.swiss, "EMGSB/C1") == "A 10 B 8 C 14 D 4 E 18"
        assert numbers(self.swiss, "EGGSB/C1") == "A 22.75 B 13.5 C 23.75 D 17 E 31.5"
        assert numbers(self.swiss, "EGGSB/C2") == "A 9 B 7 C 14 D 11 E 19.5"

    def test_forfeits_as_games(self) -> None:
        """MP 2, 4, 3, 3; GP 4, 8, 6, 6. A's win over B counts as min(2, 4) MP and min(4, 8) GP,
        with /P as B's whole score; for B the match is then no longer one it did not want.
        """
        swiss = matches(
            """1  A +:- B | C 1010 D
               2  B 1111 C | D 1111 A
               3  B 1111 D | C 1111 A"""
        )
        assert numbers(swiss, "EMGSB") == "A 8 B 24 C 14 D 14"
        assert numbers(swiss, "EMGSB/P") == "A 16 B 24 C 14 D 14"
        assert numbers(swiss, "EGGSB") == "A 16 B 48 C 28 D 28"
        assert numbers(swiss, "EGGSB/P") == "A 32 B 48 C 28 D 28"
        assert numbers(swiss, "EMGSB/C1") == "A 0 B 24 C 6 D 6"
        assert numbers(swiss, "EMGSB/C1/P") == "A 16 B 24 C 6 D 6"

    def test_schedule_strength(self) -> None:
        """K = trunc(6 / 4) = 1."""
        assert numbers(self.swiss, "SSSC") == "A 13.5 B 10 C 12.5 D 12 E 16"
        assert numbers(self.swiss, "SSSC/K4") == "A 8.25 B 4 C 5.75 D 8.25 E 10.75"
        assert numbers(self.swiss, "SSSC/P") == "A 13.5 B 15 C 12.5 D 12 E 16"

    def test_schedule_strength_before_the_last_round(self) -> None:
        """Last matches drawn: MP 5, 1, 1 (2 for others), 3, 4; FB 7, 9, 9, 6, 9."""
        assert numbers(self.swiss, "FB") == "A 7 B 9 C 9 D 6 E 9"
        assert numbers(self.swiss, "SSSC/F") == "A 13.5 B 11 C 12.5 D 13 E 18"

    def test_an_odd_number_of_boards(self) -> None:
        """Draws in all rounds are 7.5 GP of three rounds with five boards, and a bye 2.5."""
        swiss = matches(
            """1  A 11111 B | C bye
               2  A 11111 C | B half
               3  A full | B 00=== C""",
            boards=5,
            bye_points={"mp": 1, "gp": "5/2"},
        )
        assert numbers(swiss, "MPvGP") == "A 15 B 4 C 6"
        assert numbers(swiss, "BH:GP") == "A 17.5 B 25 C 25"
        assert numbers(swiss, "BH:MP") == "A 7 B 10 C 10"


class TestDivisor:
    ROUNDS = "\n".join(f"{n}  A 1010 B" for n in range(1, 10))

    @pytest.mark.parametrize(
        ("boards", "primary", "expected"),
        [(4, "mp", 4), (4, "gp", 18), (6, "mp", 3), (8, "mp", 2), (19, "mp", 1), (2, "gp", 9)],
    )
    def test_nine_rounds(self, boards: int, primary: str, expected: int) -> None:
        text = self.ROUNDS.replace("1010", "=" * boards)
        event = matches(text, boards=boards, primary_score=primary)
        assert schedule_divisor(tiebreak_input(event)) == expected

    def test_in_the_value(self) -> None:
        """18 GP and 9 x 9 MP / 4; by game points 9 MP and 9 x 18 GP / 18."""
        assert numbers(matches(self.ROUNDS), "SSSC") == "A 38.25 B 38.25"
        assert numbers(matches(self.ROUNDS, primary_score="gp"), "SSSC") == "A 18 B 18"
        assert terms(matches(self.ROUNDS), "A", "SSSC")["Buchholz 81 / 4"] == (Fraction(81, 4), "")

    def test_where_a_win_is_worth_nothing(self) -> None:
        points = {"win": 0, "draw": 0, "loss": 0}
        event = matches(self.ROUNDS, points=points, primary_score="gp")
        assert schedule_divisor(tiebreak_input(event)) == 1


LEVEL = """1  A {} C | B {} D
           2  A 1111 D | B 1111 C"""
"""A and B: 3 MP and 6 GP, and they have not met; so C and D with 1 MP and 2 GP."""


class TestBoards:
    """A 1001 has its points on boards 1 and 4: 5. B =1=0: 4, and 0110: 5."""

    def test_the_lower_count_is_ahead(self) -> None:
        event = matches(LEVEL.format("1001", "=1=0"))
        assert ranking(event, "BC") == "B, A, C, D"
        assert details(event, "A", "BC") == [
            *(("board 1", 2), ("board 2", 2), ("board 3", 3), ("board 4", 8)),
        ]
        assert sum(amount for _, amount in details(event, "B", "BC")) == 14

    def test_top_and_bottom_boards(self) -> None:
        """Board 1: A 2, B 1.5. Without board 4: A 4, B 5."""
        event = matches(LEVEL.format("1001", "=1=0"))
        assert ranking(event, "TBR") == "A, B, D, C"
        assert ranking(event, "BBE") == "B, A, C, D"
        assert details(event, "B", "TBR") == [("board 1", Fraction(3, 2))]
        assert details(event, "A", "BBE") == [("board 1", 2), ("board 2", 1), ("board 3", 1)]

    def test_the_next_board_if_level(self) -> None:
        """A 2 2 1 1, B 2 1 2 1: board 2; without boards 3 and 4."""
        event = matches(LEVEL.format("1100", "1010"))
        assert ranking(event, "TBR") == ranking(event, "BBE") == "A, B, D, C"
        assert details(event, "A", "TBR") == [("board 1", 2), ("board 2", 2)]
        assert details(event, "B", "BBE") == [("board 1", 2), ("board 2", 1)]

    def test_the_same_on_all_boards(self) -> None:
        event = matches(LEVEL.format("1001", "1001"))
        for code in ("BC", "TBR", "BBE"):
            assert ranking(event, code) == "A = B, C = D"
        assert len(details(event, "A", "TBR")) == len(details(event, "A", "BBE")) == 4

    def test_count_only_with_equal_game_points(self) -> None:
        """A 3.5 GP and B 2.5 GP, both 2 MP: the count says nothing; board 1 does, and so
        do boards 1 and 2, on which A has 1.5 and B 2.
        """
        event = matches("1  A =111 C | B 11=0 D")
        assert ranking(event, "BC") == "A = B, C = D"
        assert ranking(event, "TBR") == "B, A, C, D"
        assert ranking(event, "BBE") == "B, A, C, D"

    def test_more_than_two_teams(self) -> None:
        """Six drawn matches. Board 1 puts A, C and F above, then board 2 A and C, and E."""
        event = matches("1  A 1100 B | C 1100 D | E 0110 F")
        assert ranking(event, "TBR") == "A = C, F, E, B = D"
        assert ranking(event, "BBE") == "A = C, E, F, B = D"

    def test_forfeits_count_as_results(self) -> None:
        assert ranking(matches(LEVEL.format("+--+", "=1=0")), "BC") == "B, A, C, D"
        event = matches("1  A -+00 B | C 010= D")
        assert details(event, "B", "TBR") == [
            *(("board 1", 1), ("board 2", 0), ("board 3", 1), ("board 4", 1)),
        ]

    def test_a_match_nobody_played_counts_on_every_board(self) -> None:
        event = matches("1  A +:- B | C 1111 D")
        assert ranking(event, "MPvGP", "BC", "TBR", "BBE") == "A = C, B = D"

    def test_a_bye_is_won_on_every_board(self) -> None:
        """A: bye, 1 MP and 2 GP, but a count of 10; B and C: four draws, a count of 5."""
        event = matches("1  B ==== C | A bye")
        assert ranking(event, "MPvGP") == "A = B = C"
        assert ranking(event, "MPvGP", "BC") == "B = C, A"
        assert ranking(event, "TBR") == ranking(event, "BBE") == "A, B = C"
        assert ranking(matches("1  B ==== C | A half"), "BC", "TBR", "BBE") == "A = B = C"

    def test_before_the_first_result(self) -> None:
        event = matches("1  A ? B")
        assert ranking(event, "BC", "TBR", "BBE", "EDEBT", "SSSC") == "A = B"


class TestExtendedEncounter:
    def test_every_new_group_starts_again(self) -> None:
        """All have 4 MP; GP A B C 8, D 6.5, E 9.5. Of A, B and C then the match points count
        again: A beat both (4), B beat C (2). On game points it would be B 5.5, A 5.
        """
        event = matches(
            """1  A 11=0 B | C 1111 D | E zero
               2  A 11=0 C | D 11=0 E | B zero
               3  D 11=0 A | E 1111 B | C zero
               4  E 11=0 A | B 1111 C | D zero
               5  B 11=0 D | C 11=0 E | A zero""",
            system="round_robin",
        )
        assert numbers(event) == "A 4 B 4 C 4 D 4 E 4"
        assert numbers(event, "MPvGP") == "A 8 B 8 C 8 D 6.5 E 9.5"
        assert ranking(event, "EDE") == "E, A, B, C, D"
        assert ranking(event, "MPvGP", "DE:GP") == "E, B, A, C, D"

    def test_not_all_have_met(self) -> None:
        """A beat B by 4-0 and C by 2.5-1.5: first whatever B and C would have done."""
        event = matches(
            "1  A 1111 B | C 1111 D\n2  A 11=0 C | B 1111 D\n3  A zero | B full | C full"
        )
        assert numbers(event) == "A 4 B 4 C 4 D 0"
        assert ranking(event, "EDE") == "A, B = C, D"

    def test_a_missing_match_may_bring_all_its_boards(self) -> None:
        """A drew with B and C, who have not met: on match points a winner would pass A, and on
        game points too, with up to 4 of them.
        """
        event = matches(
            "1  A 1010 B | C full\n2  A 1010 C | B full\n3  A full | B 1010 D | C 1010 E"
        )
        assert numbers(event) == "A 4 B 4 C 4 D 1 E 1"
        assert ranking(event, "EDE") == "A = B = C, D = E"

    def test_a_missing_match_brings_at_least_what_a_lost_one_does(self) -> None:
        """With 3-2-1 A has 6, and 7 even if it lost to C: B has 6, D 5, C could reach 6."""
        event = matches(
            """1  A 11=0 B | C 1010 D
               2  A 11=0 D | B 11=0 C
               3  B 1010 D | A zero | C full
               4  A zero | B zero | C zero | D loss""",
            points={"win": 3, "draw": 2, "loss": 1},
        )
        assert numbers(event) == "A 6 B 6 C 6 D 6"
        assert ranking(event, "DE") == ranking(event, "EDE") == "A, B, D, C"

    def test_forfeited_matches(self) -> None:
        event = matches("1  A +:- B\n2  A zero | B full")
        assert ranking(event, "EDE") == "A = B"
        assert ranking(event, "EDE/P") == "A, B"
        assert ranking(event, "EDET") == "A = B"
        assert ranking(event, "EDEBT/P") == "A, B"

    def test_two_meetings_count_as_their_mean(self) -> None:
        event = matches("1  A 11=0 B\n2  B 1111 A")
        assert ranking(event, "EDE") == "B, A"

    def test_the_rules_of_knock_outs_for_two(self) -> None:
        """Not met, level on both scores: BC 15 each, board 1 A, without board 4 B."""
        event = matches(LEVEL.format("1001", "0110"))
        assert ranking(event, "EDE") == "A = B, C = D"
        assert ranking(event, "EDEBT") == ranking(event, "EDET") == "A, B, D, C"
        assert ranking(event, "EDEBB") == ranking(event, "EDEB") == "B, A, C, D"

    def test_board_count_comes_first(self) -> None:
        event = matches(LEVEL.format("1001", "=1=0"))
        assert ranking(event, "EDEBT") == ranking(event, "EDEBB") == "B, A, C, D"
        assert ranking(event, "EDET") == "A, B, D, C"
        assert [amount for _, amount in details(event, "A", "EDEBT")] == [2, 2, 3, 8]
        assert details(event, "A", "EDET") == [("board 1", 2)]

    def test_only_for_exactly_two(self) -> None:
        event = matches("1  A 1100 B | C 1010 D")
        assert ranking(event, "EDEBT") == ranking(event, "EDEB") == "A = B = C = D"

    def test_only_if_level_on_game_points(self) -> None:
        event = matches("1  A =111 C | B 11=0 D")
        for code in ("EDEBT", "EDEBB", "EDET", "EDEB"):
            assert ranking(event, code) == "A = B, C = D"
        assert details(event, "A", "EDET") == []

    def test_a_pair_left_of_three(self) -> None:
        """A beat B and C, who drew and have 9.5 GP each. BC 25.5 each; board 1: B 2.5, C 1.5;
        without board 4: B 6, C 7.
        """
        event = matches(
            """1  A 11=0 B | C full
               2  A 11=0 C | B full
               3  A zero | B 1001 C
               4  A zero | B half | C half"""
        )
        assert numbers(event) == "A 4 B 4 C 4"
        assert numbers(event, "MPvGP") == "A 5 B 9.5 C 9.5"
        assert ranking(event, "EDE") == "A, B = C"
        assert ranking(event, "EDEBT") == ranking(event, "EDET") == "A, B, C"
        assert ranking(event, "EDEBB") == ranking(event, "EDEB") == "A, C, B"


class TestCodes:
    def test_all_are_for_teams_only(self) -> None:
        event = played("1  Ana 2-0 Bo")
        for code in TEAM_CODES:
            assert TIEBREAKS[code.upper()].teams_only
            with pytest.raises(InvalidInputError) as caught:
                ranking(event, code)
            assert "is for team matches" in caught.value.problems[0].message

    @pytest.mark.parametrize(
        "code", ["EDE/C1", "EMMSB/M1", "BC/P", "SSSC/C1", "MPvGP:GP", "EDE:GP"]
    )
    def test_what_a_code_does_not_take(self, code: str) -> None:
        with pytest.raises(InvalidInputError):
            ranking(LEAGUE, code)

    def test_products_are_shown_with_their_factors(self) -> None:
        assert terms(matches(SWISS), "D", "EGGSB") == {
            "C": (Fraction(11), "5.5 x 2"),
            "round 2": (Fraction(12), "6 x 2"),
            "B": (Fraction(6), "2 x 3"),
        }
