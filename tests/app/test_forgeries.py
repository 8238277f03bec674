"""What a forger does who makes all hashes and signatures right: what is found, and what is told."""

import json
from dataclasses import replace

import pytest

from archives import forged
from fairpair.app.use_cases.pairing import draft
from fairpair.app.use_cases.repair import RepairRequest, repair_round
from fairpair.app.verification import (
    Known,
    Verification,
    lines_of,
    ranking_in,
    verify_log,
    verify_proof,
)
from fairpair.core.draw import mixed_seed
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.rounds import MatchRef
from fairpair.formats import proof
from fairpair.formats.archive import Archive
from fairpair.log import commands as c
from fairpair.log.codec import read_records
from fairpair.log.journal import read_journal
from fairpair.log.signature import public_key, sign
from log_driver import CODEC, LogDriver, games, set_up

from .small_archives import CUP, Rows, archive_of, rehashed, with_value

SEVEN = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gil")
SECRET = bytes(32)
"""The forger's own."""


def played(*before: c.Command, rounds: int = 2) -> LogDriver:
    """Rounds paired by lot, each first player wins."""
    desk = set_up({"rounds": 3}, ())
    desk.do(c.RegisterPlayers(tuple(Player(name, 1500 - n) for n, name in enumerate(SEVEN))))
    desk.do(*before)
    for _ in range(rounds):
        desk.do(draft(desk.t, desk.journal.version), c.PublishRound())
        ref = desk.t.upcoming
        for table in desk.t.rounds[ref].pending:
            desk.result(ref.round_no, table, "2-0")
        desk.do(c.CompleteRound())
    return desk


def place(log: Archive, kind: str, number: int = 0) -> int:
    """Where the event of a kind is; -1 for the last."""
    return [at for at, row in enumerate(log.rows) if row.type == kind][number]


def verified(log: Archive, rows: Rows, known: Known | None = None) -> Verification:
    return verify_log(replace(log, rows=rehashed(rows)), known or Known())


def codes(found: Verification) -> list[str]:
    return [one.code for one in found.problems]


def payload(log: Archive, at: int) -> dict[str, object]:
    found: dict[str, object] = json.loads(log.rows[at].payload)
    return found


def turned(log: Archive, at: int) -> Rows:
    """Two players of a round exchanged."""
    tables = json.loads(log.rows[at].payload)["tables"]
    one, other = tables[0]["seats"], tables[1]["seats"]
    one[0], other[0] = other[0], one[0]
    return with_value(log.rows, at, "tables", tables)


def test_rules_that_were_set_aside_are_no_excuse() -> None:
    log = archive_of(played())
    at = place(log, "round_drafted", -1)
    rows = with_value(turned(log, at), at, "confirmed", ["rematch"])
    assert "verify.round" in codes(verified(log, rows))
    assert "verify.round" in codes(verified(log, turned(log, at)))


def test_a_round_by_another_engine_is_not_called_unchanged() -> None:
    log = archive_of(played())
    at = place(log, "round_drafted", -1)
    found = verified(log, with_value(turned(log, at), at, "engine", "fairpair 9.9.9"))
    assert "verify.unchecked.engine" in [one.code for one in found.unchecked]
    assert "not everything could be checked" in str(lines_of(found)[0])


def test_a_round_without_an_engine_is_told_with_who_paired_it() -> None:
    log = archive_of(played())
    at = place(log, "round_drafted", -1)
    found = verified(log, with_value(turned(log, at), at, "engine", ""))
    assert found.manual_rounds == 1
    assert f"Event {at + 1}, by Zoe: Round 2 paired manually" in " ".join(map(str, found.notes))


def test_other_pairing_numbers_are_found() -> None:
    """They decide who meets whom in later rounds."""
    log = archive_of(played(rounds=1))
    at = place(log, "round_drafted")
    order = json.loads(log.rows[at].payload)["order"]
    assert len(order) == 7
    found = verified(log, with_value(log.rows, at, "order", order[::-1]))
    assert "verify.round" in codes(found)


