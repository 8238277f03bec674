"""PGN, the file of chess games: headers for the boards of rounds, and results read back.

A game that was not played has the `Termination` that is ours; one that both lost has no word in
PGN, so its result stays open.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entrant, Player
from fairpair.core.results import Decided, Forfeit
from fairpair.core.rounds import Pairing, RoundRef
from fairpair.core.texts import same_name_key
from fairpair.core.tournament import Tournament
from fairpair.engine import chess960
from fairpair.language.message import Message

MOST_GAMES = 10_000
UNPLAYED = "unplayed"
_OPEN = "*"
_RESULTS = ("1-0", "0-1", "1/2-1/2")
_SIDES = ("White", "Black")
_TAG = re.compile(r'\s*\[(\w{1,40})\s+"((?:[^"\\]|\\.)*)"\s*\]\s*')
_MOST_TOLD = 200
_NO_ROUND = ("", "?", "-")
"""An unknown round, and none: PGN 8.1.1.4."""
Seats = tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class PgnResult:
    """The result of a game, as it is typed for a table; `game` is its number in the file."""

    game: int
    table: int
    result: str


def write(t: Tournament, only: RoundRef | None = None) -> bytes:
    """The headers of all games of published rounds, or of one round; no moves."""
    rounds = {r: one for r, one in t.published_rounds.items() if only is None or r == only}
    games = (
        _game(t, ref, table, pairing)
        for ref, round_ in rounds.items()
        for table, pairing in sorted(round_.pairings.items())
    )
    return "\n".join(games).encode()


def _game(t: Tournament, ref: RoundRef, table: int, pairing: Pairing) -> str:
    result = _result_word(pairing)
    day = t.header.round_dates[ref.round_no - 1][:10] if _has_day(t, ref) else t.header.first_day
    tags = {
        "Event": t.name,
        "Site": t.header.city or "?",
        "Date": day.replace("-", ".") or "????.??.??",
        "Round": f"{ref.round_no}.{table}",
        **{side: t.name_of(p) for side, p in zip(_SIDES, pairing.seats, strict=True)},
        "Result": result,
        "Board": str(table),
    }
    for side, player in zip(_SIDES, pairing.seats, strict=True):
        tags |= _person_tags(side, t.entries[player].entrant)
    if t.header.time_control_code and not t.header.time_control_code.startswith("W"):
        tags["TimeControl"] = t.header.time_control_code  # PGN 9.6.1 writes it in the same way
    tags |= _start_tags(chess960.number_of(t, ref))
    if isinstance(pairing.result, Forfeit):
        tags["Termination"] = UNPLAYED
    lines = (f'[{name} "{_escape(text)}"]\n' for name, text in tags.items())
    return f"{''.join(lines)}\n{result}\n"


def _start_tags(number: int | None) -> Mapping[str, str]:
    """The starting position of a round of Chess960."""
    if number is None:
        return {}
    pieces = chess960.position(number)
    board = f"{pieces.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{pieces}"
    return {"Variant": "Chess960", "SetUp": "1", "FEN": f"{board} w KQkq - 0 1"}


def _has_day(t: Tournament, ref: RoundRef) -> bool:
    days = t.header.round_dates
    return ref.stage == 1 and ref.round_no <= len(days) and bool(days[ref.round_no - 1])


def _person_tags(side: str, one: Entrant) -> Iterator[tuple[str, str]]:
    if isinstance(one, Player):
        found = {
            "Elo": "" if one.rating is None else str(one.rating),
            "Title": one.title,
            "FideId": one.ids.get("fide", ""),
        }
        yield from ((f"{side}{name}", text) for name, text in found.items() if text)


def _result_word(pairing: Pairing) -> str:
    word = str(pairing.result).removesuffix("F").removesuffix("U")
    known = isinstance(pairing.result, Decided | Forfeit) and word in _RESULTS
    return word if known else _OPEN


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def is_pgn(text: str) -> bool:
    """Whether it begins with the tags of a game.

    >>> is_pgn('[Event "Spring Open"]'), is_pgn("1 2-0")
    (True, False)
    """
    first = next((line for line in text.splitlines() if line.strip(" \ufeff")), "")
    return bool(_TAG.fullmatch(first.lstrip("\ufeff")))


def results_in(text: str, t: Tournament, ref: RoundRef) -> list[PgnResult]:
    """The results for the tables of a round; games of other rounds and open ones are left out.

    Raises `InvalidInputError` with every game whose players do not sit at one table of the round,
    White first.
    """
    tables = {one.seats: n for n, one in t.rounds[ref].pairings.items()}
    people = _People(t, [p for seats in tables for p in seats])
    found, problems = list[PgnResult](), list[FieldProblem]()
    for number, tags in enumerate(_games(text), 1):
        try:
            played = tags.get("Result", _OPEN)
            if played == _OPEN or _round_of(tags) not in (None, ref.round_no):
                continue
            found.append(_result_of(number, tags, tables, people))
        except InvalidInputError as error:
            problems.append(FieldProblem(Message("place.game", number=number), error.text))
    if problems:
        raise InvalidInputError("pgn", problems=problems[:_MOST_TOLD])
    if not found:
        raise InvalidInputError("pgn.empty", round=ref.round_no)
    return found


def _result_of(
    number: int, tags: Mapping[str, str], tables: Mapping[Seats, int], people: "_People"
) -> PgnResult:
    seats = (people.find(tags, "White"), people.find(tags, "Black"))
    table, played = tables.get(seats), tags["Result"]
    if table is None:
        code = "pgn.reversed" if tables.get(seats[::-1]) else "pgn.no-table"
        white, black = (f"{tags.get(side, ''):.60}" for side in _SIDES)
        raise InvalidInputError(code, white=white, black=black)
    if played not in _RESULTS:
        raise InvalidInputError("pgn.result", result=f"{played!r:.20}")
    unplayed = tags.get("Termination", "").lower() == UNPLAYED
    return PgnResult(number, table, f"{played}{'f' if unplayed else ''}")


class _People:
    """The players of a round by FIDE number and by name; Ana Lima is also Lima, Ana."""

    def __init__(self, t: Tournament, players: Sequence[PlayerId]) -> None:
        self._by_id: dict[str, list[PlayerId]] = {}
        self._by_name: dict[frozenset[str], list[PlayerId]] = {}
        for player in players:
            one = t.entries[player].entrant
            self._by_name.setdefault(_words(one.name), []).append(player)
            number = one.ids.get("fide", "") if isinstance(one, Player) else ""
            if number:
                self._by_id.setdefault(number, []).append(player)

    def find(self, tags: Mapping[str, str], side: str) -> PlayerId:
        """The only one who fits."""
        found = self._by_id.get(tags.get(f"{side}FideId", ""), [])
        if len(found) != 1:
            found = self._by_name.get(_words(tags.get(side, "")), [])
        if len(found) != 1:
            code = "pgn.several" if found else "pgn.unknown-player"
            raise InvalidInputError(code, name=f"{tags.get(side, '')!r:.60}")
        return found[0]


def _words(name: str) -> frozenset[str]:
    return frozenset(same_name_key(re.sub(r"[,.]", " ", name)).split())


def _round_of(tags: Mapping[str, str]) -> int | None:
    """The round of `3` or `3.12`, None if the game does not name one; `InvalidInputError` for
    anything else.
    """
    said = tags.get("Round", "").strip()
    if said in _NO_ROUND:
        return None
    found = re.fullmatch(r"(\d{1,3})(?:\.\d+)*", said, re.ASCII)
    if not found:
        raise InvalidInputError("pgn.round", round=f"{said!r:.20}")
    return int(found[1])


def _games(text: str) -> Iterator[dict[str, str]]:
    """The tags of every game; moves are skipped."""
    tags: dict[str, str] = {}
    in_moves, count = False, 0
    for line in text.lstrip("\ufeff").splitlines():
        tag = _TAG.fullmatch(line)
        if tag and (in_moves or tag[1] in tags):
            count += 1
            if count >= MOST_GAMES:
                raise InvalidInputError("pgn.too-many", most=MOST_GAMES)
            yield tags
            tags, in_moves = {}, False
        if tag:
            tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        elif line.strip():
            in_moves = bool(tags)
    if tags:
        yield tags
