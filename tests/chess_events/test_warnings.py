"""What FIDE mode tells or asks about adjourned games, byes and pairing numbers."""

from fractions import Fraction

import pytest

from fairpair.app.use_cases.pairing import draft
from fairpair.app.use_cases.rounds import finish
from fairpair.app.views.standings import standings_of
from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.results import Adjourned
from fairpair.core.rounds import ByeKind
from fairpair.formats.trf.from_tournament import file_of
from fairpair.formats.trf.writer import write
from fairpair.log import commands as c
from fide.events import Event, result

SIX = range(2400, 1800, -100)
ONE, FOUR = PlayerId(1), PlayerId(4)
HALF = Fraction(1, 2)


def adjourned_event() -> Event:
    """Round 1: 1-4 adjourned, 5-2 and 3-6 won by White."""
    event = Event(SIX, rounds=5)
    assert event.pair() == "1-4 5-2 3-6"
    event.do(c.RecordResult(event.table(1, 1), Adjourned()))
    event.play("5-2 1", "3-6 1")
    return event


def test_t13_an_adjourned_game_is_a_draw_with_a_colour_for_pairing() -> None:
    assert adjourned_event().pair() == "5-3 2-1 4-6"


def test_t14_a_report_of_the_moment_says_which_game_is_open() -> None:
    lines = write(file_of(adjourned_event().t)).decode().splitlines()
    cells = {line[4:8].strip(): line[91:99] for line in lines if line.startswith("001")}
    points = {line[4:8].strip(): line[80:84] for line in lines if line.startswith("001")}
    assert (cells["1"], cells["4"]) == ("   4 w ?", "   1 b ?")
    assert (points["1"], points["4"]) == (" 0.5", " 0.5")
    assert "162  X 0.5" in lines


def test_t15_the_end_of_an_adjourned_game_is_confirmed() -> None:
    event = adjourned_event()
    event.pair()
    command = c.RecordResult(event.table(1, 1), result("1"))
    error = event.refused(command, "needs-confirmation")
    assert error.codes == ("adjourned-decided",)
    assert [one.level for one in error.warnings] == [3]
    assert _scores(event) == {1: HALF, 2: 0, 3: 1, 4: HALF, 5: 1, 6: 0}
    before = event.last
    event.do(command, confirm=["adjourned-decided"])
    assert event.last.pairings == before.pairings
    assert "Adjournment @ Round 1: 1-4: ? => 1-0" in file_of(event.t).comments
    assert {one.id: one.points for one in file_of(event.t).players}[1] == 1
    assert _scores(event) == {1: 1, 2: 0, 3: 1, 4: 0, 5: 1, 6: 0}


def _scores(event: Event) -> dict[int, Fraction]:
    """The points of the standings."""
    return {row.player: row.points for row in standings_of(event.t).rows}


def test_the_end_of_an_old_adjourned_game_is_confirmed_when_a_reason_is_given_too() -> None:
    """As at the desk, where every result of a round before is a correction."""
    event = adjourned_event()
    for _ in range(3):
        event.pair()
        event.play(*(f"{a}-{b} ½" for a, b in (x.seats for x in event.last.pairings.values())))
    command = c.CorrectResult(event.table(1, 1), result("1"), "played on Sunday")
    error = event.refused(command, "needs-confirmation")
    assert error.codes == ("adjourned-decided",)
    event.do(command, confirm=["adjourned-decided"])
    assert file_of(event.t).comments == ("Adjournment @ Round 1: 1-4: ? => 1-0 after Round 4",)


def test_a_draw_of_an_adjourned_game_needs_no_confirmation() -> None:
    event = adjourned_event()
    event.pair()
    event.do(c.RecordResult(event.table(1, 1), result("½")))


def test_an_old_adjourned_game_is_told_when_a_round_is_paired() -> None:
    event = adjourned_event()
    event.pair()
    event.play("5-3 1", "2-1 0", "4-6 1")
    event.do(draft(event.t))
    assert event.notices == ["adjourned-open"]


def test_t16_nothing_is_finished_with_an_open_game() -> None:
    event = adjourned_event()
    for choice in ({}, {"early": True}, {"early": True, "open_games": "draw"}):
        with pytest.raises(InvalidStateError) as caught:
            event.run(finish, **choice)
        assert caught.value.code in ("games-open", "adjourned", "rounds-left")
    assert not event.t.finished
    event.do(c.RecordResult(event.table(1, 1), result("1")))
    event.run(finish, early=True, reason="rain")
    assert event.t.finished


def test_t23_a_second_half_point_bye_is_confirmed() -> None:
    event = Event(SIX, rounds=5)
    event.do(c.RequestBye(ONE, 2, ByeKind.HALF))
    error = event.refused(c.RequestBye(ONE, 4, ByeKind.HALF), "needs-confirmation")
    assert error.codes == ("second-half-bye",)
    assert "P1" in str(error.warnings[0].text)
    event.do(c.RequestBye(ONE, 4, ByeKind.HALF), confirm=["second-half-bye"])
    event.do(c.RequestBye(FOUR, 4, ByeKind.HALF))


def test_t24_a_full_point_bye_is_told() -> None:
    event = Event([*SIX, 1800], rounds=5)
    event.do(c.RequestBye(ONE, 1, ByeKind.FULL))
    assert event.notices == ["full-bye"]
    event.pair()
    file = file_of(event.t)
    assert {one.id: one.rounds[0].result for one in file.players}[1] == "F"


def test_t27_a_regeneration_lists_its_changes() -> None:
    event = Event([2100, 2100, 2050, 2000, 1990, 1950], rounds=5)
    event.do(c.EditPlayer(PlayerId(5), Player("P5", 2060)))
    event.pair()
    event.do(c.EditPlayer(PlayerId(6), Player("P6", 2055)))
    error = event.refused(c.RenumberPlayers(), "needs-confirmation")
    assert error.codes == ("numbers-regenerated",)
    assert "6=>4, 4=>5 and 5=>6" in str(error.warnings[0].text)
    event.do(c.RenumberPlayers(), confirm=["numbers-regenerated"])


def test_t30_an_exchange_is_confirmed() -> None:
    event = Event([2100, 2100, 2050, 2000], rounds=3)
    command = c.ExchangeNumbers(ONE, PlayerId(2))
    assert event.refused(command, "needs-confirmation").codes == ("numbers-exchanged",)
    event.do(command, confirm=["numbers-exchanged"])
    with pytest.raises(InvalidStateError):
        event.do(c.ExchangeNumbers(ONE, FOUR))


def test_outside_fide_mode_nothing_is_asked() -> None:
    event = Event(SIX, rounds=5, fide=False)
    for round_no in (2, 4):
        event.do(c.RequestBye(ONE, round_no, ByeKind.HALF))
    event.do(c.RequestBye(FOUR, 2, ByeKind.FULL))
    assert event.notices == []


def test_t23_who_may_have_none_gets_no_half_point_bye() -> None:
    event = Event(SIX, rounds=5)
    event.do(c.BarHalfByes(ONE))
    with pytest.raises(InvalidStateError) as caught:
        event.do(c.RequestBye(ONE, 2, ByeKind.HALF))
    assert caught.value.code == "half-byes-barred"
    event.do(c.RequestBye(ONE, 2, ByeKind.ZERO), c.RequestBye(FOUR, 2, ByeKind.HALF))
    event.do(draft(event.t), c.PublishRound())
    event.do(c.BarHalfByes(ONE, barred=False), c.RequestBye(ONE, 3, ByeKind.HALF))
    assert not event.t.entries[ONE].half_byes_barred