def test_a_round_from_an_older_state_is_found() -> None:
    """Paired as if the results of round 1 were not there yet."""
    log = archive_of(played())
    at = place(log, "round_drafted", -1)
    assert "verify.round" in codes(verified(log, with_value(log.rows, at, "basis", 3)))


class TestPublicValue:
    def test_a_draw_that_did_not_wait_is_found(self) -> None:
        desk = played(rounds=1)
        log = archive_of(desk)
        committed = c.CommitDraw("other", "the lottery")
        with_value_ = archive_of(played(committed, c.EnterBeacon("3 11 19"), rounds=1))
        rows = [*log.rows]
        rows.insert(2, with_value_.rows[place(with_value_, "draw_committed")])
        assert rows[2].type == "draw_committed"
        at = place(replace(log, rows=tuple(rows)), "round_drafted")
        rows = [*with_value(rows, at, "basis", at)]
        assert "verify.draw-waits" in codes(verified(log, rows))

    def test_a_round_drawn_before_the_value_is_found(self) -> None:
        """It claims the seed with the value, but was paired from the one without it."""
        before = archive_of(played(c.CommitDraw("other", "the lottery"), c.EnterBeacon("1 2 3")))
        plain = archive_of(played(c.CommitDraw()))
        at, other = place(before, "round_drafted"), place(plain, "round_drafted")
        tables = payload(plain, other)["tables"]
        assert tables != payload(before, at)["tables"]
        rows = with_value(before.rows, at, "tables", tables)
        rows = with_value(rows, at, "basis", at - 1)
        assert payload(before, at)["draw_seed"] == mixed_seed("seed-1", "1 2 3")
        assert "verify.round" in codes(verified(before, rows))

    def test_a_value_of_another_kind_is_found(self) -> None:
        log = archive_of(played(c.CommitDraw("drand", "round 7"), c.EnterBeacon("ab" * 32)))
        assert verify_log(log).ok
        at = place(log, "beacon_entered")
        assert "verify.draw-value" in codes(verified(log, with_value(log.rows, at, "value", "ab")))
        at = place(log, "draw_committed")
        found = verified(log, with_value(log.rows, at, "beacon", "moon"))
        assert "verify.draw-value" in codes(found)


class TestImpossibleEvents:
    def test_a_second_beginning(self) -> None:
        """It would change the seed and the rules."""
        log = archive_of(played(rounds=1))
        other = with_value(log.rows, 0, "draw_seed", "another")[0]
        rows = [*log.rows[:2], replace(other, command_id="again"), *log.rows[2:]]
        found = verified(log, rows)
        assert "verify.impossible" in codes(found)
        assert "Event 3 was not possible at that point" in " ".join(map(str, found.problems))

    def test_a_result_that_is_entered_late(self) -> None:
        """As an ordinary result, so that it would not be named as a correction."""
        log = archive_of(played())
        result = log.rows[place(log, "result_recorded")]
        late = with_value([result], 0, "result", {"kind": "games", "wins": [0, 2], "draws": 0})[0]
        rows = [*log.rows, replace(late, command_id="late", seq=len(log.rows) + 1)]
        assert "verify.impossible" in codes(verified(log, rows))

    def test_a_log_without_events(self) -> None:
        found = verify_log(forged(CUP, []))
        assert codes(found) == ["archive-damaged.empty"]

    def test_one_command_that_claims_to_be_two(self) -> None:
        log = archive_of(played(rounds=1))
        rows = [*log.rows]
        rows[-1] = replace(rows[-1], command_id=rows[0].command_id)
        assert codes(verified(log, rows)) == ["archive-damaged.order"]


