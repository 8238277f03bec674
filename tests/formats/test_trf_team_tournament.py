"""TRF files with numbered teams (310) as tournaments of teams."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Team
from fairpair.core.results import Board, Boards, Decided, Forfeit, Mark, Result, marks_of
from fairpair.core.rounds import ByeKind, Round, RoundRef, RoundStatus
from fairpair.core.rules import ByePoints, Points
from fairpair.core.tournament import PairingRestriction
from fairpair.formats.imported import ImportedTournament
from fairpair.formats.trf import read
from fairpair.formats.trf.tournament import tournament_of
from formats.sheet import columns, good, player, team, text

WIN, DRAW, LOSS = Mark.WIN, Mark.DRAW, Mark.LOSS
HALF = Fraction(1, 2)


def abnormal(kind: str, mp: str, gp: str, round_no: int, *teams: int) -> str:
    """A 299 line."""
    places = {24 + 5 * n: f"{one:4}" for n, one in enumerate(teams)}
    head = {5: kind, 8: f"{mp:>4}", 14: f"{gp:>4}", 20: f"{round_no:03}"}
    return columns("299", {**head, **places})


def of(*lines: str) -> ImportedTournament:
    return tournament_of(good(*lines))


def rounds(imported: ImportedTournament, number: int = 1) -> Round:
    return imported.tournament.rounds[RoundRef(1, number)]


def only(imported: ImportedTournament, number: int = 1) -> tuple[tuple[int, ...], Result | None]:
    """Seats and result of the only match of a round."""
    [match] = rounds(imported, number).pairings.values()
    return match.seats, match.result


WORDS: dict[str, Result] = {
    "1-0": Decided((WIN, LOSS)),
    "0-1": Decided((LOSS, WIN)),
    "=": Decided((DRAW, DRAW)),
    "+-": Forfeit((WIN, LOSS)),
    "-+": Forfeit((LOSS, WIN)),
    "--": Forfeit((LOSS, LOSS)),
}


def boards(text: str) -> Boards:
    """`1 1-0 2`: member 1 of the first team beats member 2 of the second; 0 is nobody."""
    parts = [board.split() for board in text.split(",")]
    return Boards(tuple(Board(WORDS[word], (int(a), int(b))) for a, word, b in parts))


TEAMS = team(1, 1, 2), team(2, 3, 4)


def problems(*lines: str) -> list[tuple[str, str]]:
    with pytest.raises(InvalidInputError) as caught:
        of(*lines)
    assert caught.value.code == "trf-teams"
    assert caught.value.hint
    return [(p.where, p.message) for p in caught.value.problems]


def test_a_whole_tournament_has_its_declared_points() -> None:
    """Three teams, two boards, three rounds; by hand:

    | round | match | team 1 | team 2 | team 3 |
    |---|---|---|---|---|
    | 1 | 1-2: 1-0, 1/2 | 2 MP 1.5 GP | 0 MP 0.5 GP | bye 1 MP 1 GP |
    | 2 | 3-1: 0-1, 1/2 | 2 MP 1.5 GP | bye 1 MP 1 GP | 0 MP 0.5 GP |
    | 3 | 2-3: 1-0, empty | absent | 1 MP 1 GP | 1 MP 1 GP |
    """
    imported = of(
        *("012 League", "192 FIDE_TEAM_TYPEA_MP_GP", "142 5", "352 WB"),
        *("320  1.0  1.0 003 002 000 001", "202 MPvGP,EDE"),
        team(1, 1, 2, mp="4.0", gp="3.0"),
        team(2, 3, 4, mp="2.0", gp="2.5"),
        team(3, 5, 6, mp="2.0", gp="2.5"),
        player(1, "3 w 1", "5 b 1", ""),
        player(2, "4 b =", "6 w =", ""),
        player(3, "1 b 0", "", "5 w 1"),
        player(4, "2 w =", "", ""),
        player(5, "- - U", "1 w 0", "3 b 0"),
        player(6, "- - U", "2 b =", "- - +"),
    )
    assert only(imported, 1) == ((1, 2), boards("1 1-0 1, 2 = 2"))
    assert only(imported, 2) == ((3, 1), boards("1 0-1 1, 2 = 2"))
    assert only(imported, 3) == ((2, 3), boards("1 1-0 1, 0 -+ 2"))
    byes = [rounds(imported, n).byes for n in (1, 2, 3)]
    assert byes == [{3: ByeKind.PAIRING}, {2: ByeKind.PAIRING}, {1: ByeKind.ZERO}]
    rules = imported.tournament.rules
    assert (rules.boards, rules.primary_score, rules.rounds) == (2, "", 5)
    assert rules.points == Points(Fraction(2), Fraction(1), Fraction(0))
    assert rules.bye_points == ByePoints(scores={"mp": Fraction(1), "gp": Fraction(1)})
    assert rules.standings_tiebreakers == ("MPvGP", "EDE")
    declared = ["4 3", "2 5/2", "2 5/2"]
    assert [f"{mp} {gp}" for mp, gp in _points(imported).values()] == declared


def _points(imported: ImportedTournament) -> dict[PlayerId, tuple[Fraction, Fraction]]:
    """Match and game points, summed from the boards and from the bye's scores."""
    rules = imported.tournament.rules
    assert rules.bye_points is not None
    match = {WIN: rules.points.win, DRAW: rules.points.draw, LOSS: rules.points.loss}
    game = {WIN: Fraction(1), DRAW: HALF, LOSS: Fraction(0)}
    total = {p: (Fraction(0), Fraction(0)) for p in imported.tournament.entries}
    for one in imported.tournament.rounds.values():
        for pairing in one.pairings.values():
            assert isinstance(pairing.result, Boards)
            for side, p in enumerate(pairing.seats):
                gp = sum(game[marks_of(b.result)[side]] for b in pairing.result.boards)
                total[p] = total[p][0] + match[marks_of(pairing.result)[side]], total[p][1] + gp
        for p, kind in one.byes.items():
            scores = rules.bye_points.scores if kind == ByeKind.PAIRING else {"mp": 0, "gp": 0}
            total[p] = total[p][0] + scores["mp"], total[p][1] + scores["gp"]
    return total


