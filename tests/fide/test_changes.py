"""Changes after round 1: rounds that would be paired otherwise, corrections, manual pairings."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from fairpair.app.files.check import check_file
from fairpair.app.transfer.exports import Source, get_export
from fairpair.app.transfer.replay import commands_of
from fairpair.app.use_cases.pairing import draft
from fairpair.app.views.changed_pairings import changed_pairings
from fairpair.app.views.ratings import rating_report
from fairpair.app.views.standings import standings_of
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import FideState
from fairpair.formats.trf import read_or_raise
from fairpair.formats.trf.from_tournament import file_of
from fairpair.formats.trf.tournament import tournament_of
from fairpair.log import commands as c
from fairpair.log.events import RulesChanged
from fairpair.log.fide_mode import game_text
from fide.events import ByeKind, Event, Table, boards, result
from log_driver import LogDriver

LEAVE = "leave-fide-mode"
EIGHT = range(2400, 2200, -25)
HALF = Fraction(1, 2)


def last_round_event(**rules: Any) -> Event:
    event = Event(EIGHT, rounds=6, **rules)
    event.pair()
    event.play("1-5 1", "6-2 1", "3-7 1", "8-4 0")
    event.pair()
    event.play("4-1 0", "6-3 ½", "2-7 ½", "5-8 0")
    event.pair()
    event.play("1-6 0", "3-4 1", "8-2 0", "7-5 ½")
    event.pair()
    event.play("1-3 1", "4-6 1", "2-5 0", "7-8 0")
    assert event.pair() == "8-1 3-2 6-7 5-4"
    return event


def notice_of(event: Event, command: c.ChangeRules) -> dict[str, Any]:
    before = event.log.journal.version
    event.do(command)
    events = [record.event for record in event.log.journal.records[before:]]
    (found,) = changed_pairings(event.t, events)
    assert found.level == 1
    return dict(found.values)


def report(event: Event) -> list[str]:
    """The `###` lines of the report file."""
    source = Source(TournamentId("open"), event.log.journal, lambda: event.log.archive, None)
    text = get_export("trf26", "").make(source).decode()
    lines = [line for line in text.splitlines() if line.startswith("###")]
    return [line for line in lines if "Not final" not in line]


def test_t1_the_last_round_changes() -> None:
    event, change = last_round_event(), c.ChangeRules({"rounds": 5}, "hall closes")
    event.refused(change, "fide-locked")
    outside = last_round_event(fide=False)
    found = notice_of(outside, change)
    assert found == {"round": 5, "boards": [3, 4], "expected": ["5-6", "4-7"]}
    assert boards(outside.last) == "8-1 3-2 6-7 5-4"


def test_t2_the_points_change() -> None:
    event = Event([2400, 2300, 2200, 2100, 2000, 1900], rounds=5, fide=False)
    event.pair()
    event.play("1-4 ½", "5-2 ½", "3-6 0")
    event.pair()
    event.play("6-1 ½", "4-5 0", "2-3 0")
    assert event.pair() == "5-6 1-3 4-2"
    found = notice_of(event, c.ChangeRules({"points": {"win": 3, "draw": 1, "loss": 0}}, "x"))
    assert found == {"round": 3, "boards": [2], "expected": ["3-1"]}


def test_t3_the_value_of_a_bye_changes() -> None:
    event = Event(range(2400, 2225, -25), rounds=5, fide=False)
    event.pair()
    event.play("1-4 1", "5-2 0", "3-6 ½")
    assert event.pair() == "7-1 2-3 6-5 4"
    found = notice_of(event, c.ChangeRules({"bye_points": 0.5}, "x"))
    assert found["expected"][:2] == ["2-1", "7-3"]


def drafted_round_2() -> Event:
    event = Event(range(2400, 1600, -100), rounds=5)
    event.pair()
    event.play("1-5 1", "6-2 0", "3-7 1", "8-4 ½")
    return event


def by_hand(*pairs: str) -> c.DraftRound:
    seats = [tuple(PlayerId(int(n)) for n in pair.split("-")) for pair in pairs]
    return c.DraftRound(tuple(Table(n, pair) for n, pair in enumerate(seats, 1)))


def test_t7_a_manual_pairing_is_compared_with_the_engine() -> None:
    event = drafted_round_2()
    event.do(by_hand("4-1", "2-3", "5-8", "7-6"))
    asked = event.refused(c.PublishRound(), "needs-confirmation")
    assert asked.codes == ("manual-pairing",)
    assert [one.level for one in asked.warnings] == [4]
    assert "2-1" in asked.problems[0].message
    event.with_token(c.PublishRound(), "manual-pairing")
    assert event.t.fide_state is FideState.ON
    assert report(event) == ["### MPA @ Round 2: 2-1 4-3 => 4-1 2-3"]
    event.do(c.Undo())
    assert report(event) == []


def test_t8_what_is_put_back_leaves_no_line() -> None:
    event = drafted_round_2()
    event.do(by_hand("4-1", "2-3", "5-8", "7-6"))
    four, two = PlayerId(4), PlayerId(2)
    event.do(c.SwapPlayers(four, two, keep_colours=True))
    event.do(c.PublishRound())
    assert boards(event.last) == "2-1 4-3 5-8 7-6"
    assert report(event) == []


def six_rounds() -> Event:
    event = Event(range(2400, 2080, -20), rounds=7)
    for _ in range(6):
        event.pair()
        if len(event.t.rounds) < 6:
            pairs = [one.seats for one in event.last.pairings.values()]
            event.play(*(f"{a}-{b} ½" for a, b in pairs))
    a, b = event.last.pairings[1].seats
    event.play(f"{a}-{b} 1", complete=False)
    return event


def correction(event: Event, round_no: int) -> tuple[c.CorrectResult, str]:
    (ref,) = (one for one in event.t.rounds if one.round_no == round_no)
    a, b = event.t.rounds[ref].pairings[1].seats
    return c.CorrectResult(ref.at(1), result("0"), "wrong slip"), f"{a}-{b}"


def points_of(event: Event) -> dict[int, Fraction]:
    """The points of the standings."""
    return {row.player: row.points for row in standings_of(event.t).rows}


def test_t18_the_round_before_the_last_is_corrected() -> None:
    event = six_rounds()
    command, pair = correction(event, 5)
    asked = event.refused(command, "needs-confirmation")
    assert (asked.codes, asked.warnings[0].level) == (("correction",), 3)
    before, points = boards(event.last), points_of(event)
    white, black = map(int, pair.split("-"))
    event.do(command, confirm=["correction"])
    assert boards(event.last) == before
    moved = {white: points[white] - HALF, black: points[black] + HALF}
    assert points_of(event) == points | moved
    assert report(event) == [f"### Correction @ Round 6: {pair}: 1/2-1/2 => 0-1"]
    event.do(c.Undo())
    assert report(event) == []


def test_t19_an_older_round_is_locked() -> None:
    event = six_rounds()
    error = event.refused(correction(event, 4)[0], "fide-locked", ["correction"])
    assert [one.where for one in error.problems] == ["correction-too-old"]


def test_t19_an_older_round_is_corrected_for_the_rating_only() -> None:
    event = six_rounds()
    wrong, pair = correction(event, 4)
    command = c.CorrectForRating(wrong.match, wrong.result, "wrong slip")
    asked = event.refused(command, "needs-confirmation")
    assert (asked.codes, asked.warnings[0].level) == (("rating-correction",), 3)
    before = standings_of(event.t).rows
    cells = games_of(event, 4, pair)
    event.do(command, confirm=["rating-correction"])
    assert standings_of(event.t).rows == before
    assert (cells, games_of(event, 4, pair)) == (("w =", "b ="), ("w 0", "b 1"))
    assert report(event) == [f"### Rating correction @ Round 4: {pair}: 1/2-1/2 => 0-1"]
    white = int(pair.split("-")[0])
    reported = next(one for one in rating_report(event.t, 1).players if one.id == white)
    event.do(c.Undo())
    assert report(event) == []
    as_played = next(one for one in rating_report(event.t, 1).players if one.id == white)
    assert float(as_played.score) - float(reported.score) == 0.5


def test_colours_of_an_older_round_are_corrected_for_the_rating_only() -> None:
    event = six_rounds()
    wrong, pair = correction(event, 2)
    turned = "-".join(reversed(pair.split("-")))
    event.do(
        c.CorrectForRating(wrong.match, None, "wrong sheet", swap_colours=True),
        confirm=["rating-correction"],
    )
    line = f"### Rating correction @ Round 2: {pair}: 1/2-1/2 => {turned}: 1/2-1/2"
    assert report(event) == [line]
    assert games_of(event, 2, pair) == ("b =", "w =")


def games_of(event: Event, round_no: int, pair: str) -> tuple[str, ...]:
    """The cells of both players of a game in the report."""
    players = {one.id: one for one in file_of(event.t).players}
    cells = [players[int(one)].rounds[round_no - 1] for one in pair.split("-")]
    return tuple(f"{cell.colour} {cell.result}" for cell in cells)


def test_t20_colours_are_corrected() -> None:
    event = six_rounds()
    ref = max(event.t.rounds)
    a, b = event.t.rounds[ref].pairings[1].seats
    command = c.CorrectColours(ref.at(1), "wrong sheet")
    asked = event.refused(command, "needs-confirmation")
    assert (asked.codes, asked.warnings[0].level) == (("colours-corrected",), 3)
    event.do(command, confirm=["colours-corrected"])
    assert event.last.pairings[1].seats == (b, a)
    assert report(event) == [f"### Correction @ Round 6: {a}-{b}: 1-0 => {b}-{a}: 0-1"]
    old = c.CorrectColours(correction(event, 4)[0].match, "wrong sheet")
    assert [x.where for x in event.refused(old, "fide-locked").problems] == ["correction-too-old"]


def file_text(event: Event) -> str:
    source = Source(TournamentId("open"), event.log.journal, lambda: event.log.archive, None)
    return get_export("trf26", "").make(source).decode()


def test_rounds_are_checked_as_they_were_before_corrections() -> None:
    """A result of round 5 and the colours of board 1 are corrected when round 6 is paired."""
    event = six_rounds()
    event.do(correction(event, 5)[0], confirm=["correction"])
    ref = max(event.t.rounds)
    event.do(c.CorrectColours(ref.at(1), "wrong sheet"), confirm=["colours-corrected"])
    assert len(report(event)) == 2
    text = file_text(event)
    assert not check_file(text.encode()).pairs
    without = "\n".join(line for line in text.splitlines() if not line.startswith("###"))
    assert check_file(without.encode()).pairs


def test_corrections_before_a_round_is_paired_count_for_it() -> None:
    event = drafted_round_2()
    command = c.CorrectResult(event.table(1, 1), result("0"), "wrong slip")
    event.do(command, confirm=["correction"])
    assert report(event) == ["### Correction @ Round 2: 1-5: 1-0 => 0-1 before pairing"]
    event.pair()
    assert not check_file(file_text(event).encode()).pairs


def test_colours_of_a_round_without_a_result_are_a_pairing_by_hand() -> None:
    event = drafted_round_2()
    assert event.pair() == "2-1 4-3 5-8 7-6"
    command = c.CorrectColours(RoundRef(1, 2).at(1), "at the board")
    event.do(command)
    assert event.notices == ["pairings-opened", "wrong-colours"]
    event.with_token(c.PublishRound(), "manual-pairing")
    assert boards(event.last) == "1-2 4-3 5-8 7-6"
    assert report(event) == ["### MPA @ Round 2: 2-1 => 1-2"]


def test_a_bye_is_corrected() -> None:
    event = Event(range(2400, 2225, -25), rounds=5)
    event.pair()
    event.play("1-4 1", "5-2 0", "3-6 ½")
    command = c.GiveBye(PlayerId(7), ByeKind.ZERO, 1, 1, "he was ill")
    asked = event.refused(command, "needs-confirmation")
    assert asked.codes == ("bye-correction",)
    event.do(command, confirm=["bye-correction"])
    assert report(event) == ["### Correction @ Round 2: 7: U => Z before pairing"]


def test_t5_the_report_has_the_exit_and_the_change() -> None:
    event = Event(EIGHT, rounds=5)
    event.pair()
    change = c.ChangeRules({"points": {"win": 3, "draw": 1, "loss": 0}}, "announced")
    event.with_token(change, LEAVE)
    assert report(event) == [
        "### FIDE mode exited @ Round 1",
        "### Configuration @ Round 1: points 1-0.5-0 => 3-1-0",
    ]


@pytest.mark.parametrize("hard", [True, False])
def test_a_pair_kept_apart_later_is_in_the_report(hard: bool) -> None:
    event = Event(EIGHT, rounds=5)
    event.pair()
    event.with_token(c.AvoidPair(PlayerId(3), PlayerId(8), hard), LEAVE)
    assert report(event)[1:] == ["### Prohibition @ Round 1: 3-8 added"]


def test_t24_a_full_point_bye_is_in_the_report() -> None:
    event = Event(range(2400, 2200, -25), rounds=5)
    event.do(c.RequestBye(PlayerId(8), 1, ByeKind.FULL))
    event.do(c.RequestBye(PlayerId(7), 1, ByeKind.ZERO))
    event.pair()
    assert report(event) == ["### FPB @ Round 1: 8=FPB"]


def test_a_soft_wish_that_moved_a_board() -> None:
    """Round 1 pairs 1-5: a wish to keep them apart moves boards, which no checker can know."""
    event = Event(EIGHT, rounds=5)
    event.do(c.AvoidPair(PlayerId(1), PlayerId(5), hard=False))
    event.do(draft(event.t))
    error = event.refused(c.PublishRound(), "fide-locked")
    assert [one.where for one in error.problems] == ["soft-rule-moved-a-board"]
    free = Event(EIGHT, rounds=5)
    free.do(c.AvoidPair(PlayerId(1), PlayerId(2), hard=False))
    free.pair()
    assert free.t.fide_state is FideState.ON


def test_no_change_of_rules_no_notice() -> None:
    event = last_round_event(fide=False)
    assert list(changed_pairings(event.t, [RulesChanged({"hidden": True})])) == []
    assert replace(event.t) == event.t


def file_with_corrections() -> tuple[Event, bytes]:
    """A result and the colours of another game are corrected for the rating report only."""
    event = six_rounds()
    pairs = [one.seats for one in event.last.pairings.values()]
    event.play(*(f"{a}-{b} ½" for a, b in pairs[1:]))
    wrong, _ = correction(event, 3)
    event.do(
        c.CorrectForRating(wrong.match, wrong.result, "slip"),
        c.CorrectForRating(replace(wrong.match, table=2), None, "slip", swap_colours=True),
        confirm=["rating-correction"],
    )
    source = Source(TournamentId("open"), event.log.journal, lambda: event.log.archive, None)
    return event, get_export("trf26", "").make(source)


def test_a_checker_counts_what_counted_in_the_tournament() -> None:
    _, data = file_with_corrections()
    verdict = check_file(data)
    assert verdict.is_right, verdict


def test_corrections_for_the_rating_come_back_with_the_file() -> None:
    event, data = file_with_corrections()
    assert len(report(event)) == 2
    again = tournament_of(read_or_raise(data)[0]).tournament
    for ref, round_ in event.t.rounds.items():
        theirs = {frozenset(one.seats): one for one in again.rounds[ref].pairings.values()}
        for one in round_.pairings.values():
            found = theirs[frozenset(one.seats)]
            assert (found.seats, str(found.result)) == (one.seats, game_text(one.result))
            assert (found.rated.seats, str(found.rated.result)) == (
                one.rated.seats,
                game_text(one.rated.result),
            )
    desk = LogDriver()
    desk.do(*commands_of(replace(again, draw_seed="x")))
    rated = [one.for_rating for r in desk.t.rounds.values() for one in r.pairings.values()]
    assert sum(one is not None for one in rated) == 2
    assert file_of(desk.t).players == file_of(event.t).players
