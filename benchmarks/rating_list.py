"""Rating lists of the size of FIDE's: time and memory of an import, time of a look-up.

`python benchmarks/rating_list.py` makes a list of 1.93 million lines, imports it into a new SQLite
file in a process of its own, and searches in it. `--players` makes a smaller one.
"""

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from fairpair.app.rating_lists.imports import ListImport, import_list
from fairpair.app.rating_lists.lookup import active_lists, search_lists
from fairpair.storage import open_store

_PLAYERS = 1_932_867
_SEED = 20261118
_SYLLABLES = [
    "ka",
    "ro",
    "mi",
    "ta",
    "lin",
    "ber",
    "son",
    "vic",
    "del",
    "mar",
    "ov",
    "sky",
    "an",
    "jo",
    "hen",
    "pet",
    "ru",
    "sal",
    "wei",
    "chen",
    "gar",
    "fer",
]
_FEDERATIONS = [
    "GER",
    "FRA",
    "ESP",
    "IND",
    "USA",
    "ITA",
    "POL",
    "RUS",
    "NOR",
    "BEL",
    "NED",
    "CZE",
    "HUN",
    "TUR",
    "IRI",
    "CHN",
    "BRA",
    "ARG",
]
_HEADER = (
    f"{'ID Number':<15}{'Name':<61}{'Fed':<4}{'Sex':<4}{'Tit':<5}{'WTit':<5}{'OTit':<15}{'FOA':<4}"
    f"{'SRtng':<6}{'SGm':<4}{'SK':<3}{'RRtng':<6}{'RGm':<4}{'Rk':<3}{'BRtng':<6}{'BGm':<4}{'BK':<3}"
    f"{'B-day':<6}{'Flag':<4}"
)


def _word(lots: random.Random) -> str:
    return "".join(lots.choices(_SYLLABLES, k=lots.randint(2, 3))).capitalize()


def _names(lots: random.Random) -> tuple[list[str], list[str]]:
    """Last names are rarer than first names, as they are among people."""
    return [_word(lots) for _ in range(60_000)], [_word(lots) for _ in range(3_000)]


def lines(count: int) -> Iterator[str]:
    """The lines of a list with so many players, of whom two in five have a rating."""
    lots = random.Random(_SEED)
    last, first = _names(lots)
    yield _HEADER
    for n in range(count):
        name = f"{lots.choice(last)}, {lots.choice(first)}"
        rated = lots.random() < 0.41
        rating = lots.randint(1400, 2500) if rated else 0
        rapid = lots.randint(1400, 2500) if rated and lots.random() < 0.6 else 0
        yield (
            f"{100_000 + 17 * n:<15}{name:<61}{lots.choice(_FEDERATIONS):<4}"
            f"{lots.choice('MMMF'):<4}"
            f"{'':<29}{rating:<6}{0:<4}{20:<3}{rapid:<6}{0:<4}{20:<3}{0:<6}{0:<4}{0:<3}"
            f"{lots.randint(1940, 2018):<6}{'':<4}"
        )


def _import(database: str, path: str) -> None:
    """In a process of its own: its memory and processor time are those of the import."""
    before = time.perf_counter()
    with closing(open_store(database)) as store:
        wanted = ListImport(path=Path(path), period="2026-11")
        done = import_list(store.rating_lists, wanted, "2026-11-18T00:00:00+00:00")
    used = resource.getrusage(resource.RUSAGE_SELF)
    told = {
        "rows": done.list.rows,
        "elapsed": time.perf_counter() - before,
        "processor": used.ru_utime + used.ru_stime,
        "memory": used.ru_maxrss / 1024,
    }
    print(json.dumps(told))


def _searches(lots: random.Random) -> Iterator[str]:
    last, first = _names(lots)
    words = random.Random(_SEED + 1)
    for _ in range(300):
        yield words.choice(last)[: words.randint(3, 6)]
        yield f"{words.choice(last)[:4]} {words.choice(first)[:3]}"
        yield f"{words.choice(first)} {words.choice(last)[:4]}"
        yield str(100_000 + 17 * words.randrange(1_900_000))[: words.randint(4, 7)]


def main() -> None:
    """Make the list, import it, search in it, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=_PLAYERS)
    parser.add_argument("--import", dest="wanted", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.wanted:
        _import(*asked.wanted)
        return
    with tempfile.TemporaryDirectory() as folder:
        path, database = Path(folder) / "players.txt", f"sqlite:///{folder}/events.db"
        with path.open("w", encoding="ascii", newline="\r\n") as file:
            file.writelines(f"{line}\n" for line in lines(asked.players))
        began = time.process_time()
        with path.open("rb") as file:
            read = sum(len(line.split()) for line in file)
        base = time.process_time() - began
        command = [sys.executable, __file__, "--import", database, str(path)]
        told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        size = (Path(folder) / "lists.db").stat().st_size / 2**20
        with closing(open_store(database)) as store:
            _report(told, base, read, size, _times(store.rating_lists))


def _times(store) -> dict[str, list[float]]:  # type: ignore[no-untyped-def]
    assert active_lists(store)
    kinds = ("last name", "last and first", "first and last", "number")
    times: dict[str, list[float]] = {kind: [] for kind in kinds}
    for n, text in enumerate(_searches(random.Random(_SEED))):
        began = time.perf_counter()
        search_lists(store, text, (), "GER")
        times[kinds[n % 4]].append((time.perf_counter() - began) * 1000)
    return times


def _report(
    told: dict[str, float], base: float, read: int, size: float, times: dict[str, list[float]]
) -> None:
    print(f"{told['rows']:,} players, {size:.0f} MB in SQLite")
    print(
        f"import: {told['processor']:.0f} s of processor time ({told['elapsed']:.0f} s elapsed),"
        f" {told['memory']:.0f} MB at most; {told['processor'] / base:.1f} times as long as"
        f" splitting all lines into their {read:,} words"
    )
    for kind, found in times.items():
        found.sort()
        print(
            f"look-up by {kind}: median {statistics.median(found):.2f} ms,"
            f" 99 % under {found[len(found) * 99 // 100]:.1f} ms"
        )


if __name__ == "__main__":
    main()
