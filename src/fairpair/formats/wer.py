"""Reads and writes WER, the file of Wizards Event Reporter, a former tournament program.

| where | code | meaning |
|---|---|---|
| match outcome | 1 | `person` won |
| | 2 | draw |
| | 3 | bye, without `opponent` |
| | none, 0 | open |
| team status | 2 | played to the end |
| | 3 | dropped after `eliminationround` |
| | 4 | out by the cut, or in the knock-out |
"""

from collections import Counter
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period, Player
from fairpair.core.results import (
    MOST_GAMES,
    Decided,
    Forfeit,
    Games,
    Mark,
    Result,
    is_adjourned,
    marks_of,
    win_for,
)
from fairpair.core.rounds import FIRST_ROUND, ByeKind, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.formats.imported import ImportedTournament, round_of, size_problems
from fairpair.formats.wer_fields import kept_fields, lost_fields, restore_fields
from fairpair.formats.xml_files import (
    EventTimes,
    byes_in,
    count_of,
    external_ids,
    format_moment,
    join_name,
    read_xml,
    split_name,
    stored_external_id,
    write_xml,
)
from fairpair.formats.xml_headers import (
    WER_DETAILS,
    WER_FIELDS,
    detail,
    round_time,
    times_of,
    wer_header,
)
from fairpair.formats.xml_kept import Fields, inner, pack_fields, unpack_fields
from fairpair.language.message import Message

ISSUER = "dci"
"""Whose numbers the players have."""
OPEN, WIN, DRAW, BYE = "0", "1", "2", "3"
STAYED, DROPPED, OUT = "2", "3", "4"
COMPLETED = "8"
"""The status of an event that is over."""
PRESET = "mtg_standard"
_MOMENT, _NO_DAY = "%Y-%m-%dT%H:%M:%S", "0001-01-01"
_BYES = (ByeKind.PAIRING, ByeKind.FULL)
"""What a bye of the file can stand for: all are worth a win."""


def read(data: bytes) -> ImportedTournament:
    """The tournament in the file.

    Raises `InvalidInputError` with every code and number that is not known.

    Who has no match in a round and has not dropped was absent; before the first match of somebody
    that is a loss, as Magic counts it for late players.
    """
    root = _root(data)
    reading = _Reader(root)
    t = reading.tournament()
    planned = count_of(root.get("numberofrounds", ""), "numberofrounds", reading.problems)
    if reading.problems:
        raise InvalidInputError("bad-wer", problems=reading.problems)
    swiss = sum(ref.stage == 1 for ref in t.rounds)
    cut = len({p for ref, r in t.rounds.items() if ref.stage == 2 for p in _players_in(r)})
    settings: dict[str, object] = {"rounds": swiss if cut else max(swiss, planned) or None}
    settings["best_of"] = reading.best_of
    if cut:
        settings |= {"mode": "swiss_with_elimination", "cut": cut}
    return ImportedTournament(t, preset=PRESET, settings=settings, notes=tuple(reading.notes))


def players_of(data: bytes) -> tuple[str, tuple[Player, ...]]:
    """The name of the event and everybody who plays."""
    reading = _Reader(_root(data))
    return reading.name, tuple(reading.people.values())


def _root(data: bytes) -> Element:
    root = read_xml(data, "WER")
    if root.tag != "event" or root.find("participation") is None:
        raise InvalidInputError("not-wer")
    return root


@dataclass(frozen=True, slots=True)
class _Match:
    """A line of a round; a bye has one seat."""

    seats: tuple[PlayerId, ...]
    result: Result | None


