"""A desk to run tournaments at in tests: the log alone, no storage, no clock."""

from collections.abc import Mapping
from typing import Any

import pytest

from fairpair.core.errors import DomainError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.results import Games, Result
from fairpair.core.rounds import Bye, ByeKind, MatchRef, RoundRef, Table
from fairpair.core.tournament import Tournament
from fairpair.log import commands as c
from fairpair.log.codec import Codec, checked
from fairpair.log.decide import decide
from fairpair.log.events import Event
from fairpair.log.journal import Journal, Record, read_journal

CODEC = Codec()
FIVE = ("Ana", "Bo", "Cy", "Di", "Ed")


class LogDriver:
    """Gives commands and keeps the journal; everything goes through the stored form."""

    def __init__(self) -> None:
        self.journal = Journal()

    @property
    def t(self) -> Tournament:
        return self.journal.tournament

    def do(self, *commands: c.Command) -> tuple[Event, ...]:
        events: tuple[Event, ...] = ()
        for command in commands:
            events = decide(self.journal, checked(command)[0])
            first = self.journal.version + 1
            through_text = [CODEC.decode(*CODEC.encode(event)) for event in events]
            assert tuple(through_text) == events
            records = [Record(first + n, first, event) for n, event in enumerate(through_text)]
            self.journal = self.journal.extend(records)
            assert self.journal == read_journal(self.journal.records)
        return events

    def refused(self, command: c.Command, code: str) -> DomainError:
        """The command must be refused with this code, a sentence and a hint."""
        with pytest.raises(DomainError) as caught:
            decide(self.journal, checked(command)[0])
        assert caught.value.code == code, caught.value
        assert caught.value.message.endswith(".")
        assert caught.value.hint.endswith(".")
        return caught.value

    def result(self, round_no: int, table: int, wins: str | Result) -> None:
        result = games(wins) if isinstance(wins, str) else wins
        self.do(c.RecordResult(MatchRef(1, round_no, table), result))


def games(text: str) -> Games:
    """`2-1`, or `1-1-1` with one game drawn.

    >>> str(games("1-1-1"))
    '1-1-1'
    """
    counts = [int(n) for n in text.split("-")]
    return Games((counts[0], counts[1]), counts[2] if len(counts) > 2 else 0)


def draft(*pairs: str, confirmed: tuple[str, ...] = ()) -> c.DraftRound:
    """A draft from `1-2 3-4 5`: a number alone has the bye."""
    tables: list[Table] = []
    byes: list[Bye] = []
    for pair in " ".join(pairs).split():
        players = tuple(PlayerId(int(n)) for n in pair.split("-"))
        if len(players) == 1:
            byes.append(Bye(players[0], ByeKind.PAIRING))
        else:
            tables.append(Table(len(tables) + 1, players))
    return c.DraftRound(tuple(tables), tuple(byes), confirmed=confirmed)


def players(*names: str) -> c.RegisterPlayers:
    return c.RegisterPlayers(tuple(Player(name) for name in names))


def set_up(rules: Mapping[str, Any] | None = None, names: tuple[str, ...] = FIVE) -> LogDriver:
    """A tournament with players, ready for round 1."""
    desk = LogDriver()
    desk.do(c.CreateTournament("Friday", "seed-1", rules or {}))
    if names:
        desk.do(players(*names))
    return desk


def running(rules: Mapping[str, Any] | None = None, names: tuple[str, ...] = FIVE) -> LogDriver:
    """The same with round 1 published: 1-2, 3-4, and so on, the last one with the bye."""
    desk = set_up(rules, names)
    count = len(names)
    pairs = [f"{n}-{n + 1}" for n in range(1, count, 2)] + ([str(count)] if count % 2 else [])
    desk.do(draft(*pairs), c.PublishRound())
    return desk


def after_round_1(
    rules: Mapping[str, Any] | None = None, names: tuple[str, ...] = FIVE
) -> LogDriver:
    """The same with round 1 complete: the first of every pair won 2-0."""
    desk = running(rules, names)
    for table in desk.t.rounds[R1].pairings:
        desk.result(1, table, "2-0")
    desk.do(c.CompleteRound())
    return desk


R1, R2, R3 = RoundRef(1, 1), RoundRef(1, 2), RoundRef(1, 3)


def p(number: int) -> PlayerId:
    return PlayerId(number)


def match(round_no: int, table: int, stage: int = 1) -> MatchRef:
    return MatchRef(stage, round_no, table)
