"""Personal data beside the log, and the chain of hashes."""

import json
from dataclasses import asdict, replace
from itertools import count

import pytest

from fairpair.core.ids import PlayerId
from fairpair.core.players import Player, Team
from fairpair.log import commands as c
from fairpair.log.chain import chain, first_break
from fairpair.log.codec import Codec, read_records
from fairpair.log.events import PlayerErased, PlayerRegistered
from fairpair.log.persons import commitment, commitments, separate
from fairpair.log.stored import StoredEvent, StoredPerson
from log_driver import LogDriver, draft

CODEC = Codec()
ANA = Player("Ana Lima", 2100, "FM", "Rooks", "POR", "w", "U20", {"fide": "1900000"})
TEAM = Team("Red Rooks", (ANA, Player("Bo Ek", 1900)), "Rooks", "SWE")


def stored(desk: LogDriver) -> tuple[list[StoredEvent], list[StoredPerson]]:
    """The log as it is stored."""
    salts = count()
    rows = [
        StoredEvent(r.seq, f"c{r.action}", r.seq - r.action, f"x:{r.action}", *text, "2026", "")
        for r in desk.journal.records
        for text in [CODEC.encode(r.event)]
    ]
    rows, persons = separate(rows, lambda: f"salt {next(salts)}")
    return chain(rows), persons


def desk_with(*entrants: Player | Team) -> LogDriver:
    desk = LogDriver()
    desk.do(c.CreateTournament("Cup", "seed"), c.RegisterPlayers(entrants))
    return desk


@pytest.mark.parametrize("entrant", [ANA, TEAM], ids=["player", "team"])
def test_events_hold_no_personal_data_and_come_back_with_it(entrant: Player | Team) -> None:
    desk = desk_with(entrant)
    rows, persons = stored(desk)
    text = json.dumps([(row.payload, row.digest) for row in rows])
    for name in ("Ana", "Bo", "Rooks", "1900000", '"w"'):
        assert name not in text
    assert "2100" in text
    assert tuple(read_records(CODEC, rows, persons)) == desk.journal.records
    assert [commitment(x) for x in persons] == list(commitments(rows[1]).values())
    assert separate(rows, str) == (rows, [])


def test_a_fingerprint_made_of_names_is_not_stored() -> None:
    rows, _ = stored(desk_with(ANA))
    assert [row.digest for row in rows] == ["x:1", "x:"]


def test_erased_data_leaves_a_neutral_name_and_the_rating() -> None:
    rows, _ = stored(desk_with(ANA, TEAM))
    first, second = (record.event for record in read_records(CODEC, rows, ())[1:])
    assert isinstance(first, PlayerRegistered)
    assert isinstance(second, PlayerRegistered)
    assert first.entrant == Player("N.N. 1", 2100, "FM", federation="POR", category="U20")
    assert isinstance(second.entrant, Team)
    assert [x.name for x in second.entrant.members] == ["N.N. 2.1", "N.N. 2.2"]


def test_every_change_breaks_the_chain() -> None:
    rows, _ = stored(desk_with(ANA))
    assert first_break(rows) is None
    assert first_break(rows[1:]) == 1
    for name in ("command_id", "digest", "type", "payload", "at", "by", "hash"):
        changed = StoredEvent(**{**asdict(rows[1]), name: "other"})
        assert first_break([rows[0], changed]) == 2
    again = chain([rows[0], replace(rows[1], by="eve")])
    assert first_break(again) is None
    assert again[-1].hash != rows[-1].hash


def test_the_same_data_has_another_commitment_with_another_salt() -> None:
    person = StoredPerson(1, 0, 1, "a", "{}")
    assert commitment(person) != commitment(replace(person, salt="b"))


class TestErasing:
    def test_a_player_is_erased_with_all_edits_and_can_be_renamed(self) -> None:
        desk = desk_with(ANA, Player("Bo"))
        [event] = desk.do(c.ErasePerson(PlayerId(1)))
        assert isinstance(event, PlayerErased)
        assert desk.t.name_of(PlayerId(1)) == "N.N. 1"
        desk.do(c.EditPlayer(PlayerId(1), Player("A. L.", 2100)))
        assert desk.t.name_of(PlayerId(1)) == "A. L."

    def test_one_member_of_a_team_is_erased(self) -> None:
        desk = desk_with(TEAM)
        desk.do(c.ErasePerson(PlayerId(1), 2, "B. E."))
        team = desk.t.entries[PlayerId(1)].entrant
        assert isinstance(team, Team)
        assert (team.name, [x.name for x in team.members]) == ("Red Rooks", ["Ana Lima", "B. E."])
        desk.refused(c.ErasePerson(PlayerId(1), 3), "bad-value")

    def test_it_cannot_be_undone_but_everything_else_can(self) -> None:
        desk = desk_with(ANA, Player("Bo"))
        desk.do(c.CheckIn(PlayerId(2)))
        desk.do(c.ErasePerson(PlayerId(1)))
        desk.refused(c.Undo(desk.journal.version), "erased-for-good")
        desk.do(c.Undo())
        assert not desk.t.entries[PlayerId(2)].checked_in
        desk.do(c.Redo())
        desk.do(c.Undo())
        desk.do(c.Undo(2))
        assert desk.t.entries == {}

    def test_somebody_whose_entry_was_undone_can_be_erased(self) -> None:
        desk = desk_with(ANA)
        desk.do(c.Undo())
        [event] = desk.do(c.ErasePerson(PlayerId(1)))
        assert isinstance(event, PlayerErased)
        assert event.entrant.name == "N.N. 1"
        desk.do(c.Redo(2))
        assert desk.t.name_of(PlayerId(1)) == "N.N. 1"

    def test_nobody_has_such_a_number(self) -> None:
        desk_with(ANA).refused(c.ErasePerson(PlayerId(9)), "unknown-player")

    def test_a_finished_tournament_does_not_prevent_it(self) -> None:
        desk = desk_with(ANA, Player("Bo"))
        desk.do(draft("1-2"), c.PublishRound())
        desk.result(1, 1, "2-0")
        desk.do(c.FinishTournament(early=True), c.ErasePerson(PlayerId(1)))
        assert desk.t.name_of(PlayerId(1)) == "N.N. 1"