def test_entrants() -> None:
    entries = of(*TEAMS, *(player(n) for n in range(1, 6))).tournament.entries
    first = entries[PlayerId(1)].entrant
    assert isinstance(first, Team)
    assert (first.name, [m.rating for m in first.members]) == ("Team 1", [2000, 2000])
    assert list(entries) == [1, 2]


class TestLineUps:
    def test_reserves_play_in_the_order_of_the_team(self) -> None:
        lines = team(1, 1, 2, 3), team(2, 4, 5, 6)
        imported = of(
            *(*lines, player(1, "4 b ="), player(2, ""), player(3, "6 w 1")),
            *(player(4, "1 w ="), player(5, ""), player(6, "3 b 0")),
        )
        assert only(imported) == ((2, 1), boards("1 = 1, 3 0-1 3"))

    def test_record_300_says_another_order(self) -> None:
        games = player(1, "3 b 0"), player(2, "4 w 1"), player(3, "1 w 1"), player(4, "2 b 0")
        line_ups = "300   1   1   2    2    1", "300   1   2   1    4    3"
        assert only(of(*TEAMS, *games, *line_ups)) == ((1, 2), boards("2 1-0 2, 1 0-1 1"))
        assert only(of(*TEAMS, *games)) == ((2, 1), boards("1 1-0 1, 2 0-1 2"))

    def test_empty_boards(self) -> None:
        games = player(1, "4 b ="), player(2, ""), player(3, "- - +"), player(4, "1 w =")
        by_record = of(*TEAMS, *games, "300   1   1   2 0000    1")
        assert only(by_record) == ((1, 2), boards("0 -+ 1, 1 = 2"))
        assert only(of(*TEAMS, *games)) == ((1, 2), boards("0 -+ 1, 1 = 2"))

    def test_two_empty_boards_and_a_double_forfeit(self) -> None:
        lines = team(1, 1, 2, 3), team(2, 4, 5, 6)
        imported = of(
            *(*lines, player(1, "4 w 1"), player(2, "- - +"), player(3, "- - -")),
            *(player(4, "1 b 0"), player(5, "- - +"), player(6, "- - -")),
        )
        result = boards("1 1-0 1, 2 +- 0, 3 -+ 2, 0 -- 3")
        assert only(imported) == ((1, 2), result)

    @pytest.mark.parametrize(
        ("colours", "seats"), [("", (1, 2)), ("352 WB", (1, 2)), ("352 WW", (2, 1))]
    )
    def test_without_a_colour_on_board_1(self, colours: str, seats: tuple[int, int]) -> None:
        games = player(1, "3 - +"), player(2, "4 b ="), player(3, "1 - -"), player(4, "2 w =")
        assert only(of(*([colours] * bool(colours)), *TEAMS, *games))[0] == seats


