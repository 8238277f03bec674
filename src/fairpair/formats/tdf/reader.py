"""From a TDF file to a tournament: the players of a division, its rounds, results and drops."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period, Player
from fairpair.core.rounds import FIRST_ROUND, ByeKind, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.tournament import Admission, Tournament
from fairpair.formats.imported import Imported, round_of, size_problems
from fairpair.formats.people import one_name, own_ids
from fairpair.formats.tdf import codes
from fairpair.formats.xml_files import count_of, read_xml

PRESET = "pokemon_standard"


def read(data: bytes, division: str = "") -> Imported:
    """The tournament of a division; it must be named if several have played.

    `InvalidInputError` lists every code and number that is not known.
    """
    root = _root(data)
    pod = _pod(root, division)
    reading = _Reading(root, pod)
    t = reading.tournament()
    if reading.problems:
        raise InvalidInputError(
            "bad-tdf",
            "The TDF file cannot be used.",
            "Open it in TOM and save it again; codes may be newer than this program.",
            reading.problems,
        )
    played = sum(ref.stage == 1 for ref in t.rounds)
    cut = len({p for ref, r in t.rounds.items() if ref.stage == 2 for p in _placed(r)})
    settings: dict[str, object] = {"rounds": played if t.finished or cut else None}
    if cut:
        settings |= {"mode": "swiss_with_elimination", "cut": cut}
    return Imported(t, preset=PRESET, settings=settings, notes=tuple(reading.notes))


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
        raise InvalidInputError(
            "not-tdf", "The file is no TDF file.", "Choose the .tdf file that TOM has saved."
        )
    return root


def _pod(root: Element, division: str) -> Element | None:
    """The one that is meant; none in a file without rounds."""
    pods = [pod for pod in root.iterfind("pods/pod") if pod.find("rounds/round") is not None]
    names = [codes.DIVISIONS.get(pod.get("category", ""), "?") for pod in pods]
    meant = [
        pod for pod, name in zip(pods, names, strict=True) if division.casefold() == name.casefold()
    ]
    if division and not meant:
        known = ", ".join(names) or "none"
        text = f"The file has no division {division} with rounds."
        raise InvalidInputError("no-division", text, f"There are: {known}.")
    if not division and len(pods) > 1:
        raise InvalidInputError(
            "several-divisions",
            f"The file has {len(pods)} tournaments: {', '.join(names)}.",
            "Say which division to import; each becomes a tournament of its own.",
        )
    return next(iter(meant or pods), None)


@dataclass(frozen=True, slots=True)
class _Match:
    """A line of a round: `seats` are one or two players."""

    seats: tuple[PlayerId, ...]
    outcome: str
    table: int


class _Reading:
    """One division, and what is wrong with it."""

    def __init__(self, root: Element, pod: Element | None) -> None:
        self._root = root
        self._pod = pod
        self._category = "" if pod is None else pod.get("category", "")
        self.problems: list[FieldProblem] = []
        self.notes: list[str] = []
        users = set(_users(pod)) if pod is not None else None
        self._people = [
            one for one in _persons(root) if users is None or one.get("userid", "") in users
        ]
        self._ids = {one.get("userid", ""): PlayerId(n) for n, one in enumerate(self._people, 1)}

    def tournament(self) -> Tournament:
        """All of it, with the rules of nobody yet."""
        if len(self._ids) < len(self._people):
            self.problems.append(FieldProblem("players", "two have the same userid"))
        rounds = self._pod.findall("rounds/round") if self._pod is not None else []
        self.problems += size_problems(len(self._people), len(rounds))
        rounds = [] if self.problems else rounds
        swiss = [one for one in rounds if one.get("type") != codes.ELIMINATION]
        finals = [one for one in rounds if one.get("type") == codes.ELIMINATION]
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
        over = self._root.get("stage") == codes.FINISHED
        seeds = self._seeds(found)
        return Tournament(
            created=True,
            name=_name(self._root),
            entries=entries,
            rounds=made,
            seeds={2: seeds} if seeds else {},
            admissions={2: Admission()} if seeds else {},
            finished=over
            and bool(made)
            and all(r.status == RoundStatus.COMPLETE for r in made.values()),
        )

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
        where = f"round {round_.get('number', '?')}"
        return [
            match
            for n, one in enumerate(round_.iterfind("matches/match"), 1)
            if (match := self._match(one, f"{where}, match {n}")) is not None
        ]

    def _match(self, one: Element, where: str) -> _Match | None:
        outcome = one.get("outcome", codes.OPEN)
        if outcome == codes.DELETED:
            return None
        alone = one.find("player")
        seats = [one.find("player1"), one.find("player2")] if alone is None else [alone]
        users = [seat.get("userid", "") for seat in seats if seat is not None]
        unknown = [user for user in users if user not in self._ids]
        fits = outcome in (codes.BYES if len(seats) == 1 else codes.RESULTS)
        if unknown or len(users) < len(seats):
            text = f"names nobody of this division ({', '.join(unknown)[:80] or 'one is missing'})"
            self.problems.append(FieldProblem(where, text))
        elif not fits or len(set(users)) < len(users):
            text = f"has the outcome {outcome!r:.20}, which is not known for {len(users)} players"
            self.problems.append(FieldProblem(where, text))
        else:
            table = count_of(
                one.findtext("tablenumber", "0"), f"{where}, tablenumber", self.problems
            )
            return _Match(tuple(self._ids[user] for user in users), outcome, table)
        return None

    def _round(
        self, ref: RoundRef, matches: Sequence[_Match], entries: dict[PlayerId, Entry]
    ) -> Round:
        """Who is there and in no match is absent."""
        played = [one for one in matches if len(one.seats) > 1]
        byes = {one.seats[0]: codes.BYES[one.outcome] for one in matches if len(one.seats) == 1}
        seated = Counter(player for one in matches for player in one.seats)
        twice = [player for player, times in seated.items() if times > 1]
        if twice:
            names = ", ".join(entries[player].entrant.name for player in twice)
            self.problems.append(FieldProblem(str(ref), f"has two matches of {names}"))
        if ref.stage == 1:
            absent = (p for p in entries if p not in seated and entries[p].plays_in(ref))
            byes |= dict.fromkeys(absent, ByeKind.ZERO)
        pairings = [Pairing(one.seats, codes.RESULTS[one.outcome]) for one in played]
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
    """The birth date stays behind: a log cannot forget."""
    return Player(
        one_name(one.findtext("firstname", ""), one.findtext("lastname", "")),
        category=codes.DIVISIONS[category] if category in codes.SINGLE else "",
        ids=own_ids(codes.GIVER, one.get("userid", "").strip()),
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


def _placed(round_: Round) -> Iterator[PlayerId]:
    for pairing in round_.pairings.values():
        yield from pairing.seats
    yield from round_.byes
