"""What `###` lines tell of earlier rounds: games that ended later, and other pairing numbers.

| line | meaning |
|---|---|
| `Adjournment @ Round 1: 1-4: ? => 1-0` | round 2 was paired while the game counted as a draw |
| `Adjournment @ Round 1: 1-4: ? => 1-0 after Round 3` | rounds 2 and 3 were |
| `Regeneration @ Round 3: 5=>3 3=>4 4=>5` | number 3 was 5 when the rounds before 3 were paired |
| `Exchange @ Round 3: 1<=>2` | 1 and 2 of equal rating had each other's number before round 3 |
| `Rating correction @ Round 2: 4-9: 1-0 => 0-1` | the game counted as 1-0, and is reported as 0-1 |
| `Correction @ Round 6: 4-9: 1-0 => 0-1` | round 6 was paired while the game counted as 1-0 |
| `Correction @ Round 6: 4-9: 1-0 => 0-1 before pairing` | it was not |
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from fairpair.core.ids import PlayerId
from fairpair.core.rounds import Round, RoundRef
from fairpair.engine.fide.locks import BEFORE_PAIRING
from fairpair.engine.pairing.numbers import LAST_FREE_ROUND
from fairpair.formats.trf.model import TrfCell, TrfFile, TrfPlayer

_ADJOURNMENT = re.compile(
    r"Adjournment @ Round (\d{1,3}): (\d{1,4})-(\d{1,4}): \? => \S+(?: after Round (\d{1,3}))?"
)
_REGENERATION = re.compile(r"Regeneration @ Round (\d{1,3}):((?: \d{1,4}=>\d{1,4})+)")

_EXCHANGE = re.compile(r"Exchange @ Round (\d{1,3}): (\d{1,4})<=>(\d{1,4})")
_RATING = re.compile(r"Rating correction @ Round (\d{1,3}): (\d{1,4})-(\d{1,4}): (\S+) => \S.*")
_CORRECTION = re.compile(
    r"Correction @ Round (\d{1,3}): (\d{1,4})-(\d{1,4}): (\S+) => (?:\d{1,4}-\d{1,4}: )?\S+"
    f"({BEFORE_PAIRING})?"
)
_BYE = re.compile(rf"Correction @ Round (\d{{1,3}}): (\d{{1,4}}): (\S) => (\S)({BEFORE_PAIRING})?")
_CELLS: Mapping[str, tuple[str, str]] = {
    "1-0": ("1", "0"),
    "0-1": ("0", "1"),
    "1/2-1/2": ("=", "="),
    "0-0": ("0", "0"),
    "1/2-0": ("=", "0"),
    "0-1/2": ("0", "="),
    "1-0F": ("+", "-"),
    "0-1F": ("-", "+"),
    "0-0F": ("-", "-"),
    "1-0U": ("W", "L"),
    "0-1U": ("L", "W"),
    "1/2-1/2U": ("D", "D"),
}
"""The codes of White and Black by the result that a line names."""
_ROUND = re.compile(r"[A-Za-z ]+ @ Round (\d{1,3})\b")


def by_round(comments: Iterable[str]) -> tuple[str, ...]:
    """The lines by the rounds that they name, in their order otherwise; those without one first.

    >>> by_round(["MPA @ Round 2: 1-2 => 2-1", "FPB @ Round 1: 3=FPB", "announced"])
    ('announced', 'FPB @ Round 1: 3=FPB', 'MPA @ Round 2: 1-2 => 2-1')
    """

    def round_of(comment: str) -> int:
        named = _ROUND.match(comment)
        return int(named[1]) if named else -1

    return tuple(sorted(comments, key=round_of))


def adjournment_text(round_no: int, game: tuple[int, int], result: str, last: int) -> str:
    """The line for a game of a round that ended after another round, the last one, was paired.

    >>> adjournment_text(1, (8, 13), "1-0", 2)
    'Adjournment @ Round 1: 8-13: ? => 1-0'
    """
    text = f"Adjournment @ Round {round_no}: {game[0]}-{game[1]}: ? => {result}"
    return text if last == round_no + 1 else f"{text} after Round {last}"


def regeneration_text(round_no: int, changes: Mapping[int, int]) -> str:
    """The line for other numbers in the rounds before one: the old number, and that of the file.

    >>> regeneration_text(3, {5: 3, 3: 4, 4: 5})
    'Regeneration @ Round 3: 5=>3 3=>4 4=>5'
    """
    listed = " ".join(f"{old}=>{new}" for old, new in changes.items())
    return f"Regeneration @ Round {round_no}: {listed}"


def exchange_text(round_no: int, a: int, b: int) -> str:
    """The line for two who had the number of each other in the rounds before one.

    >>> exchange_text(3, 1, 2)
    'Exchange @ Round 3: 1<=>2'
    """
    return f"Exchange @ Round {round_no}: {a}<=>{b}"


def as_counted(file: TrfFile) -> TrfFile:
    """The file with the games as they counted, where a correction is for the rating only."""
    corrections = [*_rating_corrections(file)]
    if not corrections:
        return file
    cells = {one.id: [*one.rounds] for one in file.players}
    for number, white, black, result in corrections:
        place = number - 1
        for one, other, colour, code in zip(
            (white, black), (black, white), ("w", "b"), _CELLS[result], strict=True
        ):
            there = cells.get(one, [])
            if place < len(there) and there[place].opponent == other:
                there[place] = replace(there[place], colour=colour, result=code)
    players = (replace(one, rounds=tuple(cells[one.id])) for one in file.players)
    return replace(file, players=tuple(players))


def _rating_corrections(file: TrfFile) -> Iterator[tuple[int, int, int, str]]:
    """Round, White, Black and result of each game that counted otherwise than it is reported."""
    for found in filter(None, map(_RATING.fullmatch, file.comments)):
        number, white, black, result = found.groups()
        if result in _CELLS:
            yield int(number), int(white), int(black), result


def as_published(file: TrfFile, round_no: int) -> TrfFile:
    """The file without the corrections that were made after a round was paired."""
    if not any(one.startswith("Correction @") for one in file.comments):
        return file
    cells = {one.id: [*one.rounds] for one in file.players}
    for comment in reversed(file.comments):
        game, bye = _CORRECTION.fullmatch(comment), _BYE.fullmatch(comment)
        if game and _is_later(game, round_no):
            _take_back_game(cells, *game.groups()[:4])
        elif bye and _is_later(bye, round_no):
            _take_back_bye(cells, *bye.groups()[:4])
    players = (replace(one, rounds=tuple(cells[one.id])) for one in file.players)
    return replace(file, players=tuple(players))


def as_corrected(file: TrfFile) -> TrfFile:
    """The file as if its corrections had been made before anything was paired."""
    kept = tuple(one for one in file.comments if not one.startswith("Correction @"))
    return replace(file, comments=kept)


def _is_later(correction: re.Match[str], round_no: int) -> bool:
    """Whether it was made after a round was paired."""
    return round_no <= int(correction[1]) - (correction[5] is not None)


def _take_back_game(
    cells: Mapping[int, list[TrfCell]], number: str, white: str, black: str, old: str
) -> None:
    """Give the last game of two up to a round the colours and the result that it had."""
    pair = (int(white), int(black))
    for one, other, colour, side in zip(pair, pair[::-1], "wb", (0, 1), strict=True):
        there = cells.get(one, [])
        met = [n for n, cell in enumerate(there[: int(number)]) if cell.opponent == other]
        if met:
            cell = there[met[-1]]
            result = _CELLS[old][side] if old in _CELLS else cell.result
            there[met[-1]] = replace(cell, colour=colour, result=result)


def _take_back_bye(
    cells: Mapping[int, list[TrfCell]], number: str, player: str, old: str, new: str
) -> None:
    """Give a player the bye that they had in the last such round up to one."""
    there = cells.get(int(player), [])
    byes = [n for n, x in enumerate(there[: int(number)]) if not x.opponent and x.result == new]
    if byes:
        there[byes[-1]] = replace(there[byes[-1]], result=old)


def as_paired(file: TrfFile, round_no: int) -> TrfFile:
    """The file with the results and numbers that counted when a round was paired."""
    file = as_published(as_counted(file), round_no)
    open_games = {
        (player, number)
        for number, game, last in _adjournments(file)
        for player in game
        if number < round_no <= last
    }
    players = [_with_draws(one, open_games) for one in file.players] if open_games else file.players
    old = _numbers_in(file, round_no)
    if not old:
        return replace(file, players=tuple(players))
    in_order = sorted(players, key=lambda one: old.get(one.id, one.id))
    return replace(file, players=tuple(in_order), rank_by_position=True)


def as_told(file: TrfFile, rounds: Mapping[RoundRef, Round]) -> dict[RoundRef, Round]:
    """The rounds of a file, with the end of its adjourned games and the numbers of each round.

    Numbers that changed when they were final by the rules are those of the file throughout.
    """
    ended = {
        (number, frozenset(game)): last
        for number, game, last in _adjournments(file)
        if number < last <= file.rounds_played
    }
    return {
        ref: replace(
            round_,
            order=_order_in(file, ref.round_no),
            pairings={
                table: replace(one, adjourned_until=ended.get((ref.round_no, frozenset(one.seats))))
                for table, one in round_.pairings.items()
            },
        )
        for ref, round_ in rounds.items()
    }


def untold_comments(file: TrfFile) -> list[str]:
    """The comments that tell nothing of earlier rounds."""
    known = (_ADJOURNMENT, _REGENERATION, _EXCHANGE, _RATING)
    return [one for one in file.comments if not any(form.fullmatch(one) for form in known)]


def _order_in(file: TrfFile, round_no: int) -> tuple[PlayerId, ...]:
    """Everybody by the numbers of a round; nothing where they are those of the file."""
    final = LAST_FREE_ROUND + 1
    changed_late = max(_regenerations(file), default=0) > final
    old = {} if changed_late else _numbers_in(file, round_no)
    if not old:
        return ()
    in_order = sorted(file.players, key=lambda one: old.get(one.id, one.id))
    return tuple(PlayerId(one.id) for one in in_order)


def _adjournments(file: TrfFile) -> Iterator[tuple[int, tuple[int, int], int]]:
    """Round, players, and the last round that was paired before the game ended."""
    for found in filter(None, map(_ADJOURNMENT.fullmatch, file.comments)):
        number, white, black, last = found.groups()
        yield int(number), (int(white), int(black)), int(last or int(number) + 1)


def _with_draws(player: TrfPlayer, games: set[tuple[int, int]]) -> TrfPlayer:
    rounds = tuple(
        replace(cell, result="=") if cell.opponent and (player.id, number) in games else cell
        for number, cell in enumerate(player.rounds, 1)
    )
    return replace(player, rounds=rounds)


def _numbers_in(file: TrfFile, round_no: int) -> dict[int, int]:
    """By number, those that were others when a round was paired."""
    told = {number: pairs for number, pairs in _regenerations(file).items() if number > round_no}
    pairs = (pair.split("=>") for pair in told[min(told)]) if told else ()
    return {int(new): int(old) for old, new in pairs}


def _regenerations(file: TrfFile) -> dict[int, list[str]]:
    """By the first round with newer numbers the changes that are told."""
    lines = filter(None, map(_REGENERATION.fullmatch, file.comments))
    found = {int(line[1]): line[2].split() for line in lines}
    for line in filter(None, map(_EXCHANGE.fullmatch, file.comments)):
        round_no, a, b = line.groups()
        found[int(round_no)] = [f"{a}=>{b}", f"{b}=>{a}"]
    return found
