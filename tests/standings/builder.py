"""Tournaments for tests, written like a result sheet.

    played('''1  Ana 2-0 Bo | Cy 1-1-1 Di | Ed bye
              2  Ana 1-2 Ed | Di 2-0 Fay | Cy half
              Bo drops after 1
              Fay enters in 2
              Ana rated 1850''')

| between two names | is |
|---|---|
| `2-1`, `1-1-1` | games won by each, and drawn ones |
| `1:0` `0:1` `=:=` `0:0` | only the outcome; the last one is lost by both |
| `+:-` `-:+` `-:-` | not played, because somebody did not come |
| `op7,vp90:op3,vp40` | named scores |
| `?`, `adjourned` | no result yet; begun and interrupted |

After one name `bye`, `full`, `half`, `zero` or `loss` is a round without an opponent. Players are
numbered in the order in which they appear. Rounds before an entry count as the rules say for late
entries.
"""

from collections.abc import Mapping
from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period, Player
from fairpair.core.results import Adjourned, Decided, Forfeit, Games, Mark, Result, Scored
from fairpair.core.rounds import ByeKind, Pairing, Round, RoundRef
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.explain import explain
from fairpair.engine.standings.table import Row, Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.formats.imported import round_of

DEFAULTS = Rules()
Amount = tuple[Fraction | int, str]
_WITHOUT_OPPONENT = {kind.value: kind for kind in ByeKind} | {"bye": ByeKind.PAIRING}
_MARKS = {"1": Mark.WIN, "0": Mark.LOSS, "=": Mark.DRAW, "+": Mark.WIN, "-": Mark.LOSS}
_FORFEITS = ("+:-", "-:+", "-:-")
_DECIDED = ("1:0", "0:1", "=:=", "0:0")


def played(text: str, rules: Rules = DEFAULTS, *, finished: bool = False) -> Tournament:
    """The tournament of this sheet."""
    lines = [line.split(None, 1) for line in text.strip().splitlines()]
    rounds = [[cell.split() for cell in rest.split("|")] for no, rest in lines if no.isdigit()]
    assert [int(no) for no, _ in lines if no.isdigit()] == list(range(1, len(rounds) + 1))
    names = dict.fromkeys(n for line in rounds for words in line for n in words[::2])
    numbers = {name: PlayerId(number) for number, name in enumerate(names, 1)}
    facts: dict[str, dict[str, int]] = {name: {} for name in names}
    for name, rest in lines:
        if not name.isdigit():
            fact, *_, number = rest.split()
            facts[name][fact] = int(number)
    return Tournament(
        created=True,
        rules=rules,
        entries={number: _entry(name, facts[name], rules) for name, number in numbers.items()},
        rounds={RoundRef(1, n): _round(line, numbers, rules) for n, line in enumerate(rounds, 1)},
        finished=finished,
    )


def standings(tournament: Tournament, *codes: str) -> Standings:
    """By points and these codes."""
    return Standings(tiebreak_input(tournament), codes)


def values(tournament: Tournament, *codes: str) -> dict[str, Fraction | None]:
    """What the last of these codes gives, by name."""
    rows = standings(tournament, *codes).rows
    return {tournament.name_of(row.player): row.values[-1] for row in rows}


def ranking(tournament: Tournament, *codes: str) -> str:
    """The players in order: `"Ana, Bo = Cy, Di"`."""
    places: dict[int, list[str]] = {}
    for row in standings(tournament, *codes).rows:
        places.setdefault(row.rank or 0, []).append(tournament.name_of(row.player))
    return ", ".join(" = ".join(names) for names in places.values())


def row_of(tournament: Tournament, name: str, *codes: str) -> Row:
    """A player's line of the standings."""
    rows = standings(tournament, *codes).rows
    return next(row for row in rows if tournament.name_of(row.player) == name)


def terms(tournament: Tournament, name: str, *codes: str) -> dict[str, Amount]:
    """What the last of these codes is made of for a player: amount and note by opponent or label.

    Rounds without an opponent stand as `"round 3"`; an opponent met twice stands once.
    """
    player = row_of(tournament, name).player
    explanation = explain(standings(tournament, *codes), player)[-1]
    found: dict[str, Amount] = {}
    for term in explanation.terms:
        what = str(term.label or f"round {term.round_no}")
        found[tournament.name_of(term.opponent) if term.opponent else what] = (
            term.amount,
            str(term.note or ""),
        )
    return found


def _entry(name: str, facts: Mapping[str, int], rules: Rules) -> Entry:
    last = facts.get("drops")
    period = Period(
        RoundRef(1, facts.get("enters", 1)),
        None if last is None else RoundRef(1, last),
        rules.late_entry if "enters" in facts else ByeKind.ZERO,
    )
    return Entry(Player(name, facts.get("rated")), (period,))


def _round(line: list[list[str]], numbers: Mapping[str, PlayerId], rules: Rules) -> Round:
    pairings, byes = [], {}
    for words in line:
        if len(words) == 2:
            byes[numbers[words[0]]] = _WITHOUT_OPPONENT[words[1]]
        else:
            first, result, second = words
            pairings.append(Pairing((numbers[first], numbers[second]), _result(result)))
    return round_of(pairings, byes, rules.system)


def _result(text: str) -> Result | None:
    if text == "?":
        return None
    if text == "adjourned":
        return Adjourned()
    if text in (*_FORFEITS, *_DECIDED):
        marks = tuple(_MARKS[side] for side in text.split(":"))
        return Forfeit(marks) if text in _FORFEITS else Decided(marks)
    if ":" in text:
        return Scored(tuple(_scores(side) for side in text.split(":")))
    counts = [int(count) for count in text.split("-")]
    return Games((counts[0], counts[1]), sum(counts[2:]))


def _scores(side: str) -> dict[str, Fraction]:
    """`op7,vp90`: a name of letters, then a number."""
    parts = side.split(",")
    names = [part.rstrip("0123456789.-/") for part in parts]
    return {n: Fraction(part[len(n) :]) for n, part in zip(names, parts, strict=True)}
