"""What `###` lines tell of earlier rounds: games that ended later, and other pairing numbers.

| line | meaning |
|---|---|
| `Adjournment @ Round 1: 1-4: ? => 1-0` | round 2 was paired while the game counted as a draw |
| `Adjournment @ Round 1: 1-4: ? => 1-0 after Round 3` | rounds 2 and 3 were |
| `Regeneration @ Round 3: 5=>3 3=>4 4=>5` | number 3 was 5 when the rounds before 3 were paired |
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from fairpair.formats.trf.model import TrfFile, TrfPlayer

_ADJOURNMENT = re.compile(
    r"Adjournment @ Round (\d{1,3}): (\d{1,4})-(\d{1,4}): \? => \S+(?: after Round (\d{1,3}))?"
)
_REGENERATION = re.compile(r"Regeneration @ Round (\d{1,3}):((?: \d{1,4}=>\d{1,4})+)")


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


def as_paired(file: TrfFile, round_no: int) -> TrfFile:
    """The file with the results and numbers that counted when a round was paired."""
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
    lines = filter(None, map(_REGENERATION.fullmatch, file.comments))
    told = {int(found[1]): found[2].split() for found in lines if int(found[1]) > round_no}
    pairs = (pair.split("=>") for pair in told[min(told)]) if told else ()
    return {int(new): int(old) for old, new in pairs}
