"""The loops, compiled by one test process while the others wait: it takes seconds."""

import fcntl
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from fairpair.app.laboratory.counts import counts_of
from fairpair.app.laboratory.plan import LabOptions, plan_comparison


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    plan = plan_comparison(LabOptions([{"rounds": 1, "cut": 2}], 4))
    with (Path(tempfile.gettempdir()) / "fairpair-laboratory.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        counts_of(replace(plan, compiled=True), 0, 1)
