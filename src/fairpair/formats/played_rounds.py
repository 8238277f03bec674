"""Players and rounds that another program reports, put together as a tournament."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.header import Header
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period, Player
from fairpair.core.results import Adjourned, Result
from fairpair.core.rounds import FIRST_ROUND, ByeKind, Pairing, Round, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.formats.imported import ImportedTournament, round_of, size_problems
from fairpair.language.message import Message
from fairpair.log.normalise import entrant_problems, normalise_entrant_texts

MOST_TOLD = 200


@dataclass(frozen=True, slots=True)
class Match:
    """Two players at a table; no result while it is open."""

    seats: tuple[PlayerId, PlayerId]
    result: Result | None = None
    table: int = 0


@dataclass(slots=True)
class PlayedRound:
    """One round. Who has neither match nor bye was absent."""

    matches: list[Match] = field(default_factory=list)
    byes: dict[PlayerId, ByeKind] = field(default_factory=dict)


@dataclass(slots=True)
class EventData:
    """All that a file says, while it is read; `left` is after which round somebody dropped: their
    last match, or 0.
    """

    name: str = ""
    players: dict[PlayerId, Player] = field(default_factory=dict)
    rounds: list[PlayedRound] = field(default_factory=list)
    left: dict[PlayerId, int] = field(default_factory=dict)
    header: Header = field(default_factory=Header)
    notes: list[Message] = field(default_factory=list)
    problems: list[FieldProblem] = field(default_factory=list)

    def add_player(self, player: Player, where: Message) -> PlayerId:
        """Number the next player, and tell what is wrong with the data."""
        neat = normalise_entrant_texts(player)
        assert isinstance(neat, Player)  # noqa: S101  a player stays one
        self.problems += [
            FieldProblem(Message("place.part-field", part=where, field=one.place), one.text)
            for one in entrant_problems(neat)
        ]
        number = PlayerId(len(self.players) + 1)
        self.players[number] = neat
        return number

    def add_problem(self, where: Message | str, code: str, **values: object) -> None:
        """Tell what is wrong, and go on reading."""
        self.problems.append(FieldProblem(where, Message(code, **values)))

    def imported(self, preset: str, planned: int = 0, **settings: object) -> ImportedTournament:
        """The tournament under the rules of a preset, some of them set.

        Raises `InvalidInputError` with everything that is wrong.
        """
        self.problems += size_problems(len(self.players), len(self.rounds))
        self.problems += self._seated_twice()
        if not self.players:
            self.add_problem(Message("place.players"), "list.empty")
        self.refuse_problems()
        played = max((n for n, one in enumerate(self.rounds, 1) if one.matches), default=0)
        made = {RoundRef(1, n): self._round(n, n == played) for n in range(1, played + 1)}
        asked = self._requested_byes(played)
        t = Tournament(
            created=True,
            name=self.name,
            header=self.header,
            entries={player: self._entry(player, asked.get(player, {})) for player in self.players},
            rounds=made,
        )
        rounds = max(planned, len(self.rounds)) or None
        return ImportedTournament(
            t, preset=preset, settings={"rounds": rounds, **settings}, notes=tuple(self.notes)
        )

    def refuse_problems(self) -> None:
        """Raise `InvalidInputError` if anything is wrong."""
        if self.problems:
            problems = self.problems[:MOST_TOLD]
            raise InvalidInputError("bad-event-file", problems=problems)

    def _seated_twice(self) -> Iterator[FieldProblem]:
        for n, one in enumerate(self.rounds, 1):
            times = Counter(p for match in one.matches for p in match.seats)
            times.update(one.byes.keys())
            twice = [self.players[p].name for p, count in times.items() if count > 1]
            if twice:
                text = Message("event-file.two-matches", players=twice[:10])
                yield FieldProblem(Message("place.round", round=n), text)

    def _entry(self, player: PlayerId, asked: Mapping[int, ByeKind]) -> Entry:
        """When somebody plays, and the byes that are arranged for rounds to come."""
        left = self.left.get(player)
        last = None if left is None else RoundRef(1, left)
        byes = asked if last is None else {}
        return Entry(self.players[player], (Period(FIRST_ROUND, last),), requested_byes=byes)

    def _requested_byes(self, played: int) -> dict[PlayerId, dict[int, ByeKind]]:
        """The byes of rounds that are not paired yet."""
        asked: dict[PlayerId, dict[int, ByeKind]] = {}
        for n, one in enumerate(self.rounds[played:], played + 1):
            for player, kind in one.byes.items():
                given = ByeKind.FULL if kind == ByeKind.PAIRING else kind
                asked.setdefault(player, {})[n] = given
        return asked

    def _round(self, number: int, is_last: bool) -> Round:
        """A round; a match of an earlier one without a result was put off."""
        one = self.rounds[number - 1]
        put_off = 0
        pairings = []
        for match in one.matches:
            open_before = match.result is None and not is_last
            put_off += open_before
            pairings.append(Pairing(match.seats, Adjourned() if open_before else match.result))
        if put_off:
            self.notes.append(Message("import.put-off", n=put_off, round=number))
        seated = {p for match in one.matches for p in match.seats}
        byes = one.byes | {
            player: ByeKind.ZERO
            for player in self.players
            if player not in seated
            and player not in one.byes
            and number <= self.left.get(player, number)
        }
        tables = [match.table for match in one.matches]
        return round_of(pairings, byes, "swiss", tables)


def full_byes(players: list[PlayerId]) -> dict[PlayerId, ByeKind]:
    """Byes worth a win: only one player can be left over, several were given theirs."""
    return dict.fromkeys(players, ByeKind.PAIRING if len(players) == 1 else ByeKind.FULL)
