"""How long standings take, compared with gacrux (FIDE's own tie-break checker).

The tournament is a random Swiss in a TRF file. The time is measured from the file to the ranked
rows, and for the ranking alone (from the parsed file), with three lists: six FIDE tie-breaks, a
list with the rating tie-breaks, and Magic's list. gacrux does not support Magic, so its FIDE figure
is given next to ours.
"""

import gc
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from copy import deepcopy
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

from fairpair.core.tournament import Tournament
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.formats import trf
from fairpair.formats.trf.tournament import tournament_of
from fairpair.presets import rules_of

CHAINS = {
    "six FIDE tie-breaks": ("BH/C1", "BH", "SB", "DE", "PS", "WIN"),
    "with rating tie-breaks": ("BH/C1", "SB", "ARO", "TPR", "PTP", "DE"),
}
ROUNDS = 11


def event(players: int) -> str:
    """A tournament as TRF text, with byes, forfeits and withdrawals."""
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    from standings.events import Chances, random_event  # noqa: PLC0415 - from the folder above

    usual = Chances(half_bye=0.01, zero_bye=0.01, forfeit=0.01, withdrawal=0.02)
    return random_event(7, players=players, rounds=ROUNDS, scoring="1-0.5-0", chances=usual)


def spent(action: Callable[[], object], times: int) -> float:
    """The median of some runs, in milliseconds of CPU time.

    What lives already is kept out of the garbage collector's way: it is no part of the work.
    """
    runs = []
    gc.collect()
    gc.freeze()
    for _ in range(times):
        start = time.process_time()
        action()
        runs.append(time.process_time() - start)
    gc.unfreeze()
    return statistics.median(runs) * 1000


def read(data: bytes) -> Tournament:
    """Our form of the file."""
    return tournament_of(trf.read_or_raise(data)[0]).tournament


def ranked(tournament: Tournament, chain: Sequence[str] | None = None) -> object:
    """All rows with all values, by this chain or the rules' own."""
    return Standings(tiebreak_input(tournament), chain).rows


def whole(data: bytes, chain: Sequence[str]) -> object:
    """From the file to the rows."""
    return ranked(read(data), chain)


def gacrux_read(text: str) -> dict[str, Any]:
    """gacrux's form of the file."""
    reader = trf2json()
    with redirect_stdout(StringIO()):
        reader.parse_file(text, 0)
    found: dict[str, Any] = reader.get_tournament(1)
    return found


def gacrux_ranked(tournament: dict[str, Any], chain: Sequence[str]) -> object:
    """What gacrux makes of it."""
    codes = [f"{code}/V2" for code in ("PTS", *chain)]
    settings = {"tiebreak": codes, "pre_determined": False, "swiss": True, "check": False}
    with redirect_stdout(StringIO()):
        return tiebreak(tournament, -1, settings).compute_tiebreaks(tournament, settings)


def gacrux_whole(text: str, chain: Sequence[str]) -> object:
    """From the file to its answer."""
    return gacrux_ranked(gacrux_read(text), chain)


def beside_gacrux(players: int) -> None:
    """Print both programs' figures for one event."""
    text = event(players)
    data, ours, theirs = text.encode(), read(text.encode()), gacrux_read(text)
    magic = replace(ours, rules=rules_of("mtg_standard", {}))
    print(f"\n{players} players, {ROUNDS} rounds: milliseconds, from the file / ranking alone")
    for name, chain in CHAINS.items():
        copies = [deepcopy(theirs) for _ in range(5)]  # gacrux writes into what it is given
        their_rank = statistics.median(spent(partial(gacrux_ranked, c, chain), 1) for c in copies)
        their_all = spent(partial(gacrux_whole, text, chain), 1)
        our_rank = spent(partial(ranked, ours, chain), 9)
        our_all = spent(partial(whole, data, chain), 9)
        print(f"  {name:24} fairpair {our_all:8.0f} / {our_rank:6.0f}")
        print(f"  {'':24} gacrux   {their_all:8.0f} / {their_rank:6.0f}")
        print(f"  {'':24} ratio    {their_all / our_all:8.1f} / {their_rank / our_rank:6.1f}")
    print(f"  {'Magic: omw, gw, ogw':24} fairpair {'':8} / {spent(partial(ranked, magic), 9):6.0f}")


def growth(sizes: Sequence[int]) -> None:
    """Print how the time grows with the field: 1.0 is linear."""
    print("\nGrowth of the ranking alone: microseconds a player, relative to the smallest field")
    first: dict[str, float] = {}
    for players in sizes:
        tournament = read(event(players).encode())
        magic = replace(tournament, rules=rules_of("mtg_standard", {}))
        figures = {name: spent(partial(ranked, tournament, x), 5) for name, x in CHAINS.items()}
        figures["Magic: omw, gw, ogw"] = spent(partial(ranked, magic), 5)
        for name, value in figures.items():
            each = value * 1000 / players
            ratio = each / first.setdefault(name, each)
            print(f"  {players:5} players  {name:24} {each:7.1f} us  {ratio:5.2f}")


if __name__ == "__main__":
    print(f"Python {sys.version.split()[0]}, CPU time, median of several runs")
    beside_gacrux(1000)
    growth((250, 500, 1000, 2000, 4000))
