"""Chess events in FIDE mode, in memory, with the results of a specification."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from fairpair.app.confirmations import Confirmation
from fairpair.app.requests import Steps
from fairpair.app.use_cases.pairing import draft
from fairpair.core.action_warnings import UnconfirmedError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.results import Decided, Forfeit, Games, Result
from fairpair.core.rounds import Bye, ByeKind, MatchRef, Round, RoundRef, Table
from fairpair.core.tournament import Tournament
from fairpair.formats.result_words import result_from_text
from fairpair.library.memory import MemoryLog
from fairpair.log import commands as c
from fairpair.presets import rules_of

__all__ = ["Bye", "ByeKind", "Decided", "Forfeit", "Games", "Steps", "Table"]
FIDE = {"preset": "fide_dutch", "rounds": 7, "initial_colour": "white"}


class Event:
    """A chess event whose players are numbered by rating."""

    def __init__(self, ratings: Sequence[int], preset: str = "fide_dutch", **rules: Any) -> None:
        wanted: Mapping[str, Any] = {"fide": True, **rules}
        if "system" not in rules:
            wanted = {"initial_colour": "white", **wanted}
        self.log = MemoryLog()
        self.do(c.CreateTournament("Open", "seed", rules_of(preset, wanted).as_settings()))
        players = tuple(Player(f"P{n}", rating) for n, rating in enumerate(ratings, 1))
        self.do(c.RegisterPlayers(players))

    @property
    def t(self) -> Tournament:
        return self.log.journal.tournament

    @property
    def notices(self) -> list[str]:
        return [one.code for one in self.log.notices]

    def do(self, *commands: c.Command, confirm: Sequence[str] = (), token: str = "") -> None:
        """Each command as a request of its own, all with the same confirmations."""
        for command in commands:
            log = self.log.confirming(Confirmation(tuple(confirm), token))
            self.log = log.run_command(command)

    def run(self, use_case: Any, *args: Any, confirm: Sequence[str] = (), **more: Any) -> None:
        log = self.log.confirming(Confirmation(tuple(confirm)))
        self.log = log.run(use_case, *args, **more)

    def refused(
        self, command: c.Command, code: str, confirm: Sequence[str] = (), token: str = ""
    ) -> UnconfirmedError:
        """The request must be refused with this code, and leave nothing in the log."""
        before = self.log.journal.version
        with pytest.raises(UnconfirmedError) as caught:
            self.do(command, confirm=confirm, token=token)
        assert caught.value.code == code, caught.value
        assert self.log.journal.version == before
        return caught.value

    def pair(self) -> str:
        """Pair and publish the next round; its boards."""
        self.do(draft(self.t), c.PublishRound())
        return boards(self.last)

    @property
    def last(self) -> Round:
        return self.t.rounds[max(self.t.rounds)]

    def play(self, *results: str, complete: bool = True) -> None:
        """The results of the last round as `2-1 1`: White, Black, White's view; `3 PAB` is left
        out.
        """
        ref = max(self.t.rounds)
        for text in results:
            pair, word = text.split()
            if word == "PAB":
                continue
            white, black = (PlayerId(int(n)) for n in pair.split("-"))
            table = self.t.rounds[ref].table_of(white)
            assert table is not None
            assert self.t.rounds[ref].pairings[table].seats == (white, black), text
            self.do(c.RecordResult(MatchRef(1, ref.round_no, table), result(word)))
        if complete:
            self.do(c.CompleteRound())

    def leave(self) -> None:
        """Leave FIDE mode with both confirmations."""
        self.with_token(c.LeaveFideMode("wanted"), "leave-fide-mode")

    def with_token(self, command: c.Command, *confirm: str) -> None:
        """Carry out what has to be confirmed twice."""
        asked = self.refused(command, "needs-confirmation", confirm)
        self.do(command, confirm=confirm, token=asked.token)

    def table(self, round_no: int, white: int) -> MatchRef:
        found = self.t.rounds[RoundRef(1, round_no)].table_of(PlayerId(white))
        assert found is not None
        return MatchRef(1, round_no, found)


def result(word: str) -> Result:
    """`1`, `½`, `0` and what can be typed at a desk, White's view."""
    words = {"1": (1, 0, 0), "0": (0, 1, 0), "½": (0, 0, 1)}
    if word in words:
        won, lost, drawn = words[word]
        return Games((won, lost), drawn)
    return result_from_text(word, rules_of("fide_dutch", {}))


def boards(round_: Round) -> str:
    """`5-3 2-1 4`: the boards in their order, White first, and who has the bye."""
    pairs = ["-".join(map(str, one.seats)) for _, one in sorted(round_.pairings.items())]
    return " ".join([*pairs, *(str(p) for p, k in round_.byes.items() if k == ByeKind.PAIRING)])
