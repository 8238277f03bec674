"""Every change of one event of an archive is found, and so is a second draw."""

import json
from dataclasses import replace
from random import Random

import pytest

from fairpair.app.verification import NOTHING, Known, verify_log
from fairpair.core.draw import commitment_to
from fairpair.formats.archive import Archive
from fairpair.log import commands as c

from .small_archives import (
    MUTATIONS,
    Rows,
    archive_of,
    begun,
    played,
    rehashed,
    removed,
    small_archive,
    with_value,
)


def is_found(log: Archive, rows: Rows, known: Known = NOTHING) -> bool:
    return not verify_log(replace(log, rows=tuple(rows)), known).ok


def check_changes(seed: int) -> int:
    """Change every event of an archive in one of the ways; how many there are.

    The hashes find it; if they are made right again, the hash that somebody noted down does. Only
    the loss of the last event needs that in any case.
    """
    log, random = small_archive(seed), Random(seed)
    whole = verify_log(log)
    assert (whole.ok, whole.problems) == (True, ()), seed
    assert whole.erased or not whole.unchecked, seed
    noted = Known(known_hash=whole.hash)
    assert verify_log(log, noted).ok
    for at in range(len(log.rows)):
        change = MUTATIONS[(seed + at) % len(MUTATIONS)]
        rows = change(log.rows, at, random)
        is_end = change is removed and at == len(log.rows) - 1
        assert is_found(log, rows, noted if is_end else NOTHING), (seed, change.__name__, at)
        again = rehashed(rows)
        assert again == log.rows or is_found(log, again, noted), (seed, change.__name__, at)
    return len(log.rows)


def test_every_change_is_found() -> None:
    assert sum(map(check_changes, range(8))) > 100


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, 1000, 50))
def test_every_change_of_a_thousand_archives_is_found(start: int) -> None:
    assert sum(map(check_changes, range(start, start + 50))) > 500


# --- a second draw -------------------------------------------------------------------------------


def check_second_draw(seed: int) -> bool:
    """A tournament drawn again from another seed, with what was published about the first one;
    whether the second draw led to another round 1.
    """
    first, second = (drawn(seed, text) for text in (f"seed {seed}", f"another seed {seed}"))
    published = commitment_to(f"seed {seed}")
    assert verify_log(first, Known(commitment=published)).ok
    assert verify_log(second).ok
    assert is_found(second, second.rows, Known(commitment=published)), seed
    at = next(n for n, row in enumerate(second.rows) if row.type == "draw_committed")
    rows = with_value(second.rows, at, "commitment", published)
    assert is_found(second, rehashed(rows)), seed
    rows = with_value(rows, 0, "draw_seed", f"seed {seed}")
    assert is_found(second, rehashed(rows)), seed
    for at in rounds_in(rows):  # now only the pairings are those of the other seed
        rows = with_value(rows, at, "draw_seed", f"seed {seed}")
    differs = tables_of(first) != tables_of(second)
    assert not differs or is_found(second, rehashed(rows)), seed
    return differs


def drawn(seed: int, draw_seed: str) -> Archive:
    """The same luck but for the draw."""
    random = Random(seed)
    desk = begun(random, draw_seed)
    desk.do(c.CommitDraw())
    return archive_of(played(desk, random))


def rounds_in(rows: Rows) -> list[int]:
    """The places of the events that paired a round."""
    return [at for at, row in enumerate(rows) if row.type == "round_drafted"]


def tables_of(log: Archive) -> object:
    """Who meets whom in round 1, and at which table."""
    drafted = json.loads(log.rows[rounds_in(log.rows)[0]].payload)
    return drafted["tables"], drafted["byes"]


def test_a_second_draw_is_found() -> None:
    assert sum(map(check_second_draw, range(20))) > 3


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, 1000, 100))
def test_a_thousand_second_draws_are_found(start: int) -> None:
    assert sum(map(check_second_draw, range(start, start + 100))) > 15