class TestMatchesNotPlayed:
    GAMES = player(1, "- - +"), player(2, "- - +"), player(3), player(4)

    def test_record_330(self) -> None:
        imported = of("330 -+   1   2   1", *TEAMS, *self.GAMES, "352 WB")
        assert only(imported) == ((2, 1), Forfeit((LOSS, WIN)))
        games = player(1, "3 w +"), player(2, "4 b +"), player(3, "1 b -"), player(4, "2 w -")
        assert only(of("330 +-   1   1   2", *TEAMS, *games)) == ((1, 2), Forfeit((WIN, LOSS)))

    def test_forfeits_on_every_board(self) -> None:
        games = player(1, "3 b +"), player(2, "4 w +"), player(3, "1 w -"), player(4, "2 b -")
        assert only(of(*TEAMS, *games)) == ((2, 1), Forfeit((LOSS, WIN)))
        short = of("352 WBW", *TEAMS, *games)  # fewer game points than a forfeited match
        assert only(short) == ((2, 1), boards("1 -+ 1, 2 -+ 2"))

    def test_double_forfeit(self) -> None:
        more = team(3, 5), team(4, 6), player(5, "6 w 1"), player(6, "5 b 0")
        lines = "330 --   1   1   2", *TEAMS, *more, *(player(n) for n in range(1, 5))
        assert rounds(of(*lines)).pairings[1].result == Forfeit((LOSS, LOSS))

    def test_an_opponent_named_by_300_only(self) -> None:
        imported = of("300   1   1   2    1    2", *TEAMS, *self.GAMES)
        assert only(imported) == ((1, 2), Forfeit((WIN, LOSS)))

    def test_an_open_board_leaves_the_match_open(self) -> None:
        games = player(1, "3 w 1"), player(2, "4 b"), player(3, "1 b 0"), player(4, "2 w")
        imported = of(*TEAMS, *games)
        assert only(imported) == ((1, 2), None)
        assert rounds(imported).status == RoundStatus.PUBLISHED


def test_byes_and_requests() -> None:
    played = player(1, "3 w 1"), player(2, "4 b ="), player(3, "1 b 0"), player(4, "2 w =")
    imported = of(
        *(*TEAMS, team(3, 5), team(4, 6), team(5, 7), team(6, 8), *played),
        *("240 H   1    3", "240 F   1    4", "240 H   2    1", "240 Z   3    1"),
        *(player(5, ""), player(6, "- - F"), player(7, "- - U"), player(8, "- - H")),
    )
    kinds = [ByeKind.HALF, ByeKind.FULL, ByeKind.PAIRING, ByeKind.HALF]
    assert rounds(imported).byes == dict(enumerate(kinds, 3))
    entry = imported.tournament.entries[PlayerId(1)]
    assert entry.requested_byes == {2: ByeKind.HALF, 3: ByeKind.ZERO}
    rules = imported.tournament.rules
    drawn_match = ByePoints(scores={"mp": Fraction(1), "gp": Fraction(1)})
    assert rules.bye_points == drawn_match
    assert rules.unplayed_points["half_bye"] == 1
    assert rules.unplayed_points["full_bye"] == 2


def test_forbidden_teams() -> None:
    imported = of("XXP 1 2", *TEAMS, *(player(n) for n in range(1, 5)))
    assert imported.tournament.avoided == {frozenset({1, 2}): PairingRestriction(True)}


@pytest.mark.parametrize(
    ("lines", "primary", "tiebreaks"),
    [
        (["192 FIDE_TEAM_GP_MP", "212 PTS,MPvGP"], "gp", ("MPvGP",)),
        (["192 FIDE_TEAM_TYPEB_GP"], "gp", None),
        (["192 CUSTOM_TEAM_SWISS_GP"], "gp", None),
        (["192 FIDE_TEAM_TYPEA_MP_GP_BAKU"], "", None),
        (["192 FIDE_TEAM_MP_GP", "212 MPTS,GPTS"], "", ("GPTS",)),
        (["212 GPTS,MPTS"], "gp", ("MPTS",)),
        (["192 FIDE_TEAM", "212 MPTS,GPTS"], "", ("GPTS",)),
        ([], "", None),
    ],
)
def test_the_score_that_ranks(
    lines: list[str], primary: str, tiebreaks: tuple[str, ...] | None
) -> None:
    games = player(1, "3 w 1"), player(2, "4 b ="), player(3, "1 b 0"), player(4, "2 w =")
    rules = of(*lines, *TEAMS, *games).tournament.rules
    assert rules.primary_score == primary
    assert tiebreaks in (None, rules.standings_tiebreakers)
    assert rules.unplayed_points["half_bye"] == 1  # half of two boards, or a drawn match


