"""What happens by itself when the last result is in."""

import pytest

from draft_commands import draft_next
from fairpair.app.service import Service
from fairpair.app.use_cases.automatic_advance import advance
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Player
from fairpair.core.results import Games
from fairpair.core.rounds import MatchRef
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import NextStep, progress
from fairpair.log import commands as c
from fairpair.presets import rules_of
from fairpair.storage import open_store
from invariants import broken

CUP = TournamentId("cup")


class AdvancingEvent:
    """A service with automatic advance, and a running event of Magic."""

    def __init__(self, how: str, players: int = 8, **rules: object) -> None:
        self.service = Service(open_store("memory:"), lambda: "2026-01-01", None, advance)
        settings = {**rules_of("mtg_standard", {}).as_settings(), "advance": how, **rules}
        self.ids = 0
        self.do(c.CreateTournament("Cup", "seed", settings))
        self.do(c.RegisterPlayers(tuple(Player(f"P{n}", 2000 - n) for n in range(players))))
        draft_next(self.service, CUP, CommandId("first"))
        self.do(c.PublishRound())

    @property
    def t(self) -> Tournament:
        return self.service.journal(CUP).tournament

    def do(self, command: c.Command) -> None:
        self.ids += 1
        self.service.execute(CUP, command, CommandId(f"c{self.ids}"), "Ana")
        assert not broken(self.t)

    def result(self) -> None:
        """The first result that is missing."""
        ref = self.t.upcoming
        table = self.t.rounds[ref].pending[0]
        self.do(c.RecordResult(MatchRef(ref.stage, ref.round_no, table), Games((2, 0))))


def test_by_hand_nothing_happens() -> None:
    event = AdvancingEvent("by_hand", 4)
    event.result()
    event.result()
    assert progress(event.t).step is NextStep.COMPLETE


def test_the_round_completes_itself() -> None:
    event = AdvancingEvent("complete", 4, rounds=3)
    event.result()
    assert progress(event.t).step is NextStep.RESULTS
    event.result()
    assert str(progress(event.t).text) == "Round 2 of 3 can be paired"


@pytest.mark.parametrize(("players", "cut"), [(4, 2), (8, 4), (13, 8)])
def test_only_results_are_needed_until_the_champion(players: int, cut: int) -> None:
    event = AdvancingEvent("publish", players, rounds=3, cut=cut)
    for _ in range(60):
        if progress(event.t).step is not NextStep.RESULTS:
            break
        event.result()
    assert progress(event.t).step is NextStep.FINISH
    assert not event.t.finished
    by = {row.by for row in event.service.store.load(CUP)}
    assert by == {"", "Ana", "Ana (automatic)"}


def test_what_was_undone_is_not_done_again() -> None:
    event = AdvancingEvent("publish", 4, rounds=3)
    event.result()
    event.result()
    assert str(progress(event.t).text).startswith("Round 2 of 3: 2 results")
    for _ in range(4):  # published, drafted, completed, the result
        event.do(c.Undo())
    assert str(progress(event.t).text) == "Round 1 of 3: 1 result missing: table 2"


def test_a_repeated_command_changes_nothing() -> None:
    event = AdvancingEvent("publish", 4, rounds=3)
    event.result()
    event.result()
    version = event.service.journal(CUP).version
    command = c.RecordResult(MatchRef(1, 1, 2), Games((2, 0)))
    again = event.service.execute(CUP, command, CommandId(f"c{event.ids}"), "Ana")
    assert again.repeated
    assert event.service.journal(CUP).version == version


def test_an_impossible_round_is_left_to_the_organiser() -> None:
    event = AdvancingEvent("publish", 2, rounds=3)
    event.result()
    assert str(progress(event.t).text) == "Round 2 of 3 can be paired"


def test_who_leaves_gives_the_last_result() -> None:
    event = AdvancingEvent("publish", 8, rounds=3)
    for _ in range(3):
        event.result()
    [table] = event.t.rounds[event.t.upcoming].pending
    event.do(c.DropPlayer(event.t.rounds[event.t.upcoming].pairings[table].seats[0]))
    assert str(progress(event.t).text).startswith("Round 2 of 3: 3 results missing")


def test_a_repeat_does_not_bring_back_what_was_taken_back() -> None:
    event = AdvancingEvent("complete", 4, rounds=3)
    event.result()
    event.result()
    last = event.ids
    event.do(c.Undo())
    command = c.RecordResult(MatchRef(1, 1, 2), Games((2, 0)))
    assert event.service.execute(CUP, command, CommandId(f"c{last}"), "Ana").repeated
    assert progress(event.t).step is NextStep.COMPLETE
