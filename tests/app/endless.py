"""A program whose work in the background never ends."""

import os
import sys
import time

from fairpair.app.background import Send, run_in_process


def work(send: Send[int]) -> None:
    """Say which process this is, and go on for ever."""
    send(os.getpid())
    while True:
        time.sleep(1)


def main() -> None:
    """Print what the work says."""
    for number in run_in_process(work):
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()
