"""The `fairpair` command, also as `python -m fairpair`."""

import gc
import os

from fairpair.cli.dependencies import Dependencies, LazyFunction
from fairpair.cli.main import cli
from fairpair.extensions import activate
from fairpair.language.languages import language_of_environment
from fairpair.language.texts import set_language

# When to look for cycles that nobody uses. Large fields make many objects that live on, hardly any
# of them in a cycle: with Python's own numbers a sixth of the time goes into looking through them.
# It stands here because worker processes import this module, too.
gc.set_threshold(10_000, 20, 50)
activate()


def main() -> None:
    """Run the command line; storage and server are imported by the commands that need them."""
    set_language(language_of_environment(os.environ))
    dependencies = Dependencies(
        open_service=LazyFunction("fairpair.bootstrap:open_service"),
        open_access=LazyFunction("fairpair.bootstrap:open_access"),
        make_app=LazyFunction("fairpair.server:make_app"),
        backup=LazyFunction("fairpair.bootstrap:backup"),
        claim=LazyFunction("fairpair.bootstrap:claim"),
    )
    try:
        cli(obj=dependencies, prog_name="fairpair")
    finally:
        gc.freeze()  # the program ends: no need to look for cycles once more


if __name__ == "__main__":
    main()