class _Reader:
    """One event, and what is wrong with it."""

    def __init__(self, root: Element) -> None:
        self._root = root
        self.problems: list[FieldProblem] = []
        self.notes: list[Message] = []
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
        self._elements: dict[RoundRef, Element] = {}

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
        left = self._dropped_players(swiss)
        entries = {
            player: Entry(one, (Period(FIRST_ROUND, _end(left.get(player), last.get(player))),))
            for player, one in self.people.items()
        }
        made = {ref: self._round(ref, some, entries, first) for ref, some in found.items()}
        ordered = [self._elements[ref] for ref in sorted(found)]
        status = self._root.get("status", "")
        fields = kept_fields(self._root, ordered, self._ids, status=status)
        header, notes = wer_header(self._root, pack_fields(fields, "wer"))
        self.notes += [*notes, *lost_fields(self._root, self._ids)]
        complete = bool(made) and all(r.status == RoundStatus.COMPLETE for r in made.values())
        return Tournament(
            created=True,
            name=self.name,
            header=header,
            entries=entries,
            rounds=made,
            finished=complete and self._root.get("status") == COMPLETED,
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
            here = Message("place.round", round=n)
            number = count_of(one.get("number", ""), here, self.problems) or n
            finals = start and number >= start
            ref = RoundRef(2, number - start + 1) if finals else RoundRef(1, number)
            if ref in found:
                self._add_problem("place.rounds", "wer.same-round", number=number)
            found[ref] = self._matches(one, number)
            self._elements[ref] = one
        return found

    def _add_problem(self, place: str, code: str, **values: object) -> None:
        self.problems.append(FieldProblem(Message(place), Message(code, **values)))

    def _refuse_teams(self) -> None:
        sizes = {len(team.findall("member")) for team in self._root.iterfind("participation/team")}
        if sizes - {0, 1}:
            self.problems.append(FieldProblem("participation/team", Message("wer.teams")))

    def _require_in_order(self, found: dict[RoundRef, list[_Match]]) -> None:
        for stage in (1, 2):
            numbers = [ref.round_no for ref in sorted(found) if ref.stage == stage]
            if numbers != list(range(1, len(numbers) + 1)):
                listed = ", ".join(map(str, numbers))[:80]
                self._add_problem("place.rounds", "wer.round-missing", numbers=listed)

    def _dropped_players(self, swiss: int) -> dict[PlayerId, RoundRef]:
        """Who dropped, and after which round."""
        left = {}
        for team in self._root.iterfind("participation/team"):
            if team.get("status") != DROPPED:
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
            match = self._match(one, Message("place.match", round=number, match=n))
            if match is not None:
                found.append(match)
        return found

    def _match(self, one: Element, where: Message) -> _Match | None:
        outcome = one.get("outcome", OPEN)
        persons = [p for p in (one.get("person"), one.get("opponent")) if p]
        seats = tuple(self._ids[person] for person in persons if person in self._ids)
        if len(seats) < len(persons) or len(set(seats)) < max(1, len(seats)):
            self.problems.append(FieldProblem(where, Message("wer.unknown-player")))
        elif (outcome == BYE) != (len(seats) == 1) or outcome not in "0123":
            text = Message("event-file.outcome", outcome=f"{outcome!r:.20}", n=len(seats))
            self.problems.append(FieldProblem(where, text))
        else:
            return _Match(seats, None if len(seats) == 1 else self._result(one, outcome, where))
        return None

    def _result(self, one: Element, outcome: str, where: Message) -> Result | None:
        if outcome == OPEN:
            return None
        won, lost, drawn = (
            count_of(one.get(k, ""), where, self.problems) for k in ("win", "loss", "draw")
        )
        if max(won, lost, drawn) > MOST_GAMES:
            self.problems.append(FieldProblem(where, Message("wer.too-many-games")))
            return None
        if outcome == WIN and one.get("winbydrop", "").lower() == "true":
            return Forfeit(win_for(0))
        if not (won or lost or drawn):
            marks = win_for(0) if outcome == WIN else (Mark.DRAW, Mark.DRAW)
            return Decided(marks)
        if (won < lost) if outcome == WIN else (won != lost):
            text = Message("wer.games", won=won, lost=lost, outcome=outcome)
            self.problems.append(FieldProblem(where, text))
            return None
        self.best_of = max(self.best_of, 2 * max(won, lost) - 1)
        level = outcome == WIN and won == lost
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
            self.problems.append(FieldProblem(ref.name, Message("wer.two-matches")))
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
        join_name(one.get("first", ""), one.get("last", "")),
        federation=one.get("country", "").strip(),
        ids=stored_external_id(ISSUER, one.get("id", "").strip()),
    )


