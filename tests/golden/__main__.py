"""`python -m golden VERSION` in the folder `tests`: add the golden set of this version."""

import sys

from .writer import write

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Say which version it is: python3 do.py golden v0.2.0")
    try:
        write(sys.argv[1])
    except FileExistsError as error:
        sys.exit(f"{error.filename} is there already; nothing was changed.")
