"""`python -m fairpair` is the command line."""

from fairpair.bootstrap import main

if __name__ == "__main__":
    main()
