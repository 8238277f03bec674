"""The generator: the same text for a seed, always readable, and all that it promises happens."""

import re
from collections import Counter
from functools import cache

import pytest

from fairpair.formats.trf import read
from fairpair.formats.trf.model import TrfFile
from pairing.positions import position, tangled
from pairing.reference import pair

SEEDS = range(150)
BOTH = pytest.mark.parametrize("name", ["position", "tangled"])


@cache
def texts() -> dict[str, list[str]]:
    return {
        "position": [position(seed) for seed in SEEDS],
        "tangled": [tangled(seed) for seed in SEEDS],
    }


def files(name: str) -> list[TrfFile]:
    found = []
    for text in texts()[name]:
        report = read(text.encode())
        assert not report.problems
        assert report.file is not None
        found.append(report.file)
    return found


def test_a_seed_always_gives_the_same() -> None:
    assert [position(seed) for seed in (1, 2, 3)] == texts()["position"][1:4]
    assert [tangled(seed) for seed in (1, 2, 3)] == texts()["tangled"][1:4]
    assert len(set(texts()["position"])) == len(SEEDS)


@BOTH
def test_sizes(name: str) -> None:
    for file in files(name):
        assert 4 <= len(file.players) <= 11
        assert file.rounds is not None
        assert file.rounds_played < file.rounds <= 9
        assert len(file.next_byes) < len(file.players)


@BOTH
def test_most_can_be_paired(name: str) -> None:
    made = [pair(file) for file in files(name)]
    assert 5 < made.count(None) < len(SEEDS) / 4
    assert sum(one is not None and one.bye is not None for one in made) > len(SEEDS) / 5


def test_everything_happens() -> None:
    seen: Counter[object] = Counter()
    for file, text in zip(files("position"), texts()["position"], strict=True):
        seen.update({cell.result for player in file.players for cell in player.rounds})
        seen.update({f"asked {bye.kind}" for bye in file.next_byes})
        seen.update(set(re.findall("^[0-9A-Z]{3}", text, re.MULTILINE)))
        seen.update({f"colour {file.initial_colour}", len(file.players)})
        seen[file.points.win, file.points.pairing_bye] += 1
        seen["last round"] += file.rounds_played + 1 == file.rounds
    results = set("1=0WDL+-?HFUZ")
    records = {"142", "152", "162", "240", "250", "260", "XXR", "XXC", "BBW", "XXZ", "XXA", "XXP"}
    byes = {(1, 1), (1, 0), (3, 3), (3, 1), (3, 0)}
    other = {"asked H", "asked F", "asked Z", "colour w", "colour b", "last round", *range(4, 12)}
    assert not (results | records | byes | other) - (+seen).keys()
