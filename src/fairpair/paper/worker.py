"""The process that sets one sheet: the task comes by standard input, the PDF goes to output."""

import sys

import msgspec

from fairpair.paper.typesetting import Task, carried_out


def main() -> None:
    """Set what is asked for; the folder of the fonts is the argument."""
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    sys.stdout.buffer.write(carried_out(task, sys.argv[1]))


if __name__ == "__main__":
    main()
