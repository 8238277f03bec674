"""What a package needs to extend Fairpair; see "How to extend Fairpair" in the documentation.

These names stay where they are. Each is loaded when it is imported, so that a tie-break does not
load what prints sheets.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fairpair.app.printing.job import Job as Job
    from fairpair.app.printing.register import Sheet as Sheet
    from fairpair.core.errors import FieldProblem as FieldProblem
    from fairpair.core.ids import PlayerId as PlayerId
    from fairpair.core.ids import TournamentId as TournamentId
    from fairpair.core.players import Entry as Entry
    from fairpair.core.players import Player as Player
    from fairpair.core.registry import extension_error as extension_error
    from fairpair.core.results import Decided as Decided
    from fairpair.core.results import Mark as Mark
    from fairpair.core.rounds import Bye as Bye
    from fairpair.core.rounds import ByeKind as ByeKind
    from fairpair.core.rounds import Pairing as Pairing
    from fairpair.core.rounds import Round as Round
    from fairpair.core.rounds import RoundRef as RoundRef
    from fairpair.core.rules import Rules as Rules
    from fairpair.core.tournament import Tournament as Tournament
    from fairpair.engine.pairing.explanation.reasons import RoundExplanation as RoundExplanation
    from fairpair.engine.pairing.explanation.reasons import (
        ScheduleExplanation as ScheduleExplanation,
    )
    from fairpair.engine.pairing.proposal import Board as Board
    from fairpair.engine.pairing.proposal import ImpossiblePairingError as ImpossiblePairingError
    from fairpair.engine.pairing.proposal import Past as Past
    from fairpair.engine.pairing.proposal import Proposal as Proposal
    from fairpair.engine.pairing.proposal import present_in as present_in
    from fairpair.engine.pairing.restrictions import forbidden_opponents as forbidden_opponents
    from fairpair.engine.pairing.systems import System as System
    from fairpair.engine.standings.codes import Options as Options
    from fairpair.engine.standings.sheet import PlayerRound as PlayerRound
    from fairpair.engine.standings.table import Standings as Standings
    from fairpair.engine.standings.tiebreak import Sum as Sum
    from fairpair.engine.standings.tiebreak import Tiebreak as Tiebreak
    from fairpair.engine.standings.tiebreak import TiebreakFn as TiebreakFn
    from fairpair.engine.standings.tiebreak import count as count
    from fairpair.engine.standings.tiebreak_input import TiebreakInput as TiebreakInput
    from fairpair.engine.standings.tiebreak_input import tiebreak_input as tiebreak_input
    from fairpair.formats.added_formats import FileFormat as FileFormat
    from fairpair.formats.imported import ImportedTournament as ImportedTournament
    from fairpair.formats.played_rounds import EventData as EventData
    from fairpair.formats.played_rounds import Match as Match
    from fairpair.formats.played_rounds import PlayedRound as PlayedRound
    from fairpair.language.message import Message as Message
    from fairpair.paper.model import Column as Column
    from fairpair.paper.model import PlayerLabel as PlayerLabel
    from fairpair.paper.model import Ranked as Ranked
    from fairpair.paper.model import RankedData as RankedData
    from fairpair.paper.model import SheetData as SheetData
    from fairpair.presets.preset_files import Preset as Preset
    from fairpair.presets.preset_files import read_preset as read_preset

_WHERE = {
    "app.printing.job": ("Job",),
    "app.printing.register": ("Sheet",),
    "core.errors": ("FieldProblem",),
    "core.ids": ("PlayerId", "TournamentId"),
    "core.players": ("Entry", "Player"),
    "core.registry": ("extension_error",),
    "core.results": ("Decided", "Mark"),
    "core.rounds": ("Bye", "ByeKind", "Pairing", "Round", "RoundRef"),
    "core.rules": ("Rules",),
    "core.tournament": ("Tournament",),
    "engine.pairing.explanation.reasons": ("RoundExplanation", "ScheduleExplanation"),
    "engine.pairing.proposal": (
        *("Board", "ImpossiblePairingError", "Past", "Proposal", "present_in"),
    ),
    "engine.pairing.restrictions": ("forbidden_opponents",),
    "engine.pairing.systems": ("System",),
    "engine.standings.codes": ("Options",),
    "engine.standings.sheet": ("PlayerRound",),
    "engine.standings.table": ("Standings",),
    "engine.standings.tiebreak": ("Sum", "Tiebreak", "TiebreakFn", "count"),
    "engine.standings.tiebreak_input": ("TiebreakInput", "tiebreak_input"),
    "formats.added_formats": ("FileFormat",),
    "formats.imported": ("ImportedTournament",),
    "formats.played_rounds": ("EventData", "Match", "PlayedRound"),
    "language.message": ("Message",),
    "paper.model": ("Column", "PlayerLabel", "Ranked", "RankedData", "SheetData"),
    "presets.preset_files": ("Preset", "read_preset"),
}
"""The names that each module has."""
_MODULES = {name: module for module, names in _WHERE.items() for name in names}


def __getattr__(name: str) -> Any:
    """What a package asks for."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"fairpair.{_MODULES[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted(_MODULES)