class TestOddPoints:
    GAMES = player(1, "3 w 1"), player(2, "4 b ="), player(3, "1 b 0"), player(4, "2 w =")

    def test_of_the_score_that_ranks(self) -> None:
        penalty, other = abnormal("", "-1.0", "0.0", 1, 2), abnormal("W", "3.0", "", 0, 1, 2)
        imported = of(penalty, other, *TEAMS, *self.GAMES)
        assert imported.extra == {(2, 1): -1}
        assert imported.awarded == {(1, 1): 3}
        by_games = of("192 FIDE_TEAM_GP", abnormal("", "", "-0.5", 1, 2), *TEAMS, *self.GAMES)
        assert by_games.extra == {(2, 1): -HALF}

    def test_of_forfeits_and_byes(self) -> None:
        lines = abnormal("Z", "0.5", "", 0, 3), abnormal("+", "1.0", "", 1, 1)
        games = player(1, "3 b +"), player(2, "4 w +"), player(3, "1 w -"), player(4, "2 b -")
        imported = of(*lines, *TEAMS, *games, team(3, 5), player(5))
        assert imported.awarded == {(3, 1): HALF, (1, 1): 1}

    @pytest.mark.parametrize(
        "line",
        [
            abnormal("+", "2.0", "2.5", 1, 1),
            abnormal("", "", "-0.5", 1, 1),
            abnormal("W", "", "2.0", 0, 1),
        ],
    )
    def test_of_the_other_score_are_refused(self, line: str) -> None:
        [(where, message)] = problems(line, *TEAMS, *self.GAMES)
        assert where == "record 299"
        assert "game points" in message


class TestRefused:
    GAMES = TestOddPoints.GAMES

    def test_players_and_teams(self) -> None:
        found = problems(
            *(team(1, 1, 2), team(2, 2, 3), team(0, 4), "XXP 1 9", "330 +-   2   1   1"),
            *(player(1, "3 w 1"), player(2), player(3, "1 b 0"), player(4), player(5, "- - +")),
            *("300   1   1   2    1    3    1", "320  1.0  1.0 007"),
        )
        assert found == [
            ("team 2", "player 2 is also in team 1"),
            ("record 310", "team 'Team 0' needs a number between 1 and 999"),
            ("player 5", "has results, but is not in a team (310)"),
            ("record 300, round 1, team 1", "player 3 is not in the team"),
            ("record 300, round 1, team 1", "a player is on two boards"),
            ("record 260 or XXP", "team 9 does not exist"),
            ("record 320", "team 7 does not exist"),
            ("record 330, round 2", "team 1 is paired against itself"),
            ("record 330, round 2", "only 1 round has begun"),
        ]

    def test_other_points_on_boards(self) -> None:
        found = problems("162  W 3.0    D 1.0", *TEAMS, *self.GAMES)
        assert {where for where, _ in found} == {"records 162 and XXS"}

    @pytest.mark.parametrize(
        ("lines", "where", "words"),
        [
            (
                [
                    *TEAMS,
                    player(1, "4 w 1"),
                    player(2, "3 b 1"),
                    player(3, "2 w 0"),
                    player(4, "1 b 0"),
                ],
                "round 1, teams 1 and 2",
                "not in the order",
            ),
            (
                ["300   1   1   2    1", *TEAMS, *GAMES],
                "round 1, teams 1 and 2",
                "player 2 played, but is not in the line-up",
            ),
            (
                [*TEAMS, player(1, "3 w 1"), player(2, "- - H"), player(3, "1 b 0"), player(4)],
                "round 1, teams 1 and 2",
                "player 2 has a bye (H) in a match",
            ),
            (["240 H   1    2", *TEAMS, *GAMES], "round 1, team 2", "it has a bye, but met team 1"),
            (
                [team(1, 1), team(2, 3), team(3, 2, 4), *GAMES],
                "round 1, team 3",
                "its players met each other",
            ),
            (
                [team(1, 1, 2), team(2, 3), team(3, 4), *GAMES],
                "round 1, team 1",
                "it met teams 2 and 3 in one round",
            ),
            (
                ["330 +-   1   1   2", *TEAMS, *GAMES],
                "round 1, teams 1 and 2",
                "record 330 says it was forfeited, but player 1 has played",
            ),
            (
                [*TEAMS, team(3, 5), *GAMES, player(5, "- - +")],
                "round 1, team 3",
                "it has forfeits, but no opponent",
            ),
            (
                ["240 H   1    3", "320  1.0  1.0 003", *TEAMS, team(3, 5), *GAMES, player(5)],
                "round 1, team 3",
                "two different byes",
            ),
            (
                ["300   1   3   4", *TEAMS, team(3, 5), team(4, 6), *GAMES, player(5), player(6)],
                "round 1, teams 3 and 4",
                "between 1 and 100 boards",
            ),
        ],
    )
    def test_rounds(self, lines: list[str], where: str, words: str) -> None:
        found = problems(*lines)
        assert found[0][0] == where
        assert words in found[0][1]


