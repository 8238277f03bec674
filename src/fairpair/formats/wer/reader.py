"""From a WER file to a tournament: players, rounds, results with their games, drops."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period, Player
from fairpair.core.results import MOST_GAMES, Decided, Forfeit, Games, Mark, Result, win_for
from fairpair.core.rounds import FIRST_ROUND, ByeKind, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.formats.imported import Imported, round_of, size_problems
from fairpair.formats.people import one_name, own_ids
from fairpair.formats.wer import codes
from fairpair.formats.xml_files import count_of, read_xml

PRESET = "mtg_standard"


def read(data: bytes) -> Imported:
    """The tournament in the file.

    Raises `InvalidInputError` with every code and number that is not known.

    Who has no match in a round and has not dropped was absent; before the first match of somebody
    that is a loss, as Magic counts it for late players.
    """
    root = _root(data)
    reading = _Reading(root)
    t = reading.tournament()
    planned = count_of(root.get("numberofrounds", ""), "numberofrounds", reading.problems)
    if reading.problems:
        raise InvalidInputError(
            "bad-wer",
            "The WER file cannot be used.",
            "Export it again from Wizards Event Reporter, or put these places right.",
            reading.problems,
        )
    swiss = sum(ref.stage == 1 for ref in t.rounds)
    cut = len({p for ref, r in t.rounds.items() if ref.stage == 2 for p in _seated(r)})
    settings: dict[str, object] = {"rounds": swiss if cut else max(swiss, planned) or None}
    settings["best_of"] = reading.best_of
    if cut:
        settings |= {"mode": "swiss_with_elimination", "cut": cut}
    return Imported(t, preset=PRESET, settings=settings)


def players_of(data: bytes) -> tuple[str, tuple[Player, ...]]:
    """The name of the event and everybody who plays."""
    reading = _Reading(_root(data))
    return reading.name, tuple(reading.people.values())


def _root(data: bytes) -> Element:
    root = read_xml(data, "WER")
    if root.tag != "event" or root.find("participation") is None:
        raise InvalidInputError(
            "not-wer", "The file is no WER file.", "Choose the .wer file of the event."
        )
    return root


@dataclass(frozen=True, slots=True)
class _Match:
    """A line of a round; a bye has one seat."""

    seats: tuple[PlayerId, ...]
    result: Result | None


class _Reading:
    """One event, and what is wrong with it."""

    def __init__(self, root: Element) -> None:
        self._root = root
        self.problems: list[FieldProblem] = []
        self.name = root.get("title", "").strip()
        # Who is in no team and in no match was there for something else.
        judges = {
            ref.get("person", "")
            for role in root.iterfind("participation/role")
            if role.get("cd") == "JG"
            for ref in role
        }
        members = [m.get("person", "") for m in root.iterfind("participation/team/member")]
        playing = {m.get(k, "") for m in root.iter("match") for k in ("person", "opponent")}
        playing.update(members)
        persons = {
            one.get("id", ""): one
            for one in root.iterfind("participation/person")
            if one.get("id", "") in playing or (not members and one.get("id", "") not in judges)
        }
        order = list(dict.fromkeys((*(m for m in members if m in persons), *persons)))
        self._ids = {person: PlayerId(n) for n, person in enumerate(order, 1)}
        self.people = {self._ids[person]: _player(persons[person]) for person in order}
        self.best_of = 1

    def tournament(self) -> Tournament:
        """All of it, with the rules of nobody yet."""
        self._refuse_teams()
        found = self._found_rounds()
        self._require_in_order(found)
        last: dict[PlayerId, RoundRef] = {}
        first: dict[PlayerId, RoundRef] = {}
        for ref in sorted(found):
            for player in (p for match in found[ref] for p in match.seats):
                last[player] = ref
                first.setdefault(player, ref)
        swiss = sum(ref.stage == 1 for ref in found)
        left = self._left(swiss)
        entries = {
            player: Entry(one, (Period(FIRST_ROUND, _end(left.get(player), last.get(player))),))
            for player, one in self.people.items()
        }
        made = {ref: self._round(ref, some, entries, first) for ref, some in found.items()}
        complete = bool(made) and all(r.status == RoundStatus.COMPLETE for r in made.values())
        return Tournament(
            created=True,
            name=self.name,
            entries=entries,
            rounds=made,
            finished=complete and self._root.get("status") == codes.COMPLETED,
        )

    def _found_rounds(self) -> dict[RoundRef, list[_Match]]:
        """The rounds by their numbers; those of the playoff are stage 2."""
        start = count_of(
            self._root.get("playoffstartround", ""), "playoffstartround", self.problems
        )
        rounds = self._root.findall("matches/round")
        self.problems += size_problems(len(self.people), len(rounds))
        found: dict[RoundRef, list[_Match]] = {}
        for n, one in enumerate(() if self.problems else rounds, 1):
            number = count_of(one.get("number", ""), f"round {n}", self.problems) or n
            finals = start and number >= start
            ref = RoundRef(2, number - start + 1) if finals else RoundRef(1, number)
            if ref in found:
                self.problems.append(FieldProblem("rounds", f"number {number} is there twice"))
            found[ref] = self._matches(one, number)
        return found

    def _refuse_teams(self) -> None:
        sizes = {len(team.findall("member")) for team in self._root.iterfind("participation/team")}
        if sizes - {0, 1}:
            text = "has several members: only events of single players are understood"
            self.problems.append(FieldProblem("participation/team", text))

    def _require_in_order(self, found: dict[RoundRef, list[_Match]]) -> None:
        for stage in (1, 2):
            numbers = [ref.round_no for ref in sorted(found) if ref.stage == stage]
            if numbers != list(range(1, len(numbers) + 1)):
                text = f"are numbered {', '.join(map(str, numbers))[:80]}: one is missing"
                self.problems.append(FieldProblem("rounds", text))

    def _left(self, swiss: int) -> dict[PlayerId, RoundRef]:
        """Who dropped, and after which round."""
        left = {}
        for team in self._root.iterfind("participation/team"):
            if team.get("status") != codes.DROPPED:
                continue
            round_no = count_of(team.get("eliminationround", ""), "eliminationround", self.problems)
            for member in team.iterfind("member"):
                player = self._ids.get(member.get("person", ""))
                if player is not None:
                    left[player] = RoundRef(1, min(round_no, swiss))
        return left if swiss else {}

    def _matches(self, round_: Element, number: int) -> list[_Match]:
        found = []
        for n, one in enumerate(round_.iterfind("match"), 1):
            match = self._match(one, f"round {number}, match {n}")
            if match is not None:
                found.append(match)
        return found

    def _match(self, one: Element, where: str) -> _Match | None:
        outcome = one.get("outcome", codes.OPEN)
        persons = [p for p in (one.get("person"), one.get("opponent")) if p]
        seats = tuple(self._ids[person] for person in persons if person in self._ids)
        if len(seats) < len(persons) or len(set(seats)) < max(1, len(seats)):
            self.problems.append(FieldProblem(where, "names somebody who does not take part"))
        elif (outcome == codes.BYE) != (len(seats) == 1) or outcome not in "0123":
            text = f"has the outcome {outcome!r:.20}, which is not known for {len(seats)} players"
            self.problems.append(FieldProblem(where, text))
        else:
            return _Match(seats, None if len(seats) == 1 else self._result(one, outcome, where))
        return None

    def _result(self, one: Element, outcome: str, where: str) -> Result | None:
        if outcome == codes.OPEN:
            return None
        won, lost, drawn = (
            count_of(one.get(k, ""), where, self.problems) for k in ("win", "loss", "draw")
        )
        if max(won, lost, drawn) > MOST_GAMES:
            self.problems.append(FieldProblem(where, "has more games than a match can have"))
            return None
        if outcome == codes.WIN and one.get("winbydrop", "").lower() == "true":
            return Forfeit(win_for(0))
        if not (won or lost or drawn):
            marks = win_for(0) if outcome == codes.WIN else (Mark.DRAW, Mark.DRAW)
            return Decided(marks)
        if (won < lost) if outcome == codes.WIN else (won != lost):
            text = f"has {won} games won and {lost} lost, which is not its outcome ({outcome})"
            self.problems.append(FieldProblem(where, text))
            return None
        self.best_of = max(self.best_of, 2 * max(won, lost) - 1)
        level = outcome == codes.WIN and won == lost
        return Games((won, lost), drawn, 0 if level else None)

    def _round(
        self,
        ref: RoundRef,
        matches: Sequence[_Match],
        entries: dict[PlayerId, Entry],
        first: dict[PlayerId, RoundRef],
    ) -> Round:
        seated = Counter(player for one in matches for player in one.seats)
        if any(times > 1 for times in seated.values()):
            self.problems.append(FieldProblem(str(ref), "has two matches of somebody"))
        alone = [one.seats[0] for one in matches if len(one.seats) == 1]
        # Only one can be left over: where several have a bye, they were awarded.
        awarded = ref.stage == 1 and len(alone) > 1
        byes = dict.fromkeys(alone, ByeKind.FULL if awarded else ByeKind.PAIRING)
        if ref.stage == 1:
            for player, entry in entries.items():
                if player not in seated and entry.plays_in(ref):
                    late = player in first and ref < first[player]
                    byes[player] = ByeKind.LOSS if late else ByeKind.ZERO
        played = [Pairing(one.seats, one.result) for one in matches if len(one.seats) > 1]
        return round_of(played, byes, "swiss")


def _end(told: RoundRef | None, last: RoundRef | None) -> RoundRef | None:
    """After which round somebody left who did: not before the last match."""
    return None if told is None else max(told, last or told)


def _player(one: Element) -> Player:
    return Player(
        one_name(one.get("first", ""), one.get("last", "")),
        federation=one.get("country", "").strip(),
        ids=own_ids(codes.GIVER, one.get("id", "").strip()),
    )


def _seated(round_: Round) -> list[PlayerId]:
    return [player for pairing in round_.pairings.values() for player in pairing.seats]
