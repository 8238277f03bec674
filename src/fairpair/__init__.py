"""Fairpair runs Swiss tournaments: an engine to import, a command line, a server.

`pair_round(tournament)` pairs the next round of a tournament.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fairpair.engine.pairing.systems import pair_round as pair_round

__version__ = "0.1.0"
__all__ = ["__version__", "pair_round"]


def __getattr__(name: str) -> Any:
    """What the package offers, loaded when it is asked for: the command line starts without it."""
    if name == "pair_round":
        return import_module("fairpair.engine.pairing.systems").pair_round
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
