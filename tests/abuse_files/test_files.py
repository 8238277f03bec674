"""A mutilated file is read, or refused with a reason; nothing of a refused one is kept."""

import re
import warnings
from collections.abc import Iterator
from dataclasses import replace

import pytest

from archives import forged
from fairpair.formats import archive

from .attempts import attempt, file_of
from .outcomes import outcome_of
from .samples import samples

KINDS = (
    *("trf", "bad trf", "teams", "tdf", "wer", "opengotha", "crosstable", "matches", "json"),
    *("archive", "proof", "results", "list", "sheet"),
)


@pytest.fixture(autouse=True)
def _twice_in_a_zip() -> Iterator[None]:
    """Python warns of parts that stand twice in the workbooks that we make."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def test_there_are_good_files_of_every_kind() -> None:
    assert set(samples()) == set(KINDS)
    for kind, files in samples().items():
        read = [bool(outcome_of(data).read) for data in files[:3]]
        assert all(read) or kind == "bad trf"


def test_a_seed_gives_the_same_file_again() -> None:
    assert file_of(7) == file_of(7) != file_of(8)


@pytest.mark.parametrize("kind", KINDS)
def test_a_mutilated_file_is_read_or_refused_with_a_kind_word(kind: str) -> None:
    assert 0 < sum(attempt(seed, [kind]) for seed in range(40)) < 40


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_ends_early_is_read_or_refused(kind: str) -> None:
    """As a broken download leaves it: at several places, one of them near the end."""
    data = samples()[kind][-1]
    for share in (1, 37, 73, 99):
        outcome_of(data[: len(data) * share // 100])


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "sheet"])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "utf-7", "cp037"])
def test_a_file_in_a_wrong_encoding_is_read_or_refused(kind: str, encoding: str) -> None:
    text = samples()[kind][0].decode("utf-8", "replace")
    outcome_of(text.encode(encoding, "replace"))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", [b"99999999999999999999", b"-1", b"1e999", b"\x00", b"NaN"])
def test_numbers_that_nobody_has_are_read_or_refused(kind: str, number: bytes) -> None:
    data = samples()[kind][0]
    outcome_of(re.sub(rb"(?<=[ >\":,])\d+", number, data, count=3))
    outcome_of(data.replace(b"2", number))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(10_000, 20_000, 1_000))
def test_many_mutilated_files_are_read_or_refused(first: int) -> None:
    assert 0 < sum(attempt(seed) for seed in range(first, first + 1_000)) < 1_000


def test_an_archive_that_folds_and_cannot_be_shown_is_refused() -> None:
    """Its checksum is right, but its matches name somebody who never entered."""
    good = archive.read(samples()["archive"][1])
    rows = tuple(
        replace(row, payload=re.sub(r'"seats":\[\d+', '"seats":[999', row.payload, count=1))
        if row.type == "round_drafted"
        else row
        for row in good.rows
    )
    assert rows != good.rows
    made = archive.write(forged(good.tournament, rows, good.persons)).encode()
    assert outcome_of(made).refused["event"].code == "archive-inconsistent"