class TestToldAsManual:
    def test_a_repair_with_its_reason(self) -> None:
        desk = played(rounds=1)
        desk.do(draft(desk.t, desk.journal.version))
        asked = RepairRequest((PlayerId(2),), reason="the train was late", wide=True)
        desk.do(*list(repair_round(desk.t, desk.t.upcoming, asked)))
        found = verify_log(archive_of(desk))
        assert found.ok
        notes = " ".join(map(str, found.notes))
        assert "by Zoe: Round 2 repaired" in notes
        assert "the train was late" in notes

    @pytest.mark.parametrize(
        ("command", "told"),
        [
            (c.ChangeRules({"rounds": 4}, "more time"), "more time"),
            (c.AvoidPair(PlayerId(1), PlayerId(2), hard=False), "Ana"),
            (c.EditPlayer(PlayerId(1), Player("Ana", 1900)), "Ana"),
        ],
    )
    def test_what_is_changed_after_the_start(self, command: c.Command, told: str) -> None:
        before, after = played(command, rounds=1), played(rounds=1)
        after.do(command)
        assert "verify.change" not in [one.code for one in verify_log(archive_of(before)).notes]
        [note] = [
            one for one in verify_log(archive_of(after)).notes if one.code.startswith("verify.ch")
        ]
        assert told.lower() in str(note).lower()

    def test_who_enters_once_the_value_is_known(self) -> None:
        """Whoever knows the value could try which player changes the draw to their liking."""
        late = c.RegisterPlayers((Player("Hal", 900),))
        value = (c.CommitDraw("other", "the lottery"), c.EnterBeacon("1 2 3"))
        in_time, too_late = (
            " ".join(map(str, verify_log(archive_of(played(*order, rounds=1))).notes))
            for order in ((value[0], late, value[1]), (*value, late))
        )
        assert "Hal" not in in_time
        assert "Hal" in too_late


def signed(log: Archive, ranking: proof.Ranking = ()) -> bytes:
    return proof.write(log, ranking, public_key(SECRET), lambda text: sign(SECRET, text))


def ranked(log: Archive) -> proof.Ranking:
    """The right ranking, so that only the rest can be wrong."""
    return ranking_in(read_journal(read_records(CODEC, log.rows, log.persons)).tournament)


def test_an_older_file_says_that_it_is_not_the_end() -> None:
    log = archive_of(played())
    end = log.rows[-1].hash
    older = replace(log, rows=log.rows[: place(log, "round_completed") + 1])
    found = verify_proof(signed(older, ranked(older)))
    assert found.ok
    assert "Friday: not finished in this file (1 round complete" in " ".join(map(str, found.notes))
    assert "verify.other-log" in codes(verify_proof(signed(older), Known(known_hash=end)))


def test_exchanged_names_are_not_called_right_without_the_key() -> None:
    """Birth dates are left out, so a forger could leave out the proof of any name."""
    log = archive_of(played())
    one, other, *rest = log.persons
    blank = (replace(one, salt="", data=other.data), replace(other, salt="", data=one.data))
    data = signed(replace(log, persons=(*blank, *rest)), ranked(log))
    noted = log.rows[-1].hash
    found = verify_proof(data, Known(known_hash=noted))
    assert [one.code for one in found.unchecked] == ["verify.unchecked.names"]
    assert codes(verify_proof(data, Known(key="ab" * 32))) == ["verify.other-key"]


def test_an_archive_without_hashes_is_no_proof() -> None:
    """Its hashes would be made when it is read."""
    data = signed(archive_of(played()))
    old = data.replace(b'"version":2', b'"version":1', 1)
    assert old != data
    with pytest.raises(InvalidInputError, match="damaged"):
        verify_proof(old)


def test_noted_hashes_may_be_in_capitals() -> None:
    log = archive_of(played())
    assert verify_log(log, Known(known_hash=f" {log.rows[-1].hash.upper()} ")).ok


def test_data_that_no_event_mentions_is_found() -> None:
    log = archive_of(played(rounds=1))
    extra = replace(log.persons[0], seq=1)
    assert codes(verify_log(replace(log, persons=(*log.persons, extra)))) == [
        "verify.person-unknown"
    ]


def test_a_corrected_result_is_told_with_its_reason() -> None:
    desk = played(rounds=1)
    desk.do(c.CorrectResult(MatchRef(1, 1, 1), games("0-2"), "the slip was read wrongly"))
    notes = " ".join(map(str, verify_log(archive_of(desk)).notes))
    assert "the slip was read wrongly" in notes
