"""Unusual results, expelled players, the under-50 % rule and imported rounds."""

from fractions import Fraction

import pytest

from chess_events.desk import BLACK, DRAW, WHITE, new_desk, pair, play
from fairpair.app.views.standings import standings_of
from fairpair.app.views.status import long_event_warnings
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import DropKind, Entry, Period, Player
from fairpair.core.results import Decided, Mark, Result, win_for
from fairpair.core.rounds import FIRST_ROUND, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.numbers import pairing_order
from fairpair.formats.result_words import result_from_text
from fairpair.formats.trf.from_tournament import file_of
from fairpair.log import commands as c
from fairpair.presets import rules_of
from log_driver import LogDriver, p

EIGHT = range(2400, 2000, -50)


def test_t21_a_half_point_against_nothing() -> None:
    desk = new_desk(EIGHT, rounds=5, standings_tiebreakers=["STD"])
    ref = pair(desk)
    odd = result_from_text("1/2-0", desk.t.rules)
    assert odd == Decided((Mark.DRAW, Mark.LOSS))
    white, black = desk.t.rounds[ref].pairings[3].seats
    desk.do(c.RecordResult(ref.at(3), odd))
    cells = {one.id: one.rounds[0] for one in file_of(desk.t).players}
    assert (cells[white].result, cells[black].result) == ("=", "0")
    assert (cells[white].colour, cells[black].colour) == ("w", "b")
    rows = standings_of(desk.t).by_player
    assert (rows[white].points, rows[black].points) == (Fraction(1, 2), Fraction(0))
    assert (rows[white].values[1], rows[black].values[1]) == (Fraction(1), Fraction(0))


def test_t22_both_cannot_win() -> None:
    desk = new_desk(EIGHT, rounds=5)
    match = pair(desk).at(1)
    desk.refused(c.RecordResult(match, result_from_text("1-1", desk.t.rules)), "impossible-result")
    with pytest.raises(InvalidInputError):
        result_from_text("1-1/2", desk.t.rules)


def test_t25_an_expelled_leader_is_not_ranked() -> None:
    desk = new_desk(EIGHT, rounds=7, standings_tiebreakers=["BH"])
    for _ in range(5):
        play(desk, "1===")
    before = standings_of(desk.t)
    leader, *others = [row.player for row in before.rows]
    desk.do(c.DropPlayer(leader, DropKind.EXPELLED))
    after = standings_of(desk.t)
    assert [row.player for row in after.rows] == [*others, leader]
    assert (after.rows[0].rank, after.rows[-1].rank) == (1, None)
    assert {r.player: r.values for r in after.rows} == {r.player: r.values for r in before.rows}
    assert {one.id: one.rank for one in file_of(desk.t).players}[leader] is None


def test_t26_an_unrated_win_counts_like_a_game() -> None:
    desk = new_desk(EIGHT, rounds=5, standings_tiebreakers=["WON", "BPG"])
    ref = pair(desk)
    unrated = result_from_text("1-0U", desk.t.rules)
    assert unrated == Decided(win_for(0), rated=False)
    desk.do(c.RecordResult(ref.at(1), unrated))
    white, black = desk.t.rounds[ref].pairings[1].seats
    cells = {one.id: one.rounds[0].result for one in file_of(desk.t).players}
    assert (cells[white], cells[black]) == ("W", "L")
    rows = standings_of(desk.t).by_player
    assert (rows[white].values[1], rows[black].values[2]) == (Fraction(1), Fraction(1))


BERGER: dict[tuple[int, int], Result] = {
    **dict.fromkeys([(1, 6), (6, 4), (1, 2), (4, 5), (2, 3)], WHITE),
    **dict.fromkeys([(3, 4), (2, 6), (4, 2), (5, 1)], BLACK),
}


