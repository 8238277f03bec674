"""Team tournaments for tests, written like a result sheet.

    matches('''1  A 11=0 B | C ==== D | E bye
               2  A +:- C | D half | E 1x+- B''')

Between two names stand the first team's boards: `1 = 0` played, `+ -` because somebody did not
come, `x` where both did not. `+:-` `-:+` `-:-` are whole matches like that, `?` is one without a
result. After one name `bye`, `full`, `half`, `zero` or `loss` is a round without a match. Teams are
numbered by their names.
"""

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period, Team
from fairpair.core.results import Board, Boards, Decided, Forfeit, Mark, Result
from fairpair.core.rounds import ByeKind, Pairing, Round, RoundRef
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.formats.imported import round_of

WIN, DRAW, LOSS = Mark.WIN, Mark.DRAW, Mark.LOSS
_BYES = {kind.value: kind for kind in ByeKind} | {"bye": ByeKind.PAIRING}
_BOARDS: dict[str, Result] = {
    "1": Decided((WIN, LOSS)),
    "=": Decided((DRAW, DRAW)),
    "0": Decided((LOSS, WIN)),
    "+": Forfeit((WIN, LOSS)),
    "-": Forfeit((LOSS, WIN)),
    "x": Forfeit((LOSS, LOSS)),
}
_MATCHES = {"+:-": _BOARDS["+"], "-:+": _BOARDS["-"], "-:-": _BOARDS["x"]}
_USUAL = {
    "boards": 4,
    "points": {"win": 2, "draw": 1, "loss": 0},
    "bye_points": {"mp": 1, "gp": 2},
    "best_of": 1,
    "system": "dutch",
}


def matches(text: str, *, finished: bool = False, **settings: object) -> Tournament:
    """The tournament of this sheet: of four boards, 2-1-0, half of it for a bye, unless told."""
    rules = Rules.read(_USUAL | settings)
    lines = [line.split(None, 1)[1] for line in text.strip().splitlines()]
    rounds = [[cell.split() for cell in line.split("|")] for line in lines]
    names = sorted({name for line in rounds for words in line for name in words[::2]})
    numbers = {name: PlayerId(number) for number, name in enumerate(names, 1)}
    entry = (Period(RoundRef(1, 1)),)
    return Tournament(
        created=True,
        rules=rules,
        entries={number: Entry(Team(name), entry) for name, number in numbers.items()},
        rounds={RoundRef(1, n): _round(line, numbers) for n, line in enumerate(rounds, 1)},
        finished=finished,
    )


def _round(line: list[list[str]], numbers: dict[str, PlayerId]) -> Round:
    pairings, byes = [], {}
    for words in line:
        if len(words) == 2:
            byes[numbers[words[0]]] = _BYES[words[1]]
        else:
            first, boards, second = words
            pairings.append(Pairing((numbers[first], numbers[second]), _result(boards)))
    return round_of(pairings, byes, "")


def _result(text: str) -> Result | None:
    if text == "?":
        return None
    return _MATCHES.get(text) or Boards(tuple(Board(_BOARDS[board]) for board in text))
