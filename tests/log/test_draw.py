"""The draw seed that is committed before the first round, with a public value or without one."""

from hashlib import sha256

import pytest

from fairpair.core.draw import PublicDraw, commitment_to
from fairpair.log import commands as c
from log_driver import LogDriver, draft, set_up

DRAND = "8430af445106a217c174b6de093d73bc6d6b4a8f4e0a5d4f9d1f0b3c1f3f0a11"


def committed(beacon: str = "", source: str = "") -> LogDriver:
    desk = set_up()
    desk.do(c.CommitDraw(beacon, source))
    return desk


def test_a_commitment_is_the_hash_of_the_seed() -> None:
    desk = committed()
    assert desk.t.draw == PublicDraw(sha256(b"fairpair draw seed seed-1").hexdigest())
    assert desk.t.draw_seed == "seed-1"
    desk.do(draft("1-2 3-4 5"))


def test_a_commitment_is_made_once_and_stays() -> None:
    desk = committed()
    action = desk.journal.version
    desk.refused(c.CommitDraw(), "draw-committed")
    desk.refused(c.Undo(action), "draw-stays")
    desk.refused(c.EnterBeacon("12"), "no-beacon")
    desk.do(c.RenameTournament("Saturday"), c.Undo())
    assert desk.t.draw is not None


def test_a_round_waits_for_the_announced_value() -> None:
    desk = committed("drand", "round 5000000, 20 November 2026, 9:00 UTC")
    desk.refused(draft("1-2 3-4 5"), "beacon-missing")
    desk.refused(c.EnterBeacon(DRAND[:-1]), "bad-value")
    desk.refused(c.EnterBeacon(DRAND[:-1] + "g"), "bad-value")
    desk.do(c.EnterBeacon(DRAND.upper()))
    assert desk.t.draw is not None
    assert desk.t.draw.value == DRAND
    assert desk.t.draw_seed == sha256(f"seed-1:{DRAND}".encode()).hexdigest()
    assert desk.t.draw.commitment == commitment_to("seed-1")
    desk.refused(c.EnterBeacon(DRAND), "beacon-known")
    desk.refused(c.Undo(desk.journal.version), "draw-stays")
    desk.do(draft("1-2 3-4 5"))


@pytest.mark.parametrize(
    ("beacon", "good", "bad"),
    [
        ("nist", "A" * 128, "A" * 127),
        ("drand", DRAND, DRAND + "0"),
        ("other", "3 11 19 24 37 42", "x" * 201),
    ],
)
def test_every_source_has_values_of_its_form(beacon: str, good: str, bad: str) -> None:
    desk = committed(beacon, "the next one")
    desk.refused(c.EnterBeacon(bad), "bad-value")
    desk.refused(c.EnterBeacon(" "), "bad-value")
    desk.do(c.EnterBeacon(good))


def test_an_undo_of_what_came_before_does_not_touch_it() -> None:
    desk = committed("other", "the lottery")
    desk.do(c.EnterBeacon("12"), c.RenameTournament("Sunday"))
    desk.do(c.Undo())
    assert desk.t.draw is not None
    assert desk.t.draw.value == "12"