def round_robin(players: int, leaves_after: int, who: int) -> LogDriver:
    """Numbers in order of registration; a player leaves after a round."""
    desk = new_desk(
        [None] * players,
        system="round_robin",
        rounds=None,
        standings_tiebreakers=["SB"],
        pairing_methods={"round_1": "entry_order"},
    )
    for round_no in range(1, players + players % 2):
        ref = pair(desk)
        for table, pairing in sorted(desk.t.rounds[ref].pairings.items()):
            white, black = pairing.seats
            desk.do(c.RecordResult(ref.at(table), BERGER.get((white, black), DRAW)))
        desk.do(c.CompleteRound())
        if round_no == leaves_after:
            desk.do(c.DropPlayer(p(who)))
    return desk


def points(desk: LogDriver) -> dict[int, Fraction]:
    return {row.player: row.points for row in standings_of(desk.t).rows if row.rank}


def test_t35_under_half_of_the_games_nothing_counts() -> None:
    desk = round_robin(6, 2, 6)
    rows = {
        row.player: (row.points, row.values[1]) for row in standings_of(desk.t).rows if row.rank
    }
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    assert rows == {
        1: (3, 5 + quarter),
        2: (2 + half, 4),
        4: (2 + half, 3 + half),
        3: (1, 2),
        5: (1, 2 - quarter),
    }


def test_t36_from_half_of_the_games_on_everything_counts() -> None:
    desk = round_robin(6, 3, 6)
    half = Fraction(1, 2)
    assert points(desk) == {1: 4, 2: 2 + half, 4: 2 + half, 3: 2, 5: 2, 6: 2}


def test_t37_exactly_half_counts() -> None:
    """Five players with four games each: one leaves after two of them."""
    desk = round_robin(5, 2, 5)
    played = sum(
        PlayerId(5) in one.seats
        for round_ in desk.t.rounds.values()
        for one in round_.pairings.values()
    )
    assert played == 2
    assert PlayerId(5) in points(desk)


def test_t38_ratings_that_change_during_a_long_event() -> None:
    """Opponents of 2100 (2150 from round 4) in round 2, 2000 (1960) in 5 and 1900 in 6."""
    entries = {
        PlayerId(n): Entry(Player(f"P{n}", rating), (Period(FIRST_ROUND),), later_ratings=later)
        for n, rating, later in (
            (1, 2200, {}),
            (2, 2100, {4: 2150}),
            (3, 2000, {4: 1960}),
            (4, 1900, {}),
        )
    }
    games = {2: 2, 5: 3, 6: 4}
    rounds = {
        RoundRef(1, n): Round(
            RoundStatus.COMPLETE,
            {1: Pairing((p(1), p(games[n])), DRAW)} if n in games else {},
            {},
            "dutch",
            "",
            "",
        )
        for n in range(1, 7)
    }
    found = {}
    for how in ("first", "chosen", "round"):
        wanted = {"tiebreak_ratings": how, "rating_round": 4, "standings_tiebreakers": ["ARO"]}
        rules = rules_of("fide_dutch", wanted)
        t = Tournament(created=True, rules=rules, entries=entries, rounds=rounds)
        found[how] = standings_of(t).by_player[p(1)].values[1]
    assert found == {"first": 2000, "chosen": 2003, "round": 1987}


def test_a_later_rating_needs_a_long_event() -> None:
    desk = new_desk(EIGHT, rounds=5)
    desk.refused(c.SetLaterRating(p(1), 3, 2500), "no-long-event")
    desk.do(c.ChangeHeader({"first_day": "2026-01-01", "last_day": "2026-01-31"}))
    assert "lasts 31 days" in str(long_event_warnings(desk.t)[0])
    desk.do(c.ChangeRules({"long_event": True, "standings_tiebreakers": ["ARO", "BH"]}))
    assert "not recommended: ARO" in str(long_event_warnings(desk.t)[0])
    desk.do(c.SetLaterRating(p(1), 3, 2500), c.SetLaterRating(p(1), 5, 2510))
    entry = desk.t.entries[p(1)]
    assert [entry.rating_in(n) for n in range(1, 6)] == [2400, 2400, 2500, 2500, 2510]
    assert pairing_order(desk.t)[0] == 1
    desk.do(c.SetLaterRating(p(1), 3, None))
    assert desk.t.entries[p(1)].later_ratings == {5: 2510}
