"""The list of tournaments: right at any time, without reading every log for it."""

from dataclasses import replace
from pathlib import Path

import pytest

import fairpair.app.service
from fairpair.app.service import Service
from fairpair.app.views.tournaments import Summary, TournamentIndex, find_tournament, summaries
from fairpair.bootstrap import open_service
from fairpair.core.errors import NotFoundError, StorageError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Player
from fairpair.core.stored import StoredSummary
from fairpair.language.message import Message
from fairpair.log import commands as c
from fairpair.log.stored import StoredEvent

MANY = 120


class CountingService:
    """A service that knows which logs were read."""

    def __init__(self, address: str) -> None:
        self.service = open_service(address)
        self.read: list[str] = []
        load = self.service.store.load

        def counting(tournament: TournamentId, after: int = 0) -> list[StoredEvent]:
            self.read.append(tournament)
            return load(tournament, after)

        self.service.store.load = counting  # type: ignore[method-assign]


def name(number: int) -> TournamentId:
    return TournamentId(f"cup-{number:03}")


def begin(service: Service, number: int, **rules: object) -> None:
    command = c.CreateTournament(f"Cup {number}", "seed", {"game": "Go", **rules})
    service.execute(name(number), command, CommandId("new"))


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'many.db'}"


@pytest.fixture
def many(address: str) -> str:
    """A database with many tournaments, which were listed once."""
    service = open_service(address)
    for number in range(MANY):
        begin(service, number)
    assert len(summaries(service)) == MANY
    service.close()
    return address


def test_another_process_reads_only_what_was_not_kept(many: str) -> None:
    counted = CountingService(many)
    found = summaries(counted.service)
    assert [one.id for one in found] == [name(n) for n in range(MANY)]
    assert found[7] == Summary(name(7), "Cup 7", Message("status.registration"), 0, 1, game="Go")
    assert 0 < len(counted.read) < 50
    counted.service.close()


def test_what_changed_since_is_read_again(many: str) -> None:
    service = open_service(many)
    listing = TournamentIndex(service)
    before = listing.all()
    service.execute(name(3), c.RegisterPlayers((Player("Ana"), Player("Bo"))), CommandId("players"))
    begin(service, MANY)
    for after in (listing.all(), summaries(service)):
        assert after[3] == replace(before[3], players=2, version=3)
        assert [*after[:3], *after[4:-1]] == [*before[:3], *before[4:]]
        assert after[-1].id == name(MANY)
    service.execute(name(3), c.Undo(2), CommandId("undo"))
    assert listing.all()[3] == replace(before[3], version=4)
    service.close()


def test_what_another_program_kept_does_not_count(many: str) -> None:
    service = open_service(many)
    right = summaries(service)
    kept = service.store.summaries.all()
    edition = next(iter(kept.values())).edition
    wrong = [
        StoredSummary(name(0), 1, "another", kept[name(0)].text.replace("Cup 0", "Old")),
        StoredSummary(name(1), 1, edition, "{}"),
        StoredSummary(name(2), 1, edition, "no JSON"),
        StoredSummary(name(4), 9, edition, kept[name(4)].text.replace("Cup 4", "Other")),
        StoredSummary(TournamentId("gone"), 1, edition, kept[name(5)].text),
    ]
    service.store.summaries.save(wrong)
    assert summaries(service) == right
    service.close()


def test_a_store_that_keeps_nothing_does_not_stop_the_list(
    many: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = open_service(many)

    def full(_self: object, _summaries: object) -> None:
        raise StorageError("disk-full")

    service.store.summaries.save([StoredSummary(name(n), 1, "another", "{}") for n in range(MANY)])
    monkeypatch.setattr(type(service.store.summaries), "save", full)
    assert len(summaries(service)) == MANY
    service.close()


def test_listing_leaves_the_tournaments_that_are_being_played_in_memory(many: str) -> None:
    counted = CountingService(many)
    service = counted.service
    service.journal(name(5))
    listing = TournamentIndex(service)
    listing.all()
    assert service._journals.keys() == {name(5)}
    service.close()


def test_words_find_tournaments_by_name_game_and_id(address: str) -> None:
    service = open_service(address)
    begin(service, 1)
    begin(service, 12, game="Chess")
    begin(service, 2, hidden=True)
    listing = TournamentIndex(service)

    def found(query: str, *unhidden: TournamentId) -> list[str]:
        return [one.id for one in listing.page(10, 0, unhidden, query).tournaments]

    assert found("") == ["cup-001", "cup-012"]
    assert found("CHESS cup") == ["cup-012"]
    assert found("cup-00", name(2)) == ["cup-001", "cup-002"]
    assert found("cup 2") == ["cup-012"]
    assert found("nothing") == []
    part = listing.page(1, 0, None, "cup")
    assert (part.total, part.next) == (3, 1)
    service.close()


def test_who_mistypes_a_name_is_not_told_thousands(many: str) -> None:
    service = open_service(many)
    with pytest.raises(NotFoundError) as caught:
        find_tournament(service, "cap")
    assert caught.value.hint.endswith(f"and {MANY - 20} more.")
    assert len(caught.value.hint) < 1000
    service.close()


def test_the_tournaments_used_last_stay_in_memory_up_to_a_number_of_events(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fairpair.app.service, "_KEPT_EVENTS", 10)
    service = open_service(address)
    for number in range(12):
        begin(service, number)
    service.journal(name(2))
    assert list(service._journals) == [*(name(n) for n in range(3, 12)), name(2)]
    big = c.RegisterPlayers(tuple(Player(f"Player {n}") for n in range(20)))
    service.execute(name(7), big, CommandId("players"))
    assert list(service._journals) == [name(7)]
    service.journal(name(1))
    assert list(service._journals) == [name(1)]
    assert len(service.journal(name(7)).tournament.entries) == 20
    service.close()