NUMBERS = st.integers(1, 4)
RESULTS = st.sampled_from([("1", "0"), ("=", "="), ("0", "0"), ("+", "-"), ("-", "-"), ("", "")])
LONE = st.sampled_from(["", "- - +", "- - -", "- - Z", "- - U", "- - H", "- - F"])
RECORDS = st.one_of(
    st.builds("330 {}   {}   {}   {}".format, st.sampled_from(["+-", "--"]), *[NUMBERS] * 3),
    st.builds("300   {}   {}   {}    {} 0000    {}".format, *[NUMBERS] * 5),
    st.builds("320  1.0  1.0 00{} 00{}".format, NUMBERS, NUMBERS),
    st.builds("240 {}   {}    {}".format, st.sampled_from("FHZ"), NUMBERS, NUMBERS),
    st.builds("260   1   {}    {}    {}".format, *[NUMBERS] * 3),
    st.builds(abnormal, st.sampled_from(["", "W", "+", "Z"]), st.just("1.0"), st.just(""), NUMBERS),
    st.sampled_from(["352 WB", "352 BW", "192 FIDE_TEAM_GP", "362 TW 3.0"]),
)


def some_games(data: st.DataObject, size: int) -> dict[int, list[str]]:
    """Two rounds of eight players in teams of this size; mostly team against team."""
    cells: dict[int, list[str]] = {n: [] for n in range(1, 9)}
    for _ in range(2):
        if data.draw(st.integers(0, 4)) == 0:
            order = data.draw(st.permutations(list(cells)))
        else:
            firsts = data.draw(st.permutations(range(1, 9, size)))
            sides = zip(firsts[::2], firsts[1::2], strict=True)
            order = [p for a, b in sides for n in range(size) for p in (a + n, b + n)]
        for one, other in zip(order[::2], order[1::2], strict=True):
            if data.draw(st.integers(0, 3)):
                mine, theirs = data.draw(RESULTS)
                cells[one].append(f"{other} w {mine}")
                cells[other].append(f"{one} b {theirs}")
            else:
                cells[one].append(data.draw(LONE))
                cells[other].append(data.draw(LONE))
    return cells


def made(lines: list[str]) -> ImportedTournament | None:
    """The tournament of a file, None if it is refused with reasons."""
    file = read(text(*lines)).file
    try:
        return tournament_of(file) if file else None
    except InvalidInputError as error:
        return None if error.problems else pytest.fail("no reasons")


@settings(max_examples=300)
@given(st.data())
def test_any_team_file_gives_a_tournament_or_the_reasons(data: st.DataObject) -> None:
    size = data.draw(st.sampled_from([2, 4]))
    teams = [team(n // size + 1, *range(n + 1, n + size + 1)) for n in range(0, 8, size)]
    players = [player(n, *cells) for n, cells in some_games(data, size).items()]
    imported = made([*teams, *players, *data.draw(st.lists(RECORDS, max_size=2))])
    if imported is None:
        return
    for drawn in imported.tournament.rounds.values():
        matches = drawn.pairings.values()
        placed = [*(p for match in matches for p in match.seats), *drawn.byes]
        assert sorted(placed) == list(imported.tournament.entries)
        assert not any(match.result.problem for match in matches if match.result)
