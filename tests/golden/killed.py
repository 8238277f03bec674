"""Processes that are killed at every step of an upgrade, until one gets through.

    python -m golden.killed ADDRESS EVERY

EVERY is 1 for all steps, 3 for every third. It prints the statement each of them was killed
before, then `through`.
"""

import os
import signal
import sys
from collections.abc import Callable

import alembic.operations
import alembic.runtime.migration
import alembic.script
from sqlalchemy import Engine, event

from fairpair.storage import migrations, open_store, postgresql, sqlite

LOADED = (alembic, migrations, postgresql, sqlite)
"""Before it forks, so that nobody has to load them again."""
MOMENTS = ("begin", "before_cursor_execute", "after_cursor_execute", "commit")


def killed_at(step: int) -> Callable[..., None]:
    """Counts the moments, and ends this process at one of them: nothing is put away."""
    left = iter(range(step))

    def at(*what: object) -> None:
        if next(left, None) is None:
            texts = [one for one in what if isinstance(one, str)]
            print(*(texts or ["begin or commit"]), flush=True)  # noqa: T201
            os.kill(os.getpid(), signal.SIGKILL)

    return at


def upgrade(address: str, step: int) -> None:
    """Be the process that is killed, if it does not get through before."""
    at = killed_at(step)
    for moment in MOMENTS:
        event.listen(Engine, moment, at)
    open_store(address).close()


def main(address: str, every: str) -> None:
    for step in range(0, 10_000, int(every)):
        pid = os.fork()
        if pid == 0:
            try:
                upgrade(address, step)
            finally:
                os._exit(0 if sys.exc_info()[0] is None else 1)
        _, status = os.waitpid(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        if code != -signal.SIGKILL:
            print("through" if code == 0 else f"ended with {code}")  # noqa: T201
            return


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