def _players_in(round_: Round) -> list[PlayerId]:
    return [player for pairing in round_.pairings.values() for player in pairing.seats]


def write(t: Tournament, moments: EventTimes) -> bytes:
    """The file of a tournament of players; drafts are left out.

    The winner of a match stands first, so who sat where is lost; tables have no numbers. Matches
    that both lost, absences and half-point byes have no code: they are left out.
    """
    return write_xml(_Writer(t, moments).root())


class _Writer:
    """One tournament in its elements."""

    def __init__(self, t: Tournament, moments: EventTimes) -> None:
        self._t = t
        self._moments = times_of(t.header, moments, "wer")
        self._rounds = t.published_rounds
        self._swiss = sum(ref.stage == 1 for ref in self._rounds)
        self._ids = external_ids({p: e.entrant for p, e in t.entries.items()}, ISSUER)
        self._kept = unpack_fields(t.header, "wer")

    def root(self) -> Element:
        """The whole file."""
        finals = len(self._rounds) > self._swiss
        header = self._t.header
        named = {name: getattr(header, key) for name, key in WER_FIELDS.items()}
        details = {name: detail(header, f"wer.{name}", text) for name, text in WER_DETAILS.items()}
        root = Element("event", {**named, **{n: text for n, text in details.items() if text}})
        for name, text in {
            "startdate": self._moments.begun_as("%Y-%m-%d"),
            "enddate": self._end(),
            "title": self._t.name,
            "isstarted": str(bool(self._rounds)),
            "status": self._status,
            "isplayoff": str(finals),
            "numberofrounds": str(self._t.rules.rounds or self._swiss),
            "playoffstartround": str(self._swiss + 1 if finals else 0),
        }.items():
            root.set(name, text)
        self._participation(SubElement(root, "participation"))
        matches = SubElement(root, "matches")
        for number, (ref, round_) in enumerate(self._rounds.items(), 1):
            one = SubElement(
                matches,
                "round",
                number=str(number),
                PlayFormat=header.play_format,
                date=format_moment(round_time(header, number, self._moments), _MOMENT),
                teamformat="false",
            )
            kept = inner(self._kept, "rounds", str(number))
            self._byes(one, ref)
            self._matches(one, round_, inner(kept, "dropped"))
            restore_fields("round", one, kept)
        SubElement(root, "seats")
        restore_fields("root", root, inner(self._kept, "root"))
        return root

    @property
    def _status(self) -> str:
        """Of the event; as it was in the file if it has not ended since."""
        said = inner(self._kept, "root").get("status")
        if self._t.finished:
            return COMPLETED
        return said if isinstance(said, str) and said not in ("", COMPLETED) else "4"

    def _end(self) -> str:
        """The last day, with the time that an imported file had."""
        header = self._t.header
        said = detail(header, "wer.enddate")
        known = said and said[:10] in (header.last_day, _NO_DAY)
        return said if known else self._moments.last_as(_MOMENT)

    def _participation(self, there: Element) -> None:
        for player, entry in self._t.entries.items():
            kept = inner(self._kept, "people", str(player))
            first, last = split_name(entry.entrant.name, kept.get("surname"))
            SubElement(
                there,
                "person",
                id=self._ids[player],
                first=first,
                last=last,
                middle="",
                country=entry.entrant.federation,
            )
        for player in self._t.entries:
            self._team(there, player)
        for kind in ("PA", "DQ"):
            role = SubElement(there, "role", cd="PL", type=kind)
            for player, number in self._numbered(kind).items():
                SubElement(role, "ref", person=self._ids[player], seq=number)

    def _numbered(self, kind: str) -> dict[PlayerId, str]:
        """Those with a role, with the numbers that the file gave them, or their ranks."""
        if not self._kept and kind == "PA":
            rows = enumerate(Standings(tiebreak_input(self._t)).rows, 1)
            return {row.player: str(row.rank or place) for place, row in rows}
        people = {p: inner(self._kept, "people", str(p)) for p in self._t.entries}
        return {p: str(one[f"seq {kind}"]) for p, one in people.items() if f"seq {kind}" in one}

    def _team(self, there: Element, player: PlayerId) -> None:
        """Everybody is a team of one, which has the drop."""
        entry = self._t.entries[player]
        kept = inner(self._kept, "people", str(player))
        first, last = split_name(entry.entrant.name, kept.get("surname"))
        left = entry.periods[-1].last
        status, when = STAYED, "0"
        if left is not None:
            status, when = DROPPED, str(min(left, RoundRef(1, self._swiss)).round_no)
        elif self._t.seeds.get(2) and player not in self._t.seeds[2]:
            status, when = OUT, str(self._swiss)
        ended = inner(kept, "team")
        if left is None and ended.get("status") not in (None, "", DROPPED):
            status, when = str(ended["status"]), str(ended.get("round", when))
        team = SubElement(
            there,
            "team",
            id=str(player),
            name=f"{last}, {first}" if first else last,
            status=status,
            eliminationround=when,
        )
        SubElement(team, "member", position="A", person=self._ids[player])
        restore_fields("team", team, ended)

    def _byes(self, one: Element, ref: RoundRef) -> None:
        wins = str(self._t.rules.games_to_win or 1)
        for player, kind in byes_in(self._t, ref).items():
            if kind in _BYES:
                SubElement(one, "match", {"person": self._ids[player], **_bye(wins)})

    def _matches(self, one: Element, round_: Round, dropped: Fields) -> None:
        for _, pairing in sorted(round_.pairings.items()):
            fields = match_of(pairing)
            if fields is not None:
                winner, other, counts = fields
                seats = {"person": self._ids[winner], "opponent": self._ids[other]}
                match = SubElement(one, "match", {**seats, **counts})
                games = dropped.get(f"{winner}-{other}")
                if isinstance(pairing.result, Forfeit) and isinstance(games, list):
                    for name, count in zip(("win", "loss", "draw"), map(str, games), strict=False):
                        match.set(name, count)


