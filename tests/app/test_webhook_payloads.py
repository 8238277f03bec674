"""What outsiders are told of a log: knock-outs, and what is taken back."""

from app.played_events import LOWER, knock_out, next_round, won
from fairpair.app.webhooks.payloads import payloads
from fairpair.core.ids import TournamentId
from fairpair.core.rounds import MatchRef
from fairpair.log import commands as c
from log_driver import LogDriver

CUP = TournamentId("cup")


def told(desk: LogDriver, after: int) -> list[str]:
    """The first lines, without the name of the tournament."""
    found = payloads(CUP, desk.journal, after)
    return [one.message.splitlines()[0].partition(": ")[2] for one in found]


def test_rounds_of_a_knock_out_have_their_names() -> None:
    desk = knock_out(4)
    assert told(desk, desk.journal.version - 1) == ["Pairings published: the semi-finals."]
    start = desk.journal.version
    won(desk, 1, 1)
    won(desk, 1, 2)
    next_round(desk)
    [one, two, final] = told(desk, start)
    assert one.startswith("The semi-finals, table 1: ")
    assert two.startswith("The semi-finals, table 2: ")
    assert final == "Pairings published: the final."


def test_a_match_that_does_not_count_any_more_is_told() -> None:
    desk = knock_out(4)
    won(desk, 1, 1)
    won(desk, 1, 2)
    next_round(desk)
    won(desk, 2, 1)
    start = desk.journal.version
    names = [desk.t.name_of(p) for p in desk.t.rounds[max(desk.t.rounds)].pairings[1].seats]
    desk.do(c.CorrectResult(MatchRef(2, 1, 1), LOWER, "misread", void_later=True))
    voided, corrected = payloads(CUP, desk.journal, start)
    assert (voided.document["change"], voided.document["result"]) == ("voided", None)
    assert voided.document["pairing"] == "2-2-1"
    ending = f"The final, table 1: {names[0]} - {names[1]}, match voided"
    assert voided.message.endswith(ending)
    assert corrected.document["change"] == "corrected"
    # Who hears of it only now is not told of a final that is not there.
    assert "Pairings published: the final." not in told(desk, 0)
    desk.do(c.Undo())
    [back] = payloads(CUP, desk.journal, desk.journal.version - 1)
    assert [one["event"] for one in back.document["concerns"]] == ["result-changed"] * 2
    assert back.document["concerns"][1]["result"] == "2-0"


def test_a_round_that_is_taken_back_is_told() -> None:
    desk = knock_out(4)
    published = desk.journal.version
    desk.do(c.Undo())
    [back] = payloads(CUP, desk.journal, published)
    assert back.message.splitlines()[0].endswith(": Undone:")
    assert back.message.splitlines()[1] == "Semi\\-finals published"
    assert back.document["concerns"] == [
        {
            "id": f"cup:{published}",
            "event": "round-published",
            "round": {"stage": 2, "round": 1},
        }
    ]
    assert not back.document["counts"]
