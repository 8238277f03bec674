"""Reads and writes TDF, the file of TOM, the tournament program for Play! Pokémon.

| outcome | meaning | becomes |
|---|---|---|
| 0 | open | no result |
| 1, 2 | that seat won | a win |
| 3 | tie | a draw |
| 4, 5 | assigned bye, bye | a full-point bye, the bye |
| 6, 10 | both lost | 0-0 |
| 8 | forced loss of a late player | a loss |
| 9 | deleted | nothing |
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from xml.etree.ElementTree import Element, SubElement

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period, Player
from fairpair.core.results import Decided, Mark, Result, is_adjourned, marks_of, win_for
from fairpair.core.rounds import FIRST_ROUND, ByeKind, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.suggestions import list_available
from fairpair.core.tournament import Admission, Tournament
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.formats.days import read_birth
from fairpair.formats.imported import ImportedTournament, round_of, size_problems
from fairpair.formats.tdf_fields import kept_fields, lost_fields, match_key, restore_fields
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
    TDF_DETAILS,
    TDF_FIELDS,
    TDF_KIND,
    detail,
    round_time,
    tdf_header,
    times_of,
)
from fairpair.formats.xml_kept import Fields, inner, pack_fields, unpack_fields
from fairpair.language.message import Message

ISSUER = "pokemon"
"""Whose numbers the players have."""
OPEN, TIE, BOTH_LOST, OLD_BOTH_LOST, DELETED = "0", "3", "10", "6", "9"
ELIMINATION = "1"
"""The type of a knock-out round."""
FINISHED = "5"
"""The stage of a tournament that is over."""
BYES = {"4": ByeKind.FULL, "5": ByeKind.PAIRING, "8": ByeKind.LOSS}
_BOTH_LOST: Result = Decided((Mark.LOSS, Mark.LOSS))
RESULTS: dict[str, Result | None] = {
    OPEN: None,
    "1": Decided(win_for(0)),
    "2": Decided(win_for(1)),
    TIE: Decided((Mark.DRAW, Mark.DRAW)),
    BOTH_LOST: _BOTH_LOST,
    OLD_BOTH_LOST: _BOTH_LOST,
}
DIVISIONS = {
    "0": "Junior",
    "1": "Senior",
    "2": "Masters",
    "8": "Junior and Senior",
    "9": "Senior and Masters",
    "10": "Everybody",
}
EVERYBODY = "10"
SINGLE = ("0", "1", "2")
"""Divisions that say something about a player."""
PRESET = "pokemon_standard"
_SWISS, _RUNNING, _SETUP = "2", "4", "1"
_STAGES = {_SETUP: ("1", "2", "3"), _RUNNING: ("4",), FINISHED: (FINISHED,)}
_ROUND_STAGES = {"4": ("1", "2", "3", "4", "5"), "6": ("6", "7", "8", "9")}
"""The stages in a file that mean the same of a tournament, and of a round."""
_BYE_CODES = {kind: code for code, kind in BYES.items()}
_DAY, _MOMENT = "%m/%d/%Y", "%m/%d/%Y %H:%M:%S"


def read(data: bytes, division: str = "") -> ImportedTournament:
    """The tournament of a division; it must be named if several have played.

    `InvalidInputError` lists every code and number that is not known.
    """
    root = _root(data)
    pod = _pod(root, division)
    reading = _Reader(root, pod)
    t = reading.tournament()
    if reading.problems:
        raise InvalidInputError("bad-tdf", problems=reading.problems)
    played = sum(ref.stage == 1 for ref in t.rounds)
    cut = len({p for ref, r in t.rounds.items() if ref.stage == 2 for p in _players_in(r)})
    settings: dict[str, object] = {"rounds": played if t.finished or cut else None}
    if cut:
        settings |= {"mode": "swiss_with_elimination", "cut": cut}
    return ImportedTournament(t, preset=PRESET, settings=settings, notes=tuple(reading.notes))


def players_of(data: bytes) -> tuple[str, tuple[Player, ...]]:
    """The name of the event and everybody in the file, with their divisions."""
    root = _root(data)
    divisions: dict[str, str] = {}
    for pod in root.iterfind("pods/pod"):
        for user in _users(pod):
            divisions[user] = pod.get("category", "")
    people = (_person(one, divisions.get(one.get("userid", ""), "")) for one in _persons(root))
    return _name(root), tuple(people)


def _root(data: bytes) -> Element:
    root = read_xml(data, "TDF")
    if root.tag != "tournament" or root.find("players") is None:
        raise InvalidInputError("not-tdf")
    return root


def _pod(root: Element, division: str) -> Element | None:
    """The one that is meant; none in a file without rounds."""
    pods = [pod for pod in root.iterfind("pods/pod") if pod.find("rounds/round") is not None]
    names = [DIVISIONS.get(pod.get("category", ""), "?") for pod in pods]
    meant = [
        pod for pod, name in zip(pods, names, strict=True) if division.casefold() == name.casefold()
    ]
    if division and not meant:
        code = "no-division" if names else "no-division.none"
        hint = list_available(division, names) if names else None
        raise InvalidInputError(code, hint=hint, division=division)
    if not division and len(pods) > 1:
        raise InvalidInputError("several-divisions", count=len(pods), divisions=names)
    return next(iter(meant or pods), None)


@dataclass(frozen=True, slots=True)
class _Match:
    """A line of a round: `seats` are one or two players."""

    seats: tuple[PlayerId, ...]
    outcome: str
    table: int


class _Reader:
    """One division, and what is wrong with it."""

    def __init__(self, root: Element, pod: Element | None) -> None:
        self._root = root
        self._pod = pod
        self._category = "" if pod is None else pod.get("category", "")
        self.problems: list[FieldProblem] = []
        self.notes: list[Message] = []
        users = set(_users(pod)) if pod is not None else None
        self._people = [
            one for one in _persons(root) if users is None or one.get("userid", "") in users
        ]
        self._ids = {one.get("userid", ""): PlayerId(n) for n, one in enumerate(self._people, 1)}

    def tournament(self) -> Tournament:
        """All of it, with the rules of nobody yet."""
        if len(self._ids) < len(self._people):
            text = Message("tdf.same-user")
            self.problems.append(FieldProblem(Message("place.players"), text))
        rounds = self._pod.findall("rounds/round") if self._pod is not None else []
        self.problems += size_problems(len(self._people), len(rounds))
        rounds = [] if self.problems else rounds
        swiss = [one for one in rounds if one.get("type") != ELIMINATION]
        finals = [one for one in rounds if one.get("type") == ELIMINATION]
        found = {
            RoundRef(stage, n): self._matches(one)
            for stage, some in ((1, swiss), (2, finals))
            for n, one in enumerate(some, 1)
        }
        last = {p: ref for ref in sorted(found) for m in found[ref] for p in m.seats}
        entries = {
            self._ids[one.get("userid", "")]: self._entry(one, len(swiss), last)
            for one in self._people
        }
        made = {ref: self._round(ref, some, entries) for ref, some in found.items()}
        over = self._root.get("stage") == FINISHED
        played = (*swiss, *finals)
        fields = kept_fields(self._root, self._pod, played, self._ids)
        header, notes = tdf_header(self._root, played, pack_fields(fields, "tdf"))
        self.notes += [*notes, *self._lost()]
        seeds = self._seeds(found)
        return Tournament(
            created=True,
            name=_name(self._root),
            header=header,
            entries=entries,
            rounds=made,
            seeds={2: seeds} if seeds else {},
            admissions={2: Admission()} if seeds else {},
            finished=over
            and bool(made)
            and all(r.status == RoundStatus.COMPLETE for r in made.values()),
        )

    def _lost(self) -> Iterator[Message]:
        """What there is no place for."""
        texts = (one.findtext("birthdate", "").strip() for one in self._people)
        born = sum(bool(text) and not read_birth(text, american=True) for text in texts)
        others = len(_persons(self._root)) - len(self._people)
        if born:
            yield Message("import.birth-dates", n=born)
        if others:
            yield Message("import.other-players", n=others)
        parts = lost_fields(self._people)
        if parts:
            yield Message("import.parts", parts=parts)

    def _entry(self, one: Element, swiss: int, last: dict[PlayerId, RoundRef]) -> Entry:
        """Who left, did so after the last round with a match, or later if the file says so."""
        player = _person(one, self._category)
        status = one.findtext("dropped/status", "0").strip()
        if status == "0" or not swiss:
            return Entry(player, (Period(FIRST_ROUND),))
        told = count_of(one.findtext("dropped/round", "0"), "dropped/round", self.problems)
        seen = last.get(self._ids[one.get("userid", "")], RoundRef(1, 0))
        left = max(seen, RoundRef(1, min(told, swiss)))
        return Entry(player, (Period(FIRST_ROUND, left),))

    def _matches(self, round_: Element) -> list[_Match]:
        number = round_.get("number", "?")
        return [
            match
            for n, one in enumerate(round_.iterfind("matches/match"), 1)
            if (match := self._match(one, Message("place.match", round=number, match=n)))
        ]

    def _match(self, one: Element, where: Message) -> _Match | None:
        outcome = one.get("outcome", OPEN)
        if outcome == DELETED:
            return None
        alone = one.find("player")
        seats = [one.find("player1"), one.find("player2")] if alone is None else [alone]
        users = [seat.get("userid", "") for seat in seats if seat is not None]
        unknown = [user for user in users if user not in self._ids]
        fits = outcome in (BYES if len(seats) == 1 else RESULTS)
        if unknown or len(users) < len(seats):
            code = "tdf.unknown-player" if unknown else "tdf.player-missing"
            text = Message(code, players=", ".join(unknown)[:80])
            self.problems.append(FieldProblem(where, text))
        elif not fits or len(set(users)) < len(users):
            text = Message("event-file.outcome", outcome=f"{outcome!r:.20}", n=len(users))
            self.problems.append(FieldProblem(where, text))
        else:
            there = Message("place.table-number", place=where)
            table = count_of(one.findtext("tablenumber", "0"), there, self.problems)
            return _Match(tuple(self._ids[user] for user in users), outcome, table)
        return None

    def _round(
        self, ref: RoundRef, matches: Sequence[_Match], entries: dict[PlayerId, Entry]
    ) -> Round:
        """Who is there and in no match is absent."""
        played = [one for one in matches if len(one.seats) > 1]
        byes = {one.seats[0]: BYES[one.outcome] for one in matches if len(one.seats) == 1}
        seated = Counter(player for one in matches for player in one.seats)
        twice = [player for player, times in seated.items() if times > 1]
        if twice:
            names = [entries[player].entrant.name for player in twice]
            text = Message("event-file.two-matches", players=names)
            self.problems.append(FieldProblem(ref.name, text))
        if ref.stage == 1:
            absent = (p for p in entries if p not in seated and entries[p].plays_in(ref))
            byes |= dict.fromkeys(absent, ByeKind.ZERO)
        pairings = [Pairing(one.seats, RESULTS[one.outcome]) for one in played]
        return round_of(pairings, byes, "swiss", [one.table for one in played])

    def _seeds(self, found: dict[RoundRef, list[_Match]]) -> tuple[PlayerId, ...]:
        """As the players have them, if all of the knock-out do; else nothing."""
        playing = {
            p for ref, some in found.items() if ref.stage == 2 for m in some for p in m.seats
        }
        told = {
            self._ids[one.get("userid", "")]: one.findtext("seed", "").strip()
            for one in self._people
        }
        numbers = {player: told[player] for player in playing}
        if not playing or not all(n.isdecimal() and len(n) < 5 for n in numbers.values()):
            return ()
        wanted = sorted(int(n) for n in numbers.values())
        if wanted != list(range(1, len(playing) + 1)):
            return ()
        return tuple(sorted(playing, key=lambda player: int(numbers[player])))


def _persons(root: Element) -> list[Element]:
    return root.findall("players/player")


def _person(one: Element, category: str) -> Player:
    """A player with division, number and birth date."""
    return Player(
        join_name(one.findtext("firstname", ""), one.findtext("lastname", "")),
        category=DIVISIONS[category] if category in SINGLE else "",
        ids=stored_external_id(ISSUER, one.get("userid", "").strip()),
        birth=read_birth(one.findtext("birthdate", ""), american=True),
    )


def _users(pod: Element) -> Iterator[str]:
    """Who is in a division: by its list, and by its matches."""
    for one in pod.iterfind("subgroups/subgroup/players/player"):
        yield one.get("userid", "")
    for match in pod.iterfind("rounds/round/matches/match"):
        for seat in match:
            if seat.tag in ("player", "player1", "player2"):
                yield seat.get("userid", "")


def _name(root: Element) -> str:
    return root.findtext("data/name", "").strip()


def _players_in(round_: Round) -> Iterator[PlayerId]:
    for pairing in round_.pairings.values():
        yield from pairing.seats
    yield from round_.byes


def write(t: Tournament, moments: EventTimes) -> bytes:
    """The file of a tournament of players; drafts are left out.

    A match keeps who won it and loses its games; half-point byes and absences become rounds
    without a match. Birth dates are not known here and stay empty.
    """
    return write_xml(_Writer(t, moments).root())


class _Writer:
    """One tournament in its elements."""

    def __init__(self, t: Tournament, moments: EventTimes) -> None:
        self._t = t
        self._moments = times_of(t.header, moments, "tdf")
        self._rounds = t.published_rounds
        self._users = external_ids({p: e.entrant for p, e in t.entries.items()}, ISSUER)
        self._seeds = {player: n for n, player in enumerate(t.seeds.get(2, ()), 1)}
        self._kept = unpack_fields(t.header, "tdf")
        category = inner(self._kept, "pod", "fields").get("@category")
        self._category = category if category in DIVISIONS else _category(t)
        kind = inner(self._kept, "root", "fields").get("@type")
        self._swiss = kind if isinstance(kind, str) and kind != ELIMINATION else _SWISS

    def root(self) -> Element:
        """The whole file."""
        root = Element("tournament", type=self._swiss, stage=self._stage, version="1.80")
        for name, text in TDF_KIND.items():
            root.set(name, detail(self._t.header, f"tdf.{name}", text))
        self._data(SubElement(root, "data"))
        _text(root, "timeelapsed", "0")
        players = SubElement(root, "players")
        for player, entry in self._t.entries.items():
            self._player(SubElement(players, "player", userid=self._users[player]), player, entry)
        pods = SubElement(root, "pods")
        if self._rounds:
            self._pod(SubElement(pods, "pod", category=self._category, stage="1"))
        if self._t.finished:
            self._standings(SubElement(root, "standings"))
        self._finals(SubElement(root, "finalsoptions"))
        restore_fields("root", root, inner(self._kept, "root"))
        return root

    @property
    def _stage(self) -> str:
        """Of the tournament; as it was in the file if it has not gone on since."""
        stage = FINISHED if self._t.finished else _RUNNING if self._rounds else _SETUP
        said = inner(self._kept, "root").get("stage")
        return said if said in _STAGES[stage] else stage

    def _data(self, data: Element) -> None:
        header = self._t.header
        details = {n: detail(header, f"tdf.{n}", text) for n, text in TDF_DETAILS.items()}
        _text(data, "name", self._t.name)
        for name, key in TDF_FIELDS.items():
            _text(data, name, getattr(header, key))
        for name in ("roundtime", "finalsroundtime"):
            _text(data, name, details.pop(name))
        SubElement(data, "organizer", popid=header.organiser_id, name=header.organiser)
        _text(data, "startdate", self._moments.begun_as(_DAY))
        for name, text in details.items():
            _text(data, name, text)
        restore_fields("data", data, inner(self._kept, "data"))

    def _player(self, one: Element, player: PlayerId, entry: Entry) -> None:
        kept = inner(self._kept, "players", str(player))
        first, last = split_name(entry.entrant.name, kept.get("surname"))
        _text(one, "firstname", first)
        _text(one, "lastname", last)
        _text(one, "birthdate", _birth(entry))
        _text(one, "starter", "true")
        if player in self._seeds:
            _text(one, "seed", str(self._seeds[player]))
        left = entry.periods[-1].last
        if left is not None:
            dropped = SubElement(one, "dropped")
            _text(dropped, "status", "1")
            _text(dropped, "round", str(self._number(left)))
            _text(dropped, "timestamp", self._moment)
            restore_fields("dropped", dropped, inner(kept, "dropped"))
        _text(one, "creationdate", self._moments.begun_as(_MOMENT))
        _text(one, "lastmodifieddate", self._moment)
        restore_fields("player", one, kept)

    def _pod(self, pod: Element) -> None:
        data = SubElement(pod, "poddata")
        third = str(self._t.rules.third_place).lower()
        _text(data, "startingtable", "1")
        _text(data, "playoff3rd4th", third)
        _text(data, "subgroupcount", "1")
        _text(data, "additionalrounds", "0")
        group = SubElement(SubElement(pod, "subgroups"), "subgroup", number="1")
        members = SubElement(group, "players")
        for user in self._users.values():
            SubElement(members, "player", userid=user)
        rounds = SubElement(pod, "rounds")
        for ref, round_ in self._rounds.items():
            self._round(rounds, ref, round_)
        restore_fields("pod", pod, inner(self._kept, "pod"))

    def _round(self, rounds: Element, ref: RoundRef, round_: Round) -> None:
        kind = self._swiss if ref.stage == 1 else ELIMINATION
        kept = inner(self._kept, "rounds", str(self._number(ref)))
        stage = "6" if round_.status == RoundStatus.COMPLETE else "4"
        said = kept.get("stage")
        stage = said if said in _ROUND_STAGES[stage] else stage
        one = SubElement(rounds, "round", number=str(self._number(ref)), type=kind, stage=stage)
        _text(one, "timeleft", "0")
        start = round_time(self._t.header, self._number(ref), self._moments)
        _text(one, "pairtime", format_moment(start, _MOMENT))
        _text(one, "starttime", format_moment(start, _MOMENT))
        matches = SubElement(one, "matches")
        for player, bye in byes_in(self._t, ref).items():
            if bye in _BYE_CODES:
                match = SubElement(matches, "match", outcome=_BYE_CODES[bye])
                SubElement(match, "player", userid=self._users[player])
                self._place(match, 0, inner(kept, "matches", match_key([player])))
        for table, pairing in sorted(round_.pairings.items()):
            past = inner(kept, "matches", match_key(pairing.seats))
            code, said = outcome_of(pairing), past.get("outcome")
            same = said == OLD_BOTH_LOST and code == BOTH_LOST
            match = SubElement(matches, "match", outcome=OLD_BOTH_LOST if same else code)
            for n, player in enumerate(pairing.seats, 1):
                SubElement(match, f"player{n}", userid=self._users[player])
            self._place(match, table, past)
        restore_fields("round", one, kept)

    def _place(self, match: Element, table: int, kept: Fields) -> None:
        _text(match, "timestamp", self._moment)
        _text(match, "tablenumber", str(table))
        restore_fields("match", match, kept)

    def _number(self, ref: RoundRef) -> int:
        """Rounds of the knock-out go on counting."""
        before = sum(one.stage < ref.stage for one in self._rounds)
        return before + ref.round_no

    def _standings(self, standings: Element) -> None:
        rows = Standings(tiebreak_input(self._t)).rows
        stayed = [row.player for row in rows if not self._t.entries[row.player].dropped]
        gone = [row.player for row in rows if self._t.entries[row.player].dropped]
        there = SubElement(standings, "pod", category=self._category, type="finished")
        for place, player in enumerate(stayed, 1):
            SubElement(there, "player", id=self._users[player], place=str(place))
        left = SubElement(standings, "pod", category=self._category, type="dnf")
        for player in gone:
            SubElement(left, "player", id=self._users[player])

    def _finals(self, finals: Element) -> None:
        kept = inner(self._kept, "cut")
        said = str(kept.get("size", "")).strip()
        planned = int(said) if said.isdecimal() and len(said) < 5 else 0
        size = len(self._seeds) or self._t.rules.cut or planned
        cut = SubElement(finals, "categorycut", key=self._category)
        options = SubElement(cut, "options")
        for value in dict.fromkeys((0, size)):
            _text(options, "value", str(value))
        _text(cut, "cut", str(size))
        _text(cut, "playercount", str(len(self._t.entries)))
        _text(cut, "paired3rd4th", str(self._t.rules.third_place).lower())
        restore_fields("cut", cut, kept)

    @property
    def _moment(self) -> str:
        return self._moments.last_as(_MOMENT)


def outcome_of(pairing: Pairing) -> str:
    """The code of a match: who won, and nothing of how."""
    result: Result | None = pairing.result
    if result is None or is_adjourned(result):
        return OPEN
    marks = marks_of(result)
    if Mark.WIN in marks:
        return str(marks.index(Mark.WIN) + 1)
    return TIE if Mark.DRAW in marks else BOTH_LOST


def _category(t: Tournament) -> str:
    """The division that all have, if that is one TOM knows."""
    found = {e.entrant.category for e in t.entries.values() if isinstance(e.entrant, Player)}
    names = {DIVISIONS[code].casefold(): code for code in SINGLE}
    names |= {f"{name}s": code for name, code in names.items()}  # Juniors, Seniors
    return names.get(found.pop().casefold(), EVERYBODY) if len(found) == 1 else EVERYBODY


def _text(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = text


def _birth(entry: Entry) -> str:
    """`02/27/2000`; a year alone is January 1, which is enough for the division."""
    birth = entry.entrant.birth if isinstance(entry.entrant, Player) else ""
    if not birth:
        return ""
    return date.fromisoformat(birth if len(birth) == 10 else f"{birth}-01-01").strftime(_DAY)
