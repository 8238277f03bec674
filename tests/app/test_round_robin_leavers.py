"""Somebody leaves a round robin (C.05, 6.6): before half of the games nothing counts, later all."""

from fractions import Fraction

import pytest

from fairpair.app.files.check import check_file
from fairpair.app.use_cases.pairing import draft
from fairpair.app.views.player_rounds import cross_table
from fairpair.app.views.ranking import ranking_view
from fairpair.app.views.standings import standings_of
from fairpair.core.ids import PlayerId
from fairpair.core.players import DropKind, Player
from fairpair.core.results import Decided, Mark, Result, win_for
from fairpair.core.rounds import ByeKind, RoundRef
from fairpair.formats.trf.from_tournament import file_of
from fairpair.formats.trf.writer import write
from fairpair.log import commands as c
from fairpair.presets import rules_of
from log_driver import LogDriver, p

WHITE, BLACK = Decided(win_for(0)), Decided(win_for(1))
DRAW = Decided((Mark.DRAW, Mark.DRAW))
RESULTS: dict[tuple[int, int], Result] = {
    (1, 6): WHITE,
    (2, 5): DRAW,
    (3, 4): BLACK,
    (6, 4): WHITE,
    (5, 3): DRAW,
    (1, 2): WHITE,
    (3, 1): DRAW,
    (4, 5): WHITE,
    (2, 6): BLACK,
    (1, 4): DRAW,
    (2, 3): WHITE,
    (4, 2): BLACK,
    (5, 1): BLACK,
}


def new_event(players: int, tiebreaks: tuple[str, ...] = ("SB",)) -> LogDriver:
    desk = LogDriver()
    wanted: dict[str, object] = {
        "system": "round_robin",
        "pairing_methods": {"round_1": "entry_order"},
    }
    wanted |= {"rounds": None, "standings_tiebreakers": tiebreaks}
    rules = rules_of("fide_dutch", wanted)
    desk.do(c.CreateTournament("Six", "seed", rules.as_settings()))
    desk.do(c.RegisterPlayers(tuple(Player(f"P{n}") for n in range(1, players + 1))))
    return desk


def play(desk: LogDriver, rounds: int) -> None:
    for _ in range(rounds):
        desk.do(draft(desk.t), c.PublishRound())
        ref = max(desk.t.rounds)
        for table, pairing in sorted(desk.t.rounds[ref].pairings.items()):
            white, black = pairing.seats
            desk.do(c.RecordResult(ref.at(table), RESULTS.get((white, black), DRAW)))
        desk.do(c.CompleteRound())


def points(desk: LogDriver) -> dict[int, tuple[int | None, Fraction, Fraction | None]]:
    rows = standings_of(desk.t).rows
    return {row.player: (row.rank, row.points, row.values[1]) for row in rows}


@pytest.mark.parametrize("kind", [DropKind.WITHDRAWN, DropKind.EXPELLED])
def test_under_half_of_the_games_nothing_counts(kind: DropKind) -> None:
    desk = new_event(6)
    play(desk, 2)
    desk.do(c.DropPlayer(p(6), kind))
    play(desk, 3)
    half = Fraction(1, 2)
    assert points(desk) == {
        1: (1, 3, Fraction(21, 4)),
        2: (2, 5 * half, 4),
        4: (3, 5 * half, 7 * half),
        3: (4, 1, 2),
        5: (5, 1, Fraction(7, 4)),
        6: (None, 0, 0),
    }
    table = {row.id: [cell.text for cell in row.cells] for row in cross_table(desk.t, 0).players}
    assert table[p(6)] == ["1b0", "3w1", "2b-", "5w-", "4b-"]
    assert table[p(2)][2] == "-w+"
    why = "left before playing half of the games" if kind == DropKind.WITHDRAWN else "disqualified"
    assert str(ranking_view(desk.t, 0).players[-1].why) == why
    text = write(file_of(desk.t))
    assert not check_file(text).complaints
    cells = {one.id: "".join(cell.result for cell in one.rounds) for one in file_of(desk.t).players}
    assert (cells[6], cells[1][0], cells[2][2], cells[5][3], cells[3][4]) == ("01---", *"1+++")


def test_from_half_of_the_games_on_the_rest_is_forfeited() -> None:
    desk = new_event(6)
    play(desk, 3)
    desk.do(c.DropPlayer(p(6)))
    play(desk, 2)
    found = {player: row[1] for player, row in points(desk).items()}
    half = Fraction(1, 2)
    assert found == {1: 4, 2: 5 * half, 4: 5 * half, 3: 2, 5: 2, 6: 2}
    assert {row.player: row.rank for row in standings_of(desk.t).rows}[p(6)]
    fifth = {one.id: one for one in file_of(desk.t).players}[5].rounds[3]
    assert (fifth.opponent, fifth.colour, fifth.result) == (6, "b", "+")
    assert not check_file(write(file_of(desk.t))).complaints


def test_a_report_is_ranked_without_games_that_count_for_nobody() -> None:
    desk = new_event(6, ("WIN", "BPG", "KS", "DE"))
    play(desk, 2)
    desk.do(c.DropPlayer(p(6)))
    play(desk, 3)
    assert not check_file(write(file_of(desk.t))).complaints


def test_exactly_half_counts() -> None:
    desk = new_event(5)
    play(desk, 2)
    played = {x for r in desk.t.rounds.values() for one in r.pairings.values() for x in one.seats}
    rested = {x for r in desk.t.rounds.values() for x in r.byes}
    leaver = min(played - rested)
    desk.do(c.DropPlayer(leaver))
    play(desk, 3)
    assert all(row.rank for row in standings_of(desk.t).rows)


def test_two_who_left_forfeit_their_game() -> None:
    desk = new_event(6)
    play(desk, 4)
    desk.do(c.DropPlayer(p(3)), c.DropPlayer(p(6)))
    play(desk, 1)
    third = {one.id: one for one in file_of(desk.t).players}[3].rounds[4]
    assert (third.opponent, third.result) == (6, "-")


def test_a_game_that_somebody_asked_not_to_play_is_forfeited() -> None:
    desk = new_event(6)
    play(desk, 1)
    desk.do(c.RequestBye(p(4), 2, ByeKind.ZERO))
    play(desk, 1)
    assert desk.t.rounds[RoundRef(1, 2)].byes == {PlayerId(4): "zero", PlayerId(6): "full"}
    cells = {one.id: one.rounds[1] for one in file_of(desk.t).players}
    assert (cells[6].opponent, cells[6].result) == (4, "+")
    assert (cells[4].opponent, cells[4].result) == (6, "-")
