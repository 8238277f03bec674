"""Equal shares of the processor, so that servers can be compared on a machine with few of them."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOTS = (Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup"))
"""Where Linux has its control groups: those of version 1, and those of version 2."""
PERIOD = 100_000
"""The microseconds in which each process has its share once."""


def can_share() -> bool:
    """Whether this user may make control groups."""
    try:
        with limited([os.getpid()], 1.0):
            return True
    except OSError:
        return False


@contextmanager
def limited(processes: Iterable[int], share: float) -> Iterator[None]:
    """Give each of the processes no more than this share of one processor, for the block."""
    root = next((one for one in ROOTS if (one / "cgroup.procs").exists()), ROOTS[-1])
    groups: list[Path] = []
    try:
        for process in processes:
            group = root / f"fairpair-{process}"
            group.mkdir()
            groups.append(group)
            _set_quota(group, round(PERIOD * share))
            (group / "cgroup.procs").write_text(str(process))
        yield
    finally:
        for group in groups:
            _empty(group, root)


def _set_quota(group: Path, quota: int) -> None:
    if (group / "cpu.cfs_quota_us").exists():
        (group / "cpu.cfs_period_us").write_text(str(PERIOD))
        (group / "cpu.cfs_quota_us").write_text(str(quota))
    else:
        (group / "cpu.max").write_text(f"{quota} {PERIOD}")


def _empty(group: Path, root: Path) -> None:
    """Move what still runs back, and remove the group."""
    for process in (group / "cgroup.procs").read_text().split():
        (root / "cgroup.procs").write_text(process)
    group.rmdir()