def match_of(pairing: Pairing) -> tuple[PlayerId, PlayerId, dict[str, str]] | None:
    """Who stands first, who second, and the counts; nothing for a match that both lost."""
    first, second = pairing.seats
    result = pairing.result
    if result is None or is_adjourned(result):
        return first, second, _counts(OPEN, 0, 0, 0)
    marks = marks_of(result)
    won, lost, drawn = (*result.wins, result.draws) if isinstance(result, Games) else (0, 0, 0)
    if Mark.WIN in marks:
        counts = (won, lost, drawn) if marks[0] == Mark.WIN else (lost, won, drawn)
        seats = (first, second) if marks[0] == Mark.WIN else (second, first)
        return *seats, _counts(WIN, *counts, by_drop=isinstance(result, Forfeit))
    if Mark.DRAW in marks:
        return first, second, _counts(DRAW, won, lost, drawn)
    return None


def _bye(wins: str) -> dict[str, str]:
    counts = {"win": wins, "loss": "0", "draw": "0"}
    return {"outcome": BYE, **counts, "winbydrop": "False"}


def _counts(
    outcome: str, won: int, lost: int, drawn: int, *, by_drop: bool = False
) -> dict[str, str]:
    counts = {"win": str(won), "loss": str(lost), "draw": str(drawn)}
    return {"outcome": outcome, **counts, "winbydrop": str(by_drop)}
