"""Pairing numbers: corrected, frozen, exchanged, by hand, and of who is absent from round 1."""

from dataclasses import replace

import pytest

from chess_events.desk import new_desk, pair, play
from fairpair.app.use_cases.pairing import draft
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.rounds import ByeKind, RoundRef
from fairpair.engine.pairing.berger import boards_in, players_by_number
from fairpair.engine.pairing.dutch.position import virtual_points
from fairpair.engine.pairing.numbers import pairing_order
from fairpair.formats.trf import read
from fairpair.formats.trf.from_tournament import file_of
from fairpair.formats.trf.writer import write
from fairpair.log import commands as c
from log_driver import LogDriver, p

A, B, C, D, E, F = map(PlayerId, range(1, 7))


def field() -> LogDriver:
    """A 2100 FM, B 2100, C 2050, D 2000, E 1990, F 1950, and four weaker players."""
    ratings = (2100, 2050, 2000, 1990, 1950, 1900, 1850, 1800, 1750)
    players = [Player("A", 2100, "FM")]
    players += [Player(name, one) for name, one in zip("BCDEFGHIJ", ratings, strict=True)]
    return new_desk(players, rounds=5)


def correct(desk: LogDriver, player: PlayerId, rating: int) -> None:
    entrant = desk.t.entries[player].entrant
    assert isinstance(entrant, Player)
    desk.do(c.EditPlayer(player, replace(entrant, rating=rating)))


def test_t27_numbers_are_regenerated_before_round_4() -> None:
    desk = field()
    for _ in range(2):
        play(desk, "11111")
    correct(desk, E, 2060)
    assert pairing_order(desk.t)[:6] == [A, B, C, D, E, F]
    desk.do(c.RenumberPlayers())
    assert pairing_order(desk.t)[:6] == [A, B, E, C, D, F]
    assert file_of(desk.t).comments == ("Regeneration @ Round 3: 3=>4 4=>5 5=>3",)


def test_t28_numbers_are_final_once_round_4_is_paired() -> None:
    desk = field()
    for _ in range(4):
        play(desk, "11111")
    correct(desk, E, 2060)
    desk.refused(c.RenumberPlayers(), "numbers-final")
    desk.refused(c.ExchangeNumbers(A, B), "numbers-final")
    assert {one.id: one.rating for one in file_of(desk.t).players}[5] == 2060


def test_t29_a_late_entry_gets_the_number_that_the_rating_earns() -> None:
    desk = field()
    for _ in range(4):
        play(desk, "11111")
    before = desk.t.rounds[RoundRef(1, 1)].order
    desk.do(c.EnterLate((Player("L", 2020),)))
    assert pairing_order(desk.t)[:7] == [A, B, C, PlayerId(11), D, E, F]
    assert desk.t.rounds[RoundRef(1, 1)].order == before
    file = read(write(file_of(desk.t))).file
    assert file
    names = {one.id: one.name for one in file.players}
    assert [names[n] for n in range(1, 8)] == ["A", "B", "C", "L", "D", "E", "F"]
    for ref, round_ in desk.t.rounds.items():
        numbers = {player: n for n, player in enumerate(pairing_order(desk.t), 1)}
        for pairing in round_.pairings.values():
            white, black = (numbers[player] for player in pairing.seats)
            for one, other, colour in ((white, black, "w"), (black, white, "b")):
                cell = next(x for x in file.players if x.id == one).rounds[ref.round_no - 1]
                assert (cell.opponent, cell.colour) == (other, colour)
    late = next(x for x in file.players if x.id == 4)
    assert all(cell.opponent is None for cell in late.rounds[:4])


def test_t30_only_equal_players_exchange_their_numbers() -> None:
    desk = field()
    play(desk, "11111")
    error = desk.refused(c.ExchangeNumbers(A, C), "unequal-ratings")
    assert "A and C" in str(error.text)
    desk.do(c.ExchangeNumbers(A, B))
    assert pairing_order(desk.t)[:3] == [B, A, C]
    comments = file_of(desk.t).comments
    assert comments == ("Exchange @ Round 2: 1<=>2",)
    again = read(write(file_of(desk.t))).file
    assert again
    assert again.comments == comments
    desk.refused(c.ExchangeNumbers(A, A), "exchange-same")


def test_t31_who_has_a_bye_in_round_1_has_no_number_for_the_groups() -> None:
    """18 entered, two with a bye in round 1: 16 count, so 8 are accelerated and not 10."""
    desk = new_desk([2400 - 10 * n for n in range(18)], rounds=9, acceleration="baku")
    for player in (p(2), p(17)):
        desk.do(c.RequestBye(player, 1, ByeKind.HALF))

    def accelerated() -> set[int]:
        return {player for player, round_no in virtual_points(desk.t) if round_no == 1}

    assert len(accelerated() - {2}) == 8
    pair(desk)
    assert accelerated() == {1, 2, 3, 4, 5, 6, 7, 8, 9}  # 2 plays from round 2 on, above the last


@pytest.mark.parametrize(
    ("ties", "order"),
    [
        ("name", [1, 2, 3, 4]),
        ("fide_id", [3, 1, 2, 4]),
        ("oldest", [2, 1, 3, 4]),
        ("youngest", [3, 1, 2, 4]),
    ],
)
def test_equal_players_are_in_the_announced_order(ties: str, order: list[int]) -> None:
    players = [
        Player("A", 2000, ids={"fide": "200"}, birth="1990-05-01"),
        Player("B", 2000, ids={"fide": "1000"}, birth="1980"),
        Player("C", 2000, ids={"fide": "90"}, birth="2001-01-02"),
        Player("D", 2000),
    ]
    assert pairing_order(new_desk(players, number_ties=ties).t) == order


def test_equal_players_by_lot() -> None:
    players = [Player(f"P{n}", 2000) for n in range(12)]
    orders = {tuple(pairing_order(new_desk(players, number_ties="lot").t)) for _ in range(2)}
    assert len(orders) == 1
    assert orders != {tuple(range(1, 13))}


def round_robin(**changes: object) -> LogDriver:
    wanted = {"system": "round_robin", "rounds": None, "standings_tiebreakers": ["SB"]}
    return new_desk([2400, 2300, 2200, 2100], **{**wanted, **changes})


def test_numbers_of_a_round_robin_are_given_by_hand() -> None:
    desk = round_robin()
    desk.do(c.RenumberPlayers((p(3), p(1), p(4), p(2))))
    desk.do(c.RegisterPlayers((Player("Late", 2500),)))
    assert players_by_number(desk.t) == [3, 1, 4, 2, 5]
    desk.do(c.ExchangeNumbers(p(3), p(5)))
    assert players_by_number(desk.t) == [5, 1, 4, 2, 3]
    assert draft(desk.t).tables[0].seats == (p(1), p(3))  # in round 1 of six: 2-5
    pair(desk)
    desk.refused(c.RenumberPlayers((p(1), p(2), p(3), p(4), p(5))), "numbers-final")
    desk.refused(c.ExchangeNumbers(p(1), p(2)), "numbers-final")


def test_the_last_two_rounds_of_a_cycle_change_places_by_choice() -> None:
    swapped, kept = (round_robin(cycles=2, swap_last_rounds=one).t for one in (True, False))
    assert [boards_in(kept, 4, n) for n in (1, 3, 2)] == [
        boards_in(swapped, 4, n) for n in (1, 2, 3)
    ]
    assert boards_in(kept, 4, 4) == boards_in(swapped, 4, 4)
