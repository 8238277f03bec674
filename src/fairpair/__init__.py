"""Fairpair runs Swiss tournaments: a library to import, a command line, a server.

>>> import fairpair
>>> t = fairpair.Tournament("Friday Magic", preset="mtg_standard", rounds=3, seed="friday")
>>> t.add_players("Ana", "Bo", "Cy", "Di")
>>> t.pair().pairs
[('Ana', 'Di'), ('Bo', 'Cy')]

Everything is loaded when it is first used, so the import itself takes no time.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fairpair.core.errors import ConflictError as ConflictError
    from fairpair.core.errors import DomainError as FairpairError
    from fairpair.core.errors import ForbiddenError as ForbiddenError
    from fairpair.core.errors import InvalidInputError as InvalidInputError
    from fairpair.core.errors import InvalidStateError as InvalidStateError
    from fairpair.core.errors import NotFoundError as NotFoundError
    from fairpair.core.errors import StorageError as StorageError
    from fairpair.core.extras import MissingPackageError as MissingPackageError
    from fairpair.core.players import Player as Player
    from fairpair.core.players import Team as Team
    from fairpair.engine.pairing.proposal import ImpossiblePairingError as ImpossiblePairingError
    from fairpair.engine.pairing.systems import pair_round as pair_round
    from fairpair.library.analysis import CheckReport as CheckReport
    from fairpair.library.analysis import Simulation as Simulation
    from fairpair.library.analysis import check as check
    from fairpair.library.analysis import simulate as simulate
    from fairpair.library.catalogues import Catalogue as Catalogue
    from fairpair.library.catalogues import PresetInfo as PresetInfo
    from fairpair.library.catalogues import TiebreakInfo as TiebreakInfo
    from fairpair.library.catalogues import list_presets as list_presets
    from fairpair.library.catalogues import list_tiebreaks as list_tiebreaks
    from fairpair.library.comparison import ComparedFigure as ComparedFigure
    from fairpair.library.comparison import FormatComparison as FormatComparison
    from fairpair.library.comparison import compare_formats as compare_formats
    from fairpair.library.files import open_tournament as open  # noqa: A004
    from fairpair.library.files import read_players as read_players
    from fairpair.library.files import read_trf as read_trf
    from fairpair.library.files import write_pgn as write_pgn
    from fairpair.library.files import write_trf as write_trf
    from fairpair.library.history import Action as Action
    from fairpair.library.history import History as History
    from fairpair.library.odds import Odds as Odds
    from fairpair.library.odds import OddsRow as OddsRow
    from fairpair.library.overviews import Bracket as Bracket
    from fairpair.library.overviews import BracketMatch as BracketMatch
    from fairpair.library.overviews import Crosstable as Crosstable
    from fairpair.library.overviews import CrosstableRow as CrosstableRow
    from fairpair.library.people import ListedPlayer as ListedPlayer
    from fairpair.library.people import PlayerList as PlayerList
    from fairpair.library.ranking import Ranking as Ranking
    from fairpair.library.ranking import RankingRow as RankingRow
    from fairpair.library.ratings import RatingRow as RatingRow
    from fairpair.library.ratings import Ratings as Ratings
    from fairpair.library.rounds import Bye as Bye
    from fairpair.library.rounds import Match as Match
    from fairpair.library.rounds import Round as Round
    from fairpair.library.shown import Explanation as Explanation
    from fairpair.library.standings import Standings as Standings
    from fairpair.library.standings import StandingsRow as StandingsRow
    from fairpair.library.stateless import pair as pair
    from fairpair.library.stateless import standings as standings
    from fairpair.library.tournament import Tournament as Tournament

__version__ = "0.1.0"
_WHERE = {
    "core.errors": {
        "FairpairError": "DomainError",
        **dict.fromkeys(
            (
                *("ConflictError", "ForbiddenError", "InvalidInputError", "InvalidStateError"),
                *("NotFoundError", "StorageError"),
            ),
            "",
        ),
    },
    "core.extras": {"MissingPackageError": ""},
    "core.players": dict.fromkeys(("Player", "Team"), ""),
    "engine.pairing.proposal": {"ImpossiblePairingError": ""},
    "engine.pairing.systems": {"pair_round": ""},
    "library.analysis": dict.fromkeys(("CheckReport", "Simulation", "check", "simulate"), ""),
    "library.catalogues": dict.fromkeys(
        ("Catalogue", "PresetInfo", "TiebreakInfo", "list_presets", "list_tiebreaks"), ""
    ),
    "library.comparison": dict.fromkeys(
        ("ComparedFigure", "FormatComparison", "compare_formats"), ""
    ),
    "library.files": {
        "open": "open_tournament",
        **dict.fromkeys(("read_players", "read_trf", "write_pgn", "write_trf"), ""),
    },
    "library.history": dict.fromkeys(("Action", "History"), ""),
    "library.odds": dict.fromkeys(("Odds", "OddsRow"), ""),
    "library.overviews": dict.fromkeys(
        ("Bracket", "BracketMatch", "Crosstable", "CrosstableRow"), ""
    ),
    "library.people": dict.fromkeys(("ListedPlayer", "PlayerList"), ""),
    "library.ranking": dict.fromkeys(("Ranking", "RankingRow"), ""),
    "library.ratings": dict.fromkeys(("RatingRow", "Ratings"), ""),
    "library.rounds": dict.fromkeys(("Bye", "Match", "Round"), ""),
    "library.shown": {"Explanation": ""},
    "library.standings": dict.fromkeys(("Standings", "StandingsRow"), ""),
    "library.stateless": dict.fromkeys(("pair", "standings"), ""),
    "library.tournament": {"Tournament": ""},
}
"""The module of every name, and what it is called there if that is another name."""
_NAMES = {
    name: (module, own or name) for module, names in _WHERE.items() for name, own in names.items()
}
__all__ = [
    "Action",
    "Bracket",
    "BracketMatch",
    "Bye",
    "Catalogue",
    "CheckReport",
    "ComparedFigure",
    "ConflictError",
    "Crosstable",
    "CrosstableRow",
    "Explanation",
    "FairpairError",
    "ForbiddenError",
    "FormatComparison",
    "History",
    "ImpossiblePairingError",
    "InvalidInputError",
    "InvalidStateError",
    "ListedPlayer",
    "Match",
    "MissingPackageError",
    "NotFoundError",
    "Odds",
    "OddsRow",
    "Player",
    "PlayerList",
    "PresetInfo",
    "Ranking",
    "RankingRow",
    "RatingRow",
    "Ratings",
    "Round",
    "Simulation",
    "Standings",
    "StandingsRow",
    "StorageError",
    "Team",
    "TiebreakInfo",
    "Tournament",
    "__version__",
    "check",
    "compare_formats",
    "list_presets",
    "list_tiebreaks",
    "open",
    "pair",
    "pair_round",
    "read_players",
    "read_trf",
    "simulate",
    "standings",
    "write_pgn",
    "write_trf",
]


if not TYPE_CHECKING:  # which would find every name in it

    def __getattr__(name: str) -> Any:
        """What the package offers, loaded when it is asked for: commands start without it."""
        if name not in _NAMES:
            text = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(
                text, name=name, obj=sys.modules[__name__]
            )  # Python names the nearest
        module, own = _NAMES[name]
        found = globals()[name] = getattr(import_module(f"{__name__}.{module}"), own)
        return found


def __dir__() -> list[str]:
    return __all__
