"""A fresh process whose threads all decode for the first time in the same moment."""

import sys
import threading

from fairpair.core.ids import PlayerId
from fairpair.core.results import Decided, Mark
from fairpair.core.rounds import MatchRef
from fairpair.log import commands as c
from fairpair.log.codec import checked

THREADS = 16


def main() -> None:
    sys.setswitchinterval(1e-6)
    match, seats = MatchRef(1, 1, 1), (PlayerId(1), PlayerId(2))
    result = Decided((Mark.WIN, Mark.LOSS))
    commands = [
        c.ReportResult(match, seats[0], result, seats),
        c.RecordResult(match, result, seats),
    ]
    gate = threading.Barrier(THREADS)

    def decode(number: int) -> None:
        gate.wait()
        for _ in range(20):
            checked(commands[number % 2])

    threads = [threading.Thread(target=decode, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main()
